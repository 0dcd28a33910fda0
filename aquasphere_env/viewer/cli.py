"""The command ``aquasphere``; also ``python -m aquasphere_env``."""

import json
import sys
from collections.abc import Callable, Sequence
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from ..core import console
from ..core.console import FAILED, command, say, sentence, visible
from ..core.extras import missing_library
from ..core.game import Game, Variant
from ..core.options import given_options
from ..core.state import MAX_PLAYERS
from ..drawing.optional_imports import EXTRA, MissingExtraError
from ..games import GAMES, get_game
from .limits import MAX_SEED, MAX_SIMULATED

_MANY = ("--opponents", "--agents")  # options that take all words up to the next option

_EXAMPLES = """
Examples:

\b
  aquasphere play                                    AquaSphere against greedy, in the browser
  aquasphere play octodice --players 1               alone
  aquasphere play --players 3 --opponents greedy random
  aquasphere simulate aquasphere --players 4 --agents greedy random --games 20 --log games.jsonl
  aquasphere replay games.jsonl                      look at them in the browser
  aquasphere replay games.jsonl --gif game.gif       or as an animation
  aquasphere replay games.jsonl --html game.html     or as one page to pass on
  aquasphere rules aquamarine                        the rules as they are played here
"""

app = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="Play, watch and simulate AquaSphere and its companion games." + _EXAMPLES,
)

_Game = Annotated[str, typer.Argument(help=f"One of: {', '.join(GAMES)}.")]
_MAX_PORT = 65_535


def _whole(least: int, most: int, help: str) -> Any:
    """Return an option that takes whole numbers from ``least`` to ``most``."""
    return typer.Option(parser=_in_range(least, most), metavar=f"{least}..{most}", help=help)


def _in_range(least: int, most: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = least - 1
        if not least <= number <= most:
            raise typer.BadParameter(f"{text!r} is not a whole number from {least} to {most}")
        return number

    return parse


_Players = Annotated[int | None, _whole(1, MAX_PLAYERS, "Number of players; usually 2.")]
_Host = Annotated[
    str, typer.Option(help="Address to listen on; others can reach only an open one.")
]
_Port = Annotated[int, _whole(0, _MAX_PORT, "Port; 0 takes any free one.")]
_Browser = Annotated[bool, typer.Option("--browser/--no-browser", help="Open the browser.")]
_Components = Annotated[
    Path | None, typer.Option(help="A component file of your own, in place of the standard one.")
]
_Sheet = Annotated[
    str | None, typer.Option(help="Aquamarine: a sheet of your own, a file, or the word random.")
]
_Option = Annotated[
    list[str] | None,
    typer.Option(help="An option of the game, such as max_rounds=10; may be given several times."),
]
_Json = Annotated[bool, typer.Option("--json", help="Print JSON, for scripts.")]


@app.command()
def games(as_json: _Json = False) -> None:
    """List the games."""
    rows = [
        {
            "name": game.name,
            "id": game.gym_id,
            "min_players": game.min_players,
            "max_players": game.max_players,
            "actions": len(game.actions),
        }
        for game in map(_game, GAMES)
    ]
    if as_json:
        _say_json(rows)
        return
    for row in rows:
        players = f"{row['min_players']} to {row['max_players']} players"
        say(f"{row['name']:<11} {row['id']:<14} {players}, {row['actions']} actions")


@app.command()
def rules(game: _Game) -> None:
    """Print a game's page: its rules with their ids, observations, actions, rewards."""
    page = resources.files("aquasphere_env.games") / _game(game).name / "README.md"
    if not page.is_file():
        _fail(f"{game} has no page in this package")
    say(page.read_text(encoding="utf-8"))


@app.command()
def warmup(
    game: Annotated[str | None, typer.Argument(help="One game; otherwise all.")] = None,
) -> None:
    """Compile the kernels now, so that no later start has to wait."""
    from .simulation import warm_up

    for name in [game] if game else GAMES:
        say(f"{name}: ready after {warm_up(_game(name)):.1f} s")


@app.command()
def simulate(
    game: _Game = "aquasphere",
    players: _Players = None,
    agents: Annotated[
        list[str] | None,
        typer.Option(help="Who plays, by seat; the last one repeated. Usually random."),
    ] = None,
    games: Annotated[int, _whole(1, MAX_SIMULATED, "How many games.")] = 1,
    seed: Annotated[int, _whole(0, MAX_SEED, "Seed of the first game.")] = 0,
    log: Annotated[Path | None, typer.Option(help="Write the games to this file.")] = None,
    components: _Components = None,
    sheet: _Sheet = None,
    option: _Option = None,
    as_json: _Json = False,
) -> None:
    """Let players play each other, show the results, and write logs.

    Players are random, greedy, net:FILE and your own as package.module:Class.

    Ctrl+C ends it early, as SIGTERM does; the games that are finished are shown and logged all
    the same.
    """
    from .simulation import simulate_games, summary

    variant = _variant(game, players, components, sheet, option)
    seats = _repeated(agents or ["random"], variant.num_players)
    try:
        results = simulate_games(variant, seats, games, seed, log)
    except (ValueError, ImportError) as error:
        _fail(error)
    if as_json:
        _say_json(results.to_dict())
    else:
        say(summary(results))
        if results.stopped:
            logged = f" and logged in {visible(str(log))}" if log else ""
            say(f"interrupted; {results.games} of {games} games are counted{logged}")
    if results.stopped:
        raise results.stopped


@app.command()
def play(
    game: _Game = "aquasphere",
    players: _Players = None,
    opponents: Annotated[
        list[str] | None,
        typer.Option(help="Who sits beside you, clockwise; the last one repeated."),
    ] = None,
    seed: Annotated[int | None, _whole(0, MAX_SEED, "Seed; otherwise random.")] = None,
    components: _Components = None,
    sheet: _Sheet = None,
    option: _Option = None,
    host: _Host = "127.0.0.1",
    port: _Port = 8000,
    browser: _Browser = True,
) -> None:
    """Play in the browser.

    Opponents are human, random, expert, greedy, zoo, mcts:N, mcts:Nms, value:FILE, net:FILE,
    llm:MODEL and your own as package.module:Class.
    """
    from .people import HUMAN
    from .session import GameSession
    from .setting import Setting
    from .store import data_folder

    variant = _variant(game, players, components, sheet, option)
    others = opponents or ["greedy"][: variant.num_players - 1]
    kept = data_folder() / "games.sqlite"
    setting = Setting(
        variant.game.name,
        variant.num_players,
        others or ["greedy"],
        seed,
        variant.options,  # with the text of files: what is played is what was checked here
        store=kept,
    )
    try:  # a player that does not exist is refused here, not in the browser
        GameSession(variant, [HUMAN, *_repeated(others, variant.num_players - 1)], 0)
    except (ValueError, ImportError) as error:
        _fail(error)
    _serve(setting, host, port, browser)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A log, as written by simulate.")],
    game: Annotated[
        int | None, _whole(1, MAX_SIMULATED, "Only the game with this number in the file.")
    ] = None,
    seat: Annotated[int | None, _whole(0, MAX_PLAYERS - 1, "As this seat sees it.")] = None,
    agent: Annotated[str | None, typer.Option(help="Explain positions by this agent.")] = None,
    svg: Annotated[Path | None, typer.Option(help="Write a picture a position here.")] = None,
    gif: Annotated[Path | None, typer.Option(help="Write an animation to this file.")] = None,
    html: Annotated[
        Path | None, typer.Option(help="Write one HTML file that needs no server.")
    ] = None,
    text: Annotated[bool, typer.Option("--text", help="Print the game in words.")] = False,
    host: _Host = "127.0.0.1",
    port: _Port = 8000,
    browser: _Browser = True,
) -> None:
    """Look at recorded games in the browser, or write one as pictures, animation or text.

    Games that do not replay are told and left out; what is written is the first good one.
    """
    from .replay import MAX_GAMES, load_replays

    exporting = bool(svg or gif or html or text)
    for option, target in (("--gif", gif), ("--html", html)):
        if target is not None and target.exists() and file.exists() and target.samefile(file):
            _fail(f"{option} {target} is the log itself; name another file")
    try:
        found, problems = load_replays(file, game, agent, 1 if exporting else MAX_GAMES)
    except (ValueError, ImportError) as error:
        _fail(error)
    for problem in problems:
        say(f"aquasphere: {visible(problem)}", error=True)
    if not found:
        raise SystemExit(FAILED)
    if exporting:
        _export(found[0], seat, svg, gif, html, text)
        return
    from .setting import Setting

    setting = Setting(replays=found, problems=problems)
    _serve(setting, host, port, browser)


def _export(
    shown: Any,
    seat: int | None,
    svg: Path | None,
    gif: Path | None,
    html: Path | None,
    text: bool,
) -> None:
    from . import export
    from .html_replay import as_html

    try:
        export.check_seat(shown, seat)
        with export.opened(svg, gif, html) as (animation, page):
            if text:
                say(export.as_text(shown, seat))
            if svg is not None:
                say(f"{export.write_svgs(shown, svg, seat)} pictures in {svg}")
            if animation is not None:
                written = export.write_gif(shown, animation, seat)
            if page is not None:
                page.write(as_html(shown, seat).encode("utf-8"))
    except (ValueError, ImportError) as error:
        _fail(error)
    if gif is not None:
        say(f"{written} pictures in {gif}")
    if html is not None:
        say(f"{len(shown)} decisions in {html}")


@app.command()
def screenshots(
    folder: Annotated[Path, typer.Argument(help="Where to write a PNG of every game.")],
) -> None:
    """Write the pictures of the games that stand in the README."""
    from . import export

    for name in export.write_screenshots(folder):
        say(name)


def _game(name: str) -> Game:
    try:
        return get_game(name)
    except ValueError as error:
        _fail(error)


def _variant(
    name: str,
    players: int | None,
    components: Path | None,
    sheet: str | None,
    words: Sequence[str] | None,
) -> Variant:
    files = {"components": components and str(components), "sheet": sheet}
    try:
        options = given_options(words or ()) | {k: v for k, v in files.items() if v is not None}
        return get_game(name).variant(players, **options)
    except ValueError as error:
        _fail(error)


def _repeated(names: Sequence[str], count: int) -> list[str]:
    """Return one name for each of ``count`` seats, the last one repeated."""
    if len(names) > count:
        _fail(f"{len(names)} players are named for {count} seats: {', '.join(names)}")
    return [*names, *list(names[-1:]) * (count - len(names))]


def _say_json(value: Any) -> None:
    say(json.dumps(value, indent=1, allow_nan=False))


def _fail(reason: object) -> NoReturn:
    console.fail("aquasphere", reason)


def _serve(setting: Any, host: str, port: int, browser: bool) -> None:
    from .serve import serve

    try:
        serve(setting, host, port, browser)
    except (OSError, ValueError) as error:  # UnicodeError: no name of a host
        reason = sentence(error) if isinstance(error, OSError) else error
        _fail(f"cannot listen on {host}:{port} ({reason}); try --port 0")


def spread(words: Sequence[str]) -> list[str]:
    """Repeat options that take several words before each: ``--agents a b`` as typer reads it."""
    spread_words: list[str] = []
    option = None
    for word in words:
        if word.startswith("-"):
            option = word if word in _MANY else None
            if option is None:
                spread_words.append(word)
        elif option is not None:
            spread_words += [option, word]
        else:
            spread_words.append(word)
    return spread_words


_UsageError: Any = typer.BadParameter.__base__  # of click, or of typer's own copy of it


def main(words: Sequence[str] | None = None) -> None:
    """Run the command with ``words``, usually those it was started with.

    Raises:
        SystemExit: with the status of the command: 1 and 2 for failures, which are told in one
            line, 128 more than its number after a signal (see ``core.signals``).
    """
    words = spread(sys.argv[1:] if words is None else words)
    with command("aquasphere"):
        try:
            app(words or ["--help"], prog_name="aquasphere", standalone_mode=False)
        except _UsageError as error:
            say(f"aquasphere: {visible(error.format_message())}", error=True)
            raise SystemExit(error.exit_code) from None
        except MissingExtraError as error:
            say(str(error), error=True)
            raise SystemExit(FAILED) from None
        except ModuleNotFoundError as error:
            if (reason := missing_library("aquasphere", error, EXTRA)) is None:
                raise
            say(reason, error=True)
            raise SystemExit(FAILED) from None
