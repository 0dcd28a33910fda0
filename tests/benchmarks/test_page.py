"""The figures of the page are of a real browser; what cannot be measured is said before."""

import json
import re

import pytest

from benchmarks import page
from tests.viewer.conftest import browser_path

pytestmark = pytest.mark.slow


def test_a_game_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    browser_path()
    page.main(["--games", "octodice", "--loads", "2", "--decisions", "6", "--json"])
    results = json.loads(capsys.readouterr().out)
    (figures,) = results["games"]
    assert figures["game"] == "octodice"
    assert 10 < figures["kilobytes"] < 300
    assert "Chromium" in results["machine"]["browser"]
    for name in ("first_board_ms", "answer_ms", "shown_ms", "rgb_array_ms"):
        assert 0 < figures[name]["median"] <= figures[name]["most"]
    assert figures["shown_ms"]["median"] < figures["answer_ms"]["median"]
    assert "| octodice |" in page.page_table(results)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--loads", "0"), "--loads 0 is outside its range, 1 to 1,000"),
        (("--games", "chess"), "no game 'chess'; there are: aquasphere"),
    ],
)
def test_what_cannot_be_is_refused(words: tuple[str, ...], told: str) -> None:
    with pytest.raises(SystemExit, match=re.escape(told)):
        page.main(list(words))


def test_without_a_browser_nothing_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(SystemExit, match="no Chromium here"):
        page.main([])
