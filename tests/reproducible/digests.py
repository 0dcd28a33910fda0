"""Digests of a thousand random games per game and player count, in ``digests.json``.

They are the same in every process, compiled and interpreted, with every supported version of
Python, numpy and numba. After a change that is meant to change games (raise the game's version!)
write them again, for all games or for some:

    python -m tests.reproducible.digests --write [game ...]

Without ``--write`` the command compares, and ends with 1 if a digest differs.
"""

import argparse
import hashlib
import json
import sys
import warnings
from pathlib import Path

from aquasphere_env.core import loops
from aquasphere_env.core.game import Game, Variant, digest
from aquasphere_env.core.rng import RNG_DTYPE
from aquasphere_env.core.state import new_records
from aquasphere_env.games import GAMES, get_game

FILE = Path(__file__).with_name("digests.json")
FEW, ALL = "3", "1000"  # games; so few can be played interpreted
Digests = dict[str, str]  # by number of games


def played(variant: Variant, most: str = ALL) -> Digests:
    """Return digests over the final states of the games from seeds 0, 1, …, up to ``most``."""
    states, sources = variant.new_states(), new_records(1, RNG_DTYPE)
    chain, found = hashlib.sha256(), {}
    for seed in range(int(most)):
        variant.start(states, 0, seed)
        sources["rng"] = seed
        decisions = loops.playout(states, 0, sources, 0)
        points = variant.game.read_scores(states).tolist()
        chain.update(f"{digest(states[0])} {decisions} {points}\n".encode())
        if str(seed + 1) in (FEW, ALL):
            found[str(seed + 1)] = chain.hexdigest()[:16]
    return found


def kept() -> dict[str, dict[str, Digests]]:
    """Return the digests in the file by id of a game and number of players."""
    found: dict[str, dict[str, Digests]] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def player_counts(game: Game) -> range:
    """Return the numbers of players that ``game`` is for."""
    return range(game.min_players, game.max_players + 1)


def differing(games: list[Game], most: str) -> list[str]:
    """Play games up to ``most`` of a kind; return a sentence for each digest that differs."""
    faults = []
    for game in games:
        for count in player_counts(game):
            expected = kept().get(game.id, {}).get(str(count), {})
            for number, found in played(game.variant(count), most).items():
                if expected.get(number) != found:
                    faults.append(
                        f"{game.id} for {count}: {number} games have the digest {found}, not "
                        f"{expected.get(number)}; if they are meant to differ, raise the version "
                        "and run python -m tests.reproducible.digests --write"
                    )
    return faults


def write(games: list[Game]) -> None:
    """Write the digests of ``games`` into the file and keep those of other games there are."""
    ids = [get_game(name).id for name in GAMES]
    digests = {key: value for key, value in kept().items() if key in ids} if FILE.exists() else {}
    for game in games:
        digests[game.id] = {str(n): played(game.variant(n)) for n in player_counts(game)}
    ordered = {key: digests[key] for key in ids if key in digests}
    FILE.write_text(json.dumps(ordered, indent=1) + "\n", encoding="utf-8")


def main() -> int:
    """Carry out the command; return its exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.reproducible.digests")
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--write", action="store_true", help="write the file instead of comparing")
    parser.add_argument("--few", action="store_true", help=f"compare {FEW} games, not {ALL}")
    options = parser.parse_args()
    # Interpreted, the generator's products overflow as they should, and numpy says so.
    warnings.filterwarnings("ignore", "overflow encountered", RuntimeWarning)
    games = [get_game(name) for name in options.games or GAMES]
    if options.write:
        write(games)
        return 0
    faults = differing(games, FEW if options.few else ALL)
    print(*faults or ["all digests are as in the file"], sep="\n")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
