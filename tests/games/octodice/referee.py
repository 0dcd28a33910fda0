"""The course of a game and its scores implemented a second time: plain Python, words.

``course`` is a generator: it yields who is asked and in which phase, and is sent the answer. What
may be answered is in ``reference``.
"""

from collections import Counter

from aquasphere_env.games.octodice.state import SYMBOLS

from .reference import COLOURS, SIDES, face

OCTOPUS_BONUS = [0, 0, 1, 3, 6, 10, 15]
BOT_POINTS = [1, 2]


class Sheet:
    """A player's sheet and markers; ``lab`` holds the names of the tiles, level by level."""

    def __init__(self, lab):
        self.lab = lab
        self.crystals = self.research = 0
        self.markers = dict.fromkeys(SIDES, -1)
        self.bots = Counter()
        self.submarines = set()
        self.octopuses = [0, 0, 0]
        self.rights = 2
        self.earned = Counter()

    @property
    def functions(self):
        """The tiles reached, by name."""
        columns = zip(*self.lab, strict=True)
        reached = zip(columns, self.markers.values(), strict=True)
        return {tile for column, level in reached for tile in column[: level + 1]}

    def carry_out(self, effect):
        """Mark and score a main action such as ``bot red by Flexi-Tec``."""
        functions = self.functions
        kind, _, rest = effect.partition(" ")
        what = rest.split(" by ")[0]
        if kind == "crystal":
            self.crystals += 1
            self.earned[kind] += int(what) + ("D1" in functions)
        elif kind == "research":
            self.research += 1
            self.earned[kind] += self.research + ("B2" in functions)
        elif kind == "lab":
            self.markers[what] += 1
            self.earned[kind] += "E1" in functions
        elif kind == "bot":
            self.earned[kind] += BOT_POINTS[self.bots[what]] + ("D2" in functions)
            self.bots[what] += 1
        else:
            self.submarines.add(what)
            self.earned[kind] += "C1" in functions

    def catch(self, octopuses, third):
        self.octopuses[third] = min(2, self.octopuses[third] + octopuses)
        points = OCTOPUS_BONUS[min(octopuses, 6)]
        self.earned["octopus"] += points + (points > 0 and "A2" in self.functions)

    def score_third(self, third):
        self.earned["interim"] += sum(self.bots[colour] for colour in self.submarines)
        if self.octopuses[third] < 2:
            self.earned["missing octopuses"] -= 2
        self.rights = 2

    def worth(self, tile):
        """Return what the tile G1 to H2 scores."""
        levels = self.markers.values()
        complete_rows = min(levels) + 1
        return {
            "G1": [0, 3, 5, 7][sum(level == 2 for level in levels)],
            "G2": [0, 4, 6, 7][complete_rows],
            "H1": [0, 1, 2, 4][self.octopuses.count(2)],
            "H2": len(self.submarines),
        }[tile]

    def row(self):
        """Return everything as numbers, as the fields of a player in the state."""
        return {
            "crystals": self.crystals,
            "research": self.research,
            "markers": list(self.markers.values()),
            "bots": [self.bots[colour] for colour in COLOURS],
            "submarines": [int(colour in self.submarines) for colour in COLOURS],
            "octopuses": self.octopuses,
            "bonus_used": 2 - self.rights,
            "points": self.earned.total(),
        }


class Table:
    """A game from the first keep of a turn on; ``state`` shows the dice, which chance decides."""

    def __init__(self, state, lab):
        self.state = state
        self.seats = int(state["num_players"])
        self.virtual = bool(state["virtual_player"])
        self.round, self.active = int(state["round_number"]), int(state["active_player"])
        self.sheets = [Sheet(lab) for _ in range(self.seats)]
        self.spent, self.used = set(), []  # functions, and pairs of symbol and black die
        self.turns = 3 if self.seats == 1 else 2

    @property
    def third(self):
        return self.round // self.turns


def course(table):
    """Yield every question ``(seat, phase)`` from the turn of ``table`` on; take the answers."""
    first = table.round * table.seats + table.active
    for number in range(first, 3 * table.turns * table.seats):
        table.round, table.active = divmod(number, table.seats)
        yield from turn(table)
        is_round_over = table.active == table.seats - 1
        if is_round_over and table.round % table.turns == table.turns - 1:
            for sheet in table.sheets:
                sheet.score_third(table.third)
    yield from super_tiles(table)
    score_crystals(table)
    for sheet in table.sheets:
        for tile in sheet.functions & {"G1", "G2", "H1", "H2"}:
            sheet.earned["lab tiles"] += sheet.worth(tile)


def turn(table):
    sheet = table.sheets[table.active]
    yield table.active, "first keep"
    yield table.active, "second keep"
    white = [SYMBOLS[symbol] for symbol in table.state["white"]]
    black = [face(table.state, die) for die in range(3)]
    while len(table.used) < 2:
        words = yield table.active, "main"
        if words == "done":
            break
        effect, _, die = words.partition(" with black ")
        use(table, sheet, effect, int(die) - 1, black)
        sheet.carry_out(effect)
    submarines = white.count("submarine") - ("C2" in table.spent)
    extra = ("F1" in sheet.functions and submarines > 0) + ("F2" in sheet.functions)
    sheet.catch(white.count("octopus") + black.count(None) + extra, table.third)
    table.spent, table.used = set(), []
    for step in range(1, table.seats):
        yield from bonus(table, (table.active + step) % table.seats, "bonus")
    for step in range(2 if table.virtual else 0):
        yield from bonus(table, (table.active + step) % 2, "virtual bonus")


def use(table, sheet, effect, die, black):
    """Note the dice and functions that ``effect`` uses up."""
    kind, _, function = effect.partition(" by ")
    symbol = {"Flexi-Tec": "research", "Flexi-Sub": "submarine"}.get(function, kind.split()[0])
    table.used.append((symbol, die))
    if function:
        table.spent.add("B1" if function == "Flexi-Tec" else "C2")
    if not allows(black[die], sheet, *kind.split()):
        table.spent.add("A1")


def allows(shown, sheet, kind, what=None):
    """Return whether a face does for an action as it is, without Flexi-Lab."""
    colour, number = shown
    if kind == "crystal":
        return int(what) == number
    if kind == "research":
        return COLOURS[sheet.research] == colour
    if kind == "lab":
        return "E2" in sheet.functions or sheet.markers[what] + 1 == number
    return what == colour


def bonus(table, seat, phase):
    sheet = table.sheets[seat]
    if sheet.rights == 0:
        return
    words = yield seat, phase
    if words == "done":
        return
    sheet.rights -= 1
    kind = words.removeprefix("bonus ")
    if kind.startswith("octopus"):
        sheet.catch(int(kind[-1]), table.third)
    else:
        sheet.carry_out(kind)


def super_tiles(table):
    for seat, sheet in enumerate(table.sheets):
        if "I2" in sheet.functions:
            words = yield seat, "super-copy"
            level_2 = {tile[0]: tile for tile in sheet.lab[2]}
            sheet.earned["lab tiles"] += sheet.worth(level_2[words[-1]])
        if "I1" in sheet.functions and min(sheet.markers.values()) < 2:
            words = yield seat, "super-level"
            sheet.markers[words.split()[-1]] = 2


def score_crystals(table):
    """Hand out 4 and 2 points down the ranking, shared where it is tied."""
    ranking = sorted({sheet.crystals for sheet in table.sheets}, reverse=True)
    places = [4, 2, 0, 0] if table.seats > 1 else [0]
    for crystals in ranking:
        tied = [sheet for sheet in table.sheets if sheet.crystals == crystals]
        total = sum(places[: len(tied)])
        places = places[len(tied) :]
        for sheet in tied if crystals else []:
            sheet.earned["crystal places"] += (total + len(tied) - 1) // len(tied)
