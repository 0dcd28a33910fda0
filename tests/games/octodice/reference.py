"""Legal actions implemented a second time: plain Python, sets of words."""

from itertools import combinations

from aquasphere_env.games.octodice.state import SYMBOLS, TILES

COLOURS = ["yellow", "red", "blue", "green", "white"]
SIDES = ["left", "middle", "right"]
DICE = [f"{kind} {die}" for kind in ("white", "black") for die in (1, 2, 3)]


def owned(state, seat):
    """Return the names of the tiles that the markers of ``seat`` have reached."""
    markers = state["players"][seat]["markers"]
    lab = state["lab"]
    return {TILES[lab[level, c]] for c in range(3) for level in range(3) if markers[c] >= level}


def face(state, black):
    colour = int(state["colour"][black])
    return None if colour == 5 else (COLOURS[colour], int(state["number"][black]))


def readings(shown, functions, wildcard):
    """Return what a black face may count as: pairs of colour and number, none for an octopus."""
    if shown is None:
        return []
    if shown[0] == "yellow" and "A1" in functions and wildcard:
        return [(colour, number) for colour in COLOURS for number in range(3)]
    return [shown]


def main_effects(state, seat, symbol, shown, spent=()):
    """Return the words of what a white symbol and a black face do for ``seat``."""
    me, functions = state["players"][seat], owned(state, seat)
    effects = set()
    for colour, number in readings(shown, functions, "A1" not in spent):
        c = COLOURS.index(colour)
        if symbol == "crystal" and me["crystals"] < 5:
            effects.add(f"crystal {number}")
        if symbol == "research" and me["research"] == c:
            effects.add("research")
        if symbol == "submarine" and not me["submarines"][c]:
            effects.add(f"submarine {colour}")
        if symbol == "lab":
            for side, level in zip(SIDES, me["markers"].tolist(), strict=True):
                if level < 2 and ("E2" in functions or level + 1 == number):
                    effects.add(f"lab {side}")
        if me["bots"][c] < 2:
            ways = {"bot": "", "research": " by Flexi-Tec", "submarine": " by Flexi-Sub"}
            tile = {"bot": None, "research": "B1", "submarine": "C2"}
            if symbol in ways and (
                symbol == "bot" or (tile[symbol] in functions and tile[symbol] not in spent)
            ):
                effects.add(f"bot {colour}{ways[symbol]}")
    return effects


def expected_main(state):
    spent = {
        tile
        for tile, field in (("A1", "flexi_lab"), ("B1", "flexi_tec"), ("C2", "flexi_sub"))
        if state[f"{field}_used"]
    }
    white = [SYMBOLS[s] for d, s in enumerate(state["white"]) if not state["used"][d]]
    words = {"done"}
    for black in range(3):
        if not state["used"][3 + black]:
            for symbol in white:
                for effect in main_effects(
                    state, state["current_player"], symbol, face(state, black), spent
                ):
                    words.add(f"{effect} with black {black + 1}")
    return words


def expected_bonus(state):
    seat = state["current_player"]
    functions = owned(state, seat)
    white = [SYMBOLS[s] for s in state["white"]]
    words = {"done"}
    for symbol in white:
        for black in range(3):
            for effect in main_effects(state, seat, symbol, face(state, black)):
                words.add("bonus " + effect.split(" by ")[0])
    shown = [*white, *("octopus" if face(state, b) is None else "black" for b in range(3))]
    for pair in combinations(range(6), 2):
        faces = [shown[die] for die in pair]
        count = faces.count("octopus")
        count += "F1" in functions and "submarine" in faces
        count += "F2" in functions and pair[0] < 3
        if count:
            words.add(f"bonus octopus making {count}")
    return words


def expected_keep(state):
    """Pairs of free dice, the lowest of those that show the same symbols and black dice."""
    free = [die for die in range(6) if not state["kept"][die]]
    first_of = {}
    for pair in combinations(free, 2):
        symbols = sorted(int(state["white"][die]) for die in pair if die < 3)
        first_of.setdefault((*symbols, *(f"black {die}" for die in pair if die >= 3)), pair)
    return {f"keep {DICE[low]} and {DICE[high]}" for low, high in first_of.values()}


def expected_super_level(state):
    levels = state["players"][state["current_player"]]["markers"]
    return {f"Super-Level {side}" for side, level in zip(SIDES, levels, strict=True) if level < 2}


EXPECTED = {
    "first keep": expected_keep,
    "second keep": expected_keep,
    "main": expected_main,
    "bonus": expected_bonus,
    "virtual bonus": expected_bonus,
    "super-level": expected_super_level,
    "super-copy": lambda state: {"Super-Copy of G", "Super-Copy of H"},
}
