"""The rooms of CONTRIBUTING.md as import-linter contracts.

    python -m tests.docs.rooms

holds the code to the table; anything but a clean result is an error.
"""

import re
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from importlinter.cli import lint_imports

ROOT = Path(__file__).parents[2]
CONTRIBUTING = ROOT / "CONTRIBUTING.md"
PACKAGE = "aquasphere_env"
TOP_LEVEL = (PACKAGE, "agents", "training", "benchmarks")


class Room(NamedTuple):
    """A row of the table."""

    module: str
    purpose: str
    may_import: tuple[str, ...]  # short names


def rooms() -> list[Room]:
    """Return the rows of the table."""
    text = CONTRIBUTING.read_text(encoding="utf-8")
    table = text.split("<!-- begin rooms -->")[1].split("<!-- end rooms -->")[0]
    rows = re.findall(r"^\| `([\w.]+)` \| (.+?) \|([^|]*)\|$", table, re.MULTILINE)
    return [
        Room(module, purpose, tuple(re.findall(r"\w+", allowed)))
        for module, purpose, allowed in rows
    ]


def short(module: str) -> str:
    return module.rpartition(".")[2]


def contracts() -> str:
    """Return import-linter's configuration."""
    lines = ["[importlinter]", "root_packages ="]
    lines += [f"    {name}" for name in TOP_LEVEL]
    for room in rooms():
        others = [r.module for r in rooms() if r.module != room.module]
        forbidden = [module for module in others if short(module) not in room.may_import]
        lines += [
            f"[importlinter:contract:{short(room.module)}]",
            f"name = {room.module} imports {', '.join(room.may_import) or 'no other room'}",
            "type = forbidden",
            f"source_modules = {room.module}",
            "forbidden_modules =",
            *(f"    {module}" for module in forbidden),
            "allow_indirect_imports = true",  # each arrow is checked where it begins
        ]
    lines += [
        "[importlinter:contract:only-draw]",
        "name = only draw folders of games import drawing",
        "type = forbidden",
        f"source_modules = {PACKAGE}.games",
        f"forbidden_modules = {PACKAGE}.drawing",
        "allow_indirect_imports = true",
        f"ignore_imports = {PACKAGE}.games.*.draw.** -> {PACKAGE}.drawing.*",
        f"    {PACKAGE}.games.*.draw -> {PACKAGE}.drawing.*",
        "[importlinter:contract:independent-games]",
        "name = no game imports another",
        "type = independence",
        f"modules = {PACKAGE}.games.*",
        "[importlinter:contract:no-cycles]",
        "name = no import cycles",
        "type = acyclic_siblings",
        "ancestors =",
        *(f"    {name}" for name in TOP_LEVEL),
    ]
    return "\n".join(lines) + "\n"


def main() -> int:
    """Check the contracts; return the exit status."""
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder) / "importlinter.ini"
        config.write_text(contracts(), encoding="utf-8")
        return int(lint_imports(str(config), no_cache=True))


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    sys.exit(main())
