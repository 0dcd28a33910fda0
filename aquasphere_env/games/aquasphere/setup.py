"""Set-up of AquaSphere: the deal, the placing of pieces, and resampling what is hidden."""

import numpy as np

from ...core.jit import kernel
from ...core.rng import randint, reshuffle, shuffle
from ...core.state import NOBODY, Array, Record, State
from .refill import add_neutral_submarine, deal_stacks
from .state import (
    CAPACITIES,
    NO_LETTER,
    NOTHING,
    NUM_CARDS,
    NUM_COLORS,
    NUM_LABS,
    NUM_PROGRAM_CARDS,
    NUM_REFILLS,
    NUM_ROUNDS,
    NUM_SECTORS,
    NUM_TRAVELS,
    SUBMARINES_EACH,
    SUPPLY_SPACES,
)
from .station import place_submarine
from .turns import begin_round

OPPOSITE = NUM_SECTORS // 2
FREE_LOCK_VALUE = 2  # the lock that card FREE_LOCK opens
WITH_CROSS, WITH_FREE_LOCK = 1, 2  # bits of a row of the travel table


@kernel
def fill_in_order(items: Array) -> None:
    """Write 0, 1, 2, … into ``items``."""
    for k in range(items.shape[0]):
        items[k] = k


@kernel
def deal(state: State) -> None:
    """Draw ring, first player, base labs, decks, program cards and tile rotations (AS-S1)."""
    fill_in_order(state.ring)
    shuffle(state, state.ring, 0, NUM_SECTORS)
    state.first_player = randint(state, int(state.num_players))
    fill_in_order(state.base_letters)
    shuffle(state, state.base_letters, 0, NUM_SECTORS)
    fill_in_order(state.lab_deck)
    shuffle(state, state.lab_deck, 0, NUM_LABS)
    fill_in_order(state.research_deck)
    shuffle(state, state.research_deck, 0, NUM_CARDS)
    draw_program_cards(state, 0)
    for tile in range(NUM_REFILLS):
        state.rotations[tile] = randint(state, NUM_SECTORS)


@kernel
def draw_program_cards(state: State, first: int) -> None:
    """Draw the program cards from round ``first`` on among those not drawn before."""
    for r in range(first, NUM_ROUNDS):
        left = NUM_PROGRAM_CARDS - r
        pick = randint(state, left)
        for card in range(NUM_PROGRAM_CARDS):
            if is_drawn(state, card, r):
                continue
            if pick == 0:
                state.program_cards[r] = 2 * card + randint(state, 2)
                break
            pick -= 1


@kernel
def is_drawn(state: State, card: Record, before: int) -> bool:
    """Return whether ``card`` is the program card of a round ``before`` this one."""
    for r in range(before):
        if state.program_cards[r] // 2 == card:
            return True
    return False


@kernel
def redeal(state: State, player: int) -> None:
    """Resample the order of both decks, later program cards and hidden rotations (AS-R16)."""
    reshuffle(state, state.lab_deck, int(state.lab_drawn), NUM_LABS)
    reshuffle(state, state.research_deck, int(state.research_drawn), NUM_CARDS)
    draw_program_cards(state, state.round_number + 2)
    for tile in range(state.round_number + 1, NUM_REFILLS):
        state.rotations[tile] = randint(state, NUM_SECTORS)


@kernel
def setup(state: State) -> None:
    """Place all pieces as dealt and begin the first round (AS-S2 to AS-S6)."""
    c = state.components
    state.stock_time = c.stock_time
    state.stock_crystals = c.stock_crystals
    state.stock_octopods = c.stock_octopods
    for p in range(NUM_SECTORS):
        state.positions[state.ring[p]] = p
        clear_sector(state.sectors[p])
    set_travel(state)
    for player in range(state.num_players):
        set_up_player(state, player)
    for k in range(2):
        sector = state.sectors[state.positions[state.base_letters[state.num_players + k]]]
        fill_sector(state, sector, c.other_octopods[k], c.other_crystals[k])
    set_up_neutral(state)
    deal_stacks(state)
    state.letters[:] = NO_LETTER
    state.turn_order[:] = NOBODY
    for k in range(state.num_players):
        state.turn_order[k] = (state.first_player + k) % state.num_players
    begin_round(state)


@kernel
def clear_sector(sector: Record) -> None:
    """Empty the spaces of ``sector``."""
    sector.control = NOBODY
    sector.submarines[:] = NOBODY
    sector.labs[:] = NOTHING
    sector.cards[:] = NOTHING


@kernel
def fill_sector(state: State, sector: Record, octopods: int, crystals: int) -> None:
    """Put octopods and crystals from the stock into the empty ``sector``."""
    sector.octopods = octopods
    sector.crystals = crystals
    state.stock_octopods -= octopods
    state.stock_crystals -= crystals


@kernel
def set_up_player(state: State, player: int) -> None:
    """Give ``player`` its pieces, base lab and starting sector (AS-S3, AS-S4, AS-S6)."""
    c = state.components
    me = state.players[player]
    letter = state.base_letters[player]
    position = int(state.positions[letter])
    sector = state.sectors[position]
    fill_sector(state, sector, c.start_octopods, c.start_crystals)
    sector.time = c.start_time
    me.submarines = SUBMARINES_EACH - 1
    place_submarine(sector, player)
    me.scientist = position
    for kind in range(len(CAPACITIES)):
        me.capacity[kind] = c.base_capacity[kind]
    me.lab_letters[letter] = True
    me.labs[:] = NOTHING
    me.cards[:] = NOTHING
    me.supply = SUPPLY_SPACES
    me.programmed[c.white[letter]] = True
    me.num_programmed = 1
    before = state.ring[(position - 1) % NUM_SECTORS]
    near_free_lock = c.locks[letter] == 0 or c.locks[before] == 0  # AS-R17
    me.time = c.time_near_free_lock if near_free_lock else c.time_elsewhere
    state.stock_time -= c.start_time + me.time


@kernel
def set_up_neutral(state: State) -> None:
    """Place the neutral submarines and bots of games with 2 and 3 players (AS-S5, AS-R14)."""
    for color in range(state.num_players, NUM_COLORS):
        state.neutral_left[color] = SUBMARINES_EACH
    first = NUM_SECTORS - state.components.neutral_submarines
    for p in range(NUM_SECTORS):
        for k in range(first, NUM_SECTORS):
            if state.base_letters[k] == state.ring[p]:
                add_neutral_submarine(state, p)
    if state.components.neutral_bots:
        for k in range(state.num_players, NUM_SECTORS):
            position = state.positions[state.base_letters[k]]
            state.sectors[position].loading[NUM_COLORS - 1] = 1


@kernel
def set_travel(state: State) -> None:
    """Compute the cheapest routes between sectors with and without cards (AS-R1)."""
    for variant in range(NUM_TRAVELS):
        costs = state.travel[variant]
        for a in range(NUM_SECTORS):
            for b in range(NUM_SECTORS):
                costs[a, b] = 0 if a == b else np.iinfo(np.int8).max // 2
        for p in range(NUM_SECTORS):
            lock = state.components.locks[state.ring[p]]
            if lock == FREE_LOCK_VALUE and variant & WITH_FREE_LOCK:
                lock = 0
            connect(costs, p, (p + 1) % NUM_SECTORS, lock)
            if variant & WITH_CROSS:
                connect(costs, p, (p + OPPOSITE) % NUM_SECTORS, 1)
        relax(costs)


@kernel
def connect(costs: Array, a: int, b: int, cost: int) -> None:
    """Set the cost between two sectors, both ways."""
    costs[a, b] = cost
    costs[b, a] = cost


@kernel
def relax(costs: Array) -> None:
    """Turn direct costs into cheapest ones (Floyd and Warshall)."""
    for via in range(NUM_SECTORS):
        for a in range(NUM_SECTORS):
            for b in range(NUM_SECTORS):
                costs[a, b] = min(costs[a, b], costs[a, via] + costs[via, b])
