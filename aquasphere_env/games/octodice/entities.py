"""What a player sees of OctoDice as tokens, for attention models: dice, seats, tiles, the table.

Every row is a token whose first feature is 1 where there is such a thing; other rows are all zeros.
Slots are egocentric as in ``observation``: the viewer first, then the others clockwise.
"""

from ...core.features import (
    Column,
    bounded,
    mark,
    player_in,
    row_feature,
    starts,
)
from ...core.jit import kernel
from ...core.state import MAX_PLAYERS, Array, Record, State
from ...core.view import View
from .actions import COLOURS
from .effects import has
from .observation import (
    GAIN_SCALE,
    POINTS_SCALE,
    awaits_turn,
    bonus_left,
    lab_tile_points,
    mover,
    open_phase,
    rounds_left,
    turn_player,
)
from .scoring import crystal_points, current_third, submarine_points, turns_per_third
from .state import (
    BLACK_FACES,
    BONUS_ACTIONS,
    MAIN_ACTIONS,
    MAX_TURNS,
    NUM_BLACK_FACES,
    NUM_BOT_CIRCLES,
    NUM_COLOURS,
    NUM_COLUMNS,
    NUM_DICE,
    NUM_LEVELS,
    NUM_NUMBERS,
    NUM_SOURCES,
    NUM_SYMBOLS,
    NUM_THIRDS,
    NUM_TILES,
    NUM_WHITE,
    OCTOPUSES_WANTED,
    ONCE_A_TURN,
    PHASES,
    SOLO_TURNS_PER_THIRD,
    SOURCES,
    SYMBOLS,
)

DIE_COLUMNS = (
    Column("present", 1, "1"),
    Column("is_white", 1, "1 for a white die"),
    Column("symbol", NUM_SYMBOLS, f"of a white die, one-hot: {', '.join(SYMBOLS)}"),
    Column("colour", NUM_BLACK_FACES, f"of a black die, one-hot: {', '.join(BLACK_FACES)}"),
    Column("number", NUM_NUMBERS, "of a black die, one-hot, zeros for an octopus"),
    Column("kept", 1, "1 if set aside by choice"),
    Column("used", 1, "1 if spent on a main action"),
)
SEAT_COLUMNS = (
    Column("present", 1, "1 for slots that are played"),
    Column("slot", MAX_PLAYERS, "slot, one-hot"),
    Column("mover", 1, "1 for the player who decides"),
    Column("active", 1, "1 for the player whose turn it is; none after the last turn"),
    Column("awaits_turn", 1, "1 if the player's turn in this round is to come"),
    Column("points", 1, "points / 100"),
    Column("earned", NUM_SOURCES, f"points by source / 100: {', '.join(SOURCES)}"),
    Column("crystals", 1, "crystals marked / circles"),
    Column("crystal_points", 1, "points if crystal places scored now / 20"),
    Column("research", NUM_COLOURS + 1, "research circles marked, one-hot"),
    Column("markers", NUM_COLUMNS, "levels reached in each column / 3"),
    Column("bots", NUM_COLOURS, f"bots marked / 2: {', '.join(COLOURS)}"),
    Column("submarines", NUM_COLOURS, "1 for each submarine marked"),
    Column("octopuses", NUM_THIRDS, "octopuses marked in each third / 2"),
    Column("bonus_left", 1, "bonus actions left in this third / 2; 0 alone and at the end"),
    Column("interim", 1, "points if submarines scored now / 20"),
    Column("lab_tiles", 1, "points if level-2 tiles reached scored now / 20"),
)
TILE_COLUMNS = (
    Column("present", 1, "1"),
    Column("level", NUM_LEVELS, "level, one-hot"),
    Column("column", NUM_COLUMNS, "column, one-hot"),
    Column("side", NUM_TILES, "tile side, one-hot, A1 to I2"),
    Column("reached", MAX_PLAYERS, "1 for slots that have reached it"),
)
TABLE_COLUMNS = (
    Column("present", 1, "1"),
    Column("phase", len(PHASES), f"open question, one-hot, zeros when over: {', '.join(PHASES)}"),
    Column("third", NUM_THIRDS, "the third being played, one-hot"),
    Column("turn", SOLO_TURNS_PER_THIRD, "the round of the third, one-hot"),
    Column("rounds_left", 1, "rounds to play, this one included, / 9; 0 when over"),
    Column("actions_left", 1, "main actions left to the active player / 2"),
    Column("spent", len(ONCE_A_TURN), "1 if used: Flexi-Lab, Flexi-Tec, Flexi-Sub"),
    Column("num_players", MAX_PLAYERS, "number of players, one-hot"),
    Column("virtual_player", 1, "1 in the two-player variant"),
)
DIE, SEAT, TILE, TABLE = map(starts, (DIE_COLUMNS, SEAT_COLUMNS, TILE_COLUMNS, TABLE_COLUMNS))

ENTITIES = (
    row_feature("dice", NUM_DICE, DIE_COLUMNS, "white dice first"),
    row_feature("seats", MAX_PLAYERS, SEAT_COLUMNS, "by slot"),
    row_feature("tiles", NUM_LEVELS * NUM_COLUMNS, TILE_COLUMNS, "level by level"),
    row_feature("table", 1, TABLE_COLUMNS),
)


@kernel
def observe_entities(state: State, player: int, view: Record) -> None:
    """Write all tokens of ENTITIES as ``player`` sees them."""
    view.dice[:] = 0
    view.seats[:] = 0
    view.tiles[:] = 0
    view.table[:] = 0
    for die in range(NUM_DICE):
        write_die(state, die, view.dice[die])
    for slot in range(state.num_players):
        seat = player_in(state, player, slot)
        write_seat(state, seat, slot, view.seats[slot])
        write_sheet(state, seat, view.seats[slot])
    for level in range(NUM_LEVELS):
        for column in range(NUM_COLUMNS):
            write_tile(state, player, level, column, view.tiles[level * NUM_COLUMNS + column])
    write_table(state, view.table[0])


@kernel
def write_die(state: State, die: int, row: Array) -> None:
    """Write ``die`` into the zeroed ``row``."""
    row[DIE.present] = 1
    if die < NUM_WHITE:
        row[DIE.is_white] = 1
        mark(row, DIE.symbol, state.white[die])
    else:
        mark(row, DIE.colour, state.colour[die - NUM_WHITE])
        mark(row, DIE.number, state.number[die - NUM_WHITE])
    row[DIE.kept] = state.kept[die]
    row[DIE.used] = state.used[die]


@kernel
def write_seat(state: State, player: int, slot: int, row: Array) -> None:
    """Write part in the turn and points of ``player`` at ``slot`` into the zeroed ``row``."""
    me = state.players[player]
    row[SEAT.present] = 1
    mark(row, SEAT.slot, slot)
    row[SEAT.mover] = mover(state) == player
    row[SEAT.active] = turn_player(state) == player
    row[SEAT.awaits_turn] = awaits_turn(state, player)
    row[SEAT.points] = bounded(me.points, POINTS_SCALE)
    for source in range(NUM_SOURCES):
        row[SEAT.earned + source] = bounded(me.earned[source], POINTS_SCALE)
    row[SEAT.crystal_points] = bounded(crystal_points(state, player), GAIN_SCALE)
    row[SEAT.interim] = bounded(submarine_points(state, player), GAIN_SCALE)
    row[SEAT.lab_tiles] = bounded(lab_tile_points(state, player), GAIN_SCALE)


@kernel
def write_sheet(state: State, player: int, row: Array) -> None:
    """Write the circles that ``player`` has marked and the lab into the zeroed ``row``."""
    me = state.players[player]
    row[SEAT.crystals] = me.crystals / state.components.crystal_circles
    mark(row, SEAT.research, me.research)
    for column in range(NUM_COLUMNS):
        row[SEAT.markers + column] = (me.markers[column] + 1) / NUM_LEVELS
    for colour in range(NUM_COLOURS):
        row[SEAT.bots + colour] = me.bots[colour] / NUM_BOT_CIRCLES
        row[SEAT.submarines + colour] = me.submarines[colour]
    for third in range(NUM_THIRDS):
        row[SEAT.octopuses + third] = me.octopuses[third] / OCTOPUSES_WANTED
    row[SEAT.bonus_left] = bonus_left(state, player) / BONUS_ACTIONS


@kernel
def write_tile(state: State, player: int, level: int, column: int, row: Array) -> None:
    """Write the tile in one place of the lab into the zeroed ``row``."""
    tile = int(state.lab[level, column])
    row[TILE.present] = 1
    mark(row, TILE.level, level)
    mark(row, TILE.column, column)
    mark(row, TILE.side, tile)
    for slot in range(state.num_players):
        row[TILE.reached + slot] = has(state, player_in(state, player, slot), tile)


@kernel
def write_table(state: State, row: Array) -> None:
    """Write how far the game is into the zeroed ``row``."""
    row[TABLE.present] = 1
    mark(row, TABLE.phase, open_phase(state))
    mark(row, TABLE.third, current_third(state))
    mark(row, TABLE.turn, state.round_number % turns_per_third(state))
    row[TABLE.rounds_left] = rounds_left(state) / MAX_TURNS
    row[TABLE.actions_left] = (MAIN_ACTIONS - state.main_actions) / MAIN_ACTIONS
    row[TABLE.spent] = state.flexi_lab_used
    row[TABLE.spent + 1] = state.flexi_tec_used
    row[TABLE.spent + 2] = state.flexi_sub_used
    mark(row, TABLE.num_players, state.num_players - 1)
    row[TABLE.virtual_player] = state.virtual_player


ENTITIES_VIEW = View(ENTITIES, observe_entities, "fields")
