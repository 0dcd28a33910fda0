"""Every small change of a kernel: operators, constants, conditions, arguments, statements."""

import ast
import copy
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from .kernels import Kernel, Place

_COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
}
_OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
_TWINS = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True, eq=False)
class Mutation:
    """One change of one kernel: ``before`` and ``after`` are the changed piece of code."""

    kernel: Kernel
    line: int  # in the file
    place: Place  # of the statement
    text: str  # of that line
    change: str  # "before -> after", with "#2" if the same change is possible twice
    tree: ast.FunctionDef  # the changed function

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What names the mutation in files, whatever is added to or taken from lines before."""
        return self.kernel.module, self.kernel.name, self.text, self.change


def mutations(kernel: Kernel) -> list[Mutation]:
    """Return every mutation of ``kernel`` that changes its code."""
    original = ast.unparse(kernel.tree)
    seen: Counter[tuple[str, str]] = Counter()
    trees = {original}
    made = []
    statements = _statements(kernel.tree)
    for index, node in enumerate(ast.walk(kernel.tree)):
        for choice, _ in enumerate(_changes(node, kernel)):
            tree = copy.deepcopy(kernel.tree)
            target = next(n for i, n in enumerate(ast.walk(tree)) if i == index)
            old, new = list(_changes(target, kernel))[choice]
            before = _words(old)
            _replace(tree, old, new)
            ast.fix_missing_locations(tree)
            if ast.unparse(tree) in trees:
                continue
            trees.add(ast.unparse(tree))
            text = kernel.lines[old.lineno - 1].strip()
            change = f"{before} -> {_words(new)}"
            seen[text, change] += 1
            if seen[text, change] > 1:
                change += f" #{seen[text, change]}"
            place = kernel.place(statements[node])
            made.append(Mutation(kernel, old.lineno, place, text, change, tree))
    return sorted(made, key=lambda mutation: mutation.line)


def _statements(tree: ast.FunctionDef) -> dict[ast.AST, ast.stmt]:
    """Return the innermost statement around every node."""
    found: dict[ast.AST, ast.stmt] = {}
    for statement in ast.walk(tree):  # outer ones first
        if isinstance(statement, ast.stmt):
            found |= dict.fromkeys(ast.walk(statement), statement)
    return found


def _words(node: ast.AST | None) -> str:
    """Return ``node`` in a line: the head of a compound statement."""
    return "nothing" if node is None else ast.unparse(node).partition("\n")[0]


def _replace(tree: ast.AST, old: ast.AST, new: ast.AST) -> None:
    for parent in ast.walk(tree):
        for name, value in ast.iter_fields(parent):
            if value is old:
                setattr(parent, name, new)
            elif isinstance(value, list) and any(item is old for item in value):
                setattr(parent, name, [new if item is old else item for item in value])
    ast.copy_location(new, old)


Change = tuple[ast.AST, ast.AST]


def _changes(node: ast.AST, kernel: Kernel) -> Iterator[Change]:
    """Yield old and new nodes for every change at ``node``."""
    if isinstance(node, ast.expr):
        yield from ((node, new) for new in _other_expressions(node, kernel))
    if isinstance(node, ast.If | ast.While | ast.IfExp):
        yield from _other_conditions(node)
    if isinstance(node, ast.stmt):
        yield from ((node, new) for new in _other_statements(node, kernel))


def _other_expressions(node: ast.expr, kernel: Kernel) -> Iterator[ast.expr]:
    match node:
        case ast.Compare():
            yield from _other_comparisons(node)
        case ast.BoolOp():
            other = ast.And() if isinstance(node.op, ast.Or) else ast.Or()
            yield ast.BoolOp(other, node.values)
            for k in range(len(node.values)):
                rest = node.values[:k] + node.values[k + 1 :]
                yield rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
        case ast.UnaryOp(op=ast.Not() | ast.USub() | ast.Invert()):
            yield node.operand
        case ast.BinOp() if type(node.op) in _OPERATORS:
            yield ast.BinOp(node.left, _OPERATORS[type(node.op)](), node.right)
        case ast.Constant(value=bool()):
            yield ast.Constant(not node.value)
        case ast.Constant(value=int()):
            yield ast.Constant(node.value + 1)
            yield ast.Constant(node.value - 1)
        case ast.Name() if _is_number(node.id, kernel):
            yield ast.BinOp(node, ast.Add(), ast.Constant(1))
            yield ast.BinOp(node, ast.Sub(), ast.Constant(1))
        case ast.Call():
            yield from _other_calls(node)
        case ast.Subscript(slice=ast.Tuple(elts=elements)):
            for swapped in _swapped(elements):
                yield ast.Subscript(node.value, ast.Tuple(swapped, ast.Load()), node.ctx)


def _is_number(name: str, kernel: Kernel) -> bool:
    value = kernel.function.__globals__.get(name)
    return isinstance(value, int) and not isinstance(value, bool)


def _other_comparisons(node: ast.Compare) -> Iterator[ast.expr]:
    for k, operator in enumerate(node.ops):
        for other in _COMPARISONS.get(type(operator), ()):
            yield ast.Compare(
                node.left, [*node.ops[:k], other(), *node.ops[k + 1 :]], node.comparators
            )


def _other_calls(node: ast.Call) -> Iterator[ast.expr]:
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    if name in _TWINS:
        yield ast.Call(ast.Name(_TWINS[name], ast.Load()), node.args, node.keywords)
        yield from node.args
        return
    if name == "abs":
        yield node.args[0]
    if name != "range":
        for swapped in _swapped(node.args):
            yield ast.Call(node.func, swapped, node.keywords)


def _swapped(items: list[ast.expr]) -> Iterator[list[ast.expr]]:
    """Yield ``items`` with two neighbours exchanged; the state stays first."""
    for k in range(len(items) - 1):
        if not (isinstance(items[k], ast.Name) and items[k].id == "state"):
            yield [*items[:k], items[k + 1], items[k], *items[k + 2 :]]


def _other_conditions(node: ast.If | ast.While | ast.IfExp) -> Iterator[Change]:
    test = node.test
    if not isinstance(test, ast.Compare) or len(test.ops) > 1:
        yield test, ast.UnaryOp(ast.Not(), test)
    yield test, ast.Constant(False)
    if not isinstance(node, ast.While):
        yield test, ast.Constant(True)


def _other_statements(node: ast.stmt, kernel: Kernel) -> Iterator[ast.stmt]:
    match node:
        case ast.Expr(value=ast.Constant()) | ast.Pass():  # a docstring
            return
        case ast.If() if node.orelse and not isinstance(node.orelse[0], ast.If):
            yield ast.If(node.test, node.body, [])
        case ast.AugAssign():
            other = _OPERATORS.get(type(node.op))
            if other:
                yield ast.AugAssign(node.target, other(), node.value)
            yield ast.Assign([node.target], node.value)
        case ast.Break():
            yield ast.Continue()
        case ast.Continue():
            yield ast.Break()
    if not isinstance(node, ast.FunctionDef | ast.If) and not _is_needed(node, kernel.tree):
        yield ast.Pass()


def _is_needed(node: ast.stmt, tree: ast.FunctionDef) -> bool:
    """Return whether all breaks without ``node``: the only value of a name, the last result."""
    if isinstance(node, ast.Return):
        last = tree.body[-1]
        return node.lineno == last.lineno and node.value is not None
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
        name = node.targets[0].id
        stored = [
            n
            for n in ast.walk(tree)
            if isinstance(n, ast.Name) and n.id == name and isinstance(n.ctx, ast.Store)
        ]
        return len(stored) == 1 and name not in [a.arg for a in tree.args.args]
    return False
