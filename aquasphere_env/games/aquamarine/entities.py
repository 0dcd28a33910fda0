"""The view ``entities``: rows of the sea and what lies in it as tokens for attention models."""

from ...core.features import Column, player_in, row_feature, starts
from ...core.jit import kernel
from ...core.state import MAX_PLAYERS, Array, Record, State
from ...core.view import View
from .box_maps import BOXES_MEANING, mark_dive, write_boxes
from .boxes import first_column, last_bounds
from .observation import (
    FREE_MEANING,
    LAST_KIND,
    TARGET_WORDS,
    TARGETS,
    TURN_FEATURES,
    mark_columns,
    next_columns,
    pays,
    write_columns,
    write_free,
    write_kinds,
    write_turn,
)
from .scoring import is_night
from .state import NUM_COLUMNS, NUM_ROWS
from .tokens import LAST_COLUMN, LAST_ROW, MOST_PAID

_MOST_THINGS = 160
_THING_COLUMNS = (
    Column("present", 1, "1"),
    Column("free", 1, "1: may still be enclosed"),
    Column("enclosed", 1, "1: in a box of the player from an earlier turn"),
    Column("in_box", 1, "1: in the player's box of this turn"),
    Column("row", 1, "/ 21"),
    Column("column", 1, "/ 21"),
    Column("rows_down", 1, "from the last box / 21"),
    Column("columns_right", 1, "of the last box / 21"),
    Column("asked", 1, "1: the player's question is about its square"),
    Column("promise", 1, "points it brings in a box of its own / 30"),
    Column("sort", len(TARGET_WORDS), f"one-hot: {', '.join(TARGET_WORDS)}"),
    Column("kind", 1, "/ 19, as in `kinds` of `flat`"),
)
_ROW_COLUMNS = (
    Column("present", 1, "1"),
    Column("water", NUM_COLUMNS, "1: no rock"),
    Column("free", NUM_COLUMNS, FREE_MEANING),
    Column("kinds", NUM_COLUMNS, "what the square holds / 19, as in `flat`"),
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
def write_sheet_boxes(
    state: State, player: int, me: Record, row: int, seat: int, token: Array
) -> None:
    """Fill the boxes of the sheet ``me`` of ``player`` into the token of a row."""
    first = ROW.boxes + seat * NUM_COLUMNS
    out, turns = token[first : first + NUM_COLUMNS], state.enclosed[player, row]
    write_boxes(turns, state.round_number + 1, out)
    mark_dive(turns, me.drawn[row] | me.box[row], out)


@kernel
def write_row(state: State, player: int, row: int, token: Array) -> None:
    """Fill the token of a row, but for the boxes of the others."""
    me = state.now.players[player]
    token[ROW.present] = 1.0
    write_columns(state.water[row], token[ROW.water : ROW.free])
    write_free(me.free[row], token[ROW.free : ROW.kinds])
    mark_columns(next_columns(state, me, row), token[ROW.free : ROW.kinds])
    write_kinds(state.squares[row], token[ROW.kinds : ROW.boxes])
    write_sheet_boxes(state, player, me, row, 0, token)


@kernel
def write_others(state: State, player: int, tokens: Array) -> None:
    """Fill the boxes of the others, of whom the turn's start is seen (AM-R1)."""
    for seat in range(1, MAX_PLAYERS):
        if seat < state.num_players:
            other = player_in(state, player, seat)
            shown = state.shown.players[other]
            for row in range(NUM_ROWS):
                write_sheet_boxes(state, other, shown, row, seat, tokens[row])
        else:
            first = ROW.boxes + seat * NUM_COLUMNS
            tokens[:, first : first + NUM_COLUMNS] = 0.0


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
            token[THING.sort + TARGETS[kind]] = 1.0
            token[THING.kind] = kind / LAST_KIND


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
