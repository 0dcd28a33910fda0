"""Legal actions and results against a second reading of the rules in plain Python, by sets."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from aquasphere_env.core import loops
from aquasphere_env.core.match import Match
from aquasphere_env.games.octodice import GAME
from aquasphere_env.games.octodice.state import PHASES, SYMBOLS, TILES

COLOURS = ["yellow", "red", "blue", "green", "white"]
SIDES = ["left", "middle", "right"]


def owned(state, seat):
    """Return the names of the tiles that the markers of ``seat`` have reached."""
    markers = state["players"][seat]["markers"]
    lab = state["lab"]
    return {TILES[lab[level, c]] for c in range(3) for level in range(3) if markers[c] >= level}


def face(state, black):
    colour = int(state["colour"][black])
    return None if colour == 5 else (COLOURS[colour], int(state["number"][black]))


def readings(shown, functions, wildcard):
    """Return what a black face may count as: pairs of colour and number, None for any."""
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


EXPECTED = {"main": expected_main, "bonus": expected_bonus, "virtual bonus": expected_bonus}


@pytest.mark.parametrize(
    ("num_players", "options"), [(1, {}), (2, {"virtual_player": True}), (3, {})]
)
def test_legal_actions(num_players, options):
    checked = Counter()
    for seed in range(60):
        match = Match(GAME.variant(num_players, lab="random", **options), seed)
        rng = np.random.default_rng(seed)
        while not match.over:
            phase = PHASES[match.state["phase"]]
            if phase in EXPECTED:
                words = {GAME.actions.describe(a) for a in match.legal_actions()}
                assert words == EXPECTED[phase](match.state)
                checked[phase] += 1
            actions = match.legal_actions()
            others = [a for a in actions if GAME.actions.describe(a) != "done"]
            match.step(int(rng.choice(others or actions)))
    assert all(count > 200 for count in checked.values())


def sequences(state, play, depth):
    """Count the ways to go on for ``depth`` decisions, by copies and expected words."""
    if depth == 0:
        return 1
    return sum(sequences(child, play, depth - 1) for child in play(state))


def test_perft_of_the_main_actions(position):
    match = position(
        1,
        "research, submarine, bot",
        "yellow 1, red 0, blue 1",
        fields="round_number = 8",
        players={0: "markers = [0, 0, 0]"},
        lab=[["A1", "B1", "C2"], ["D1", "E1", "F1"], ["G1", "H1", "I1"]],
    )

    def children(record):
        for words in sorted(expected_main(record)):
            twin = match.copy()
            twin.states[0] = record
            twin.step(GAME.actions.parse(words))
            yield twin.state.copy()

    first = list(children(match.state))
    total = sum(
        1 if record["terminated"] else len(expected_main(record)) for record in first
    )  # every second main action ends the game
    states = match.variant.new_states(3)
    states[0] = match.state
    loops.refresh(states, 0)
    assert loops.perft(states, 1) == len(first)
    assert loops.perft(states, 2) == total


def test_random_games_are_the_same_without_the_compiler():
    """Passes with NUMBA_DISABLE_JIT=1 as well."""
    match = Match(GAME.variant(3, lab="random"), 11)
    rng = np.random.default_rng(11)
    while not match.over:
        match.step(int(rng.choice(match.legal_actions())))
    assert match.scores() == [17, 24, 10]
