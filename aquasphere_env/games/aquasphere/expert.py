"""How a good beginner plays AquaSphere: the rules of thumb of the page, see ``protocol.Expert``.

They count in points at a glance: what scores, scores what it does, and everything else of use, from
a time marker to a bot that takes control, counts ``USE`` points.
"""

from ...core import bits
from ...core.jit import kernel
from ...core.state import Record, State
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
    TAKE_TIME,
)
from .scoring import COMPLETE, num_letters
from .state import (
    CAN_CRYSTALS,
    CAN_OCTOPODS,
    CAN_TIME,
    CATCH,
    CRYSTAL,
    LAB,
    LETTER,
    MAX_EXPANSIONS,
    MAX_LETTERS,
    MAX_PROGRAMMED,
    NO_LETTER,
    NUM_ROOMS,
    NUM_ROUNDS,
    NUM_SECTORS,
    NUM_SYMBOLS,
    OCTOPOD,
    ON_ROOM,
    PROGRAM,
    RED_LINE,
    RESEARCH,
    SUBMARINE,
    THIRD_BOT,
    TIME,
    TURN,
)
from .station import (
    LEAST_TIME_TAKEN,
    can_act,
    most_octopods,
    submarine_price,
    travel_cost,
    triangular,
)
from .turns import PAID_PROGRAM_PRICE

RULES_OF_THUMB = (
    "never stop at a line",
    "keep the better bots",
    "a bot for every letter",
    "catch them all",
    "time before cards",
    "two bots are enough",
    "walk to the best room",
    "leave no bot idle",
    "buy a good program",
    "then go home",
)
(NEVER_STOP, BETTER_BOTS, EVERY_LETTER, CATCH_ALL, TIME_FIRST) = range(5)
(TWO_BOTS, BEST_ROOM, NO_BOT_IDLE, BUY_PROGRAM, GO_HOME) = range(5, 10)

USE = 2  # points that any use counts which has none of its own
FEW_OCTOPODS = 1  # so many are no reason to leave a sector alone
GOOD_PROGRAM = 5  # points of an action that is worth paying for its program
NO_ACTION = -1
NOWHERE = -1
NO_WORTH = -1000  # less than any action counts


@kernel
def decide(state: State) -> tuple[int, int]:
    """Return an action, and the rule of thumb that chose it."""
    question = int(state.question)
    player = int(state.current_player)
    if question == TURN:
        return take_turn(state, player)
    if question == RED_LINE:
        has_crystal = state.players[player].crystals > 0
        return PAY_CRYSTAL if has_crystal else least_bot(state, player), NEVER_STOP
    if question == THIRD_BOT:
        return least_bot(state, player), BETTER_BOTS
    if question == LETTER:
        sector = state.sectors[state.positions[state.letters[0]]]
        return LETTER_YES if sector.octopods <= FEW_OCTOPODS else LETTER_NO, EVERY_LETTER
    if question == CATCH:
        return CATCH_OCTOPODS + most_octopods(state), CATCH_ALL
    return answer_scoring(state, player), TIME_FIRST


@kernel
def take_turn(state: State, player: int) -> tuple[int, int]:
    """Return the step of a turn, and the first rule of thumb that has one."""
    busy = state.players[player].num_programmed == MAX_PROGRAMMED
    work = best_act(state, player)
    if busy and work != NO_ACTION:
        return work, TWO_BOTS
    move = best_move(state, player)
    if not busy and move != NO_ACTION:
        return move, BEST_ROOM
    if work != NO_ACTION:
        return work, NO_BOT_IDLE
    program = NO_ACTION if busy else best_program(state, player)
    if program != NO_ACTION:
        return program, BUY_PROGRAM
    if move != NO_ACTION:
        return move, GO_HOME
    return PASS if bits.contains(state.legal, PASS) else least_bot(state, player), GO_HOME


@kernel
def answer_scoring(state: State, player: int) -> int:
    """Return the income, then cards for free places of programmed bots, then the end."""
    if bits.contains(state.legal, TAKE_TIME):
        return TAKE_TIME
    if state.players[player].num_programmed < MAX_PROGRAMMED:
        for symbol in range(NUM_SYMBOLS):
            if bits.contains(state.legal, SCORING_CARD + symbol):
                return SCORING_CARD + symbol
    return SCORING_DONE


@kernel
def best_act(state: State, player: int) -> int:
    """Return the action of a programmed bot that counts most, if one counts for anything."""
    best, most = NO_ACTION, 0
    for symbol in range(NUM_SYMBOLS):
        if state.players[player].programmed[symbol]:
            position, worth = best_place(state, player, symbol, 0)
            if worth > most:
                best, most = ACT_IN + NUM_SYMBOLS * position + symbol, worth
    return best


@kernel
def best_move(state: State, player: int) -> int:
    """Return the move into the room whose symbol and cards count most."""
    best, most = NO_ACTION, NO_WORTH
    for room in range(NUM_ROOMS):
        if bits.contains(state.legal, MOVE_ENGINEER + room):
            symbol = int(state.rooms[room])
            _position, work = best_place(state, player, symbol, 0)
            worth = max(work, 0) + room_worth(state, state.players[player], symbol)
            if worth > most:
                best, most = MOVE_ENGINEER + room, worth
    return best


@kernel
def best_program(state: State, player: int) -> int:
    """Return paid programming for the action that counts most, if it is a good one."""
    best, most = NO_ACTION, GOOD_PROGRAM - 1
    for symbol in range(NUM_SYMBOLS):
        if bits.contains(state.legal, PAY_PROGRAM + symbol):
            _position, worth = best_place(state, player, symbol, PAID_PROGRAM_PRICE)
            if worth > most:
                best, most = PAY_PROGRAM + symbol, worth
    return best


@kernel
def least_bot(state: State, player: int) -> int:
    """Return the return of the programmed bot whose work counts least."""
    best, least = NO_ACTION, -NO_WORTH
    for symbol in range(NUM_SYMBOLS):
        if state.players[player].programmed[symbol]:
            _position, worth = best_place(state, player, symbol, 0)
            if worth < least:
                best, least = RETURN_BOT + symbol, worth
    return best


@kernel
def best_place(state: State, player: int, symbol: int, price: int) -> tuple[int, int]:
    """Return where an action with ``symbol`` counts most after paying ``price``, and how much."""
    best, most = NOWHERE, NO_WORTH
    me = state.players[player]
    for position in range(NUM_SECTORS):
        if can_act(state, player, position, symbol):
            cost = travel_cost(state, me, position) + price
            if symbol == SUBMARINE:
                cost += submarine_price(state, me, state.sectors[position])
            worth = worth_there(state, player, position, symbol)
            if cost <= me.time and worth > most:
                best, most = position, worth
    return best, most


@kernel
def worth_there(state: State, player: int, position: int, symbol: int) -> int:
    """Return what an action counts: its gains, the control of the sector, less the way."""
    me = state.players[player]
    sector = state.sectors[position]
    worth = gain_there(state, me, sector, symbol) - USE * travel_cost(state, me, position)
    if symbol == TIME:
        worth += USE * time_there(state, me, position)
    if sector.control != player:
        octopods = int(sector.octopods)
        if symbol == OCTOPOD:
            octopods -= min(octopods, int(me.capacity[CAN_OCTOPODS]))
        worth += USE - USE * triangular(octopods)
    return int(worth)


@kernel
def time_there(state: State, me: Record, position: int) -> int:
    """Return the time markers that ``me`` has room for after walking to ``position``."""
    room = int(me.capacity[CAN_TIME]) - int(me.time) + travel_cost(state, me, position)
    return min(max(int(state.sectors[position].time), LEAST_TIME_TAKEN), room)


@kernel
def gain_there(state: State, me: Record, sector: Record, symbol: int) -> int:
    """Return what ``symbol`` brings in ``sector``, now and in the scorings to come, but time."""
    scorings = NUM_ROUNDS - int(state.round_number)
    bulb = int(state.components.bulbs[state.round_number])
    if symbol == LAB:
        return lab_gain(state, me, sector)
    if symbol == CRYSTAL:
        held = int(me.crystals)
        more = min(int(sector.crystals), int(me.capacity[CAN_CRYSTALS]) - held)
        return scorings * (triangular(held + more) - triangular(held))
    if symbol == OCTOPOD:
        return triangular(min(int(sector.octopods), int(me.capacity[CAN_OCTOPODS])))
    if symbol == SUBMARINE:
        last = COMPLETE if me.submarines == 1 else 0
        return bulb + last + USE * (scorings - submarine_price(state, me, sector))
    if symbol == RESEARCH:
        return bulb + USE * (scorings - 1)
    return USE if symbol == PROGRAM else 0


@kernel
def lab_gain(state: State, me: Record, sector: Record) -> int:
    """Return what the top lab expansion counts: a bot for each letter, the new letters."""
    if sector.num_labs == 0:
        return 0
    gain = USE + (COMPLETE if me.num_labs == MAX_EXPANSIONS - 1 else 0)
    letters = num_letters(me)
    tile = state.components.labs[sector.labs[sector.num_labs - 1]]
    for k in range(MAX_LETTERS):
        letter = tile.letters[k]
        if letter != NO_LETTER:
            gain += USE * (me.supply > 0)
            if not me.lab_letters[letter]:
                letters += 1
                gain += USE * letters
    return int(gain)


@kernel
def room_worth(state: State, me: Record, symbol: int) -> int:
    """Return what the cards of ``me`` count for a room with ``symbol``."""
    worth = 0
    for k in range(me.num_cards):
        card = state.components.cards[me.cards[k]]
        if card.kind == ON_ROOM and card.symbol == symbol:
            worth += int(card.points) + USE * (int(card.time) + int(card.crystals))
    return worth
