"""What a player sees of AquaSphere as tokens, for attention models: a matrix a kind of thing.

Every row is a token whose first feature is 1 where there is such a thing; other rows are all zeros.
Slots are egocentric as in ``observation``: the viewer first, then the others clockwise. Beyond the
vector, the tokens show every card of every stack and every card and expansion held (AS-R16).
"""

from ...core.game import View
from ...core.jit import kernel
from ...core.state import MAX_PLAYERS, NOBODY
from .observation import (
    MOST_BOTS,
    MOST_BULB,
    MOST_CAPACITY,
    MOST_COST,
    MOST_GAIN,
    MOST_GOODS,
    MOST_POINTS,
    MOST_REWARDS,
    MOST_STOCK_CRYSTALS,
    MOST_STOCK_OCTOPODS,
    MOST_STOCK_TIME,
    MOST_TIME,
    place_in,
    share,
    slot_of,
    sum_due,
)
from .scoring import control_bots, scoring_sum
from .state import (
    ACT,
    CAN_TIME,
    CAPACITIES,
    CATCH,
    IN_SCORING,
    INCOME,
    INSTANT,
    MAX_CARDS,
    MAX_CATCH,
    MAX_EXPANSIONS,
    MAX_LETTERS,
    MAX_STACK,
    NO_LETTER,
    NUM_COLORS,
    NUM_REFILLS,
    NUM_ROOMS,
    NUM_ROUNDS,
    NUM_SECTORS,
    NUM_SYMBOLS,
    RED_LINE_EVERY,
    SIDEWAYS,
    SUBMARINE_SPACES,
    SUBMARINES_EACH,
)
from .station import submarine_price, travel_cost
from .tokens import (
    CARD,
    FEATURES,
    ROOM,
    SEAT,
    SECTOR,
    TABLE,
)


@kernel
def mark(row, start, index):
    """Put a one into ``row`` at ``start + index``; a negative index leaves zeros."""
    if index >= 0:
        row[start + index] = 1


@kernel
def observe_entities(state, player, view):
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
        slot = int(slot_of(state, player, seat))
        write_seat(state, player, seat, slot, view.players[slot])
        write_means(state, seat, view.players[slot])
    write_cards(state, player, view.cards)


@kernel
def write_table(state, row):
    """Write round, open question and stock."""
    row[TABLE.present] = 1
    mark(row, TABLE.round_now, state.round_number)
    if not (state.terminated or state.truncated):
        mark(row, TABLE.question, state.question)
    row[TABLE.gains] = share(state.gains[0], MOST_GAIN)
    later = 0
    for k in range(1, state.num_gains):
        later += state.gains[k]
    row[TABLE.gains + 1] = share(later, MOST_GAIN)
    if state.stage == INCOME:
        row[TABLE.income_taken] = state.income_taken
        for symbol in range(NUM_SYMBOLS):
            row[TABLE.cards_used + symbol] = state.cards_used[symbol] > 0
    if state.stage == ACT or state.question == CATCH:
        mark(row, TABLE.act_with, state.acting_symbol)
    row[TABLE.stock] = share(state.stock_time, MOST_STOCK_TIME)
    row[TABLE.stock + 1] = share(state.stock_crystals, MOST_STOCK_CRYSTALS)
    row[TABLE.stock + 2] = share(state.stock_octopods, MOST_STOCK_OCTOPODS)
    row[TABLE.bulb] = share(state.components.bulbs[state.round_number], MOST_BULB)


@kernel
def write_sector(state, player, position, row):
    """Write what lies and stands in the sector at ``position``."""
    c = state.components
    sector = state.sectors[position]
    row[SECTOR.present] = 1
    mark(row, SECTOR.position, position)
    mark(row, SECTOR.white, c.white[state.ring[position]])
    row[SECTOR.locks] = share(c.locks[state.ring[position]], MOST_COST)
    before = state.ring[(position + NUM_SECTORS - 1) % NUM_SECTORS]
    row[SECTOR.locks + 1] = share(c.locks[before], MOST_COST)
    row[SECTOR.walk] = share(travel_cost(state, state.players[player], position), MOST_COST)
    row[SECTOR.price] = 1
    if sector.num_submarines < SUBMARINE_SPACES:
        price = submarine_price(state, state.players[player], sector)
        row[SECTOR.price] = share(price, MOST_COST)
    held = sector.control != NOBODY
    mark(row, SECTOR.control, slot_of(state, player, sector.control) if held else MAX_PLAYERS)
    crowd = 0
    for color in range(NUM_COLORS):
        bots = sector.loading[color]
        crowd += bots
        row[SECTOR.loading + slot_of(state, player, color)] = share(bots, c.loading_limit)
    row[SECTOR.crowd] = share(crowd, c.loading_limit)
    for space in range(sector.num_submarines):
        mark(row, SECTOR.placed, slot_of(state, player, sector.submarines[space]))
    row[SECTOR.goods] = share(sector.time, MOST_GOODS)
    row[SECTOR.goods + 1] = share(sector.crystals, MOST_GOODS)
    row[SECTOR.goods + 2] = share(sector.octopods, MOST_GOODS)


@kernel
def write_outlook(state, position, row):
    """Write what is about to happen in the sector at ``position``."""
    c = state.components
    tile = int(state.round_number)
    if tile < NUM_REFILLS:
        edge = (position + state.rotations[tile]) % NUM_SECTORS
        row[SECTOR.refill] = share(c.refill_time[tile, edge], MOST_GOODS)
        row[SECTOR.refill + 1] = share(c.refill_crystals[tile, edge], MOST_GOODS)
        row[SECTOR.refill + 2] = share(c.refill_octopods[tile, edge], MOST_GOODS)
        row[SECTOR.refill + 3] = c.refill_neutral[tile, edge]
    for k in range(MAX_LETTERS):
        row[SECTOR.asked + k] = state.letters[k] == state.ring[position]
    due = state.stage == ACT or state.question == CATCH
    row[SECTOR.act_at] = due and state.acting_position == position


@kernel
def write_room(state, player, room, row):
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
def write_seat(state, player, seat, slot, row):
    """Write points, place in the order and open matters of the player at ``seat``."""
    me = state.players[seat]
    over = state.terminated or state.truncated
    row[SEAT.present] = 1
    mark(row, SEAT.slot, slot)
    row[SEAT.to_move] = not over and state.current_player == seat
    row[SEAT.score] = share(me.score, MOST_POINTS)
    last = RED_LINE_EVERY - 1
    row[SEAT.to_line] = (last - me.score % RED_LINE_EVERY) / last
    row[SEAT.sum_now] = max(share(scoring_sum(state, seat), MOST_GAIN), -1.0)
    row[SEAT.sum_due] = sum_due(state, seat)
    row[SEAT.passed] = me.passed
    row[SEAT.paid] = me.paid
    row[SEAT.turn_place] = place_in(state.turn_order, seat)
    row[SEAT.pass_place] = place_in(state.pass_order, seat)
    row[SEAT.controls] = control_bots(state, seat) / NUM_SECTORS
    mark(row, SEAT.scientist, me.scientist)


@kernel
def write_means(state, seat, row):
    """Write pieces, lab and cards of the player at ``seat``."""
    me = state.players[seat]
    row[SEAT.supply] = share(me.supply, MOST_BOTS)
    row[SEAT.submarines] = me.submarines / SUBMARINES_EACH
    for symbol in range(NUM_SYMBOLS):
        row[SEAT.programmed + symbol] = me.programmed[symbol]
    row[SEAT.time] = share(me.time, MOST_TIME)
    row[SEAT.crystals] = share(me.crystals, MAX_CATCH)
    for k in range(len(CAPACITIES)):
        most = MOST_TIME if k == CAN_TIME else MAX_CATCH
        row[SEAT.capacity + k] = share(me.capacity[k], most)
    for letter in range(NUM_SECTORS):
        row[SEAT.letters + state.positions[letter]] = me.lab_letters[letter]
    row[SEAT.num_labs] = me.num_labs / MAX_EXPANSIONS
    row[SEAT.num_cards] = me.num_cards / MAX_CARDS
    row[SEAT.sideways_left] = me.kinds[SIDEWAYS] > me.sideways_used


@kernel
def write_cards(state, player, rows):
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
        seat = (player + slot) % state.num_players
        me = state.players[seat]
        for k in range(me.num_cards):
            rows[used, CARD.spent] = is_spent(state, seat, k)
            used = write_card(state, me.cards[k], NOBODY, 0, slot, rows, used)
        for k in range(me.num_labs):
            used = write_expansion(state, me.labs[k], NOBODY, 0, slot, rows, used)


@kernel
def write_card(state, card_id, position, above, slot, rows, used):
    """Write a research card as token ``used``; return the number of tokens written."""
    card = state.components.cards[card_id]
    row = rows[used]
    row[CARD.present] = 1
    mark(row, CARD.kind, card.kind)
    mark(row, CARD.symbol, card.symbol)
    row[CARD.rewards] = share(card.time, MOST_REWARDS[0])
    row[CARD.rewards + 1] = share(card.crystals, MOST_REWARDS[1])
    row[CARD.rewards + 2] = share(card.points, MOST_REWARDS[2])
    mark(row, CARD.at, position)
    row[CARD.above] = above / MAX_STACK
    mark(row, CARD.holder, slot)
    return used + 1


@kernel
def write_expansion(state, tile_id, position, above, slot, rows, used):
    """Write a lab expansion as token ``used``; return the number of tokens written."""
    tile = state.components.labs[tile_id]
    row = rows[used]
    row[CARD.present] = 1
    row[CARD.is_expansion] = 1
    for k in range(len(CAPACITIES)):
        row[CARD.capacity + k] = share(tile.capacity[k], MOST_CAPACITY)
    for k in range(MAX_LETTERS):
        if tile.letters[k] != NO_LETTER:
            row[CARD.letters + state.positions[tile.letters[k]]] = 1
    mark(row, CARD.at, position)
    row[CARD.above] = above / MAX_STACK
    mark(row, CARD.holder, slot)
    return used + 1


@kernel
def is_spent(state, seat, k):
    """Return whether card ``k`` of the player at ``seat`` can do no more now."""
    me = state.players[seat]
    card = state.components.cards[me.cards[k]]
    if card.kind == INSTANT:
        return True
    if card.kind == SIDEWAYS:
        return me.kinds[SIDEWAYS] <= me.sideways_used
    asked = state.stage == INCOME and state.current_player == seat
    return asked and card.kind == IN_SCORING and state.cards_used[card.symbol] > 0


ENTITIES_VIEW = View(FEATURES, observe_entities, layout="fields")
