"""What lies on the table at the start, and that positions are read back whole."""

import random

import pytest

from aquasphere_env.core.match import Match
from aquasphere_env.core.position import from_position, to_position
from aquasphere_env.games.aquanauts import GAME
from aquasphere_env.games.aquanauts.components import EMPTY

from .positions import position, store


@pytest.mark.parametrize(
    ("num_players", "stores"),
    [(2, ["PP", "PP"]), (3, ["PP", "PO", "PB"]), (4, ["PP", "PP", "PO", "PB"])],
)
def test_s1_start_tokens_by_turn_order(num_players: int, stores: list[str]) -> None:
    for first in range(num_players):
        match = Match(GAME.variant(num_players), 3, {"first_player": first})
        seats = [(first + place) % num_players for place in range(num_players)]
        assert [store(match, seat) for seat in seats] == stores
        assert match.player == first


def test_s1_four_papers_five_facilities_three_objectives_lie_open() -> None:
    match = position()
    assert len(set(match.state["open_papers"].tolist())) == 4
    assert len(set(match.state["track"].tolist())) == 5
    assert len(set(match.state["objectives"].tolist())) == 3
    assert match.state["deck_size"] == 20


@pytest.mark.parametrize(("num_players", "used"), [(2, 18), (3, 24), (4, 30)])
def test_s2_tiles_by_dots(num_players: int, used: int) -> None:
    variant = GAME.variant(num_players)
    stack = [tile for tile in variant.dealt(1)["tile_stack"] if tile != EMPTY]
    dots = variant.blank[0]["components"]["facilities"]["dots"]
    assert len(stack) == used
    assert all(dots[tile] <= num_players for tile in stack)


def test_positions_are_read_back() -> None:
    match = Match(GAME.variant(4), 11)
    choice = random.Random(0)
    for _ in range(150):
        match.step(choice.choice(match.legal_actions()))
    text = to_position(match.variant, match.state)
    assert "T0" in text
    _, states = from_position(GAME, text)
    assert states[0].tobytes() == match.state.tobytes()
