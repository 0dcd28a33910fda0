"""Aquanauts once more, in plain Python and another shape: what the kernels are compared with.

The game is a generator that yields ``(player, options)``, options in the words of the action
table, and is sent the chosen words. It reads the component file itself.
"""

import tomllib
from collections import Counter
from collections.abc import Callable, Generator, Iterable
from itertools import combinations_with_replacement
from typing import Any

from aquasphere_env.games.aquanauts.components import STANDARD_SET

NAMES = {
    **{"P": "power", "A": "algae", "O": "oxygen", "B": "building material", "S": "sample"},
    **{"GH": "Generator Hall", "AV": "Algae Vat", "KB": "Kelp Beds", "ST": "Stockpile"},
    **{"EP": "Electrolysis Plant", "GA": "Gardens", "WL": "Wet Lab", "CB": "Collection Bay"},
    "DL": "Dive Lock",
}
TOUCHING = {"A": {"E": "B", "S": "D"}, "B": {"E": "C", "S": "E"}, "D": {"E": "E"}}
OPPOSITE = {"E": "W", "S": "N"}
Choice = Generator[tuple[int, list[str]], str, Any]
SETS = [
    "".join(tokens) for size in range(1, 7) for tokens in combinations_with_replacement("AOS", size)
]


class Player:
    def __init__(self, tokens: str) -> None:
        self.store = Counter(tokens)
        self.grid: dict[str, dict[str, Any]] = {}
        self.papers: list[dict[str, Any]] = []
        self.tokens = 0  # contribution points
        self.robots = 2
        self.aquanaut = "pod"

    def gain(self, tokens: Iterable[str]) -> None:
        for token in tokens:
            if token == "V":
                self.tokens += 1
            else:
                self.store[token] += 1

    def has(self, cost: str) -> bool:
        return Counter(cost) <= self.store

    def pay(self, cost: str) -> None:
        assert self.has(cost)
        self.store -= Counter(cost)

    @property
    def limit(self) -> int:
        return 15 if any(t["label"] == "Storage Unit" for t in self.grid.values()) else 10

    @property
    def excess(self) -> int:
        return self.store.total() - self.limit

    @property
    def score(self) -> int:
        return self.tokens + sum(paper["points"] for paper in self.papers)


class Reference:
    def __init__(
        self,
        num_players: int,
        deal: dict[str, Any],
        max_rounds: int,
        shuffled: Callable[[int], list[int]],
        components: str | None = None,
    ) -> None:
        """``shuffled(n)`` is asked for the new stack, top last, with ``n`` tiles on the track.

        ``components`` is the text of a component file, the standard one's if there is none.
        """
        tables = tomllib.loads(components or STANDARD_SET.read_text(encoding="utf-8"))
        self.n = num_players
        self.max_rounds = max_rounds
        self.shuffled = shuffled
        self.board = {row["id"]: row for row in tables["research_board"]["rows"]}
        self.board_nodes = tables["research_nodes"]["rows"]
        self.grid_nodes = tables["grid_nodes"]["rows"]
        self.pod = tables["living_pod"]["cost"]
        self.stock_limit = tables["stockpile"]["limit"]
        self.tiles = tables["facilities"]["rows"]
        self.stack = [self.tiles[k] for k in deal["tile_stack"] if k >= 0]
        self.papers = tables["papers"]["rows"]
        self.deck = [self.papers[k] for k in deal["paper_deck"]]
        self.objectives = [tables["objectives"]["rows"][k] for k in deal["objectives"]]
        self.claimed: list[int | None] = [None, None, None]
        self.first = deal["first_player"]
        key = {2: "two_players", 3: "three_players", 4: "four_players"}[num_players]
        start = tables["start"][key]
        self.players = [Player(start[(p - self.first) % self.n]) for p in range(self.n)]
        self.discards: list[dict[str, Any]] = []
        self.track: list[Any] = [self.stack.pop() for _ in range(5)]
        self.open: list[Any] = [self.deck.pop() for _ in range(4)]
        self.stock: Counter[str] = Counter()
        self.occupied: dict[str, int] = {}
        self.bays: list[Any] = [None] * 4
        self.dock: list[int] = []
        self.round = 0

    def clockwise(self, player: int) -> list[int]:
        return [(player + k) % self.n for k in range(self.n)]

    @staticmethod
    def ask(player: int, options: list[str]) -> Choice:
        assert options
        if len(options) == 1:
            return options[0]
        answer = yield player, options
        assert answer in options
        return answer

    def game(self, turn: int | None = None) -> Choice:
        """``turn`` places the next worker of a round that has begun; without it a round begins."""
        while True:
            if turn is None:
                turn = yield from self.systems()
            while any(q.robots or q.aquanaut == "ready" for q in self.players):
                if self.players[turn].robots or self.players[turn].aquanaut == "ready":
                    yield from self.placement(turn)
                    yield from self.discards_from(turn)
                turn = (turn + 1) % self.n
            turn = None
            self.round += 1
            if any(len(q.papers) == 4 for q in self.players) or self.round == self.max_rounds:
                return

    def systems(self) -> Choice:
        if self.round:
            self.refresh()
        self.to_stock("P")
        for player in self.players:
            player.robots, player.aquanaut = 2, "pod"
        self.occupied = {}
        order = self.clockwise(self.first)
        for p in order:
            yield from self.automated(p)
            yield from self.discards_from(p)
        return order[0]

    def discards_from(self, p: int) -> Choice:
        for q in self.clockwise(p):
            yield from self.discard(q)

    def to_stock(self, token: str) -> None:
        if self.stock.total() < self.stock_limit:
            self.stock[token] += 1

    def refresh(self) -> None:
        if self.track[0] is not None:
            self.discards.append(self.track[0])
        self.track = [tile for tile in self.track[1:] if tile is not None]
        while len(self.track) < 5:
            if not self.stack:
                self.stack = [self.tiles[k] for k in self.shuffled(len(self.track))]
                assert sorted(t["id"] for t in self.stack) == sorted(t["id"] for t in self.discards)
                self.discards = []
            self.track.append(self.stack.pop())

    def discard(self, p: int) -> Choice:
        me = self.players[p]
        lowest = 0
        while me.excess > 0:
            order = "PAOBS"
            kinds = [
                k
                for k in range(lowest, 5)
                if me.store[order[k]] and sum(me.store[t] for t in order[k:]) >= me.excess
            ]
            words = yield from self.ask(p, [f"discard {NAMES[order[k]]}" for k in kinds])
            lowest = next(k for k in kinds if words == f"discard {NAMES[order[k]]}")
            me.pay(order[lowest])
            self.to_stock(order[lowest])

    def live(self, me: Player) -> set[str]:
        reached = {p for p in "AD" if p in me.grid and "W" in me.grid[p]["connectors"]}
        while True:
            more = set()
            for a, sides in TOUCHING.items():
                for side, b in sides.items():
                    joined = (
                        a in me.grid
                        and b in me.grid
                        and side in me.grid[a]["connectors"]
                        and OPPOSITE[side] in me.grid[b]["connectors"]
                    )
                    if joined and (a in reached) != (b in reached):
                        more |= {a, b}
            if not more:
                return reached
            reached |= more

    def automated(self, p: int) -> Choice:
        me = self.players[p]
        live = self.live(me)
        for node in self.grid_nodes:
            place = node["place"]
            if place in live and node["side"] in me.grid[place]["connectors"]:
                me.gain(node["pays"])
        costly = []
        for place, tile in sorted(me.grid.items()):
            if tile["run"]:
                costly.append((place, tile["run"], tile["output"]))
            else:
                me.gain(tile["output"])
        left = [*costly, ("pod", self.pod, "")]
        while True:
            now = []
            for item in left:
                twins = [i for i in left if i[1:] == item[1:]]
                if me.has(item[1]) and twins[0] is item:
                    now.append(item)
            if not now:
                return
            words = ["wake the aquanaut" if i[0] == "pod" else f"run facility {i[0]}" for i in now]
            answer = yield from self.ask(p, [*words, "done"])
            if answer == "done":
                return
            number = words.index(answer)
            for given_up in now[:number]:
                left = [i for i in left if i[1:] != given_up[1:]]
            left.remove(now[number])
            me.pay(now[number][1])
            me.gain(now[number][2])
            if now[number][0] == "pod":
                me.aquanaut = "ready"

    def placement(self, p: int) -> Choice:
        me = self.players[p]
        spaces = [t for t in self.board if t not in self.occupied and me.has(self.board[t]["cost"])]
        robot = [NAMES[t] for t in spaces if not self.board[t].get("aquanaut_only")]
        others = ["dock"]
        if me.store["A"] or me.store["O"] or me.store["S"]:
            others.append("submersible")
        if self.dock or any(self.bays):
            others.append("launch")
        for k, tile in enumerate(self.track):
            second = tile and tile["label"] == "Storage Unit" and me.limit == 15
            if tile and len(me.grid) < 5 and not second and me.has(tile["build"]):
                others.append(f"track {k}")
        options = [f"robot to {s}" for s in robot + others] if me.robots else []
        if me.aquanaut == "ready":
            options += [f"aquanaut to {s}" for s in [NAMES[t] for t in spaces] + others]
        answer = yield from self.ask(p, options)
        worker, space = answer.split(" to ")
        if worker == "robot":
            me.robots -= 1
        else:
            me.aquanaut = "placed"
        yield from self.use(p, space)

    def use(self, p: int, space: str) -> Choice:
        me = self.players[p]
        if space == "dock":
            self.dock.append(p)
            if len(self.dock) == 3:
                yield from self.launch(p)
        elif space == "submersible":
            sets = [s for s in SETS if me.has(s)]
            cargo = (yield from self.ask(p, [f"load {s}" for s in sets])).split()[1]
            me.pay(cargo)
            self.bays[self.bays.index(None)] = (p, cargo)
            if None not in self.bays:
                yield from self.launch(p)
        elif space == "launch":
            yield from self.launch(p)
        elif space.startswith("track"):
            k = int(space.split()[1])
            tile, self.track[k] = self.track[k], None
            me.pay(tile["build"])
            free = [place for place in "ABCDE" if place not in me.grid]
            answer = yield from self.ask(p, [f"build in place {place}" for place in free])
            me.grid[answer[-1]] = tile
            self.claim(p)
        else:
            self.research(p, next(t for t in self.board if NAMES[t] == space))

    def research(self, p: int, tile: str) -> None:
        me = self.players[p]
        me.pay(self.board[tile]["cost"])
        me.gain(self.board[tile]["output"])
        if tile == "ST":
            me.gain(self.stock.elements())
            self.stock.clear()
            self.first = p
        self.occupied[tile] = p
        for node in self.board_nodes:
            workers = [t for t in node["tiles"] if t in self.occupied]
            if tile in workers and len(workers) == 2:
                for t in workers:
                    self.players[self.occupied[t]].gain(node["pays"])

    def publishable(self, bay: int) -> list[int]:
        owner, cargo = self.bays[bay]
        if len(self.players[owner].papers) == 4:
            return []
        held = Counter(cargo)
        return [k for k, paper in enumerate(self.open) if paper and Counter(paper["cost"]) <= held]

    def launch(self, p: int) -> Choice:
        while True:
            for bay, load in enumerate(self.bays):
                if load and not self.publishable(bay):
                    if len(load[1]) >= 3:
                        self.players[load[0]].tokens += 3
                    self.bays[bay] = None
            loads = [load for load in self.bays if load]
            if not loads:
                break
            filled = [b for b, load in enumerate(self.bays) if load]
            filled = [b for b in filled if self.bays.index(self.bays[b]) == b]
            bay = int((yield from self.ask(p, [f"unload bay {b}" for b in filled]))[-1])
            owner = self.bays[bay][0]
            options = [f"publish paper {k}" for k in self.publishable(bay)]
            answer = yield from self.ask(owner, [*options, "publish nothing"])
            if answer != "publish nothing":
                self.players[owner].papers.append(self.open[int(answer[-1])])
                self.open[int(answer[-1])] = None
                self.claim(owner)
            self.bays[bay] = None
        self.open = [paper or self.deck.pop() for paper in self.open]
        for owner in self.dock:
            self.players[owner].gain("BB")
        self.dock = []

    def claim(self, p: int) -> None:
        me = self.players[p]
        subjects = Counter(paper["subject"] for paper in me.papers)
        for k, card in enumerate(self.objectives):
            met = (
                len(me.grid) >= card.get("facilities", 0)
                and len(me.papers) >= card.get("papers", 0)
                and len(subjects) >= card.get("subjects", 0)
                and Counter(card.get("on", [])) <= subjects
            )
            if met and self.claimed[k] is None:
                self.claimed[k] = p
                me.tokens += card["points"]
