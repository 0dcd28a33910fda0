"""Games as files: pictures, animations, text, and the screenshots of the README."""

from collections.abc import Iterator
from pathlib import Path

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
    if seat is not None and seat >= players:
        raise ValueError(f"seats go from 0 to {players - 1}")


def write_svgs(replay: Replay, folder: Path, seat: int | None) -> int:
    """Write a picture of every position into ``folder``; return how many."""
    folder.mkdir(parents=True, exist_ok=True)
    digits = len(str(len(replay)))
    for at in range(len(replay) + 1):
        path = folder / f"{replay.log.game}-{at:0{digits}}.svg"
        with replacing(path) as stream:
            stream.write(replay.svg(at, seat))
    return len(replay) + 1


def write_gif(replay: Replay, path: Path, seat: int | None) -> int:
    """Write all positions as an animation; return how many."""
    frames = [image(replay.svg(at, seat), _GIF_SCALE) for at in range(len(replay) + 1)]
    palette = frames[-1].quantize(_COLORS)
    small = [frame.quantize(palette=palette, dither=0) for frame in frames]
    durations = [_GIF_MILLISECONDS] * (len(small) - 1) + [_LAST_MILLISECONDS]
    with replacing(path, "wb") as stream:
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
    agents = ", ".join(log.agents) or "unknown players"
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
