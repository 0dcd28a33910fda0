"""What a player sees of AquaSphere, as one vector; ``entities`` shows the same as tokens.

Everything is egocentric: slot 0 is the viewer, then the others clockwise; slots without a player
are the neutral colours. A letter is given as the ring position of its sector. Everything public is
shown; what is hidden (AS-R16) is never read.
"""

import numpy as np

from ...core.features import bounded, one_hot, share, slot_of
from ...core.jit import kernel
from ...core.packed import BYTE, byte_of
from ...core.state import MAX_PLAYERS, NOBODY, Array, Feature, Index, Record, State, record_dtype
from ...core.view import Again, View
from .axes import AXES
from .cards import (
    FLAT_CARDS,
    clear_holdings,
    observe_cards,
    observe_holdings,
    observe_stacks,
)
from .scoring import all_control_bots, all_octopod_penalties, sum_of
from .seats import clear_seats, observe_means, observe_player
from .shares import (
    MOST_GAIN,
    OF_BULB,
    OF_COST,
    OF_GOODS,
    OF_SECTORS,
    OF_STOCK_CRYSTALS,
    OF_STOCK_OCTOPODS,
    OF_STOCK_TIME,
    OF_SUBMARINES,
    looked_up,
)
from .state import (
    ACT,
    CAPACITIES,
    CATCH,
    INCOME,
    MAX_GAINS,
    MAX_LETTERS,
    NO_LETTER,
    NOTHING,
    NUM_COLORS,
    NUM_LAYOUTS,
    NUM_REFILLS,
    NUM_ROOMS,
    NUM_ROUNDS,
    NUM_SECTORS,
    NUM_SYMBOLS,
    QUESTIONS,
    STAGES,
    SUBMARINE_SPACES,
)
from .station import space_price, travel_variant

_P, _S, _R = MAX_PLAYERS, NUM_SECTORS, NUM_ROOMS
FLAT = (
    Feature("round_now", (NUM_ROUNDS,), "round, one-hot"),
    Feature("question", (len(QUESTIONS),), "open question, one-hot; zeros when over"),
    Feature("to_move", (_P,), "slot of the player who decides, one-hot; zeros when over"),
    Feature(
        "stage",
        (len(STAGES),),
        "what is next: end of turn, action, letters, income, sums, one-hot; zeros when over",
    ),
    Feature("players", (_P,), "1 for slots with a player"),
    Feature("gains", (MAX_GAINS,), "points still to move, one gain each, next first / 50"),
    Feature("sums_due", (_P,), "scoring: sums still to move after this one / 50"),
    Feature("letters_asked", (MAX_LETTERS, _S), "letters still to ask, one-hot, next first"),
    Feature("income_taken", (1,), "scoring: the time for submarines was taken"),
    Feature("cards_used", (NUM_SYMBOLS,), "scoring: symbols whose card was used"),
    Feature("act_at", (_S,), "sector of an action still to be carried out, one-hot"),
    Feature("act_with", (NUM_SYMBOLS,), "symbol of that action, one-hot"),
    Feature("stock", (3,), "time / 38, crystals / 20, octopods / 15"),
    Feature("neutral_left", (NUM_COLORS,), "neutral submarines left by slot / 6"),
    Feature("bulb", (1,), "points for a submarine or a research card / 5"),
    Feature("refill", (4, _S), "after the round: time, crystals, octopods / 9, neutral"),
    Feature("rooms", (_R, NUM_SYMBOLS), "symbol of each room, one-hot"),
    Feature("next_rooms", (_R, NUM_SYMBOLS), "the same for the next round, zeros in the last"),
    Feature(
        "program_cards",
        (NUM_LAYOUTS,),
        "sides A and B of each card: its round / 4, up to the next one, 0 if not laid out",
    ),
    Feature("walk", (_S,), "viewer's time to walk to each sector / 6"),
    Feature("score", (_P,), "points / 150"),
    Feature("to_line", (_P,), "points up to the next red line / 9"),
    Feature("sum_now", (_P,), "what an intermediate scoring would give now / 50"),
    Feature("supply", (_P,), "bots in supply / 15"),
    Feature("submarines", (_P,), "submarines in supply / 6"),
    Feature("programmed", (_P, NUM_SYMBOLS), "1 where a bot is programmed"),
    Feature("time", (_P,), "time markers / 14"),
    Feature("crystals", (_P,), "crystals / 7"),
    Feature(
        "capacity", (_P, len(CAPACITIES)), "research / 7, crystals / 7, octopods / 7, time / 14"
    ),
    Feature("base_lab", (_S,), "slot whose base lab has the sector's letter: (slot + 1) / 4, or 0"),
    Feature("letters", (_P, _S), "letters in the lab, the base lab's included"),
    Feature("num_labs", (_P,), "lab expansions / 5"),
    Feature("num_cards", (_P,), "research cards held / 7"),
    Feature("engineer", (_P, _R + 1), "room, one-hot, the last is the start"),
    Feature("scientist", (_P, _S), "sector, one-hot"),
    Feature("passed", (_P,), "1 after passing"),
    Feature("paid", (_P,), "1 after paid programming"),
    Feature("turn_place", (_P,), "place in the play order / 4, first is 0.25"),
    Feature("pass_place", (_P,), "place in the pass order / 4, 0 before passing"),
    Feature("controls", (_P,), "control spaces held / 6"),
    Feature("control", (_S, _P), "slot of the controlling bot, one-hot, zeros: none"),
    Feature("loading", (_S, NUM_COLORS), "bots in the loading station by slot / limit"),
    Feature("crowd", (_S,), "bots in the loading station / limit"),
    Feature("placed", (_S, NUM_COLORS), "space of the slot's submarine / 4, 0: none"),
    Feature("price", (_S,), "viewer's time for the next submarine space / 6, 1 when full"),
    Feature("sector_time", (_S,), "time markers / 9"),
    Feature("sector_crystals", (_S,), "crystals / 9"),
    Feature("sector_octopods", (_S,), "octopods / 9"),
    Feature("white", (_S, NUM_SYMBOLS), "symbol of the white area, one-hot"),
    Feature("lock", (_S,), "lock to the next sector clockwise / 6"),
    *FLAT_CARDS,
)


@kernel
def observe_flat(state: State, player: int, view: Record) -> None:
    """Write the whole vector for ``player``."""
    observe_game(state, view)
    observe_round(state, view)
    for position in range(NUM_SECTORS):
        observe_stacks(state, position, view)
    observe_turn(state, player, view)


@kernel
def observe_flat_again(state: State, player: int, view: Record, memory: Record) -> None:
    """Write the vector for ``player``, but not what ``memory`` says that it shows already.

    Within a round labs and cards only leave the stacks, so that their numbers tell what is there.
    """
    is_same_round = memory.known and memory.round_number == state.round_number
    if not memory.known:
        memory.known = True
        observe_game(state, view)
    if not is_same_round:
        memory.round_number = state.round_number
        observe_round(state, view)
    for position in range(NUM_SECTORS):
        sector, seen = state.sectors[position], memory.stacks[position]
        same = seen.num_labs == sector.num_labs and seen.num_cards == sector.num_cards
        if not same or not is_same_round:
            seen.num_labs = sector.num_labs
            seen.num_cards = sector.num_cards
            observe_stacks(state, position, view)
    observe_turn(state, player, view)


@kernel
def observe_game(state: State, view: Record) -> None:
    """Write what stays as it is for a whole game; clear what is written in part."""
    clear_seats(view)
    clear_holdings(view)
    for slot in range(MAX_PLAYERS):
        view.players[slot] = slot < state.num_players
    view.white[:] = 0
    for position in range(NUM_SECTORS):
        letter = state.ring[position]
        view.white[position, state.components.white[letter]] = 1
        view.lock[position] = looked_up(state.components.locks[letter], OF_COST)


@kernel
def observe_round(state: State, view: Record) -> None:
    """Write what stays as it is for a round: the top center tile and the headquarters."""
    one_hot(view.round_now, state.round_number)
    observe_refill(state, view)
    observe_headquarters(state, view)


@kernel
def observe_turn(state: State, player: int, view: Record) -> None:
    """Write what may change with every decision, and all that depends on the viewer."""
    observe_table(state, player, view)
    observe_dues(state, view)
    observe_stock(state, view)
    held, lost = all_control_bots(state), all_octopod_penalties(state)
    for seat in range(state.num_players):
        slot = slot_of(state, player, seat)
        observe_player(state, seat, slot, view)
        view.sum_now[slot] = bounded(sum_of(state, seat, held, lost), MOST_GAIN)
        view.controls[slot] = looked_up(byte_of(held, seat), OF_SECTORS)
        observe_means(state, seat, slot, view)
        observe_holdings(state, seat, slot, view)
        observe_cards(state, seat, slot, view)
    observe_pieces(state, player, view)
    observe_sectors(state, player, view)


@kernel
def observe_table(state: State, player: int, view: Record) -> None:
    """Write the open question, who decides and what the viewer pays to walk."""
    over = state.terminated or state.truncated
    one_hot(view.question, NOTHING if over else state.question)
    one_hot(view.stage, NOTHING if over else state.stage)
    one_hot(view.to_move, NOBODY if over else slot_of(state, player, state.current_player))
    me = state.players[player]
    way = travel_variant(me)
    here = int(me.scientist)
    for position in range(NUM_SECTORS):
        view.walk[position] = looked_up(state.travel[way, here, position], OF_COST)


@kernel
def observe_dues(state: State, view: Record) -> None:
    """Write what the open question is about and what comes after it."""
    for k in range(MAX_GAINS):
        view.gains[k] = share(state.gains[k], MOST_GAIN)
    for k in range(MAX_LETTERS):
        letter = state.letters[k]
        one_hot(view.letters_asked[k], NOTHING if letter == NO_LETTER else state.positions[letter])
    asking_income = state.stage == INCOME
    view.income_taken[0] = asking_income and state.income_taken
    for symbol in range(NUM_SYMBOLS):
        view.cards_used[symbol] = asking_income and state.cards_used[symbol] > 0
    due = action_due(state)
    one_hot(view.act_at, state.acting_position if due else NOTHING)
    one_hot(view.act_with, state.acting_symbol if due else NOTHING)


@kernel
def action_due(state: State) -> bool:
    """Return whether an action is still to be carried out."""
    return bool(state.stage == ACT or state.question == CATCH)


@kernel
def observe_stock(state: State, view: Record) -> None:
    """Write the stock and the neutral submarines left."""
    view.stock[0] = looked_up(state.stock_time, OF_STOCK_TIME)
    view.stock[1] = looked_up(state.stock_crystals, OF_STOCK_CRYSTALS)
    view.stock[2] = looked_up(state.stock_octopods, OF_STOCK_OCTOPODS)
    write_neutral_left(state, view.neutral_left, 0)


@kernel
def observe_refill(state: State, view: Record) -> None:
    """Write what the top center tile shows."""
    c = state.components
    tile = int(state.round_number)
    view.bulb[0] = looked_up(c.bulbs[tile], OF_BULB)
    if tile == NUM_REFILLS:
        view.refill[:] = 0
        return
    for position in range(NUM_SECTORS):
        edge = (position + state.rotations[tile]) % NUM_SECTORS
        view.refill[0, position] = looked_up(c.refill_time[tile, edge], OF_GOODS)
        view.refill[1, position] = looked_up(c.refill_crystals[tile, edge], OF_GOODS)
        view.refill[2, position] = looked_up(c.refill_octopods[tile, edge], OF_GOODS)
        view.refill[3, position] = c.refill_neutral[tile, edge]


@kernel
def write_neutral_left(state: State, row: Array, start: int) -> None:
    """Write the neutral submarines left by slot, which is their colour, / SUBMARINES_EACH."""
    for color in range(NUM_COLORS):
        row[start + color] = looked_up(state.neutral_left[color], OF_SUBMARINES)


@kernel
def observe_headquarters(state: State, view: Record) -> None:
    """Write the symbols of the rooms, now and next, and the program cards laid out so far."""
    following = int(state.round_number) + 1
    view.rooms[:] = 0
    view.next_rooms[:] = 0
    view.program_cards[:] = 0
    for room in range(NUM_ROOMS):
        view.rooms[room, state.rooms[room]] = 1
        if following < NUM_ROUNDS:
            layout = state.components.layouts[state.program_cards[following]]
            view.next_rooms[room, layout[room]] = 1
    write_program_cards(state, view.program_cards, 0)


@kernel
def write_program_cards(state: State, row: Array, start: int) -> None:
    """Write the round of each side laid out, up to the next one / NUM_ROUNDS, over zeros."""
    for r in range(min(state.round_number + 2, NUM_ROUNDS)):
        row[start + state.program_cards[r]] = (r + 1) / NUM_ROUNDS


@kernel
def slots_of_colors(state: State, viewer: int) -> int:
    """Return the slot in which ``viewer`` sees each colour, a byte a colour."""
    slots = 0
    for color in range(NUM_COLORS):
        slots |= int(slot_of(state, viewer, color)) << BYTE * color
    return slots


@kernel
def observe_pieces(state: State, player: int, view: Record) -> None:
    """Write bots and submarines in every sector.

    An empty space counts as one of the last colour, which comes to nothing: of its submarine, too,
    as the first spaces are filled first.
    """
    slots = slots_of_colors(state, player)
    per_bot = 1 / state.components.loading_limit
    view.control[:] = 0
    view.placed[:] = 0
    for position in range(NUM_SECTORS):
        sector = state.sectors[position]
        view.control[position, slot_in(slots, sector.control)] = sector.control != NOBODY
        for k in range(SUBMARINE_SPACES - 1, -1, -1):
            color = int(sector.submarines[k])
            space = np.float32((k + 1) / SUBMARINE_SPACES)
            view.placed[position, slot_in(slots, color)] = space * np.float32(color != NOBODY)
        crowd = 0
        for color in range(NUM_COLORS):
            bots = int(sector.loading[color])
            crowd += bots
            view.loading[position, slot_in(slots, color)] = bots * per_bot
        view.crowd[position] = crowd * per_bot


@kernel
def slot_in(slots: int, color: int) -> Index:
    """Return the slot of ``color`` in ``slots``; NOBODY has that of the last colour."""
    return np.uint8(slots >> BYTE * int(color & NUM_COLORS - 1) & 0xFF)


@kernel
def observe_sectors(state: State, player: int, view: Record) -> None:
    """Write goods and prices of all sectors."""
    for position in range(NUM_SECTORS):
        sector = state.sectors[position]
        view.price[position] = price_share(state, player, sector)
        view.sector_time[position] = looked_up(sector.time, OF_GOODS)
        view.sector_crystals[position] = looked_up(sector.crystals, OF_GOODS)
        view.sector_octopods[position] = looked_up(sector.octopods, OF_GOODS)


@kernel
def price_share(state: State, player: int, sector: Record) -> float:
    """Return what ``player`` pays for the next space of ``sector`` / MOST_COST, 1 when full."""
    space = min(int(sector.num_submarines), SUBMARINE_SPACES - 1)
    share = looked_up(space_price(state, state.players[player], space), OF_COST)
    return 1.0 if sector.num_submarines == SUBMARINE_SPACES else share


_STACKS = record_dtype([("num_labs", np.int8), ("num_cards", np.int8)])
MEMORY = record_dtype(
    [
        ("known", np.bool_),
        ("round_number", np.int16),
        ("stacks", _STACKS, (NUM_SECTORS,)),
    ]
)

FLAT_VIEW = View(FLAT, observe_flat, axes=AXES, again=Again(observe_flat_again, MEMORY))
