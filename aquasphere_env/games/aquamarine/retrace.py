"""Drawing a sheet again by the kernels of the rules, from its boxes and the turn so far.

``fresh`` is an array of one state; in its ``now`` the sheets are drawn.
"""

from collections.abc import Sequence

import numpy as np

from ...core.check import require
from ...core.jit import kernel
from ...core.state import Array
from .areas import area_of, beside, extent_of, is_connected, region, rows_of
from .boxes import fits_somewhere
from .history import Box, Dice, dice_for
from .rules import cross_off_air, end_dive, finish_box
from .state import BONUS, GROW, MOVE, NO_ROW, PLACE, WAITING


@kernel
def draw_again(states: Array, player: int, turn: int) -> None:
    """Let ``player`` discover ``now.box`` in ``states[0]`` as in the turn with index ``turn``."""
    state = states[0]
    state.round_number = turn
    finish_box(state, state.now.players[player])


@kernel
def end_again(states: Array, player: int) -> None:
    """End the dive of ``player`` in ``states[0]``."""
    state = states[0]
    end_dive(state, state.now.players[player])


@kernel
def cross_off_again(states: Array, player: int) -> None:
    """Cross off the air that ``player`` in ``states[0]`` owes for the box."""
    state = states[0]
    cross_off_air(state, state.now.players[player])


@kernel
def fits_again(states: Array, player: int, width: int, height: int) -> bool:
    """Return whether ``player`` in ``states[0]`` has room for a rectangle of this size."""
    state = states[0]
    return bool(fits_somewhere(state, state.now.players[player], width, height))


def draw_sheet(fresh: np.ndarray, state: np.void, seat: int, boxes: Sequence[Box]) -> None:
    """Draw the sheet of ``seat`` as at the turn's start, and check that ``state`` shows it.

    Air and the bonuses chosen are taken from ``state``: boxes do not tell them.
    """
    me, shown = fresh[0]["now"]["players"][seat], state["shown"]["players"][seat]
    for box in boxes:
        if me["anchor_top"] != NO_ROW and not box.area & beside(area_of(me["anchor"])):
            end_again(fresh, seat)
        me["box"] = rows_of(box.area)
        draw_again(fresh, seat, box.turn)
        for name in ("box", "air_due", "bonuses_due"):
            me[name] = 0
    if me["anchor_top"] != NO_ROW and shown["anchor_top"] == NO_ROW:
        end_again(fresh, seat)
    is_done = me["dive"] >= state["components"]["num_dives"]
    me["phase"] = WAITING if is_done or state["terminated"] else MOVE
    circled = int(shown["bonuses"].sum())
    place = f"shown.players.{seat}.bonuses"
    require(circled == me["wrecks"], place, f"{circled} for {me['wrecks']} wrecks")
    me["air"], me["bonuses"] = shown["air"], shown["bonuses"]
    check_same(state, "shown", seat, me)


def check_turn(fresh: np.ndarray, state: np.void, seat: int) -> None:
    """Play the turn so far of ``seat``, whose sheet is as at the turn's start, and check it."""
    me, now = fresh[0]["now"]["players"][seat], state["now"]["players"][seat]
    if me["phase"] == MOVE:
        box = area_of(now["box"])
        is_drawn = box != 0 and now["phase"] in (BONUS, WAITING)
        if _ended_early(me, now, box if is_drawn else 0):
            place = f"now.players.{seat}.dive"
            require(me["anchor_top"] != NO_ROW, place, "a dive without a box does not end")
            end_again(fresh, seat)
        if me["dive"] >= state["components"]["num_dives"]:
            me["phase"] = WAITING
        elif is_drawn:
            _draw_box(fresh, state, seat, box)
        else:
            _begin_box(fresh, state, seat, box)
    check_same(state, "now", seat, me)


def _ended_early(start: np.void, now: np.void, box: int) -> bool:
    """Return whether a player has ended the dive in this turn, before the finished ``box`` if any.

    After the box the number of the dive does not tell: a box may have ended it, too.
    """
    if box and start["anchor_top"] != NO_ROW:
        return not box & beside(area_of(start["anchor"]))
    return bool(now["dive"] != start["dive"])


def _draw_box(fresh: np.ndarray, state: np.void, seat: int, box: int) -> None:
    """Draw the finished ``box``, choose its bonuses and cross off its air (AM-R2 to AM-R5)."""
    me, now = fresh[0]["now"]["players"][seat], state["now"]["players"][seat]
    low, high = dice_of(state)
    place = f"now.players.{seat}"
    require((low, high) in dice_for(state, box), f"{place}.box", f"not for dice {low} and {high}")
    _check_place(me, state, box, f"{place}.box")
    me["box"] = rows_of(box)
    if low < high:
        me["width"], me["height"], *_ = extent_of(box)
    draw_again(fresh, seat, int(state["round_number"]))
    chosen = int(now["bonuses"].sum()) - int(me["bonuses"].sum())
    possible = (now["bonuses"] >= me["bonuses"]).all() and chosen <= me["bonuses_due"]
    require(possible, f"{place}.bonuses", "more are circled than wrecks explored")
    me["bonuses"] = now["bonuses"]
    me["bonuses_due"] -= chosen
    if me["bonuses_due"] == 0:
        cross_off_again(fresh, seat)


def _begin_box(fresh: np.ndarray, state: np.void, seat: int, box: int) -> None:
    """Take over what a player is asked before a box is finished, if it can be (AM-R2)."""
    me, now = fresh[0]["now"]["players"][seat], state["now"]["players"][seat]
    low, high = dice_of(state)
    place = f"now.players.{seat}"
    require(now["phase"] != BONUS, f"{place}.phase", "a bonus without a box")
    me["phase"] = now["phase"]
    if now["phase"] == PLACE:
        width, height = int(now["width"]), int(now["height"])
        asked = low < high and width * height in (low, high)
        require(asked, f"{place}.width", f"no rectangle for dice {low} and {high}")
        require(fits_again(fresh, seat, width, height), f"{place}.width", "fits nowhere")
        me["width"], me["height"] = width, height
    elif now["phase"] == GROW:
        size = low + int(state["components"]["doubles_extra"]) if low == high else 0
        require(0 < box.bit_count() < size, f"{place}.box", f"not for dice {low} and {high}")
        _check_place(me, state, box, f"{place}.box")
        room = region(box, area_of(me["free"])).bit_count()
        require(room >= size, f"{place}.box", "has no room to grow")
        me["box"], me["squares_left"] = rows_of(box), size - box.bit_count()


def dice_of(state: np.void) -> Dice:
    """Return the dice of this turn."""
    low, high = sorted(int(die) for die in state["dice"])
    return low, high


def _check_place(me: np.void, state: np.void, box: int, place: str) -> None:
    """Check that a box, finished or growing, may lie where it lies (AM-R3)."""
    free = area_of(me["free"])
    boats = int(state["components"]["boats"])  # in row 0, so it is an area, too
    entries = boats if me["anchor_top"] == NO_ROW else beside(area_of(me["anchor"]))
    require(is_connected(box), place, "in pieces")
    require(not box & ~free, place, "holds a square that is not free")
    require(box & entries, place, "touches neither the last box nor, in a new dive, a boat")


def check_same(state: np.void, when: str, seat: int, expected: np.void) -> None:
    """Check that the sheet of ``seat``, ``now`` or ``shown``, is ``expected``."""
    sheet = state[when]["players"][seat]
    for name in expected.dtype.names or ():
        place = f"{when}.players.{seat}.{name}"
        require(np.array_equal(sheet[name], expected[name]), place, "differs from what is drawn")
