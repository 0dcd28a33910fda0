"""Research cards and lab expansions as the view ``flat`` shows them: held, and in the stacks."""

import numpy as np

from ...core.jit import kernel
from ...core.state import MAX_PLAYERS, Array, Feature, Record, State
from .shares import OF_CAPACITY, OF_CARDS, OF_STACK, looked_up
from .state import (
    CAPACITIES,
    CROSS,
    FREE_LOCK,
    HALF_PRICE,
    IN_SCORING,
    INSTANT,
    KINDS,
    MAX_EXPANSIONS,
    MAX_LETTERS,
    MAX_STACK,
    NO_LETTER,
    NOTHING,
    NUM_CARDS,
    NUM_LABS,
    NUM_SECTORS,
    NUM_SYMBOLS,
    ON_CATCH,
    ON_LEAVE,
    ON_ROOM,
    SIDEWAYS,
)

MOST_REWARDS = (2, 1, 4)  # time, crystals, points of a research card
NUM_REWARDS = len(MOST_REWARDS)
EFFECTS = (CROSS, ON_LEAVE, FREE_LOCK, HALF_PRICE)  # kinds of cards that work all game

# Covered cards are numbers in binary: whole, they would double the vector for little.
LAB_BITS, CARD_BITS = NUM_LABS.bit_length(), NUM_CARDS.bit_length()
BINARY = np.array([[n >> k & 1 for k in range(CARD_BITS)] for n in range(256)], np.float32)

_P, _S = MAX_PLAYERS, NUM_SECTORS
FLAT_CARDS = (
    Feature(
        "room_cards", (_P, NUM_SYMBOLS, NUM_REWARDS), "ROOM cards: time / 2, crystals, points / 4"
    ),
    Feature("catch_cards", (_P, NUM_REWARDS), "CATCH cards: time / 2, crystals, points / 4"),
    Feature("effects", (_P, len(EFFECTS)), "cards CROSS, LEAVE, LOCK, HALF"),
    Feature("sideways_left", (_P,), "an unused SIDEWAYS card"),
    Feature("sideways", (_P, 2), "SIDEWAYS cards held, used / 7"),
    Feature("scoring_cards", (_P, NUM_SYMBOLS), "SCORING cards by symbol"),
    Feature("instant_cards", (_P, NUM_SYMBOLS), "INSTANT cards by symbol, all used"),
    Feature("lab_holder", (NUM_LABS,), "slot that holds each lab expansion: (slot + 1) / 4, or 0"),
    Feature("labs_left", (_S,), "lab expansions in the stack / 4"),
    Feature("lab_capacity", (_S, len(CAPACITIES)), "top lab expansion: capacities / 2"),
    Feature("lab_letters", (_S, _S), "top lab expansion: letters"),
    Feature(
        "labs_below",
        (_S, MAX_STACK - 1, LAB_BITS),
        "lab expansions below it, next first: number in the component file, from 1, in binary",
    ),
    Feature("cards_left", (_S,), "research cards in the stack / 4"),
    Feature("card_kind", (_S, len(KINDS)), "top research card: kind, one-hot"),
    Feature("card_symbol", (_S, NUM_SYMBOLS), "top research card: symbol, one-hot"),
    Feature("card_rewards", (_S, NUM_REWARDS), "top research card: time / 2, crystals, points / 4"),
    Feature(
        "cards_below",
        (_S, MAX_STACK - 1, CARD_BITS),
        "research cards below it, next first: number in the component file, from 1, in binary",
    ),
)


@kernel
def observe_cards(state: State, seat: int, slot: int, view: Record) -> None:
    """Write the research cards of the player at ``seat`` by symbol."""
    me = state.players[seat]
    view.room_cards[slot][:] = 0
    view.catch_cards[slot][:] = 0
    view.scoring_cards[slot][:] = 0
    view.instant_cards[slot][:] = 0
    for k in range(me.num_cards):
        card = state.components.cards[me.cards[k]]
        if card.kind == ON_ROOM:
            add_rewards(view.room_cards[slot, card.symbol], 0, card)
        elif card.kind == ON_CATCH:
            add_rewards(view.catch_cards[slot], 0, card)
        elif card.kind == IN_SCORING:
            view.scoring_cards[slot, card.symbol] = 1
        elif card.kind == INSTANT:
            view.instant_cards[slot, card.symbol] = 1


@kernel
def observe_holdings(state: State, seat: int, slot: int, view: Record) -> None:
    """Write the lab expansions of the player at ``seat``, and which cards work all game.

    ``view.lab_holder`` holds zeros, or what an earlier moment of the game has written: nobody gives
    an expansion back.
    """
    me = state.players[seat]
    for k in range(len(EFFECTS)):
        view.effects[slot, k] = me.kinds[EFFECTS[k]] > 0
    view.sideways_left[slot] = me.kinds[SIDEWAYS] > me.sideways_used
    view.sideways[slot, 0] = looked_up(me.kinds[SIDEWAYS], OF_CARDS)
    view.sideways[slot, 1] = looked_up(me.sideways_used, OF_CARDS)
    if me.num_labs > 0:
        for k in range(MAX_EXPANSIONS):  # a loop of unknown length would be mispredicted
            tile = me.labs[k] if k < me.num_labs else me.labs[0]
            view.lab_holder[tile] = (slot + 1) / MAX_PLAYERS


@kernel
def add_rewards(row: Array, start: int, card: Record) -> None:
    """Add time, crystals and points of ``card`` from ``start`` on, each at most 1."""
    row[start] = min(row[start] + card.time / MOST_REWARDS[0], 1.0)
    row[start + 1] = min(row[start + 1] + card.crystals / MOST_REWARDS[1], 1.0)
    row[start + 2] = min(row[start + 2] + card.points / MOST_REWARDS[2], 1.0)


@kernel
def clear_holdings(view: Record) -> None:
    """Clear the holdings of all slots: without gaps, so that it is one stretch of memory."""
    view.room_cards[:] = 0
    view.catch_cards[:] = 0
    view.effects[:] = 0
    view.sideways_left[:] = 0
    view.sideways[:] = 0
    view.scoring_cards[:] = 0
    view.instant_cards[:] = 0
    view.lab_holder[:] = 0


@kernel
def observe_stacks(state: State, position: int, view: Record) -> None:
    """Write the lab expansions and research cards that lie in a sector."""
    sector = state.sectors[position]
    view.labs_left[position] = looked_up(sector.num_labs, OF_STACK)
    view.cards_left[position] = looked_up(sector.num_cards, OF_STACK)
    clear_tops(view, position)
    if sector.num_labs > 0:
        tile = state.components.labs[sector.labs[sector.num_labs - 1]]
        write_capacity(tile, view.lab_capacity[position], 0)
        mark_letters(state, tile, view.lab_letters[position], 0)
    if sector.num_cards > 0:
        card = state.components.cards[sector.cards[sector.num_cards - 1]]
        view.card_kind[position, card.kind] = 1
        view.card_symbol[position, max(card.symbol, 0)] = card.symbol != NOTHING
        add_rewards(view.card_rewards[position], 0, card)
    for below in range(MAX_STACK - 1):
        lab = number_at(sector.labs, sector.num_labs - 2 - below)
        card_below = number_at(sector.cards, sector.num_cards - 2 - below)
        write_binary(lab, view.labs_below[position, below])
        write_binary(card_below, view.cards_below[position, below])


@kernel
def clear_tops(view: Record, position: int) -> None:
    """Clear the top lab expansion and the top research card of a sector."""
    view.lab_capacity[position][:] = 0
    view.lab_letters[position][:] = 0
    view.card_kind[position][:] = 0
    view.card_symbol[position][:] = 0
    view.card_rewards[position][:] = 0


@kernel
def number_at(ids: Array, k: int) -> int:
    """Return the number from 1 of the id at ``k``, 0 if ``k`` is negative."""
    return int((k >= 0) * (ids[max(k, 0)] + 1))  # a branch here would be mispredicted


@kernel
def write_binary(number: int, row: Array) -> None:
    """Write the binary digits of ``number``, lowest first."""
    for k in range(row.shape[0]):
        row[k] = BINARY[np.uint8(number), k]


@kernel
def write_capacity(tile: Record, row: Array, start: int) -> None:
    """Write what a lab expansion adds to the capacities, as shares of MOST_CAPACITY."""
    for k in range(len(CAPACITIES)):
        row[start + k] = looked_up(tile.capacity[k], OF_CAPACITY)


@kernel
def mark_letters(state: State, tile: Record, row: Array, start: int) -> None:
    """Write 1 at the ring position of each letter of a lab expansion."""
    for k in range(MAX_LETTERS):
        letter = tile.letters[k]
        at = start + state.positions[max(letter, 0)]
        row[at] = max(row[at], letter != NO_LETTER)
