"""The tables of the game pages are those that the games themselves give."""

from pathlib import Path

import pytest

from aquasphere_env.core.game import Game
from aquasphere_env.games import pages


def test_no_page_is_stale() -> None:
    """``python -m aquasphere_env.games.pages`` regenerates them."""
    assert pages.stale_pages() == []


def test_every_feature_action_group_and_table_is_on_the_page(game: Game) -> None:
    text = pages.page_of(game).read_text(encoding="utf-8")
    names = [feature.name for view in game.views.values() for feature in view.features]
    assert [name for name in names if f"| `{name}` |" not in text] == []
    assert [g.name for g in game.actions.groups if f"| {g.name} |" not in text] == []
    assert [name for name in game.views if f"View `{name}`" not in text] == []


def test_values_of_the_vector_are_listed_without_gap(game: Game) -> None:
    lines = pages.observations(game).split("View `flat`")[1].split("View `")[0].splitlines()
    places = [line.split(" | ")[2] for line in lines if line.startswith("| `")]
    expected = 0
    for place in places:
        first, _, last = place.partition("-")
        assert int(first) == expected
        expected = int(last or first) + 1
    assert expected == game.views["flat"].size


def test_filling_keeps_the_rest_and_is_idempotent() -> None:
    page = "a\n<!-- begin x -->\nold \\1\n<!-- end x -->\nb\n"
    once = pages.filled(page, "x", "new \\1")
    assert once == "a\n<!-- begin x -->\nnew \\1\n<!-- end x -->\nb\n"
    assert pages.filled(once, "x", "new \\1") == once


@pytest.mark.parametrize(
    "page",
    [
        "",
        "<!-- begin x -->",
        "<!-- end x --><!-- begin x -->",
        "<!-- begin x --><!-- end x --><!-- begin x --><!-- end x -->",
    ],
)
def test_a_page_without_its_markers_is_refused(page: str) -> None:
    with pytest.raises(ValueError, match="must stand once each"):
        pages.filled(page, "x", "")


def test_a_stale_page_is_named_and_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(pages, "page_of", lambda game: tmp_path / game.name / "README.md")
    monkeypatch.setattr(pages, "CHECKOUT_PAGE", tmp_path / "README.md")
    for name in pages.GAMES:
        (tmp_path / name).mkdir()
    (tmp_path / "README.md").write_text("<!-- begin games -->\n<!-- end games -->\n")
    assert pages.main(["--check"]) == 1
    assert capsys.readouterr().out.count("stale: ") == len(pages.GAMES) + 1
    assert [path.name for path in tmp_path.rglob("README.md")] == ["README.md"]
    assert pages.main([]) == 0
    assert pages.main(["--check"]) == 0
    assert "AquaSphere" in (tmp_path / "README.md").read_text(encoding="utf-8")


def test_a_marked_table_cell_cannot_break_the_table() -> None:
    assert pages.table(["a"], [["x | y\nz"]]).splitlines()[-1] == "| x \\| y z |"
