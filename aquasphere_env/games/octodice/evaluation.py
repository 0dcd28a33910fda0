"""A cheap value of a position in points, for one-ply greedy play and for search.

The value is the points so far plus the expected gain from sheet and lab (``potential``) and, on
the player's own turn, from the dice. Dice about to be rolled count by expectation: before the
second roll and before the main actions the dice not kept are taken as unknown, whatever they show,
so that looking one move ahead compares what is kept and not the luck of one roll.
"""

from ...core.jit import kernel
from ...core.state import State
from .actions import BOT_EFFECT, FLEXI_SUB_EFFECT, FLEXI_TEC_EFFECT
from .effects import (
    ALL_EFFECTS,
    BONUS_EFFECTS,
    BOTS,
    SYMBOL_EFFECTS,
    face_effects,
    has,
    open_effects,
)
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

UNKNOWN_DIE = 0.79  # a die rolled up to twice more, as a share of the mean gain of its faces
OCTOPUS_A_DIE = 0.32  # octopuses expected of a die rolled up to twice more

NO_DIE = NUM_DICE
ROLLS = NUM_FACES * NUM_FACES  # outcomes of the last two dice


@kernel
def evaluate(state: State, player: int) -> float:
    """Return points plus expected gain of ``player``, in points."""
    value = float(state.players[player].points) + float(sheet_value(state, player))
    if player == state.active_player and FIRST_KEEP < state.phase <= MAIN:
        value += turn_value(state, player)
    return value


@kernel
def turn_value(state: State, player: int) -> float:
    """Return the gain to expect of the dice for the rest of the active player's turn."""
    effects = open_effects(state, player)
    gains = all_gains(state, player, effects, turns_left(state, player), interims_left(state))
    if state.phase == SECOND_KEEP:
        return float(early_value(state, player, effects, gains))
    if state.main_actions > 0:
        return float(outcome_value(state, player, effects, gains, 0, NO_DIE, NO_DIE))
    first, second = NO_DIE, NO_DIE
    for die in range(NUM_DICE):
        if not state.kept[die]:
            first, second = second, die
    total = 0.0
    for roll in range(ROLLS):
        total += outcome_value(state, player, effects, gains, roll, first, second)
    return total / ROLLS


@kernel
def open_gain(
    state: State, player: int, effects: int, effect: int, turns: float, interims: int
) -> float:
    """Return the gain of ``effect``, 0 if it is not in the bit set ``effects``."""
    if effects >> effect & 1 == 0:
        return 0.0
    return float(gain(state, player, effect, turns, interims))


@kernel
def all_gains(
    state: State, player: int, effects: int, turns: float, interims: int
) -> tuple[float, ...]:
    """Return the gain of each effect; those by Flexi-Tec and Flexi-Sub equal the bots'."""
    return (
        open_gain(state, player, effects, 0, turns, interims),
        open_gain(state, player, effects, 1, turns, interims),
        open_gain(state, player, effects, 2, turns, interims),
        open_gain(state, player, effects, 3, turns, interims),
        open_gain(state, player, effects, 4, turns, interims),
        open_gain(state, player, effects, 5, turns, interims),
        open_gain(state, player, effects, 6, turns, interims),
        open_gain(state, player, effects, 7, turns, interims),
        open_gain(state, player, effects, 8, turns, interims),
        open_gain(state, player, effects, 9, turns, interims),
        open_gain(state, player, effects, 10, turns, interims),
        open_gain(state, player, effects, 11, turns, interims),
        open_gain(state, player, effects, 12, turns, interims),
        open_gain(state, player, effects, 13, turns, interims),
        open_gain(state, player, effects, 14, turns, interims),
        open_gain(state, player, effects, 15, turns, interims),
        open_gain(state, player, effects, 16, turns, interims),
    )


@kernel
def symbol_after(state: State, die: int, roll: int, first: int, second: int) -> int:
    """Return the symbol of white ``die`` when ``roll`` decides the dice ``first``, ``second``."""
    if die == first:
        return int(state.components.white_faces[roll // NUM_FACES])
    if die == second:
        return int(state.components.white_faces[roll % NUM_FACES])
    return int(state.white[die])


@kernel
def face_after(state: State, die: int, roll: int, first: int, second: int) -> tuple[int, int]:
    """Return colour and number of black ``die`` (3..5) in the same case."""
    black = die - NUM_WHITE
    tables = state.components
    if die in (first, second):
        face = roll // NUM_FACES if die == first else roll % NUM_FACES
        return int(tables.black_colours[black, face]), int(tables.black_numbers[black, face])
    return int(state.colour[black]), int(state.number[black])


@kernel
def white_after(state: State, effects: int, die: int, roll: int, first: int, second: int) -> int:
    """Return which ``effects`` white ``die`` allows in the same case, none once used."""
    if state.used[die]:
        return 0
    return effects & int(SYMBOL_EFFECTS[symbol_after(state, die, roll, first, second)])


@kernel
def black_after(state: State, player: int, die: int, roll: int, first: int, second: int) -> int:
    """Return the effects that black ``die`` allows in the same case, none once used."""
    if state.used[die]:
        return 0
    colour, number = face_after(state, die, roll, first, second)
    if colour == YELLOW and not state.flexi_lab_used and has(state, player, FLEXI_LAB):
        return ALL_EFFECTS
    return int(face_effects(state, player, colour, number))


@kernel
def octopuses_after(state: State, player: int, roll: int, first: int, second: int) -> int:
    """Return the octopuses of the octopus action in the same case."""
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
    return octopuses


@kernel
def best_gain(gains: tuple[float, ...], effects: int) -> float:
    """Return the best gain in the bit set ``effects``, 0 if it is empty."""
    effects |= (effects >> (FLEXI_TEC_EFFECT - BOT_EFFECT)) & BOTS
    effects |= (effects >> (FLEXI_SUB_EFFECT - BOT_EFFECT)) & BOTS
    effects &= BONUS_EFFECTS
    best = 0.0
    effect = 0
    while effects > 0:
        if effects & 1:
            best = max(best, gains[effect])
        effects >>= 1
        effect += 1
    return best


@kernel
def outcome_value(
    state: State,
    player: int,
    effects: int,
    gains: tuple[float, ...],
    roll: int,
    first: int,
    second: int,
) -> float:
    """Return the gain of the best main actions and the octopus action with all dice known."""
    white_1 = white_after(state, effects, 0, roll, first, second)
    white_2 = white_after(state, effects, 1, roll, first, second)
    white_3 = white_after(state, effects, 2, roll, first, second)
    black_1 = black_after(state, player, 3, roll, first, second)
    black_2 = black_after(state, player, 4, roll, first, second)
    black_3 = black_after(state, player, 5, roll, first, second)
    pairs = (
        best_gain(gains, white_1 & black_1),
        best_gain(gains, white_1 & black_2),
        best_gain(gains, white_1 & black_3),
        best_gain(gains, white_2 & black_1),
        best_gain(gains, white_2 & black_2),
        best_gain(gains, white_2 & black_3),
        best_gain(gains, white_3 & black_1),
        best_gain(gains, white_3 & black_2),
        best_gain(gains, white_3 & black_3),
    )
    octopuses = octopuses_after(state, player, roll, first, second)
    best: float = best_actions(pairs, state.main_actions > 0)
    return best + float(catch_value(state, player, octopuses))


@kernel
def best_actions(pairs: tuple[float, ...], only_one: bool) -> float:
    """Return the best sum of one or two of ``pairs`` (white by black) that share no die."""
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
def catch_value(state: State, player: int, octopuses: int) -> float:
    """Return the points of an octopus action plus the cut in the expected penalty."""
    marked = int(state.players[player].octopuses[current_third(state)])
    turns = turns_left_in_third(state, player)
    after: float = octopus_value(state, marked + octopuses, turns)
    before: float = octopus_value(state, marked, turns)
    return int(octopus_points(state, player, octopuses)) + after - before


@kernel
def early_value(state: State, player: int, effects: int, gains: tuple[float, ...]) -> float:
    """Return the gain to expect of two kept dice and four unknown ones."""
    pairs = (
        early_pair(state, player, effects, gains, 0, 3),
        early_pair(state, player, effects, gains, 0, 4),
        early_pair(state, player, effects, gains, 0, 5),
        early_pair(state, player, effects, gains, 1, 3),
        early_pair(state, player, effects, gains, 1, 4),
        early_pair(state, player, effects, gains, 1, 5),
        early_pair(state, player, effects, gains, 2, 3),
        early_pair(state, player, effects, gains, 2, 4),
        early_pair(state, player, effects, gains, 2, 5),
    )
    best: float = best_actions(pairs, False)
    return best + float(early_catch(state, player))


@kernel
def early_pair(
    state: State, player: int, effects: int, gains: tuple[float, ...], white: int, die: int
) -> float:
    """Return the mean gain of a white and a black die over unknown faces."""
    first = NO_DIE if state.kept[die] else die
    second = NO_DIE if state.kept[white] else white
    total, ways, optimism = 0.0, 0, 1.0
    if first == die:
        optimism *= UNKNOWN_DIE
    if second == white:
        optimism *= UNKNOWN_DIE
    for a in range(NUM_FACES if first == die else 1):
        black = black_after(state, player, die, a * NUM_FACES, first, second)
        for b in range(NUM_FACES if second == white else 1):
            total += best_gain(gains, white_after(state, effects, white, b, first, second) & black)
            ways += 1
    return total / ways * optimism


@kernel
def early_catch(state: State, player: int) -> float:
    """Return the gain to expect of the octopus action with two kept dice."""
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
    below: float = catch_value(state, player, low)
    above: float = catch_value(state, player, low + 1)
    return below + part * (above - below)
