"""An independent oracle of random reefs: the same draws of chance, with sets of squares.

Wrecks come first, then flags, rocks, and the rest; each square is drawn until it may be taken.
A wreck that does not grow to its size in 10,000 squares, as in a corner cut off, begins once more.
Rocks leave all other squares in one piece, and of those that would lie alone one in three is kept.
"""

from .positions import BOATS, EVERYWHERE, beside

COUNTS = {  # in the order in which they are drawn
    **{"W": 6, "X": 5, "Y": 4, "Z": 2, "1": 1, "2": 1, "3": 1, "4": 1, "5": 1, "6": 1, "#": 88},
    **{"f": 34, "P": 18, "O": 18, "j": 12, "a": 11, "s": 4, "c": 4, "b": 4},
}
ROWS = {**dict.fromkeys("123", (6, 9)), **dict.fromkeys("45", (12, 16)), "6": (19, 21)}
TRIES = 10_000
WORD = 2**64


def mixed(word):
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 % WORD
    word = (word ^ word >> 27) * 0x94D049BB133111EB % WORD
    return word ^ word >> 31


class Source:
    """SplitMix64, as published, and Lemire's way to a range."""

    def __init__(self, seed):
        self.word = mixed(seed)

    def below(self, bound):
        self.word = (self.word + 0x9E3779B97F4A7C15) % WORD
        return (mixed(self.word) >> 32) * bound >> 32


def is_one_piece(squares):
    """Return whether the squares are orthogonally connected."""
    left = set(squares)
    edge = [left.pop()]
    while edge:
        found = beside(edge.pop()) & left
        left -= found
        edge += found
    return not left


class Reef:
    """A reef that is being drawn: letters by square, and the chance that draws them."""

    def __init__(self, seed):
        self.letters = dict.fromkeys(EVERYWHERE, ".")
        self.source = Source(seed)

    def plain_square(self, letter):
        """Draw squares until one is empty and not under a boat."""
        first, last = ROWS.get(letter, (0, 21))
        while True:
            square = first + self.source.below(last - first + 1), self.source.below(22)
            boat = square[0] == 0 and square[1] in BOATS
            if self.letters[square] == "." and not boat:
                return square

    def draw_wreck(self, letter):
        parts, tries = set(), 0
        while len(parts) < COUNTS[letter]:
            if tries == TRIES:
                parts, tries = set(), 0
            tries += 1
            square = self.plain_square(letter)
            if not parts or (square not in parts and beside(square) & parts):
                parts.add(square)
        self.letters.update(dict.fromkeys(parts, letter))

    def draw_rock(self):
        square = self.plain_square("#")
        may_be_alone = self.source.below(3) == 0
        if not may_be_alone and all(self.letters[s] != "#" for s in beside(square)):
            return
        if is_one_piece(s for s in EVERYWHERE if self.letters[s] != "#" and s != square):
            self.letters[square] = "#"


def draw_reef(seed):
    """Return letters by square of the reef of ``seed``, and the start die and dice after it."""
    reef = Reef(seed)
    for letter, count in COUNTS.items():
        if letter in "WXYZ":
            reef.draw_wreck(letter)
            continue
        while sum(found == letter for found in reef.letters.values()) < count:
            if letter == "#":
                reef.draw_rock()
            else:
                reef.letters[reef.plain_square(letter)] = letter
    dice = [1 + reef.source.below(6) for _ in range(3)]
    return reef.letters, dice


def rows_of(letters):
    return ["".join(letters[r, c] for c in range(22)) for r in range(22)]
