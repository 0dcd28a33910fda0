"""Who plays whom in a league: everyone equally often with everyone, in every seat, on one deal."""

from collections import Counter
from itertools import combinations

import pytest

from benchmarks.league.design import (
    DEALS_A_BLOCK,
    Block,
    blocks_of,
    chance_of,
    deal_seeds,
    fields_of,
    num_blocks,
    seatings,
)

NAMES = ("greedy", "mine:Lowest", "random", "mcts:50", "mcts:200", "net:a", "net:b")
SIZES = [(count, n) for n in range(1, 5) for count in range(max(2, n), len(NAMES) + 1)]


@pytest.mark.parametrize(("count", "players"), SIZES)
def test_everyone_meets_everyone_equally_often(count: int, players: int) -> None:
    fields = fields_of(NAMES[:count], players)
    assert all(len(set(field)) == players for field in fields)
    assert len(set(Counter(name for field in fields for name in field).values())) == 1
    meetings = Counter(pair for field in fields for pair in combinations(field, 2))
    assert len(set(meetings.values())) <= 1
    assert len(meetings) == (count * (count - 1) // 2 if players > 1 else 0)


@pytest.mark.parametrize("players", range(1, 5))
def test_everyone_sits_in_every_seat_once_on_a_deal(players: int) -> None:
    for number in range(7):
        rotations = seatings(players, number)
        assert len(rotations) == players
        for seats in (*rotations, *zip(*rotations, strict=True)):
            assert sorted(seats) == list(range(players))


@pytest.mark.parametrize(("players", "circles"), [(1, 1), (2, 1), (3, 2), (4, 6)])
@pytest.mark.parametrize("num_sets", [1, 2])
def test_blocks_change_who_follows_whom(players: int, circles: int, num_sets: int) -> None:
    following: Counter[tuple[int, int]] = Counter()
    for number in range(circles * num_sets):
        (seats, *_) = seatings(players, number, num_sets)
        around = [seats.index(seat) for seat in range(players)]
        following.update(zip(around, around[1:] + around[:1], strict=True))
        assert seatings(players, number + circles * num_sets, num_sets)[0] == seats
    assert len(following) == max(players * (players - 1), 1)
    assert len(set(following.values())) == 1


def test_component_sets_take_turns_with_the_same_circle() -> None:
    assert [seatings(4, k, 2) for k in (0, 2)] == [seatings(4, k, 2) for k in (1, 3)]
    assert seatings(4, 0, 2) != seatings(4, 2, 2)


def test_leagues_with_other_seeds_share_no_deal() -> None:
    last_games = num_blocks(10**6, 1) * DEALS_A_BLOCK - 1  # as many as --games allows
    assert deal_seeds(3, [0, 1, last_games]) == [3_000_000, 3_000_001, 3_999_999]
    assert deal_seeds(4, [0]) == [4_000_000]


def test_all_fields_play_the_same_deals() -> None:
    fields = fields_of(NAMES[:4], 2)
    blocks = blocks_of(fields, 3)
    assert len(blocks) == 3 * len(fields)
    for field in fields:
        deals = [d for block in blocks if block.field == field for d in block.deals]
        assert deals == list(range(3 * DEALS_A_BLOCK))


@pytest.mark.parametrize(
    ("games", "players", "blocks"), [(1, 2, 1), (20, 2, 1), (21, 2, 2), (200, 4, 5), (200, 1, 20)]
)
def test_games_are_rounded_up_to_blocks(games: int, players: int, blocks: int) -> None:
    assert num_blocks(games, players) == blocks


def test_every_component_set_has_as_many_blocks() -> None:
    for games in range(1, 200, 7):
        count = num_blocks(games, 3, 2)
        assert count % 2 == 0
        assert count * 3 * DEALS_A_BLOCK >= games > (count - 2) * 3 * DEALS_A_BLOCK


def test_the_order_of_entrants_does_not_matter() -> None:
    assert fields_of(NAMES, 3) == fields_of(NAMES[::-1], 3)


def test_another_entrant_adds_fields_and_changes_none() -> None:
    few, more = fields_of(NAMES[:4], 3), fields_of(NAMES[:5], 3)
    assert set(few) < set(more)
    assert all(NAMES[4] in field for field in set(more) - set(few))


def test_every_block_has_a_chance_of_its_own() -> None:
    blocks = [Block(number, field) for field in fields_of(NAMES, 2) for number in range(3)]
    chances = [chance_of(seed, b, name) for seed in (0, 1) for b in blocks for name in b.field]
    assert len(set(chances)) == len(chances)
    assert all(0 <= chance < 2**64 for chance in chances)
    assert chance_of(5, blocks[0], "greedy") == chance_of(5, blocks[0], "greedy")
