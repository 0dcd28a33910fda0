"""Whole positions out of the few fields that a test names: all other pieces are put somewhere.

What a test names stays as it says. The rest makes the position one of a game: every card drawn so
far lies in a stack or a hand, bots out of the supply stand in loading stations, and so on.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from aquasphere_env.games.aquasphere.components import STANDARD

from .reference_table import LETTERS, SYMBOLS, read_tables

TABLES = read_tables(STANDARD)
NOBODY = -1
KINDS = ["ROOM", "CATCH", "CROSS", "LEAVE", "LOCK", "HALF", "SIDEWAYS", "SCORING", "INSTANT"]
CAPACITIES = ["research", "crystals", "octopods", "time"]
EXIT = 5
BOTS, SUBMARINES, SPACES, EXPANSIONS = 15, 6, 4, 5

Fields = dict[str, Any]
Given = Mapping[int, Fields]


def card_id(words: str) -> int:
    """Return the first research card that has all ``words``, e.g. ``ROOM LAB time``."""
    for number, row in enumerate(TABLES["research_cards"]["rows"]):
        if set(words.split()) <= {*row, row["kind"], row.get("symbol")}:
            return number
    raise KeyError(words)


def lab_id(words: str) -> int:
    """Return the first lab expansion that has exactly ``words``, e.g. ``AB time``."""
    for number, row in enumerate(TABLES["lab_expansions"]["rows"]):
        if set(words.split()) == {row.get("letters"), *row} - {"letters", None}:
            return number
    raise KeyError(words)


def filled(items: Sequence[int], length: int) -> list[int]:
    """Return ``items`` with -1 behind them up to ``length``."""
    return [*items, *[NOBODY] * (length - len(items))]


def ids(items: Sequence[Any], find: Callable[[str], int]) -> list[int]:
    """Return the ids of ``items``, which are ids or words for ``find``, without -1."""
    return [find(item) if isinstance(item, str) else item for item in items if item != NOBODY]


class Scene:
    """The start of a game as lists and dictionaries, overridden by what a test names."""

    def __init__(self, state: Any, seats: Given, sectors: Given, table: Fields) -> None:
        self.n = int(state["num_players"])
        self.seats, self.sectors, self.table = seats, sectors, dict(table)
        self.tables = state["components"]
        self.base_letters = state["base_letters"].tolist()
        self.round = int(table.get("round_number", 0))
        self.places = [
            {name: row[name].tolist() for name in row.dtype.names} | self._of_sector(p)
            for p, row in enumerate(state["sectors"])
        ]
        self.people = [
            {name: row[name].tolist() for name in row.dtype.names} | self._of_seat(p)
            for p, row in enumerate(state["players"][: self.n])
        ]
        self._deal("cards", "research", state["research_deck"].tolist(), 4, 7)
        self._deal("labs", "lab", state["lab_deck"].tolist(), 4, 5)
        for player in range(self.n):
            self._derive(player)
            self._send_bots_out(player)
            self._send_submarines_out(player)
        self._derive_table(state)

    def _of_sector(self, position: int) -> Fields:
        given = dict(self.sectors.get(position, {}))
        for name, find in (("cards", card_id), ("labs", lab_id)):
            if name in given:
                given[name] = ids(given[name], find)
        if "submarines" in given:
            colors = [color for color in given["submarines"] if color != NOBODY]
            given["submarines"] = filled(colors, SPACES)
        return given

    def _of_seat(self, player: int) -> Fields:
        given = dict(self.seats.get(player, {}))
        if "programmed" in given:
            given["programmed"] = [int(s in given["programmed"].split()) for s in SYMBOLS]
        for name, find in (("cards", card_id), ("labs", lab_id)):
            given[name] = ids(given.get(name, []), find)
        if given.get("passed"):
            given.setdefault("engineer", EXIT)
        return given

    def _deal(self, name: str, deck_name: str, deck: list[int], high: int, hand: int) -> None:
        """Put as many of ``name`` on the table as the rounds have dealt, each of them once."""
        due = 6 * (self.round + 1)
        free_places = [p for p in range(6) if name not in self.sectors.get(p, {})]
        held = [k for me in self.people for k in me[name]]
        held += [k for p in range(6) if p not in free_places for k in self.places[p][name]]
        spare = [k for k in deck if k not in held]
        for p in free_places:
            stack = [k for k in deck[p:due:6] if k in spare]
            self.places[p][name] = stack
            spare = [k for k in spare if k not in stack]
        missing = due - len(held) - sum(len(self.places[p][name]) for p in free_places)
        for p in [p for p in free_places for _ in range(self.round + 1)]:
            if missing > 0 and len(self.places[p][name]) <= self.round:
                self.places[p][name].insert(0, spare.pop(0))
                missing -= 1
        for p in [p for p in free_places[::-1] for _ in range(self.round + 1)]:
            if missing < 0 and self.places[p][name]:
                spare.append(self.places[p][name].pop(0))
                missing += 1
        self._hand_out(name, spare, missing)
        there = [k for row in (*self.places, *self.people) for k in row[name]]
        order = [*(k for k in deck if k in there), *(k for k in deck if k not in there)]
        self.table |= {f"{deck_name}_deck": order, f"{deck_name}_drawn": due}
        for rows, length in ((self.places, high), (self.people, hand)):
            for row in rows:
                row[f"num_{name}"], row[name] = len(row[name]), filled(row[name], length)

    def _hand_out(self, name: str, spare: list[int], missing: int) -> None:
        """Give what no stack has room for to players whose hand the test does not name."""
        room = 2 if name == "cards" else EXPANSIONS  # the base lab holds two cards
        for p in range(self.n)[::-1]:
            if name not in self.seats.get(p, {}):
                while missing > 0 and len(self.people[p][name]) < room:
                    self.people[p][name].append(max(spare))  # the last ones of a file do least
                    spare.remove(max(spare))
                    missing -= 1

    def _derive(self, player: int) -> None:
        """Count what the player has, and what lab and cards give."""
        me = self.people[player]
        cards = self.tables["cards"]["kind"][me["cards"][: me["num_cards"]]].tolist()
        tiles = self.tables["labs"][me["labs"][: me["num_labs"]]]
        capacity = self.tables["base_capacity"] + tiles["capacity"].sum(0)
        shown = {self.base_letters[player], *tiles["letters"].ravel().tolist()}
        derived = {
            "kinds": [cards.count(kind) for kind in range(len(KINDS))],
            "capacity": capacity.tolist(),
            "lab_letters": [int(letter in shown) for letter in range(len(LETTERS))],
            "num_programmed": sum(me["programmed"]),
        }
        me |= {k: v for k, v in derived.items() if k not in self.seats.get(player, {})}

    def _send_bots_out(self, player: int) -> None:
        """Keep as many bots in supply as the test says; others wait in the last sectors."""
        me = self.people[player]
        at_home = BOTS - me["num_programmed"]
        out = sum((s["control"] == player) + s["loading"][player] for s in self.places)
        if "supply" not in self.seats.get(player, {}):
            me["supply"] = at_home - out
            return
        limit = int(self.tables["loading_limit"])
        free = [
            p for p in range(6)[::-1] if not {"control", "loading"} & {*self.sectors.get(p, {})}
        ]
        for p in [p for p in free for _ in range(limit)]:
            if me["supply"] + out < at_home and sum(self.places[p]["loading"]) < limit:
                self.places[p]["loading"][player] += 1
                out += 1
        for p in free:
            if me["supply"] + out < at_home and self.places[p]["control"] == NOBODY:
                self.places[p]["control"] = player
                out += 1

    def _send_submarines_out(self, player: int) -> None:
        """Keep as many submarines in supply as the test says; others lie in the last sectors."""
        me = self.people[player]
        lists = [[c for c in s["submarines"] if c != NOBODY] for s in self.places]
        if "submarines" in self.seats.get(player, {}):
            due = SUBMARINES - me["submarines"]
            for p in range(6)[::-1]:
                if "submarines" in self.sectors.get(p, {}):
                    continue
                there = sum(player in colors for colors in lists)
                if there < due and player not in lists[p]:
                    lists[p].append(player)
                elif there > due and player in lists[p]:
                    lists[p].remove(player)
        else:
            me["submarines"] = SUBMARINES - sum(player in colors for colors in lists)
        for place, colors in zip(self.places, lists, strict=True):
            place |= {"submarines": filled(colors, SPACES), "num_submarines": len(colors)}

    def _derive_table(self, state: Any) -> None:
        """Put the rest of time, crystals and octopods into stock, or the sector that is free."""
        for what in ("time", "crystals", "octopods"):
            whole = int(self.tables[f"stock_{what}"])
            held = sum(me.get(what, 0) for me in self.people)
            held += sum(me["paid"] for me in self.people) if what == "time" else 0
            rest = whole - held - sum(place[what] for place in self.places)
            in_stock = self.table.setdefault(f"stock_{what}", rest)
            free = [p for p in range(6) if what not in self.sectors.get(p, {})]
            if free:
                self.places[free[-1]][what] += rest - in_stock
        neutral = [SUBMARINES - sum(c in s["submarines"] for s in self.places) for c in range(4)]
        neutral[: self.n] = [0] * self.n
        self.table.setdefault("neutral_left", neutral)
        card = self.table.get("program_cards", state["program_cards"].tolist())[self.round]
        self.table.setdefault("rooms", self.tables["layouts"][card].tolist())
        if "turn_order" in self.table:
            self.table.setdefault("first_player", self.table["turn_order"][0])
