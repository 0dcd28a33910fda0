"""The players as the view ``flat`` shows them: points and places, pieces and labs."""

from ...core.features import bounded, one_hot, share
from ...core.jit import kernel
from ...core.state import MAX_PLAYERS, Array, Record, State
from .shares import (
    MOST_GAIN,
    MOST_POINTS,
    OF_BOTS,
    OF_CARDS,
    OF_CATCH,
    OF_EXPANSIONS,
    OF_SUBMARINES,
    OF_TIME,
    looked_up,
)
from .state import (
    CAN_TIME,
    CAPACITIES,
    COUNT,
    NUM_SECTORS,
    NUM_SYMBOLS,
    RED_LINE_EVERY,
)


@kernel
def observe_player(state: State, seat: int, slot: int, view: Record) -> None:
    """Write points and places of the player at ``seat``."""
    me = state.players[seat]
    view.score[slot] = share(me.score, MOST_POINTS)
    last = RED_LINE_EVERY - 1
    view.to_line[slot] = (last - me.score % RED_LINE_EVERY) / last
    view.sums_due[slot] = sum_due(state, seat)
    one_hot(view.engineer[slot], me.engineer)
    one_hot(view.scientist[slot], me.scientist)
    view.passed[slot] = me.passed
    view.paid[slot] = me.paid
    view.turn_place[slot] = place_in(state.turn_order, seat)
    view.pass_place[slot] = place_in(state.pass_order, seat)


@kernel
def observe_means(state: State, seat: int, slot: int, view: Record) -> None:
    """Write pieces and lab of the player at ``seat``."""
    me = state.players[seat]
    view.supply[slot] = looked_up(me.supply, OF_BOTS)
    view.submarines[slot] = looked_up(me.submarines, OF_SUBMARINES)
    for symbol in range(NUM_SYMBOLS):
        view.programmed[slot, symbol] = me.programmed[symbol]
    view.time[slot] = looked_up(me.time, OF_TIME)
    view.crystals[slot] = looked_up(me.crystals, OF_CATCH)
    for k in range(len(CAPACITIES)):
        shares = OF_TIME if k == CAN_TIME else OF_CATCH
        view.capacity[slot, k] = looked_up(me.capacity[k], shares)
    view.base_lab[state.positions[state.base_letters[seat]]] = (slot + 1) / MAX_PLAYERS
    for letter in range(NUM_SECTORS):
        view.letters[slot, state.positions[letter]] = me.lab_letters[letter]
    view.num_labs[slot] = looked_up(me.num_labs, OF_EXPANSIONS)
    view.num_cards[slot] = looked_up(me.num_cards, OF_CARDS)


@kernel
def sum_due(state: State, seat: int) -> float:
    """Return the sum that ``seat`` has still to move in the scoring under way / MOST_GAIN."""
    if state.stage != COUNT or state.terminated:
        return 0.0
    for place in range(state.scoring_index + 1, state.num_players):
        if state.turn_order[place] == seat:
            return float(bounded(state.sums[seat], MOST_GAIN))
    return 0.0


@kernel
def place_in(order: Array, seat: int) -> float:
    """Return the place of ``seat`` in ``order`` / MAX_PLAYERS, 0 where it has none."""
    place = 0
    for k in range(MAX_PLAYERS):
        place += (k + 1) * (order[k] == seat)
    return place / MAX_PLAYERS


@kernel
def clear_seats(view: Record) -> None:
    """Clear points, means and places of all slots; those without a player stay so."""
    view.sums_due[:] = 0
    view.score[:] = 0
    view.to_line[:] = 0
    view.sum_now[:] = 0
    view.supply[:] = 0
    view.submarines[:] = 0
    view.programmed[:] = 0
    view.time[:] = 0
    view.crystals[:] = 0
    view.capacity[:] = 0
    view.base_lab[:] = 0
    view.letters[:] = 0
    view.num_labs[:] = 0
    view.num_cards[:] = 0
    view.engineer[:] = 0
    view.scientist[:] = 0
    view.passed[:] = 0
    view.paid[:] = 0
    view.turn_place[:] = 0
    view.pass_place[:] = 0
    view.controls[:] = 0
