"""The rules of AquaSphere: legal actions and their effects, dispatched by the open question."""

from ...core.bits import allow
from ...core.jit import kernel
from ...core.state import Array, Record, State
from .actions import (
    ACT_IN,
    CATCH_OCTOPODS,
    LETTER_NO,
    LETTER_YES,
    MOVE_ENGINEER,
    PASS,
    PAY_CRYSTAL,
    PAY_PROGRAM,
    RETURN_BOT,
    SCORING_CARD,
    SCORING_DONE,
    STOP,
    TAKE_TIME,
)
from .evaluation import evaluate
from .scoring import (
    can_use_card,
    finish_income,
    scores,
    take_income,
    use_card,
)
from .setup import deal, redeal, setup
from .state import (
    CATCH,
    LETTER,
    NUM_ROOMS,
    NUM_SECTORS,
    NUM_SYMBOLS,
    RED_LINE,
    SIDEWAYS,
    THIRD_BOT,
    TURN,
)
from .station import act, can_act, catch_octopods, most_octopods
from .turns import (
    PAID_PROGRAM_PRICE,
    answer_letter,
    drop_gain,
    move_engineer,
    pass_round,
    pay_crystal,
    pay_program,
    resolve,
    return_bot,
)

__all__ = ["apply", "deal", "evaluate", "legal_actions", "redeal", "scores", "setup"]


@kernel
def legal_actions(state: State, legal: Array) -> None:
    """Add the answers to the open question."""
    question = state.question
    me = state.players[state.current_player]
    if question == TURN:
        allow_turn(state, me, legal)
    elif question == THIRD_BOT:
        allow_returns(me, legal)
    elif question == RED_LINE:
        allow_red_line(me, legal)
    elif question == LETTER:
        allow(legal, LETTER_YES)
        allow(legal, LETTER_NO)
    elif question == CATCH:
        for number in range(most_octopods(state) + 1):
            allow(legal, CATCH_OCTOPODS + number)
    else:
        allow_scoring(state, me, legal)


@kernel
def allow_turn(state: State, me: Record, legal: Array) -> None:
    """Add the steps of a turn: program, act, pass, return a bot (AS-T2)."""
    allow_engineer(state, me, legal)
    if not me.paid and me.time >= PAID_PROGRAM_PRICE and me.supply > 0:
        for symbol in range(NUM_SYMBOLS):
            if not me.programmed[symbol]:
                allow(legal, PAY_PROGRAM + symbol)
    if me.num_programmed > 0:
        allow_returns(me, legal)
        for symbol in range(NUM_SYMBOLS):
            if me.programmed[symbol]:
                allow_acts(state, symbol, legal)
    if state.components.exits[me.engineer]:
        allow(legal, PASS)


@kernel
def allow_engineer(state: State, me: Record, legal: Array) -> None:
    """Add moves along arrows, and sideways with an unused card, to free symbols (AS-P1, AS-R2)."""
    arrows = state.components.arrows[me.engineer]
    sideways = state.components.sideways[me.engineer]
    has_card = me.kinds[SIDEWAYS] > me.sideways_used
    for room in range(NUM_ROOMS):
        if (arrows[room] or (has_card and sideways[room])) and not me.programmed[state.rooms[room]]:
            allow(legal, MOVE_ENGINEER + room)


@kernel
def allow_acts(state: State, symbol: int, legal: Array) -> None:
    """Add the sectors in which the current player may act with ``symbol``."""
    player = int(state.current_player)
    for position in range(NUM_SECTORS):
        if can_act(state, player, position, symbol):
            allow(legal, ACT_IN + NUM_SYMBOLS * position + symbol)


@kernel
def allow_returns(me: Record, legal: Array) -> None:
    """Add the return of each programmed bot (AS-B2, AS-R2, AS-R3)."""
    for symbol in range(NUM_SYMBOLS):
        if me.programmed[symbol]:
            allow(legal, RETURN_BOT + symbol)


@kernel
def allow_red_line(me: Record, legal: Array) -> None:
    """Add paying a crystal, without one returning a bot, and stopping (AS-R10)."""
    if me.crystals > 0:
        allow(legal, PAY_CRYSTAL)
    else:
        allow_returns(me, legal)
    allow(legal, STOP)


@kernel
def allow_scoring(state: State, me: Record, legal: Array) -> None:
    """Add usable scoring cards, and the income or the end of this player's scoring (AS-R12)."""
    for symbol in range(NUM_SYMBOLS):
        if can_use_card(state, me, symbol):
            allow(legal, SCORING_CARD + symbol)
    allow(legal, SCORING_DONE if state.income_taken else TAKE_TIME)


@kernel
def apply(state: State, action: int) -> None:
    """Play an action of the open question and run on to the next question."""
    question = state.question
    if question == TURN:
        if RETURN_BOT <= action < PASS:
            return_bot(state, action - RETURN_BOT)
            return  # the turn goes on (AS-R2)
        apply_turn(state, action)
    elif question == THIRD_BOT:
        return_bot(state, action - RETURN_BOT)
    elif question == RED_LINE:
        apply_red_line(state, action)
    elif question == LETTER:
        answer_letter(state, action == LETTER_YES)
    elif question == CATCH:
        catch_octopods(state, action - CATCH_OCTOPODS)
    elif action == TAKE_TIME:
        take_income(state)
    elif action == SCORING_DONE:
        finish_income(state)
    else:
        use_card(state, action - SCORING_CARD)
    resolve(state)


@kernel
def apply_turn(state: State, action: int) -> None:
    """Play the step that a turn consists of (AS-T2)."""
    if action < PAY_PROGRAM:
        move_engineer(state, action)
    elif action < ACT_IN:
        pay_program(state, action)
    elif action == PASS:
        pass_round(state)
    else:
        act(state, action)


@kernel
def apply_red_line(state: State, action: int) -> None:
    """Cross the red line for a crystal or a bot, or stop and lose the rest (AS-R10)."""
    if action == STOP:
        drop_gain(state)
    elif action == PAY_CRYSTAL:
        pay_crystal(state)
    else:
        return_bot(state, action - RETURN_BOT)
