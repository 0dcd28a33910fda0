"""What a player sees of AquaSphere, as one vector; see ``entities`` for the same as tokens.

Everything is egocentric: slot 0 is the viewer, then the others clockwise; slots nobody plays are
the neutral colours. Letters are given as the ring position of their sector. All of it is public;
what is hidden (AS-R16) is read nowhere here.
"""

from ...core.game import View
from ...core.jit import kernel
from ...core.state import MAX_PLAYERS, NOBODY, Feature
from .scoring import control_bots, scoring_sum
from .state import (
    ACT,
    CAN_TIME,
    CAPACITIES,
    CATCH,
    COUNT,
    CROSS,
    FREE_LOCK,
    HALF_PRICE,
    IN_SCORING,
    INCOME,
    KINDS,
    MAX_CARDS,
    MAX_CATCH,
    MAX_EXPANSIONS,
    MAX_LETTERS,
    MAX_STACK,
    NO_LETTER,
    NOTHING,
    NUM_COLORS,
    NUM_REFILLS,
    NUM_ROOMS,
    NUM_ROUNDS,
    NUM_SECTORS,
    NUM_SYMBOLS,
    ON_CATCH,
    ON_LEAVE,
    ON_ROOM,
    QUESTIONS,
    RED_LINE_EVERY,
    SIDEWAYS,
    SUBMARINE_SPACES,
    SUBMARINES_EACH,
)
from .station import submarine_price, travel_cost

MOST_POINTS = 150
MOST_GAIN = 40
MOST_TIME = 14  # 4 in the base lab, 2 an expansion
MOST_GOODS = 8  # of a kind in a sector, more look the same
MOST_BOTS = 15
MOST_STOCK_TIME, MOST_STOCK_CRYSTALS, MOST_STOCK_OCTOPODS = 38, 20, 15
MOST_REWARDS = (2, 1, 4)  # time, crystals, points of a research card
NUM_REWARDS = len(MOST_REWARDS)
MOST_CAPACITY = 2  # of a kind that one lab expansion adds
MOST_COST = 6
MOST_BULB = 5
EFFECTS = (CROSS, ON_LEAVE, FREE_LOCK, HALF_PRICE)  # kinds of cards that work all game

_P, _S, _R = MAX_PLAYERS, NUM_SECTORS, NUM_ROOMS
FLAT = (
    Feature("round_now", (NUM_ROUNDS,), "round, one-hot"),
    Feature("question", (len(QUESTIONS),), "open question, one-hot; zeros when over"),
    Feature("to_move", (_P,), "slot of the player who decides, one-hot; zeros when over"),
    Feature("players", (_P,), "1 for slots that are played"),
    Feature("gains", (2,), "points still to move: the gain under way, later ones together / 40"),
    Feature("sums_due", (_P,), "scoring: sums still to move after this one / 40"),
    Feature("letters_asked", (MAX_LETTERS, _S), "letters still to ask, one-hot, next first"),
    Feature("income_taken", (1,), "scoring: the time for submarines was taken"),
    Feature("cards_used", (NUM_SYMBOLS,), "scoring: symbols whose card was used"),
    Feature("act_at", (_S,), "sector of an action still to be carried out, one-hot"),
    Feature("act_with", (NUM_SYMBOLS,), "symbol of that action, one-hot"),
    Feature("stock", (3,), "time / 38, crystals / 20, octopods / 15"),
    Feature("bulb", (1,), "points for a submarine or a research card / 5"),
    Feature("refill", (4, _S), "after the round: time / 8, crystals / 8, octopods / 8, neutral"),
    Feature("rooms", (_R, NUM_SYMBOLS), "symbol of each room, one-hot"),
    Feature("next_rooms", (_R, NUM_SYMBOLS), "the same for the next round, zeros in the last"),
    Feature("walk", (_S,), "viewer's time to walk to each sector / 6"),
    Feature("score", (_P,), "points / 150"),
    Feature("to_line", (_P,), "points up to the next red line / 9"),
    Feature("sum_now", (_P,), "what an intermediate scoring would give now / 40"),
    Feature("supply", (_P,), "bots in supply / 15"),
    Feature("submarines", (_P,), "submarines in supply / 6"),
    Feature("programmed", (_P, NUM_SYMBOLS), "1 where a bot is programmed"),
    Feature("time", (_P,), "time markers / 14"),
    Feature("crystals", (_P,), "crystals / 7"),
    Feature(
        "capacity", (_P, len(CAPACITIES)), "research / 7, crystals / 7, octopods / 7, time / 14"
    ),
    Feature("letters", (_P, _S), "letters in the lab"),
    Feature("num_labs", (_P,), "lab expansions / 5"),
    Feature("num_cards", (_P,), "research cards held / 7"),
    Feature("engineer", (_P, _R + 1), "room, one-hot, the last is the start"),
    Feature("scientist", (_P, _S), "sector, one-hot"),
    Feature("passed", (_P,), "1 after passing"),
    Feature("paid", (_P,), "1 after paid programming"),
    Feature("turn_place", (_P,), "place in the play order / 4, first is 0.25"),
    Feature("pass_place", (_P,), "place in the pass order / 4, 0 before passing"),
    Feature("controls", (_P,), "control spaces held / 6"),
    Feature(
        "room_cards", (_P, NUM_SYMBOLS, NUM_REWARDS), "time, crystals, points a room move brings"
    ),
    Feature("catch_cards", (_P, NUM_REWARDS), "time, crystals, points a catch brings"),
    Feature("effects", (_P, len(EFFECTS)), "cards CROSS, LEAVE, LOCK, HALF"),
    Feature("sideways_left", (_P,), "an unused SIDEWAYS card"),
    Feature("scoring_cards", (_P, NUM_SYMBOLS), "SCORING cards by symbol"),
    Feature("control", (_S, _P + 1), "slot of the controlling bot, one-hot, the last: nobody"),
    Feature("loading", (_S, NUM_COLORS), "bots in the loading station by slot / limit"),
    Feature("crowd", (_S,), "bots in the loading station / limit"),
    Feature("placed", (_S, NUM_COLORS), "1 where the slot has a submarine"),
    Feature("price", (_S,), "viewer's time for the next submarine space / 6, 1 when full"),
    Feature("sector_time", (_S,), "time markers / 8"),
    Feature("sector_crystals", (_S,), "crystals / 8"),
    Feature("sector_octopods", (_S,), "octopods / 8"),
    Feature("white", (_S, NUM_SYMBOLS), "symbol of the white area, one-hot"),
    Feature("lock", (_S,), "lock to the next sector clockwise / 6"),
    Feature("lab_capacity", (_S, len(CAPACITIES)), "top lab expansion: capacities / 2"),
    Feature("lab_letters", (_S, _S), "top lab expansion: letters"),
    Feature("labs_left", (_S,), "lab expansions in the stack / 4"),
    Feature("card_kind", (_S, len(KINDS)), "top research card: kind, one-hot"),
    Feature("card_symbol", (_S, NUM_SYMBOLS), "top research card: symbol, one-hot"),
    Feature("card_rewards", (_S, NUM_REWARDS), "top research card: time / 2, crystals, points / 4"),
    Feature("cards_left", (_S,), "research cards in the stack / 4"),
)


@kernel
def share(value, most):
    """Return ``value / most``, at most 1."""
    return min(value / most, 1.0)


@kernel
def one_hot(target, index):
    """Fill ``target`` with zeros and a one at ``index``; none if that is outside."""
    for k in range(target.shape[0]):
        target[k] = k == index


@kernel
def slot_of(state, viewer, color):
    """Return the egocentric slot of a colour: players clockwise from the viewer, then neutral."""
    n = state.num_players
    return (color - viewer + n) % n if color < n else color


@kernel
def observe_flat(state, player, view):
    """Write the whole vector for ``player``."""
    observe_table(state, player, view)
    observe_headquarters(state, view)
    for seat in range(MAX_PLAYERS):
        slot = int(slot_of(state, player, seat))
        if seat < state.num_players:
            observe_player(state, seat, slot, view)
            observe_cards(state, seat, slot, view)
        else:
            observe_absent(slot, view)
    for position in range(NUM_SECTORS):
        observe_sector(state, player, position, view)
        observe_stacks(state, position, view)


@kernel
def observe_table(state, player, view):
    """Write round, question, players and what the viewer can walk to."""
    one_hot(view.round_now, state.round_number)
    over = state.terminated or state.truncated
    one_hot(view.question, -1 if over else state.question)
    one_hot(view.to_move, -1 if over else slot_of(state, player, state.current_player))
    for slot in range(MAX_PLAYERS):
        view.players[slot] = slot < state.num_players
    me = state.players[player]
    for position in range(NUM_SECTORS):
        view.walk[position] = share(travel_cost(state, me, position), MOST_COST)
    observe_dues(state, view)


@kernel
def observe_dues(state, view):
    """Write what the open question is about and what comes after it."""
    view.gains[0] = share(state.gains[0], MOST_GAIN)
    later = 0
    for k in range(1, state.num_gains):
        later += state.gains[k]
    view.gains[1] = share(later, MOST_GAIN)
    for k in range(MAX_LETTERS):
        letter = state.letters[k]
        one_hot(view.letters_asked[k], state.positions[letter] if letter != NO_LETTER else NOBODY)
    asking_income = state.stage == INCOME
    view.income_taken[0] = asking_income and state.income_taken
    for symbol in range(NUM_SYMBOLS):
        view.cards_used[symbol] = asking_income and state.cards_used[symbol] > 0
    due = state.stage == ACT or state.question == CATCH
    one_hot(view.act_at, state.acting_position if due else NOBODY)
    one_hot(view.act_with, state.acting_symbol if due else NOTHING)


@kernel
def observe_headquarters(state, view):
    """Write stock, center tile, program card and the next one."""
    c = state.components
    view.stock[0] = share(state.stock_time, MOST_STOCK_TIME)
    view.stock[1] = share(state.stock_crystals, MOST_STOCK_CRYSTALS)
    view.stock[2] = share(state.stock_octopods, MOST_STOCK_OCTOPODS)
    tile = int(state.round_number)
    view.bulb[0] = share(c.bulbs[tile], MOST_BULB)
    for position in range(NUM_SECTORS):
        if tile == NUM_REFILLS:
            view.refill[:, position] = 0
            continue
        edge = (position + state.rotations[tile]) % NUM_SECTORS
        view.refill[0, position] = share(c.refill_time[tile, edge], MOST_GOODS)
        view.refill[1, position] = share(c.refill_crystals[tile, edge], MOST_GOODS)
        view.refill[2, position] = share(c.refill_octopods[tile, edge], MOST_GOODS)
        view.refill[3, position] = c.refill_neutral[tile, edge]
    for room in range(NUM_ROOMS):
        one_hot(view.rooms[room], state.rooms[room])
        following = NOTHING
        if tile + 1 < NUM_ROUNDS:
            following = int(c.layouts[state.program_cards[tile + 1], room])
        one_hot(view.next_rooms[room], following)


@kernel
def observe_player(state, seat, slot, view):
    """Write pieces, means and places of the player at ``seat``."""
    me = state.players[seat]
    view.score[slot] = share(me.score, MOST_POINTS)
    last = RED_LINE_EVERY - 1
    view.to_line[slot] = (last - me.score % RED_LINE_EVERY) / last
    view.sums_due[slot] = sum_due(state, seat)
    view.sum_now[slot] = max(share(scoring_sum(state, seat), MOST_GAIN), -1.0)
    view.supply[slot] = share(me.supply, MOST_BOTS)
    view.submarines[slot] = me.submarines / SUBMARINES_EACH
    view.time[slot] = share(me.time, MOST_TIME)
    view.crystals[slot] = share(me.crystals, MAX_CATCH)
    for k in range(len(CAPACITIES)):
        most = MOST_TIME if k == CAN_TIME else MAX_CATCH
        view.capacity[slot, k] = share(me.capacity[k], most)
    for letter in range(NUM_SECTORS):
        view.letters[slot, state.positions[letter]] = me.lab_letters[letter]
    view.num_labs[slot] = me.num_labs / MAX_EXPANSIONS
    view.num_cards[slot] = me.num_cards / MAX_CARDS
    one_hot(view.engineer[slot], me.engineer)
    one_hot(view.scientist[slot], me.scientist)
    view.passed[slot] = me.passed
    view.paid[slot] = me.paid
    view.turn_place[slot] = place_in(state.turn_order, seat)
    view.pass_place[slot] = place_in(state.pass_order, seat)
    view.controls[slot] = control_bots(state, seat) / NUM_SECTORS
    for symbol in range(NUM_SYMBOLS):
        view.programmed[slot, symbol] = me.programmed[symbol]


@kernel
def sum_due(state, seat):
    """Return the sum that ``seat`` has still to move in the scoring under way / 40."""
    if state.stage != COUNT or state.terminated:
        return 0.0
    for place in range(state.scoring_index + 1, state.num_players):
        if state.turn_order[place] == seat:
            return max(share(state.sums[seat], MOST_GAIN), -1.0)
    return 0.0


@kernel
def place_in(order, seat):
    """Return the place of ``seat`` in ``order`` as a share, 0 where it has none."""
    for k in range(MAX_PLAYERS):
        if order[k] == seat:
            return (k + 1) / MAX_PLAYERS
    return 0.0


@kernel
def observe_cards(state, seat, slot, view):
    """Write what the research cards of the player at ``seat`` do."""
    me = state.players[seat]
    view.room_cards[slot] = 0
    view.catch_cards[slot] = 0
    view.scoring_cards[slot] = 0
    for k in range(len(EFFECTS)):
        view.effects[slot, k] = me.kinds[EFFECTS[k]] > 0
    view.sideways_left[slot] = me.kinds[SIDEWAYS] > me.sideways_used
    for k in range(me.num_cards):
        card = state.components.cards[me.cards[k]]
        if card.kind == ON_ROOM:
            add_rewards(view.room_cards[slot, card.symbol], card)
        elif card.kind == ON_CATCH:
            add_rewards(view.catch_cards[slot], card)
        elif card.kind == IN_SCORING:
            view.scoring_cards[slot, card.symbol] = 1


@kernel
def add_rewards(target, card):
    """Add time, crystals and points of ``card`` to ``target``."""
    target[0] = min(target[0] + card.time / MOST_REWARDS[0], 1.0)
    target[1] = min(target[1] + card.crystals / MOST_REWARDS[1], 1.0)
    target[2] = min(target[2] + card.points / MOST_REWARDS[2], 1.0)


@kernel
def observe_absent(slot, view):
    """Clear everything of a player slot that nobody plays."""
    view.score[slot] = view.to_line[slot] = view.sum_now[slot] = view.supply[slot] = 0
    view.sums_due[slot] = 0
    view.submarines[slot] = view.time[slot] = view.crystals[slot] = view.num_labs[slot] = 0
    view.num_cards[slot] = 0
    view.passed[slot] = view.paid[slot] = view.turn_place[slot] = view.pass_place[slot] = 0
    view.controls[slot] = view.sideways_left[slot] = 0
    view.programmed[slot] = 0
    view.capacity[slot] = 0
    view.letters[slot] = 0
    view.engineer[slot] = 0
    view.scientist[slot] = 0
    view.room_cards[slot] = 0
    view.catch_cards[slot] = 0
    view.effects[slot] = 0
    view.scoring_cards[slot] = 0


@kernel
def observe_sector(state, player, position, view):
    """Write bots, submarines and goods of the sector at ``position``."""
    sector = state.sectors[position]
    c = state.components
    held = sector.control != NOBODY
    one_hot(view.control[position], slot_of(state, player, sector.control) if held else MAX_PLAYERS)
    crowd = 0
    for color in range(NUM_COLORS):
        bots = sector.loading[color]
        crowd += bots
        view.loading[position, slot_of(state, player, color)] = share(bots, c.loading_limit)
    view.crowd[position] = share(crowd, c.loading_limit)
    view.placed[position] = 0
    for space in range(sector.num_submarines):
        view.placed[position, slot_of(state, player, sector.submarines[space])] = 1
    view.price[position] = 1
    if sector.num_submarines < SUBMARINE_SPACES:
        price = submarine_price(state, state.players[player], sector)
        view.price[position] = share(price, MOST_COST)
    view.sector_time[position] = share(sector.time, MOST_GOODS)
    view.sector_crystals[position] = share(sector.crystals, MOST_GOODS)
    view.sector_octopods[position] = share(sector.octopods, MOST_GOODS)
    letter = state.ring[position]
    one_hot(view.white[position], c.white[letter])
    view.lock[position] = share(c.locks[letter], MOST_COST)


@kernel
def observe_stacks(state, position, view):
    """Write the top lab expansion and research card of the sector at ``position``."""
    sector = state.sectors[position]
    view.labs_left[position] = sector.num_labs / MAX_STACK
    view.cards_left[position] = sector.num_cards / MAX_STACK
    view.lab_capacity[position] = 0
    view.lab_letters[position] = 0
    view.card_rewards[position] = 0
    if sector.num_labs > 0:
        tile = state.components.labs[sector.labs[sector.num_labs - 1]]
        for k in range(len(CAPACITIES)):
            view.lab_capacity[position, k] = share(tile.capacity[k], MOST_CAPACITY)
        for k in range(MAX_LETTERS):
            if tile.letters[k] != NO_LETTER:
                view.lab_letters[position, state.positions[tile.letters[k]]] = 1
    kind = symbol = NOTHING
    if sector.num_cards > 0:
        card = state.components.cards[sector.cards[sector.num_cards - 1]]
        kind, symbol = int(card.kind), int(card.symbol)
        add_rewards(view.card_rewards[position], card)
    one_hot(view.card_kind[position], kind)
    one_hot(view.card_symbol[position], symbol)


FLAT_VIEW = View(FLAT, observe_flat)
