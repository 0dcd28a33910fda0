"""A cheap heuristic value of AquaSphere positions, for greedy play and search.

The weights come from games of greedy players with random weights against each other.
"""

from ...core.jit import kernel
from ...core.state import Record, State
from .scoring import bots_in_play, majority_points, num_letters, octopod_penalty
from .state import (
    CAN_CRYSTALS,
    CAN_OCTOPODS,
    CAN_TIME,
    CAPACITIES,
    CRYSTAL,
    LAB,
    MAX_EXPANSIONS,
    MAX_LETTERS,
    NO_LETTER,
    NUM_ROUNDS,
    NUM_SECTORS,
    NUM_SYMBOLS,
    OCTOPOD,
    RESEARCH,
    SUBMARINE,
    SUBMARINES_EACH,
    TIME,
)
from .station import (
    LEAST_TIME_TAKEN,
    can_act,
    submarine_price,
    travel_cost,
    triangular,
)

# Worth in points of each thing held; "to come" counts the rounds after this one.
TIME_MARKER = 0.17
PROGRAMMED_BOT = 0.2
CARD_TO_COME = 0.6
CAPACITY_TO_COME = 0.19
LETTER_POINT = 2.05
EXPANSION = 1.3
SUBMARINE_PLACED = 0.35
SUBMARINE_TO_COME = 0.43
COMPLETE = 5.0
# Shares of what a scoring now would give, for every scoring to come.
MAJORITY_SHARE, BOTS_SHARE, CRYSTALS_SHARE, OCTOPODS_SHARE = 0.28, 0.67, 0.65, 0.57
PROSPECT = 0.24  # of what the best action of a programmed bot brings


@kernel
def evaluate(state: State, player: int) -> float:
    """Return points now and expected: scorings and actions to come, the lab, means to act."""
    me = state.players[player]
    if state.terminated:
        return float(me.score)
    scorings = NUM_ROUNDS - state.round_number
    value: float = me.score + possessions(me, scorings - 1)
    value += scorings * next_scoring(state, player)
    for symbol in range(NUM_SYMBOLS):
        if me.programmed[symbol]:
            value += PROSPECT * best_prospect(state, player, symbol)
    return value


@kernel
def possessions(me: Record, rounds_to_come: int) -> float:
    """Return the worth of lab, cards, submarines, time and programmed bots."""
    placed = SUBMARINES_EACH - me.submarines
    value: float = LETTER_POINT * triangular(num_letters(me)) + EXPANSION * me.num_labs
    value += (SUBMARINE_PLACED + SUBMARINE_TO_COME * rounds_to_come) * placed
    value += COMPLETE * ((placed == SUBMARINES_EACH) + (me.num_labs == MAX_EXPANSIONS))
    value += TIME_MARKER * me.time + PROGRAMMED_BOT * me.num_programmed
    capacity = 0
    for k in range(len(CAPACITIES)):
        capacity += me.capacity[k]
    value += (CARD_TO_COME * me.num_cards + CAPACITY_TO_COME * capacity) * rounds_to_come
    return value


@kernel
def next_scoring(state: State, player: int) -> float:
    """Return the points of an intermediate scoring now, discounted for what may change."""
    return float(
        MAJORITY_SHARE * majority_points(state, player)
        + BOTS_SHARE * bots_in_play(state, player)
        + CRYSTALS_SHARE * triangular(int(state.players[player].crystals))
        - OCTOPODS_SHARE * octopod_penalty(state, player)
    )


@kernel
def best_prospect(state: State, player: int, symbol: int) -> float:
    """Return the worth of the best sector to act in with ``symbol``, 0 if none is worth it."""
    best = 0.0
    for position in range(NUM_SECTORS):
        if can_act(state, player, position, symbol):
            best = max(best, prospect(state, player, position, symbol))
    return best


@kernel
def prospect(state: State, player: int, position: int, symbol: int) -> float:
    """Return the worth of a legal action at ``position`` with ``symbol``, less the walk."""
    me = state.players[player]
    sector = state.sectors[position]
    way = travel_cost(state, me, position)
    value: float = -TIME_MARKER * way
    rounds_to_come = NUM_ROUNDS - 1 - state.round_number
    if symbol == LAB:
        value += lab_prospect(state, me, sector, rounds_to_come + 1)
    elif symbol == TIME:
        room = me.capacity[CAN_TIME] - me.time + way
        value += TIME_MARKER * min(max(sector.time, LEAST_TIME_TAKEN), room)
    elif symbol == CRYSTAL:
        more = min(sector.crystals, me.capacity[CAN_CRYSTALS] - me.crystals)
        value += triangular(int(me.crystals + more)) - triangular(int(me.crystals))
    elif symbol == OCTOPOD:
        value += triangular(int(min(sector.octopods, me.capacity[CAN_OCTOPODS])))
    elif symbol == SUBMARINE:
        value += state.components.bulbs[state.round_number] + SUBMARINE_PLACED
        value += SUBMARINE_TO_COME * rounds_to_come
        value -= TIME_MARKER * submarine_price(state, me, sector)
    elif symbol == RESEARCH:
        value += state.components.bulbs[state.round_number] + CARD_TO_COME * rounds_to_come
    return value


@kernel
def lab_prospect(state: State, me: Record, sector: Record, scorings: int) -> float:
    """Return the worth of the top lab expansion of ``sector``."""
    if sector.num_labs == 0:
        return 0.0
    value = EXPANSION * scorings / 2
    tile = state.components.labs[sector.labs[sector.num_labs - 1]]
    for k in range(MAX_LETTERS):
        letter = tile.letters[k]
        if letter != NO_LETTER and not me.lab_letters[letter]:
            value += LETTER_POINT * (num_letters(me) + 1)
    return value
