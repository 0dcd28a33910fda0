"""Small sheets, dice by hand and decisions in words: positions for the tests."""

import numpy as np

from aquasphere_env.core import loops
from aquasphere_env.core.match import Match
from aquasphere_env.games.aquamarine import GAME
from aquasphere_env.games.aquamarine.state import KIND_LETTERS, NUM_COLUMNS, NUM_ROWS

EVERYWHERE = [(row, column) for row in range(NUM_ROWS) for column in range(NUM_COLUMNS)]
BOATS = [*range(1, 5), *range(9, 13), *range(17, 21)]
DAY, NIGHT = 1, 4  # start dice


def sea(things=None, rocks=()):
    """Return open water with ``things``: letters by (row, column)."""
    squares = np.zeros((NUM_ROWS, NUM_COLUMNS), np.int8)
    for row, column in rocks:
        squares[row, column] = KIND_LETTERS.index("#")
    for (row, column), letter in (things or {}).items():
        squares[row, column] = KIND_LETTERS.index(letter)
    return squares.tolist()


def row(letters, first=1):
    return {(0, first + k): letter for k, letter in enumerate(letters)}


def begin(things=None, dice=(1, 2), num_players=1, start_die=1, rocks=(), **options):
    """Return a match on a small sheet; the start die 1 begins by day, 4 by night."""
    chance = {"squares": sea(things, rocks), "dice": dice, "start_die": start_die}
    return Match(GAME.variant(num_players, **options), 0, chance)


def sheet(match, player=0):
    return match.state["now"]["players"][player]


def score(match, player=0):
    return int(GAME.read_scores(match.states)[player, 0])


def roll(match, low, high):
    """Set the dice of this turn by hand."""
    match.state["dice"] = (low, high)
    loops.refresh(match.states, 0)


def words(match):
    return [GAME.actions.describe(action) for action in match.legal_actions()]


def do(match, *texts):
    """Play decisions in words; what is forced in between is played by the match."""
    for text in texts:
        action = GAME.actions.parse(text)
        if len(match.legal_actions()) == 1:
            assert match.legal_actions() == [action], words(match)
        match.step(action)


def draw(match, size, row, column, dice=None):
    """Draw a rectangle, e.g. ``2x1``, with its top left square there; dice by default to fit."""
    width, height = (int(number) for number in size.split("x"))
    if dice is None:
        area = width * height
        dice = (area, area + 1) if area < 6 else (5, 6)
    roll(match, *dice)
    place = GAME.actions.parse(f"square {row},{column}")
    match.step(GAME.actions.parse(f"rectangle {size}"))
    if match.history[-1] != place and sheet_phase(match) == "place":
        match.step(place)


def sheet_phase(match, player=None):
    phase = sheet(match, match.player if player is None else player)["phase"]
    return GAME.words["phase"][phase]


def squares_of(rows):
    columns = range(NUM_COLUMNS)
    return {
        (r, c) for r, bits in enumerate(rows.tolist()) if bits for c in columns if bits >> c & 1
    }


def beside(square):
    row, column = square
    return {
        (r, c)
        for r, c in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        if 0 <= r < NUM_ROWS and 0 <= c < NUM_COLUMNS
    }


def around(square):
    row, column = square
    return {
        (r, c)
        for r in range(max(0, row - 1), min(NUM_ROWS, row + 2))
        for c in range(max(0, column - 1), min(NUM_COLUMNS, column + 2))
    }


def dive_down(match, row):
    """Draw a column of water below the boat at column 10 down to ``row``, air untouched."""
    top = 0
    while top <= row:
        height = min(6, row + 1 - top)
        draw(match, f"1x{height}", top, 10, dice=(5, 6) if height == 6 else (height, 6))
        sheet(match)["air"] = 12
        top += height


def weighted(match, choose):
    boxes = [action for action in match.legal_actions() if not 498 <= action <= 499]
    return boxes if boxes and choose.random() < 0.9 else match.legal_actions()
