"""Aquanauts' picture: research board, track, papers, objectives, submersible, dock, players.

Only the order of the stack and the deck is hidden; the picture shows their sizes.
"""

from collections.abc import Iterator

import numpy as np

from ....core.state import MAX_PLAYERS, NOBODY
from ....drawing.icons import icon, piece
from ....drawing.scene import Scene, pictured
from ....drawing.svg import (
    Point,
    circle,
    group,
    line,
    part,
    rect,
    target,
    text,
)
from ..actions import (
    ACTIONS,
    AQUANAUT,
    DOCK,
    DONE,
    LAUNCH,
    LOAD,
    NUM_ACTIONS,
    PUBLISH,
    PUBLISH_NOTHING,
    ROBOT_ACTION,
    SUBMERSIBLE,
    TRACK,
    UNLOAD,
)
from ..components import (
    CARGO_SYMBOLS,
    EMPTY,
    FACILITY_IDS,
    NUM_TILES,
    RESEARCH_TILES,
    STOCKPILE,
    TOKEN_SYMBOLS,
    TOKENS,
)
from ..state import BUILDING, DISCARDING, PHASES, PUBLISHING, QUESTIONS
from ..text import objective_text
from .boards import boards
from .parts import (
    FACILITY_SIZE,
    PAPER_SIZE,
    facility,
    paper,
    token_disc,
    tokens,
)

WIDTH, HEIGHT = 1280, 800
_MARGIN = 8
_TILE = (142, 88)
_TILE_STEP = (168, 112)
_BOARD_TOP = 52
RIGHT, TRACK_TOP = 528, 48

# column and row of every research tile: tiles that share a node lie beside each other
_PLACES = ((0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (1, 2), (2, 2), (0, 2))


@pictured("Aquanauts", WIDTH, HEIGHT)
def draw(scene: Scene) -> Iterator[str]:
    """Yield the parts of the picture."""
    yield from _headline(scene)
    yield from _research_board(scene)
    yield from _track(scene)
    yield from _papers(scene)
    yield from _objectives(scene)
    yield from _bays(scene)
    yield from boards(scene)


def space_actions(space: int) -> list[int]:
    """Return the actions that put a worker on ``space``."""
    robot = int(ROBOT_ACTION[space])
    return [AQUANAUT + space] if robot < 0 else [robot, AQUANAUT + space]


def _headline(scene: Scene) -> Iterator[str]:
    state = scene.state
    when = f"round {state['round_number'] + 1} of {state['max_rounds']}, {PHASES[state['phase']]}"
    title = text(0, 18, "Aquanauts", 19, bold=True), text(0, 34, when, 13, "muted")
    yield part((_MARGIN, 2), (0, 0, 290, 40), *title)
    asked = text(0, 25, _question(state), 14, bold=True)
    yield part((_MARGIN + 290, 2), (0, 0, 560, 34), group(asked, id="picture-asked"))
    mark = scene.mark((DONE, PUBLISH_NOTHING))
    button = group(
        rect(0, 0, 70, 28, "shade", 14, stroke=mark or "muted", line=3 if mark else 1),
        text(35, 19, "done", 14, anchor="middle"),
        id="done",
        actions=(DONE, PUBLISH_NOTHING),
        title="done, or publish nothing",
    )
    yield part((862, 5), (-2, -2, 74, 32), button)
    if scene.last_action is not None:
        last = text(0, 25, f"last: {ACTIONS.describe(scene.last_action)}", 13, "accent", "end")
        yield part((WIDTH - _MARGIN, 2), (-330, 0, 330, 34), group(last, id="picture-last"))


def _question(state: np.void) -> str:
    """Return who is asked what, in words."""
    if state["terminated"] or state["truncated"]:
        return "the game is over"
    words = f"player_{state['current_player']}: {QUESTIONS[state['question']]}"
    if state["question"] == BUILDING and state["in_hand"] != EMPTY:
        words += f" for {FACILITY_IDS[state['in_hand']]}"
    if state["question"] == DISCARDING:
        words += f", {TOKENS[state['discard_from']]} or later"
    if state["question"] == PUBLISHING:
        words += f" for bay {state['unloading']}"
    if state["turn_player"] != state["current_player"]:
        words += f" (turn of player_{state['turn_player']})"
    return words


def _tile_center(tile: int) -> Point:
    column, row = _PLACES[tile]
    x = _MARGIN + _TILE[0] / 2 + _TILE_STEP[0] * column
    return round(x), round(_BOARD_TOP + _TILE[1] / 2 + _TILE_STEP[1] * row)


def _research_board(scene: Scene) -> Iterator[str]:
    """Yield nodes with their connections, and the tiles with their workers."""
    drawn, discs = [], []
    for node in scene.state["components"]["research_nodes"]:
        centers = [_tile_center(int(tile)) for tile in node["tiles"] if tile >= 0]
        x = sum(c[0] for c in centers) / len(centers)
        y = sum(c[1] for c in centers) / len(centers)
        drawn += [line((x, y), center, "muted", 5) for center in centers]
        discs.append(circle(x, y, 17, "panel", stroke="muted", line=2))
        discs.append(token_disc(TOKEN_SYMBOLS[node["token"]], x, y, 10))
    box = (0, 44, 520, 344)
    yield part((0, 0), box, *drawn)
    for tile in range(NUM_TILES):
        yield _tile(scene, tile)
    yield part((0, 0), box, *discs)


def _tile(scene: Scene, tile: int) -> str:
    """Draw a research tile: what it costs and gives, and who works there."""
    state = scene.state
    what = state["components"]["research_tiles"][tile]
    actions = space_actions(tile)
    mark = scene.mark(actions)
    width, height = _TILE
    only = ROBOT_ACTION[tile] < 0
    drawn = [
        rect(
            0,
            0,
            width,
            height,
            "water" if only else "panel",
            8,
            stroke=mark or "muted",
            line=4 if mark else 1,
        ),
        text(8, 18, RESEARCH_TILES[tile][1], 13, bold=True),
    ]
    if only:
        drawn.append(text(8, 60, "aquanaut only", 11, "muted"))
    if tile == STOCKPILE:
        drawn.append(group(*_stockpile(state), id="stockpile"))
    else:
        cost, end = tokens(what["cost"], 8, 40)
        output, _ = tokens(what["output"], end + 20, 40)
        drawn += [cost, text(end + 3, 45, "→", 14, "muted"), output]
    worker = int(state["tile_workers"][tile])
    if worker != NOBODY:
        shape = "pawn" if state["tile_aquanauts"][tile] else "bot"
        drawn.append(piece(shape, 84, height - 13, worker, MAX_PLAYERS, 24, id=f"worker-{tile}"))
    whole = group(*drawn, id=f"tile-{tile}", actions=actions, title=RESEARCH_TILES[tile][1])
    x, y = _tile_center(tile)
    return part((x - width // 2, y - height // 2), (-3, -3, width + 6, height + 6), whole)


def _stockpile(state: np.void) -> Iterator[str]:
    """Draw how many tokens of each kind the stockpile holds."""
    for k, (kind, number) in enumerate((k, n) for k, n in enumerate(state["stockpile"]) if n):
        x, y = 15 + 42 * (k % 3), 34 + 20 * (k // 3)
        yield token_disc(TOKEN_SYMBOLS[kind], x, y, 8)
        yield text(x + 11, y + 4.5, number, 12, bold=True)


def _track(scene: Scene) -> Iterator[str]:
    """Yield the construction track and how many facilities are left."""
    state = scene.state
    left = f"stack {state['stack_size']}, discarded {state['num_discards']}"
    ids = ", ".join(FACILITY_IDS[t] for t in state["discards"][: int(state["num_discards"])])
    head = text(0, 14, f"construction track · {left}", 13, "muted")
    yield part((RIGHT, TRACK_TOP), (0, 0, 330, 20), group(head, id="stack", title=ids or None))
    for space, tile in enumerate(state["track"]):
        actions = space_actions(TRACK + space)
        mark = scene.mark(actions)
        width, height = FACILITY_SIZE
        if tile == EMPTY:
            drawn = rect(0, 0, width, height, "paper", 6, stroke=mark or "line")
        else:
            drawn = facility(state, int(tile), mark)
        whole = group(drawn, id=f"track-{space}", actions=actions)
        place = (RIGHT + (width + 12) * space, TRACK_TOP + 24)
        yield part(place, (-3, -3, width + 6, height + 6), whole)


def _papers(scene: Scene) -> Iterator[str]:
    """Yield the open papers."""
    state = scene.state
    head = text(0, 14, f"papers · {state['deck_size']} in the deck", 13, "muted")
    yield part((RIGHT, 156), (0, 0, 240, 20), group(head, id="deck"))
    for k, number in enumerate(state["open_papers"]):
        if number == EMPTY:
            continue
        actions = (PUBLISH + k,)
        width, height = PAPER_SIZE
        drawn = target(0, -6, width, 34) + paper(state, int(number), scene.mark(actions))
        whole = group(drawn, id=f"paper-{k}", actions=actions)
        place = (RIGHT + (width + 10) * (k % 2), 181 + 36 * (k // 2))
        yield part(place, (-3, -6, width + 6, height + 12), whole)


def _objectives(scene: Scene) -> Iterator[str]:
    """Yield the public objectives and who has claimed them."""
    state = scene.state
    left = RIGHT + 330
    yield part((left, 156), (0, 0, 200, 20), text(0, 14, "objectives", 13, "muted"))
    for k, number in enumerate(state["objectives"]):
        words = objective_text(state, int(number)).split(" ", 1)[1]
        drawn = [rect(0, 0, 404, 22, "shade", 5, stroke="line"), text(26, 16, words, 12)]
        owner = int(state["claimed_by"][k])
        if owner != NOBODY:
            drawn.append(piece("bot", 12, 11, owner, MAX_PLAYERS, 22, id=f"claimed-{k}"))
        whole = group(*drawn, id=f"objective-{k}")
        yield part((left, 176 + 25 * k), (-1, -1, 408, 25), whole)


def _bays(scene: Scene) -> Iterator[str]:
    """Yield the submersible with its bays, its launch, and the dock."""
    state = scene.state
    top = 262
    loads = [*space_actions(SUBMERSIBLE), *range(LOAD, NUM_ACTIONS)]
    yield _space(scene, (RIGHT, top), 110, "submersible", "submarine", loads)
    yield _space(scene, (RIGHT, top + 62), 110, "launch", "lock", space_actions(LAUNCH))
    yield _space(scene, (RIGHT + 458, top), 90, "dock", "engineer", space_actions(DOCK))
    for k, bay in enumerate(state["bays"]):
        actions = (UNLOAD + k,)
        mark = scene.mark(actions) or ("accent" if state["unloading"] == k else None)
        drawn = [rect(0, 0, 152, 54, "water", 10, stroke=mark or "muted", line=3 if mark else 1)]
        drawn.append(text(8, 15, f"bay {k}", 11, "muted"))
        cargo, _ = tokens(bay["cargo"], 8, 36, CARGO_SYMBOLS, 8)
        drawn.append(cargo)
        if bay["owner"] != NOBODY:
            drawn.append(piece("boat", 132, 16, int(bay["owner"]), MAX_PLAYERS, 24))
        whole = group(*drawn, id=f"bay-{k}", actions=actions)
        place = (RIGHT + 122 + 162 * (k % 2), top + 62 * (k // 2))
        yield part(place, (-3, -3, 158, 60), whole)
    for k, owner in enumerate(state["dock"]):
        drawn = [rect(0, 0, 58, 54, "water", 10, stroke="muted"), text(6, 15, k, 11, "muted")]
        if owner != NOBODY:
            drawn.append(token_disc("B", 18, 36, 9) + token_disc("B", 38, 36, 9))
            drawn.append(piece("bot", 44, 15, int(owner), MAX_PLAYERS, 20))
        yield part((RIGHT + 560 + 62 * k, top), (-2, -2, 62, 58), group(*drawn, id=f"dock-{k}"))
    yield part((RIGHT + 458, top + 62), (0, 0, 290, 54), *_key())


def _space(
    scene: Scene, at: Point, width: float, name: str, symbol: str, actions: list[int]
) -> str:
    """Draw a space for workers that is always open."""
    mark = scene.mark(actions)
    drawn = [
        rect(0, 0, width, 54, "panel", 10, stroke=mark or "muted", line=4 if mark else 1),
        icon(symbol, width / 2, 20, 26),
        text(width / 2, 48, name, 12, anchor="middle"),
    ]
    return part(at, (-3, -3, width + 6, 60), group(*drawn, id=name, actions=actions))


def _key() -> Iterator[str]:
    """Draw what the tokens' letters mean."""
    for k, (symbol, name) in enumerate(zip(TOKEN_SYMBOLS, TOKENS, strict=True)):
        x, y = 6 + 140 * (k % 2), 10 + 18 * (k // 2)
        yield token_disc(symbol, x + 6, y, 8)
        yield text(x + 18, y + 4, name, 11, "muted")
