"""The player boards, and for few players the key to the symbols."""

from collections.abc import Iterator

import numpy as np

from ....drawing.icons import icon, piece, player_colors
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
from ..actions import (
    ACT_IN,
    PAY_CRYSTAL,
    PAY_PROGRAM,
    RETURN_BOT,
    SCORING_CARD,
    TAKE_TIME,
)
from ..state import (
    CAN_CRYSTALS,
    CAN_OCTOPODS,
    CAN_RESEARCH,
    CAN_TIME,
    CAPACITIES,
    IN_SCORING,
    LETTERS,
    NOTHING,
    NUM_SECTORS,
    NUM_SYMBOLS,
    SUBMARINES_EACH,
    SUPPLY_SPACES,
    SYMBOLS,
)
from .headquarters import LEFT, WIDTH
from .parts import (
    AREA_COLORS,
    CAPACITY_ICONS,
    CHIP_WIDTH,
    SYMBOL_ICONS,
    card_chip,
    card_words,
    lab_chip,
    lab_words,
)

TOP, STEP, HEIGHT = 264, 117, 112
MAX_BOARDS = 4
_NAME_WIDTH = 96
_CONTENT = _NAME_WIDTH + 12
_SPACE = 33  # a programming space
CHIP_STEP = CHIP_WIDTH + 4  # between lab expansions and between cards
_CHIP_CORNER, _CHIP_ROW = (-30, -10), 21  # what a click on one may hit, from its middle


def boards(scene: Scene) -> Iterator[str]:
    """Yield the parts of all player boards."""
    for player in range(scene.num_players):
        at = (LEFT, TOP + STEP * player)
        yield _ground(scene, player, at)
        yield _name(scene, player, at)
        yield from _programmed(scene, player, at)
        yield from _resources(scene, player, at)
        yield from _supply(scene, player, at)
        yield from _lab(scene, player, at)
        yield from _cards(scene, player, at)
    if scene.num_players < MAX_BOARDS:
        yield _key((LEFT, TOP + STEP * scene.num_players))


def _ground(scene: Scene, player: int, at: Point) -> str:
    """Draw the board's ground, outlined for the player who is asked."""
    deciding = scene.decides(player)
    outline = "accent" if deciding else "line"
    ground = rect(0, 0, WIDTH, HEIGHT, "panel", 8, stroke=outline, line=3 if deciding else 1)
    return part(at, (-2, -2, WIDTH + 4, HEIGHT + 4), ground)


def _name(scene: Scene, player: int, at: Point) -> str:
    """Draw whose board it is, points, and whether the player is to move or has passed."""
    me = scene.state["players"][player]
    fill, ink = player_colors(player, scene.num_players)
    deciding = scene.decides(player)
    drawn = [
        rect(4, 4, _NAME_WIDTH, HEIGHT - 8, fill, 6),
        text(8, 20, f"player_{player}", 13, ink, bold=True),
        text(10, 62, me["score"], 34, ink, bold=True),
        text(10, 78, "points", 11, ink),
    ]
    if player == scene.viewer:
        drawn.append(text(97, 20, "you", 11, ink, "end"))
    news = "to move" if deciding else "passed" if me["passed"] else ""
    drawn.append(text(10, 100, news, 13, ink, bold=True))
    if total := int(scene.state["sums"][player]):
        drawn.append(text(94, 78, f"Σ {total}", 13, ink, "end", bold=True))
    whole = group(*drawn, id=f"board-{player}", title=f"{scene.name(player)}: {me['score']} points")
    return part(at, (4, 4, _NAME_WIDTH, HEIGHT - 8), whole)


def _programmed(scene: Scene, player: int, at: Point) -> Iterator[str]:
    """Yield the seven symbols and the bots on them."""
    programmed = scene.state["players"][player]["programmed"]
    for symbol in range(NUM_SYMBOLS):
        acts = range(ACT_IN + symbol, ACT_IN + NUM_SYMBOLS * NUM_SECTORS, NUM_SYMBOLS)
        actions = (PAY_PROGRAM + symbol, RETURN_BOT + symbol, *acts)
        shown = [
            rect(0, 0, 30, 30, AREA_COLORS[symbol], 5, stroke="muted"),
            icon(SYMBOL_ICONS[symbol], 15, 15, 22),
        ]
        if programmed[symbol]:
            bot = f"bot-{player}-{SYMBOLS[symbol]}"
            shown.append(piece("bot", 15, 15, player, scene.num_players, 29, id=bot))
        whole = group(
            *shown,
            id=f"program-{player}-{SYMBOLS[symbol]}",
            actions=actions if scene.decides(player) else (),
            title=f"{SYMBOLS[symbol]} of {scene.name(player)}",
        )
        place = (at[0] + _CONTENT + _SPACE * symbol, at[1] + 6)
        yield part(place, (-2, -2, 34, 34), whole)


def _resources(scene: Scene, player: int, at: Point) -> Iterator[str]:
    """Yield what the player has of what its lab can hold, and the paid programming's corner."""
    me = scene.state["players"][player]
    held = {CAN_TIME: me["time"], CAN_CRYSTALS: me["crystals"], CAN_RESEARCH: me["num_cards"]}
    left, top = at[0] + _CONTENT + 7 * _SPACE + 8, at[1] + 6
    for k, capacity in enumerate((CAN_TIME, CAN_CRYSTALS, CAN_OCTOPODS, CAN_RESEARCH)):
        limit = int(me["capacity"][capacity])
        words = f"{held[capacity]}/{limit}" if capacity in held else f"≤{limit}"
        shown = (
            target(-1, -2, 48, 35),
            icon(CAPACITY_ICONS[capacity], 8, 15, 18),
            text(17, 20, words, 12 if len(words) < 5 else 10.5, bold=True),
        )
        name = CAPACITIES[capacity]
        actions = (PAY_CRYSTAL,) if capacity == CAN_CRYSTALS and scene.decides(player) else ()
        tip = f"{name} of {scene.name(player)}: {words}"
        whole = group(*shown, id=f"{name}-held-{player}", actions=actions, title=tip)
        yield part((left + 48 * k, top), (-1, -2, 48, 36), whole)
    corner = circle(212, 15, 11, "yellow", stroke="line")
    paid = (corner, icon("hourglass", 212, 15, 15)) if me["paid"] else (corner,)
    tip = "paid programming: " + ("used this round" if me["paid"] else "free")
    yield part((left, top), (198, 0, 28, 30), group(*paid, id=f"paid-{player}", title=tip))


def bots_in_play(state: np.void, player: int) -> tuple[int, int]:
    """Return the bots out of the supply spaces and how many of them count (AS-R13)."""
    me = state["players"][player]
    out = SUPPLY_SPACES - min(SUPPLY_SPACES, int(me["supply"]))
    cap = int(state["components"]["bot_caps"][SUBMARINES_EACH - int(me["submarines"])])
    return out, cap


def _supply(scene: Scene, player: int, at: Point) -> Iterator[str]:
    """Yield bots and submarines in the supply, and what the bots in play count."""
    me, n = scene.state["players"][player], scene.num_players
    supply, submarines = int(me["supply"]), int(me["submarines"])
    fill, _ = player_colors(player, n)
    bots = [icon("bot", 8 + 15 * k, 9, 15, fill) for k in range(supply)]
    place = (at[0] + _CONTENT, at[1] + 42)
    row = group(*bots, id=f"supply-{player}", title=f"{supply} bots in the supply")
    yield part(place, (0, 0, 232, 18), row)
    boats = [icon("boat", 244 + 19 * k, 9, 17, fill) for k in range(submarines)]
    row = group(
        target(235, -2, 114, 22),
        *boats,
        id=f"submarines-{player}",
        title=f"{submarines} submarines in the supply",
        actions=(TAKE_TIME,) if scene.decides(player) else (),
    )
    yield part(place, (234, -2, 116, 22), row)
    out, cap = bots_in_play(scene.state, player)
    count = text(464, 13, f"{out} out, ≤{cap} count", 11, "muted", "end")
    yield part(place, (352, 0, 114, 18), count)


def _lab(scene: Scene, player: int, at: Point) -> Iterator[str]:
    """Yield the lab's letters, and its expansions one by one."""
    me = scene.state["players"][player]
    drawn = []
    for letter in range(NUM_SECTORS):
        owned = bool(me["lab_letters"][letter])
        x = 18 * letter
        shown = (
            rect(x, 0, 16, 18, "green" if owned else "shade", 3, stroke="line"),
            text(x + 8, 13.5, LETTERS[letter], 12, "ink" if owned else "line", "middle", owned),
        )
        place = f"letter-{player}-{LETTERS[letter]}" if owned else None
        drawn.append(group(*shown, id=place))
    row = (at[0] + _CONTENT, at[1] + 65)
    yield part(row, (-1, -1, 110, 21), *drawn)
    for k, tile in enumerate(t for t in me["labs"] if t != NOTHING):
        whole = group(
            lab_chip(scene.state, tile),
            id=f"lab-of-{player}-{k}",
            title=lab_words(scene.state, tile),
        )
        x = 146 + CHIP_STEP * k
        yield part((row[0] + x, row[1] + 9), (*_CHIP_CORNER, CHIP_STEP, _CHIP_ROW), whole)


def _cards(scene: Scene, player: int, at: Point) -> Iterator[str]:
    """Yield the research cards; spent ones for the scoring under way are named as such."""
    me = scene.state["players"][player]
    place = (at[0] + _CONTENT, at[1] + 87)
    for k, card in enumerate(c for c in me["cards"] if c != NOTHING):
        kind, symbol = (
            int(scene.state["components"]["cards"][card][f]) for f in ("kind", "symbol")
        )
        usable = kind == IN_SCORING and scene.decides(player)
        used = usable and scene.state["cards_used"][symbol] > 0
        words = card_words(scene.state, card) + (" (used)" if used else "")
        whole = group(
            target(*_CHIP_CORNER, CHIP_STEP - 2, _CHIP_ROW),
            card_chip(scene.state, card),
            id=f"card-of-{player}-{k}",
            title=words,
            opacity=0.4 if used else None,
            actions=(SCORING_CARD + symbol,) if usable else (),
        )
        x = 30 + CHIP_STEP * k
        yield part((place[0] + x, place[1] + 9), (*_CHIP_CORNER, CHIP_STEP, _CHIP_ROW), whole)
    used_moves = int(me["sideways_used"])
    if used_moves:
        words = text(464, 14, f"↕ {used_moves} used", 11, "muted", "end")
        yield part(place, (380, -1, 86, 21), words)


def _key(at: Point) -> str:
    """Draw what the symbols mean, in the place that a fourth board would take."""
    words = (
        "expand the lab: the top tile",
        "take time markers",
        "take crystals",
        "catch octopods for points",
        "place a submarine for points",
        "take a card for points",
        "program the bot shown",
    )
    drawn = [rect(0, 0, WIDTH, HEIGHT, "shade", 8)]
    for symbol, meaning in enumerate(words):
        x, y = 14 + 285 * (symbol % 2), 16 + 27 * (symbol // 2)
        drawn.append(icon(SYMBOL_ICONS[symbol], x + 10, y, 20))
        drawn.append(text(x + 28, y + 5, f"{SYMBOLS[symbol]}: {meaning}", 12, "muted"))
    return part(at, (0, 0, WIDTH, HEIGHT), *drawn)
