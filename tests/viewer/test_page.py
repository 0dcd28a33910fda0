"""The page in a real browser: whole games by clicking, undo, replay, two tabs, no errors."""

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
from aquasphere_env.viewer.replay import load_replays
from aquasphere_env.viewer.server import Setting

from .test_aquasphere_picture import expected_pieces
from .test_pictures import drawn_games

pytestmark = pytest.mark.slow


Serve = Callable[[Setting], str]


def click_on_board(tab: Any, chance: np.random.Generator) -> None:
    """Play some legal action by clicking its piece, and its line in the menu if there is one."""
    page = tab.page
    before = tab.position
    pieces = page.locator("#board [data-playable]")
    piece = pieces.nth(int(chance.integers(pieces.count())))
    choices = piece.get_attribute("data-playable").split()
    piece.dispatch_event("click")
    if len(choices) > 1:
        page.locator("#menu button").nth(int(chance.integers(len(choices)))).click()
    page.wait_for_selector(f'body:not([data-position="{before}"])')


@pytest.mark.parametrize("name", drawn_games())
def test_whole_game_by_clicking_the_board(name: str, serve: Serve, open_tab: Any) -> None:
    players = get_game(name).default_players
    tab = open_tab(serve(Setting(name, players, ("random",), seed=11)))
    chance = np.random.default_rng(1)
    decided = 0
    while tab.ready() == "ready":
        click_on_board(tab, chance)
        decided += 1
    assert decided > 5
    assert "won with" in tab.page.inner_text("#prompt")
    assert not tab.page.locator("#board [data-playable]").count()
    assert not tab.errors
    assert len(tab.hosts) == 1, "the page asked another host"


def test_actions_in_words_keys_and_undo(serve: Serve, open_tab: Any) -> None:
    tab = open_tab(serve(Setting("aquasphere", 2, ("greedy",), seed=3)))
    page = tab.page
    start = page.inner_html("#board")
    words = page.locator("#actions button").all_inner_texts()
    assert len(words) >= 2
    assert all("AS-" in text for text in words), "every action names its rule"
    before = tab.position
    page.keyboard.press("2")
    page.wait_for_selector(f'body:not([data-position="{before}"])')
    tab.ready()
    log = page.inner_text("#log")
    assert words[1].split(" AS-")[0] in log
    assert "player_1" in log
    page.keyboard.press("u")
    page.wait_for_selector("#undo:disabled")
    tab.ready()
    assert page.inner_html("#board") == start
    assert not tab.errors


def test_tab_and_enter_play_too(serve: Serve, open_tab: Any) -> None:
    tab = open_tab(serve(Setting("aquasphere", 2, ("random",), seed=3)))
    before = tab.position
    tab.page.locator("#board [data-playable]").first.focus()
    tab.page.keyboard.press("Enter")
    if tab.page.locator("#menu").is_visible():
        tab.page.keyboard.press("Enter")
    tab.page.wait_for_selector(f'body:not([data-position="{before}"])')
    assert not tab.errors


def test_board_matches_the_state_in_mid_game(serve: Serve, open_tab: Any) -> None:
    """The same seed and actions in a match and at the page: the same pieces on the board."""
    variant = get_game("aquasphere").variant(2)
    tab = open_tab(serve(Setting("aquasphere", 2, ("human",), seed=8)))
    match = Match(variant, 8)
    chance = np.random.default_rng(8)
    for _ in range(40):
        action = int(chance.choice(match.legal_actions()))
        before = tab.position
        tab.page.click(f"#actions button[data-action='{action}']")
        tab.page.wait_for_selector(f'body:not([data-position="{before}"])')
        tab.ready()
        match.step(action)
    expected = expected_pieces(match.state)
    assert expected <= tab.ids()
    box = tab.page.locator("#board svg").bounding_box()
    assert box["width"] > 1000, "the board fills a window of 1280 x 800"
    for piece in expected:
        place = tab.page.locator(f"#board #{piece}").bounding_box()
        empty = piece.startswith(("supply", "submarines-"))
        assert place is not None
        assert empty or min(place["width"], place["height"]) > 4, piece
    assert not tab.errors


def test_two_tabs_do_not_disturb_each_other(serve: Serve, open_tab: Any) -> None:
    address = serve(Setting("aquasphere", 2, ("greedy",), seed=3))
    one, other = open_tab(address), open_tab(address)
    untouched = other.page.inner_html("#board")
    before = one.position
    one.page.keyboard.press("1")
    one.page.wait_for_selector(f'body:not([data-position="{before}"])')
    one.ready()
    other.page.reload()
    other.page.wait_for_selector("#board svg")
    other.ready()
    assert other.position == before
    assert other.page.inner_html("#board") == untouched
    played = one.position
    one.page.reload()
    one.page.wait_for_selector("#board svg")
    one.ready()
    assert one.position == played, "a tab finds its game again when it is loaded again"
    assert not one.errors + other.errors


def test_new_game_with_a_seed_and_theme(serve: Serve, open_tab: Any) -> None:
    tab = open_tab(serve(Setting("aquasphere", 2, ("greedy",), seed=3)))
    page = tab.page
    page.click("#new")
    page.select_option("#new-players", "3")
    page.fill("#new-seed", "12")
    page.click("#start")
    page.wait_for_selector("#board #board-2")
    tab.ready()
    assert page.title().endswith("seed 12")
    assert page.locator("#scores tr").count() == 3
    theme = page.get_attribute("html", "data-theme")
    page.keyboard.press("t")
    assert page.get_attribute("html", "data-theme") != theme
    assert not tab.errors


def test_dark_theme_recolours_the_board(serve: Serve, open_tab: Any) -> None:
    address = serve(Setting("aquasphere", 2, ("greedy",), seed=3))
    fills = [
        open_tab(address, color_scheme=scheme).page.eval_on_selector(
            "#board svg > rect", "e => getComputedStyle(e).fill"
        )
        for scheme in ("light", "dark")
    ]
    assert fills[0] != fills[1]


def test_explain_panel(serve: Serve, open_tab: Any) -> None:
    tab = open_tab(serve(Setting("aquasphere", 2, ("greedy",), seed=3)))
    page = tab.page
    page.select_option("#adviser", "greedy")
    page.keyboard.press("e")
    page.wait_for_selector("text=greedy as player_0: evaluation")
    assert page.locator("#opinion tr").count() == page.locator("#actions li").count()
    page.select_option("#adviser", "random")
    page.click("#explain")
    page.wait_for_selector("text=random as player_0: probability")
    assert not tab.errors


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
    assert "greedy as" in page.inner_text("#opinion")
    page.click("#forward")
    page.wait_for_selector(f"text=2 / {length}")
    tab.ready()
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector(f"text=1 / {length}")
    tab.ready()
    page.select_option("#seat", "1")
    page.wait_for_selector("#board-1 title:has-text('(you)')", state="attached")
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


def test_server_gone_is_told(serve: Serve, open_tab: Any) -> None:
    tab = open_tab(serve(Setting("aquasphere", 2, ("random",), seed=3)))
    tab.page.route("**/api/**", lambda route: route.abort())
    tab.page.click("#actions li:first-child button")
    tab.page.wait_for_selector("#error:visible")
    assert "does not answer" in tab.page.inner_text("#error")
