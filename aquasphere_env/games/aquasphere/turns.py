"""Turns and rounds: what is due, in what order, and the next question."""

from ...core.jit import kernel
from ...core.state import Record, State
from .actions import MOVE_ENGINEER, PAY_PROGRAM
from .refill import refill
from .scoring import begin_scoring, final_scoring, move_back
from .state import (
    ACT,
    ASK_LETTERS,
    END_TURN,
    INCOME,
    LETTER,
    MAX_LETTERS,
    MAX_PROGRAMMED,
    NO_LETTER,
    NUM_ROOMS,
    NUM_ROUNDS,
    ON_ROOM,
    RED_LINE,
    RED_LINE_EVERY,
    SCORING,
    START_ROOM,
    THIRD_BOT,
    TURN,
)
from .station import (
    TIME_FOR_BOT,
    card_rewards,
    gain_time,
    pay_time,
    perform,
    program_bot,
    push_gain,
    take_control,
    unprogram_bot,
)

PAID_PROGRAM_PRICE = 3


@kernel
def resolve(state: State) -> None:
    """Settle what is due in the order of AS-R11, up to a question or the end of the game."""
    while not state.terminated:
        me = state.players[state.current_player]
        if me.num_programmed > MAX_PROGRAMMED:
            state.question = THIRD_BOT
            return
        if state.num_gains > 0:
            if not move_counter(state, me):
                state.question = RED_LINE
                return
        elif next_stage(state):
            return


@kernel
def move_counter(state: State, me: Record) -> bool:
    """Move the first gain up to its end or a red line; return whether it is done (AS-R10)."""
    room = RED_LINE_EVERY - 1 - me.score % RED_LINE_EVERY
    moved = min(state.gains[0], room)
    me.score += moved
    state.gains[0] -= moved
    if state.gains[0] > 0:
        return False
    drop_gain(state)
    return True


@kernel
def drop_gain(state: State) -> None:
    """Remove the first gain of the queue."""
    state.num_gains -= 1
    for k in range(state.num_gains):
        state.gains[k] = state.gains[k + 1]
    state.gains[state.num_gains] = 0


@kernel
def cross_line(state: State) -> None:
    """Move the current player's counter over the red line."""
    state.players[state.current_player].score += 1
    state.gains[0] -= 1


@kernel
def next_stage(state: State) -> bool:
    """Enter the next stage, nothing being due; return whether a question is open."""
    stage = state.stage
    if stage == ACT:
        return bool(perform(state))
    if stage == ASK_LETTERS:
        return bool(ask_letter(state))
    if stage == END_TURN:
        return bool(end_turn(state))
    if stage == INCOME:
        state.question = SCORING
        return True
    return bool(count_next(state))


@kernel
def ask_letter(state: State) -> bool:
    """Ask for the next letter while there is one and a bot for it (AS-R8)."""
    if state.letters[0] != NO_LETTER and state.players[state.current_player].supply > 0:
        state.question = LETTER
        return True
    state.letters[:] = NO_LETTER
    state.stage = END_TURN
    return False


@kernel
def answer_letter(state: State, place_bot: bool) -> None:
    """Place a bot on the asked letter's sector, or not, and turn to the next letter (AS-A1)."""
    position = int(state.positions[state.letters[0]])
    for k in range(MAX_LETTERS - 1):
        state.letters[k] = state.letters[k + 1]
    state.letters[MAX_LETTERS - 1] = NO_LETTER
    if place_bot:
        player = int(state.current_player)
        state.players[player].supply -= 1
        take_control(state, player, position)


@kernel
def end_turn(state: State) -> bool:
    """Give the turn to the next player in order who has not passed, or score the round (AS-T1)."""
    if state.num_passed == state.num_players:
        begin_scoring(state)
        return False
    place = 0
    while state.turn_order[place] != state.current_player:
        place += 1
    while True:
        place = (place + 1) % state.num_players
        player = state.turn_order[place]
        if not state.players[player].passed:
            state.current_player = player
            state.question = TURN
            return True


@kernel
def count_next(state: State) -> bool:
    """Move the next counter by its sum; after the last one end the round (AS-R12, AS-R13)."""
    state.scoring_index += 1
    if state.scoring_index == state.num_players:
        return bool(end_round(state))
    player = int(state.turn_order[state.scoring_index])
    state.current_player = player
    if state.sums[player] < 0:
        move_back(state.players[player], -state.sums[player])
    else:
        push_gain(state, state.sums[player])
    return False


@kernel
def end_round(state: State) -> bool:
    """Finish the game after the last round, else prepare the next one (AS-N1, AS-N2)."""
    state.scoring_index = 0
    state.sums[:] = 0
    if state.round_number == NUM_ROUNDS - 1:
        final_scoring(state)
        state.terminated = True
        return True
    refill(state)
    state.round_number += 1
    for k in range(state.num_players):
        state.turn_order[k] = state.pass_order[k]
    begin_round(state)
    return True


@kernel
def begin_round(state: State) -> None:
    """Lay out the programming tiles, reset engineers and begin with the first in order (AS-N2)."""
    layout = state.components.layouts[state.program_cards[state.round_number]]
    for room in range(NUM_ROOMS):
        state.rooms[room] = layout[room]
    for player in range(state.num_players):
        state.players[player].engineer = START_ROOM
        state.players[player].passed = False
    state.num_passed = 0
    state.pass_order[:] = -1
    state.current_player = state.turn_order[0]
    state.stage = END_TURN
    state.question = TURN


@kernel
def move_engineer(state: State, action: int) -> None:
    """Move the engineer and program a bot for the room's symbol (AS-P1, AS-R2, AS-C7)."""
    room = action - MOVE_ENGINEER
    me = state.players[state.current_player]
    if not state.components.arrows[me.engineer, room]:
        me.sideways_used += 1
    me.engineer = room
    symbol = int(state.rooms[room])
    if me.supply > 0:
        program_bot(me, symbol)
    card_rewards(state, me, ON_ROOM, symbol)


@kernel
def pay_program(state: State, action: int) -> None:
    """Pay 3 time, one of which stays in the corner, and program any free symbol (AS-P2)."""
    me = state.players[state.current_player]
    pay_time(state, me, PAID_PROGRAM_PRICE)
    state.stock_time -= 1
    me.paid = True
    program_bot(me, action - PAY_PROGRAM)


@kernel
def return_bot(state: State, symbol: int) -> None:
    """Return a bot: 2 time, but nothing at a red line (AS-B2, AS-R3, AS-R10)."""
    me = state.players[state.current_player]
    unprogram_bot(me, symbol)
    me.supply += 1
    if state.question == RED_LINE:
        cross_line(state)
    else:
        gain_time(state, me, TIME_FOR_BOT)


@kernel
def pay_crystal(state: State) -> None:
    """Pay a crystal for the red line (AS-R10)."""
    state.players[state.current_player].crystals -= 1
    state.stock_crystals += 1
    cross_line(state)


@kernel
def pass_round(state: State) -> None:
    """Leave the programming section for the pass order track (AS-T3)."""
    state.players[state.current_player].passed = True
    state.pass_order[state.num_passed] = state.current_player
    state.num_passed += 1
