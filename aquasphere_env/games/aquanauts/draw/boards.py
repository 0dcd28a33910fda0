"""The player boards of Aquanauts: store, workers, grid of facilities, papers."""

from collections.abc import Iterator

from ....core.state import MAX_PLAYERS
from ....drawing.icons import piece, player_colors
from ....drawing.scene import Scene
from ....drawing.svg import (
    Point,
    circle,
    group,
    part,
    rect,
    target,
    text,
)
from ..actions import BUILD, DISCARD, RUN, WAKE
from ..components import (
    EMPTY,
    GRID_PLACES,
    NUM_PLACES,
    NUM_STORED,
    SIDES,
    TOKEN_SYMBOLS,
    TOKENS,
)
from ..scoring import score
from ..state import AQUANAUT_ITEM, AQUANAUT_STATES, PLACED, READY
from ..stores import storage_limit
from .parts import (
    FACILITY_SIZE,
    PAPER_SIZE,
    facility,
    paper,
    token_disc,
)

LEFT, TOP = 8, 394
SIZE = (628, 196)
STEP = (636, 201)
_NAME_WIDTH = 96
_GRID = (104, 16)
_CELL = (122, 88)
SIDE_LEFT = 480
_NODE_OFFSETS = {"N": (56, -4), "E": (118, 37), "S": (56, 80), "W": (-6, 37)}


def boards(scene: Scene) -> Iterator[str]:
    """Yield the parts of all boards, two in a row."""
    for player in range(scene.num_players):
        at = (LEFT + STEP[0] * (player % 2), TOP + STEP[1] * (player // 2))
        yield _ground(scene, player, at)
        yield _name(scene, player, at)
        yield from _grid(scene, player, at)
        yield _store(scene, player, at)
        yield _papers(scene, player, at)


def _ground(scene: Scene, player: int, at: Point) -> str:
    """Draw the ground, outlined for the player who is asked."""
    asked = scene.decides(player)
    outline = "accent" if asked else "line"
    ground = rect(0, 0, *SIZE, "panel", 8, stroke=outline, line=3 if asked else 1)
    return part(at, (-2, -2, SIZE[0] + 4, SIZE[1] + 4), ground)


def _name(scene: Scene, player: int, at: Point) -> str:
    """Draw whose board it is, points and workers at home."""
    state, me = scene.state, scene.state["players"][player]
    fill, ink = player_colors(player, MAX_PLAYERS)
    asked = scene.decides(player)
    total = score(state, player)
    drawn = [
        rect(4, 4, _NAME_WIDTH, SIZE[1] - 8, fill, 6),
        text(9, 21, f"player_{player}", 13, ink, bold=True),
        text(10, 60, total, 34, ink, bold=True),
        text(10, 76, f"{me['points']} tokens", 11, ink),
    ]
    if player == scene.viewer:
        drawn.append(text(98, 60, "you", 12, ink, "end"))
    if player == state["first_player"]:
        drawn.append(text(10, 92, "first player", 11, ink))
    robots = [piece("bot", 20 + 26 * k, 118, player, MAX_PLAYERS, 24) for k in range(me["robots"])]
    drawn.append(group(*robots, id=f"robots-{player}", title=f"{me['robots']} robots to place"))
    drawn.append(_aquanaut(scene, player))
    if asked:
        drawn.append(text(10, 184, "to decide", 13, ink, bold=True))
    whole = group(*drawn, id=f"board-{player}", title=f"{scene.name(player)}: {total} points")
    return part(at, (3, 3, _NAME_WIDTH + 2, SIZE[1] - 6), whole)


def _aquanaut(scene: Scene, player: int) -> str:
    """Draw the aquanaut: in its pod, ready, or only its place when it works."""
    state = int(scene.state["players"][player]["aquanaut"])
    _, ink = player_colors(player, MAX_PLAYERS)
    drawn = [target(4, 132, 94, 40), circle(22, 152, 15, "shade", stroke=ink)]
    if state != PLACED:
        drawn.append(piece("pawn", 22, 151, player, MAX_PLAYERS, 24))
    word = AQUANAUT_STATES[state]
    drawn.append(text(42, 157, word if state != READY else "awake", 11, ink))
    still = player == scene.state["turn_player"] and scene.state["open_items"][AQUANAUT_ITEM]
    if still:
        drawn.append(circle(90, 140, 5, "accent"))
    actions = (WAKE,) if scene.decides(player) else ()
    title = f"aquanaut of {scene.name(player)}: {word}"
    return group(*drawn, id=f"aquanaut-{player}", actions=actions, title=title)


def _cell(place: int) -> Point:
    column, row = (place, 0) if place < 3 else (place - 3, 1)
    return _GRID[0] + _CELL[0] * column, _GRID[1] + _CELL[1] * row


def _grid(scene: Scene, player: int, at: Point) -> Iterator[str]:
    """Yield the places of the grid with their facilities, and the nodes around it."""
    me = scene.state["players"][player]
    width, height = FACILITY_SIZE
    for place in range(NUM_PLACES):
        x, y = _cell(place)
        number = int(me["grid"][place])
        played = (BUILD + place, RUN + place)
        actions = played if scene.decides(player) else ()
        mark = scene.own_mark(player, played)
        if number == EMPTY:
            label = text(width / 2, height / 2 + 6, GRID_PLACES[place], 16, "muted", "middle")
            drawn = rect(0, 0, width, height, "paper", 6, stroke=mark or "line") + label
        else:
            drawn = facility(scene.state, number, mark)
        if player == scene.state["turn_player"] and scene.state["open_items"][place]:
            drawn += circle(width - 9, height - 10, 5, "accent")
        whole = group(drawn, id=f"grid-{player}-{GRID_PLACES[place]}", actions=actions)
        yield part((at[0] + x, at[1] + y), (-3, -3, width + 6, height + 6), whole)
    nodes = []
    for node in scene.state["components"]["grid_nodes"]:
        x, y = _cell(int(node["place"]))
        dx, dy = _NODE_OFFSETS[SIDES[node["side"]]]
        nodes.append(token_disc(TOKEN_SYMBOLS[node["token"]], x + dx, y + dy, 8.5))
    yield part(at, (100, 0, 380, SIZE[1]), *nodes)


def _store(scene: Scene, player: int, at: Point) -> str:
    """Draw the tokens in the store and how many it holds."""
    me = scene.state["players"][player]
    drawn = []
    for kind in range(NUM_STORED):
        x, y = 4 + 48 * (kind % 3), 12 + 26 * (kind // 3)
        number = int(me["store"][kind])
        shown = (
            target(x - 3, y - 13, 48, 27),
            token_disc(TOKEN_SYMBOLS[kind], x + 8, y, 10),
            text(x + 21, y + 5, number, 14, bold=True),
        )
        actions = (DISCARD + kind,) if scene.decides(player) else ()
        tip = f"{number} {TOKENS[kind]} of {scene.name(player)}"
        name = f"store-{player}-{TOKEN_SYMBOLS[kind]}"
        drawn.append(group(*shown, id=name, actions=actions, title=tip))
    limit = storage_limit(scene.state, player)
    drawn.append(text(102, 43, f"≤ {limit}", 12, "muted"))
    return part((at[0] + SIDE_LEFT, at[1] + 10), (-2, -2, 150, 56), *drawn)


def _papers(scene: Scene, player: int, at: Point) -> str:
    """Draw the published papers."""
    me = scene.state["players"][player]
    step = PAPER_SIZE[1] + 4
    drawn = []
    for k, number in enumerate(n for n in me["papers"] if n != EMPTY):
        card = paper(scene.state, int(number))
        drawn.append(group(card, at=(0, step * k), id=f"published-{player}-{k}"))
    box = (-2, -2, PAPER_SIZE[0] + 4, 4 * step + 4)
    return part((at[0] + SIDE_LEFT, at[1] + 80), box, *drawn)
