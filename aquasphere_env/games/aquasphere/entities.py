"""What a player sees of AquaSphere as tokens, for attention models: one matrix a kind of thing.

Every row is a token that begins with 1; a row without a token is all zeros. Slots are egocentric as
in ``observation``: the viewer first, then the others clockwise. Every card of every stack and every
card and expansion held is a token of its own (AS-R16).
"""

from ...core.features import (
    Column,
    bounded,
    mark,
    player_in,
    row_feature,
    share,
    slot_of,
    starts,
)
from ...core.jit import kernel
from ...core.state import MAX_PLAYERS, NOBODY, Array, Record, State
from ...core.view import View
from .cards import add_rewards, mark_letters, write_capacity
from .observation import (
    action_due,
    price_share,
    write_neutral_left,
    write_program_cards,
)
from .scoring import control_bots, scoring_sum
from .seats import place_in, sum_due
from .shares import (
    MOST_GAIN,
    MOST_POINTS,
    OF_BOTS,
    OF_BULB,
    OF_CARDS,
    OF_CATCH,
    OF_COST,
    OF_EXPANSIONS,
    OF_GOODS,
    OF_SECTORS,
    OF_SPACES,
    OF_STACK,
    OF_STOCK_CRYSTALS,
    OF_STOCK_OCTOPODS,
    OF_STOCK_TIME,
    OF_SUBMARINES,
    OF_TIME,
    looked_up,
)
from .state import (
    CAN_TIME,
    CAPACITIES,
    IN_SCORING,
    INCOME,
    INSTANT,
    KINDS,
    MAX_GAINS,
    MAX_LETTERS,
    MAX_STACK,
    NUM_COLORS,
    NUM_LAYOUTS,
    NUM_REFILLS,
    NUM_ROOMS,
    NUM_ROUNDS,
    NUM_SECTORS,
    NUM_SYMBOLS,
    QUESTIONS,
    RED_LINE_EVERY,
    SIDEWAYS,
    STAGES,
)
from .station import travel_cost

_P, _S = MAX_PLAYERS, NUM_SECTORS
NUM_CARD_TOKENS = 2 * MAX_STACK * NUM_SECTORS  # all that four rounds deal

COLUMNS = {
    "table": (
        Column("present", 1, "1"),
        Column("round_now", NUM_ROUNDS, "round, one-hot"),
        Column("question", len(QUESTIONS), "open question, one-hot, zeros when over"),
        Column("stage", len(STAGES), "next: end of turn, action, letters, income, sums, one-hot"),
        Column("gains", MAX_GAINS, "points still to move, one gain each, next first / 50"),
        Column("income_taken", 1, "scoring: the time for submarines was taken"),
        Column("cards_used", NUM_SYMBOLS, "scoring: symbols whose card was used"),
        Column("act_with", NUM_SYMBOLS, "symbol of an action still to be carried out, one-hot"),
        Column("stock", 3, "time / 38, crystals / 20, octopods / 15"),
        Column("neutral_left", NUM_COLORS, "neutral submarines left by slot / 6"),
        Column("program_cards", NUM_LAYOUTS, "sides of each card: its round / 4, up to the next"),
        Column("bulb", 1, "points for a submarine or a research card / 5"),
    ),
    "sectors": (
        Column("present", 1, "1"),
        Column("position", _S, "ring position, one-hot"),
        Column("white", NUM_SYMBOLS, "symbol of the white area, one-hot"),
        Column("locks", 2, "lock on the clockwise side, on the other side / 6"),
        Column("walk", 1, "viewer's time to walk there / 6"),
        Column("price", 1, "viewer's time for the next submarine space / 6, 1 when full"),
        Column("control", _P, "slot of the controlling bot, one-hot, zeros: none"),
        Column("loading", NUM_COLORS, "bots in the loading station by slot / limit"),
        Column("crowd", 1, "bots in the loading station / limit"),
        Column("placed", NUM_COLORS, "space of the slot's submarine / 4, 0: none"),
        Column("goods", 3, "time, crystals, octopods / 9"),
        Column("refill", 4, "after the round: time, crystals, octopods / 9, neutral submarine"),
        Column("asked", MAX_LETTERS, "1 where its letter is asked next, after that"),
        Column("act_at", 1, "1 where an action is still to be carried out"),
    ),
    "rooms": (
        Column("present", 1, "1: rooms 0 to 6, then the start"),
        Column("room", NUM_ROOMS + 1, "which room, one-hot"),
        Column("symbol", NUM_SYMBOLS, "symbol, one-hot, zeros at the start"),
        Column("next_symbol", NUM_SYMBOLS, "symbol in the next round, one-hot, zeros in the last"),
        Column("arrows", NUM_ROOMS, "1 for rooms that arrows lead to"),
        Column("sideways", NUM_ROOMS, "1 for rooms beside it"),
        Column("is_exit", 1, "1 where the engineer may pass"),
        Column("engineers", _P, "1 for slots whose engineer is there"),
    ),
    "players": (
        Column("present", 1, "1 for slots with a player"),
        Column("slot", _P, "slot, one-hot"),
        Column("to_move", 1, "1 for the player who decides"),
        Column("score", 1, "points / 150"),
        Column("to_line", 1, "points up to the next red line / 9"),
        Column("sum_now", 1, "what an intermediate scoring would give now / 50"),
        Column("sum_due", 1, "scoring: a sum still to move after this one / 50"),
        Column("supply", 1, "bots in supply / 15"),
        Column("submarines", 1, "submarines in supply / 6"),
        Column("programmed", NUM_SYMBOLS, "1 where a bot is programmed"),
        Column("time", 1, "time markers / 14"),
        Column("crystals", 1, "crystals / 7"),
        Column("capacity", len(CAPACITIES), "research, crystals, octopods / 7, time / 14"),
        Column("base_lab", _S, "letter of the base lab, by ring position, one-hot"),
        Column("letters", _S, "letters in the lab, by ring position"),
        Column("num_labs", 1, "lab expansions / 5"),
        Column("num_cards", 1, "research cards / 7"),
        Column("scientist", _S, "sector, one-hot"),
        Column("passed", 1, "1 after passing"),
        Column("paid", 1, "1 after paid programming"),
        Column("turn_place", 1, "place in the play order / 4, first is 0.25"),
        Column("pass_place", 1, "place in the pass order / 4, 0 before passing"),
        Column("controls", 1, "control spaces held / 6"),
        Column("sideways_left", 1, "an unused SIDEWAYS card"),
        Column("sideways", 2, "SIDEWAYS cards held, used / 7"),
    ),
    "cards": (
        Column("present", 1, "1: research cards and lab expansions on the table, then zeros"),
        Column("is_expansion", 1, "1 for a lab expansion, 0 for a research card"),
        Column("kind", len(KINDS), "kind of a research card, one-hot"),
        Column("symbol", NUM_SYMBOLS, "symbol of a research card, one-hot"),
        Column("rewards", 3, "research card: time / 2, crystals, points / 4"),
        Column("capacity", len(CAPACITIES), "lab expansion: capacities / 2"),
        Column("letters", _S, "lab expansion: letters, by ring position"),
        Column("at", _S, "sector whose stack it lies in, one-hot"),
        Column("above", 1, "cards on top of it in the stack / 4"),
        Column("holder", _P, "slot that holds it, one-hot"),
        Column("spent", 1, "held: an INSTANT card, a SIDEWAYS or SCORING card that is used"),
    ),
}
ROWS = {
    "table": 1,
    "sectors": NUM_SECTORS,
    "rooms": NUM_ROOMS + 1,
    "players": MAX_PLAYERS,
    "cards": NUM_CARD_TOKENS,
}
FEATURES = [row_feature(name, ROWS[name], columns) for name, columns in COLUMNS.items()]
TABLE, SECTOR, ROOM, SEAT, CARD = (starts(columns) for columns in COLUMNS.values())


@kernel
def observe_entities(state: State, player: int, view: Record) -> None:
    """Write all tokens for ``player``."""
    view.table[:] = 0
    view.sectors[:] = 0
    view.rooms[:] = 0
    view.players[:] = 0
    view.cards[:] = 0
    write_table(state, view.table[0])
    for position in range(NUM_SECTORS):
        write_sector(state, player, position, view.sectors[position])
        write_outlook(state, position, view.sectors[position])
    for room in range(NUM_ROOMS + 1):
        write_room(state, player, room, view.rooms[room])
    for seat in range(state.num_players):
        slot = slot_of(state, player, seat)
        write_seat(state, player, seat, slot, view.players[slot])
        write_means(state, seat, view.players[slot])
    write_cards(state, player, view.cards)


@kernel
def write_table(state: State, row: Array) -> None:
    """Write round, open question and stock."""
    row[TABLE.present] = 1
    mark(row, TABLE.round_now, state.round_number)
    if not (state.terminated or state.truncated):
        mark(row, TABLE.question, state.question)
        mark(row, TABLE.stage, state.stage)
    for k in range(MAX_GAINS):
        row[TABLE.gains + k] = share(state.gains[k], MOST_GAIN)
    if state.stage == INCOME:
        row[TABLE.income_taken] = state.income_taken
        for symbol in range(NUM_SYMBOLS):
            row[TABLE.cards_used + symbol] = state.cards_used[symbol] > 0
    if action_due(state):
        mark(row, TABLE.act_with, state.acting_symbol)
    row[TABLE.stock] = looked_up(state.stock_time, OF_STOCK_TIME)
    row[TABLE.stock + 1] = looked_up(state.stock_crystals, OF_STOCK_CRYSTALS)
    row[TABLE.stock + 2] = looked_up(state.stock_octopods, OF_STOCK_OCTOPODS)
    write_neutral_left(state, row, TABLE.neutral_left)
    write_program_cards(state, row, TABLE.program_cards)
    row[TABLE.bulb] = looked_up(state.components.bulbs[state.round_number], OF_BULB)


@kernel
def write_sector(state: State, player: int, position: int, row: Array) -> None:
    """Write what lies and stands in the sector at ``position``."""
    c = state.components
    sector = state.sectors[position]
    row[SECTOR.present] = 1
    mark(row, SECTOR.position, position)
    mark(row, SECTOR.white, c.white[state.ring[position]])
    row[SECTOR.locks] = looked_up(c.locks[state.ring[position]], OF_COST)
    before = state.ring[(position + NUM_SECTORS - 1) % NUM_SECTORS]
    row[SECTOR.locks + 1] = looked_up(c.locks[before], OF_COST)
    row[SECTOR.walk] = looked_up(travel_cost(state, state.players[player], position), OF_COST)
    row[SECTOR.price] = price_share(state, player, sector)
    mark(row, SECTOR.control, slot_of(state, player, sector.control))
    per_bot = 1 / c.loading_limit
    crowd = 0
    for color in range(NUM_COLORS):
        bots = sector.loading[color]
        crowd += bots
        row[SECTOR.loading + slot_of(state, player, color)] = bots * per_bot
    row[SECTOR.crowd] = crowd * per_bot
    for space in range(sector.num_submarines):
        slot = slot_of(state, player, sector.submarines[space])
        row[SECTOR.placed + slot] = looked_up(space + 1, OF_SPACES)
    row[SECTOR.goods] = looked_up(sector.time, OF_GOODS)
    row[SECTOR.goods + 1] = looked_up(sector.crystals, OF_GOODS)
    row[SECTOR.goods + 2] = looked_up(sector.octopods, OF_GOODS)


@kernel
def write_outlook(state: State, position: int, row: Array) -> None:
    """Write what is about to happen in the sector at ``position``."""
    c = state.components
    tile = int(state.round_number)
    if tile < NUM_REFILLS:
        edge = (position + state.rotations[tile]) % NUM_SECTORS
        row[SECTOR.refill] = looked_up(c.refill_time[tile, edge], OF_GOODS)
        row[SECTOR.refill + 1] = looked_up(c.refill_crystals[tile, edge], OF_GOODS)
        row[SECTOR.refill + 2] = looked_up(c.refill_octopods[tile, edge], OF_GOODS)
        row[SECTOR.refill + 3] = c.refill_neutral[tile, edge]
    for k in range(MAX_LETTERS):
        row[SECTOR.asked + k] = state.letters[k] == state.ring[position]
    row[SECTOR.act_at] = action_due(state) and state.acting_position == position


@kernel
def write_room(state: State, player: int, room: int, row: Array) -> None:
    """Write tiles, ways and engineers of ``room``; the last one is the start."""
    c = state.components
    row[ROOM.present] = 1
    mark(row, ROOM.room, room)
    if room < NUM_ROOMS:
        mark(row, ROOM.symbol, state.rooms[room])
        following = int(state.round_number) + 1
        if following < NUM_ROUNDS:
            mark(row, ROOM.next_symbol, c.layouts[state.program_cards[following], room])
    for other in range(NUM_ROOMS):
        row[ROOM.arrows + other] = c.arrows[room, other]
        row[ROOM.sideways + other] = c.sideways[room, other]
    row[ROOM.is_exit] = c.exits[room]
    for seat in range(state.num_players):
        slot = slot_of(state, player, seat)
        row[ROOM.engineers + slot] = state.players[seat].engineer == room


@kernel
def write_seat(state: State, player: int, seat: int, slot: int, row: Array) -> None:
    """Write points, place in the order and open matters of the player at ``seat``."""
    me = state.players[seat]
    over = state.terminated or state.truncated
    row[SEAT.present] = 1
    mark(row, SEAT.slot, slot)
    row[SEAT.to_move] = not over and state.current_player == seat
    row[SEAT.score] = share(me.score, MOST_POINTS)
    last = RED_LINE_EVERY - 1
    row[SEAT.to_line] = (last - me.score % RED_LINE_EVERY) / last
    row[SEAT.sum_now] = bounded(scoring_sum(state, seat), MOST_GAIN)
    row[SEAT.sum_due] = sum_due(state, seat)
    row[SEAT.passed] = me.passed
    row[SEAT.paid] = me.paid
    row[SEAT.turn_place] = place_in(state.turn_order, seat)
    row[SEAT.pass_place] = place_in(state.pass_order, seat)
    row[SEAT.controls] = looked_up(control_bots(state, seat), OF_SECTORS)
    mark(row, SEAT.scientist, me.scientist)


@kernel
def write_means(state: State, seat: int, row: Array) -> None:
    """Write pieces, lab and cards of the player at ``seat``."""
    me = state.players[seat]
    row[SEAT.supply] = looked_up(me.supply, OF_BOTS)
    row[SEAT.submarines] = looked_up(me.submarines, OF_SUBMARINES)
    for symbol in range(NUM_SYMBOLS):
        row[SEAT.programmed + symbol] = me.programmed[symbol]
    row[SEAT.time] = looked_up(me.time, OF_TIME)
    row[SEAT.crystals] = looked_up(me.crystals, OF_CATCH)
    for k in range(len(CAPACITIES)):
        shares = OF_TIME if k == CAN_TIME else OF_CATCH
        row[SEAT.capacity + k] = looked_up(me.capacity[k], shares)
    mark(row, SEAT.base_lab, state.positions[state.base_letters[seat]])
    for letter in range(NUM_SECTORS):
        row[SEAT.letters + state.positions[letter]] = me.lab_letters[letter]
    row[SEAT.num_labs] = looked_up(me.num_labs, OF_EXPANSIONS)
    row[SEAT.num_cards] = looked_up(me.num_cards, OF_CARDS)
    row[SEAT.sideways_left] = me.kinds[SIDEWAYS] > me.sideways_used
    row[SEAT.sideways] = looked_up(me.kinds[SIDEWAYS], OF_CARDS)
    row[SEAT.sideways + 1] = looked_up(me.sideways_used, OF_CARDS)


@kernel
def write_cards(state: State, player: int, rows: Array) -> None:
    """Write stacks from ring position 0, top card first, then what players hold by slot."""
    used = 0
    for position in range(NUM_SECTORS):
        sector = state.sectors[position]
        for above in range(sector.num_cards):
            card = sector.cards[sector.num_cards - 1 - above]
            used = write_card(state, card, position, above, NOBODY, rows, used)
        for above in range(sector.num_labs):
            tile = sector.labs[sector.num_labs - 1 - above]
            used = write_expansion(state, tile, position, above, NOBODY, rows, used)
    for slot in range(state.num_players):
        seat = player_in(state, player, slot)
        me = state.players[seat]
        for k in range(me.num_cards):
            rows[used, CARD.spent] = is_spent(state, seat, k)
            used = write_card(state, me.cards[k], NOBODY, 0, slot, rows, used)
        for k in range(me.num_labs):
            used = write_expansion(state, me.labs[k], NOBODY, 0, slot, rows, used)


@kernel
def write_card(
    state: State, card_id: int, position: int, above: int, slot: int, rows: Array, used: int
) -> int:
    """Write a research card as token ``used``; return the number of tokens written."""
    card = state.components.cards[card_id]
    row = rows[used]
    row[CARD.present] = 1
    mark(row, CARD.kind, card.kind)
    mark(row, CARD.symbol, card.symbol)
    add_rewards(row, CARD.rewards, card)
    mark(row, CARD.at, position)
    row[CARD.above] = looked_up(above, OF_STACK)
    mark(row, CARD.holder, slot)
    return used + 1


@kernel
def write_expansion(
    state: State, tile_id: int, position: int, above: int, slot: int, rows: Array, used: int
) -> int:
    """Write a lab expansion as token ``used``; return the number of tokens written."""
    tile = state.components.labs[tile_id]
    row = rows[used]
    row[CARD.present] = 1
    row[CARD.is_expansion] = 1
    write_capacity(tile, row, CARD.capacity)
    mark_letters(state, tile, row, CARD.letters)
    mark(row, CARD.at, position)
    row[CARD.above] = looked_up(above, OF_STACK)
    mark(row, CARD.holder, slot)
    return used + 1


@kernel
def is_spent(state: State, seat: int, k: int) -> bool:
    """Return whether card ``k`` of the player at ``seat`` can do no more now."""
    me = state.players[seat]
    card = state.components.cards[me.cards[k]]
    if card.kind == INSTANT:
        return True
    if card.kind == SIDEWAYS:
        return bool(me.kinds[SIDEWAYS] <= me.sideways_used)
    asked = state.stage == INCOME and state.current_player == seat
    return bool(asked and card.kind == IN_SCORING and state.cards_used[card.symbol] > 0)


ENTITIES_VIEW = View(FEATURES, observe_entities, layout="fields")
