"""An independent oracle in plain Python: points, free squares and rectangles from boxes alone."""

from itertools import product

import numpy as np

from aquasphere_env.games.aquamarine.actions import RECTANGLES
from aquasphere_env.games.aquamarine.state import KIND_LETTERS

from .positions import BOATS, EVERYWHERE, around, beside, sheet, squares_of


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


def free_squares(match):
    """Return what may be enclosed, from the boxes alone (AM-R3)."""
    state, me = match.state, sheet(match, match.player)
    squares = np.array(state["squares"])
    drawn = {s for s in EVERYWHERE if state["enclosed"][match.player][s]}
    earlier = drawn - squares_of(me["drawn"])
    close = set().union(*map(around, earlier)) if earlier else set()
    return {s for s in EVERYWHERE if squares[s] != 1} - drawn - close


def legal_rectangles(match, free):
    """Return {(w, h, row, column)} of all legal rectangles, counted square by square (AM-R3)."""
    me = sheet(match, match.player)
    last = squares_of(me["anchor"])
    touch = set().union(*map(beside, last)) if last else {(0, column) for column in BOATS}
    found = set()
    for (width, height), (row, column) in product(RECTANGLES, EVERYWHERE):
        if width * height in match.state["dice"]:
            box = {(row + r, column + c) for r in range(height) for c in range(width)}
            if box <= free and box & touch:
                found.add((width, height, row, column))
    return found
