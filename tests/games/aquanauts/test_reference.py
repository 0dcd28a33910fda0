"""The kernels against the game written once more in plain Python."""

import random
from collections import Counter
from typing import Any

import pytest

from aquasphere_env.core.match import Match
from aquasphere_env.games.aquanauts import GAME
from aquasphere_env.games.aquanauts.components import (
    CARGO_SYMBOLS,
    FACILITY_IDS,
    GRID_PLACES,
    TOKEN_SYMBOLS,
)

from .positions import lively
from .reference import Reference

pytestmark = pytest.mark.slow


SYMBOLS = TOKEN_SYMBOLS[:-1]


def as_counter(tokens: Any, symbols: str = SYMBOLS) -> Counter[str]:
    return Counter({s: int(n) for s, n in zip(symbols, tokens, strict=True) if n})


def facility(index: int) -> str | None:
    return None if index < 0 else FACILITY_IDS[index]


def compare(match: Match, reference: Reference) -> None:
    state = match.state
    assert state["first_player"] == reference.first
    assert as_counter(state["stockpile"]) == +reference.stock
    assert [facility(t) for t in state["track"]] == [t and t["id"] for t in reference.track]
    assert state["stack_size"] == len(reference.stack)
    assert state["deck_size"] == len(reference.deck)
    assert [None if c < 0 else int(c) for c in state["claimed_by"]] == reference.claimed
    bays = [
        None if bay["owner"] < 0 else (int(bay["owner"]), as_counter(bay["cargo"], CARGO_SYMBOLS))
        for bay in state["bays"]
    ]
    assert bays == [load and (load[0], Counter(load[1])) for load in reference.bays]
    assert [int(p) for p in state["dock"] if p >= 0] == reference.dock
    for me, other in zip(state["players"], reference.players, strict=False):
        assert as_counter(me["store"]) == +other.store
        assert me["points"] == other.tokens
        grid = {p: FACILITY_IDS[t] for p, t in zip(GRID_PLACES, me["grid"], strict=True) if t >= 0}
        assert grid == {place: tile["id"] for place, tile in other.grid.items()}
    assert match.scores() == [player.score for player in reference.players]


@pytest.mark.parametrize("num_players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(12))
def test_same_options_and_same_table_at_every_decision(num_players: int, seed: int) -> None:
    variant = GAME.variant(num_players)
    match = Match(variant, seed)
    reference = Reference(num_players, variant.dealt(seed), 20, lambda n: new_stack(match, n))
    game = reference.game()
    choice = random.Random(seed)
    offer = next(game)
    while True:
        player, options = offer
        assert match.player == player
        assert [GAME.actions.describe(a) for a in match.legal_actions()] == sorted(
            options, key=GAME.actions.parse
        )
        compare(match, reference)
        action = lively(match, choice) if seed % 2 else choice.choice(match.legal_actions())
        answer = GAME.actions.describe(action)
        match.step(action)
        try:
            offer = game.send(answer)
        except StopIteration:
            break
    assert match.over
    compare(match, reference)


def new_stack(match: Match, kept: int) -> list[int]:
    """Return the stack of the last reshuffle: what is left of it, and what is on the track."""
    state = match.state
    left = [int(t) for t in state["tile_stack"][: state["stack_size"]]]
    return left + [int(t) for t in state["track"][kept:]][::-1]


def test_reference_sees_reshuffles() -> None:
    """With two players the stack runs out in most long games, so the comparison covers it."""
    reused = 0
    for seed in range(12):
        match = Match(GAME.variant(2), seed)
        choice = random.Random(seed)
        discarded = 0
        while not match.over:
            match.step(choice.choice(match.legal_actions()))
            reused += match.state["num_discards"] < discarded
            discarded = int(match.state["num_discards"])
    assert reused >= 5
