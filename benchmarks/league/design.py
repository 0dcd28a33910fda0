"""Who plays whom, on which deals and in which seats: a function of names and numbers alone.

Every set of as many entrants as the game has players is a *field*: with 2 players every pair, with
3 and 4 all combinations, so that every entrant meets every other in equally many fields; alone
every entrant is a field. All fields play the same deals, in blocks of ``DEALS_A_BLOCK``. In a
block every deal is played once in every rotation of the entrants around the table, and who sits
next to whom changes from block to block through all circles that there are.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import combinations, permutations

DEALS_A_BLOCK = 10
DEALS_A_SEED = 1_000_000  # the deals of two leagues with different seeds differ

Field = tuple[str, ...]  # names of entrants, sorted


@dataclass(frozen=True, order=True)
class Block:
    """What is played and kept as a whole; blocks are played in this order."""

    number: int
    field: Field

    @property
    def deals(self) -> range:
        """The numbers of its deals."""
        return range(self.number * DEALS_A_BLOCK, (self.number + 1) * DEALS_A_BLOCK)


def fields_of(entrants: Sequence[str], num_players: int) -> list[Field]:
    """Return all fields, in an order that does not depend on that of ``entrants``."""
    return list(combinations(sorted(entrants), num_players))


def num_blocks(games: int, num_players: int, num_sets: int = 1) -> int:
    """Return how many blocks of a field have ``games`` games, rounded up.

    Of every one of ``num_sets`` component sets there are equally many.
    """
    return num_sets * math.ceil(games / (DEALS_A_BLOCK * num_players * num_sets))


def blocks_of(fields: Sequence[Field], count: int) -> list[Block]:
    """Return ``count`` blocks of every field, in the order of play."""
    return sorted(Block(number, field) for field in fields for number in range(count))


def deal_seeds(seed: int, deals: Sequence[int]) -> list[int]:
    """Return the seeds of the games of ``deals`` in the league of ``seed``."""
    return [seed * DEALS_A_SEED + deal for deal in deals]


def seatings(num_players: int, number: int, num_sets: int = 1) -> list[list[int]]:
    """Return the seat of each entrant of a field in each rotation, for its block ``number``.

    Blocks change the component set first, if there are several, and then the circle.
    """
    circles = list(permutations(range(1, num_players)))
    circle = (0, *circles[number // num_sets % len(circles)])
    places = [circle.index(k) for k in range(num_players)]
    return [[(place + r) % num_players for place in places] for r in range(num_players)]


def chance_of(seed: int, block: Block, entrant: str) -> int:
    """Return the seed of an entrant's own chance in ``block``: no other block has the same."""
    words = repr((seed, block.number, block.field, entrant))
    return int.from_bytes(sha256(words.encode()).digest()[:8], "big")
