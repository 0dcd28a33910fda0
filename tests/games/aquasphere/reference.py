"""AquaSphere a second time, in plain Python, written from the rulebook and the rulings alone.

Dictionaries, lists and sets; a game is one generator that yields the words of the legal actions
whenever a player has a choice. It shares nothing with the kernels but the component file and the
words of the actions, so a difference between the two is a mistake in one of them.
"""

from collections.abc import Generator
from typing import Any

from .reference_table import START, SYMBOLS, Table, points_for

Asking = Generator[set[str], str, Any]


class Reference(Table):
    """A game; ``options`` are the words that may be given to ``play``, empty at the end."""

    def __init__(
        self,
        tables: dict[str, Any],
        num_players: int,
        dealt: dict[str, Any],
        public: dict[str, Any] | None = None,
    ) -> None:
        """Begin as ``dealt``, or with the turn that is open in ``public``."""
        super().__init__(tables, num_players, dealt)
        self.options: set[str] = set()
        first = None
        if public is not None:
            self.adopt(public)
            _, first = public["asked"]
        self.flow = self.whole_game(first)
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

    # ------------------------------------------------------------- the course

    def whole_game(self, first: int | None) -> Asking:
        begun = self.round
        for self.round in range(begun, 4):
            if first is None:
                self.lay_out_rooms()
                self.passed = []
            passed = yield from self.one_round(self.order[0] if first is None else first)
            first = None
            yield from self.intermediate_scoring()
            if self.round < 3:
                self.prepare_station()
                self.order = passed
        self.final_scoring()

    def one_round(self, first: int) -> Asking:
        place = self.order.index(first)
        while len(self.passed) < self.n:
            player = self.order[place % self.n]
            if player not in self.passed:
                yield from self.turn(player)
            place += 1
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

    def final_scoring(self) -> None:
        for me in self.players:
            me["points"] += points_for(len(me["letters"])) + me["time"]
            me["points"] += 5 * (me["submarines"] == 0) + 5 * (len(me["labs"]) == 5)

    def result(self) -> list[tuple[int, int, int]]:
        return [
            (me["points"], len(self.control_spaces(p)), me["crystals"])
            for p, me in enumerate(self.players)
        ]
