"""The action table: 140 ids that must never change, and the legal loads as bit sets."""

from itertools import product

import numpy as np
import pytest

from aquasphere_env.core import loops
from aquasphere_env.core.match import IllegalActionError
from aquasphere_env.games.aquanauts import GAME
from aquasphere_env.games.aquanauts.actions import LOAD_SETS

from .positions import games, options, play, position

ACTIONS = GAME.actions


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (0, "robot to Generator Hall"),
        (2, "robot to Stockpile"),
        (5, "robot to Collection Bay"),
        (6, "robot to dock"),
        (8, "robot to launch"),
        (13, "robot to track 4"),
        (14, "aquanaut to Generator Hall"),
        (22, "aquanaut to Dive Lock"),
        (23, "aquanaut to dock"),
        (30, "aquanaut to track 4"),
        (31, "build in place A"),
        (36, "run facility A"),
        (41, "wake the aquanaut"),
        (42, "done"),
        (43, "discard power"),
        (47, "discard sample"),
        (48, "unload bay 0"),
        (52, "publish paper 0"),
        (56, "publish nothing"),
        (57, "load A"),
        (60, "load AA"),
        (61, "load AO"),
        (66, "load AAA"),
        (139, "load SSSSSS"),
    ],
)
def test_ids(action: int, words: str) -> None:
    assert ACTIONS.describe(action) == words
    assert ACTIONS.parse(words) == action


def test_there_are_140_actions_and_83_loads() -> None:
    assert len(ACTIONS) == 140
    assert len(LOAD_SETS) == len({tuple(s) for s in LOAD_SETS}) == 83
    assert set(LOAD_SETS.sum(axis=1)) == {1, 2, 3, 4, 5, 6}


@pytest.mark.parametrize("held", [h for h in product((0, 1, 3, 7), repeat=3) if 0 < sum(h) <= 15])
def test_legal_loads_are_the_sets_in_store(held: tuple[int, int, int]) -> None:
    algae, oxygen, samples = held
    match = position(
        f"[state.players.0]\nstore = [0, {algae}, {oxygen}, 0, {samples}]\n"
        "grid = ['T27', '-', '-', '-', '-']"
    )
    expected = [s for s in LOAD_SETS if (s <= np.array(held)).all()]
    play(match, "robot to submersible")
    if len(expected) > 1:
        texts = ["A" * a + "O" * o + "S" * s for a, o, s in expected]
        assert options(match) == [f"load {text}" for text in texts]


@pytest.mark.parametrize(
    ("state", "words", "reason"),
    [
        ("", "done", "the open question is: place a worker"),
        ("", "robot to Collection Bay", "it costs O, the store holds PP"),
        ("", "aquanaut to Gardens", "the aquanaut is in the pod"),
        ("", "robot to submersible", "no algae, oxygen or samples to load"),
        ("", "robot to launch", "all bays are empty"),
        ("[state.players.0]\nrobots = 0\naquanaut = 'ready'", "robot to dock", "both robots have"),
        (
            "tile_workers = [1, -1, -1, -1, -1, -1, -1, -1, -1]\n[state.players.1]\nrobots = 1",
            "robot to Generator Hall",
            "player_1",
        ),
        (
            "track = ['-', 'T01', 'T02', 'T03', 'T06']\n[state.players.1]\nrobots = 1",
            "robot to track 0",
            "the space is taken",
        ),
        (
            "objectives = ['J03', 'J04', 'J05']\n"
            "[state.players.0]\ngrid = ['T01', 'T02', 'T03', 'T06', 'T08']",
            "robot to track 0",
            "the grid is full",
        ),
        (
            "track = ['T27', 'T01', 'T02', 'T03', 'T06']\n[state.players.0]\n"
            "grid = ['T28', '-', '-', '-', '-']",
            "robot to track 0",
            "a player builds only one Storage Unit",
        ),
    ],
)
def test_illegal_placements_say_why(state: str, words: str, reason: str) -> None:
    match = position(state)
    with pytest.raises(IllegalActionError, match=reason):
        play(match, words)


def test_every_illegal_action_of_random_games_has_a_reason() -> None:
    """Also: whatever is illegal at the open question has a reason other than 'it is open'."""
    reasons = set()
    for match in games(9, share=0.1):
        if match.over:
            continue
        for action in set(range(140)) - set(match.legal_actions()):
            reason = GAME.why_illegal(match.state, action)
            assert reason
            assert reason != "it is always open"
            reasons.add(reason.split(",")[0])
    assert {
        "a facility stands there",
        "the store holds none",
        "the store does not hold that",
        "the place is empty",
    } <= reasons


def test_perft_from_a_small_position() -> None:
    """One robot each and no resources: counted by hand from the options."""
    match = position(
        "[state.players.0]\nrobots = 1\nstore = [0, 0, 0, 0, 0]\n"
        "[state.players.1]\nrobots = 1\nstore = [0, 0, 0, 0, 0]"
    )
    states = match.variant.new_states(3)
    states[:] = match.states[0]
    first = len(options(match))
    assert options(match) == ["robot to Generator Hall", "robot to Stockpile", "robot to dock"]
    second = sum(len(options(play(match.copy(), words))) for words in options(match))
    assert loops.perft(states, 1) == first
    assert loops.perft(states, 2) == second
    # Hall: Stockpile, dock. Stockpile: Hall, dock. Dock: Hall, Stockpile, dock, launch.
    assert second == 2 + 2 + 4
