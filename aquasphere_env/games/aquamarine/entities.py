"""The view ``entities``: rows of the sea and what lies in it as tokens for attention models."""

from ...core.features import Column, player_in, row_feature, starts
from ...core.game import View
from ...core.jit import kernel
from ...core.state import MAX_PLAYERS, Array, Record, State
from .boxes import first_column, last_bounds
from .observation import (
    BOXES_MEANING,
    EARLIER_TURN,
    KIND,
    LAST_KIND,
    TARGET_WORDS,
    TARGETS,
    TURN_FEATURES,
    next_columns,
    pays,
    write_columns,
    write_drawn,
    write_scaled,
    write_turn,
)
from .scoring import is_night
from .state import FLAG, NUM_COLUMNS, NUM_ROWS, NUM_WRECKS, WRECK
from .tokens import LAST_COLUMN, LAST_ROW, MOST_PAID

_MOST_THINGS = 160
_THING_COLUMNS = (
    Column("present", 1, "1"),
    Column("free", 1, "1: may still be enclosed"),
    Column("enclosed", 1, "1: in an own box of an earlier turn"),
    Column("in_box", 1, "1: in the own box of this turn"),
    Column("row", 1, "/ 21"),
    Column("column", 1, "/ 21"),
    Column("rows_down", 1, "from the last box / 21"),
    Column("columns_right", 1, "of the last box / 21"),
    Column("asked", 1, "1: the own question is about its square"),
    Column("promise", 1, "points it brings in a box of its own / 30"),
    Column("sort", len(TARGET_WORDS), f"one-hot: {', '.join(TARGET_WORDS)}"),
    Column("wreck", NUM_WRECKS, "which wreck, one-hot: W to Z"),
    Column("flag_points", 1, "of a flag / 30"),
)
_ROW_COLUMNS = (
    Column("present", 1, "1"),
    Column("water", NUM_COLUMNS, "1: no rock"),
    Column("free", NUM_COLUMNS, "1: may still be enclosed"),
    Column("asked", NUM_COLUMNS, "1: the own question is about this square"),
    Column("box", NUM_COLUMNS, "1: in the own box of this turn"),
    Column("last_box", NUM_COLUMNS, "1: in the last box of the dive"),
    Column("boats", NUM_COLUMNS, "1: under a boat"),
    Column("kinds", NUM_COLUMNS, f"what the square holds / {LAST_KIND}, as in `flat`"),
    Column("boxes", MAX_PLAYERS * NUM_COLUMNS, BOXES_MEANING),
)
THING, ROW = starts(_THING_COLUMNS), starts(_ROW_COLUMNS)

ENTITIES = (
    *TURN_FEATURES,
    row_feature(
        "things", _MOST_THINGS, _THING_COLUMNS, "what lies in the sea in reading order, first 160"
    ),
    row_feature("rows", NUM_ROWS, _ROW_COLUMNS, "rows of the sea, square by square"),
)


@kernel
def write_boxes(turns: Array, drawn: int, seat: int, token: Array) -> None:
    """Fill the boxes of a sheet into the token of a row, see ``BOXES_MEANING``."""
    first = ROW.boxes + seat * NUM_COLUMNS
    out = token[first : first + NUM_COLUMNS]
    write_scaled(turns, EARLIER_TURN, out)
    write_drawn(turns, drawn, out)


@kernel
def write_row(state: State, player: int, row: int, token: Array) -> None:
    """Fill the token of a row, but for the boxes of the others."""
    me = state.now.players[player]
    token[ROW.present] = 1.0
    write_columns(state.water[row], token[ROW.water : ROW.free])
    write_columns(me.free[row], token[ROW.free : ROW.asked])
    write_columns(next_columns(state, me, row), token[ROW.asked : ROW.box])
    write_columns(me.box[row], token[ROW.box : ROW.last_box])
    write_columns(me.anchor[row], token[ROW.last_box : ROW.boats])
    write_columns(state.components.boats if row == 0 else 0, token[ROW.boats : ROW.kinds])
    write_scaled(state.squares[row], KIND, token[ROW.kinds : ROW.boxes])
    write_boxes(state.enclosed[player, row], me.drawn[row], 0, token)


@kernel
def write_others(state: State, player: int, tokens: Array) -> None:
    """Fill the boxes of the others, of whom the turn's start is seen (AM-R1)."""
    for seat in range(1, MAX_PLAYERS):
        if seat < state.num_players:
            other = player_in(state, player, seat)
            drawn = state.shown.players[other].drawn
            for row in range(NUM_ROWS):
                write_boxes(state.enclosed[other, row], drawn[row], seat, tokens[row])
        else:
            first = ROW.boxes + seat * NUM_COLUMNS
            tokens[:, first : first + NUM_COLUMNS] = 0.0


@kernel
def write_kind(state: State, kind: int, token: Array) -> None:
    """Fill what a thing is into its token, which holds zeros."""
    token[THING.sort + TARGETS[kind]] = 1.0
    if kind >= FLAG:
        token[THING.flag_points] = state.components.flag_points[kind - FLAG] / MOST_PAID
    elif kind >= WRECK:
        token[THING.wreck + kind - WRECK] = 1.0


@kernel
def write_things(state: State, player: int, tokens: Array) -> None:
    """Fill the tokens of what lies in the sea."""
    me = state.now.players[player]
    night = is_night(state, state.round_number)
    top, bottom, left, right = last_bounds(state, me)
    number = 0
    for row in range(NUM_ROWS):
        asked = next_columns(state, me, row)
        columns = state.things[row]
        while columns and number < _MOST_THINGS:
            column = first_column(columns)
            columns &= columns - 1
            kind = int(state.squares[row, column])
            token = tokens[number]
            number += 1
            free = me.free[row] >> column & 1
            aside = max(0, column - right) - max(0, left - column)
            token[THING.present] = 1.0
            token[THING.free] = free
            token[THING.enclosed] = state.enclosed[player, row, column] > 0
            token[THING.in_box] = me.box[row] >> column & 1
            token[THING.row] = row / LAST_ROW
            token[THING.column] = column / LAST_COLUMN
            token[THING.rows_down] = (max(0, row - bottom) - max(0, top - row)) / LAST_ROW
            token[THING.columns_right] = aside / LAST_COLUMN
            token[THING.asked] = asked >> column & 1
            token[THING.promise] = free * pays(state, me, kind, night) / MOST_PAID
            write_kind(state, kind, token)


@kernel
def observe_entities(state: State, player: int, view: Record) -> None:
    """Fill the view ``entities``."""
    write_turn(state, player, view)
    for row in range(NUM_ROWS):
        write_row(state, player, row, view.rows[row])
    write_others(state, player, view.rows)
    view.things[:] = 0.0
    write_things(state, player, view.things)


ENTITIES_VIEW = View(ENTITIES, observe_entities, "fields")
