"""The page in a real browser: whole games by clicking, undo, replay, two tabs, no errors."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from aquasphere_env.core.match import Match
from aquasphere_env.games import get_game
from aquasphere_env.viewer.setting import Setting

from .own_files import MY_DICE
from .playing import PHONE, WIDE, press_keys
from .test_aquasphere_picture import expected_pieces
from .test_pictures import drawn_games

pytestmark = pytest.mark.slow


Serve = Callable[..., str]


def playable(page: Any) -> Any:
    return page.locator("#board .playable")


def test_actions_in_words_keys_and_undo(serve: Serve, open_tab: Any) -> None:
    tab = open_tab(serve(Setting("aquasphere", 2, ("greedy",), seed=3)))
    page = tab.page
    start = tab.board
    words = page.locator("#choices .words").all_inner_texts()
    assert len(words) >= 2
    rules = page.locator("#choices h3 .rule").all_inner_texts()
    assert rules
    assert all(text.startswith("AS-") for text in rules), "every kind of action names its rule"
    before = tab.position
    page.keyboard.press("2")
    page.wait_for_selector(f'body:not([data-position="{before}"])')
    tab.ready()
    log = page.inner_text("#log")
    assert words[1] in log
    assert "You:" in log
    assert "Bo:" in log
    assert "player_" not in page.inner_text("body")
    page.keyboard.press("u")
    page.wait_for_selector("#undo:disabled")
    tab.ready()
    assert tab.board == start
    assert not tab.errors


def test_everything_to_decide_is_in_the_window(serve: Serve, open_tab: Any) -> None:
    page = open_tab(serve(Setting("aquasphere", 2, ("greedy",), seed=3))).page
    for place in ("#board", "#prompt", "#choices", "#news", "#panel"):
        box = page.locator(place).bounding_box()
        assert box["x"] + box["width"] <= 1280, place
        assert box["y"] + box["height"] <= 800, place
    first = page.locator("#choices button[data-action]").first.bounding_box()
    assert first["y"] < 400


def test_a_line_lights_its_place(serve: Serve, open_tab: Any) -> None:
    page = open_tab(serve(Setting("aquasphere", 2, ("greedy",), seed=3))).page
    line = page.locator("#choices button[data-action]").first
    action = line.get_attribute("data-action")
    assert not page.locator("#board .hinted").count()
    line.hover()
    places = page.locator("#board .hinted")
    assert places.count()
    for k in range(places.count()):
        assert action in places.nth(k).get_attribute("data-playable").split()
    page.hover("#prompt")
    assert not page.locator("#board .hinted").count()


def test_a_thing_then_its_target(serve: Serve, open_tab: Any) -> None:
    """Two dice make a choice of OctoDice: the first lights those that go with it."""
    tab = open_tab(serve(Setting("octodice", 2, ("random",), seed=5)))
    page, before = tab.page, tab.position
    everything = page.locator("#choices button[data-action]").count()
    page.click("#die-black-0")
    assert page.locator("#board .picked").get_attribute("id") == "die-black-0"
    assert "possibilities" in page.inner_text("#picked")
    fewer = page.locator("#choices button[data-action]").count()
    assert 1 < fewer < everything
    page.click("#unpick")
    assert page.locator("#choices button[data-action]").count() == everything
    page.click("#die-black-0")
    page.click("#die-black-1")
    page.wait_for_selector(f'body:not([data-position="{before}"])')
    tab.ready()
    assert page.locator("#die-black-0 >> text=kept").count() == 1
    assert not tab.errors


def test_tab_enter_and_space_play_too(serve: Serve, open_tab: Any) -> None:
    tab = open_tab(serve(Setting("aquasphere", 2, ("random",), seed=3)))
    page = tab.page
    for key in ("Enter", "Space"):
        before = tab.position
        playable(page).first.focus()
        page.keyboard.press(key)
        if tab.position == before and tab.ready() and tab.position == before:
            page.locator("#choices button[data-action]").first.focus()
            page.keyboard.press(key)
        page.wait_for_selector(f'body:not([data-position="{before}"])')
        tab.ready()
        at = page.evaluate("document.activeElement.closest('#board, #choices')?.id")
        assert at in ("board", "choices"), "the focus stays where it was"
    assert not tab.errors


def test_a_rule_opens_the_drawer_there(serve: Serve, open_tab: Any) -> None:
    page = open_tab(serve(Setting("aquasphere", 2, ("greedy",), seed=3))).page
    name = page.locator("#choices h3 .rule").first.inner_text()
    page.locator("#choices h3 .rule").first.click()
    page.wait_for_selector("#drawer[open] .found")
    assert page.inner_text("#drawer .found").startswith(name)
    assert page.locator("#drawer .found").bounding_box()["y"] < 800
    assert page.locator("#drawer .legend dt").count() > 10
    page.keyboard.press("Escape")
    page.wait_for_selector("#drawer", state="hidden")


def test_the_tour_shows_pieces_and_ends(serve: Serve, open_tab: Any) -> None:
    page = open_tab(serve(Setting("aquasphere", 2, ("greedy",), seed=3))).page
    assert page.is_visible("text=New here?")
    page.click("#tour")
    page.wait_for_selector("#guide:visible")
    seen = set()
    while page.is_visible("#guide"):
        assert page.locator("#board .toured").count() == 1
        seen.add(page.inner_text("#guide-words"))
        page.click("#guide-next")
    assert len(seen) >= 8
    assert not page.locator("#board .toured").count()


def play_until_others_move(tab: Any) -> None:
    """Play until the page waits before it shows a move of somebody else."""
    page = tab.page
    page.evaluate("delete document.body.dataset.fast")
    page.select_option("#speed", "step")
    while not page.is_visible("#next"):
        before = tab.position
        page.locator("#choices button[data-action]").first.click()
        page.wait_for_selector(f'body:not([data-position="{before}"])')
        page.wait_for_selector("#next:visible, body[data-state=ready]")


def test_looking_needs_no_turn_of_ones_own(serve: Serve, open_tab: Any) -> None:
    tab = open_tab(serve(Setting("aquasphere", 2, ("greedy",), seed=3)))
    page = tab.page
    play_until_others_move(tab)
    page.click("#tour")
    page.wait_for_selector("#guide:visible")
    page.click("#guide-end")
    page.click("#rules")
    page.wait_for_selector("#drawer[open]")
    page.click("#drawer-close")
    page.click("#games")
    page.wait_for_selector("#saved[open]")
    page.click("#saved-close")
    assert page.is_visible("#next"), "the others' moves have not gone on meanwhile"
    assert not tab.errors


@pytest.mark.parametrize("command", ["undo", "new game"])
def test_a_command_ends_the_show_of_others_moves(serve: Serve, open_tab: Any, command: str) -> None:
    tab = open_tab(serve(Setting("aquasphere", 2, ("greedy",), seed=3)))
    page, title = tab.page, tab.page.title()
    play_until_others_move(tab)
    decisions = page.locator("#log li").count()
    if command == "undo":
        page.keyboard.press("u")
        page.wait_for_selector("body[data-state=ready]")
        assert page.locator("#log li").count() < decisions
    else:
        page.click("#new")
        page.fill("#new-seed", "8")
        page.click("#start:enabled")
        page.wait_for_selector("#next:visible, body[data-state=ready]")
        assert page.title() != title
    assert not tab.errors


def test_a_command_in_vain_leaves_the_show_going_on(
    serve: Serve, open_tab: Any, tmp_path: Path
) -> None:
    tab = open_tab(serve(Setting("aquasphere", 2, ("greedy",), seed=3)))
    page = tab.page
    play_until_others_move(tab)
    (tmp_path / "no.jsonl").write_text("no log\n")
    page.click("#games")
    page.set_input_files("#saved-file", tmp_path / "no.jsonl")
    page.wait_for_selector("#error:popover-open")
    page.wait_for_selector("#next:visible")
    page.select_option("#speed", "250")
    assert tab.ready() == "ready"
    assert page.locator("#choices button[data-action]").count()
    assert page.is_visible("#error"), "what went wrong stays to be read"


def test_moves_of_others_one_by_one(serve: Serve, open_tab: Any) -> None:
    tab = open_tab(serve(Setting("aquasphere", 2, ("greedy",), seed=3)))
    page = tab.page
    play_until_others_move(tab)
    shown = page.locator("#news-list li").count()
    assert "moves next" in page.inner_text("#prompt")
    page.focus("#next")
    page.keyboard.press("Enter")
    page.wait_for_function(f"document.querySelectorAll('#news-list li').length > {shown - 1}")
    page.select_option("#speed", "250")
    tab.ready()
    assert "Bo:" in page.inner_text("#news-list"), "what the others did stays visible"


def test_on_a_phone_the_next_move_is_at_hand(serve: Serve, open_tab: Any) -> None:
    tab = open_tab(serve(Setting("aquasphere", 2, ("greedy",), seed=3)), **PHONE)
    play_until_others_move(tab)
    for name in ("#next", "#skip"):
        box = tab.page.locator(name).bounding_box()
        assert 0 <= box["y"] < box["y"] + box["height"] <= 844


def test_the_focus_is_on_what_can_be_done_after_the_last_move(serve: Serve, open_tab: Any) -> None:
    tab = open_tab(serve(Setting("aquasphere", 2, ("greedy",), seed=3)))
    page = tab.page
    play_until_others_move(tab)
    page.focus("#skip")
    page.keyboard.press("Enter")
    tab.ready()
    assert page.evaluate("document.activeElement.closest('#board, #choices') !== null")


def test_board_matches_the_state_in_mid_game(serve: Serve, open_tab: Any) -> None:
    """The same seed and actions in a match and at the page: the same pieces on the board."""
    variant = get_game("aquasphere").variant(2)
    tab = open_tab(serve(Setting("aquasphere", 2, ("human",), seed=8)))
    match = Match(variant, 8)
    chance = np.random.default_rng(8)
    for _ in range(40):
        action = int(chance.choice(match.legal_actions()))
        before = tab.position
        tab.page.click(f"#choices button[data-action='{action}']")
        tab.page.wait_for_selector(f'body:not([data-position="{before}"])')
        tab.ready()
        match.step(action)
    expected = expected_pieces(match.state)
    assert expected <= tab.ids()
    box = tab.page.locator("#board svg").bounding_box()
    assert box["width"] > 900, "the board fills a window of 1280 x 800"
    for piece in expected:
        place = tab.page.locator(f"#board #{piece}").bounding_box()
        empty = piece.startswith(("supply", "submarines-"))
        assert place is not None
        assert empty or min(place["width"], place["height"]) > 3.5, piece
    assert not tab.errors


def test_two_tabs_do_not_disturb_each_other(serve: Serve, open_tab: Any) -> None:
    address = serve(Setting("aquasphere", 2, ("greedy",), seed=3))
    one, other = open_tab(address), open_tab(address)
    untouched = other.board
    before = one.position
    one.page.keyboard.press("1")
    one.page.wait_for_selector(f'body:not([data-position="{before}"])')
    one.ready()
    other.page.reload()
    other.page.wait_for_selector("#board svg")
    other.ready()
    assert other.position == before
    assert other.board == untouched
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
    page.click("#tab-opinion")
    page.select_option("#adviser", "greedy")
    page.keyboard.press("e")
    page.wait_for_selector("text=greedy in your place: points after each move")
    assert page.locator("#opinion tr").count() == page.locator("#choices li").count()
    page.select_option("#adviser", "random")
    page.click("#explain")
    page.wait_for_selector("text=random in your place: how likely it plays each move")
    assert not tab.errors


def test_a_lost_server_is_told_and_its_game_goes_on(
    tmp_path: Path, serve: Any, open_tab: Any
) -> None:
    setting = Setting("aquasphere", 2, ("random",), seed=3, store=tmp_path / "games.sqlite")
    address = serve(setting)
    tab = open_tab(address)
    page = tab.page
    press_keys(tab, np.random.default_rng(1))
    tab.ready()
    before, board = tab.position, tab.board
    serve.end(address)
    page.keyboard.press("1")
    page.wait_for_selector("#error:visible")
    assert "does not answer" in page.inner_text("#error")
    toast = page.locator("#error").bounding_box()
    assert 0 < toast["y"] < 800 - toast["height"], "where one looks"
    serve(setting, int(address.rstrip("/").rpartition(":")[2]))
    page.wait_for_selector("#error", state="hidden")
    tab.ready()
    assert (tab.position, tab.board) == (before, board)
    page.keyboard.press("1")
    page.wait_for_selector(f'body:not([data-position="{before}"])')


def test_an_error_is_shown_in_the_window_and_closes(serve: Serve, open_tab: Any) -> None:
    page = open_tab(serve(Setting("aquasphere", 2, ("random",), seed=3))).page
    page.click("#new")
    page.fill("#new-seed", "99999999999999999999")
    page.click("#start")
    page.wait_for_selector("#error:visible")
    toast = page.locator("#error").bounding_box()
    assert 0 < toast["y"] < 800 - toast["height"]
    page.click("#error-close")
    assert not page.is_visible("#error")


def test_a_page_is_small_and_quick(serve: Serve, open_tab: Any) -> None:
    page = open_tab(serve(Setting("aquasphere", 2, ("random",), seed=3))).page
    sizes = page.evaluate(
        "performance.getEntriesByType('resource').map(e => [e.name, e.transferSize])"
    )
    assert sum(size for name, size in sizes if not name.endswith(".ttf")) < 300_000
    assert any(name.endswith(".ttf") for name, _ in sizes), "texts are drawn in our own font"


def test_a_game_of_ones_own_components(tmp_path: Path, serve: Serve, open_tab: Any) -> None:
    """The dialog says what is wrong with a file before it closes, and plays a good one."""
    page = open_tab(serve(Setting("aquasphere", 2, ("greedy",), seed=3))).page
    page.click("#new")
    page.select_option("#new-game", "octodice")
    page.wait_for_selector("#start:enabled")
    for content, problem in (("a = \n", True), (MY_DICE, False)):
        file = tmp_path / f"mine-{problem}.toml"
        file.write_text(content, encoding="utf-8")
        page.set_input_files("#dialog [name=components]", file)
        wrong, right = "#new-problem:has-text('components: Invalid value')", "#new-problem:empty"
        page.wait_for_selector(wrong if problem else right, state="attached")
        page.wait_for_selector("#start:disabled" if problem else "#start:enabled")
    page.click("#start")
    page.wait_for_selector("#board svg :text-is('17')")  # what the fifth colour of research pays


def test_one_plays_in_the_colour_that_one_chose(serve: Serve, open_tab: Any) -> None:
    page = open_tab(serve(Setting("aquasphere", 2, ("greedy",), seed=3))).page
    shown = (
        "seat => getComputedStyle(document.querySelector(`.swatch.seat-${seat}`)).backgroundColor"
    )
    drawn = "seat => getComputedStyle(document.querySelector(`#board .f-player-${seat}`)).fill"
    before = [page.evaluate(drawn, seat) for seat in (0, 1)]
    for color, places in (("orange", [1, 0]), ("", [0, 1])):
        page.click("#new")
        page.select_option("#new-color", color)
        page.wait_for_selector("#start:enabled")
        page.click("#start")
        page.wait_for_selector("#dialog", state="hidden")
        page.wait_for_selector("body[data-state=ready]")
        page.click("#tab-scores")
        now = [page.evaluate(drawn, seat) for seat in (0, 1)]
        assert now == [before[place] for place in places]
        assert [page.evaluate(shown, seat) for seat in (0, 1)] == now


# Every element of the board with its attributes in order, so that equal boards are equal texts.
BOARD = """() => [...document.querySelectorAll('#board *')].filter((e) => !e.closest('.moves'))
  .map((e) => [e.tagName, ...[...e.attributes].map((a) => `${a.name}=${a.value}`).sort(),
    e.childElementCount ? '' : e.textContent].join(' '))"""


@pytest.mark.parametrize("screen", [WIDE, PHONE], ids=["wide", "phone"])
@pytest.mark.parametrize("name", drawn_games())
def test_parts_that_stay_are_those_of_a_fresh_picture(
    name: str, screen: Any, serve: Serve, open_tab: Any
) -> None:
    """Only changed parts are drawn; the board is the same as on a page that is loaded anew."""
    tab = open_tab(serve(Setting(name, 2, ("greedy",), seed=6)), **screen)
    chance = np.random.default_rng(3)
    parts = tab.page.locator("#board .part")
    stayed = 0
    for _ in range(8):
        tab.page.evaluate("document.querySelectorAll('.part').forEach(e => { e.kept = true; })")
        press_keys(tab, chance)
        tab.ready()
        stayed += parts.evaluate_all("all => all.filter(e => e.kept).length")
    shown = tab.page.evaluate(BOARD)
    tab.page.reload()
    tab.page.wait_for_selector("#board svg")
    tab.ready()
    assert tab.page.evaluate(BOARD) == shown
    assert stayed > 8 * parts.count() / 2
