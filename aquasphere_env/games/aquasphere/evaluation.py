"""A cheap judgement of AquaSphere positions, for greedy play and search."""

from ...core.jit import kernel
from .scoring import bots_in_play, majority_points, num_letters, octopod_penalty
from .state import MAX_EXPANSIONS, NUM_ROUNDS, SUBMARINES_EACH
from .station import triangular

TIME_VALUE = 0.7
BOT_VALUE = 2.2  # a programmed bot: an action to come
CARD_VALUE = 1.5
CAPACITY_VALUE = 0.8
LINE_VALUE = 0.4  # a crystal opens a red line


@kernel
def evaluate(state, player):
    """Return points now and hoped for: the next scorings, the lab, and means to act."""
    me = state.players[player]
    if state.terminated:
        return float(me.score)
    rounds_left = NUM_ROUNDS - state.round_number
    value = float(me.score) + final_hopes(me, rounds_left)
    value += TIME_VALUE * me.time + BOT_VALUE * me.num_programmed
    value += CARD_VALUE * me.num_cards * (rounds_left - 1) / NUM_ROUNDS
    return value + rounds_left * next_scoring(state, player)


@kernel
def next_scoring(state, player):
    """Return what an intermediate scoring now would bring, worth a little less as it may change."""
    return (
        0.5 * majority_points(state, player)
        + 0.6 * bots_in_play(state, player)
        + (0.5 + LINE_VALUE) * triangular(int(state.players[player].crystals))
        - 0.5 * octopod_penalty(state, player)
    )


@kernel
def final_hopes(me, rounds_left):
    """Return the worth of letters, expansions and submarines at the end."""
    placed = SUBMARINES_EACH - me.submarines
    value = 0.8 * triangular(num_letters(me)) + 0.6 * me.num_labs
    value += (0.5 + 0.6 * (rounds_left - 1)) * placed
    return value + 5.0 * ((placed == SUBMARINES_EACH) + (me.num_labs == MAX_EXPANSIONS))
