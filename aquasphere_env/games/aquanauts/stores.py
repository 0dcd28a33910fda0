"""Tokens: paying, gaining, the storage limit, the stockpile."""

from ...core.jit import kernel
from ...core.state import Array, Record, State
from .components import EMPTY, NUM_PLACES, NUM_STORED, POINT, STORAGE_LABEL
from .state import NO_QUESTION, STORAGE, STORAGE_WITH_UNIT


@kernel
def affords(have: Array, cost: Array) -> bool:
    """Return whether ``have`` holds the tokens of ``cost``, kind by kind."""
    for kind in range(cost.shape[0]):
        if have[kind] < cost[kind]:
            return False
    return True


@kernel
def pay(have: Array, cost: Array) -> None:
    """Take the tokens of ``cost`` from ``have``; they go to the supply."""
    for kind in range(cost.shape[0]):
        have[kind] -= cost[kind]


@kernel
def gain(me: Record, tokens: Array) -> None:
    """Give the player ``me`` the ``tokens`` of an output, contribution points included."""
    for kind in range(NUM_STORED):
        me.store[kind] += tokens[kind]
    me.points += tokens[POINT]


@kernel
def gain_start(state: State, player: int, place: int) -> None:
    """Give ``player`` the start tokens of a place in the first turn order: AN-S1."""
    for kind in range(NUM_STORED):
        state.players[player].store[kind] = state.components.start[place, kind]


@kernel
def gain_one(me: Record, token: int) -> None:
    """Give the player ``me`` one ``token``."""
    if token == POINT:
        me.points += 1
    else:
        me.store[token] += 1


@kernel
def total(tokens: Array) -> int:
    """Return the number of tokens."""
    number = 0
    for kind in range(tokens.shape[0]):
        number += int(tokens[kind])
    return number


@kernel
def has_storage_unit(state: State, player: int) -> bool:
    """Return whether ``player`` has built a Storage Unit."""
    grid = state.players[player].grid
    facilities = state.components.facilities
    for place in range(NUM_PLACES):
        if grid[place] != EMPTY and facilities[grid[place]].label == STORAGE_LABEL:
            return True
    return False


@kernel
def storage_limit(state: State, player: int) -> int:
    """Return how many tokens ``player`` may keep: AN-W4, AN-C3."""
    return STORAGE_WITH_UNIT if has_storage_unit(state, player) else STORAGE


@kernel
def excess(state: State, player: int) -> int:
    """Return how many tokens ``player`` holds over the storage limit, at least 0: AN-R5."""
    held = total(state.players[player].store)
    if held <= STORAGE:
        return 0
    return int(max(0, held - storage_limit(state, player)))


@kernel
def add_to_stockpile(state: State, token: int) -> None:
    """Put one ``token`` onto the stockpile, or into the supply if that is full."""
    if total(state.stockpile) < state.components.stockpile_limit:
        state.stockpile[token] += 1


@kernel
def may_discard(state: State, player: int, token: int) -> bool:
    """Return whether ``player`` may discard ``token`` next, in ascending order: AN-R5."""
    if token < state.discard_from or state.players[player].store[token] == 0:
        return False
    left = 0
    for kind in range(token, NUM_STORED):
        left += int(state.players[player].store[kind])
    return bool(left >= excess(state, player))


@kernel
def discard(state: State, player: int, token: int) -> None:
    """Move one token to the stockpile; go on when the limit is met: AN-R5."""
    state.players[player].store[token] -= 1
    add_to_stockpile(state, token)
    state.discard_from = token
    if excess(state, player) == 0:
        state.discard_from = 0
        state.question = NO_QUESTION
