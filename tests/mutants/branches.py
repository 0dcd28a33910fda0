"""Which outcomes of the conditions in a game's rule kernels are met, interpreted.

Every condition of ``if``, ``while`` and ``x if condition else y`` counts, and every part of ``and``
and ``or``; each has the outcomes true and false.
"""

import ast
import copy
import json
import warnings
from collections.abc import Callable

from aquasphere_env.core.game import Game

from .kernels import Kernel, rule_kernels

NOTE = "_note_outcome"  # a function among the globals of a watched kernel


class Outcomes(ast.NodeTransformer):
    """Makes a kernel note the outcomes of its conditions."""

    def __init__(self, kernel: Kernel) -> None:
        self.name = f"{kernel.module}.{kernel.name}"
        self.known: list[str] = []

    def noted(self, condition: ast.expr) -> ast.expr:
        """Return ``condition`` in a call that notes it; of ``and`` and ``or`` the parts are."""
        if isinstance(condition, ast.Constant | ast.BoolOp):
            return condition
        words = f"{self.name}: {ast.unparse(condition)}"
        words += "'" * self.known.count(words)  # the same once more
        self.known.append(words)
        call = ast.Call(ast.Name(NOTE, ast.Load()), [ast.Constant(words), condition], [])
        return ast.copy_location(call, condition)

    def generic_visit(self, node: ast.AST) -> ast.AST:
        """Note what ``node`` decides on."""
        if isinstance(node, ast.If | ast.While | ast.IfExp):
            node.test = self.noted(node.test)
        elif isinstance(node, ast.BoolOp):
            node.values = [self.noted(value) for value in node.values]
        return super().generic_visit(node)


def watch(game: Game, met: set[str]) -> set[str]:
    """Let the rule kernels of ``game`` note outcomes in ``met``; return all there are."""

    def note(words: str, value: object) -> object:
        met.add(f"{words} is {bool(value)}")
        return value

    known: list[str] = []
    for kernel in rule_kernels(game):
        outcomes = Outcomes(kernel)
        tree = outcomes.visit(copy.deepcopy(kernel.tree))
        kernel.function.__globals__[NOTE] = note
        kernel.function.__code__ = kernel.compiled(ast.fix_missing_locations(tree))
        known += outcomes.known
    return {f"{words} is {outcome}" for words in known for outcome in (True, False)}


def print_unmet(game: Game, play_games: Callable[[], None]) -> None:
    """Print, as a JSON list, the outcomes in the rule kernels of ``game`` that no game meets."""
    warnings.simplefilter("ignore", RuntimeWarning)  # numpy's words wrap, as they are meant to
    met: set[str] = set()
    known = watch(game, met)
    play_games()
    print(json.dumps(sorted(known - met)))
