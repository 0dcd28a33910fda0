"""Which outcomes of conditions in the rule kernels games against the oracle never meet.

    NUMBA_DISABLE_JIT=1 python -m tests.games.aquamarine.branches

prints them as a JSON list, ``module.function: condition is outcome``. Every condition of ``if`` and
``while`` counts, and every part of ``and`` and ``or``.
"""

import ast
import inspect
import json
import sys
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType

from aquasphere_env.core.protocol import Rules
from aquasphere_env.games.aquamarine import GAME, rules

from .oracle import crowded_reef, play_both, with_numbers
from .reference import Numbers

PACKAGE = rules.__name__.rpartition(".")[0]


def rule_kernels() -> Iterator[FunctionType]:
    """Yield the game's functions that its rules call, directly or not."""
    names = {*Rules.__annotations__, "turn_open"} - {"evaluate"}
    todo = [getattr(rules, name) for name in names]
    found = set()
    while todo:
        function = todo.pop()
        if function in found:
            continue
        found.add(function)
        yield function
        known = (function.__globals__.get(name) for name in function.__code__.co_names)
        todo += [
            used
            for used in known
            if isinstance(used, FunctionType) and used.__module__.startswith(PACKAGE)
        ]


class Outcomes(ast.NodeTransformer):
    """Makes a function note the outcomes of its conditions."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.known: set[str] = set()

    def _noted(self, condition: ast.expr) -> ast.expr:
        if isinstance(condition, ast.Constant | ast.BoolOp):  # of an ``and`` the parts are noted
            return condition
        words = f"{self.name}: {ast.unparse(condition)}"
        self.known |= {f"{words} is {outcome}" for outcome in (True, False)}
        call = ast.Call(ast.Name("_note", ast.Load()), [ast.Constant(words), condition], [])
        return ast.copy_location(call, condition)

    def generic_visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, ast.If | ast.While | ast.IfExp):
            node.test = self._noted(node.test)
        elif isinstance(node, ast.BoolOp):
            node.values = [self._noted(value) for value in node.values]
        return super().generic_visit(node)


def watch(seen: set[str]) -> set[str]:
    """Let all rule kernels note in ``seen`` what their conditions are; return all there is."""

    def note(words: str, value: object) -> object:
        seen.add(f"{words} is {bool(value)}")
        return value

    known = set()
    for function in list(rule_kernels()):
        tree = ast.parse(inspect.getsource(function))
        outcomes = Outcomes(f"{function.__module__.rpartition('.')[2]}.{function.__name__}")
        tree = ast.fix_missing_locations(outcomes.visit(tree))
        tree.body[0].decorator_list = []
        space: dict[str, FunctionType] = {}
        exec(compile(tree, inspect.getfile(function), "exec"), function.__globals__, space)
        function.__globals__["_note"] = note
        function.__code__ = space[function.__name__].__code__
        known |= outcomes.known
    return known


def play_games() -> None:
    """Play games that meet whatever a game can meet."""
    with tempfile.TemporaryDirectory() as folder:
        short = Numbers(dives=2, tank=2, extra=0, flags=(1, 2, 3, 4, 5, 6), marks=(0, 1, 2))
        components = with_numbers(Path(folder), short)
        for seed, taste in enumerate(("random", "deep", "greedy", "rarest")):
            chance = {"squares": crowded_reef(seed)}
            play_both(GAME.variant(1 + seed % 3), seed, taste, chance)
            play_both(GAME.variant(1, components=components), seed, taste, chance, short)
    play_both(GAME.variant(1, sheet="random"), 3, "deep")


def main() -> int:
    """Print what is not met."""
    warnings.simplefilter("ignore", RuntimeWarning)  # numpy's words wrap, as they are meant to
    seen: set[str] = set()
    known = watch(seen)
    play_games()
    print(json.dumps(sorted(known - seen)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
