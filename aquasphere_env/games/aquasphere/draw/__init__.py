"""AquaSphere's picture: station, headquarters, player boards and knowledge track.

Everything in it is public (AS-R16), so only the word "you" differs between players.
Pieces carry ids such as ``control-3``; clickable parts carry the ids of their actions.
"""

from collections.abc import Iterator

import numpy as np

from ....drawing.icons import token
from ....drawing.scene import Scene, pictured
from ....drawing.svg import (
    circle,
    group,
    line,
    part,
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
TRACK_TOP, TRACK_HEIGHT = 734, 58
MARGIN = 8
_TITLE_WIDTH, _LAST_WIDTH = 142, 420
SPACE_WIDTH = (WIDTH - 2 * MARGIN) / LAP

_ASKED = {
    "TURN": "program, act or pass",
    "THIRD_BOT": "return one of three programmed bots",
    "RED_LINE": "{points} points stand before a red line: pay a crystal, return a bot or stop",
    "LETTER": "put a bot into sector {letters}?",
    "CATCH": "how many octopods to catch in position {position}?",
    "SCORING": "scoring: cards and income",
}


@pictured("AquaSphere", WIDTH, HEIGHT)
def draw(scene: Scene) -> Iterator[str]:
    """Yield the parts of the picture."""
    yield from _headline(scene)
    yield from station(scene)
    yield from headquarters(scene)
    yield from boards(scene)
    yield from _track_ground()
    yield from _counters(scene)


def _headline(scene: Scene) -> Iterator[str]:
    """Yield the round, who is asked what, and the last action in words."""
    round_text = f"round {scene.state['round_number'] + 1} of {NUM_ROUNDS}"
    title = text(0, 18, "AquaSphere", 19, bold=True), text(0, 34, round_text, 13, "muted")
    yield part((MARGIN, 2), (0, 0, _TITLE_WIDTH, _HEAD_HEIGHT), *title)
    question = text(0, 25, question_text(scene.state), 15, bold=True)
    yield part(
        (MARGIN + _TITLE_WIDTH, 2),
        (0, 0, WIDTH - _TITLE_WIDTH - MARGIN, 34),
        group(question, id="picture-asked"),
    )
    if scene.last_action is not None:
        words = f"last: {ACTIONS.describe(scene.last_action)}"
        last = text(0, 25, words, 13, "accent", "end")
        yield part(
            (WIDTH - MARGIN, 2), (-_LAST_WIDTH, 0, _LAST_WIDTH, 34), group(last, id="picture-last")
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


def _track_ground() -> Iterator[str]:
    """Yield the track, a part for each stretch between red lines."""
    length = RED_LINE_EVERY * SPACE_WIDTH
    for first in range(0, LAP, RED_LINE_EVERY):
        tone = "panel" if first // RED_LINE_EVERY % 2 else "shade"
        shown = []
        for k in range(RED_LINE_EVERY):
            x = k * SPACE_WIDTH
            shown.append(rect(x, 0, SPACE_WIDTH, TRACK_HEIGHT, tone, stroke="line"))
            shown.append(text(x + SPACE_WIDTH / 2, 11, first + k, 10, "muted", "middle"))
        for x in (0, length):
            shown.append(line((x, 0), (x, TRACK_HEIGHT), "barrier", 4))
        place = (MARGIN + first * SPACE_WIDTH, TRACK_TOP)
        yield part(place, (-2, 0, length + 4, TRACK_HEIGHT), *shown)


def _counters(scene: Scene) -> Iterator[str]:
    """Yield the counters; those of a later lap have a ring, and its points stand below."""
    on_space: dict[int, int] = {}
    laps: set[int] = set()
    for player in range(scene.num_players):
        score = int(scene.state["players"][player]["score"])
        lap, space = divmod(score, LAP)
        row = on_space.get(space, 0)
        on_space[space] = row + 1
        x = MARGIN + space * SPACE_WIDTH + (6.5, 18.5)[row % 2]
        y = TRACK_TOP + 22 + 19 * (row // 2)
        words = f"{scene.name(player)}: {score} points"
        name, n = f"counter-{player}", scene.num_players
        drawn = [token(0, 0, player, n, 6.5, id=name, title=words, data_lap=lap)]
        if lap:
            drawn.append(circle(0, 0, 7, "none", stroke="accent", line=2.5))
            below = round(MARGIN + (space + 0.5) * SPACE_WIDTH), TRACK_TOP + TRACK_HEIGHT - 3
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
        target(-14, 0, 28, TRACK_HEIGHT),
        rect(-3, 1, 6, TRACK_HEIGHT - 2, "barrier", 3, stroke="accent", line=2),
        id="red-line",
        actions=(STOP, PAY_CRYSTAL),
        title="the red line ahead",
    )
    place = (round(MARGIN + next_line * SPACE_WIDTH), TRACK_TOP)
    return part(place, (-14, 0, 28, TRACK_HEIGHT), sign)
