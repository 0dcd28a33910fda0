"""The table of the plain-Python AquaSphere: what lies where, set-up, supplies, refill."""

import copy
import tomllib
from pathlib import Path
from typing import Any

SYMBOLS = ["LAB", "TIME", "CRYSTAL", "OCTOPOD", "SUBMARINE", "RESEARCH", "PROGRAM"]
LETTERS = "ABCDEF"
START = "start"


def read_tables(path: str | Path) -> dict[str, Any]:
    return tomllib.loads(Path(path).read_text(encoding="utf-8"))


def points_for(number: int) -> int:
    return [0, 1, 3, 6, 10, 15, 21][min(number, 6)]


class Table:
    """Everything that lies on the table, and the steps without a choice."""

    def __init__(self, tables: dict[str, Any], num_players: int, dealt: dict[str, Any]) -> None:
        self.tables = tables
        self.n = num_players
        self.dealt = dealt
        self.few = num_players < 4
        self.neutrals = list(range(num_players, 4))
        self.by_count = num_players - 2  # column of tables with one entry for 2, 3, 4 players
        self.events: list[tuple[str, bool]] = []  # words and whether there was a choice
        self.asked: tuple[str, int] | None = None  # question and player
        self.left_to_move = 0
        self.letters_to_ask: list[str] = []
        self.round = 0
        self.passed: list[int] = []
        self.set_up()

    def set_up(self) -> None:
        t, d = self.tables, self.dealt
        self.stock = {what: t["stock"][what] for what in ("time", "crystals", "octopods")}
        self.labs = [dict(t["lab_expansions"]["rows"][k], id=k) for k in d["lab_deck"]]
        self.cards = [dict(t["research_cards"]["rows"][k], id=k) for k in d["research_deck"]]
        self.sectors = []
        for number in d["ring"]:
            self.sectors.append(
                {
                    "letter": LETTERS[number],
                    "lock": t["sectors"]["locks"][number],
                    "white": t["sectors"]["white"][number],
                    "control": None,
                    "station": [],
                    "submarines": [],
                    "time": 0,
                    "crystals": 0,
                    "octopods": 0,
                    "labs": [],
                    "cards": [],
                }
            )
        drawn = [LETTERS[k] for k in d["base_letters"]]
        self.players = [self.new_player(p, drawn[p]) for p in range(self.n)]
        others = [self.sector_with(letter) for letter in drawn[self.n :]]
        for sector, goods in zip(others, t["setup"]["other_sectors"], strict=False):
            for what in ("octopods", "crystals"):
                self.stock[what] -= goods[what]
                sector[what] += goods[what]
        self.neutral_left = dict.fromkeys(self.neutrals, 6)
        number = t["setup"]["neutral_submarines"][self.by_count]
        marked = others[len(others) - number :]
        for position, sector in enumerate(self.sectors):
            if any(sector is m for m in marked):
                self.add_neutral(position)
        if t["setup"]["neutral_bots"][self.by_count]:
            for sector in others:
                sector["station"].append(3)
        self.deal_stacks()
        first = d["first_player"]
        self.order = [(first + k) % self.n for k in range(self.n)]

    def new_player(self, number: int, letter: str) -> dict[str, Any]:
        t = self.tables["setup"]
        sector = self.sector_with(letter)
        for what in ("octopods", "crystals", "time"):
            self.stock[what] -= t["start_sector"][what]
            sector[what] += t["start_sector"][what]
        sector["submarines"].append(number)
        position = self.sectors.index(sector)
        locks = (sector["lock"], self.sectors[position - 1]["lock"])
        time = t["time_near_free_lock"] if 0 in locks else t["time_elsewhere"]
        self.stock["time"] -= time
        return {
            "points": 0,
            "bots": 14,
            "submarines": 5,
            "programmed": {sector["white"]},
            "time": time,
            "crystals": 0,
            "capacity": dict(self.tables["base_lab"]["capacity"]),
            "letters": {letter},
            "labs": [],
            "cards": [],
            "sideways_used": 0,
            "room": START,
            "at": position,
            "corner": 0,
            "passed": False,
        }

    def sector_with(self, letter: str) -> dict[str, Any]:
        return next(s for s in self.sectors if s["letter"] == letter)

    def deal_stacks(self) -> None:
        for sector in self.sectors:
            sector["labs"].append(self.labs.pop(0))
            sector["cards"].append(self.cards.pop(0))

    def add_neutral(self, position: int) -> None:
        for step in range(6):
            there = self.sectors[(position + step) % 6]["submarines"]
            fitting = [c for c in self.neutrals if c not in there and self.neutral_left[c] > 0]
            if fitting and len(there) < len(self.tables["submarine_spaces"]["costs"]):
                color = max(fitting, key=lambda c: (self.neutral_left[c], -c))
                self.neutral_left[color] -= 1
                there.append(color)
                return

    def lay_out_rooms(self) -> None:
        card, side = divmod(self.dealt["program_cards"][self.round], 2)
        self.rooms = self.tables["program_cards"]["rows"][card][side]
        for me in self.players:
            me["room"], me["passed"] = START, False

    def cards_of(self, me: dict[str, Any], kind: str) -> list[dict[str, Any]]:
        return [card for card in me["cards"] if card["kind"] == kind]

    def take_rewards(self, me: dict[str, Any], cards: list[dict[str, Any]]) -> None:
        for card in cards:
            self.take_time(me, card.get("time", 0))
            crystals = self.fitting(me, "crystals", card.get("crystals", 0))
            crystals = min(crystals, self.stock["crystals"])
            self.stock["crystals"] -= crystals
            me["crystals"] += crystals

    def fitting(self, me: dict[str, Any], what: str, number: int) -> int:
        return min(number, me["capacity"][what] - me[what])

    def take_time(self, me: dict[str, Any], number: int) -> None:
        number = min(self.fitting(me, "time", number), self.stock["time"])
        self.stock["time"] -= number
        me["time"] += number

    def prepare_station(self) -> None:
        tile = self.tables["center_tiles"]
        self.deal_stacks()
        for sector in self.sectors:
            self.stock["time"] += sector["time"]
            sector["time"] = 0
        turned = self.dealt["rotations"][self.round]
        beside = {(position + turned) % 6: position for position in range(6)}
        octopods = "octopods_2_or_3_players" if self.few else "octopods"
        for what, key in (("time", "time"), ("crystals", "crystals"), ("octopods", octopods)):
            for edge in range(6):
                number = min(tile[key][self.round][edge], self.stock[what])
                self.stock[what] -= number
                self.sectors[beside[edge]][what] += number
        if self.few:
            for edge in sorted(tile["neutral_edges_2_or_3_players"][self.round]):
                self.add_neutral(beside[edge])

    def adopt(self, public: dict[str, Any]) -> None:
        """Take over the table that ``public`` returned, at the beginning of a turn."""
        taken = copy.deepcopy(public)
        self.round, self.stock = taken["round"], taken["stock"]
        self.order, self.passed = taken["order"], taken["passed"]
        self.rooms, self.neutral_left = taken["rooms"], taken["neutral_left"]
        labs = {
            tile["id"]: tile for tile in self.labs + [t for s in self.sectors for t in s["labs"]]
        }
        cards = {c["id"]: c for c in self.cards + [k for s in self.sectors for k in s["cards"]]}
        for mine, there in (
            *zip(self.sectors, taken["sectors"], strict=True),
            *zip(self.players, taken["players"], strict=True),
        ):
            mine |= there
            mine["labs"] = [labs[k] for k in there["labs"]]
            mine["cards"] = [cards[k] for k in there["cards"]]
        labs_left, cards_left = taken["drawn"]
        self.labs = [labs[k] for k in self.dealt["lab_deck"][len(labs) - labs_left :]]
        self.cards = [cards[k] for k in self.dealt["research_deck"][len(cards) - cards_left :]]

    def public(self) -> dict[str, Any]:
        """Return everything on the table, in the form of ``public_of`` for a record."""
        return {
            "round": self.round,
            "stock": dict(self.stock),
            "order": list(self.order),
            "passed": [] if self.asked is None else list(self.passed),
            "rooms": list(self.rooms),
            "asked": self.asked,
            "left_to_move": self.left_to_move,
            "letters_to_ask": list(self.letters_to_ask),
            "neutral_left": dict(self.neutral_left),
            "drawn": (len(self.labs), len(self.cards)),
            "sectors": [
                {
                    **{k: s[k] for k in ("letter", "control", "time", "crystals", "octopods")},
                    "station": sorted(s["station"]),
                    "submarines": list(s["submarines"]),
                    "labs": [tile["id"] for tile in s["labs"]],
                    "cards": [card["id"] for card in s["cards"]],
                }
                for s in self.sectors
            ],
            "players": [
                {
                    **me,
                    "labs": [tile["id"] for tile in me["labs"]],
                    "cards": [card["id"] for card in me["cards"]],
                }
                for me in self.players
            ],
        }
