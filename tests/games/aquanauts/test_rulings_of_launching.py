"""Rulings on loading, launching and the end, AN-R6, AN-R7 and AN-R9."""

import pytest

from aquasphere_env.core.match import Match
from aquasphere_env.games.aquanauts import GAME

from .positions import BAYS, forced, options, play, points, position, round_end, store

UNMET = "objectives = ['J01', 'J02', 'J04']\n"  # without a facility and a paper on Sharks

# R6: loading


def test_r6_the_lowest_free_bay_is_filled() -> None:
    match = position(
        """
        [state.bays.0]
        owner = 1
        cargo = [1, 0, 0]
        [state.players.0]
        store = [0, 0, 2, 0, 1]
        """
    )
    play(match, "robot to submersible", "load OS")
    assert match.state["bays"][1]["owner"] == 0
    assert match.state["bays"][1]["cargo"].tolist() == [0, 1, 1]
    assert store(match, 0) == "O"


def test_r6_a_full_dock_launches_at_once() -> None:
    match = position("dock = [1, 0, -1]")
    play(match, "robot to dock")
    assert store(match, 0) == "PPBBBB"
    assert store(match, 1) == "PPBB"


def test_r6_a_full_submersible_launches_at_once() -> None:
    bays = "\n".join(f"[state.bays.{b}]\nowner = 1\ncargo = [1, 0, 0]" for b in range(3))
    match = position(f"{bays}\n[state.players.0]\nstore = [0, 1, 0, 0, 0]")
    play(match, "robot to submersible")  # the only load there is
    assert forced(match)[-1:] == ["load A"]
    assert (match.state["bays"]["owner"] == -1).all()


def test_r6_launch_needs_a_filled_bay_of_either() -> None:
    assert "robot to launch" not in options(position())
    assert "robot to launch" in options(position("dock = [1, -1, -1]"))
    assert "robot to launch" in options(position("[state.bays.0]\nowner = 1\ncargo = [1, 0, 0]"))


# R7: launching


def test_r7_the_launcher_orders_the_bays_and_equal_ones_are_one_choice() -> None:
    match = play(position(BAYS), "robot to launch")
    assert match.player == 0
    assert options(match) == ["unload bay 0", "unload bay 1"]
    play(match, "unload bay 0")
    assert match.player == 1  # the owner chooses
    assert options(match) == ["publish paper 0", "publish nothing"]


@pytest.mark.parametrize(
    ("owner", "cargo"), [(1, [0, 3, 0]), (1, [0, 5, 0]), (1, [1, 4, 0]), (0, [0, 4, 0])]
)
def test_r7_bays_with_more_or_less_or_of_another_are_two_choices(
    owner: int, cargo: list[int]
) -> None:
    """Both pay for R07, OOO."""
    match = position(
        f"""
        open_papers = ["R07", "R13", "R24", "R12"]
        [state.bays.0]
        owner = 1
        cargo = [0, 4, 0]
        [state.bays.1]
        owner = {owner}
        cargo = {cargo}
        """
    )
    play(match, "robot to launch")
    assert options(match) == ["unload bay 0", "unload bay 1"]


def test_r7_a_bay_that_can_publish_no_more_is_unloaded_unasked() -> None:
    """The only paper for OOO is gone: the second bay of player 1 trades its three tokens."""
    match = play(position(BAYS), "robot to launch", "unload bay 0", "publish paper 0")
    assert match.scores() == [0, 4 + 3]
    assert match.player == 0
    assert options(match) == ["publish paper 1", "publish nothing"]


def test_r7_publishing_nothing_earns_nothing() -> None:
    match = play(position(BAYS), "robot to launch", "unload bay 1", "publish nothing")
    assert match.scores() == [0, 0]
    play(match, "publish nothing", "publish nothing")
    assert match.scores() == [0, 0]
    assert (match.state["bays"]["owner"] == -1).all()


def test_r7_two_tokens_earn_nothing() -> None:
    match = position("[state.bays.0]\nowner = 1\ncargo = [1, 1, 0]")
    play(match, "robot to launch")
    assert match.scores() == [0, 0]


def test_r7_an_owner_of_four_papers_trades() -> None:
    papers = '[state.players.1]\npapers = ["R01", "R02", "R03", "R04"]'
    match = play(position(UNMET + BAYS + papers), "robot to launch")
    assert points(match, 1) == 3 + 3
    assert match.player == 0


def test_r7_the_dock_pays_after_the_papers_and_then_limits_apply_launcher_first() -> None:
    match = position(
        BAYS
        + """
        [state.players.0]
        store = [9, 0, 0, 0, 0]
        [state.players.1]
        store = [9, 0, 0, 0, 0]
        """
    )
    match.state["dock"] = [1, 0, -1]
    play(match, "robot to launch", "unload bay 1", "publish paper 1")
    assert store(match, 0) == "P" * 9
    play(match, "publish paper 0")
    assert store(match, 0) == "P" * 9 + "BB"
    assert match.player == 0
    play(match, "discard power")
    assert match.player == 1
    play(match, "discard building material")
    assert store(match, 1) == "P" * 9 + "B"
    assert "robot to dock" in options(match)


# R9: the end


def test_r9_bays_still_loaded_are_lost() -> None:
    papers = 'papers = ["R01", "R02", "R03", "R04"]'
    bay = UNMET + "[state.bays.0]\nowner = 1\ncargo = [0, 0, 3]"
    match = play(round_end(papers, bay), "robot to dock")
    assert match.state["terminated"]
    assert match.scores() == [4 + 5 + 6 + 7, 0]


def test_r9_max_rounds_truncates() -> None:
    variant = GAME.variant(2, max_rounds=2)
    match = Match(variant, 1)
    while not match.over:
        words = "robot to dock" if "robot to dock" in options(match) else options(match)[0]
        play(match, words)
    assert match.state["truncated"]
    assert not match.state["terminated"]
    assert match.state["round_number"] == 1
    assert GAME.end_reason(match.state) == GAME.end_reasons[1]


def test_r9_a_fourth_paper_in_the_last_round_is_a_normal_end() -> None:
    match = round_end('papers = ["R01", "R02", "R03", "R04"]', UNMET + "round_number = 19")
    play(match, "robot to dock")
    assert match.state["terminated"]
    assert not match.state["truncated"]
