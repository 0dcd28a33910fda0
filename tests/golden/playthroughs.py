"""Golden playthroughs: logs of whole games with a digest of every field at the end.

One file a game and player count, ``<game>_<n>p.jsonl``; each line is a log of ``core/log.py`` with
two keys more: ``digest`` of the final state and ``decisions``, digests after some decisions. After
a change that is meant to change games (raise the game's version!) regenerate them, for all games
or for some:

    python -m tests.golden.playthroughs [game ...]
"""

import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from aquasphere_env.core.game import Game, digest
from aquasphere_env.core.log import GameLog
from aquasphere_env.core.match import Match
from aquasphere_env.games import GAMES, get_game

FOLDER = Path(__file__).parent
SEEDS = range(4)
EVERY = 20  # decisions between two digests on the way


def existing_games() -> list[Game]:
    """Return the games whose package is there."""
    package = Path(sys.modules[get_game.__module__].__file__ or "").parent
    return [get_game(name) for name in GAMES if (package / name / "__init__.py").exists()]


def golden_files() -> Iterator[tuple[Game, int, Path]]:
    """Yield game, player count and file name of every golden file that there must be."""
    for game in existing_games():
        for num_players in range(game.min_players, game.max_players + 1):
            yield game, num_players, FOLDER / f"{game.name}_{num_players}p.jsonl"


def play(game: Game, num_players: int, seed: int) -> dict[str, Any]:
    """Return the record of a game; odd seeds play with a taste for some groups of actions."""
    match = Match(game.variant(num_players), seed)
    rng = random.Random(seed)
    taste = {
        group.name: rng.choice((0.2, 1, 5)) if seed % 2 else 1 for group in game.actions.groups
    }
    on_the_way = []
    while not match.over:
        if len(match.history) % EVERY == 0:
            on_the_way.append(digest(match.state))
        actions = match.legal_actions()
        weights = [taste[game.actions.locate(action)[0].name] for action in actions]
        match.step(rng.choices(actions, weights)[0])
    log = json.loads(GameLog.of(match, ["random"] * num_players).to_json())
    return {**log, "digest": digest(match.state), "decisions": on_the_way}


def read(path: Path) -> Iterator[tuple[GameLog, str, list[str]]]:
    """Yield log, digest of the final state and digests on the way of every line of ``path``."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        record = json.loads(line)
        final, on_the_way = record.pop("digest"), record.pop("decisions")
        yield (
            GameLog.from_json(json.dumps(record), f"{path.name}, line {number}"),
            final,
            on_the_way,
        )


def main(names: list[str]) -> None:
    """Write the golden files of the games called ``names``, of all games if there are none."""
    for game, num_players, path in golden_files():
        if not names or game.name in names:
            lines = [json.dumps(play(game, num_players, s), separators=(",", ":")) for s in SEEDS]
            path.write_text("\n".join(lines) + "\n", encoding="utf-8")
            print(path.name)


if __name__ == "__main__":
    main(sys.argv[1:])
