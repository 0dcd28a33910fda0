"""The view "entities": dice, seats, tiles and the table as tokens for attention models."""

from collections import namedtuple
from itertools import accumulate
from typing import Any

from ...core.game import View
from ...core.jit import kernel
from ...core.state import MAX_PLAYERS, Feature
from .effects import has
from .observation import (
    FUNCTIONS_SPENT,
    GAIN_SCALE,
    NUM_BLACK_FACES,
    NUM_PHASES,
    NUM_SYMBOLS,
    POINTS_SCALE,
    bounded,
    interim_points,
    lab_tile_points,
    mover_seat,
    relative_seat,
    rounds_left,
)
from .scoring import crystal_points, current_third, turns_per_third
from .state import (
    BONUS_ACTIONS,
    MAIN_ACTIONS,
    MAX_TURNS,
    NUM_BOT_CIRCLES,
    NUM_COLOURS,
    NUM_COLUMNS,
    NUM_DICE,
    NUM_LEVELS,
    NUM_NUMBERS,
    NUM_THIRDS,
    NUM_TILES,
    NUM_WHITE,
    OCTOPUSES_WANTED,
    SOLO_TURNS_PER_THIRD,
)

_named_tuple: Any = namedtuple  # mypy wants literal names


def _columns(**widths: int) -> Any:
    """Return the first column of each run of columns by name, and the total as ``width``."""
    starts = [*accumulate(widths.values(), initial=0)]
    return _named_tuple("Columns", [*widths, "width"])(*starts)


# Where the parts of a token stand; ``present`` always comes first
DIE = _columns(
    present=1,
    white=1,
    symbol=NUM_SYMBOLS,
    colour=NUM_BLACK_FACES,
    number=NUM_NUMBERS,
    kept=1,
    used=1,
)
SEAT = _columns(
    present=1,
    relative=MAX_PLAYERS,
    mover=1,
    active=1,
    points=1,
    crystals=1,
    crystal_points=1,
    research=NUM_COLOURS + 1,  # one-hot: circles marked
    markers=NUM_COLUMNS,
    bots=NUM_COLOURS,
    submarines=NUM_COLOURS,
    octopuses=NUM_THIRDS,
    bonus_left=1,
    interim=1,
    lab_tiles=1,
)
TILE = _columns(
    present=1, level=NUM_LEVELS, column=NUM_COLUMNS, side=NUM_TILES, reached=MAX_PLAYERS
)
TABLE = _columns(
    present=1,
    phase=NUM_PHASES,
    third=NUM_THIRDS,
    turn=SOLO_TURNS_PER_THIRD,
    rounds_left=1,
    actions_left=1,
    spent=FUNCTIONS_SPENT,
    players=MAX_PLAYERS,
    virtual=1,
)
NUM_PLACES_IN_LAB = NUM_LEVELS * NUM_COLUMNS

ENTITIES = (
    Feature(
        "dice",
        (NUM_DICE, DIE.width),
        "per die, white first: present, white, symbol, colour or octopus, number, kept, used",
    ),
    Feature(
        "seats",
        (MAX_PLAYERS, SEAT.width),
        "per seat, own first: present, relative seat, decides, has the turn, points / 100, "
        "crystals / circles, crystal points / 20, next research colour, levels / 3, bots / 2, "
        "submarines, octopuses / 2 by third, bonus actions left / 2, interim / 20, tiles / 20",
    ),
    Feature(
        "tiles",
        (NUM_PLACES_IN_LAB, TILE.width),
        "per place in the lab, level by level: present, level, column, tile side, reached by seat",
    ),
    Feature(
        "table",
        (1, TABLE.width),
        "present, open question, third, round of the third, rounds left / 9, main actions left / "
        "2, Flexi-Lab, Flexi-Tec and Flexi-Sub used, number of players, two-player variant",
    ),
)


@kernel
def observe_entities(state, player, view):
    """Write all tokens of ENTITIES as ``player`` sees them."""
    view.dice[:] = 0
    view.seats[:] = 0
    view.tiles[:] = 0
    for die in range(NUM_DICE):
        write_die(state, die, view.dice[die])
    for k in range(state.num_players):
        write_seat(state, player, k, view.seats[k])
    for level in range(NUM_LEVELS):
        for column in range(NUM_COLUMNS):
            write_tile(state, player, level, column, view.tiles[level * NUM_COLUMNS + column])
    write_table(state, view.table[0])


@kernel
def write_die(state, die, row):
    """Write ``die`` into the zeroed ``row``."""
    row[DIE.present] = 1
    if die < NUM_WHITE:
        row[DIE.white] = 1
        row[DIE.symbol + state.white[die]] = 1
    else:
        black = die - NUM_WHITE
        row[DIE.colour + state.colour[black]] = 1
        if state.number[black] >= 0:
            row[DIE.number + state.number[black]] = 1
    row[DIE.kept] = state.kept[die]
    row[DIE.used] = state.used[die]


@kernel
def write_seat(state, player, k, row):
    """Write the player ``k`` seats after ``player`` into the zeroed ``row``."""
    seat = (player + k) % int(state.num_players)
    me = state.players[seat]
    row[SEAT.present] = 1
    row[SEAT.relative + k] = 1
    row[SEAT.mover] = mover_seat(state, player) == k
    row[SEAT.active] = relative_seat(state, player, int(state.active_player)) == k
    row[SEAT.points] = bounded(float(me.points), POINTS_SCALE)
    row[SEAT.crystals] = me.crystals / state.components.crystal_circles
    row[SEAT.crystal_points] = bounded(float(crystal_points(state, seat)), GAIN_SCALE)
    row[SEAT.research + me.research] = 1
    for column in range(NUM_COLUMNS):
        row[SEAT.markers + column] = (me.markers[column] + 1) / NUM_LEVELS
    for colour in range(NUM_COLOURS):
        row[SEAT.bots + colour] = me.bots[colour] / NUM_BOT_CIRCLES
        row[SEAT.submarines + colour] = me.submarines[colour]
    for third in range(NUM_THIRDS):
        row[SEAT.octopuses + third] = me.octopuses[third] / OCTOPUSES_WANTED
    row[SEAT.bonus_left] = (BONUS_ACTIONS - me.bonus_used) / BONUS_ACTIONS
    row[SEAT.interim] = bounded(float(interim_points(state, seat)), GAIN_SCALE)
    row[SEAT.lab_tiles] = bounded(float(lab_tile_points(state, seat)), GAIN_SCALE)


@kernel
def write_tile(state, player, level, column, row):
    """Write the tile in one place of the lab into the zeroed ``row``."""
    tile = int(state.lab[level, column])
    row[TILE.present] = 1
    row[TILE.level + level] = 1
    row[TILE.column + column] = 1
    row[TILE.side + tile] = 1
    for k in range(state.num_players):
        row[TILE.reached + k] = has(state, (player + k) % int(state.num_players), tile)


@kernel
def write_table(state, row):
    """Write where in the game we are into ``row``."""
    row[:] = 0
    row[TABLE.present] = 1
    row[TABLE.phase + state.phase] = 1
    row[TABLE.third + current_third(state)] = 1
    row[TABLE.turn + int(state.round_number) % turns_per_third(state)] = 1
    row[TABLE.rounds_left] = rounds_left(state) / MAX_TURNS
    row[TABLE.actions_left] = (MAIN_ACTIONS - state.main_actions) / MAIN_ACTIONS
    row[TABLE.spent] = state.flexi_lab_used
    row[TABLE.spent + 1] = state.flexi_tec_used
    row[TABLE.spent + 2] = state.flexi_sub_used
    row[TABLE.players + int(state.num_players) - 1] = 1
    row[TABLE.virtual] = state.virtual_player


ENTITIES_VIEW = View(ENTITIES, observe_entities, "fields")
