"""AquaSphere a second time, in plain Python, written from the rulebook and the rulings alone.

Dictionaries, lists and sets; a game is one generator that yields the words of the legal actions
whenever somebody has a choice. It shares nothing with the kernels but the component file and the
words of the actions, so a difference between the two is a mistake in one of them.
"""

import tomllib
from collections.abc import Generator
from pathlib import Path
from typing import Any

SYMBOLS = ["LAB", "TIME", "CRYSTAL", "OCTOPOD", "SUBMARINE", "RESEARCH", "PROGRAM"]
LETTERS = "ABCDEF"
START = "start"

Asking = Generator[set[str], str, Any]


def read_tables(path: str | Path) -> dict[str, Any]:
    return tomllib.loads(Path(path).read_text(encoding="utf-8"))


def points_for(number: int) -> int:
    return [0, 1, 3, 6, 10, 15, 21][min(number, 6)]


class Reference:
    """A game; ``options`` are the words that may be given to ``play``, empty at the end."""

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
        self.options: set[str] = set()
        self.set_up()
        self.flow = self.whole_game()
        self._go_on(None)

    def play(self, words: str) -> None:
        assert words in self.options, (words, self.options)
        self.events.append((words, True))
        self._go_on(words)

    def _go_on(self, words: str | None) -> None:
        try:
            self.options = self.flow.send(words)
        except StopIteration:
            self.options = set()
            self.asked = None

    def ask(self, question: str, player: int, options: set[str]) -> Asking:
        self.asked = (question, player)
        if len(options) == 1:
            (only,) = options
            self.events.append((only, False))
            return only
        answer = yield options
        return answer

    # ---------------------------------------------------------------- set-up

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

    # ------------------------------------------------------------- the course

    def whole_game(self) -> Asking:
        for self.round in range(4):
            self.lay_out_rooms()
            passed = yield from self.one_round()
            yield from self.intermediate_scoring()
            if self.round < 3:
                self.prepare_station()
                self.order = passed
        self.final_scoring()

    def lay_out_rooms(self) -> None:
        card, side = divmod(self.dealt["program_cards"][self.round], 2)
        self.rooms = self.tables["program_cards"]["rows"][card][side]
        for me in self.players:
            me["room"], me["passed"] = START, False

    def one_round(self) -> Asking:
        self.passed: list[int] = []
        while len(self.passed) < self.n:
            for player in self.order:
                if player not in self.passed:
                    yield from self.turn(player)
        return self.passed

    def turn(self, player: int) -> Asking:
        me = self.players[player]
        while True:
            choice = yield from self.ask("TURN", player, self.turn_options(player))
            if not choice.startswith("return"):
                break
            me["programmed"].remove(choice.split()[-1])
            me["bots"] += 1
            self.take_time(me, 2)
        words = choice.split()
        if words[0] == "engineer":
            yield from self.move_engineer(player, int(words[-1]))
        elif words[0] == "pay":
            me["time"] -= 3
            self.stock["time"] += 2
            me["corner"] = 1
            yield from self.program(player, words[-1])
        elif words[0] == "act":
            yield from self.act(player, int(words[3]), words[-1])
        else:
            me["passed"] = True
            self.passed.append(player)

    def turn_options(self, player: int) -> set[str]:
        me = self.players[player]
        hq = self.tables["headquarters"]
        arrows = hq["start"] if me["room"] == START else hq["arrows"][me["room"]]
        targets = set(arrows)
        if len(self.cards_of(me, "SIDEWAYS")) > me["sideways_used"]:
            for a, b in hq["sideways"]:
                targets |= {b} if a == me["room"] else {a} if b == me["room"] else set()
        free = set(SYMBOLS) - me["programmed"]
        options = {f"engineer to room {r}" for r in targets if self.rooms[r] in free}
        if not me["corner"] and me["time"] >= 3 and me["bots"] > 0:
            options |= {f"pay 3 time to program {symbol}" for symbol in free}
        options |= {f"return the bot on {symbol}" for symbol in me["programmed"]}
        for position in range(6):
            for symbol in me["programmed"]:
                if self.may_act(player, position, symbol):
                    options.add(f"act in position {position} with {symbol}")
        if me["room"] in hq["exits"]:
            options.add("pass")
        return options

    # ------------------------------------------------------------ programming

    def move_engineer(self, player: int, room: int) -> Asking:
        me = self.players[player]
        hq = self.tables["headquarters"]
        if room not in (hq["start"] if me["room"] == START else hq["arrows"][me["room"]]):
            me["sideways_used"] += 1
        me["room"] = room
        symbol = self.rooms[room]
        cards = [c for c in self.cards_of(me, "ROOM") if c["symbol"] == symbol]
        self.take_rewards(me, cards)
        yield from self.program(player, symbol)
        for card in cards:
            yield from self.gain(player, card.get("points", 0))

    def program(self, player: int, symbol: str) -> Asking:
        me = self.players[player]
        if me["bots"] == 0:
            return
        me["bots"] -= 1
        me["programmed"].add(symbol)
        if len(me["programmed"]) == 3:
            options = {f"return the bot on {s}" for s in me["programmed"]}
            choice = yield from self.ask("THIRD_BOT", player, options)
            me["programmed"].remove(choice.split()[-1])
            me["bots"] += 1
            self.take_time(me, 2)

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

    # ---------------------------------------------------------- the red lines

    def gain(self, player: int, points: int) -> Asking:
        me = self.players[player]
        while points > 0:
            if (me["points"] + 1) % 10 == 0:  # a red line stands before the next space
                self.left_to_move = points
                options = {"stop at the line"}
                if me["crystals"]:
                    options.add("pay a crystal")
                else:
                    options |= {f"return the bot on {s}" for s in me["programmed"]}
                choice = yield from self.ask("RED_LINE", player, options)
                self.left_to_move = 0
                if choice == "stop at the line":
                    return
                if choice == "pay a crystal":
                    me["crystals"] -= 1
                    self.stock["crystals"] += 1
                else:
                    me["programmed"].remove(choice.split()[-1])
                    me["bots"] += 1
            me["points"] += 1
            points -= 1

    # ------------------------------------------------------------ the station

    def walk(self, me: dict[str, Any], goal: int) -> int:
        """Time for the cheapest route, by trying steps from the nearest place known."""
        cross = bool(self.cards_of(me, "CROSS"))
        free = bool(self.cards_of(me, "LOCK"))
        best = {me["at"]: 0}
        open_places = [me["at"]]
        while open_places:
            here = min(open_places, key=lambda p: best[p])
            open_places.remove(here)
            steps = [((here + 1) % 6, self.sectors[here]["lock"])]
            steps.append(((here - 1) % 6, self.sectors[here - 1]["lock"]))
            steps = [(p, 0 if free and lock == 2 else lock) for p, lock in steps]
            if cross:
                steps.append(((here + 3) % 6, 1))
            for there, price in steps:
                if best[here] + price < best.get(there, 1000):
                    best[there] = best[here] + price
                    open_places.append(there)
        return best[goal]

    def berth(self, me: dict[str, Any], sector: dict[str, Any]) -> int | None:
        costs = self.tables["submarine_spaces"]["costs"]
        taken = len(sector["submarines"])
        if taken == len(costs):
            return None
        return costs[taken] // 2 if self.cards_of(me, "HALF") else costs[taken]

    def may_act(self, player: int, position: int, symbol: str) -> bool:
        me, sector = self.players[player], self.sectors[position]
        left = me["time"] - self.walk(me, position)
        if left < 0:
            return False
        if symbol == "LAB":
            return len(me["labs"]) < 5
        if symbol == "RESEARCH":
            return bool(sector["cards"]) and len(me["cards"]) < me["capacity"]["research"]
        if symbol == "SUBMARINE":
            price = self.berth(me, sector)
            own = player in sector["submarines"]
            return bool(me["submarines"]) and not own and price is not None and price <= left
        return True

    def act(self, player: int, position: int, symbol: str) -> Asking:
        me, sector = self.players[player], self.sectors[position]
        price = self.walk(me, position)
        me["time"] -= price
        self.stock["time"] += price
        me["at"] = position
        me["programmed"].remove(symbol)
        yield from self.send_bot(player, sector)
        yield from getattr(self, f"do_{symbol.lower()}")(player, me, sector)

    def send_bot(self, player: int, sector: dict[str, Any]) -> Asking:
        foreign = 0
        if sector["control"] is not None:
            sector["station"].append(sector["control"])
        sector["control"] = player
        if len(sector["station"]) > self.tables["loading_stations"]["limits"][self.by_count]:
            for color in range(self.n):
                while sector["station"].count(color) > 1:
                    sector["station"].remove(color)
                    self.players[color]["bots"] += 1
                    foreign += color != player
        for card in self.cards_of(self.players[player], "LEAVE"):
            yield from self.gain(player, foreign * card["points"])

    def do_lab(self, player: int, me: dict[str, Any], sector: dict[str, Any]) -> Asking:
        if not sector["labs"]:
            return
        tile = sector["labs"].pop()
        me["labs"].append(tile)
        for what in me["capacity"]:
            me["capacity"][what] += tile.get(what, 0)
        self.letters_to_ask = list(tile.get("letters", ""))
        me["letters"] |= set(self.letters_to_ask)
        while self.letters_to_ask and me["bots"]:
            choice = yield from self.ask("LETTER", player, {"letter yes", "letter no"})
            letter = self.letters_to_ask.pop(0)
            if choice == "letter yes":
                me["bots"] -= 1
                yield from self.send_bot(player, self.sector_with(letter))
        self.letters_to_ask = []

    def do_time(self, player: int, me: dict[str, Any], sector: dict[str, Any]) -> Asking:
        there = self.fitting(me, "time", sector["time"])
        sector["time"] -= there
        me["time"] += there
        if there < 2:
            self.take_time(me, 2 - there)
        yield from ()

    def do_crystal(self, player: int, me: dict[str, Any], sector: dict[str, Any]) -> Asking:
        number = self.fitting(me, "crystals", sector["crystals"])
        sector["crystals"] -= number
        me["crystals"] += number
        yield from ()

    def do_octopod(self, player: int, me: dict[str, Any], sector: dict[str, Any]) -> Asking:
        most = min(sector["octopods"], me["capacity"]["octopods"])
        options = {f"catch {k} octopods" for k in range(most + 1)}
        choice = yield from self.ask("CATCH", player, options)
        number = int(choice.split()[1])
        sector["octopods"] -= number
        self.stock["octopods"] += number
        cards = self.cards_of(me, "CATCH") if number else []
        self.take_rewards(me, cards)
        yield from self.gain(player, points_for(number))
        for card in cards:
            yield from self.gain(player, card.get("points", 0))

    def do_submarine(self, player: int, me: dict[str, Any], sector: dict[str, Any]) -> Asking:
        price = self.berth(me, sector)
        me["time"] -= price
        self.stock["time"] += price
        me["submarines"] -= 1
        sector["submarines"].append(player)
        yield from self.gain(player, self.tables["center_tiles"]["bulbs"][self.round])

    def do_research(self, player: int, me: dict[str, Any], sector: dict[str, Any]) -> Asking:
        card = sector["cards"].pop()
        me["cards"].append(card)
        if card["kind"] == "INSTANT":
            self.take_time(me, card["time"])
            yield from self.program_or_time(player, card["symbol"])
        yield from self.gain(player, self.tables["center_tiles"]["bulbs"][self.round])

    def do_program(self, player: int, me: dict[str, Any], sector: dict[str, Any]) -> Asking:
        yield from self.program_or_time(player, sector["white"])

    def program_or_time(self, player: int, symbol: str) -> Asking:
        if symbol in self.players[player]["programmed"]:
            self.take_time(self.players[player], 2)
        else:
            yield from self.program(player, symbol)

    # -------------------------------------------------------------- scoring

    def intermediate_scoring(self) -> Asking:
        for me in self.players:
            self.stock["time"] += me["corner"]
            me["corner"] = 0
        for player in self.order:
            yield from self.income(player)
        sums = [self.scoring_sum(player) for player in range(self.n)]
        for player in self.order:
            if sums[player] > 0:
                yield from self.gain(player, sums[player])
            for _ in range(-sums[player]):
                if self.players[player]["points"] % 10:
                    self.players[player]["points"] -= 1

    def income(self, player: int) -> Asking:
        me = self.players[player]
        unused = [card["symbol"] for card in self.cards_of(me, "SCORING")]
        taken = False
        while True:
            options = {"scoring done" if taken else "take scoring time"}
            if me["time"] and me["bots"]:
                options |= {f"scoring card for {s}" for s in set(unused) - me["programmed"]}
            choice = yield from self.ask("SCORING", player, options)
            if choice == "scoring done":
                return
            if choice == "take scoring time":
                taken = True
                self.take_time(me, 6 - me["submarines"])
            else:
                symbol = choice.split()[-1]
                unused.remove(symbol)
                me["time"] -= 1
                self.stock["time"] += 1
                yield from self.program(player, symbol)

    def control_spaces(self, player: int) -> list[dict[str, Any]]:
        return [s for s in self.sectors if s["control"] == player]

    def scoring_sum(self, player: int) -> int:
        me = self.players[player]
        held = [len(self.control_spaces(p)) for p in range(self.n)]
        total = 0
        if held[player] and held[player] == max(held):
            total += 6 if held.count(max(held)) == 1 else 3
        covered = min(me["bots"], 14)
        caps = [0, *self.tables["bots_in_play"]["caps"]]
        total += min(14 - covered, caps[6 - me["submarines"]])
        total += points_for(me["crystals"])
        return total - sum(points_for(s["octopods"]) for s in self.control_spaces(player))

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

    def final_scoring(self) -> None:
        for me in self.players:
            me["points"] += points_for(len(me["letters"])) + me["time"]
            me["points"] += 5 * (me["submarines"] == 0) + 5 * (len(me["labs"]) == 5)

    def result(self) -> list[tuple[int, int, int]]:
        return [
            (me["points"], len(self.control_spaces(p)), me["crystals"])
            for p, me in enumerate(self.players)
        ]

    # -------------------------------------------------------------- comparing

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


def public_of(record: Any) -> dict[str, Any]:
    """Return a state record in the form of ``Reference.public``."""
    n = int(record["num_players"])
    over = bool(record["terminated"])
    question = int(record["question"])
    names = ["TURN", "THIRD_BOT", "RED_LINE", "LETTER", "CATCH", "SCORING"]
    asked = None if over else (names[question], int(record["current_player"]))
    moving = asked is not None and asked[0] == "RED_LINE"
    return {
        "round": int(record["round_number"]),
        "stock": {w: int(record[f"stock_{w}"]) for w in ("time", "crystals", "octopods")},
        "order": _ints(record["turn_order"])[:n],
        "passed": [] if over else _ints(record["pass_order"])[: int(record["num_passed"])],
        "rooms": [SYMBOLS[s] for s in record["rooms"]],
        "asked": asked,
        "left_to_move": int(record["gains"][0]) if moving else 0,
        "letters_to_ask": [LETTERS[k] for k in record["letters"] if k >= 0],
        "neutral_left": {c: int(record["neutral_left"][c]) for c in range(n, 4)},
        "drawn": (30 - int(record["lab_drawn"]), 41 - int(record["research_drawn"])),
        "sectors": [
            _sector_of(s, LETTERS[k])
            for s, k in zip(record["sectors"], record["ring"], strict=True)
        ],
        "players": [_player_of(me) for me in record["players"][:n]],
    }


def _ints(values: Any) -> list[int]:
    return [int(v) for v in values]


def _sector_of(s: Any, letter: str) -> dict[str, Any]:
    return {
        "letter": letter,
        "control": None if s["control"] < 0 else int(s["control"]),
        **{what: int(s[what]) for what in ("time", "crystals", "octopods")},
        "station": [c for c in range(4) for _ in range(s["loading"][c])],
        "submarines": _ints(s["submarines"][: s["num_submarines"]]),
        "labs": _ints(s["labs"][: s["num_labs"]]),
        "cards": _ints(s["cards"][: s["num_cards"]]),
    }


def _player_of(me: Any) -> dict[str, Any]:
    what = ("research", "crystals", "octopods", "time")
    return {
        "points": int(me["score"]),
        "bots": int(me["supply"]),
        "submarines": int(me["submarines"]),
        "programmed": {s for s, there in zip(SYMBOLS, me["programmed"], strict=True) if there},
        "time": int(me["time"]),
        "crystals": int(me["crystals"]),
        "capacity": dict(zip(what, _ints(me["capacity"]), strict=True)),
        "letters": {k for k, there in zip(LETTERS, me["lab_letters"], strict=True) if there},
        "labs": _ints(me["labs"][: me["num_labs"]]),
        "cards": _ints(me["cards"][: me["num_cards"]]),
        "sideways_used": int(me["sideways_used"]),
        "room": START if me["engineer"] == 7 else int(me["engineer"]),
        "at": int(me["scientist"]),
        "corner": int(me["paid"]),
        "passed": bool(me["passed"]),
    }
