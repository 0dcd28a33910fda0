"""The command ``aquasphere``; also ``python -m aquasphere_env``."""

import sys
from collections.abc import Sequence
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, NoReturn

from ..core.game import Game, Variant
from ..drawing.optional_imports import INSTALL, MissingExtraError
from ..games import GAMES, get_game

try:
    import typer
except ImportError as error:
    raise SystemExit(f"the command aquasphere needs typer: {INSTALL} ({error})") from None

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
  aquasphere rules aquamarine                        the rules as they are played here
"""

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Play, watch and simulate AquaSphere and its companion games." + _EXAMPLES,
)

_Game = Annotated[str, typer.Argument(help=f"One of: {', '.join(GAMES)}.")]
_Players = Annotated[int | None, typer.Option(help="Number of players; usually 2.")]
_Host = Annotated[
    str, typer.Option(help="Address to listen on; others can reach only an open one.")
]
_Port = Annotated[int, typer.Option(help="Port; 0 takes any free one.")]
_Browser = Annotated[bool, typer.Option("--browser/--no-browser", help="Open the browser.")]


@app.command()
def games() -> None:
    """List the games."""
    for name in GAMES:
        game = _game(name)
        players = f"{game.min_players} to {game.max_players} players"
        typer.echo(f"{name:<11} {game.gym_id:<14} {players}, {len(game.actions)} actions")


@app.command()
def rules(game: _Game) -> None:
    """Print a game's page: its rules with their ids, observations, actions, rewards."""
    page = resources.files("aquasphere_env.games") / _game(game).name / "README.md"
    if not page.is_file():
        _fail(f"{game} has no page in this package")
    typer.echo(page.read_text(encoding="utf-8"))


@app.command()
def warmup(
    game: Annotated[str | None, typer.Argument(help="One game; otherwise all.")] = None,
) -> None:
    """Compile the kernels now, so that no later start has to wait."""
    from .simulation import warm_up

    for name in [game] if game else GAMES:
        typer.echo(f"{name}: ready after {warm_up(_game(name)):.1f} s")


@app.command()
def simulate(
    game: _Game = "aquasphere",
    players: _Players = None,
    agents: Annotated[
        list[str] | None,
        typer.Option(help="Who plays, by seat; the last one repeated. Usually random."),
    ] = None,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 1,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the first game.")] = 0,
    log: Annotated[Path | None, typer.Option(help="Write the games to this file.")] = None,
) -> None:
    """Let players play each other, show the results, and write logs.

    Players are random, greedy, net:FILE and your own as package.module:Class.
    """
    from .simulation import simulate_games, summary

    variant = _variant(game, players)
    seats = _repeated(agents or ["random"], variant.num_players)
    try:
        results = simulate_games(variant, seats, games, seed, log)
    except (OSError, ValueError) as error:
        _fail(error)
    typer.echo(summary(variant, seats, results))


@app.command()
def play(
    game: _Game = "aquasphere",
    players: _Players = None,
    opponents: Annotated[
        list[str] | None,
        typer.Option(help="Who sits beside you, clockwise; the last one repeated."),
    ] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="Seed; otherwise random.")] = None,
    host: _Host = "127.0.0.1",
    port: _Port = 8000,
    browser: _Browser = True,
) -> None:
    """Play in the browser.

    Opponents are random, greedy, human, net:FILE and your own as package.module:Class.
    """
    from .server import Setting
    from .session import HUMAN, GameSession

    variant = _variant(game, players)
    others = opponents or ["greedy"][: variant.num_players - 1]
    setting = Setting(variant.game.name, variant.num_players, others or ["greedy"], seed)
    try:  # a player that does not exist is refused here, not in the browser
        GameSession(variant, [HUMAN, *_repeated(others, variant.num_players - 1)], 0)
    except (OSError, ValueError, ImportError) as error:
        _fail(error)
    _serve(setting, host, port, browser)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A log, as written by simulate.")],
    game: Annotated[int | None, typer.Option(min=1, help="Only this game of the file.")] = None,
    seat: Annotated[int | None, typer.Option(min=0, help="As this seat sees it.")] = None,
    agent: Annotated[str | None, typer.Option(help="Explain positions by this agent.")] = None,
    svg: Annotated[Path | None, typer.Option(help="Write a picture a position here.")] = None,
    gif: Annotated[Path | None, typer.Option(help="Write an animation to this file.")] = None,
    text: Annotated[bool, typer.Option("--text", help="Print the game in words.")] = False,
    host: _Host = "127.0.0.1",
    port: _Port = 8000,
    browser: _Browser = True,
) -> None:
    """Look at recorded games in the browser, or write them as pictures, animation or text."""
    from . import export
    from .replay import load_replays

    try:
        found, problems = load_replays(file, game, agent)
        exporting = bool(svg or gif or text)
        if problems and (exporting or not found):
            _fail("\n".join(problems))
        for shown in found[:1] if exporting else []:
            export.check_seat(shown, seat)
            if text:
                typer.echo(export.as_text(shown, seat))
            if svg:
                typer.echo(f"{export.write_svgs(shown, svg, seat)} pictures in {svg}")
            if gif:
                typer.echo(f"{export.write_gif(shown, gif, seat)} pictures in {gif}")
    except (OSError, ValueError, ImportError) as error:
        _fail(error)
    if not exporting:
        from .server import Setting

        setting = Setting(replays=found, problems=problems)
        _serve(setting, host, port, browser)


@app.command()
def screenshots(
    folder: Annotated[Path, typer.Argument(help="Where to write a PNG of every game.")],
) -> None:
    """Write the pictures of the games that stand in the README."""
    from . import export

    for name in export.write_screenshots(folder):
        typer.echo(name)


def _game(name: str) -> Game:
    try:
        return get_game(name)
    except ValueError as error:
        _fail(error)


def _variant(name: str, players: int | None) -> Variant:
    try:
        return get_game(name).variant(players)
    except ValueError as error:
        _fail(error)


def _repeated(names: Sequence[str], count: int) -> list[str]:
    """Return one name for each of ``count`` seats, the last one repeated."""
    if len(names) > count:
        _fail(f"{len(names)} players are named for {count} seats: {', '.join(names)}")
    return [*names, *list(names[-1:]) * (count - len(names))]


def _fail(error: object) -> NoReturn:
    typer.echo(f"aquasphere: {error}", err=True)
    raise typer.Exit(1)


def _serve(setting: Any, host: str, port: int, browser: bool) -> None:
    from .serve import serve

    try:
        serve(setting, host, port, browser, typer.echo)
    except OSError as error:
        _fail(f"cannot listen on {host}:{port} ({error.strerror}); try --port 0")


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


def main(words: Sequence[str] | None = None) -> None:
    """Run the command with ``words``, usually those it was started with."""
    try:
        app(spread(sys.argv[1:] if words is None else words), prog_name="aquasphere")
    except MissingExtraError as error:
        raise SystemExit(str(error)) from None
