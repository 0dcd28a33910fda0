"""The ablation: rows are runs with one thing changed, and the file keeps those that are there."""

import json
from pathlib import Path

import pytest

from aquasphere_env.games import get_game
from benchmarks import ablation
from tests.toy.pebbles import GAME as PEBBLES
from training.config import Config


def row(name: str, seed: int = 0, steps: int = 10) -> dict:
    estimate = {"mean": 0.5, "low": 0.4, "high": 0.6}
    numbers = {"steps": steps, "seed": seed, "cpu_seconds": 1.0}
    return {"row": name, **numbers, **dict.fromkeys(("win_rate", "score"), estimate)} | {
        "opponent_score": estimate
    }


def test_a_row_takes_the_place_of_the_one_before() -> None:
    results = {"rows": [row("one epoch"), row("standard", seed=1)]}
    ablation.add(results, row("one epoch", steps=20))
    ablation.add(results, row("standard"))
    found = [(r["row"], r["seed"], r["steps"]) for r in results["rows"]]
    assert found == [("standard", 0, 10), ("standard", 1, 10), ("one epoch", 0, 20)]


def test_every_row_changes_settings_that_there_are() -> None:
    for changes in ablation.ROWS.values():
        Config(**changes).check()


def test_only_the_row_without_axes_has_none_and_they_come_back() -> None:
    variant = get_game("aquasphere").variant(2)
    view = variant.game.views["flat"]
    before = view.axes
    assert before
    with ablation.axes(variant, ablation.STANDARD):
        assert view.axes == before
    with ablation.axes(variant, ablation.NO_AXES):
        assert view.axes == {}
    assert view.axes == before


def test_an_unknown_row_is_named(tmp_path) -> None:
    with pytest.raises(SystemExit, match="no row 'luck'; there are: standard, "):
        ablation.main(["--only", "luck", "--output", str(tmp_path / "a.json")])
    assert not list(tmp_path.iterdir())


def test_the_committed_rows_are_those_of_the_script() -> None:
    results = json.loads(ablation.RESULT.read_text(encoding="utf-8"))
    assert {r["row"] for r in results["rows"]} <= set(ablation.ROWS)
    assert ablation.ablation_table(results).count("\n") == 1 + len(results["rows"])


@pytest.mark.slow
def test_rows_are_measured_and_written(monkeypatch, tmp_path, capsys) -> None:
    monkeypatch.setattr("training.settings.get_game", lambda name: PEBBLES)
    output = tmp_path / "a.json"
    words = ["--steps", "1000", "--games", "20", "--output", str(output)]
    ablation.main([*words, "--only", "one epoch"])
    assert "| one epoch |" in capsys.readouterr().out
    ablation.main([*words, "--only", "standard", "--json"])
    rows = json.loads(output.read_text())["rows"]
    assert [r["row"] for r in rows] == ["standard", "one epoch"]
    assert all(r["steps"] >= 1000 and r["cpu_seconds"] > 0 for r in rows)
    assert json.loads(capsys.readouterr().out)["rows"] == rows


def test_a_file_of_something_else_is_refused_and_stays(tmp_path: Path) -> None:
    output = tmp_path / "a.json"
    for content in ("{", "[]", '{"rows": [{"row": "standard"}]}'):
        output.write_text(content)
        with pytest.raises(SystemExit, match=r"a\.json holds no ablation; remove it"):
            ablation.main(["--output", str(output)])
        assert output.read_text() == content
