"""The rule kernels of a game: what ``Game.rules`` reaches, found through module globals."""

import ast
import copy
import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from aquasphere_env.core.game import Game

Place = tuple[str, str, int]  # module, function, and line of a statement counted from its "def"
ROOTS = ("deal", "setup", "legal_actions", "apply", "scores", "redeal", "turn_open")
REACHED = "_reached_by_a_test"  # a set among the globals of a marked function


@dataclass(frozen=True, eq=False)
class Kernel:
    """A function of a game's rules, interpreted, and its source."""

    function: FunctionType

    @property
    def name(self) -> str:
        return self.function.__name__

    @property
    def module(self) -> str:
        """The module's name within the game's package, such as ``scoring``."""
        return self.function.__module__.rpartition(".")[2]

    @property
    def path(self) -> Path:
        return Path(self.function.__code__.co_filename)

    @cached_property
    def tree(self) -> ast.FunctionDef:
        """The function's syntax tree without decorators, numbered by the lines of its file."""
        named = (node for node in _statements(self.path) if isinstance(node, ast.FunctionDef))
        (tree,) = (node for node in named if node.name == self.name)
        tree.decorator_list = []
        return tree

    @cached_property
    def lines(self) -> list[str]:
        """The lines of its file."""
        return self.path.read_text(encoding="utf-8").splitlines()

    def compiled(self, tree: ast.FunctionDef) -> CodeType:
        """Return the code of a variation of the function."""
        module = compile(ast.Module([tree], []), str(self.path), "exec")
        return next(code for code in module.co_consts if isinstance(code, CodeType))

    def place(self, statement: ast.stmt) -> Place:
        """Return where ``statement`` is, however the lines of other functions shift."""
        return self.module, self.name, statement.lineno - self.tree.lineno

    def marked(self, places: list[Place]) -> CodeType:
        """Return code that adds the index in ``places`` of every statement to ``REACHED``."""
        tree = copy.deepcopy(self.tree)
        for node in list(ast.walk(tree)):
            for name in ("body", "orelse"):
                statements = getattr(node, name, None)
                if isinstance(statements, list):
                    setattr(node, name, list(self._with_marks(statements, places)))
        return self.compiled(ast.fix_missing_locations(tree))

    def _with_marks(self, statements: list[ast.stmt], places: list[Place]) -> Iterator[ast.stmt]:
        for statement in statements:
            yield from ast.parse(f"{REACHED}.add({len(places)})").body
            places.append(self.place(statement))
            yield statement


def rule_kernels(game: Game) -> list[Kernel]:
    """Return the functions of the game's package that its rules reach, by module and line."""
    package = game.rules.__name__.rpartition(".")[0]
    found: dict[FunctionType, None] = {}
    waiting = [plain(getattr(game.rules, n)) for n in ROOTS if hasattr(game.rules, n)]
    while waiting:
        function = waiting.pop()
        if function not in found:
            found[function] = None
            waiting += [f for f in _called_by(function) if f.__module__.startswith(f"{package}.")]
    kernels = map(Kernel, found)
    return sorted(
        kernels, key=lambda kernel: (kernel.module, kernel.function.__code__.co_firstlineno)
    )


def _called_by(function: FunctionType) -> Iterator[FunctionType]:
    """Yield the plain functions among the globals that ``function`` names."""
    for name in function.__code__.co_names:
        value = plain(function.__globals__.get(name))
        if inspect.isfunction(value):
            yield value


@cache
def _statements(path: Path) -> list[ast.stmt]:
    return ast.parse(path.read_text(encoding="utf-8")).body


def plain(kernel: Any) -> Any:
    """Return the Python function of a kernel, compiled or not."""
    return getattr(kernel, "py_func", kernel)
