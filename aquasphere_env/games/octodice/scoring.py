"""Octopus actions, interim scorings and the bonus scoring."""

from ...core.bits import allow
from ...core.jit import kernel
from ...core.state import Array, State
from .actions import BONUS_OCTOPUS_START, MAX_BONUS_OCTOPUSES, NUM_PAIRS, PAIRS
from .effects import earn, has
from .state import (
    BONUS_ROWS,
    CRYSTAL_PLACES,
    INTERIM,
    LAB_TILES,
    MISSING_OCTOPUSES,
    NUM_BLACK,
    NUM_COLOURS,
    NUM_COLUMNS,
    NUM_LEVELS,
    NUM_PLACES,
    NUM_THIRDS,
    NUM_WHITE,
    OCTO_CATCH,
    OCTO_PLUS,
    OCTO_SUB,
    OCTOPUS,
    OCTOPUS_FACE,
    OCTOPUS_PENALTY,
    OCTOPUSES_WANTED,
    SOLO_TURNS_PER_THIRD,
    SUBMARINE,
    SUPER_LAB_H,
    SUPER_LAB_V,
    SUPER_OCTO,
    SUPER_SUB,
    TOP_LEVEL,
    TURNS_PER_THIRD,
)


@kernel
def turns_per_third(state: State) -> int:
    """Return how many turns each player has in a third: 2, solo 3 (OD-V1, OD-R1)."""
    return SOLO_TURNS_PER_THIRD if state.num_players == 1 else TURNS_PER_THIRD


@kernel
def current_third(state: State) -> int:
    """Return the third being played, 0..2."""
    return int(state.round_number // turns_per_third(state))


@kernel
def shows_octopus(state: State, die: int) -> bool:
    """Return whether ``die`` (0..2 white, 3..5 black) shows an octopus."""
    if die < NUM_WHITE:
        return bool(state.white[die] == OCTOPUS)
    return bool(state.colour[die - NUM_WHITE] == OCTOPUS_FACE)


@kernel
def octopuses_rolled(state: State, player: int) -> int:
    """Return the octopuses of the roll, with Octo-Sub and Octo-Catch (OD-R4).

    Two main actions leave one white die unused, so Octo-Catch always counts here (OD-R3).
    """
    octopuses = int(has(state, player, OCTO_CATCH))
    submarines = -int(state.flexi_sub_used)
    for die in range(NUM_WHITE):
        octopuses += int(state.white[die] == OCTOPUS)
        submarines += int(state.white[die] == SUBMARINE)
    for black in range(NUM_BLACK):
        octopuses += int(state.colour[black] == OCTOPUS_FACE)
    if submarines > 0 and has(state, player, OCTO_SUB):
        octopuses += 1
    return octopuses


@kernel
def octopus_points(state: State, player: int, octopuses: int) -> int:
    """Return the points of an octopus action that makes ``octopuses`` (OD-R4)."""
    points = int(state.components.octopus_bonus[min(octopuses, BONUS_ROWS - 1)])
    if points >= 1 and has(state, player, OCTO_PLUS):
        points += 1
    return points


@kernel
def catch(state: State, player: int, octopuses: int) -> None:
    """Carry out an octopus action: mark up to two in this third, score the bonus (OD-R4)."""
    third = current_third(state)
    me = state.players[player]
    me.octopuses[third] = min(OCTOPUSES_WANTED, int(me.octopuses[third]) + octopuses)
    earn(state, player, OCTOPUS, octopus_points(state, player, octopuses))


@kernel
def allow_bonus_catches(state: State, player: int, legal: Array) -> None:
    """Allow each number of octopuses that some two dice make for ``player`` (OD-R5)."""
    by_submarine = int(has(state, player, OCTO_SUB))
    by_white = int(has(state, player, OCTO_CATCH))
    for pair in range(NUM_PAIRS):
        octopuses, submarine = 0, False
        for k in range(2):
            die = PAIRS[pair, k]
            octopuses += int(shows_octopus(state, die))
            submarine = submarine or (die < NUM_WHITE and state.white[die] == SUBMARINE)
        if submarine:
            octopuses += by_submarine
        if PAIRS[pair, 0] < NUM_WHITE:
            octopuses += by_white
        if 1 <= octopuses <= MAX_BONUS_OCTOPUSES:
            allow(legal, BONUS_OCTOPUS_START + octopuses - 1)


@kernel
def submarine_points(state: State, player: int) -> int:
    """Return a point for each bot in a colour whose submarine ``player`` has marked (OD-R7)."""
    me = state.players[player]
    points = 0
    for colour in range(NUM_COLOURS):
        points += int(me.submarines[colour]) * int(me.bots[colour])
    return points


@kernel
def interim_scoring(state: State, third: int) -> None:
    """Score submarines and missing octopuses and restore bonus actions (OD-P1, OD-R7)."""
    for player in range(state.num_players):
        me = state.players[player]
        earn(state, player, INTERIM, submarine_points(state, player))
        if me.octopuses[third] < OCTOPUSES_WANTED:
            earn(state, player, MISSING_OCTOPUSES, -OCTOPUS_PENALTY)
        me.bonus_used = 0


@kernel
def crystal_points(state: State, player: int) -> int:
    """Return the points of ``player`` for most and second-most crystals (OD-R8)."""
    mine = state.players[player].crystals
    if mine == 0 or state.num_players == 1:
        return 0
    ahead, tied = 0, 0
    for other in range(state.num_players):
        ahead += int(state.players[other].crystals > mine)
        tied += int(state.players[other].crystals == mine)
    total = 0
    for place in range(ahead, min(ahead + tied, NUM_PLACES)):
        total += int(state.components.crystal_places[place])
    return -(-total // tied)


@kernel
def score_crystals(state: State) -> None:
    """Score the crystal places of all players (OD-P2, OD-R8)."""
    for player in range(state.num_players):
        earn(state, player, CRYSTAL_PLACES, crystal_points(state, player))


@kernel
def tile_points(state: State, player: int, tile: int) -> int:
    """Return the points of the level-2 tile side ``tile`` for ``player`` (OD-R8)."""
    me = state.players[player]
    tables = state.components
    if tile == SUPER_LAB_V:
        columns = 0
        for column in range(NUM_COLUMNS):
            columns += int(me.markers[column] == TOP_LEVEL)
        return int(tables.super_lab_v[columns])
    if tile == SUPER_LAB_H:
        rows = NUM_LEVELS
        for column in range(NUM_COLUMNS):
            rows = min(rows, int(me.markers[column]) + 1)
        return int(tables.super_lab_h[rows])
    total = 0
    if tile == SUPER_OCTO:
        for third in range(NUM_THIRDS):
            total += int(me.octopuses[third] == OCTOPUSES_WANTED)
        return int(tables.super_octo[total])
    for colour in range(NUM_COLOURS):  # Super-Sub
        total += int(me.submarines[colour])
    return total


@kernel
def score_tiles(state: State, player: int) -> None:
    """Score the tiles G1 to H2 that ``player`` has reached (OD-R8)."""
    for tile in range(SUPER_LAB_V, SUPER_SUB + 1):
        if has(state, player, tile):
            earn(state, player, LAB_TILES, tile_points(state, player, tile))


@kernel
def score_copy(state: State, player: int, letter: int) -> None:
    """Score tile G (``letter`` 0) or H (1), as laid, for the owner of I2 (OD-R8)."""
    for tile in range(SUPER_LAB_V + 2 * letter, SUPER_LAB_V + 2 * letter + 2):
        if state.tile_column[tile] >= 0:
            earn(state, player, LAB_TILES, tile_points(state, player, tile))
