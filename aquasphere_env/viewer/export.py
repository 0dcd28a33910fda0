"""Games as files: pictures, animations, text, and the screenshots of the README."""

import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from ..core.console import visible
from ..core.files import replacing
from ..core.match import Match, replayed
from ..drawing.raster import image, png
from ..games import GAMES, get_game
from ..players.playing import play_games
from ..players.registry import make_player
from .replay import Replay

_GIF_SCALE = 0.75
_GIF_MILLISECONDS = 500
_LAST_MILLISECONDS = 3000
_COLORS = 128

SCREENSHOT_SEED = 7
_SCREENSHOT_SHARE = 0.55  # of a game that has been played by then


def check_seat(replay: Replay, seat: int | None) -> None:
    """Raise ``ValueError`` if there is no ``seat`` in the game."""
    players = replay.match.variant.num_players
    if seat is not None and not 0 <= seat < players:
        raise ValueError(f"--seat {seat}: seats of this game go from 0 to {players - 1}")


@contextlib.contextmanager
def opened(svg: Path | None, *files: Path | None) -> Iterator[list[IO[bytes] | None]]:
    """Make the folder ``svg`` and yield streams that replace the ``files`` at the end.

    So a target that cannot be written is known before any work.

    Raises:
        OSError: the folder cannot be made, or a file in it or one of ``files`` cannot be written.
    """
    if svg is not None:
        svg.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=svg):
            pass
    with contextlib.ExitStack() as stack:
        yield [
            stack.enter_context(replacing(file, "wb")) if file is not None else None
            for file in files
        ]


def write_svgs(replay: Replay, folder: Path, seat: int | None) -> int:
    """Write a picture of every position into ``folder``; return how many."""
    digits = len(str(len(replay)))
    for at in range(len(replay) + 1):
        path = folder / f"{replay.log.game}-{at:0{digits}}.svg"
        with replacing(path, durable=False) as stream:
            stream.write(replay.svg(at, seat))
    return len(replay) + 1


def write_gif(replay: Replay, stream: IO[bytes], seat: int | None) -> int:
    """Write all positions as an animation; return how many."""
    palette = image(replay.svg(len(replay), seat), _GIF_SCALE).quantize(_COLORS)
    small = [
        image(replay.svg(at, seat), _GIF_SCALE).quantize(palette=palette, dither=0)
        for at in range(len(replay) + 1)
    ]
    durations = [_GIF_MILLISECONDS] * (len(small) - 1) + [_LAST_MILLISECONDS]
    small[0].save(
        stream,
        format="GIF",
        save_all=True,
        append_images=small[1:],
        duration=durations,
        loop=0,
    )
    return len(small)


def as_text(replay: Replay, seat: int | None) -> str:
    """Return start, every move in words with its rules, and the last position."""
    log = replay.log
    agents = ", ".join(map(visible, log.agents)) or "unknown players"
    lines = [
        f"{replay.match.game.title}, {log.num_players} players, seed {log.seed}: {agents}",
        "",
        replay.text(0, seat),
        "",
        *(event.line() for event in replay.events(seat)),
        "",
        replay.text(len(replay), seat),
        "",
        replay.ending(),
    ]
    return "\n".join(lines)


def middle_of_game(game_name: str, players: int | None = None) -> Match:
    """Return a match of greedy players in the middle, the same every time."""
    game = get_game(game_name)
    variant = game.variant(players)
    greedy = make_player("greedy", variant, SCREENSHOT_SEED)
    played = play_games(variant, [greedy] * variant.num_players, [SCREENSHOT_SEED])
    history = played.histories[0]
    return replayed(variant, SCREENSHOT_SEED, history[: int(len(history) * _SCREENSHOT_SHARE)])


def write_screenshots(folder: Path) -> Iterator[str]:
    """Write a PNG of every game into ``folder`` and yield the files' names."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in GAMES:
        most = get_game(name).max_players
        match = middle_of_game(name, most)
        path = folder / f"{name}.png"
        with replacing(path, "wb") as stream:
            stream.write(png(match.game.draw(match.state, None, match.history[-1])))
        yield str(path)
