"""Pairs of states that differ only in what a player cannot know look the same to that player.

``redeal`` makes such pairs; where turns are simultaneous, so do different turns of the others.
"""

import itertools
import random
from typing import Any

import numpy as np
import pytest

from aquasphere_env.core import loops
from aquasphere_env.core.game import Variant, digest, legal_ids
from aquasphere_env.core.match import Match
from aquasphere_env.core.state import new_records
from aquasphere_env.games import GAMES

from .loops import evaluate_one
from .setups import SETUPS, Setup, finish, sample
from .spec import spec_of

pytestmark = pytest.mark.slow


NUM_REDEALS = 2


def seen_by(variant: Variant, states: np.ndarray, player: int) -> dict[str, Any]:
    """Return all that ``player`` may know of ``states[0]``, in every form the game gives it."""
    game = variant.game
    state = states[0]
    seen: dict[str, Any] = {
        "text": game.to_text(state, player),
        "info": game.extra_info(state),
        "evaluation": evaluate_one(states, 0, player),
        "end": (bool(state["terminated"]), bool(state["truncated"]), game.end_reason(state)),
    }
    for name, view in game.views.items():
        record = new_records(1, view.dtype)
        loops.observe_one(states, 0, player, record, 0)
        seen[f"view {name}"] = {f: record[f].tolist() for f in view.dtype.names or ()}
    if game.draw_module is not None:
        seen["picture"] = game.draw(state, player)
    if player == state["current_player"]:
        seen["legal actions"] = state["legal"].tolist()
    return seen


def difference(a: dict[str, Any], b: dict[str, Any]) -> list[str]:
    """Return the names of what differs, features of views by their own names."""
    names = []
    for name in a:
        if isinstance(a[name], dict):
            names += [f"{name}: {key}" for key in a[name] if a[name][key] != b[name][key]]
        elif a[name] != b[name]:
            names.append(name)
    return names


def redealt(match: Match, player: int, seed: int) -> np.ndarray:
    """Return a copy of the state with everything redrawn that ``player`` cannot see."""
    states: np.ndarray = match.states.copy()
    loops.redeal_one(states, 0, player, seed)
    return states


def test_nobody_sees_what_redeal_redraws(variant: Variant) -> None:
    """PettingZoo #233, open_spiel #1604, rlcard #297, RosettaStone #1064: in no form."""
    for match in sample(variant, seed=6, every=7):
        for player, seed in itertools.product(range(variant.num_players), range(NUM_REDEALS)):
            before = seen_by(variant, match.states, player)
            after = seen_by(variant, redealt(match, player, seed), player)
            assert difference(before, after) == [], f"player {player}"


def test_redeal_keeps_public_scores_and_whose_turn_it_is(setup: Setup, variant: Variant) -> None:
    """Where turns are simultaneous, the points of others' open turns are not public."""
    for match in sample(variant, seed=7, every=6):
        for player in range(variant.num_players):
            states = redealt(match, player, seed=1)
            for name in ("step_count", "round_number", "current_player", "num_players"):
                assert states[0][name] == match.state[name]
            if not variant.game.simultaneous:
                scores = match.game.read_scores(match.states)
                assert np.array_equal(match.game.read_scores(states), scores)


@pytest.mark.parametrize("name", GAMES)
def test_redeal_redraws_something_exactly_where_something_is_hidden(name: str) -> None:
    """Chance to come is always hidden: ``redeal_one`` reseeds it first."""
    changed = False
    for setup in SETUPS:
        if setup.game != name:
            continue
        variant = setup.variant()
        for number, match in enumerate(sample(variant, seed=6, every=4)):
            for player in range(variant.num_players):
                states = redealt(match, player, seed=number)
                assert states[0]["rng"] != match.state["rng"] or match.over
                states["rng"] = match.state["rng"]
                changed |= digest(states[0]) != digest(match.state)
    assert changed == (not spec_of(name).hides_nothing)


def test_redeal_draws_from_its_seed_alone(variant: Variant) -> None:
    """Not from what was hidden before: players who look ahead would see it, by what they do."""
    for match in sample(variant, seed=8, every=9):
        for player in range(variant.num_players):
            once, again = (redealt(match, player, seed=3) for _ in range(2))
            assert digest(once[0]) == digest(again[0])
            twin = match.copy()
            twin.states = redealt(match, player, seed=4)
            assert digest(redealt(twin, player, seed=3)[0]) == digest(once[0])


def test_a_redealt_game_can_be_played_to_its_end(variant: Variant) -> None:
    for match in sample(variant, seed=9, every=8):
        for player in range(variant.num_players):
            twin = match.copy()
            twin.states = redealt(match, player, seed=4)
            if not match.over:
                assert len(twin.legal_actions()) >= 2
            finish(twin, seed=4)
            assert twin.state["terminated"] or twin.state["truncated"]


@pytest.mark.parametrize("setup", [s for s in SETUPS if s.variant().game.simultaneous], ids=str)
def test_a_turn_is_not_seen_before_the_round_is_over(setup: Setup) -> None:
    variant = setup.variant()
    for match in sample(variant, seed=10, every=5):
        if match.over:
            break
        others = [p for p in range(variant.num_players) if p != match.player]
        ends = [end_of_turn(match, seed) for seed in range(NUM_REDEALS)]
        for a, b in itertools.pairwise(end for end in ends if end is not None):
            for player in others:
                views = (seen_by(variant, m.states, player) for m in (a, b))
                assert difference(*views) == [], f"player {player}"


@pytest.mark.parametrize("setup", [s for s in SETUPS if s.variant().game.simultaneous], ids=str)
def test_a_decision_changes_nothing_for_the_others_before_the_round_is_over(setup: Setup) -> None:
    """Decision by decision, forced moves included: however deep, however many have finished."""
    variant = setup.variant()
    players = range(variant.num_players)
    chooser = random.Random(11)
    unseen = 0
    for match in sample(variant, seed=11, every=9):
        states = match.states.copy()
        before = [known_to(variant, states, player) for player in players]
        while (
            not loops.is_over(states[0])
            and states[0]["round_number"] == match.state["round_number"]
        ):
            mover = int(states[0]["current_player"])
            loops.apply_one(states, 0, chooser.choice(legal_ids(states[0])))
            if loops.is_over(states[0]) or states[0]["round_number"] != match.state["round_number"]:
                break
            after = [known_to(variant, states, player) for player in players]
            for player in set(players) - {mover}:
                assert difference(before[player], after[player]) == [], f"player {player}"
                unseen += 1
            before = after
    assert unseen or variant.num_players == 1


def known_to(variant: Variant, states: np.ndarray, player: int) -> dict[str, Any]:
    """Return what ``player`` may know, independent of who decides next."""
    seen = seen_by(variant, states, player)
    seen.pop("legal actions", None)
    return seen


def end_of_turn(match: Match, seed: int) -> Match | None:
    """Play the current player's turn at random; return ``None`` if the round ends with it."""
    twin = match.copy()
    chooser = random.Random(seed)
    while not twin.over and twin.player == match.player:
        twin.step(chooser.choice(twin.legal_actions()))
    same_round = twin.state["round_number"] == match.state["round_number"]
    return twin if same_round and not twin.over else None
