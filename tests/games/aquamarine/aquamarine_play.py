"""Small sheets, dice by hand and a plain-Python referee for the tests of Aquamarine."""

import numpy as np

from aquasphere_env.core import loops
from aquasphere_env.core.match import Match
from aquasphere_env.games.aquamarine import GAME
from aquasphere_env.games.aquamarine.state import KIND_LETTERS, NUM_COLUMNS, NUM_ROWS

EVERYWHERE = [(row, column) for row in range(NUM_ROWS) for column in range(NUM_COLUMNS)]
BOATS = [*range(1, 5), *range(9, 13), *range(17, 21)]


def sea(things=None, rocks=()):
    """Return open water with ``things``: letters by (row, column)."""
    squares = np.zeros((NUM_ROWS, NUM_COLUMNS), np.int8)
    for row, column in rocks:
        squares[row, column] = KIND_LETTERS.index("#")
    for (row, column), letter in (things or {}).items():
        squares[row, column] = KIND_LETTERS.index(letter)
    return squares.tolist()


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
    return {(r, c) for r, c in EVERYWHERE if int(rows[r]) >> c & 1}


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


class Referee:
    """Counts one player's points in plain Python, from the boxes alone (AM-R8)."""

    def __init__(self, match, player):
        self.match, self.player = match, player
        squares = match.state["squares"]
        self.letter = {(r, c): KIND_LETTERS[squares[r][c]] for r, c in EVERYWHERE}
        self.boxes = []  # (dive, turn, squares)

    def note(self, number):
        """Take over the box of turn ``number`` (from 1), if there was one.

        A box that touches the last one goes on with its dive, any other starts a dive (AM-R3).
        """
        enclosed = self.match.state["enclosed"][self.player]
        box = {s for s in EVERYWHERE if enclosed[s] == number}
        if box:
            dive, _, last = self.boxes[-1] if self.boxes else (-1, 0, set())
            goes_on = bool(last & set().union(*map(beside, box)))
            self.boxes.append((dive + (not goes_on), number - 1, box))

    def is_night(self, turn):
        return (4 * (int(self.match.state["start_die"]) - 1) + turn) % 24 >= 12

    def count(self, letter, hour=None):
        """Return how many squares with ``letter`` are enclosed, by day or by night."""
        return sum(
            [self.letter[s] for s in box].count(letter)
            for _, turn, box in self.boxes
            if hour is None or (hour == "night") == self.is_night(turn)
        )

    def corals(self):
        total = 0
        for _, _, box in self.boxes:
            kinds = [self.letter[s] for s in box]
            if not ("P" in kinds and "O" in kinds):
                total += kinds.count("P") + kinds.count("O")
        return total

    def flags(self):
        points = dict(zip("123456", (4, 6, 8, 10, 12, 18), strict=True))
        best = {}
        for dive, _, box in self.boxes:
            for square in box:
                value = points.get(self.letter[square], 0)
                if value:
                    best[dive] = max(best.get(dive, 0), value)
        return best.values()

    def wrecks(self):
        everything = list(self.letter.values())
        return sum(everything.count(wreck) == self.count(wreck) > 0 for wreck in "WXYZ")

    def pairs(self):
        return min(self.count("b", "day"), self.count("b", "night"))

    def points(self):
        shoals = (0, 1, 3, 6, 10, 15)
        fish = ([self.letter[s] for s in box].count("f") for _, _, box in self.boxes)
        stingrays, cuttlefish = self.count("s", "day"), self.count("c", "night")
        total = sum(shoals[min(5, number)] for number in fish)
        total += 5 * (stingrays + cuttlefish) + 2 * self.corals() - 2 * self.count("j")
        total += 15 * self.pairs() + sum(self.flags())
        worth = (
            *(5 * cuttlefish, self.corals(), 5 * len(self.flags())),
            *(5 * self.wrecks(), 8 * self.pairs(), 5 * stingrays),
        )
        circled = self.match.state["shown"]["players"][self.player]["bonuses"]
        return total + sum(w for w, on in zip(worth, circled, strict=True) if on)
