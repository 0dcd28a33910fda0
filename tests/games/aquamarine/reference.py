"""An independent oracle: whole games in plain Python, with sets of squares and words for actions.

It knows the rules of the page and their numbers, and nothing of the code but the letters of sheets.
"""

from collections import Counter
from dataclasses import dataclass, field
from itertools import product

BONUSES = ("cuttlefish", "coral", "flag", "wreck", "beacons", "stingray")
ROWS = COLUMNS = 22
DEPTH = {
    **dict.fromkeys(range(9), 0),
    **dict.fromkeys(range(9, 16), 1),
    **dict.fromkeys(range(16, 22), 2),
}
SIZES = [(w, h) for w in range(1, 7) for h in range(1, 7) if w * h <= 6]


@dataclass(frozen=True)
class Numbers:
    """What a component file may change."""

    dives: int = 3
    tank: int = 12
    extra: int = 2  # squares of a free box more than pips
    flags: tuple = (4, 6, 8, 10, 12, 18)
    marks: tuple = (9, 12, 15)


@dataclass
class Box:
    dive: int
    is_night: bool
    squares: set


def beside(square):
    row, column = square
    four = {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}
    return {(r, c) for r, c in four if 0 <= r < ROWS and 0 <= c < COLUMNS}


def around(square):
    row, column = square
    return {(row + r, column + c) for r, c in product((-1, 0, 1), repeat=2)}


def all_of(neighbours, squares):
    return set().union(*map(neighbours, squares))


class Diver:
    """One player: its boxes, its air, and what it is asked in this turn."""

    def __init__(self, letters, numbers, boats):
        self.letters, self.numbers, self.boats = letters, numbers, boats
        self.sea = {square for square, letter in letters.items() if letter != "#"}
        self.boxes, self.dive, self.air = [], 0, numbers.tank
        self.bonuses, self.due, self.cost = [], 0, 0
        self.question, self.size, self.growing = "move", None, set()
        self._free = self._counted = (None, None)  # the last answers, with what they depend on

    @property
    def is_done(self):
        return self.dive >= self.numbers.dives

    def last(self):
        """Return the last box of the dive (AM-R7: also when nothing was drawn since)."""
        own = [box.squares for box in self.boxes if box.dive == self.dive]
        return own[-1] if own else None

    def free(self):
        """Return what may still be enclosed (AM-R3)."""
        if self._free[0] != (self.dive, len(self.boxes)):
            self._free = ((self.dive, len(self.boxes)), self._free_now())
        return self._free[1]

    def _free_now(self):
        earlier = [box.squares for box in self.boxes if box.dive < self.dive]
        own = [box.squares for box in self.boxes if box.dive == self.dive]
        return self.sea - set().union(*own) - all_of(around, set().union(*earlier))

    def entries(self):
        """Return the free squares of which a box holds one (AM-R3)."""
        last = self.last()
        return self.free() & (self.boats if last is None else all_of(beside, last))

    def rectangles(self, size):
        """Return the top left squares at which a rectangle fits (AM-R3)."""
        width, height = size
        free, found = self.free(), set()
        for row, column in self.entries():
            for r, c in product(range(height), range(width)):
                corner = (row - r, column - c)
                if self.rectangle(size, corner) <= free:
                    found.add(corner)
        return found

    @staticmethod
    def rectangle(size, corner):
        return {(corner[0] + r, corner[1] + c) for r in range(size[1]) for c in range(size[0])}

    def has_room(self, square, enough):
        """Return whether a free box of so many squares may start here (AM-R2)."""
        free = self.free()
        found, edge = {square}, {square}
        while edge and len(found) < enough:
            edge = all_of(beside, edge) & free - found
            found |= edge
        return len(found) >= enough

    def legal(self, dice):
        """Return the legal actions in words (AM-R2, AM-R3, AM-R6 to AM-R8)."""
        low, high = sorted(dice)
        if self.question == "bonus":
            return {f"bonus: {bonus}" for bonus in BONUSES if bonus not in self.bonuses}
        if self.question == "place":
            return {f"square {r},{c}" for r, c in self.rectangles(self.size)}
        if self.question == "grow":
            squares = all_of(beside, self.growing) & self.free() - self.growing
            return {f"square {r},{c}" for r, c in squares}
        found = {"draw nothing"} | ({"end the dive"} if self.last() else set())
        if low == high:
            roomy = {s for s in self.entries() if self.has_room(s, low + self.numbers.extra)}
            return found | {f"square {r},{c}" for r, c in roomy}
        sizes = [(w, h) for w, h in SIZES if w * h in (low, high) and self.rectangles((w, h))]
        return found | {f"rectangle {w}x{h}" for w, h in sizes}

    def do(self, words, dice, is_night):
        """Carry out an action (AM-R2 to AM-R8)."""
        what, _, where = words.partition(" ")
        if what == "rectangle":
            self.question, self.size = "place", tuple(int(n) for n in where.split("x"))
        elif what == "square":
            self._square(tuple(int(n) for n in where.split(",")), dice, is_night)
        elif what == "end":
            self._end_dive()
            self.question = "waiting" if self.is_done else "move"
        elif what == "draw":
            self.question = "waiting"
        else:
            self.bonuses.append(where)
            self.due -= 1
        if self.question == "bonus" and self.due == 0:
            self.air = max(0, self.air - self.cost)
            if self.air == 0:
                self._end_dive()
            self.question = "waiting"

    def _square(self, square, dice, is_night):
        low, high = sorted(dice)
        if self.question == "place":
            self.growing = self.rectangle(self.size, square)
            lacking = 0
        else:
            self.growing = self.growing | {square}
            self.question = "grow"
            lacking = low + self.numbers.extra - len(self.growing)
        if lacking == 0:
            before = self.explored()
            box, self.growing = self.growing, set()
            self.boxes.append(Box(self.dive, is_night, box))
            self.due = len(self.explored() - before)
            depth = DEPTH[max(row for row, _ in box)]
            dear = low < high == len(box)
            has_bubble = any(self.letters[s] == "a" for s in box)
            self.cost = 0 if has_bubble else depth + (high - low if dear else 0)
            self.question = "bonus"

    def _end_dive(self):
        self.dive += 1
        self.air = 0 if self.is_done else self.numbers.tank

    def explored(self):
        """Return the wrecks that are enclosed whole."""
        enclosed = set().union(*(box.squares for box in self.boxes))
        parts = {w: {s for s in self.letters if self.letters[s] == w} for w in "WXYZ"}
        return {wreck for wreck, squares in parts.items() if squares and squares <= enclosed}

    def counts(self):
        """Return what scores, by name (AM-R8)."""
        if self._counted[0] == len(self.boxes):
            return self._counted[1]
        found, flags = Counter(), {}
        for box in self.boxes:
            kinds = Counter(self.letters[square] for square in box.squares)
            found["shoals"] += (0, 1, 3, 6, 10, 15)[min(5, kinds["f"])]
            found["coral"] += 0 if kinds["P"] and kinds["O"] else kinds["P"] + kinds["O"]
            found["jellyfish"] += kinds["j"]
            found["cuttlefish" if box.is_night else "stingray"] += kinds[
                "c" if box.is_night else "s"
            ]
            found["night" if box.is_night else "day"] += kinds["b"]
            values = [self.numbers.flags[int(k) - 1] for k in kinds if k.isdecimal()]
            if values:
                flags[box.dive] = max(*values, flags.get(box.dive, 0))
        found["beacons"] = min(found["night"], found["day"])
        found["flag"], found["flag points"] = len(flags), sum(flags.values())
        found["wreck"] = len(self.explored())
        self._counted = (len(self.boxes), found)
        return found

    def points(self):
        found = self.counts()
        total = found["shoals"] + 5 * (found["stingray"] + found["cuttlefish"])
        total += 2 * found["coral"] - 2 * found["jellyfish"]
        total += 15 * found["beacons"] + found["flag points"]
        worth = dict(zip(BONUSES, (5, 1, 5, 5, 8, 5), strict=True))
        return total + sum(worth[bonus] * found[bonus] for bonus in self.bonuses)

    def deepest(self):
        """Return the deepest row of every dive, -1 if it was not taken (AM-R9)."""
        depths = [-1] * 3
        for box in self.boxes:
            depths[box.dive] = max(depths[box.dive], *(row for row, _ in box.squares))
        return depths

    def marks(self):
        """Return how many marks every dive has passed (AM-R9)."""
        return sum(min(self.deepest()[: self.numbers.dives]) >= row for row in self.numbers.marks)


@dataclass
class Game:
    """A whole game: the divers, the hour and the turn."""

    letters: dict
    start_die: int
    divers: list
    turn: int = 0
    player: int = 0
    over: str = ""
    seen: list = field(default_factory=list)  # points at the turn's start
    passed: int = 0  # marks of the first player at the turn's start

    @classmethod
    def begin(cls, letters, start_die, num_players, numbers, boats):
        divers = [Diver(letters, numbers, boats) for _ in range(num_players)]
        return cls(letters, start_die, divers, seen=[0] * num_players)

    @property
    def is_night(self):
        return (4 * (self.start_die - 1) + self.turn) % 24 >= 12

    def legal(self, dice):
        return self.divers[self.player].legal(dice)

    def do(self, words, dice):
        """Play an action; the next player whose turn is open decides (AM-R1)."""
        self.divers[self.player].do(words, dice, self.is_night)
        seats = [(self.player + k) % len(self.divers) for k in range(len(self.divers))]
        waiting = [seat for seat in seats if self.divers[seat].question != "waiting"]
        if waiting:
            self.player = waiting[0]
            return
        self.turn += 1
        self.seen = [diver.points() for diver in self.divers]
        self.passed = self.divers[0].marks()
        playing = [seat for seat, diver in enumerate(self.divers) if not diver.is_done]
        if self.turn == 24 or not playing:
            self.over = "all turns played" if self.turn == 24 else "all dives done"
            return
        for seat in playing:
            self.divers[seat].question = "move"
        self.player = playing[0]

    def scores(self):
        """Return the points as they are seen; alone, a missed mark costs all (AM-R1, AM-R9)."""
        if len(self.divers) == 1 and self.over:
            return [max(0, self.seen[0]) if self.passed else 0]
        return self.seen
