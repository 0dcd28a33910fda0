"""A position in words: what a player may see of it, and why an action is illegal."""

from bisect import bisect_right
from typing import Any

import numpy as np

from .actions import BONUS_ACTION, END_DIVE, RECTANGLES, SQUARE
from .scoring import is_night, points, read_solo
from .state import (
    BONUS,
    BONUS_WORDS,
    GROW,
    KIND_LETTERS,
    MEDAL_WORDS,
    MOVE,
    NO_ROW,
    NUM_COLUMNS,
    NUM_ROWS,
    NUM_TURNS,
    PLACE,
    WAITING,
)

_TURNS = "!abcdefghijklmnopqrstuvwx"  # the box of this turn, then by turn
_LEGEND = (
    "after each square: ! the player's box of this turn, A to X a box of this dive from turn 1 "
    "to 24, a to x of an earlier dive, - too close to an earlier dive"
)
_COUNTS = (
    ("shoal_points", "shoal points"),
    ("corals", "corals"),
    ("jellyfish", "jellyfish"),
    ("stingrays", "stingrays"),
    ("cuttlefish", "cuttlefish"),
    ("beacons_day", "beacons by day"),
    ("beacons_night", "by night"),
    ("wrecks", "wrecks"),
)


def extra_info(state: np.void) -> dict[str, Any]:
    """Return points, medal and rank of a player alone; nothing else is public (AM-R9, AM-R10)."""
    if state["num_players"] != 1:
        return {}
    standing = np.zeros(2, np.int64)
    read_solo(np.asarray(state).reshape(1), standing)
    score, marks_passed = standing.tolist()
    return {
        "points": score,
        "medal": MEDAL_WORDS[marks_passed],
        "score_rank": 1 + bisect_right(state["components"]["rank_points"].tolist(), score),
    }


def to_text(state: np.void, player: int | None) -> str:
    """Return the sheets as ``player`` may see them, all as they are now for ``None`` (AM-R1)."""
    seats = range(int(state["num_players"]))
    return "\n\n".join([_turn_text(state), *(_sheet_text(state, p, player) for p in seats)])


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
    start = f"start die {state['start_die']}"
    return f"turn {turn + 1} of {NUM_TURNS}, {hour}, dice {low} and {high}, {start}\n{_LEGEND}"


def _sheet_text(state: np.void, seat: int, player: int | None) -> str:
    is_open = player is None or seat == player
    shown = sheet_of(state, "shown", seat)
    sheet = sheet_of(state, "now", seat) if is_open else shown
    lines = [f"player_{seat}: {_summary(state, sheet)}"]
    if is_open:
        lines[0] += f"; {_question(sheet)}"
        lines.append(f"at the turn's start: {_summary(state, shown)}")
    tens = "".join(f"{column // 10 or ' '} " for column in range(NUM_COLUMNS))
    ones = "".join(f"{column % 10} " for column in range(NUM_COLUMNS))
    lines += [f"     {tens}".rstrip(), f"     {ones}".rstrip()]
    lines += [_row_text(state, seat, sheet, row) for row in range(NUM_ROWS)]
    return "\n".join(lines)


def _row_text(state: np.void, seat: int, sheet: np.void, row: int) -> str:
    """Return the letters of a row, each with what ``_LEGEND`` marks it with."""
    box, drawn = int(sheet["box"][row]), int(sheet["drawn"][row])
    too_close = int(state["water"][row] & ~sheet["free"][row])
    squares = []
    for column, turn in enumerate(state["enclosed"][seat, row].tolist()):
        mark = _TURNS[turn] if turn else "-" if too_close >> column & 1 else " "
        if drawn >> column & 1:
            mark = _TURNS[turn].upper()
        if box >> column & 1:
            mark = _TURNS[0]
        squares.append(KIND_LETTERS[state["squares"][row, column]] + mark)
    return f"{row:2}   {''.join(squares)}".rstrip()


def _summary(state: np.void, sheet: np.void) -> str:
    dives = int(state["components"]["num_dives"])
    words = [f"{points(state, sheet)} points"]
    dive = f"dive {sheet['dive'] + 1} of {dives}" if sheet["dive"] < dives else "all dives done"
    words.append(f"{dive}, air {sheet['air']}")
    words.append(", ".join(f"{what} {sheet[name]}" for name, what in _COUNTS))
    for what, field in (
        ("squares of wrecks", "wreck_squares"),
        ("deepest rows", "deepest"),
        ("flag points", "flag_points"),
    ):
        numbers = (str(n) if n != NO_ROW else "-" for n in sheet[field].tolist())
        words.append(f"{what} {' '.join(numbers)}")
    circled = [word for word, on in zip(BONUS_WORDS, sheet["bonuses"], strict=True) if on]
    if circled:
        words.append("bonuses " + ", ".join(circled))
    return "; ".join(words)


def _question(sheet: np.void) -> str:
    phase = int(sheet["phase"])
    words = [
        {
            WAITING: "has decided",
            MOVE: "to move",
            PLACE: "places the rectangle",
            GROW: "chooses squares",
            BONUS: "chooses a bonus",
        }[phase]
    ]
    if sheet["width"] or sheet["height"]:
        words.append(f"rectangle {sheet['width']}x{sheet['height']}")
    for field, what in (
        ("squares_left", "squares left"),
        ("bonuses_due", "bonuses due"),
        ("air_due", "air due"),
    ):
        if sheet[field]:
            words.append(f"{what} {sheet[field]}")
    return ", ".join(words)


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
