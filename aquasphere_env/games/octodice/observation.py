"""What players see: everything but the dice to come, own seat first, then clockwise."""

from ...core.game import View
from ...core.jit import kernel
from ...core.state import MAX_PLAYERS, Feature
from .effects import has
from .scoring import (
    crystal_points,
    current_third,
    shows_octopus,
    tile_points,
    turns_per_third,
)
from .state import (
    BONUS_ACTIONS,
    MAIN_ACTIONS,
    MAX_TURNS,
    NUM_BLACK,
    NUM_BOT_CIRCLES,
    NUM_COLOURS,
    NUM_COLUMNS,
    NUM_DICE,
    NUM_LEVELS,
    NUM_NUMBERS,
    NUM_THIRDS,
    NUM_TILES,
    NUM_WHITE,
    OCTOPUS_FACE,
    OCTOPUSES_WANTED,
    PHASES,
    SIDES_PER_LEVEL,
    SOLO_TURNS_PER_THIRD,
    SUPER_LAB_V,
    SUPER_SUB,
    SYMBOLS,
)

POINTS_SCALE = 100.0  # a very good score
LEAD_SCALE = 50.0
GAIN_SCALE = 20.0  # points that one scoring can hardly exceed

NUM_PHASES, NUM_SYMBOLS, NUM_BLACK_FACES = len(PHASES), len(SYMBOLS), OCTOPUS_FACE + 1
FUNCTIONS_SPENT = 3

FLAT = (
    Feature("phase", (NUM_PHASES,), f"the open question, one-hot: {', '.join(PHASES)}"),
    Feature("mover", (MAX_PLAYERS,), "who decides, one-hot by relative seat; 0 when over"),
    Feature("active", (MAX_PLAYERS,), "whose turn it is, one-hot by relative seat"),
    Feature("num_players", (MAX_PLAYERS,), "number of players, one-hot"),
    Feature("virtual_player", (1,), "1 in the two-player variant"),
    Feature("third", (NUM_THIRDS,), "the third being played, one-hot"),
    Feature("turn_in_third", (SOLO_TURNS_PER_THIRD,), "the round of the third, one-hot"),
    Feature("rounds_left", (1,), "rounds to play, the current one included, / 9"),
    Feature("main_actions_left", (1,), "main actions that the active player may still do, / 2"),
    Feature("functions_spent", (FUNCTIONS_SPENT,), "Flexi-Lab, Flexi-Tec, Flexi-Sub used"),
    Feature("white", (NUM_WHITE, NUM_SYMBOLS), f"each white die, one-hot: {', '.join(SYMBOLS)}"),
    Feature("black", (NUM_BLACK, NUM_BLACK_FACES), "colour of each black die or octopus, one-hot"),
    Feature("black_number", (NUM_BLACK, NUM_NUMBERS), "number of each black die, one-hot"),
    Feature("kept", (NUM_DICE,), "1 for dice set aside by choice; white dice first"),
    Feature("used", (NUM_DICE,), "1 for dice spent on main actions"),
    Feature("free_symbols", (NUM_SYMBOLS,), "white dice by symbol that are not used, / 3"),
    Feature("octopuses_shown", (1,), "dice that show an octopus, / 6"),
    Feature("lab", (NUM_LEVELS, NUM_COLUMNS, SIDES_PER_LEVEL), "tile side in each place, one-hot"),
    Feature("present", (MAX_PLAYERS,), "1 for each player in the game, by relative seat"),
    Feature("points", (MAX_PLAYERS,), "points, / 100"),
    Feature("lead", (1,), "own points less the best of the others, / 50; 0 in solo"),
    Feature("crystals", (MAX_PLAYERS,), "crystals marked, / circles"),
    Feature("crystal_points", (MAX_PLAYERS,), "points if the crystal places counted now, / 20"),
    Feature("research", (MAX_PLAYERS, NUM_COLOURS), "1 for each research circle marked"),
    Feature("markers", (MAX_PLAYERS, NUM_COLUMNS, NUM_LEVELS), "1 for each level reached"),
    Feature("functions", (MAX_PLAYERS, NUM_TILES), "1 for each tile side reached, A1 to I2"),
    Feature("bots", (MAX_PLAYERS, NUM_COLOURS, NUM_BOT_CIRCLES), "1 for each bot circle marked"),
    Feature("submarines", (MAX_PLAYERS, NUM_COLOURS), "1 for each submarine marked"),
    Feature(
        "octopuses", (MAX_PLAYERS, NUM_THIRDS, OCTOPUSES_WANTED), "1 for each octopus, by third"
    ),
    Feature("bonus_left", (MAX_PLAYERS,), "bonus actions left in this third, / 2"),
    Feature("interim", (MAX_PLAYERS,), "points if submarines were scored now, / 20"),
    Feature("lab_tiles", (MAX_PLAYERS,), "points if the level-2 tiles reached scored now, / 20"),
)


@kernel
def bounded(value, scale):
    """Return ``value / scale``, cut to [-1, 1]."""
    return min(1.0, max(-1.0, value / scale))


@kernel
def write_one_hot(row, value):
    """Write 1 at index ``value`` of ``row`` and 0 elsewhere; -1 is nowhere."""
    for k in range(row.shape[0]):
        row[k] = k == value


@kernel
def write_count(row, count):
    """Write 1 into the first ``count`` places of ``row`` and 0 behind."""
    for k in range(row.shape[0]):
        row[k] = k < count


@kernel
def relative_seat(state, player, seat):
    """Return how many seats clockwise from ``player`` ``seat`` is."""
    return (seat - player) % state.num_players


@kernel
def mover_seat(state, player):
    """Return the relative seat of who decides, -1 when the game is over."""
    if state.terminated or state.truncated:
        return -1
    return relative_seat(state, player, int(state.current_player))


@kernel
def rounds_left(state):
    """Return how many rounds are to be played, the current one included."""
    return NUM_THIRDS * turns_per_third(state) - int(state.round_number)


@kernel
def interim_points(state, seat):
    """Return what the submarines of ``seat`` would score now."""
    me = state.players[seat]
    points = 0
    for colour in range(NUM_COLOURS):
        points += int(me.submarines[colour]) * int(me.bots[colour])
    return points


@kernel
def lab_tile_points(state, seat):
    """Return what the level-2 tiles that ``seat`` has reached would score now."""
    points = 0
    for tile in range(SUPER_LAB_V, SUPER_SUB + 1):
        if has(state, seat, tile):
            points += tile_points(state, seat, tile)
    return points


@kernel
def lead(state, player):
    """Return the points of ``player`` less the best of the others; 0 in solo."""
    best, others = -POINTS_SCALE, False
    for seat in range(state.num_players):
        if seat != player:
            best, others = max(best, float(state.players[seat].points)), True
    return float(state.players[player].points) - best if others else 0.0


@kernel
def observe_flat(state, player, view):
    """Write all fields of FLAT as ``player`` sees them."""
    observe_course(state, player, view)
    observe_dice(state, view)
    for level in range(NUM_LEVELS):
        for column in range(NUM_COLUMNS):
            side = int(state.lab[level, column]) - level * SIDES_PER_LEVEL
            write_one_hot(view.lab[level, column], side)
    view.lead[0] = bounded(lead(state, player), LEAD_SCALE)
    for k in range(MAX_PLAYERS):
        if k < state.num_players:
            observe_seat(state, (player + k) % int(state.num_players), view, k)
        else:
            clear_seat(view, k)


@kernel
def observe_course(state, player, view):
    """Write where in the game we are."""
    write_one_hot(view.phase, int(state.phase))
    write_one_hot(view.mover, mover_seat(state, player))
    write_one_hot(view.active, relative_seat(state, player, int(state.active_player)))
    write_one_hot(view.num_players, int(state.num_players) - 1)
    view.virtual_player[0] = state.virtual_player
    write_one_hot(view.third, current_third(state))
    write_one_hot(view.turn_in_third, int(state.round_number) % turns_per_third(state))
    view.rounds_left[0] = rounds_left(state) / MAX_TURNS
    view.main_actions_left[0] = (MAIN_ACTIONS - state.main_actions) / MAIN_ACTIONS
    view.functions_spent[0] = state.flexi_lab_used
    view.functions_spent[1] = state.flexi_tec_used
    view.functions_spent[2] = state.flexi_sub_used


@kernel
def observe_dice(state, view):
    """Write the six dice."""
    octopuses = 0
    view.free_symbols[:] = 0
    for die in range(NUM_DICE):
        view.kept[die] = state.kept[die]
        view.used[die] = state.used[die]
        octopuses += int(shows_octopus(state, die))
    for die in range(NUM_WHITE):
        write_one_hot(view.white[die], int(state.white[die]))
        if not state.used[die]:
            view.free_symbols[state.white[die]] += 1 / NUM_WHITE
    for black in range(NUM_BLACK):
        write_one_hot(view.black[black], int(state.colour[black]))
        write_one_hot(view.black_number[black], int(state.number[black]))
    view.octopuses_shown[0] = octopuses / NUM_DICE


@kernel
def observe_seat(state, seat, view, k):
    """Write the sheet and the lab of ``seat`` as relative seat ``k``."""
    me = state.players[seat]
    view.present[k] = 1
    view.points[k] = bounded(float(me.points), POINTS_SCALE)
    view.crystals[k] = me.crystals / state.components.crystal_circles
    view.crystal_points[k] = bounded(float(crystal_points(state, seat)), GAIN_SCALE)
    write_count(view.research[k], int(me.research))
    for column in range(NUM_COLUMNS):
        write_count(view.markers[k, column], int(me.markers[column]) + 1)
    for tile in range(NUM_TILES):
        view.functions[k, tile] = has(state, seat, tile)
    for colour in range(NUM_COLOURS):
        write_count(view.bots[k, colour], int(me.bots[colour]))
        view.submarines[k, colour] = me.submarines[colour]
    for third in range(NUM_THIRDS):
        write_count(view.octopuses[k, third], int(me.octopuses[third]))
    view.bonus_left[k] = (BONUS_ACTIONS - me.bonus_used) / BONUS_ACTIONS
    view.interim[k] = bounded(float(interim_points(state, seat)), GAIN_SCALE)
    view.lab_tiles[k] = bounded(float(lab_tile_points(state, seat)), GAIN_SCALE)


@kernel
def clear_seat(view, k):
    """Write an empty seat as relative seat ``k``."""
    view.present[k] = 0
    view.points[k] = 0
    view.crystals[k] = 0
    view.crystal_points[k] = 0
    view.research[k] = 0
    view.markers[k] = 0
    view.functions[k] = 0
    view.bots[k] = 0
    view.submarines[k] = 0
    view.octopuses[k] = 0
    view.bonus_left[k] = 0
    view.interim[k] = 0
    view.lab_tiles[k] = 0


FLAT_VIEW = View(FLAT, observe_flat)
