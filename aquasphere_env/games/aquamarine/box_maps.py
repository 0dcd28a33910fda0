"""Maps of the boxes on all sheets, for the views."""

import numpy as np

from ...core.features import player_in
from ...core.jit import kernel
from ...core.state import MAX_PLAYERS, Array, Record, State
from .boxes import first_column
from .state import NUM_ROWS, NUM_SQUARES, NUM_TURNS

BOXES_MEANING = (
    "boxes by sheet, the player's first, then clockwise: 1 - turns since / 25, negative in "
    "earlier dives, 1 the player's box of this turn, 0 no box"
)
_MOST_AGE = NUM_TURNS + 1  # in turns
_EARLIER = np.float32(-1 / _MOST_AGE)


@kernel
def write_boxes(turns: Array, first: int, out: Array) -> None:
    """Fill ``out`` with boxes as if all were of earlier dives, a box of turn 0 aged ``first``."""
    offset, none = np.float32(_MOST_AGE - first), np.float32(0.0)
    for k in range(out.shape[0]):
        turn = np.float32(turns[k])  # vectorizes
        out[k] = (turn + offset) * _EARLIER if turn > none else none


@kernel
def mark_dive(turns: Array, columns: int, out: Array) -> None:
    """Correct the boxes in a row for ``columns`` of the current dive, see ``BOXES_MEANING``."""
    while columns:
        column = first_column(columns)
        columns &= columns - 1
        out[column] = -out[column] if turns[column] else 1.0


@kernel
def write_box_map(state: State, player: int, me: Record, out: Array) -> None:
    """Fill ``out`` with all boxes of the sheet ``me`` of ``player``, see ``BOXES_MEANING``."""
    turns = state.enclosed[player]
    write_boxes(turns.reshape(NUM_SQUARES), state.round_number + 1, out.reshape(NUM_SQUARES))
    for row in range(NUM_ROWS):
        mark_dive(turns[row], me.drawn[row] | me.box[row], out[row])


@kernel
def write_shown_maps(state: State, player: int, maps: Array) -> None:
    """Fill ``maps`` with the boxes of the others as at the turn's start (AM-R1)."""
    for seat in range(1, state.num_players):
        other = player_in(state, player, seat)
        write_box_map(state, other, state.shown.players[other], maps[seat])


@kernel
def clear_absent_maps(state: State, maps: Array) -> None:
    """Fill ``maps`` with zeros for the seats without a player."""
    for seat in range(state.num_players, MAX_PLAYERS):
        maps[seat][:] = 0.0


@kernel
def write_box_maps(state: State, player: int, maps: Array) -> None:
    """Fill ``maps`` with the boxes of all sheets; of the others the turn's start (AM-R1)."""
    write_box_map(state, player, state.now.players[player], maps[0])
    write_shown_maps(state, player, maps)
    clear_absent_maps(state, maps)
