"""What the documentation takes from the project itself: game pages, pictures, the protocol.

MkDocs calls ``on_files`` before and ``on_page_markdown`` for each page. Links of all pages are
those of a checkout, so that a page reads the same there: one to a file that is a page of the site
leads to that page, one to a picture shows it, one to a source file becomes its name (with
``repo_url`` set, a link into the repository). A link to a file that does not exist ends the build.
"""

import posixpath
import re
from collections.abc import Callable
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from aquasphere_env.catalog import GAMES

ROOT = Path(__file__).resolve().parents[1]
DOCS = "docs"
PICTURES = "aquasphere_env/viewer/pictures"

# Pages of the site that are files of the project, by their places in both.
BORROWED = {
    "changelog.md": "CHANGELOG.md",
    "protocol.md": "benchmarks/PROTOCOL.md",
    "own/game.md": "CONTRIBUTING.md",
    **{f"games/{game}.md": f"aquasphere_env/games/{game}/README.md" for game in GAMES},
    **{f"games/{g}-conformance.md": f"aquasphere_env/games/{g}/CONFORMANCE.md" for g in GAMES},
}
_PAGE_OF = {source: page for page, source in BORROWED.items()} | {"README.md": "index.md"}
_LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s#]+)(#[^)\s]*)?\)")
_IMAGES = (".png", ".svg", ".gif")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages and pictures that lie elsewhere in the project."""
    for page, source in BORROWED.items():
        text = (ROOT / source).read_text(encoding="utf-8")
        files.append(File.generated(config, page, content=_with_picture(page, text)))
    for picture in _pictures():
        files.append(File.generated(config, _place(picture), abs_src_path=str(ROOT / picture)))
    return files


def _pictures() -> list[str]:
    found = [*(ROOT / PICTURES).iterdir(), *(ROOT / "benchmarks" / "results").iterdir()]
    return [path.relative_to(ROOT).as_posix() for path in found if path.suffix in _IMAGES]


def _place(picture: str) -> str:
    """Return where a picture of the project lies in the site."""
    return f"pictures/{posixpath.basename(picture)}"


def _with_picture(page: str, text: str) -> str:
    """Return a game's page with its picture under the title."""
    game = posixpath.basename(page).removesuffix(".md")
    if game not in GAMES:
        return text
    title, _, rest = text.partition("\n")
    levels = "../" * 3
    return f"{title}\n\n![{title[2:]}]({levels}{PICTURES}/{game}.png)\n{rest}"


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Return the text of ``page`` with its links as they are in the site."""
    here = page.file.src_uri
    folder = posixpath.dirname(BORROWED.get(here, f"{DOCS}/{here}"))

    def linked(match: re.Match[str]) -> str:
        mark, words, target, anchor = match.group(1), match.group(2), match.group(3), match.group(4)
        if ":" in target:  # elsewhere
            return match.group()
        source = posixpath.normpath(posixpath.join(folder, target))
        if not (ROOT / source).exists():
            raise PluginError(f"{here}: {target} leads to no file")
        place = _place_in_site(source)
        if place is not None:
            return f"{mark}[{words}]({_relative(place, here)}{anchor or ''})"
        if config.repo_url:
            return f"[{words}]({config.repo_url}/blob/main/{source})"
        return words if words.startswith("`") else f"{words} (`{source}`)"

    return _outside_code(markdown, linked)


def _place_in_site(source: str) -> str | None:
    """Return the page or picture of the site that a file of the project is."""
    if source in _PAGE_OF:
        return _PAGE_OF[source]
    if source.startswith(f"{DOCS}/"):
        return source.removeprefix(f"{DOCS}/")
    return _place(source) if source.endswith(_IMAGES) else None


def _relative(place: str, here: str) -> str:
    return posixpath.relpath(place, posixpath.dirname(here) or ".")


def _outside_code(markdown: str, linked: Callable[[re.Match[str]], str]) -> str:
    """Return ``markdown`` with its links replaced, but for those in blocks of code."""
    blocks = re.split(r"(^```.*?^```$)", markdown, flags=re.DOTALL | re.MULTILINE)
    blocks[::2] = [_LINK.sub(linked, block) for block in blocks[::2]]
    return "".join(blocks)
