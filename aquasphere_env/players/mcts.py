"""Search as a player: ``mcts:200``, ``mcts:50ms``, ``mcts:200,leaf=random,exploration=2``."""

import math
import re
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from ..core.game import Variant, legal_ids
from ..core.processors import num_processors
from ..core.rng import RNG_DTYPE, seed_source
from ..core.state import MAX_PLAYERS, in_usual_layout, new_records
from . import search as kernels
from . import tree
from .leaf import unsquash
from .player import Explanation, Searched
from .policies import NUM_SCRATCH
from .value import load_value, make_judge
from .weights import Tensors
from .zoo import PREFIX as ZOO
from .zoo import has_evaluation

USUAL_SIMULATIONS = 200
NO_VALUE = "none"

_BUDGET = re.compile(r"(\d{1,9})(ms)?")
_MOST_SIMULATIONS = 100_000
_MOST_MILLISECONDS = 3_600_000
_MOST_THREADS = 64
_EDGES_A_NODE = 24  # there is room for so many on average
_MOST_NODES = 500_000  # of all trees at once, about a gigabyte
_MOST_DEPTH = 256  # decisions below the root, in the tree
_TIMED_NODES = 50_000  # there is room for, in a search by time
_CHUNK = 16  # simulations between two looks at the clock
_LINE = 12  # decisions of a line that is shown


class SearchError(ValueError):
    """A budget or option that a search cannot have; the message says which it can."""


@dataclass(frozen=True)
class Settings:
    """The budget and the options of ``mcts:<budget>,<option>=<value>,…``."""

    simulations: int = USUAL_SIMULATIONS
    milliseconds: int = 0  # a decision may take; 0: count simulations
    value: str = NO_VALUE  # a file of a learned evaluation or the zoo's; none: the game's own
    leaf: str = "rollout"  # what is played from a leaf before it is judged, see tree.LEAVES
    prior: str = "value"  # who judges actions for their prior, see tree.PRIORS
    horizon: int = 12  # decisions that greedy plays in a rollout, at most to the end of the round
    exploration: float = 1.0  # PUCT's constant
    prior_scale: float = 3.0  # points of judgement that divide an action's prior by e
    value_scale: float = 20.0  # points of margin over the others that make a value of 0.7
    threads: int = 1  # trees grown at once and added up; each gets its share of the simulations

    @classmethod
    def parse(cls, argument: str) -> "Settings":
        """Read what stands behind ``mcts:``; raise ``SearchError`` for what cannot be."""
        budget, *options = argument.split(",")
        settings = cls._of_budget(budget) if budget else cls()
        given = {}
        for option in options:
            name, _, value = option.partition("=")
            given[name] = _read(name, value)
        usual = _USUAL_WITH_VALUE if given.get("value", NO_VALUE) != NO_VALUE else {}
        return replace(settings, **{**usual, **given})

    @classmethod
    def for_variant(cls, argument: str, variant: Variant) -> "Settings":
        """Read ``argument``; unless it says otherwise, the zoo's evaluation judges ``variant``.

        It does not where a leaf is played out, or where the zoo has none.
        """
        asked = {option.partition("=")[0::2] for option in argument.split(",")[1:]}
        names = {name for name, _ in asked}
        is_played_out = bool(asked & {("leaf", "rollout"), ("leaf", "random")})
        if "value" in names or is_played_out or not has_evaluation(variant):
            return cls.parse(argument)
        return cls.parse(
            f"{argument},value={ZOO}" if argument else f"{USUAL_SIMULATIONS},value={ZOO}"
        )

    @classmethod
    def _of_budget(cls, budget: str) -> "Settings":
        match = _BUDGET.fullmatch(budget)
        if match is None or not 1 <= int(match[1]) <= _MOST[match[2] or ""]:
            raise SearchError(
                f"a search has 1 to {_MOST_SIMULATIONS:,} simulations, as in mcts:200, or "
                f"1ms to {_MOST_MILLISECONDS}ms, as in mcts:50ms, not {budget!r}"
            )
        if match[2]:
            return cls(simulations=_TIMED_NODES, milliseconds=int(match[1]))
        return cls(simulations=int(match[1]))


_MOST = {"": _MOST_SIMULATIONS, "ms": _MOST_MILLISECONDS}
_USUAL_WITH_VALUE = {"leaf": "best", "exploration": 0.5}  # such an evaluation can be trusted more
_WORDS = {"leaf": tree.LEAVES, "prior": tree.PRIORS}
_RANGES: dict[str, tuple[float, float]] = {
    "horizon": (0, 1000),
    "exploration": (0.0, 1000.0),
    "prior_scale": (1e-3, 1e6),
    "value_scale": (1e-3, 1e6),
    "threads": (1, _MOST_THREADS),
}


def _read(name: str, value: str) -> Any:
    """Return the value of an option of a search."""
    if name in _WORDS:
        if value not in _WORDS[name]:
            raise SearchError(f"{name} is one of {', '.join(_WORDS[name])}, not {value!r}")
        return value
    if name == "value":
        return value
    if name not in _RANGES:
        known = ", ".join(["value", *_WORDS, *_RANGES])
        raise SearchError(f"a search has no option {name!r}; there are: {known}")
    kinds = {field.name: field.type for field in fields(Settings)}
    kind: Callable[[str], float] = int if kinds[name] is int else float
    least, most = _RANGES[name]
    try:
        number = kind(value)
    except ValueError:
        number = math.nan
    if not least <= number <= most:
        raise SearchError(f"{name} is a number from {least:g} to {most:g}, not {value!r}")
    return number


Grove = list[tree.Search]  # trees that are grown from one state and added up


class MctsPlayer:
    """Plays the most visited action of a search, see ``search``; the next is independent of it.

    Trees are not kept for the next decision: what was searched before the others moved is about
    other information, and a state does not tell how it came about.
    """

    def __init__(self, argument: str, variant: Variant) -> None:
        """Search as ``argument`` says; raise ``SearchError`` for a bad budget or option."""
        self.name = f"mcts:{argument}" if argument else "mcts"
        self.settings = Settings.for_variant(argument, variant)
        self._variant = variant
        self._num_actions = len(variant.game.actions)
        value = self.settings.value
        self._tensors = None if value == NO_VALUE else load_value(value, variant)
        self._groves = [self._grove()]
        self._seeds = np.random.default_rng(0)

    def _grove(self) -> Grove:
        """Return memory for the trees of one state."""
        settings = self.settings
        return [new_search(settings, self._variant, self._tensors) for _ in range(settings.threads)]

    def seed(self, seed: int) -> None:
        """Restart the player's own chance."""
        self._seeds = np.random.default_rng(seed)

    def act_on_states(self, states: np.ndarray) -> np.ndarray:
        """Return the most visited action of a search in each running state, int64 (batch,)."""
        return self.search(states).actions

    def search(self, states: np.ndarray) -> Searched:
        """Return the most visited action in each running state, and all visits.

        Several states are searched at once, with as many threads as there are processors; the
        results do not depend on how many.
        """
        usual = in_usual_layout(states)
        running = np.flatnonzero(~(states["terminated"] | states["truncated"]))
        actions = np.zeros(len(states), np.int64)
        visits = np.zeros((len(states), self._num_actions), np.int64)
        words = [self._words() for _ in running]
        room = max(1, _MOST_NODES // (num_nodes(self.settings) * self.settings.threads))
        workers = min(num_processors(), room, len(running))
        self._groves += [self._grove() for _ in range(workers - len(self._groves))]
        free = self._groves[:]

        def choose(k: int) -> None:
            grove, i = free.pop(), int(running[k])
            visits[i], weights, _ = self._search(grove, usual, i, words[k])
            actions[i] = np.lexsort((weights, visits[i]))[-1]
            free.append(grove)

        _map(choose, range(len(running)), workers)
        return Searched(actions, visits)

    def _words(self) -> np.ndarray:
        """Return the seeds of the trees of one state."""
        return self._seeds.integers(2**64, size=self.settings.threads, dtype=np.uint64)

    def explain(self, states: np.ndarray, i: int) -> Explanation:
        """Return visits, expected margins and lines by action, and the expected margin."""
        player = int(states[i]["current_player"])
        grove = self._groves[0]
        visits, _, sums = self._search(grove, in_usual_layout(states), i, self._words())
        legal = legal_ids(states[i])
        tried = [action for action in legal if visits[action]]
        means = {action: float(sums[action, player] / visits[action]) for action in tried}
        total = float(sums[:, player].sum() / max(visits.sum(), 1))
        return Explanation(
            "visits",
            {action: float(visits[action]) for action in legal},
            self._points(total),
            {action: self._points(mean) for action, mean in means.items()},
            {action: self._line(action, player) for action in tried},
        )

    def _points(self, value: float) -> float:
        """Return the margin in points that is worth ``value``."""
        return self.settings.value_scale * unsquash(value)

    def _line(self, action: int, player: int) -> list[int]:
        line = np.empty(_LINE, np.int64)
        length = tree.read_line(self._groves[0][0], action, player, line)
        return [int(each) for each in line[:length]]

    def _search(
        self, grove: Grove, states: np.ndarray, i: int, words: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return visits (A,), prior weights (A,) and sums of values (A, MAX_PLAYERS)."""
        for search, word in zip(grove, words, strict=True):
            seed_source(search.source, 0, word)
        _map(lambda k: self._grow(grove[k], states, i), range(len(grove)), len(grove))
        visits = np.zeros(self._num_actions, np.int64)
        weights = np.zeros(self._num_actions)
        sums = np.zeros((self._num_actions, MAX_PLAYERS))
        for search in grove:
            tree.read_root(search, visits, weights, sums)
        return visits, weights, sums

    def _grow(self, search: tree.Search, states: np.ndarray, i: int) -> None:
        settings = self.settings
        until = time.perf_counter() + settings.milliseconds / 1000
        search.tree["num_nodes"] = 0
        if not settings.milliseconds:
            kernels.simulate(search, states, i, num_nodes(settings))
            return
        while time.perf_counter() < until:
            kernels.simulate(search, states, i, _CHUNK)


def _map(work: Callable[[int], None], items: Iterable[int], threads: int) -> None:
    """Call ``work`` on all items, with so many threads."""
    if threads <= 1:
        for item in items:
            work(item)
        return
    with ThreadPoolExecutor(threads) as pool:
        for _ in pool.map(work, items):
            pass


def num_nodes(settings: Settings) -> int:
    """Return the simulations of one of the trees, and so its nodes: the root's own included."""
    return 1 + -(-settings.simulations // settings.threads)


def new_search(settings: Settings, variant: Variant, tensors: Tensors | None) -> tree.Search:
    """Return memory for a tree that judges by the evaluation ``tensors``; ``None``: by the game."""
    nodes = num_nodes(settings)
    record = new_records(1, tree.SETTINGS_DTYPE)
    for name, words in _WORDS.items():
        record[name] = words.index(getattr(settings, name))
    for name in ("horizon", "exploration", "prior_scale", "value_scale"):
        record[name] = getattr(settings, name)
    return tree.Search(
        settings=record,
        tree=new_records(1, tree.TREE_DTYPE),
        nodes=new_records(nodes, tree.NODE_DTYPE),
        edges=new_records(_EDGES_A_NODE * nodes, tree.EDGE_DTYPE),
        path=np.zeros(_MOST_DEPTH, np.int64),
        work=variant.new_states(),
        scratch=variant.new_states(NUM_SCRATCH),
        source=new_records(1, RNG_DTYPE),
        judgements=np.zeros(len(variant.game.actions)),
        values=np.zeros(MAX_PLAYERS),
        judge=None if tensors is None else make_judge(variant, tensors),
    )
