"""What makes a state of Aquamarine possible.

Boxes are noted with their turn, so that the sheets can be drawn again by the kernels of the rules,
see ``retrace``; what is left to check is that the boxes are such as players may draw.
"""

from collections.abc import Sequence

import numpy as np

from ...core import loops
from ...core.check import require
from ...core.state import new_records
from .areas import area_of, around, is_connected
from .components import check_dealt
from .history import ALL_DICE, Box, Dice, boxes_of, costs_of, dice_for, dives_of, spent_on
from .retrace import check_same, check_turn, draw_sheet
from .state import END_DIVES, END_TURNS, NO_ROW, NUM_TURNS, STATE, WAITING

Dives = list[list[Box]]  # of one player


def check_state(state: np.void, blank: np.void) -> None:
    """Raise ``ValueError`` unless the fields fit together and the sheet is playable."""
    check_options(state, blank)
    check_dealt(state)
    fresh = set_up(state, blank)
    check_sea(state, fresh[0])
    seats = range(int(state["num_players"]))
    dives = [dives_of(boxes_of(state["enclosed"][seat])) for seat in seats]
    for seat in seats:
        check_boxes(state, seat, dives[seat])
    dice = possible_dice(state, dives)
    check_end(state)
    for seat in seats:
        check_air(state, seat, dives[seat], dice)
        draw_sheet(fresh, state, seat, [box for dive in dives[seat] for box in dive])
        check_turn(fresh, state, seat)
    check_empty_seats(state, fresh[0])
    check_player(state)


def set_up(state: np.void, blank: np.void) -> np.ndarray:
    """Return the start of a game on the sheet of ``state``, with its dice."""
    states = new_records(1, STATE)
    states[0] = blank
    for name in ("squares", "start_die", "dice"):
        states[0][name] = state[name]
    loops.set_up(states, 0)
    return states


def check_options(state: np.void, blank: np.void) -> None:
    """Check what the set-up of the game decides."""
    same = state["random_reef"] == blank["random_reef"]
    require(same, "random_reef", "differs from the game's options")
    require(not state["truncated"], "truncated", "no limit but the rules ends a game")


def check_sea(state: np.void, fresh: np.void) -> None:
    """Check what kernels note about the reef, and that their work space is empty."""
    for name in ("water", "things", "wreck_sizes"):
        require(np.array_equal(state[name], fresh[name]), name, "differs from squares")
    require(not state["patch"].any(), "patch", "is empty between decisions")


def check_boxes(state: np.void, seat: int, dives: Dives) -> None:
    """Check that the boxes lie where they may lie (AM-R3)."""
    place = f"enclosed.{seat}"
    water = area_of(state["water"])
    boats = int(state["components"]["boats"])  # in row 0, so it is an area, too
    earlier = 0
    require(len(dives) <= state["components"]["num_dives"], place, f"{len(dives)} dives")
    for dive in dives:
        require(dive[0].area & boats, place, f"no boat over the dive of turn {dive[0].turn + 1}")
        close = around(earlier)
        for box in dive:
            where = f"the box of turn {box.turn + 1}"
            require(box.turn < state["round_number"], place, f"{where} is yet to come")
            require(not box.area & ~water, place, f"{where} is on rock")
            require(is_connected(box.area), place, f"{where} is in pieces")
            require(not box.area & close, place, f"{where} is too close to an earlier dive")
            earlier |= box.area


def possible_dice(state: np.void, dives: Sequence[Dives]) -> dict[int, frozenset[Dice]]:
    """Return the dice that the boxes of all players allow in each turn (AM-R1, AM-R2)."""
    dice: dict[int, frozenset[Dice]] = {}
    for of_player in dives:
        for dive in of_player:
            for box in dive:
                asked = dice_for(state, box.area).keys()
                dice[box.turn] = dice.get(box.turn, ALL_DICE) & asked
    for turn, possible in dice.items():
        require(possible, "enclosed", f"no dice ask for the boxes of turn {turn + 1}")
    return dice


def check_air(state: np.void, seat: int, dives: Dives, dice: dict[int, frozenset[Dice]]) -> None:
    """Check the air in the tank at the turn's start, and that no dive went on without (AM-R5)."""
    tank, count = int(state["components"]["tank_air"]), int(state["components"]["num_dives"])
    me = state["shown"]["players"][seat]
    place = f"shown.players.{seat}.air"
    goes_on = me["anchor_top"] != NO_ROW
    left, empty = set[int](), set[int]()
    for dive in dives:
        left, empty = spent_on([costs_of(state, b.area, dice[b.turn]) for b in dive], tank)
        require(left or empty, f"enclosed.{seat}", "a dive goes on without air")
    if goes_on:
        require(tank - int(me["air"]) in left, place, "cannot be left by the boxes of the dive")
        return
    expected = 0 if me["dive"] >= count else tank
    require(me["air"] == expected, place, f"{expected} before a dive")
    if dives and dives[-1][-1].turn + 1 == state["round_number"]:
        require(empty, f"shown.players.{seat}.dive", "the box of the last turn left air for more")


def check_end(state: np.void) -> None:
    """Check that the game is over after the last turn or the last dive, and then alone."""
    turn, count = int(state["round_number"]), int(state["components"]["num_dives"])
    sheets = state["shown"]["players"][: int(state["num_players"])]
    over = bool(turn == NUM_TURNS or (sheets["dive"] >= count).all())
    require(turn <= NUM_TURNS, "round_number", f"{turn}, a game has {NUM_TURNS} turns")
    require(state["terminated"] == over, "terminated", f"{over} after these turns and dives")
    reason = END_DIVES if over and turn < NUM_TURNS else END_TURNS
    require(state["end_reason"] == reason, "end_reason", f"{reason} after these turns and dives")


def check_empty_seats(state: np.void, fresh: np.void) -> None:
    """Check that nothing has happened on the sheets of empty seats."""
    for seat in range(int(state["num_players"]), len(state["enclosed"])):
        require(not state["enclosed"][seat].any(), f"enclosed.{seat}", "of an empty seat")
        for when in ("now", "shown"):
            check_same(state, when, seat, fresh["now"]["players"][seat])


def check_player(state: np.void) -> None:
    """Check that it is the turn of a player who has not decided yet."""
    phase = state["now"]["players"][int(state["current_player"])]["phase"]
    asked = phase != WAITING or state["terminated"]
    require(asked, "current_player", f"player {state['current_player']} has decided")
