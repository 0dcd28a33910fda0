"""Which outcomes the conditions of a game's rule kernels have while something is played.

Every condition of ``if`` and ``while`` counts, and every part of ``and`` and ``or``.
"""

import ast
import copy
import json
import warnings
from collections.abc import Callable
from typing import Any

from aquasphere_env.core.game import Game

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


def print_unmet(game: Game, play_games: Callable[[], None]) -> None:
    """Print, as a JSON list, the outcomes in the rule kernels of ``game`` that no game meets."""
    warnings.simplefilter("ignore", RuntimeWarning)  # numpy's words wrap, as they are meant to
    seen: set[str] = set()
    known = watch(game, seen)
    play_games()
    print(json.dumps(sorted(known - seen)))
