"""Points: papers, public objectives, ties."""

import numpy as np
import pytest

from aquasphere_env.core import loops
from aquasphere_env.games.aquanauts import GAME
from aquasphere_env.games.aquanauts.scoring import most_papers

from .positions import BAYS, play, points, position


def test_o1_rulebook_three_facilities_pay_three_once() -> None:
    match = position(
        """
        objectives = ["J01", "J03", "J04"]
        track = ["T16", "T01", "T28", "T06", "T02"]
        [state.players.0]
        store = [0, 0, 0, 1, 0]
        grid = ["T03", "T14", "-", "-", "-"]
        [state.players.1]
        store = [0, 0, 0, 1, 0]
        grid = ["T13", "T11", "-", "-", "-"]
        """
    )
    play(match, "robot to track 1", "build in place C")
    assert points(match, 0) == 3
    assert match.state["claimed_by"].tolist() == [0, -1, -1]
    play(match, "robot to track 4", "build in place E")
    assert points(match, 1) == 0


def test_e2_papers_and_tokens_decide() -> None:
    match = position(
        """
        [state.players.0]
        points = 5
        papers = ["R12", "R07", "-", "-"]
        [state.players.1]
        points = 22
        """
    )
    assert match.scores() == [5 + 13 + 4, 22]
    assert match.ranks() == [1, 1]


def test_kinds_of_scores_are_points_and_nothing_else() -> None:
    match = position()
    match.state["players"]["points"][0] = 300
    assert np.array_equal(GAME.read_scores(match.states)[0], [300, 0, 0])


def test_r10_scores_replace_all_that_was_in_the_table() -> None:
    match = position("[state.players.1]\npoints = 2")
    table = np.full((2, 3), 7, np.int32)
    loops.read_scores(match.states, 0, table)
    assert table.tolist() == [[0, 0, 0], [2, 0, 0]]


# R8: objectives


def test_r8_papers_claim_at_once_before_the_next_bay() -> None:
    match = position('objectives = ["J04", "J07", "J09"]\n' + BAYS)
    match.state["players"][1]["papers"][0] = 7
    match.state["players"][0]["papers"][0] = 8
    play(match, "robot to launch", "unload bay 0", "publish paper 0")
    assert match.state["claimed_by"].tolist() == [1, -1, -1]
    assert points(match, 1) == 4 + 3  # the objective, and the other bay's trade


def test_r8_several_objectives_at_once_are_all_taken() -> None:
    match = position(
        """
        objectives = ["J01", "J12", "J02"]
        track = ["T27", "T01", "T02", "T03", "T06"]
        [state.players.0]
        store = [0, 0, 0, 1, 0]
        papers = ["R19", "R01", "-", "-"]
        grid = ["T16", "T08", "-", "-", "-"]
        """
    )
    play(match, "robot to track 0", "build in place C")  # a Storage Unit counts too
    assert match.state["claimed_by"].tolist() == [0, 0, -1]
    assert points(match, 0) == 3 + 4


@pytest.mark.parametrize(
    ("objective", "papers", "met"),
    [
        ("J03", ["R01", "R06"], True),
        ("J03", ["R07", "R01"], False),
        ("J07", ["R07", "R01"], True),
        ("J08", ["R13", "R08"], False),
        ("J09", ["R01", "R07", "R14"], True),
        ("J09", ["R01", "R07", "R08"], False),
    ],
)
def test_r8_requirements_on_papers(objective: str, papers: list[str], met: bool) -> None:
    others = [j for j in ("J02", "J10", "J11") if j != objective][:2]
    padded = papers[:-1] + ["-"] * (5 - len(papers))
    row = [papers[-1], "R24", "R12", "R18"]
    match = position(
        f"""
        objectives = {[objective, *others]}
        open_papers = {row}
        [state.players.0]
        papers = {padded}
        [state.bays.0]
        owner = 0
        cargo = [2, 2, 2]
        """
    )
    play(match, "robot to launch", "publish paper 0")
    assert (match.state["claimed_by"][0] == 0) == met


@pytest.mark.parametrize("papers", [0, 1, 3, 4])
def test_e1_most_papers_are_those_of_the_player_with_most(papers: int) -> None:
    published = ["R01", "R08", "R14", "R20"][:papers] + ["-"] * (4 - papers)
    unmet = "objectives = ['J01', 'J02', 'J03']\n"
    match = position(f"{unmet}[state.players.1]\npapers = {published}", num_players=3)
    assert most_papers(match.state) == papers


def test_r10_ties_are_shared() -> None:
    match = position("[state.players.0]\npoints = 4\n[state.players.2]\npoints = 4", num_players=3)
    assert match.ranks() == [1, 3, 1]
