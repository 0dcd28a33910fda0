"""The tables of the game pages, written from the games themselves.

``python -m aquasphere_env.games.pages`` fills what stands between ``<!-- begin specs -->`` and
``<!-- end specs -->`` (likewise observations, actions, provenance) of every game's README.md, and
``games`` in the README.md of the checkout, and every CONFORMANCE.md; with ``--check`` it only says
which pages are stale.
"""

import json
import math
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import accumulate
from pathlib import Path

from ..core.actions import ActionGroup
from ..core.components import ComponentFile
from ..core.conformance import FILE, PAGE, conformance_page, read_sentences
from ..core.game import Game
from ..core.view import View
from . import GAMES, get_game

CHECKOUT_PAGE = Path(__file__).resolve().parents[2] / "README.md"
MOST_WORDS = 10  # of an axis before only the first and last are shown


def page_of(game: Game) -> Path:
    """Return the path of the game's README.md."""
    return folder_of(game) / "README.md"


def folder_of(game: Game) -> Path:
    """Return the folder that holds the game's rules and component file."""
    return Path(game.rules.__file__).parent


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(_cell(cell) for cell in line)} |" for line in lines)


def _cell(value: object) -> str:
    return str(value).replace("|", "\\|").replace("\n", " ")


def specs(game: Game) -> str:
    """Return the table of names, sizes and options."""
    views = [
        (f"view `{name}`", f"{view.size} x float32, layout {view.layout}, digest `{view.digest}`")
        for name, view in game.views.items()
    ]
    options = [f"`{name}={json.dumps(value)}`" for name, value in game.options.items()]
    rows = [
        ("PettingZoo module", f"`{game.id}`"),
        ("Gymnasium id", f"`{game.gym_id}`"),
        ("players", _players(game)),
        ("actions", len(game.actions)),
        *views,
        ("options and defaults", ", ".join(options) or "none"),
        ("ends by", "; ".join(game.end_reasons)),
        ("state", f"{game.state_dtype.itemsize} bytes"),
    ]
    return table(("", game.title), rows)


def _players(game: Game) -> str:
    if game.min_players == game.max_players:
        return str(game.min_players)
    return f"{game.min_players} to {game.max_players}"


def observations(game: Game) -> str:
    """Return one table a view; values of ``vector`` views are given by their place in it."""
    return "\n\n".join(_view_table(name, view) for name, view in game.views.items())


def _view_table(name: str, view: View) -> str:
    sizes = [math.prod(feature.shape) for feature in view.features]
    starts = [0, *accumulate(sizes)]
    rows: list[Sequence[object]] = [
        (f"`{feature.name}`", _shape(feature.shape), _ids(start, size), feature.meaning)
        for feature, start, size in zip(view.features, starts, sizes, strict=False)
    ]
    head: Sequence[str] = ("field", "shape", "values", "meaning")
    if view.layout != "vector":
        head, rows = (head[0], head[1], head[3]), [(row[0], row[1], row[3]) for row in rows]
    return f"View `{name}` ({view.size} values):\n\n{table(head, rows)}"


def _shape(shape: tuple[int, ...]) -> str:
    return " x ".join(map(str, shape)) or "1"


def _ids(start: int, size: int) -> str:
    return str(start) if size == 1 else f"{start}-{start + size - 1}"


def actions(game: Game) -> str:
    """Return the table of action groups with their ids and words."""
    rows = [
        (group.name, _ids(game.actions.start(group.name), group.size), group.text, _axes(group))
        for group in game.actions.groups
    ]
    return table(("group", "ids", "words", "where, the last one fastest"), rows)


def _axes(group: ActionGroup) -> str:
    return "; ".join(f"{name}: {_words(words)}" for name, words in (group.axes or {}).items())


def _words(words: Sequence[str]) -> str:
    if len(words) <= MOST_WORDS:
        return ", ".join(words)
    return f"{words[0]}, {words[1]}, … {words[-1]} ({len(words)})"


def provenance(game: Game) -> str:
    """Return where each component table of the standard set comes from."""
    file = ComponentFile(folder_of(game) / "components.toml")
    return table(("table", "provenance", "reason"), file.provenances())


def games_table() -> str:
    """Return the table of all games for the README.md of the checkout."""
    root = CHECKOUT_PAGE.parent
    rows = []
    for game in map(get_game, GAMES):
        page = page_of(game).relative_to(root).as_posix()
        sizes = ", ".join(f"{name} {view.size}" for name, view in game.views.items())
        rows.append(
            (f"[{game.title}]({page})", f"`{game.id}`", _players(game), len(game.actions), sizes)
        )
    return table(("game", "environment", "players", "actions", "views (float32 values)"), rows)


SECTIONS: Mapping[str, Callable[[Game], str]] = {
    "specs": specs,
    "observations": observations,
    "actions": actions,
    "provenance": provenance,
}


def filled(page: str, name: str, text: str) -> str:
    """Return ``page`` with ``text`` between the markers called ``name``.

    Raises:
        ValueError: the page does not have both markers, once each.
    """
    begin, end = f"<!-- begin {name} -->", f"<!-- end {name} -->"
    if page.count(begin) != 1 or page.count(end) != 1 or page.index(begin) > page.index(end):
        raise ValueError(f"{begin} and {end} must stand once each, in this order")
    pattern = re.escape(begin) + ".*?" + re.escape(end)
    return re.sub(pattern, lambda _: f"{begin}\n{text}\n{end}", page, flags=re.DOTALL)


def blank_page(game: Game) -> str:
    """Return a page with a title and markers alone."""
    markers = (
        f"## {name.capitalize()}\n\n<!-- begin {name} -->\n<!-- end {name} -->\n"
        for name in SECTIONS
    )
    return "\n".join([f"# {game.title}\n", *markers])


def pages() -> dict[Path, str]:
    """Return what every page should read, by its path.

    Raises:
        ValueError: a page without its markers, named.
    """
    wanted = {}
    for game in map(get_game, GAMES):
        path = page_of(game)
        text = path.read_text(encoding="utf-8") if path.exists() else blank_page(game)
        wanted[path] = _with_sections(path, text, {n: f(game) for n, f in SECTIONS.items()})
        sentences = folder_of(game) / FILE
        if sentences.exists():
            page = conformance_page(game.title, read_sentences(sentences))
            wanted[sentences.with_name(PAGE)] = page
    if CHECKOUT_PAGE.exists():  # not in an installed package
        text = CHECKOUT_PAGE.read_text(encoding="utf-8")
        wanted[CHECKOUT_PAGE] = _with_sections(CHECKOUT_PAGE, text, {"games": games_table()})
    return wanted


def _with_sections(path: Path, text: str, sections: Mapping[str, str]) -> str:
    try:
        for name, section in sections.items():
            text = filled(text, name, section)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    return text


def stale_pages() -> list[Path]:
    """Return the pages that are missing or do not say what the games are."""
    return [
        path
        for path, text in pages().items()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    ]


def main(arguments: Sequence[str]) -> int:
    """Write stale pages, or with ``--check`` only name them; return the exit status."""
    check = list(arguments) == ["--check"]
    if arguments and not check:
        print(__doc__)
        return 2
    stale = stale_pages()
    for path in stale:
        print(f"{'stale' if check else 'written'}: {path}")
        if not check:
            path.write_text(pages()[path], encoding="utf-8", newline="\n")
    return int(check and bool(stale))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
