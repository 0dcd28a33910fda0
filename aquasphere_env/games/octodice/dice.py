"""Rolling and keeping the dice."""

from ...core.bits import allow
from ...core.jit import kernel
from ...core.rng import randint
from ...core.state import Array, State
from .actions import KEEP_START, NUM_PAIRS, PAIRS
from .state import (
    MAIN,
    NUM_DICE,
    NUM_FACES,
    NUM_WHITE,
    SECOND_KEEP,
)


@kernel
def roll_die(state: State, die: int) -> None:
    """Roll ``die``, 0..2 white, 3..5 black."""
    face = randint(state, NUM_FACES)
    tables = state.components
    if die < NUM_WHITE:
        state.white[die] = tables.white_faces[face]
    else:
        black = die - NUM_WHITE
        state.colour[black] = tables.black_colours[black, face]
        state.number[black] = tables.black_numbers[black, face]


@kernel
def roll_all(state: State) -> None:
    """Roll all six dice (OD-T1)."""
    for die in range(NUM_DICE):
        state.kept[die] = 0
        roll_die(state, die)


@kernel
def allow_keeping(state: State, legal: Array) -> None:
    """Allow each pair of free dice; white dice with equal symbols count once (OD-R1)."""
    for pair in range(NUM_PAIRS):
        low, high = PAIRS[pair, 0], PAIRS[pair, 1]
        if not (state.kept[low] or state.kept[high] or skips_twin(state, low, high)):
            allow(legal, KEEP_START + pair)


@kernel
def skips_twin(state: State, low: int, high: int) -> bool:
    """Return whether a lower free white die outside the pair shows the symbol of one in it."""
    for other in range(min(high, NUM_WHITE)):
        if other != low and not state.kept[other]:
            symbol = state.white[other]
            if other < low < NUM_WHITE and symbol == state.white[low]:
                return True
            if high < NUM_WHITE and symbol == state.white[high]:
                return True
    return False


@kernel
def keep(state: State, pair: int) -> None:
    """Set two dice aside and roll the rest (OD-T1)."""
    state.kept[PAIRS[pair, 0]] = 1
    state.kept[PAIRS[pair, 1]] = 1
    for die in range(NUM_DICE):
        if not state.kept[die]:
            roll_die(state, die)
    state.phase = MAIN if state.phase == SECOND_KEEP else SECOND_KEEP
