"""What makes a state of OctoDice possible: the course of the game, the dice and the sheets.

People edit sheets, so neither how many turns the marks of a sheet took nor whether all of them were
paid is asked; but nothing has paid more than the rules allow, which keeps sums in their ranges.
"""

import numpy as np

from ...core.check import require
from .components import check_dealt
from .effects import has
from .scoring import crystal_points, current_third, submarine_points, tile_points, turns_per_third
from .state import (
    ABOVE,
    BONUS,
    BONUS_ACTIONS,
    CRYSTAL_PLACES,
    CRYSTAL_PLUS,
    FIRST_KEEP,
    FLEXI_LAB,
    FLEXI_SUB,
    FLEXI_TEC,
    LAB_TILES,
    MAIN,
    MAIN_ACTIONS,
    MISSING_OCTOPUSES,
    NOT_LAID,
    NUM_COLUMNS,
    NUM_NUMBERS,
    NUM_THIRDS,
    NUM_TILES,
    NUM_WHITE,
    OCTO_PLUS,
    OCTOPUS,
    OCTOPUS_FACE,
    OCTOPUS_PENALTY,
    OCTOPUSES_WANTED,
    ONCE_A_TURN,
    PHASES,
    PLUS_BOT,
    PLUS_LAB,
    PLUS_TEC,
    RESEARCH,
    SECOND_KEEP,
    SOURCES,
    STEPS_TO_PLUS_LAB,
    SUB_PLUS,
    SUBMARINE,
    SUPER_COPY,
    SUPER_LAB_V,
    SUPER_LEVEL,
    SUPER_LEVEL_PHASE,
    TILE_NAMES,
    TOP_LEVEL,
    VIRTUAL_BONUS,
    YELLOW,
)
from .turns import is_lab_complete

_KEEPS, _MAINS = 2, 2  # decisions of a turn: what to keep twice, two main actions or to stop
_SUPER_OWNERS = 2  # markers on level 2 of who has moved one by Super-Level: it and the tile's own


def check_state(state: np.void, blank: np.void) -> None:
    """Raise ``ValueError`` unless the fields fit together and the lab and roll are possible."""
    for option in ("virtual_player", "random_lab"):
        require(state[option] == blank[option], option, "differs from the game's options")
    check_lab(state)
    check_dealt(state)
    check_seats(state)
    check_course(state)
    check_question(state)
    check_end(state)
    check_kept(state)
    check_used(state)
    check_functions(state)
    check_decisions(state)
    for player in range(int(state["num_players"])):
        check_sheet(state, player)
        check_rights(state, player)
        check_super_level(state, player)
        check_points(state, player)
        check_bonus_points(state, player)


def check_lab(state: np.void) -> None:
    """Hold ``tile_column`` to the lab, which injected chance may lay whatever the options are."""
    columns = np.full(NUM_TILES, NOT_LAID)
    for column in range(NUM_COLUMNS):
        columns[state["lab"][:, column]] = column
    require(np.array_equal(state["tile_column"], columns), "tile_column", "differs from the lab")


def check_seats(state: np.void) -> None:
    """Hold the seats to the number of players: there are no others, and nothing is theirs."""
    seats = int(state["num_players"])
    for name in ("active_player", "asked"):
        most = seats - (name == "active_player")
        require(state[name] <= most, name, f"{state[name]}, not 0 to {most}")
    for seat in range(seats, len(state["players"])):
        nobody = state["players"][seat]
        for name in nobody.dtype.names:
            place = f"players.{seat}.{name}"
            require(not nobody[name].any(), place, "not 0 in a seat that nobody takes")


def rounds_of(state: np.void) -> int:
    """Return how many turns every player has."""
    return NUM_THIRDS * int(turns_per_third(state))


def is_scored(state: np.void) -> bool:
    """Return whether the last interim scoring is over."""
    return bool(state["terminated"] or state["phase"] >= SUPER_LEVEL_PHASE)


def thirds_scored(state: np.void) -> int:
    """Return the number of interim scorings so far."""
    return NUM_THIRDS if is_scored(state) else int(current_third(state))


def check_course(state: np.void) -> None:
    """Hold the turn to the length of the game: it ends after the last one (OD-R1)."""
    rounds, seats = rounds_of(state), int(state["num_players"])
    turn, active = int(state["round_number"]), int(state["active_player"])
    require(turn < rounds, "round_number", f"{turn}, not 0 to {rounds - 1}")
    if is_scored(state):
        require(turn == rounds - 1, "round_number", f"{turn} in the bonus scoring, after all turns")
        require(active == seats - 1, "active_player", f"{active}, but the last player was last")


def check_question(state: np.void) -> None:
    """Hold the open question to the set-up and to whom it is asked."""
    phase, virtual = int(state["phase"]), bool(state["virtual_player"])
    require(virtual or phase != VIRTUAL_BONUS, "phase", "there is no virtual player")
    if state["terminated"]:
        return
    alone = state["num_players"] == 1
    require(not alone or phase != BONUS, "phase", "alone, nobody has bonus actions")
    player, active = int(state["current_player"]), int(state["active_player"])
    if phase >= SUPER_LEVEL_PHASE:
        check_super_question(state, player, phase)
    elif phase > MAIN:
        check_bonus_question(state, player, phase)
    else:
        require(player == active, "current_player", f"{player}, but player {active} has the turn")


def check_bonus_question(state: np.void, player: int, phase: int) -> None:
    """Hold the question for a bonus action to who is asked and has one left (OD-R5, OD-R6)."""
    asked = int(state["asked"])
    least = 1 + (phase == BONUS)  # the virtual player's dice are also the active player's
    require(asked >= least, "asked", f"{asked}, but at least {least} seats are passed")
    last = player == last_asked(state)
    require(last, "current_player", f"{player} is not the last of {asked} asked")
    left = state["players"][player]["bonus_used"] < BONUS_ACTIONS
    require(left, "current_player", f"{player} has no bonus action left")


def check_super_question(state: np.void, player: int, phase: int) -> None:
    """Hold the question of the bonus scoring to an owner of the tile (OD-R8)."""
    asked = int(state["asked"])
    require(asked == player + 1, "asked", f"{asked} seats up to player {player}")
    owner = owns_super_tile(state, player, phase)
    require(owner, "phase", f"player {player} is not asked for {PHASES[phase]}")
    full = phase == SUPER_LEVEL_PHASE and is_lab_complete(state, player)
    require(not full, "phase", f"the lab of player {player} is complete")


def last_asked(state: np.void) -> int:
    """Return the seat that was asked last for a bonus action."""
    return (int(state["active_player"]) + int(state["asked"]) - 1) % int(state["num_players"])


def owns_super_tile(state: np.void, player: int, phase: int) -> bool:
    """Return whether ``player`` has reached the tile that ``phase`` is about."""
    tile = SUPER_LEVEL if phase == SUPER_LEVEL_PHASE else SUPER_COPY
    return bool(has(state, player, tile))


def check_end(state: np.void) -> None:
    """Hold a finished game to its last question."""
    require(not state["truncated"], "truncated", "there is no limit")
    if not state["terminated"]:
        return
    phase, virtual = int(state["phase"]), bool(state["virtual_player"])
    least = VIRTUAL_BONUS if virtual else BONUS
    require(phase >= least, "phase", f"{PHASES[phase]} does not end a game")
    if phase >= SUPER_LEVEL_PHASE:
        player = int(state["current_player"])
        owner = owns_super_tile(state, player, phase)
        require(owner, "current_player", f"{player} was not asked for {PHASES[phase]}")
        return
    for player in range(int(state["num_players"])):
        skipped = has(state, player, SUPER_COPY)
        skipped |= has(state, player, SUPER_LEVEL) and not is_lab_complete(state, player)
        require(not skipped, "phase", f"player {player} was not asked for the tile of level 2")


def check_kept(state: np.void) -> None:
    """Hold the dice set aside to the roll: two after each choice, none of a virtual roll."""
    phase, virtual = int(state["phase"]), bool(state["virtual_player"])
    kept = {FIRST_KEEP: 0, SECOND_KEEP: 2, MAIN: 4, BONUS: 4, VIRTUAL_BONUS: 0}
    count = kept.get(phase, 0 if virtual else 4)
    require(state["kept"].sum() == count, "kept", f"not {count} dice in {PHASES[phase]}")


def check_used(state: np.void) -> None:
    """Hold the used dice to the main actions: one white and one black die for each (OD-R2)."""
    phase, actions = int(state["phase"]), int(state["main_actions"])
    most = MAIN_ACTIONS - (phase == MAIN) if phase >= MAIN else 0  # a second one ends them
    require(actions <= most, "main_actions", f"{actions} in {PHASES[phase]}, not 0 to {most}")
    used = state["used"]
    pairs = actions if phase == MAIN else 0
    for dice in (used[:NUM_WHITE], used[NUM_WHITE:]):
        require(dice.sum() == pairs, "used", f"not {pairs} white and {pairs} black dice")
    white, black = np.flatnonzero(used[:NUM_WHITE]), np.flatnonzero(used[NUM_WHITE:])
    idle = OCTOPUS in state["white"][white] or OCTOPUS_FACE in state["colour"][black]
    require(not idle, "used", "an octopus takes no part in a main action")
    for die in white:
        twins = state["white"][:die] == state["white"][die]
        require(not twins.any(), "used", "of white dice with one symbol the first is used")


def check_functions(state: np.void) -> None:
    """Hold a function used this turn to the main action that used it (OD-R3)."""
    used = state["used"].astype(bool)
    white, black = state["white"][used[:NUM_WHITE]], state["colour"][used[NUM_WHITE:]]
    served = {
        FLEXI_LAB: YELLOW in black,
        FLEXI_TEC: RESEARCH in white,
        FLEXI_SUB: SUBMARINE in white,
    }
    for tile, name in ONCE_A_TURN.items():
        reached = has(state, int(state["active_player"]), tile)
        possible = not state[name] or (served[tile] and reached)
        require(possible, name, f"no main action of this turn used {TILE_NAMES[tile]}")


def check_decisions(state: np.void) -> None:
    """Hold the number of decisions to the turns so far."""
    seats, phase, asked = (int(state[name]) for name in ("num_players", "phase", "asked"))
    others, everyone = seats - 1, seats * int(state["virtual_player"])
    turn = _KEEPS + _MAINS + others + everyone
    if is_scored(state):
        most = rounds_of(state) * seats * turn + seats
    else:
        turns = int(state["round_number"]) * seats + int(state["active_player"])
        begun = {FIRST_KEEP: 0, SECOND_KEEP: 1, MAIN: _KEEPS + int(state["main_actions"])}
        begun[BONUS] = _KEEPS + _MAINS + asked - 2
        begun[VIRTUAL_BONUS] = _KEEPS + _MAINS + others + asked - 1
        most = turns * turn + begun[phase]
    count = int(state["step_count"])
    require(count <= most, "step_count", f"{count} decisions, where at most {most} were asked")


def check_sheet(state: np.void, player: int) -> None:
    """Hold the marks of a sheet to its circles and to the thirds played."""
    me, place = state["players"][player], f"players.{player}"
    circles = int(state["components"]["crystal_circles"])
    count = int(me["crystals"])
    require(count <= circles, f"{place}.crystals", f"{count}, but there are {circles} circles")
    later = me["octopuses"][int(current_third(state)) + 1 :]
    require(not later.any(), f"{place}.octopuses", "marked in a third to come")


def check_rights(state: np.void, player: int) -> None:
    """Hold the bonus actions of this third to the rolls offered in it (OD-R5, OD-R6)."""
    used = int(state["players"][player]["bonus_used"])
    offers = 0 if is_scored(state) else offers_so_far(state, player)
    place = f"players.{player}.bonus_used"
    require(used <= offers, place, f"{used} of {offers} rolls offered in this third")


def offers_so_far(state: np.void, player: int) -> int:
    """Return how many rolls of this third ``player`` has had an answer to."""
    seats, phase, active = (int(state[k]) for k in ("num_players", "phase", "active_player"))
    virtual = int(state["virtual_player"])
    round_in_third = int(state["round_number"]) % int(turns_per_third(state))
    turns = round_in_third * seats + active
    own_turns = round_in_third + (player < active)
    answered = (player - active) % seats < int(state["asked"]) - 1
    this_turn = 0
    if player != active and (phase == VIRTUAL_BONUS or (phase == BONUS and answered)):
        this_turn = 1
    if phase == VIRTUAL_BONUS and answered:
        this_turn += 1
    return turns - own_turns + virtual * turns + this_turn


def check_super_level(state: np.void, player: int) -> None:
    """Hold owners of Super-Level to the move of another marker once they were asked (OD-R8)."""
    if not was_asked(state, player) or not has(state, player, SUPER_LEVEL):
        return
    markers = state["players"][player]["markers"]
    moved = (markers == TOP_LEVEL).sum() >= _SUPER_OWNERS
    require(moved, f"players.{player}.markers", "Super-Level was to move one")


def was_asked(state: np.void, player: int) -> bool:
    """Return whether ``player`` has answered the questions of the bonus scoring."""
    asked = is_scored(state) and player < int(state["current_player"])
    return bool(state["terminated"] or asked)


def check_points(state: np.void, player: int) -> None:
    """Hold the points to their sources, and each source to what the marks pay at most."""
    me, place = state["players"][player], f"players.{player}"
    earned = me["earned"].astype(int)
    total = int(me["points"])
    require(total == earned.sum(), f"{place}.points", f"{total}, but earned are {earned.sum()}")
    for source, most in enumerate(most_earned(state, player)):
        points = int(earned[source])
        reason = f"{points} for {SOURCES[source]}, not 0 to {most}"
        require(0 <= points <= most, f"{place}.earned.{source}", reason)
    missing = int((me["octopuses"][: thirds_scored(state)] < OCTOPUSES_WANTED).sum())
    points = int(earned[MISSING_OCTOPUSES])
    reason = f"{points} for {missing} thirds without two octopuses"
    possible = -points in range(0, OCTOPUS_PENALTY * missing + 1, OCTOPUS_PENALTY)
    require(possible, f"{place}.earned.{MISSING_OCTOPUSES}", reason)


def most_earned(state: np.void, player: int) -> tuple[int, ...]:
    """Return what the marks of ``player`` have paid at most, by source up to the interims."""
    me, tables = state["players"][player], state["components"]
    crystals, research, bots = int(me["crystals"]), int(me["research"]), me["bots"]
    steps = int((me["markers"] - ABOVE).sum())
    payers = (CRYSTAL_PLUS, PLUS_TEC, PLUS_LAB, PLUS_BOT, SUB_PLUS, OCTO_PLUS)
    crystal_plus, plus_tec, plus_lab, plus_bot, sub_plus, octo_plus = (
        int(has(state, player, tile)) for tile in payers
    )
    circles = sum(int(tables["bot_points"][:count].sum()) for count in bots)
    bonus = int(tables["octopus_bonus"].max()) + octo_plus
    return (
        crystals * (NUM_NUMBERS - 1 + crystal_plus),
        int(tables["research_points"][:research].sum()) + research * plus_tec,
        (steps - STEPS_TO_PLUS_LAB) * plus_lab,
        circles + int(bots.sum()) * plus_bot,
        int(me["submarines"].sum()) * sub_plus,
        octopus_actions(state, player) * bonus,
        thirds_scored(state) * int(submarine_points(state, player)),
    )


def octopus_actions(state: np.void, player: int) -> int:
    """Return how many octopus actions ``player`` has had at most."""
    active, turns = int(state["active_player"]), int(state["round_number"])
    turns += player < active or (player == active and state["phase"] >= BONUS)
    if state["num_players"] == 1:
        return turns
    bonus = BONUS_ACTIONS * thirds_scored(state) + int(state["players"][player]["bonus_used"])
    return turns + bonus


def check_bonus_points(state: np.void, player: int) -> None:
    """Hold the points of the bonus scoring to what it has paid so far (OD-R8)."""
    earned = state["players"][player]["earned"]
    places = int(crystal_points(state, player)) if state["terminated"] else 0
    points = int(earned[CRYSTAL_PLACES])
    where = f"players.{player}.earned"
    reason = f"{points} for {SOURCES[CRYSTAL_PLACES]}, not {places}"
    require(points == places, f"{where}.{CRYSTAL_PLACES}", reason)
    points, tiles = int(earned[LAB_TILES]), lab_tile_sums(state, player)
    reason = f"{points} for {SOURCES[LAB_TILES]}, not one of {sorted(tiles)}"
    require(points in tiles, f"{where}.{LAB_TILES}", reason)


def lab_tile_sums(state: np.void, player: int) -> set[int]:
    """Return what the tiles of level 2 may have paid: G and H, and a copy of one of them."""
    paid = {tile: int(tile_points(state, player, tile)) for tile in range(SUPER_LAB_V, SUPER_LEVEL)}
    own = sum(paid[tile] for tile in paid if has(state, player, tile)) if state["terminated"] else 0
    if not was_asked(state, player) or not has(state, player, SUPER_COPY):
        return {own}
    return {own + paid[tile] for tile in paid if state["tile_column"][tile] != NOT_LAID}
