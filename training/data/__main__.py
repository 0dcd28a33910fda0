"""Games by chosen players as a data set for offline learning, one row or step a decision.

    python -m training.data --player mcts:50 --player greedy --games 1000
    python -m training.data --game aquamarine --observation planes --folder data/reefs
    python -m training.data --game octodice --players 1 --player expert --format minari

Parquet: every player's decisions, with what the player saw, the legal actions, the action, how
often a search tried each action, the reward, and how the game ended; what the columns mean is in
the schema and in the folder's README.md. The seats rotate from game to game.

Minari: the decisions of the first player against the others, in episodes of the Gymnasium
environment, which the loaded data set recovers: the same seed and actions play the same episode.

Games are kept --games-per-file at a time. A data set that was stopped goes on with the same
command, and ends as if it had not been.
"""

if __name__ == "__main__":
    from aquasphere_env.core.extras import explain_missing
    from aquasphere_env.core.signals import catch_signals

    catch_signals("training.data")
    explain_missing("training.data", "data")

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

import tyro

from aquasphere_env.core.console import command, fail, say
from aquasphere_env.core.extras import how_to_install
from aquasphere_env.core.match import IllegalActionError
from aquasphere_env.players.playing import Advance
from aquasphere_env.viewer.progress import Progress

from .options import MINARI, Options
from .settings import Plan

_NAME = "training.data"
_EXTRA = "data"


class DataSet(Protocol):
    """A data set that is made part by part, in one of the formats."""

    folder: Path

    def missing(self) -> list[int]:
        """Return the numbers of the parts that are to be made."""

    def begin(self) -> None:
        """Write what a new data set begins with."""

    def make(self, part: int, advance: Advance) -> None:
        """Play the games of a part and keep them."""

    def finish(self) -> dict[str, Any]:
        """Complete the data set; return what there is."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line."""
    with command(_NAME):
        options = tyro.cli(Options, prog=f"python -m {_NAME}", args=arguments, description=__doc__)
        try:
            plan = Plan.of(options)
            data = _data_set(plan, options)
        except ValueError as error:
            fail(_NAME, error)
        _make(plan, data)
        found = {"folder": str(data.folder), "games": plan.settings.games, **data.finish()}
        say(json.dumps(found) if options.json else _told(found))


def _data_set(plan: Plan, options: Options) -> DataSet:
    """Return the data set that ``options`` describe; raise ``ValueError`` if it cannot be made."""
    settings = plan.settings
    try:
        if options.format == MINARI:
            from .to_minari import MinariSet

            return MinariSet(plan, options.folder, options.name)
        if options.name is not None:
            raise ValueError(f"--name is one of Minari's; leave it out, or add --format {MINARI}")
        from .to_parquet import ParquetSet
    except ImportError as error:
        fail(
            _NAME,
            f"--format {options.format} needs {error.name}: {how_to_install(_EXTRA)} ({error})",
        )
    usual = Path("runs") / f"{settings.game}-{settings.num_players}p-data"
    return ParquetSet(plan, usual if options.folder is None else options.folder)


def _make(plan: Plan, data: DataSet) -> None:
    """Make what is missing; whatever stops that, say what is kept."""
    settings = plan.settings
    wanted = data.missing()
    before = settings.games - sum(len(settings.part(part)) for part in wanted)
    data.begin()
    try:
        with Progress("games", settings.games, before) as progress:
            for part in wanted:
                data.make(part, progress.advance)
    except (IllegalActionError, TypeError) as error:  # a player's answer
        fail(_NAME, error)
    finally:
        if left := sum(len(settings.part(part)) for part in data.missing()):
            words = f"{settings.games - left:,} of {settings.games:,} games are kept in"
            say(f"{words} {data.folder}; the same command plays the others", error=True)


def _told(found: dict[str, Any]) -> str:
    words = [f"{value:,} {name}" for name, value in found.items() if isinstance(value, int)]
    return f"{found['folder']}: {', '.join(words)}"


if __name__ == "__main__":
    main()
