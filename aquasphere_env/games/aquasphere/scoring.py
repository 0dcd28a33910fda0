"""Intermediate and final scoring."""

from ...core.jit import kernel
from ...core.packed import BYTE, byte_of
from ...core.state import MAX_PLAYERS, NOBODY, Array, Record, State
from .state import (
    COUNT,
    IN_SCORING,
    INCOME,
    MAJORITY,
    MAX_EXPANSIONS,
    NUM_SECTORS,
    RED_LINE_EVERY,
    SHARED_MAJORITY,
    SUBMARINES_EACH,
    SUPPLY_SPACES,
)
from .station import gain_time, pay_time, program_bot, triangular

COMPLETE = 5  # points for six submarines placed, and for a completed lab


@kernel
def begin_scoring(state: State) -> None:
    """Clear the corners and ask the first in play order about cards and income (AS-I1, AS-R12)."""
    for player in range(state.num_players):
        me = state.players[player]
        state.stock_time += me.paid
        me.paid = False
    state.stage = INCOME
    ask_income(state, 0)


@kernel
def ask_income(state: State, index: int) -> None:
    """Turn to the player at place ``index`` of the play order."""
    state.scoring_index = index
    state.current_player = state.turn_order[index]
    state.income_taken = False
    state.cards_used[:] = 0


@kernel
def take_income(state: State) -> None:
    """Give the current player 1 time per own submarine in the station (AS-I1)."""
    me = state.players[state.current_player]
    gain_time(state, me, SUBMARINES_EACH - me.submarines)
    state.income_taken = True


@kernel
def can_use_card(state: State, me: Record, symbol: int) -> bool:
    """Return whether ``me`` may use a SCORING card for ``symbol`` now (AS-C8, AS-R12)."""
    if me.kinds[IN_SCORING] == 0 or me.time == 0 or me.supply <= 0 or me.programmed[symbol]:
        return False
    owned = 0
    for k in range(me.num_cards):
        card = state.components.cards[me.cards[k]]
        owned += card.kind == IN_SCORING and card.symbol == symbol
    return bool(owned > state.cards_used[symbol])


@kernel
def use_card(state: State, symbol: int) -> None:
    """Pay 1 time and program ``symbol`` (AS-C8)."""
    me = state.players[state.current_player]
    pay_time(state, me, 1)
    program_bot(me, symbol)
    state.cards_used[symbol] += 1


@kernel
def finish_income(state: State) -> None:
    """Turn to the next player's income; after the last one compute all sums (AS-R12)."""
    if state.scoring_index + 1 < state.num_players:
        ask_income(state, state.scoring_index + 1)
        return
    for player in range(state.num_players):
        state.sums[player] = scoring_sum(state, player)
    state.stage = COUNT
    state.scoring_index = -1


@kernel
def all_control_bots(state: State) -> int:
    """Return how many control spaces each player holds, a byte a player."""
    held = 0
    for p in range(NUM_SECTORS):
        control = int(state.sectors[p].control)
        held += int(control != NOBODY) << BYTE * (control & MAX_PLAYERS - 1)
    return held


@kernel
def control_bots(state: State, player: int) -> int:
    """Return how many control spaces ``player`` holds."""
    return int(byte_of(all_control_bots(state), player))


@kernel
def majority(held: int, player: int) -> int:
    """Return the points of ``player`` for the majority of ``held`` spaces (AS-I2, AS-R13)."""
    mine = byte_of(held, player)
    ahead = tied = 0
    for other in range(MAX_PLAYERS):
        others = byte_of(held, other)
        ahead += others > mine
        tied += others == mine
    points = SHARED_MAJORITY if tied > 1 else MAJORITY
    return points * int((mine > 0) & (ahead == 0))


@kernel
def majority_points(state: State, player: int) -> int:
    """Return 6 for most control spaces, 3 if tied, 0 for none (AS-I2, AS-R13)."""
    return int(majority(all_control_bots(state), player))


@kernel
def bots_in_play(state: State, player: int) -> int:
    """Return the points for bots out of the supply, capped by submarines placed (AS-I3, AS-R13)."""
    me = state.players[player]
    out = SUPPLY_SPACES - min(SUPPLY_SPACES, me.supply)
    return int(min(out, state.components.bot_caps[SUBMARINES_EACH - me.submarines]))


@kernel
def all_octopod_penalties(state: State) -> int:
    """Return the points that each player loses for octopods, a byte each (AS-I5, AS-R13)."""
    lost = 0
    for p in range(NUM_SECTORS):
        sector = state.sectors[p]
        control = int(sector.control)
        points = int(control != NOBODY) * triangular(int(sector.octopods))
        lost += points << BYTE * (control & MAX_PLAYERS - 1)
    return lost


@kernel
def octopod_penalty(state: State, player: int) -> int:
    """Return the points lost for octopods in sectors ``player`` controls (AS-I5, AS-R13)."""
    return int(byte_of(all_octopod_penalties(state), player))


@kernel
def sum_of(state: State, player: int, held: int, lost: int) -> int:
    """Return the sum of a scoring for ``player`` from what all hold and lose, a byte each."""
    return int(
        majority(held, player)
        + bots_in_play(state, player)
        + triangular(int(state.players[player].crystals))
        - byte_of(lost, player)
    )


@kernel
def scoring_sum(state: State, player: int) -> int:
    """Return the sum of an intermediate scoring for ``player``; may be negative (AS-I4, AS-R13)."""
    return int(sum_of(state, player, all_control_bots(state), all_octopod_penalties(state)))


@kernel
def move_back(me: Record, points: int) -> None:
    """Lose ``points``, never back over a red line or below 0 (AS-I6, AS-R13)."""
    line = me.score // RED_LINE_EVERY * RED_LINE_EVERY
    me.score = max(me.score - points, line)


@kernel
def num_letters(me: Record) -> int:
    """Return how many different letters the lab of ``me`` shows."""
    different = 0
    for letter in range(NUM_SECTORS):
        different += me.lab_letters[letter]
    return different


@kernel
def final_scoring(state: State) -> None:
    """Add letters, time, submarines and labs, without red lines (AS-F1, AS-R15)."""
    for player in range(state.num_players):
        me = state.players[player]
        points = triangular(num_letters(me)) + me.time
        points += COMPLETE * (me.submarines == 0)
        points += COMPLETE * (me.num_labs == MAX_EXPANSIONS)
        me.score += points


@kernel
def scores(state: State, out: Array) -> None:
    """Write knowledge points, then bots on control spaces, then crystals (AS-F2, AS-R15)."""
    for player in range(state.num_players):
        out[player, 0] = state.players[player].score
        out[player, 1] = control_bots(state, player)
        out[player, 2] = state.players[player].crystals
