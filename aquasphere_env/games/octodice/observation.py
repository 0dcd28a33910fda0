"""What a player sees of OctoDice as one vector; see ``entities`` for the same as tokens.

Everything is egocentric: slot 0 is the viewer, then the others clockwise. Nothing is hidden but the
rolls to come.
"""

from ...core.features import bounded, one_hot, player_in, slot_of
from ...core.jit import kernel
from ...core.state import MAX_PLAYERS, NOBODY, Array, Feature, Record, State
from ...core.view import View
from .effects import has
from .scoring import (
    crystal_points,
    current_third,
    shows_octopus,
    submarine_points,
    tile_points,
    turns_per_third,
)
from .state import (
    BONUS_ACTIONS,
    MAIN_ACTIONS,
    MAX_TURNS,
    NUM_BLACK,
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
    SIDES_PER_LEVEL,
    SOLO_TURNS_PER_THIRD,
    SOURCES,
    SUPER_LAB_V,
    SUPER_LEVEL_PHASE,
    SUPER_SUB,
    SYMBOLS,
)

POINTS_SCALE = 100  # a very good score
LEAD_SCALE = 50
GAIN_SCALE = 20  # points that one scoring can hardly exceed

FLAT = (
    Feature(
        "phase", (len(PHASES),), f"open question, one-hot, zeros when over: {', '.join(PHASES)}"
    ),
    Feature("mover", (MAX_PLAYERS,), "who decides, one-hot by slot; zeros when over"),
    Feature("active", (MAX_PLAYERS,), "whose turn it is, one-hot; zeros after the last turn"),
    Feature("awaits_turn", (MAX_PLAYERS,), "1 for players whose turn in this round is to come"),
    Feature("num_players", (MAX_PLAYERS,), "number of players, one-hot"),
    Feature("virtual_player", (1,), "1 in the two-player variant"),
    Feature("third", (NUM_THIRDS,), "the third being played, one-hot"),
    Feature("turn_in_third", (SOLO_TURNS_PER_THIRD,), "the round of the third, one-hot"),
    Feature("rounds_left", (1,), "rounds to play, this one included, / 9; 0 when over"),
    Feature("main_actions_left", (1,), "main actions left to the active player, / 2"),
    Feature("functions_spent", (len(ONCE_A_TURN),), "1 if used: Flexi-Lab, Flexi-Tec, Flexi-Sub"),
    Feature("white", (NUM_WHITE, NUM_SYMBOLS), f"each white die, one-hot: {', '.join(SYMBOLS)}"),
    Feature("black", (NUM_BLACK, NUM_BLACK_FACES), "colour of each black die or octopus, one-hot"),
    Feature("black_number", (NUM_BLACK, NUM_NUMBERS), "number of each black die, one-hot"),
    Feature("kept", (NUM_DICE,), "1 for dice set aside by choice; white dice first"),
    Feature("used", (NUM_DICE,), "1 for dice spent on main actions"),
    Feature("free_symbols", (NUM_SYMBOLS,), "unused white dice by symbol, / 3"),
    Feature("octopuses_shown", (1,), "dice that show an octopus, / 6"),
    Feature("lab", (NUM_LEVELS, NUM_COLUMNS, SIDES_PER_LEVEL), "tile side in each place, one-hot"),
    Feature("present", (MAX_PLAYERS,), "1 for slots that are played"),
    Feature("points", (MAX_PLAYERS,), "points, / 100"),
    Feature("earned", (MAX_PLAYERS, NUM_SOURCES), f"points by source, / 100: {', '.join(SOURCES)}"),
    Feature("lead", (1,), "own points minus the best opponent's, / 50; 0 in solo"),
    Feature("crystals", (MAX_PLAYERS,), "crystals marked, / circles"),
    Feature("crystal_points", (MAX_PLAYERS,), "points if crystal places scored now, / 20"),
    Feature("research", (MAX_PLAYERS, NUM_COLOURS), "1 for each research circle marked"),
    Feature("markers", (MAX_PLAYERS, NUM_COLUMNS, NUM_LEVELS), "1 for each level reached"),
    Feature("functions", (MAX_PLAYERS, NUM_TILES), "1 for each tile side reached, A1 to I2"),
    Feature("bots", (MAX_PLAYERS, NUM_COLOURS, NUM_BOT_CIRCLES), "1 for each bot circle marked"),
    Feature("submarines", (MAX_PLAYERS, NUM_COLOURS), "1 for each submarine marked"),
    Feature(
        "octopuses", (MAX_PLAYERS, NUM_THIRDS, OCTOPUSES_WANTED), "1 for each octopus, by third"
    ),
    Feature(
        "bonus_left",
        (MAX_PLAYERS,),
        "bonus actions left in this third, / 2; 0 alone and after the last turn",
    ),
    Feature("interim", (MAX_PLAYERS,), "points if submarines scored now, / 20"),
    Feature("lab_tiles", (MAX_PLAYERS,), "points if level-2 tiles reached scored now, / 20"),
)


@kernel
def write_count(row: Array, count: int) -> None:
    """Write 1 in the first ``count`` places of ``row`` and 0 in the rest."""
    for k in range(row.shape[0]):
        row[k] = k < count


@kernel
def mover(state: State) -> int:
    """Return the player who decides, or NOBODY when the game is over."""
    return NOBODY if state.terminated or state.truncated else int(state.current_player)


@kernel
def rounds_left(state: State) -> int:
    """Return how many rounds are left to play, the current one included; 0 when over."""
    if mover(state) == NOBODY:
        return 0
    return NUM_THIRDS * int(turns_per_third(state)) - int(state.round_number)


@kernel
def open_phase(state: State) -> int:
    """Return the open question, or -1 when the game is over."""
    return -1 if mover(state) == NOBODY else int(state.phase)


@kernel
def turn_player(state: State) -> int:
    """Return whose turn it is: nobody's in the scoring of Super tiles (OD-R8) or when over."""
    return int(state.active_player) if 0 <= open_phase(state) < SUPER_LEVEL_PHASE else NOBODY


@kernel
def bonus_left(state: State, player: int) -> int:
    """Return the bonus actions left in this third: none alone and after the last turn."""
    if state.num_players == 1 or turn_player(state) == NOBODY:
        return 0
    return BONUS_ACTIONS - int(state.players[player].bonus_used)


@kernel
def awaits_turn(state: State, player: int) -> bool:
    """Return whether the turn of ``player`` in this round is to come: seat 0 begins (OD-R1)."""
    return bool(player > state.active_player)


@kernel
def lab_tile_points(state: State, player: int) -> int:
    """Return what the level-2 tiles that ``player`` has reached would score now."""
    points = 0
    for tile in range(SUPER_LAB_V, SUPER_SUB + 1):
        if has(state, player, tile):
            points += int(tile_points(state, player, tile))
    return points


@kernel
def lead(state: State, player: int) -> int:
    """Return the points of ``player`` minus the best opponent's; 0 in solo."""
    if state.num_players == 1:
        return 0
    best = int(state.players[player_in(state, player, 1)].points)
    for slot in range(2, state.num_players):
        best = max(best, int(state.players[player_in(state, player, slot)].points))
    return int(state.players[player].points) - best


@kernel
def observe_flat(state: State, player: int, view: Record) -> None:
    """Write all fields of FLAT as ``player`` sees them."""
    observe_course(state, player, view)
    observe_dice(state, view)
    for level in range(NUM_LEVELS):
        for column in range(NUM_COLUMNS):
            one_hot(view.lab[level, column], state.lab[level, column] - level * SIDES_PER_LEVEL)
    view.lead[0] = bounded(lead(state, player), LEAD_SCALE)
    for slot in range(MAX_PLAYERS):
        if slot < state.num_players:
            seat = player_in(state, player, slot)
            observe_scores(state, seat, slot, view)
            observe_sheet(state, seat, slot, view)
        else:
            clear_slot(slot, view)


@kernel
def observe_course(state: State, player: int, view: Record) -> None:
    """Write how far the game is and who is to do what."""
    one_hot(view.phase, open_phase(state))
    one_hot(view.mover, slot_of(state, player, mover(state)))
    one_hot(view.active, slot_of(state, player, turn_player(state)))
    one_hot(view.num_players, state.num_players - 1)
    view.virtual_player[0] = state.virtual_player
    one_hot(view.third, current_third(state))
    one_hot(view.turn_in_third, state.round_number % turns_per_third(state))
    view.rounds_left[0] = rounds_left(state) / MAX_TURNS
    view.main_actions_left[0] = (MAIN_ACTIONS - state.main_actions) / MAIN_ACTIONS
    view.functions_spent[0] = state.flexi_lab_used
    view.functions_spent[1] = state.flexi_tec_used
    view.functions_spent[2] = state.flexi_sub_used


@kernel
def observe_dice(state: State, view: Record) -> None:
    """Write the six dice."""
    octopuses = 0
    view.free_symbols[:] = 0
    for die in range(NUM_DICE):
        view.kept[die] = state.kept[die]
        view.used[die] = state.used[die]
        octopuses += int(shows_octopus(state, die))
    for die in range(NUM_WHITE):
        one_hot(view.white[die], state.white[die])
        if not state.used[die]:
            view.free_symbols[state.white[die]] += 1 / NUM_WHITE
    for black in range(NUM_BLACK):
        one_hot(view.black[black], state.colour[black])
        one_hot(view.black_number[black], state.number[black])
    view.octopuses_shown[0] = octopuses / NUM_DICE


@kernel
def observe_scores(state: State, player: int, slot: int, view: Record) -> None:
    """Write the points of ``player`` at ``slot``, and what scorings would give now."""
    me = state.players[player]
    view.awaits_turn[slot] = awaits_turn(state, player)
    view.present[slot] = 1
    view.points[slot] = bounded(me.points, POINTS_SCALE)
    for source in range(NUM_SOURCES):
        view.earned[slot, source] = bounded(me.earned[source], POINTS_SCALE)
    view.crystal_points[slot] = bounded(crystal_points(state, player), GAIN_SCALE)
    view.interim[slot] = bounded(submarine_points(state, player), GAIN_SCALE)
    view.lab_tiles[slot] = bounded(lab_tile_points(state, player), GAIN_SCALE)


@kernel
def observe_sheet(state: State, player: int, slot: int, view: Record) -> None:
    """Write the circles that ``player`` has marked and the lab at ``slot``."""
    me = state.players[player]
    view.crystals[slot] = me.crystals / state.components.crystal_circles
    write_count(view.research[slot], me.research)
    for column in range(NUM_COLUMNS):
        write_count(view.markers[slot, column], me.markers[column] + 1)
    for tile in range(NUM_TILES):
        view.functions[slot, tile] = has(state, player, tile)
    for colour in range(NUM_COLOURS):
        write_count(view.bots[slot, colour], me.bots[colour])
        view.submarines[slot, colour] = me.submarines[colour]
    for third in range(NUM_THIRDS):
        write_count(view.octopuses[slot, third], me.octopuses[third])
    view.bonus_left[slot] = bonus_left(state, player) / BONUS_ACTIONS


@kernel
def clear_slot(slot: int, view: Record) -> None:
    """Write zeros in a slot that is not played."""
    view.awaits_turn[slot] = 0
    view.present[slot] = 0
    view.points[slot] = 0
    view.earned[slot] = 0
    view.crystals[slot] = 0
    view.crystal_points[slot] = 0
    view.research[slot] = 0
    view.markers[slot] = 0
    view.functions[slot] = 0
    view.bots[slot] = 0
    view.submarines[slot] = 0
    view.octopuses[slot] = 0
    view.bonus_left[slot] = 0
    view.interim[slot] = 0
    view.lab_tiles[slot] = 0


AXES = {"die": {"black": 0, "black_number": 0}, "column": {"lab": 1, "markers": 1}}

FLAT_VIEW = View(FLAT, observe_flat, axes=AXES)
