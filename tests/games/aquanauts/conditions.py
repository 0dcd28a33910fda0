"""Which conditions of the rule kernels have been true, and which false, in the oracle's games.

    NUMBA_DISABLE_JIT=1 python -m tests.games.aquanauts.conditions

plays some games of ``test_reference.py``, interpreted, and prints a JSON object: by condition, as
``module.function: condition``, the outcomes of those that had no more than one.
"""

import ast
import inspect
import json
import sys
from collections import Counter
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import pytest

from aquasphere_env.games.aquanauts import grid, launch, placement, rules, scoring, stores, turns

RULES = (rules, turns, placement, launch, scoring, stores, grid)
GAMES = str(Path(__file__).with_name("test_reference.py"))
LEFT_OUT = "condition or reshuffles or greedy or same_options or 30 or 7-4 or 1-4"  # to be quick
NOTE = "_note_condition"


class Noted(ast.NodeTransformer):
    """Wraps every condition of a function, the operands of ``and`` and ``or`` each, in a note."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.conditions: Counter[str] = Counter()
        self.keys: list[str] = []

    def noted(self, test: ast.expr) -> ast.expr:
        if isinstance(test, ast.BoolOp):
            return test  # its operands are noted
        words = ast.unparse(test)
        self.conditions[words] += 1
        count = self.conditions[words]
        key = f"{self.name}: {words}" + (f" #{count}" if count > 1 else "")
        self.keys.append(key)
        return ast.Call(ast.Name(NOTE, ast.Load()), [ast.Constant(key), test], [])

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        node.values = [self.noted(value) for value in node.values]
        self.generic_visit(node)
        return node

    def visit(self, node: Any) -> Any:
        """Note what ``if``, ``while`` and conditional expressions test."""
        if isinstance(node, ast.If | ast.While | ast.IfExp):
            node.test = self.noted(node.test)
        return super().visit(node)


def note_conditions(module: ModuleType, outcomes: dict[str, set[bool]]) -> None:
    """Let the kernels of ``module`` add the outcome of each condition to ``outcomes``."""

    def note(key: str, value: Any) -> Any:
        outcomes[key].add(bool(value))
        return value

    setattr(module, NOTE, note)
    path = inspect.getsourcefile(module) or ""
    for node in ast.parse(Path(path).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef) and "kernel" in map(ast.unparse, node.decorator_list):
            node.decorator_list = []
            transformer = Noted(f"{Path(path).stem}.{node.name}")
            tree = ast.fix_missing_locations(ast.Module([transformer.visit(node)], []))
            outcomes.update({key: set() for key in transformer.keys})
            function: FunctionType = getattr(module, node.name)
            codes = compile(tree, path, "exec").co_consts
            function.__code__ = next(code for code in codes if isinstance(code, CodeType))


def main() -> int:
    """Play the games and print the conditions with one outcome."""
    outcomes: dict[str, set[bool]] = {}
    for module in RULES:
        note_conditions(module, outcomes)
    quiet = ["-q", "-p", "no:cacheprovider", "-o", "addopts=", "-W", "ignore"]
    status = pytest.main([*quiet, "-k", f"not ({LEFT_OUT})", GAMES])
    one_sided = {key: sorted(found) for key, found in outcomes.items() if len(found) < 2}
    print(json.dumps(one_sided))
    return int(status)


if __name__ == "__main__":
    sys.exit(main())
