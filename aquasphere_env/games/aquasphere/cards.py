"""Research cards and lab expansions as the view ``flat`` shows them: held, and in the stacks."""

from ...core.features import mark, share
from ...core.jit import kernel
from ...core.state import MAX_PLAYERS, Array, Feature, Record, State
from .state import (
    CAPACITIES,
    CROSS,
    FREE_LOCK,
    HALF_PRICE,
    IN_SCORING,
    INSTANT,
    KINDS,
    MAX_CARDS,
    MAX_LETTERS,
    MAX_STACK,
    NO_LETTER,
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
MOST_CAPACITY = 2  # of a kind that one lab expansion adds
EFFECTS = (CROSS, ON_LEAVE, FREE_LOCK, HALF_PRICE)  # kinds of cards that work all game

# Covered cards are numbers in binary: whole, they would double the vector for little.
LAB_BITS, CARD_BITS = NUM_LABS.bit_length(), NUM_CARDS.bit_length()

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
def observe_holdings(state: State, seat: int, slot: int, view: Record) -> None:
    """Write what the research cards of the player at ``seat`` do, and its lab expansions."""
    me = state.players[seat]
    clear_holdings(slot, view)
    for k in range(len(EFFECTS)):
        view.effects[slot, k] = me.kinds[EFFECTS[k]] > 0
    view.sideways_left[slot] = me.kinds[SIDEWAYS] > me.sideways_used
    view.sideways[slot, 0] = me.kinds[SIDEWAYS] / MAX_CARDS
    view.sideways[slot, 1] = me.sideways_used / MAX_CARDS
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
    for k in range(me.num_labs):
        view.lab_holder[me.labs[k]] = (slot + 1) / MAX_PLAYERS


@kernel
def add_rewards(row: Array, start: int, card: Record) -> None:
    """Add time, crystals and points of ``card`` from ``start`` on, each at most 1."""
    row[start] = min(row[start] + card.time / MOST_REWARDS[0], 1.0)
    row[start + 1] = min(row[start + 1] + card.crystals / MOST_REWARDS[1], 1.0)
    row[start + 2] = min(row[start + 2] + card.points / MOST_REWARDS[2], 1.0)


@kernel
def clear_holdings(slot: int, view: Record) -> None:
    """Clear the holdings of ``slot``."""
    view.sideways_left[slot] = 0
    view.sideways[slot] = 0
    view.room_cards[slot] = 0
    view.catch_cards[slot] = 0
    view.effects[slot] = 0
    view.scoring_cards[slot] = 0
    view.instant_cards[slot] = 0


@kernel
def clear_stacks(view: Record) -> None:
    """Clear what ``observe_stacks`` marks."""
    view.lab_capacity[:] = 0
    view.lab_letters[:] = 0
    view.labs_below[:] = 0
    view.card_kind[:] = 0
    view.card_symbol[:] = 0
    view.card_rewards[:] = 0
    view.cards_below[:] = 0


@kernel
def observe_stacks(state: State, position: int, view: Record) -> None:
    """Write the lab expansions and research cards that lie in the sector at ``position``."""
    sector = state.sectors[position]
    view.labs_left[position] = sector.num_labs / MAX_STACK
    view.cards_left[position] = sector.num_cards / MAX_STACK
    if sector.num_labs > 0:
        tile = state.components.labs[sector.labs[sector.num_labs - 1]]
        write_capacity(tile, view.lab_capacity[position], 0)
        mark_letters(state, tile, view.lab_letters[position], 0)
    if sector.num_cards > 0:
        card = state.components.cards[sector.cards[sector.num_cards - 1]]
        mark(view.card_kind[position], 0, card.kind)
        mark(view.card_symbol[position], 0, card.symbol)
        add_rewards(view.card_rewards[position], 0, card)
    for below in range(sector.num_labs - 1):
        write_binary(sector.labs[sector.num_labs - 2 - below] + 1, view.labs_below[position, below])
    for below in range(sector.num_cards - 1):
        card_id = sector.cards[sector.num_cards - 2 - below]
        write_binary(card_id + 1, view.cards_below[position, below])


@kernel
def write_binary(number: int, row: Array) -> None:
    """Write the binary digits of ``number``, lowest first."""
    for k in range(row.shape[0]):
        row[k] = (number >> k) & 1


@kernel
def write_capacity(tile: Record, row: Array, start: int) -> None:
    """Write what a lab expansion adds to the capacities / MOST_CAPACITY."""
    for k in range(len(CAPACITIES)):
        row[start + k] = share(tile.capacity[k], MOST_CAPACITY)


@kernel
def mark_letters(state: State, tile: Record, row: Array, start: int) -> None:
    """Write 1 at the ring position of each letter of a lab expansion."""
    for k in range(MAX_LETTERS):
        if tile.letters[k] != NO_LETTER:
            row[start + state.positions[tile.letters[k]]] = 1
