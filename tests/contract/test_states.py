"""States from outside: what games reach is accepted, everything else is refused in words."""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from aquasphere_env.core.check import StateError, check_state
from aquasphere_env.core.game import Game, Variant
from aquasphere_env.core.match import Match
from aquasphere_env.core.position import from_position, state_from_dict, state_to_dict, to_position
from aquasphere_env.core.ranges import unbounded
from aquasphere_env.players.policies import GREEDY, RANDOM

from .setups import finish, sample
from .test_fields import play_batch


def test_every_field_has_a_range(game: Game) -> None:
    assert list(unbounded(game.state_dtype)) == []


def test_states_of_games_are_possible(variant: Variant) -> None:
    for match in sample(variant, seed=31, every=3):
        check_state(variant, match.state)


@pytest.mark.slow
@pytest.mark.parametrize("policy", [RANDOM, GREEDY], ids=["random", "greedy"])
def test_states_of_many_games_are_possible(variant: Variant, policy: int) -> None:
    chooser = random.Random(policy)
    for states in play_batch(variant, policy):
        check_state(variant, states[chooser.randrange(len(states))])


@pytest.mark.parametrize(
    ("fields", "place"),
    [
        ({"num_players": 1}, "num_players"),
        ({"current_player": 9}, "current_player"),
        ({"current_player": -1}, "current_player"),
        ({"step_count": -1}, "step_count"),
        ({"round_number": 30_000}, "round_number"),
        ({"terminated": True, "truncated": True}, "truncated"),
        ({"end_reason": 9}, "end_reason"),
    ],
)
def test_an_impossible_header_is_refused(game: Game, fields: dict[str, Any], place: str) -> None:
    variant = game.variant(game.max_players)
    if fields == {"num_players": 1} and game.max_players == 1:
        pytest.skip("one player is all there can be")
    whole = {**state_to_dict(Match(variant, 3).state), **fields}
    with pytest.raises(StateError, match=rf"^{place}"):
        state_from_dict(variant, whole)


def test_tables_are_those_of_the_component_set(game: Game) -> None:
    variant = game.variant()
    for path, fields in changed_tables(state_to_dict(Match(variant, 4).state)):
        with pytest.raises(StateError, match=rf"^components\.{path}"):
            state_from_dict(variant, fields)


def changed_tables(fields: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield copies of ``fields``, each with the first number of one table changed."""
    for name, table in fields["components"].items():
        if isinstance(table, int):
            other = not table if isinstance(table, bool) else 1 - table
            yield name, {**fields, "components": {**fields["components"], name: other}}


def test_a_blank_state_is_no_position(game: Game) -> None:
    with pytest.raises(ValueError, match=r"."):
        state_from_dict(game.variant(), {})


def test_a_position_for_more_players_than_the_state_is_refused(game: Game) -> None:
    few, many = game.min_players, game.max_players
    if few == many:
        pytest.skip("one number of players only")
    variant = game.variant(many)
    text = to_position(variant, finish(Match(variant, 5)).state)
    other = text.replace(f"num_players = {many}", f"num_players = {few}", 1)
    with pytest.raises(ValueError, match=r"."):
        from_position(game, other)


def test_what_is_refused_is_not_changed(game: Game) -> None:
    variant = game.variant()
    before = variant.blank.copy()
    with pytest.raises(ValueError, match=r"."):
        state_from_dict(variant, {"round_number": 2, "no_such_field": 1})
    assert np.array_equal(variant.blank, before)
