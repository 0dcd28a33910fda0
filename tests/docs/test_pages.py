"""The documentation: its code runs, its command lines are understood, its links lead somewhere."""

import importlib
import importlib.util
import re
import shlex
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
import tyro

from aquasphere_env.games import GAMES, get_game
from aquasphere_env.games.pages import folder_of, page_of
from aquasphere_env.viewer.cli import app, spread
from benchmarks import readme

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
PAGES = [*readme.PAGES, ROOT / "CONTRIBUTING.md", *(page_of(get_game(game)) for game in GAMES)]
ELSEWHERE = ("tensorboard",)  # commands of others
FILES = {"my-set.toml": "aquasphere/components.toml", "my-reef.txt": "aquamarine/reef_a.txt"}


class Parsed(BaseException):
    """A command line has been understood, and is not carried out."""


def place(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def blocks(page: Path, language: str) -> list[str]:
    """Return the blocks of code in ``page``."""
    text = page.read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


def commands(page: Path) -> Iterator[str]:
    """Yield the commands in the blocks of shell of ``page``, without what comments on them."""
    for block in blocks(page, "bash"):
        for line in block.replace("\\\n", " ").splitlines():
            for command in line.partition(" #")[0].split("&&"):
                if words := command.strip().removeprefix(".venv/bin/"):
                    yield words


@pytest.mark.parametrize("page", [p for p in PAGES[1:] if blocks(p, "python")], ids=place)
def test_code_runs_from_top_to_bottom(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The README's are separate examples, see ``test_readme``."""
    monkeypatch.chdir(tmp_path)
    for name, own in FILES.items():
        Path(name).write_bytes((folder_of(get_game(GAMES[0])).parent / own).read_bytes())
    names = {"__name__": "__main__"}
    for k, source in enumerate(blocks(page, "python")):
        exec(compile(source, f"{place(page)}, block {k + 1}", "exec"), names)


@pytest.mark.parametrize("page", [p for p in PAGES if blocks(p, "bash")], ids=place)
def test_command_lines_are_understood(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = tyro.cli

    def parse(*settings: Any, **keywords: Any) -> None:
        found(*settings, **keywords)
        raise Parsed

    monkeypatch.setattr(tyro, "cli", parse)
    for command in commands(page):
        understand(command)


def understand(command: str) -> None:
    """Fail unless ``command`` exists and takes its words."""
    program, *words = shlex.split(command)
    if program in ("python", "python3"):
        assert words.pop(0) == "-m", command
        understand_module(words.pop(0), words)
    elif program == "aquasphere":
        group = typer.main.get_command(app)
        with group.make_context(program, [*words]) as context:
            name, subcommand, rest = group.resolve_command(context, spread(words))
            subcommand.make_context(name, rest)
    elif program == "pip":
        (extras,) = re.findall(r"\[([\w,]+)\]", words[-1])
        assert set(extras.split(",")) <= set(project()["optional-dependencies"]), command
    elif program == "make":
        assert f"\n{words[0]}:" in (ROOT / "Makefile").read_text(encoding="utf-8"), command
    else:
        assert program in ELSEWHERE or (ROOT / program).is_file(), command


def understand_module(module: str, words: list[str]) -> None:
    """Fail unless ``python -m module`` takes ``words``; that of a test or of others exists."""
    spec = importlib.util.find_spec(module)
    assert spec is not None, module
    name = f"{module}.__main__" if spec.submodule_search_locations else module
    if module.startswith(("training.", "benchmarks.")):
        main: Callable[[list[str]], object] = importlib.import_module(name).main
        with pytest.raises(Parsed):
            main(words)


def project() -> dict[str, Any]:
    with (ROOT / "pyproject.toml").open("rb") as file:
        found: dict[str, Any] = tomllib.load(file)["project"]
    return found


@pytest.mark.parametrize("page", readme.PAGES, ids=place)
def test_tables_are_made_from_the_results(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert readme.filled(text) == text, "run python -m benchmarks.readme"


@pytest.mark.parametrize("page", PAGES, ids=place)
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#\s]+)", text):
        if "://" not in target:
            assert (page.parent / target).exists(), target


def test_every_table_stands_on_a_page() -> None:
    text = "".join(page.read_text(encoding="utf-8") for page in readme.PAGES)
    assert [name for name in readme.TABLES if f"<!-- begin {name} -->" not in text] == []


@pytest.mark.parametrize(
    "name",
    [
        "aquasphere_v1.env",
        "parallel_env",
        "gym.make(",
        "make_vec",
        "make_batch",
        "GameVecEnv",
        "Match(",
    ],
)
def test_there_is_an_example_of_every_interface(name: str) -> None:
    assert any(name in block for page in readme.PAGES for block in blocks(page, "python"))
