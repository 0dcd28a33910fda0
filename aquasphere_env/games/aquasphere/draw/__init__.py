"""AquaSphere's picture: station, headquarters, player boards and knowledge track.

Everything in it is public (AS-R16), so only the word "you" differs between players.
Pieces carry ids such as ``control-3``; clickable parts carry the ids of their actions.
"""

from collections.abc import Iterator

import numpy as np

from ....drawing.icons import token
from ....drawing.scene import Scene
from ....drawing.svg import (
    circle,
    group,
    line,
    part,
    picture,
    rect,
    target,
    text,
)
from ..actions import ACTIONS, PAY_CRYSTAL, STOP
from ..state import (
    LETTERS,
    NO_LETTER,
    NUM_ROUNDS,
    QUESTIONS,
    RED_LINE,
    RED_LINE_EVERY,
    SCORING,
    SYMBOLS,
    TURN,
)
from .boards import boards
from .headquarters import headquarters
from .station import station

WIDTH, HEIGHT = 1280, 800
LAP = 50  # spaces of the knowledge track

_HEAD_HEIGHT = 40
_TRACK_TOP, _TRACK_HEIGHT = 734, 58
_MARGIN = 8
_TITLE_WIDTH, _LAST_WIDTH = 142, 420
_SPACE_WIDTH = (WIDTH - 2 * _MARGIN) / LAP

_ASKED = {
    "TURN": "program, act or pass",
    "THIRD_BOT": "return one of three programmed bots",
    "RED_LINE": "{points} points stand before a red line: pay a crystal, return a bot or stop",
    "LETTER": "put a bot into sector {letters}?",
    "CATCH": "how many octopods to catch in position {position}?",
    "SCORING": "scoring: cards and income",
}


def draw(state: np.void, player: int | None = None, last_action: int | None = None) -> str:
    """Return an SVG picture of ``state``, the action ``last_action`` marked."""
    scene = Scene(state, player, last_action)
    return picture(
        WIDTH,
        HEIGHT,
        "AquaSphere",
        *_headline(scene),
        *station(scene),
        *headquarters(scene),
        *boards(scene),
        _track_ground(),
        *_counters(scene),
    )


def _headline(scene: Scene) -> Iterator[str]:
    """Yield the round, who is asked what, and the last action in words."""
    round_text = f"round {scene.state['round_number'] + 1} of {NUM_ROUNDS}"
    title = text(0, 18, "AquaSphere", 19, bold=True), text(0, 34, round_text, 13, "muted")
    yield part((_MARGIN, 2), (0, 0, _TITLE_WIDTH, _HEAD_HEIGHT), *title)
    question = text(0, 25, question_text(scene.state), 15, bold=True)
    yield part(
        (_MARGIN + _TITLE_WIDTH, 2),
        (0, 0, WIDTH - _TITLE_WIDTH - _MARGIN, 34),
        group(question, id="picture-asked"),
    )
    if scene.last_action is not None:
        words = f"last: {ACTIONS.describe(scene.last_action)}"
        last = text(0, 25, words, 13, "accent", "end")
        yield part(
            (WIDTH - _MARGIN, 2), (-_LAST_WIDTH, 0, _LAST_WIDTH, 34), group(last, id="picture-last")
        )


def question_text(state: np.void) -> str:
    """Return who is asked what, in words."""
    if state["terminated"] or state["truncated"]:
        return "the game is over"
    if state["question"] == SCORING and state["income_taken"]:
        return f"player_{state['current_player']}: scoring: cards, income is taken"
    letters = [LETTERS[k] for k in state["letters"] if k != NO_LETTER]
    asked = _ASKED[QUESTIONS[state["question"]]].format(
        points=", then ".join(str(g) for g in state["gains"][: state["num_gains"]]),
        letters=letters[0] if letters else "",
        position=state["acting_position"],
    )
    if len(letters) > 1:
        asked += f" (then {', '.join(letters[1:])})"
    if state["question"] != TURN:
        asked += f" · {SYMBOLS[state['acting_symbol']]} in {state['acting_position']}"
    return f"player_{state['current_player']}: {asked}"


def _track_ground() -> str:
    shown = []
    for space in range(LAP):
        x = space * _SPACE_WIDTH
        tone = "panel" if space // RED_LINE_EVERY % 2 else "shade"
        shown.append(rect(x, 0, _SPACE_WIDTH, _TRACK_HEIGHT, tone, stroke="line"))
        shown.append(text(x + _SPACE_WIDTH / 2, 11, space, 10, "muted", "middle"))
    for space in range(0, LAP + 1, RED_LINE_EVERY):
        x = space * _SPACE_WIDTH
        shown.append(line((x, 0), (x, _TRACK_HEIGHT), "barrier", 4))
    box = (-2, 0, WIDTH - 2 * _MARGIN + 4, _TRACK_HEIGHT)
    return part((_MARGIN, _TRACK_TOP), box, *shown)


def _counters(scene: Scene) -> Iterator[str]:
    """Yield the counters; those of a later lap have a ring, and its points stand below."""
    on_space: dict[int, int] = {}
    laps: set[int] = set()
    for player in range(scene.num_players):
        score = int(scene.state["players"][player]["score"])
        lap, space = divmod(score, LAP)
        row = on_space.get(space, 0)
        on_space[space] = row + 1
        x = _MARGIN + space * _SPACE_WIDTH + (6.5, 18.5)[row % 2]
        y = _TRACK_TOP + 22 + 19 * (row // 2)
        words = f"{scene.name(player)}: {score} points"
        drawn = [token(0, 0, player, scene.num_players, 6.3, id=f"counter-{player}", title=words)]
        if lap:
            drawn.append(circle(0, 0, 7, "none", stroke="accent", line=2.5))
            below = round(_MARGIN + (space + 0.5) * _SPACE_WIDTH), _TRACK_TOP + _TRACK_HEIGHT - 3
            words = text(0, 0, f"+{LAP * lap}", 9, anchor="middle", bold=True)
            if space not in laps:
                laps.add(space)
                yield part(below, (-12, -9, 24, 12), words)
        yield part((round(x), y), (-13, -11, 26, 24), *drawn)
    if scene.state["question"] == RED_LINE and not scene.over:
        yield _stop_sign(scene)


def _stop_sign(scene: Scene) -> str:
    """Draw the barrier that the counter stands before; a click stops there or pays."""
    score = int(scene.state["players"][scene.state["current_player"]]["score"])
    next_line = (score // RED_LINE_EVERY + 1) * RED_LINE_EVERY % LAP or LAP
    sign = group(
        target(-8, 0, 16, _TRACK_HEIGHT),
        rect(-3, 1, 6, _TRACK_HEIGHT - 2, "barrier", 3, stroke="accent", line=2),
        id="red-line",
        actions=(STOP, PAY_CRYSTAL),
        title="the red line ahead",
    )
    place = (round(_MARGIN + next_line * _SPACE_WIDTH), _TRACK_TOP)
    return part(place, (-8, 0, 16, _TRACK_HEIGHT), sign)
