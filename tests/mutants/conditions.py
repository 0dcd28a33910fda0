"""Which outcomes the conditions of a game's rule kernels have while something is played.

Every condition of ``if`` and ``while`` counts, and every part of ``and`` and ``or``.

    NUMBA_DISABLE_JIT=1 python -m tests.mutants.conditions aquasphere

lets ``tests.games.aquasphere.outcomes`` play, and prints as a JSON list the outcomes that its games
never meet: ``module.function: condition is outcome``.
"""

import ast
import copy
import json
import sys
import warnings
from importlib import import_module
from typing import Any

from aquasphere_env.core.game import Game
from aquasphere_env.games import get_game
from tests.processes import told

from .kernels import Kernel, rule_kernels

_NOTE = "_note_outcome"  # a function among the globals of a watched one


class _Notes(ast.NodeTransformer):
    """Lets a function note what its conditions are."""

    def __init__(self, kernel: Kernel) -> None:
        self.name = f"{kernel.module}.{kernel.name}"
        self.known: list[str] = []

    def _noted(self, condition: ast.expr) -> ast.expr:
        if isinstance(condition, ast.Constant | ast.BoolOp):  # of an ``and`` the parts are noted
            return condition
        words = f"{self.name}: {ast.unparse(condition)}"
        words += "'" * self.known.count(words)  # the same condition once more
        self.known.append(words)
        call = ast.Call(ast.Name(_NOTE, ast.Load()), [ast.Constant(words), condition], [])
        return ast.copy_location(call, condition)

    def generic_visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, ast.If | ast.While | ast.IfExp):
            node.test = self._noted(node.test)
        elif isinstance(node, ast.BoolOp):
            node.values = [self._noted(value) for value in node.values]
        return super().generic_visit(node)


def watch(game: Game, seen: set[str]) -> set[str]:
    """Let the rule kernels, interpreted, add every outcome to ``seen``; return all there are.

    An outcome reads ``module.function: condition is True``.
    """

    def note(words: str, value: Any) -> Any:
        seen.add(f"{words} is {bool(value)}")
        return value

    known: list[str] = []
    for kernel in rule_kernels(game):
        notes = _Notes(kernel)
        tree = notes.visit(copy.deepcopy(kernel.tree))
        kernel.function.__globals__[_NOTE] = note
        kernel.function.__code__ = kernel.compiled(ast.fix_missing_locations(tree))
        known += notes.known
    return {f"{words} is {outcome}" for words in known for outcome in (True, False)}


def print_unmet(name: str) -> None:
    """Print the outcomes in the rule kernels of the game ``name`` that its games never meet."""
    warnings.simplefilter("ignore", RuntimeWarning)  # numpy's words wrap, as they are meant to
    seen: set[str] = set()
    known = watch(get_game(name), seen)
    import_module(f"tests.games.{name}.outcomes").play_games()
    print(json.dumps(sorted(known - seen)))


def unmet(name: str) -> list[str]:
    """Return what ``print_unmet`` prints, from a process of its own, interpreted."""
    said = told("-m", "tests.mutants.conditions", name, NUMBA_DISABLE_JIT="1")
    outcomes: list[str] = json.loads(said.splitlines()[-1])  # games may print, too
    return outcomes


if __name__ == "__main__":
    print_unmet(sys.argv[1])
