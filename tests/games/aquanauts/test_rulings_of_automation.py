"""The ruling on automated systems, AN-R2."""

import random
import tomllib
from itertools import combinations

import pytest

from aquasphere_env.core.match import Match
from aquasphere_env.games.aquanauts.components import STANDARD_SET
from aquasphere_env.games.aquanauts.state import (
    ITEMS,
)

from .positions import forced, options, play, points, round_end, store

NOBODY_MEETS = "objectives = ['J03', 'J04', 'J05']"  # without papers
FACILITIES = tomllib.loads(STANDARD_SET.read_text())["facilities"]["rows"]


# R2: automated phase


def test_r2_nodes_and_free_facilities_pay_before_the_choices() -> None:
    """The Turbine's power runs the Electrolysis Tank in the same phase."""
    grid = 'store = [0, 0, 0, 0, 0]\ngrid = ["-", "-", "T01", "-", "T14"]'
    match = play(round_end(grid), "robot to dock")
    assert options(match) == ["run facility E", "done"]
    play(match, "run facility E")
    assert store(match, 0) == "OO"


def test_r2_an_item_that_feeds_a_lower_one_leaves_it_open() -> None:
    """The dredge in B needs the oxygen of the tank in C."""
    grid = 'store = [1, 0, 0, 0, 0]\ngrid = ["-", "T19", "T14", "-", "-"]'
    match = play(round_end(grid), "robot to dock")
    play(match, "run facility C")
    assert options(match) == ["run facility B", "done"]
    play(match, "run facility B")
    assert store(match, 0) == "OS"


def test_r2_taking_an_item_gives_up_the_lower_ones_that_could_have_run() -> None:
    grid = 'store = [2, 0, 0, 0, 0]\ngrid = ["-", "-", "T14", "-", "T25"]'
    match = play(round_end(grid), "robot to dock")
    assert options(match) == ["run facility C", "run facility E", "done"]
    play(match, "run facility E")
    assert match.player == 0
    assert "robot to dock" in options(match)  # C is given up: the workers' phase has begun


def test_r2_of_equal_facilities_the_lower_runs_first_and_giving_up_blocks_the_higher() -> None:
    grid = 'store = [3, 0, 0, 0, 0]\ngrid = ["-", "-", "T14", "T25", "T13"]'
    match = play(round_end(grid, NOBODY_MEETS), "robot to dock")
    assert options(match) == ["run facility C", "run facility D", "done"]
    assert options(play(match.copy(), "run facility C")) == [
        "run facility D",
        "run facility E",
        "done",
    ]
    assert "robot to dock" in options(play(match, "run facility D"))


def test_r2_giving_up_blocks_an_equal_neighbour() -> None:
    """Whoever runs the Data Relay in C gives up both Electrolysis Tanks, A and B."""
    grid = 'store = [3, 0, 0, 0, 0]\ngrid = ["T14", "T13", "T25", "-", "-"]'
    match = play(round_end(grid, NOBODY_MEETS), "robot to dock")
    assert options(match) == ["run facility A", "run facility C", "done"]
    assert "robot to dock" in options(play(match, "run facility C"))


RUNNING = [k for k, tile in enumerate(FACILITIES) if tile["run"]]


@pytest.mark.parametrize("seed", range(25))
def test_r2_every_set_of_choices_is_exactly_one_sequence(seed: int) -> None:
    """All paths through an automated phase against all sets of items that some order affords."""
    choice = random.Random(seed)
    tiles = choice.sample(RUNNING, choice.randint(2, 5))
    grid = [FACILITIES[t]["id"] for t in tiles] + ["-"] * (5 - len(tiles))
    held = [choice.randint(0, 2) for _ in range(5)]
    mine = f"store = {held}\ngrid = {grid}"
    start = play(round_end(mine, NOBODY_MEETS, num_players=4), "robot to dock")
    paths: list[list[str]] = []

    def explore(match: Match, taken: list[str]) -> None:
        if match.state["question"] != ITEMS or match.player != 0:
            paths.append(taken)
            return
        for words in options(match):
            explore(play(match.copy(), words), taken if words == "done" else [*taken, words])

    explore(start, [])
    items = {
        f"run facility {place}": (FACILITIES[t]["run"], FACILITIES[t]["output"])
        for place, t in zip("ABCDE", tiles, strict=False)
    }
    items["wake the aquanaut"] = ("AO", "")
    kinds = [tuple(sorted(items[words] for words in taken)) for taken in paths]
    possible = {
        tuple(sorted(items[words] for words in chosen))
        for size in range(len(items) + 1)
        for chosen in combinations(items, size)
        if can_all_run({words: items[words] for words in chosen}, store_before(start))
    }
    assert sorted(kinds) == sorted(possible)


def store_before(match: Match) -> str:
    """Return the store of player 0 if the choices are still to be made, else nothing to choose."""
    return store(match, 0) if match.state["question"] == ITEMS and match.player == 0 else ""


def can_all_run(items: dict[str, tuple[str, str]], held: str) -> bool:
    """Return whether all ``items`` can run in some order, beginning with the tokens ``held``."""
    if not items:
        return True
    for name, (cost, output) in items.items():
        if all(held.count(t) >= cost.count(t) for t in cost):
            left = list(held)
            for token in cost:
                left.remove(token)
            rest = {k: item for k, item in items.items() if k != name}
            if can_all_run(rest, "".join(left) + output):
                return True
    return False


def test_r2_the_limit_applies_after_the_choices() -> None:
    """Eleven tokens before the facility runs: none is discarded in between."""
    me = 'store = [9, 0, 0, 0, 0]\ngrid = ["-", "-", "T06", "T25", "-"]'
    match = play(round_end(me), "robot to dock")
    assert store(match, 0) == "P" * 11
    play(match, "run facility D")
    assert forced(match)[-1:] != ["discard power"]
    assert store(match, 0) == "P" * 10
    assert points(match, 0) == 1


def test_r2_a_new_facility_runs_in_the_next_round() -> None:
    me = "store = [0, 0, 0, 1, 0]"
    match = round_end(me, 'track = ["T27", "T01", "T02", "T03", "T06"]')
    play(match, "robot to track 1", "build in place C")
    assert match.state["round_number"] == 1
    assert store(match, 0) == "P"
