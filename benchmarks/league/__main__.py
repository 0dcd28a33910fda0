"""A round robin of players: ratings with intervals, points, places, win rates, times.

    python -m benchmarks.league
    python -m benchmarks.league --player mine:Lowest
    python -m benchmarks.league --game aquasphere --players 4 --games 400 --seed 7
    python -m benchmarks.league --field random greedy mcts:50 --folder runs/small
    python -m benchmarks.league --held-out

With 2 players every pair meets, with 3 and 4 every combination, alone everyone plays for itself;
all on the same deals, each in every rotation of the seats. benchmarks/PROTOCOL.md says what the
numbers mean and what a claim has to report.

The folder gets league.json, league.md, ratings.png and matrix.png, and keeps the games: a league
that was stopped goes on with the same command, and ends as if it had not been. What the folder's
settings say may be left out; more --games or another --player may be added, and only what is
missing is played.
"""

if __name__ == "__main__":
    from aquasphere_env.core.extras import explain_missing
    from aquasphere_env.core.signals import catch_signals

    catch_signals("benchmarks.league")
    explain_missing("benchmarks.league", "league")

import json
from collections.abc import Sequence

import tyro

from aquasphere_env.core.console import command, fail, say
from aquasphere_env.core.match import IllegalActionError

from .options import Options
from .report import page
from .running import League

_NAME = "benchmarks.league"


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line."""
    with command(_NAME):
        options = tyro.cli(Options, prog=f"python -m {_NAME}", args=arguments, description=__doc__)
        try:
            league = League.open(options)
        except ValueError as error:
            fail(_NAME, error)
        _play(league)
        table = league.finish()
        say(json.dumps(table, allow_nan=False) if options.json else page(table))


def _play(league: League) -> None:
    """Play what is missing; whatever stops that, say what is kept."""
    try:
        league.play()
    except (IllegalActionError, TypeError) as error:  # a player's answer
        fail(_NAME, error)
    finally:
        if league.missing:
            kept = league.wanted - league.missing
            words = f"{kept:,} of {league.wanted:,} games are kept in {league.folder}"
            say(f"{words}; the same command plays the others", error=True)


if __name__ == "__main__":
    main()
