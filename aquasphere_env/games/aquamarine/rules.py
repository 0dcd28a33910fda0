"""The rules of Aquamarine as kernels over its state record; rule ids as on the game page."""

from ...core.bits import allow
from ...core.jit import kernel
from ...core.rng import randint
from ...core.state import MAX_PLAYERS, Array, Record, State
from .actions import (
    BONUS_ACTION,
    END_DIVE,
    HEIGHTS,
    NOTHING,
    NUM_RECTANGLES,
    RECTANGLE,
    SQUARE,
    WIDTHS,
)
from .boxes import (
    allow_first_squares,
    allow_next_squares,
    allow_row,
    corners,
    end_of_corners,
    fill_rectangle,
    first_column,
    fits_somewhere,
    near,
    top_of_corners,
)
from .dice import air_cost, free_box, high_die, low_die
from .evaluation import evaluate
from .reef import draw_reef
from .scoring import add_to_haul, credit, medal, points
from .state import (
    BONUS,
    END_DIVES,
    END_TURNS,
    FLAG,
    GROW,
    MAX_PIPS,
    MOVE,
    NO_ROW,
    NUM_BONUSES,
    NUM_COLUMNS,
    NUM_DICE,
    NUM_ROWS,
    NUM_TURNS,
    PLACE,
    ROCK,
    ROW_MASK,
    WAITING,
    WATER,
    WRECK,
)

__all__ = ["apply", "deal", "evaluate", "legal_actions", "redeal", "scores", "setup", "turn_open"]


@kernel
def roll(state: State) -> None:
    """Roll the two dice that all players use in this turn (AM-T3, AM-R1)."""
    for die in range(NUM_DICE):
        state.dice[die] = 1 + randint(state, MAX_PIPS)


@kernel
def deal(state: State) -> None:
    """Draw the reef if it is a random one, the start die and the first dice."""
    if state.random_reef:
        draw_reef(state)
    state.start_die = 1 + randint(state, MAX_PIPS)
    roll(state)


@kernel
def read_reef(state: State) -> None:
    """Note where water and things are, and how large the wrecks."""
    state.water[:] = ROW_MASK
    for row in range(NUM_ROWS):
        for column in range(NUM_COLUMNS):
            kind = state.squares[row, column]
            if kind == ROCK:
                state.water[row] -= 1 << column
            elif kind != WATER:
                state.things[row] += 1 << column
            if WRECK <= kind < FLAG:
                state.wreck_sizes[kind - WRECK] += 1


@kernel
def setup(state: State) -> None:
    """Read the sheet and hand it to every player with a full tank (AM-T1)."""
    read_reef(state)
    for player in range(MAX_PLAYERS):
        me = state.now.players[player]
        me.air = state.components.tank_air
        for row in range(NUM_ROWS):
            me.free[row] = state.water[row]
        me.anchor_top = me.anchor_bottom = NO_ROW
        me.deepest[:] = NO_ROW
        me.phase = MOVE if player < state.num_players else WAITING
    state.shown = state.now


@kernel
def turn_open(state: State, player: int) -> bool:
    """Return whether ``player`` still has to decide in this turn."""
    return bool(state.now.players[player].phase != WAITING)


@kernel
def is_done(state: State, me: Record) -> bool:
    """Return whether a player has ended the last dive (AM-R5, AM-R6)."""
    return bool(me.dive >= state.components.num_dives)


@kernel
def allow_moves(state: State, me: Record, legal: Array) -> None:
    """Allow this turn's boxes where they fit, ending the dive, drawing nothing (AM-R2, 6, 7)."""
    if free_box(state):
        allow_first_squares(state, me, legal, free_box(state))
    else:
        low, high = low_die(state), high_die(state)
        for rectangle in range(NUM_RECTANGLES):
            width, height = WIDTHS[rectangle], HEIGHTS[rectangle]
            if width * height in (low, high) and fits_somewhere(state, me, width, height):
                allow(legal, RECTANGLE + rectangle)
    if me.anchor_top != NO_ROW:
        allow(legal, END_DIVE)
    allow(legal, NOTHING)


@kernel
def legal_actions(state: State, legal: Array) -> None:
    """Add the current player's actions to the empty set ``legal``."""
    me = state.now.players[state.current_player]
    if me.phase == MOVE:
        allow_moves(state, me, legal)
    elif me.phase == PLACE:
        for row in range(top_of_corners(me, me.height), end_of_corners(me, me.height)):
            allow_row(legal, row, corners(state, me, me.width, me.height, row))
    elif me.phase == GROW:
        allow_next_squares(me, legal)
    else:  # BONUS
        for bonus in range(NUM_BONUSES):
            if not me.bonuses[bonus]:
                allow(legal, BONUS_ACTION + bonus)


@kernel
def end_dive(state: State, me: Record) -> None:
    """End the dive: later boxes keep clear of its boxes, a new tank (AM-R3, AM-R5, AM-R6)."""
    for row in range(NUM_ROWS):
        me.free[row] &= ~near(me.drawn, row)
        me.anchor[row] = 0
    me.drawn[:] = 0
    me.anchor_top = me.anchor_bottom = NO_ROW
    me.dive += 1
    me.air = 0 if is_done(state, me) else state.components.tank_air


@kernel
def finish_box(state: State, me: Record) -> None:
    """Discover what this turn's box encloses; bonuses and air come next (AM-R8)."""
    haul, top, bottom = 0, NO_ROW, NO_ROW
    for row in range(NUM_ROWS):
        columns = me.box[row]
        me.anchor[row] = columns
        if columns:
            haul = add_to_haul(state, haul, row, columns)
            me.drawn[row] |= columns
            me.free[row] &= ~columns
            top = row if top == NO_ROW else top
            bottom = row
    me.anchor_top, me.anchor_bottom = top, bottom
    me.deepest[me.dive] = max(int(me.deepest[me.dive]), bottom)
    me.air_due = air_cost(state, haul, bottom, int(me.width) * int(me.height))
    credit(state, me, haul)
    me.phase = BONUS


@kernel
def cross_off_air(state: State, me: Record) -> None:
    """Cross off the air of this turn; an empty tank ends the dive (AM-R4, AM-R5)."""
    me.air -= me.air_due
    me.air_due = 0
    if me.air <= 0:
        end_dive(state, me)
    me.phase = WAITING


@kernel
def choose_square(state: State, me: Record, row: int, column: int) -> None:
    """Place the rectangle chosen, or add a square to the free box (AM-R2)."""
    if me.phase == PLACE:
        fill_rectangle(me, row, column)
    else:
        if me.phase == MOVE:
            me.squares_left = free_box(state)
        me.phase = GROW
        me.box[row] |= 1 << column
        me.squares_left -= 1
    if me.squares_left == 0:
        finish_box(state, me)


@kernel
def decide(state: State, me: Record, action: int) -> None:
    """Carry out a decision on the sheet ``me``; nothing else of the state changes (AM-R1)."""
    if action < SQUARE:
        rectangle = action - RECTANGLE
        me.width, me.height = WIDTHS[rectangle], HEIGHTS[rectangle]
        me.phase = PLACE
    elif action < END_DIVE:
        square = action - SQUARE
        choose_square(state, me, square // NUM_COLUMNS, square % NUM_COLUMNS)
    elif action == END_DIVE:
        end_dive(state, me)
        if is_done(state, me):
            me.phase = WAITING
    elif action == NOTHING:
        me.phase = WAITING
    else:
        me.bonuses[action - BONUS_ACTION] = 1
        me.bonuses_due -= 1
    if me.phase == BONUS and me.bonuses_due == 0:
        cross_off_air(state, me)


@kernel
def note_box(state: State, player: int) -> None:
    """Note which squares ``player`` enclosed in this turn."""
    me = state.now.players[player]
    for row in range(NUM_ROWS):
        columns = me.box[row]
        while columns:
            state.enclosed[player, row, first_column(columns)] = state.round_number + 1
            columns &= columns - 1
        me.box[row] = 0


@kernel
def end_turn(state: State) -> None:
    """Show all sheets, advance the time and roll the dice, or end the game (AM-R1)."""
    goes_on = False
    for player in range(state.num_players):
        note_box(state, player)
        me = state.now.players[player]
        me.width = me.height = 0
        if not is_done(state, me):
            me.phase = MOVE
            goes_on = True
    state.round_number += 1
    if not goes_on or state.round_number == NUM_TURNS:
        state.terminated = True
        state.end_reason = END_TURNS if state.round_number == NUM_TURNS else END_DIVES
        for player in range(state.num_players):
            state.now.players[player].phase = WAITING
    else:
        roll(state)
    state.shown = state.now


@kernel
def pass_on(state: State, player: int) -> bool:
    """Let the first player from ``player`` on whose turn is open decide; return if there is one."""
    for _ in range(state.num_players):
        if turn_open(state, player):
            state.current_player = player
            return True
        player = (player + 1) % state.num_players
    return False


@kernel
def apply(state: State, action: int) -> None:
    """Play one decision of the current player and pass on to a player whose turn is open."""
    decide(state, state.now.players[state.current_player], action)
    if not pass_on(state, state.current_player):
        end_turn(state)
        pass_on(state, 0)


@kernel
def scores(state: State, out: Array) -> None:
    """Write the points as of the turn's start; alone, a missed mark costs all (AM-R1, AM-R9)."""
    out[:] = 0
    for player in range(state.num_players):
        out[player, 0] = points(state, state.shown.players[player])
    if state.num_players == 1 and state.terminated:
        passed = medal(state, state.shown.players[0]) > 0
        out[0, 0] = max(0, out[0, 0]) if passed else 0


@kernel
def redeal(state: State, player: int) -> None:
    """Take back what the others decided in this turn, unseen by ``player`` (AM-R1)."""
    for other in range(state.num_players):
        if other != player:
            state.now.players[other] = state.shown.players[other]
