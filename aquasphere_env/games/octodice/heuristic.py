"""A cheap value of a position in points, for one-ply greedy play and for search.

The value is points so far, what sheet and lab promise (``potential``) and, in one's own turn, what
the dice promise. Dice about to be rolled count by expectation: before the second roll and before
the main actions the dice not kept are taken as unknown, whatever they show, so that looking one
move ahead compares what is kept and not the luck of one roll.
"""

from ...core.jit import kernel
from .effects import SYMBOL_EFFECTS, face_effects, has, open_effects
from .potential import (
    gain,
    interims_left,
    octopus_value,
    sheet_value,
    turns_left,
    turns_left_in_third,
)
from .scoring import current_third, octopus_points
from .state import (
    FIRST_KEEP,
    FLEXI_LAB,
    MAIN,
    NUM_DICE,
    NUM_FACES,
    NUM_WHITE,
    OCTO_CATCH,
    OCTO_SUB,
    OCTOPUS,
    OCTOPUS_FACE,
    SECOND_KEEP,
    SUBMARINE,
    YELLOW,
)

# <weights>
UNKNOWN_DIE = 1.3  # a die to be rolled and kept or rolled again, against the mean of its faces
OCTOPUS_A_DIE = 0.25  # octopuses that a die to be rolled and kept or rolled again shows
# </weights>

ROLLS = NUM_FACES * NUM_FACES  # outcomes of the last two dice


@kernel
def evaluate(state, player):
    """Return points and promise of the position for ``player``, in points."""
    value = float(state.players[player].points) + sheet_value(state, player)
    if player == state.active_player and FIRST_KEEP < state.phase <= MAIN:
        value += turn_value(state, player)
    return value


@kernel
def turn_value(state, player):
    """Return what the dice promise the active ``player`` for the rest of the turn."""
    effects = open_effects(state, player)
    if state.phase == SECOND_KEEP:
        return early_value(state, player, effects)
    if state.main_actions > 0:
        return outcome_value(state, player, effects, 0, NUM_DICE, NUM_DICE)
    first, second = NUM_DICE, NUM_DICE
    for die in range(NUM_DICE):
        if not state.kept[die]:
            first, second = second, die
    total = 0.0
    for roll in range(ROLLS):
        total += outcome_value(state, player, effects, roll, first, second)
    return total / ROLLS


@kernel
def symbol_after(state, die, roll, first, second):
    """Return the symbol of white ``die`` when ``roll`` decides the dice ``first``, ``second``."""
    if die == first:
        return int(state.components.white_faces[roll // NUM_FACES])
    if die == second:
        return int(state.components.white_faces[roll % NUM_FACES])
    return int(state.white[die])


@kernel
def face_after(state, die, roll, first, second):
    """Return colour and number of black ``die`` (3..5) in the same case."""
    black = die - NUM_WHITE
    tables = state.components
    if die in (first, second):
        face = roll // NUM_FACES if die == first else roll % NUM_FACES
        return int(tables.black_colours[black, face]), int(tables.black_numbers[black, face])
    return int(state.colour[black]), int(state.number[black])


@kernel
def outcome_value(state, player, effects, roll, first, second):
    """Return the gain of the best main actions and of the octopus action, all dice known."""
    octopuses = int(has(state, player, OCTO_CATCH))
    submarines = -int(state.flexi_sub_used)
    for die in range(NUM_WHITE):
        symbol = symbol_after(state, die, roll, first, second)
        octopuses += int(symbol == OCTOPUS)
        submarines += int(symbol == SUBMARINE)
    for die in range(NUM_WHITE, NUM_DICE):
        colour, _number = face_after(state, die, roll, first, second)
        octopuses += int(colour == OCTOPUS_FACE)
    if submarines > 0 and has(state, player, OCTO_SUB):
        octopuses += 1
    caught = catch_value(state, player, octopuses)
    pairs = (
        outcome_pair(state, player, effects, 0, 3, roll, first, second),
        outcome_pair(state, player, effects, 0, 4, roll, first, second),
        outcome_pair(state, player, effects, 0, 5, roll, first, second),
        outcome_pair(state, player, effects, 1, 3, roll, first, second),
        outcome_pair(state, player, effects, 1, 4, roll, first, second),
        outcome_pair(state, player, effects, 1, 5, roll, first, second),
        outcome_pair(state, player, effects, 2, 3, roll, first, second),
        outcome_pair(state, player, effects, 2, 4, roll, first, second),
        outcome_pair(state, player, effects, 2, 5, roll, first, second),
    )
    return caught + best_actions(pairs, state.main_actions > 0)


@kernel
def best_actions(pairs, only_one):
    """Return the best sum of one or two of ``pairs`` (white by black) without a common die."""
    best = 0.0
    for i in range(len(pairs)):
        best = max(best, pairs[i])
        if only_one:
            continue
        for j in range(i):
            if i // NUM_WHITE != j // NUM_WHITE and i % NUM_WHITE != j % NUM_WHITE:
                best = max(best, pairs[i] + pairs[j])
    return best


@kernel
def outcome_pair(state, player, effects, white, die, roll, first, second):
    """Return the gain of a white and a black die, 0 if one of them is used."""
    if state.used[white] or state.used[die]:
        return 0.0
    symbol = symbol_after(state, white, roll, first, second)
    colour, number = face_after(state, die, roll, first, second)
    return pair_value(state, player, effects, symbol, colour, number)


@kernel
def pair_value(state, player, effects, symbol, colour, number):
    """Return the best gain of one main action with these faces, 0 without any."""
    effects &= SYMBOL_EFFECTS[symbol]
    if colour == OCTOPUS_FACE:
        return 0.0
    if colour != YELLOW or state.flexi_lab_used or not has(state, player, FLEXI_LAB):
        effects &= face_effects(state, player, colour, number)
    turns, interims = turns_left(state, player), interims_left(state)
    best = 0.0
    effect = 0
    while effects > 0:
        if effects & 1:
            best = max(best, gain(state, player, effect, turns, interims))
        effects >>= 1
        effect += 1
    return best


@kernel
def catch_value(state, player, octopuses):
    """Return the points of an octopus action and what it takes from the penalty to expect."""
    marked = int(state.players[player].octopuses[current_third(state)])
    turns = turns_left_in_third(state, player)
    after = octopus_value(state, marked + octopuses, turns)
    return octopus_points(state, player, octopuses) + after - octopus_value(state, marked, turns)


@kernel
def early_value(state, player, effects):
    """Return what two kept dice promise, four being unknown."""
    pairs = (
        early_pair(state, player, effects, 0, 3),
        early_pair(state, player, effects, 0, 4),
        early_pair(state, player, effects, 0, 5),
        early_pair(state, player, effects, 1, 3),
        early_pair(state, player, effects, 1, 4),
        early_pair(state, player, effects, 1, 5),
        early_pair(state, player, effects, 2, 3),
        early_pair(state, player, effects, 2, 4),
        early_pair(state, player, effects, 2, 5),
    )
    return best_actions(pairs, False) + early_catch(state, player)


@kernel
def early_pair(state, player, effects, white, die):
    """Return the mean gain of a white and a black die over the faces that are unknown."""
    total, ways, optimism = 0.0, 1, 1.0
    if not state.kept[white]:
        ways *= NUM_FACES
        optimism *= UNKNOWN_DIE
    if not state.kept[die]:
        ways *= NUM_FACES
        optimism *= UNKNOWN_DIE
    first = die if not state.kept[die] else NUM_DICE
    second = white if not state.kept[white] else NUM_DICE
    for way in range(ways):
        roll = way if second < NUM_DICE else way * NUM_FACES
        symbol = symbol_after(state, white, roll, first, second)
        colour, number = face_after(state, die, roll, first, second)
        total += pair_value(state, player, effects, symbol, colour, number)
    return total / ways * optimism


@kernel
def early_catch(state, player):
    """Return what the octopus action promises with two kept dice."""
    octopuses = float(int(has(state, player, OCTO_CATCH)))
    submarine = False
    for die in range(NUM_DICE):
        if not state.kept[die]:
            octopuses += OCTOPUS_A_DIE
        elif die >= NUM_WHITE:
            octopuses += int(state.colour[die - NUM_WHITE] == OCTOPUS_FACE)
        else:
            octopuses += int(state.white[die] == OCTOPUS)
            submarine = submarine or state.white[die] == SUBMARINE
    if submarine and has(state, player, OCTO_SUB):
        octopuses += 1.0
    low = int(octopuses)
    part = octopuses - low
    below, above = catch_value(state, player, low), catch_value(state, player, low + 1)
    return below + part * (above - below)
