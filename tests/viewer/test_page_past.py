"""Recorded games in a real browser: replay, analysis, another move, kept games, log files."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from aquasphere_env.core.log import GameLog
from aquasphere_env.core.match import Match, replayed
from aquasphere_env.games import get_game
from aquasphere_env.players.playing import play_games
from aquasphere_env.players.registry import make_player
from aquasphere_env.viewer.html_replay import replay_page
from aquasphere_env.viewer.replay import load_replays
from aquasphere_env.viewer.setting import Setting

from .playing import press_keys
from .test_aquasphere_picture import expected_pieces

pytestmark = pytest.mark.slow

Serve = Callable[..., str]


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    variant = get_game("aquasphere").variant(2)
    seats = [make_player("greedy", variant), make_player("random", variant)]
    match = replayed(variant, 5, play_games(variant, seats, [5]).histories[0])
    path = tmp_path / "game.jsonl"
    path.write_text(GameLog.of(match, ["greedy", "random"]).to_json() + "\n")
    return path


def test_replay_with_scrubber_seats_and_explanation(
    recorded: Path, serve: Serve, open_tab: Any
) -> None:
    replays, problems = load_replays(recorded, adviser="greedy")
    assert not problems
    tab = open_tab(serve(Setting(replays=replays)))
    page, length = tab.page, len(replays[0])
    page.wait_for_selector("#board svg")
    assert page.inner_text("#place") == f"0 / {length}"
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(f"text=1 / {length}")
    tab.ready()
    page.click("#tab-opinion")
    assert "greedy in Ada's place" in page.inner_text("#opinion")
    page.click("#forward")
    page.wait_for_selector(f"text=2 / {length}")
    tab.ready()
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector(f"text=1 / {length}")
    tab.ready()
    page.select_option("#seat", "1")
    page.wait_for_selector("#board-1[data-tip^=Bo]", state="attached")
    tab.ready()
    page.keyboard.press("End")
    page.wait_for_selector("body[data-state=over]")
    assert "won with" in page.inner_text("#prompt")
    assert expected_pieces(replays[0].match.state) <= tab.ids()
    page.keyboard.press("Home")
    page.wait_for_selector(f"text=0 / {length}")
    tab.ready()
    page.focus("#board")
    page.keyboard.press(" ")
    page.wait_for_selector(f"text=3 / {length}")
    page.keyboard.press(" ")
    assert not tab.errors


def test_broken_log_gets_a_readable_error(recorded: Path, serve: Serve, open_tab: Any) -> None:
    broken = recorded.read_text().replace('"actions":[', '"actions":[84,', 1)
    recorded.write_text(recorded.read_text() + broken + '{"schema":')
    replays, problems = load_replays(recorded)
    assert len(replays) == 1
    assert len(problems) == 2
    tab = open_tab(serve(Setting(replays=replays, problems=problems)))
    tab.page.wait_for_selector("#error:visible")
    shown = tab.page.inner_text("#error")
    assert "line 2, action number 0: illegal action 84" in shown
    assert "line 3: not a complete JSON line" in shown
    assert not tab.errors


def test_analysis_leads_to_a_mistake_and_another_move(serve: Serve, open_tab: Any) -> None:
    tab = open_tab(serve(Setting("octodice", 2, ("random",), seed=3)))
    page = tab.page
    while tab.ready() == "ready":
        press_keys(tab, np.random.default_rng(1))
    page.click("#tab-opinion")
    page.click("#analyse")
    page.wait_for_selector(".graph")
    page.locator(".mistakes button").first.click()
    page.wait_for_selector("#scrubber:visible")
    tab.ready()
    there = page.inner_text("#place")
    assert "played" in page.inner_text("#opinion")
    page.click("#try")
    page.wait_for_selector("body[data-kind=play]")
    tab.ready()
    assert page.locator("#choices button[data-action]").count()
    page.click("#back-there")
    page.wait_for_selector("body[data-kind=replay]")
    tab.ready()
    assert page.inner_text("#place") == there
    page.click("#resume")
    page.wait_for_selector("body[data-kind=play]")
    assert "won with" in page.inner_text("#prompt")
    assert not tab.errors


def test_games_are_listed_and_log_files_opened(recorded: Path, serve: Serve, open_tab: Any) -> None:
    tab = open_tab(serve(Setting("octodice", 2, ("random",), seed=3)))
    page = tab.page
    press_keys(tab, np.random.default_rng(1))
    tab.ready()
    page.click("#games")
    page.wait_for_selector("#saved[open]")
    assert "OctoDice: Person, Bo" in page.inner_text("#saved-list")
    broken = recorded.with_name("broken.jsonl")
    broken.write_text("{")
    page.set_input_files("#saved-file", broken)
    page.wait_for_selector("#error:visible")
    page.click("#error-close")
    page.set_input_files("#saved-file", recorded)
    page.wait_for_selector("body[data-state=over]")
    assert page.inner_text("#title") == "AquaSphere"
    page.click("#games")
    page.wait_for_selector("#saved[open]")
    page.locator("#saved-list li", has_text="OctoDice").get_by_role("button").click()
    page.wait_for_selector("body[data-state=ready]")
    assert page.inner_text("#title") == "OctoDice"


def test_a_notebook_cell_replays_a_match(browser: Any) -> None:
    """The frame works without server and network, and leaves the notebook around it alone."""
    match = Match(get_game("octodice").variant(2), 3)
    for _ in range(5):
        match.step(match.legal_actions()[0])
    page = browser.new_page(viewport={"width": 1000, "height": 700})
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.set_content(f"<h1>a notebook</h1>{replay_page(match, ['greedy', 'me'])._repr_html_()}")
    frame = page.frame_locator("iframe")
    assert frame.locator("h1").inner_text() == "OctoDice: Ada (greedy), Bo (me)"
    seen = set()
    for at in range(6):
        assert frame.locator("#place").inner_text() == f"{at} / 5"
        seen.add(frame.locator("#board svg").inner_html())
        frame.locator("#forward").click()
    assert len(seen) == 6
    assert not errors
    page.close()


def test_looking_back_in_an_open_turn_shows_its_start(serve: Serve, open_tab: Any) -> None:
    """What is decided in a simultaneous turn is not in the look back before the turn ends."""
    tab = open_tab(serve(Setting("aquamarine", 2, ("greedy",), seed=3)))
    chance = np.random.default_rng(2)
    for _ in range(9):
        press_keys(tab, chance)
        tab.ready()
    tab.page.click("#look")
    tab.page.wait_for_selector("#scrubber:visible")
    at, _, length = tab.page.inner_text("#place").partition(" / ")
    assert at == length
    assert not tab.errors


def test_looking_back_begins_here_and_knows_who_played(serve: Serve, open_tab: Any) -> None:
    tab = open_tab(serve(Setting("octodice", 2, ("greedy",), seed=3)))
    page = tab.page
    page.click("#new")
    page.fill("#new-name", "Eva")
    page.wait_for_selector("#start:enabled")
    page.click("#start")
    page.wait_for_selector("#dialog", state="hidden")
    tab.ready()
    for _ in range(3):
        press_keys(tab, np.random.default_rng(1))
        tab.ready()
    board, top = tab.board, page.locator("#board").bounding_box()["y"]
    page.click("#look")
    page.wait_for_selector("#scrubber:visible")
    tab.ready()
    at, _, length = page.inner_text("#place").partition(" / ")
    assert at == length
    assert tab.board.count("data-tip") == board.count("data-tip")
    assert "Eva (human)" in page.inner_text("#seat")
    assert "Eva:" in page.inner_text("#log")
    assert page.locator("#board").bounding_box()["y"] == top, "the header is as high as before"
