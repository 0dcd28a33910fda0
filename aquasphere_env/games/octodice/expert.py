"""How a good beginner plays OctoDice: the rules of thumb of the page, see ``protocol.Expert``.

Each rule of thumb says what something counts in points. What counts most is done, and the dice are
kept with which the two best actions and the octopuses count most.
"""

from ...core import bits
from ...core.jit import kernel
from ...core.state import State
from .actions import (
    BONUS_OCTOPUS_START,
    BONUS_START,
    BOT_EFFECT,
    DONE,
    FLEXI_TEC_EFFECT,
    KEEP_START,
    LAB_EFFECT,
    MAIN_START,
    MAX_BONUS_OCTOPUSES,
    NUM_BONUS_EFFECTS,
    NUM_EFFECTS,
    NUM_PAIRS,
    PAIRS,
    RESEARCH_EFFECT,
    SUBMARINE_EFFECT,
    SUPER_COPY_START,
    SUPER_LEVEL_START,
)
from .effects import SYMBOL_EFFECTS, die_effects, has, open_effects
from .evaluation import best_actions
from .potential import interims_left, usable_rights
from .scoring import octopus_points, shows_octopus, tile_points
from .state import (
    BONUS_ACTIONS,
    CRYSTAL_PLUS,
    MAIN,
    NUM_BLACK,
    NUM_COLOURS,
    NUM_COLUMNS,
    NUM_DICE,
    NUM_SIDES,
    NUM_WHITE,
    OCTO_CATCH,
    OCTO_SUB,
    PLUS_BOT,
    PLUS_LAB,
    PLUS_TEC,
    SECOND_KEEP,
    SUB_PLUS,
    SUBMARINE,
    SUPER_COPY_PHASE,
    SUPER_LAB_V,
    SUPER_LEVEL_PHASE,
    SUPER_OCTO,
    SUPER_SUB,
    TOP_LEVEL,
)

RULES_OF_THUMB = (
    "octopuses count double",
    "dig towards octopuses",
    "any tile is good",
    "score the bottom",
    "man the submarines",
    "launch for the bots",
    "research opens research",
    "a crystal more",
    "keep the dice open",
    "spare the bonus",
)
(OCTOPUSES, TOWARDS_OCTOPUSES, ANY_TILE, BOTTOM, MAN, LAUNCH) = range(6)
(RESEARCHING, CRYSTALS, OPEN_DICE, SPARE_BONUS) = range(6, 10)

# Points at a glance.
ONE_OCTOPUS = 1
OCTOPUS_TILE, OTHER_TILE, BOTTOM_TILE = 5, 3, 4
LATER = 1  # for what research, bots, submarines and crystals make possible
PAIR_TO_ROLL, PAIR_TO_ROLL_ONCE = 3, 2  # a white and a black die
DIE_TO_ROLL, DIE_TO_ROLL_ONCE = 2, 1  # beside a kept one
BONUS_WANTED = 3  # less than this is not worth a bonus action that can wait


@kernel
def decide(state: State) -> tuple[int, int]:
    """Return an action, and the rule of thumb that chose it."""
    player = int(state.current_player)
    phase = int(state.phase)
    if phase <= SECOND_KEEP:
        return keep_dice(state, player)
    if phase == MAIN:
        return act(state, player)
    if phase == SUPER_LEVEL_PHASE:
        return SUPER_LEVEL_START + best_column(state, player), BOTTOM
    if phase == SUPER_COPY_PHASE:
        return SUPER_COPY_START + better_letter(state, player), BOTTOM
    return take_bonus(state, player)


@kernel
def worth(state: State, player: int, effect: int) -> tuple[int, int]:
    """Return what ``effect`` counts, one that is open to ``player``, and by which rule."""
    me = state.players[player]
    tables = state.components
    if effect < RESEARCH_EFFECT:
        place = LATER if state.num_players > 1 else 0
        return effect + place + int(has(state, player, CRYSTAL_PLUS)), CRYSTALS
    if effect < LAB_EFFECT:
        points = int(tables.research_points[me.research]) + int(has(state, player, PLUS_TEC))
        return points + LATER, RESEARCHING
    if effect < BOT_EFFECT:
        return step_worth(state, player, effect - LAB_EFFECT)
    colour = (effect - BOT_EFFECT) % NUM_COLOURS
    bots, interims = int(me.bots[colour]), interims_left(state)
    if SUBMARINE_EFFECT <= effect < FLEXI_TEC_EFFECT:
        return bots * interims + int(has(state, player, SUB_PLUS)) + LATER, LAUNCH
    points = int(tables.bot_points[bots]) + int(has(state, player, PLUS_BOT))
    return points + int(me.submarines[colour]) * interims + LATER, MAN


@kernel
def step_worth(state: State, player: int, column: int) -> tuple[int, int]:
    """Return what the next tile of ``column`` counts, and by which rule."""
    level = int(state.players[player].markers[column]) + 1
    plus = int(has(state, player, PLUS_LAB))
    if level == TOP_LEVEL:
        return plus + bottom_worth(state, player, column), BOTTOM
    if state.lab[1, column] in (OCTO_SUB, OCTO_CATCH):
        return plus + OCTOPUS_TILE, TOWARDS_OCTOPUSES
    return plus + OTHER_TILE, ANY_TILE


@kernel
def bottom_worth(state: State, player: int, column: int) -> int:
    """Return what the level-2 tile of ``column`` counts: its points now, if it pays for marks."""
    tile = int(state.lab[TOP_LEVEL, column])
    if tile in (SUPER_OCTO, SUPER_SUB):
        return int(tile_points(state, player, tile))
    return BOTTOM_TILE


@kernel
def octopus_worth(state: State, player: int, octopuses: int) -> int:
    """Return what an octopus action counts that makes ``octopuses``."""
    if octopuses == 1:
        return ONE_OCTOPUS
    return 2 * int(octopus_points(state, player, octopuses))


@kernel
def pair_worth(state: State, player: int, white: int, black: int) -> tuple[int, int]:
    """Return what the best action of two dice counts, and by which rule; 0 if there is none."""
    if state.used[white] or state.used[NUM_WHITE + black]:
        return 0, OPEN_DICE
    effects = open_effects(state, player) & int(SYMBOL_EFFECTS[state.white[white]])
    effects &= die_effects(state, player, black)
    most, why = 0, OPEN_DICE
    for effect in range(NUM_EFFECTS):
        if effects >> effect & 1:
            points, rule = worth(state, player, effect)
            if points > most:
                most, why = points, rule
    return most, why


@kernel
def all_pairs(state: State, player: int) -> tuple[int, ...]:
    """Return ``pair_worth`` of every white with every black die, without the rules."""
    return (
        pair_worth(state, player, 0, 0)[0],
        pair_worth(state, player, 0, 1)[0],
        pair_worth(state, player, 0, 2)[0],
        pair_worth(state, player, 1, 0)[0],
        pair_worth(state, player, 1, 1)[0],
        pair_worth(state, player, 1, 2)[0],
        pair_worth(state, player, 2, 0)[0],
        pair_worth(state, player, 2, 1)[0],
        pair_worth(state, player, 2, 2)[0],
    )


@kernel
def keep_dice(state: State, player: int) -> tuple[int, int]:
    """Return the two dice to keep, and the rule that counts most of what they make."""
    pairs = all_pairs(state, player)
    kept = 0
    for die in range(NUM_DICE):
        kept |= int(state.kept[die]) << die
    best, most = 0, -1.0
    for pair in range(NUM_PAIRS):
        if bits.contains(state.legal, KEEP_START + pair):
            dice = kept | 1 << PAIRS[pair, 0] | 1 << PAIRS[pair, 1]
            value = dice_worth(state, player, pairs, dice)
            if value > most:
                best, most = pair, value
    dice = kept | 1 << PAIRS[best, 0] | 1 << PAIRS[best, 1]
    return KEEP_START + best, reason(state, player, dice)


@kernel
def reason(state: State, player: int, dice: int) -> int:
    """Return the rule that counts most of what the kept ``dice`` make."""
    most, why = octopus_worth(state, player, octopuses_of(state, player, dice)), OCTOPUSES
    if most == 0:
        why = OPEN_DICE
    for white in range(NUM_WHITE):
        for black in range(NUM_BLACK):
            if dice >> white & dice >> (NUM_WHITE + black) & 1:
                points, rule = pair_worth(state, player, white, black)
                if points > most:
                    most, why = points, rule
    return why


@kernel
def dice_worth(state: State, player: int, pairs: tuple[int, ...], dice: int) -> float:
    """Return what keeping the bit set ``dice`` counts: two actions and the octopuses."""
    values = (
        open_worth(state, pairs, dice, 0),
        open_worth(state, pairs, dice, 1),
        open_worth(state, pairs, dice, 2),
        open_worth(state, pairs, dice, 3),
        open_worth(state, pairs, dice, 4),
        open_worth(state, pairs, dice, 5),
        open_worth(state, pairs, dice, 6),
        open_worth(state, pairs, dice, 7),
        open_worth(state, pairs, dice, 8),
    )
    octopuses = octopuses_of(state, player, dice)
    return float(best_actions(values, False) + octopus_worth(state, player, octopuses))


@kernel
def open_worth(state: State, pairs: tuple[int, ...], dice: int, index: int) -> int:
    """Return what pair ``index`` of white and black dice counts if only ``dice`` are kept."""
    white, black = index // NUM_BLACK, NUM_WHITE + index % NUM_BLACK
    has_white, has_black = dice >> white & 1, dice >> black & 1
    if has_white and has_black:
        return pairs[index]
    once = state.phase == SECOND_KEEP
    if not (has_white or has_black):
        return PAIR_TO_ROLL_ONCE if once else PAIR_TO_ROLL
    if shows_octopus(state, white if has_white else black):
        return 0
    return DIE_TO_ROLL_ONCE if once else DIE_TO_ROLL


@kernel
def octopuses_of(state: State, player: int, dice: int) -> int:
    """Return the octopuses of an octopus action with the bit set ``dice`` (OD-R4)."""
    octopuses, submarine = int(has(state, player, OCTO_CATCH)), False
    for die in range(NUM_DICE):
        if dice >> die & 1:
            octopuses += int(shows_octopus(state, die))
            submarine = submarine or (die < NUM_WHITE and state.white[die] == SUBMARINE)
    return octopuses + int(submarine and has(state, player, OCTO_SUB))


@kernel
def act(state: State, player: int) -> tuple[int, int]:
    """Return the main action that counts most with the best one after it, and its rule."""
    pairs = all_pairs(state, player)
    best, most, why = DONE, -1, OPEN_DICE
    for index in range(NUM_WHITE * NUM_BLACK):
        white, black = index // NUM_BLACK, index % NUM_BLACK
        rest = 0 if state.main_actions > 0 else best_beside(pairs, white, black)
        for effect in range(NUM_EFFECTS):
            action = MAIN_START + black * NUM_EFFECTS + effect
            fits = int(SYMBOL_EFFECTS[state.white[white]]) >> effect & 1
            if fits and not state.used[white] and bits.contains(state.legal, action):
                points, rule = worth(state, player, effect)
                is_lab = LAB_EFFECT <= effect < BOT_EFFECT  # first: its tile may help the other
                value = 2 * (points + rest) + int(is_lab)
                if value > most:
                    best, most, why = action, value, rule
    return best, why


@kernel
def best_beside(pairs: tuple[int, ...], white: int, black: int) -> int:
    """Return the most that a pair counts without these two dice."""
    best = 0
    for index in range(len(pairs)):
        if index // NUM_BLACK != white and index % NUM_BLACK != black:
            best = max(best, pairs[index])
    return best


@kernel
def take_bonus(state: State, player: int) -> tuple[int, int]:
    """Return the bonus action that counts most, or to wait for a better one, and its rule."""
    rights = BONUS_ACTIONS - int(state.players[player].bonus_used)
    can_wait = usable_rights(state, player) >= rights
    best, most, why = DONE, BONUS_WANTED - 1 if can_wait else 0, SPARE_BONUS
    for effect in range(NUM_BONUS_EFFECTS):
        if bits.contains(state.legal, BONUS_START + effect):
            points, rule = worth(state, player, effect)
            if points > most:
                best, most, why = BONUS_START + effect, points, rule
    for octopuses in range(1, MAX_BONUS_OCTOPUSES + 1):
        action = BONUS_OCTOPUS_START + octopuses - 1
        points = octopus_worth(state, player, octopuses)
        if bits.contains(state.legal, action) and points > most:
            best, most, why = action, points, OCTOPUSES
    return best, why


@kernel
def best_column(state: State, player: int) -> int:
    """Return the column in which Super-Level reaches the level-2 tile that counts most."""
    best, most = 0, -1
    for column in range(NUM_COLUMNS):
        if bits.contains(state.legal, SUPER_LEVEL_START + column):
            points = bottom_worth(state, player, column)
            if points > most:
                best, most = column, points
    return best


@kernel
def better_letter(state: State, player: int) -> int:
    """Return 0 if tile G, as laid, scores most for Super-Copy, 1 if tile H does."""
    best, most = 0, -1
    for letter in range(2):
        for side in range(NUM_SIDES):
            tile = SUPER_LAB_V + NUM_SIDES * letter + side
            if state.tile_column[tile] >= 0:
                points = int(tile_points(state, player, tile))
                if points > most:
                    best, most = letter, points
    return best
