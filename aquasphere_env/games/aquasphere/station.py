"""The research station: bots on control spaces, loading stations, and the seven actions."""

from ...core.jit import kernel
from ...core.state import NOBODY, Record, State
from .actions import ACT_IN
from .state import (
    ACT,
    ASK_LETTERS,
    CAN_CRYSTALS,
    CAN_OCTOPODS,
    CAN_RESEARCH,
    CAN_TIME,
    CAPACITIES,
    CATCH,
    CROSS,
    CRYSTAL,
    FREE_LOCK,
    HALF_PRICE,
    INSTANT,
    LAB,
    MAX_EXPANSIONS,
    MAX_LETTERS,
    MOST_COUNTED,
    NO_LETTER,
    NOTHING,
    NUM_COLORS,
    NUM_SYMBOLS,
    ON_CATCH,
    ON_LEAVE,
    PROGRAM,
    RESEARCH,
    SUBMARINE,
    TIME,
)

LEAST_TIME_TAKEN = 2  # what the TIME action tops up to from the stock
TIME_FOR_BOT = 2  # for a returned bot, or for a symbol that is occupied


@kernel
def triangular(n: int) -> int:
    """Return the points for ``n`` crystals, octopods or letters: 1, 3, 6, 10, 15, then 21."""
    n = min(n, MOST_COUNTED)
    return n * (n + 1) // 2


@kernel
def gain_time(state: State, me: Record, amount: int) -> int:
    """Give ``me`` up to ``amount`` time markers, as capacity and stock allow (AS-R4)."""
    amount = min(amount, me.capacity[CAN_TIME] - me.time, state.stock_time)
    me.time += amount
    state.stock_time -= amount
    return amount


@kernel
def pay_time(state: State, me: Record, amount: int) -> None:
    """Return ``amount`` time markers of ``me`` to the stock."""
    me.time -= amount
    state.stock_time += amount


@kernel
def gain_crystals(state: State, me: Record, amount: int) -> None:
    """Give ``me`` up to ``amount`` crystals from the stock, as far as they fit (AS-R4)."""
    amount = min(amount, me.capacity[CAN_CRYSTALS] - me.crystals, state.stock_crystals)
    me.crystals += amount
    state.stock_crystals -= amount


@kernel
def push_gain(state: State, points: int) -> None:
    """Queue a gain of knowledge points (AS-R10)."""
    if points > 0:
        state.gains[state.num_gains] = points
        state.num_gains += 1


@kernel
def program_bot(me: Record, symbol: int) -> None:
    """Place a bot of the supply on the free ``symbol``."""
    me.supply -= 1
    me.programmed[symbol] = True
    me.num_programmed += 1


@kernel
def unprogram_bot(me: Record, symbol: int) -> None:
    """Take the bot off ``symbol``; the caller decides where it goes."""
    me.programmed[symbol] = False
    me.num_programmed -= 1


@kernel
def program_or_time(state: State, me: Record, symbol: int) -> None:
    """Program ``symbol``; occupied: 2 time; without a supply bot: nothing (AS-A7, AS-R7)."""
    if me.programmed[symbol]:
        gain_time(state, me, TIME_FOR_BOT)
    elif me.supply > 0:
        program_bot(me, symbol)


@kernel
def card_rewards(state: State, me: Record, kind: int, symbol: int) -> None:
    """Give the rewards of cards of ``kind`` for ``symbol``; queue points (AS-C1, AS-C2)."""
    if me.kinds[kind] == 0:
        return
    for k in range(me.num_cards):
        card = state.components.cards[me.cards[k]]
        if card.kind == kind and card.symbol == symbol:
            gain_time(state, me, card.time)
            gain_crystals(state, me, card.crystals)
            push_gain(state, card.points)


@kernel
def take_control(state: State, player: int, position: int) -> None:
    """Put a bot of ``player`` on a control space; the one there goes to the loading station."""
    sector = state.sectors[position]
    if sector.control != NOBODY:
        sector.loading[sector.control] += 1
        empty_loading_station(state, player, sector)
    sector.control = player


@kernel
def empty_loading_station(state: State, player: int, sector: Record) -> None:
    """Above its limit leave one bot a player there; LEAVE pays (AS-L1, AS-C4, AS-R9)."""
    total = 0
    for color in range(NUM_COLORS):
        total += sector.loading[color]
    if total <= state.components.loading_limit:
        return
    foreign = 0
    for color in range(state.num_players):
        leaving = max(sector.loading[color] - 1, 0)
        sector.loading[color] -= leaving
        state.players[color].supply += leaving
        if color != player:
            foreign += leaving
    me = state.players[player]
    for k in range(me.num_cards):
        card = state.components.cards[me.cards[k]]
        if card.kind == ON_LEAVE:
            push_gain(state, foreign * card.points)


@kernel
def place_submarine(sector: Record, color: int) -> None:
    """Put a submarine of ``color`` on the next free space of ``sector``."""
    sector.submarines[sector.num_submarines] = color
    sector.num_submarines += 1


@kernel
def has_submarine(sector: Record, color: int) -> bool:
    """Return whether a submarine of ``color`` lies in ``sector``."""
    for space in range(sector.num_submarines):
        if sector.submarines[space] == color:
            return True
    return False


@kernel
def submarine_price(state: State, me: Record, sector: Record) -> int:
    """Return the time markers for the next space of ``sector``."""
    return space_price(state, me, int(sector.num_submarines))


@kernel
def space_price(state: State, me: Record, space: int) -> int:
    """Return the time markers for a submarine on ``space``, halved by card HALF (AS-C6)."""
    price = int(state.components.submarine_costs[space])
    return price // 2 if me.kinds[HALF_PRICE] > 0 else price


@kernel
def travel_variant(me: Record) -> int:
    """Return which of the ``travel`` tables holds for the cards of ``me`` (AS-C3, AS-C5)."""
    return int((me.kinds[CROSS] > 0) + 2 * (me.kinds[FREE_LOCK] > 0))


@kernel
def travel_cost(state: State, me: Record, position: int) -> int:
    """Return the time markers for the scientist's cheapest way to ``position``."""
    return int(state.travel[travel_variant(me), me.scientist, position])


@kernel
def can_act(state: State, player: int, position: int, symbol: int) -> bool:
    """Return whether a programmed bot may act at ``position`` with ``symbol`` (AS-R7)."""
    me = state.players[player]
    left = me.time - travel_cost(state, me, position)
    if left < 0:
        return False
    sector = state.sectors[position]
    if symbol == LAB:
        return bool(me.num_labs < MAX_EXPANSIONS)
    if symbol == RESEARCH:
        return bool(sector.num_cards > 0 and me.num_cards < me.capacity[CAN_RESEARCH])
    if symbol == SUBMARINE:
        # Without an own one here, one of the six is left, and a space for the fourth colour.
        return bool(
            not has_submarine(sector, player) and submarine_price(state, me, sector) <= left
        )
    return True


@kernel
def act(state: State, action: int) -> None:
    """Walk, place the bot, and make the action due once its arrival is settled (AS-B1)."""
    area = action - ACT_IN
    position, symbol = area // NUM_SYMBOLS, area % NUM_SYMBOLS
    player = int(state.current_player)
    me = state.players[player]
    pay_time(state, me, travel_cost(state, me, position))
    me.scientist = position
    unprogram_bot(me, symbol)
    state.acting_position = position
    state.acting_symbol = symbol
    state.stage = ACT
    take_control(state, player, position)


@kernel
def perform(state: State) -> bool:
    """Carry out the action under way; return whether it asks how many octopods to catch."""
    symbol = state.acting_symbol
    sector = state.sectors[state.acting_position]
    me = state.players[state.current_player]
    state.stage = ASK_LETTERS
    if symbol == LAB:
        expand_lab(state, me, sector)
    elif symbol == TIME:
        take_time(state, me, sector)
    elif symbol == CRYSTAL:
        take_crystals(me, sector)
    elif symbol == SUBMARINE:
        launch_submarine(state, me, sector)
    elif symbol == RESEARCH:
        take_research_card(state, me, sector)
    elif symbol == PROGRAM:
        letter = state.ring[state.acting_position]
        program_or_time(state, me, state.components.white[letter])
    else:  # OCTOPOD
        state.question = CATCH
        return True
    return False


@kernel
def expand_lab(state: State, me: Record, sector: Record) -> None:
    """Take the top lab expansion; its letters are asked next (AS-A1, AS-R8)."""
    if sector.num_labs == 0:
        return
    sector.num_labs -= 1
    tile_id = sector.labs[sector.num_labs]
    sector.labs[sector.num_labs] = NOTHING
    me.labs[me.num_labs] = tile_id
    me.num_labs += 1
    tile = state.components.labs[tile_id]
    for k in range(len(CAPACITIES)):
        me.capacity[k] += tile.capacity[k]
    for k in range(MAX_LETTERS):
        state.letters[k] = tile.letters[k]
        if tile.letters[k] != NO_LETTER:
            me.lab_letters[tile.letters[k]] = True


@kernel
def take_time(state: State, me: Record, sector: Record) -> None:
    """Take time from the sector, then from the stock up to 2 in all (AS-A2, AS-R5)."""
    taken = min(sector.time, me.capacity[CAN_TIME] - me.time)
    sector.time -= taken
    me.time += taken
    gain_time(state, me, max(LEAST_TIME_TAKEN - taken, 0))


@kernel
def take_crystals(me: Record, sector: Record) -> None:
    """Take as many crystals from the sector as fit (AS-A3, AS-R5)."""
    taken = min(sector.crystals, me.capacity[CAN_CRYSTALS] - me.crystals)
    sector.crystals -= taken
    me.crystals += taken


@kernel
def most_octopods(state: State) -> int:
    """Return how many octopods the current player may catch where it acts (AS-A4, AS-R6)."""
    sector = state.sectors[state.acting_position]
    most = state.players[state.current_player].capacity[CAN_OCTOPODS]
    return int(min(sector.octopods, most))


@kernel
def catch_octopods(state: State, number: int) -> None:
    """Catch ``number`` octopods; card CATCH pays for at least one (AS-A4, AS-C2)."""
    sector = state.sectors[state.acting_position]
    sector.octopods -= number
    state.stock_octopods += number
    push_gain(state, triangular(number))
    if number > 0:
        card_rewards(state, state.players[state.current_player], ON_CATCH, NOTHING)


@kernel
def launch_submarine(state: State, me: Record, sector: Record) -> None:
    """Pay for the next space, place a submarine, gain the bulb (AS-A5)."""
    pay_time(state, me, submarine_price(state, me, sector))
    me.submarines -= 1
    place_submarine(sector, state.current_player)
    push_gain(state, state.components.bulbs[state.round_number])


@kernel
def take_research_card(state: State, me: Record, sector: Record) -> None:
    """Take the top research card, use an INSTANT one, gain the bulb (AS-A6, AS-C9)."""
    sector.num_cards -= 1
    card_id = sector.cards[sector.num_cards]
    sector.cards[sector.num_cards] = NOTHING
    me.cards[me.num_cards] = card_id
    me.num_cards += 1
    card = state.components.cards[card_id]
    me.kinds[card.kind] += 1
    if card.kind == INSTANT:
        gain_time(state, me, card.time)
        program_or_time(state, me, card.symbol)
    push_gain(state, state.components.bulbs[state.round_number])
