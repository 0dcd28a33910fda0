"""A position in words: what somebody may see of it, and why an action is illegal."""

import numpy as np

from .actions import BONUS_ACTION, END_DIVE, RECTANGLES, SQUARE
from .scoring import is_night, points
from .state import (
    BONUS,
    BONUS_WORDS,
    GROW,
    KIND_LETTERS,
    MOVE,
    NO_ROW,
    NUM_COLUMNS,
    NUM_ROWS,
    NUM_TURNS,
    PLACE,
    WAITING,
)

_LEGEND = (
    "after each square: ! box of this turn, @ last box of the dive, * earlier boxes of the dive, "
    "' boxes of earlier dives, x too close to them"
)


def to_text(state: np.void, player: int | None) -> str:
    """Return the sheets as ``player`` (``None``: everybody) may see them (AM-R1)."""
    return "\n\n".join(
        [
            _turn_text(state),
            *(_sheet_text(state, seat, player) for seat in range(int(state["num_players"]))),
        ]
    )


def sheet_of(state: np.void, when: str, player: int) -> np.record:
    """Return the sheet of ``player``, ``now`` or as ``shown``, for kernels and for reading."""
    sheets = state[when]["players"].view(np.recarray)  # a record also when kernels run as Python
    record: np.record = sheets[player]
    return record


def _turn_text(state: np.void) -> str:
    turn = int(state["round_number"])
    if state["terminated"] or state["truncated"]:
        return f"the game is over after {turn} turns\n{_LEGEND}"
    hour = "night" if is_night(state, turn) else "day"
    low, high = sorted(int(die) for die in state["dice"])
    return f"turn {turn + 1} of {NUM_TURNS}, {hour}, dice {low} and {high}\n{_LEGEND}"


def _sheet_text(state: np.void, seat: int, player: int | None) -> str:
    now = player is None or seat == player
    sheet = sheet_of(state, "now" if now else "shown", seat)
    lines = [f"player_{seat}: {_summary(state, sheet, now)}"]
    lines.append("     " + "".join(f"{column % 10} " for column in range(NUM_COLUMNS)))
    for row in range(NUM_ROWS):
        letters = (KIND_LETTERS[kind] for kind in state["squares"][row])
        marks = _marks(state, seat, sheet, row)
        squares = (letter + mark for letter, mark in zip(letters, marks, strict=True))
        lines.append(f"{row:2}   " + "".join(squares).rstrip())
    return "\n".join(lines)


def _marks(state: np.void, seat: int, sheet: np.void, row: int) -> list[str]:
    """Return what ``_LEGEND`` marks each square of ``row`` with."""
    too_close = int(state["water"][row]) & ~int(sheet["free"][row])
    earlier = sum(1 << c for c, turn in enumerate(state["enclosed"][seat][row].tolist()) if turn)
    marks = [" "] * NUM_COLUMNS
    for mark, columns in (
        ("x", too_close),
        ("'", earlier),
        ("*", int(sheet["drawn"][row])),
        ("@", int(sheet["anchor"][row])),
        ("!", int(sheet["box"][row])),
    ):
        for column in range(NUM_COLUMNS):
            if columns >> column & 1:
                marks[column] = mark
    return marks


def _summary(state: np.void, sheet: np.void, now: bool) -> str:
    dives = int(state["components"]["num_dives"])
    words = [f"{points(state, sheet)} points"]
    if sheet["dive"] < dives:
        words.append(f"dive {sheet['dive'] + 1} of {dives}, air {sheet['air']}")
    else:
        words.append("all dives done")
    circled = [word for word, on in zip(BONUS_WORDS, sheet["bonuses"], strict=True) if on]
    if circled:
        words.append("bonuses " + ", ".join(circled))
    if now:
        words.append(_question(sheet))
    return "; ".join(words)


def _question(sheet: np.void) -> str:
    phase = int(sheet["phase"])
    if phase == PLACE:
        return f"places a rectangle {sheet['width']}x{sheet['height']}"
    if phase == GROW:
        return f"chooses {sheet['squares_left']} more squares"
    return {WAITING: "has decided", MOVE: "to move", BONUS: "chooses a bonus"}[phase]


def why_illegal(state: np.void, action: int) -> str:
    """Return in words why the current player may not play ``action`` (AM-R2 to AM-R8)."""
    me = state["now"]["players"][state["current_player"]]
    phase = int(me["phase"])
    if action < SQUARE:
        return _why_no_rectangle(state, phase, *RECTANGLES[action])
    if action < END_DIVE:
        return _why_no_square(state, me, phase, *divmod(action - SQUARE, NUM_COLUMNS))
    if action >= BONUS_ACTION:
        if phase != BONUS:
            return _other_question(phase)
        return "this bonus is circled already"
    if phase != MOVE:
        return _other_question(phase)
    return "the dive has no box yet"  # drawing nothing is always allowed


def _other_question(phase: int) -> str:
    asked = {
        MOVE: "a box, ending the dive or drawing nothing",
        PLACE: "the place of a rectangle",
        GROW: "the next square of a free box",
        BONUS: "a bonus",
    }
    return f"the question is {asked[phase]}"


def _why_no_rectangle(state: np.void, phase: int, width: int, height: int) -> str:
    if phase != MOVE:
        return _other_question(phase)
    low, high = sorted(int(die) for die in state["dice"])
    if low == high:
        return f"doubles ask for a free box of {low + state['components']['doubles_extra']} squares"
    if width * height not in (low, high):
        return f"the dice are {low} and {high}"
    return "it fits nowhere"


def _why_no_square(state: np.void, me: np.void, phase: int, row: int, column: int) -> str:
    if phase == BONUS:
        return _other_question(phase)
    if phase == MOVE and state["dice"][0] != state["dice"][1]:
        return "different dice ask for a rectangle first"
    if phase == PLACE:
        return "the rectangle does not fit there"
    if not int(me["free"][row]) >> column & 1:
        return "the square is rock, drawn or too close to an earlier dive"
    if phase == GROW:
        return "the square is in the box or not next to it"
    if me["anchor_top"] == NO_ROW:
        return "the first box of a dive starts under a boat, with room enough"
    return "the square does not touch the last box, or there is not enough room"
