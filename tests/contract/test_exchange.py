"""Matches as JSON: what is read again is the match; what a player may not know is not there."""

import itertools
from typing import Any

import numpy as np
import pytest

from aquasphere_env.core import loops
from aquasphere_env.core.exchange import from_json, to_dict, to_json
from aquasphere_env.core.game import Game, Variant, digest
from aquasphere_env.core.match import Match

from .setups import SETUPS, Setup, finish, sample
from .spec import spec_of


@pytest.mark.slow
def test_a_full_document_is_the_match(variant: Variant) -> None:
    for match in sample(variant, seed=16, every=29):
        again = from_json(variant.game, to_json(match, full=True))
        assert digest(again.state) == digest(match.state)
        assert (again.history, again.forced) == (match.history, match.forced)
        assert (again.seed, again.chance) == (match.seed, match.chance)
        assert again.variant.options == variant.options
        assert again.variant.digest == variant.digest
        twin = match.copy()
        assert digest(finish(again, 3).state) == digest(finish(twin, 3).state)


def test_injected_chance_is_kept(game: Game) -> None:
    variant = game.variant()
    match = Match(variant, 2, variant.dealt(1))
    again = from_json(game, to_json(match, full=True))
    assert again.chance == match.chance
    assert digest(again.state) == digest(match.state)


@pytest.mark.slow
def test_a_view_is_what_the_player_may_know(variant: Variant) -> None:
    """Whatever is hidden is redrawn, and nothing in the document changes."""
    players = [None, *range(variant.num_players)]
    for match in sample(variant, seed=6, every=43):
        for player, seed in itertools.product(players, (1, 2)):
            twin = match.copy()
            viewers = range(variant.num_players) if player is None else [player]
            for viewer in viewers:
                loops.redeal_one(twin.states, 0, viewer, np.uint64(seed))
            assert to_json(twin, player) == to_json(match, player)


@pytest.mark.parametrize("setup", [s for s in SETUPS if s.num_players < 4], ids=str)
def test_a_view_lacks_only_what_the_contract_says(setup: Setup) -> None:
    variant, spec = setup.variant(), spec_of(setup.game)
    hidden = {"rng", *spec.hidden}
    if variant.game.simultaneous and variant.num_players > 1:
        hidden |= {"step_count"}
    for match in sample(variant, seed=4, every=37):
        whole = dict(leaves_of(to_dict(match, full=True)["state"]))
        for player in (None, variant.num_players - 1):
            seen = dict(leaves_of(to_dict(match, player)["state"]))
            assert seen.keys() == whole.keys()
            for place, value in seen.items():
                field = ".".join(part for part in place.split(".") if not part.isdecimal())
                if value != whole[place]:
                    own = any(field.startswith(record) for record in spec.own)
                    assert field in hidden or own, place


def leaves_of(value: Any, place: str = "") -> Any:
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, item in items:
        at = f"{place}.{key}" if place else str(key)
        if isinstance(item, dict | list):
            yield from leaves_of(item, at)
        else:
            yield at, item
