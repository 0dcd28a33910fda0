"""Whether two leagues of the same players on other deals agree within their intervals.

    python -m benchmarks.agreement runs/league-aquasphere-2p/league.json runs/other/league.json

Two estimates agree if they differ by no more than the square root of the sum of the squares of
their intervals' halves, taken on the sides that face each other: of 20 independent pairs, 19 do.
"""

if __name__ == "__main__":
    from aquasphere_env.core.extras import explain_missing
    from aquasphere_env.core.signals import catch_signals

    catch_signals("benchmarks.agreement")
    explain_missing("benchmarks.agreement", "league")

import json
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

import tyro

from aquasphere_env.core.console import command, fail, say
from aquasphere_env.games.pages import table

from .league.standings import read_league

_NAME = "benchmarks.agreement"
_MEASURES = {  # by their names in ``league.json``: in words, a factor, digits
    "bradley_terry": ("Bradley-Terry", 1, 0),
    "plackett_luce": ("Plackett-Luce", 1, 1),
    "points": ("points", 1, 1),
    "win_rate": ("victories, %", 100, 1),
}
_SAME = ("game", "version", "num_players", "held_out", "component_sets", "package", "entrants")


@dataclass(frozen=True)
class Pair:
    """One number in both leagues, and how far they may be apart to agree."""

    player: str
    measure: str
    first: float
    second: float
    allowed: float

    @property
    def agrees(self) -> bool:
        """Return whether they are no further apart."""
        return abs(self.first - self.second) <= self.allowed


def pairs_of(first: dict[str, Any], second: dict[str, Any]) -> list[Pair]:
    """Compare two leagues, each the content of a ``league.json``.

    Ratings of the anchor are left out, since they are fixed.

    Raises:
        ValueError: not the same players and game, or the same deals.
    """
    for name in _SAME:
        if first[name] != second[name]:
            raise ValueError(f"the leagues differ in {name}: {first[name]} and {second[name]}")
    if first["seed"] == second["seed"]:
        raise ValueError(f"both leagues have --seed {first['seed']} and so the same deals")
    others = {s["player"]: s for s in second["standings"]}
    return [
        _pair(s["player"], measure, s[measure], others[s["player"]][measure])
        for measure in _MEASURES
        for s in first["standings"]
        if measure != "bradley_terry" or s["player"] != first["anchor"]
    ]


def _pair(player: str, measure: str, first: dict[str, float], second: dict[str, float]) -> Pair:
    low, high = sorted((first, second), key=lambda estimate: estimate["mean"])
    allowed = math.hypot(low["high"] - low["mean"], high["mean"] - high["low"])
    return Pair(player, measure, first["mean"], second["mean"], allowed)


def pairs_table(pairs: Sequence[Pair]) -> str:
    """Return the pairs as a Markdown table."""
    rows = []
    for pair in pairs:
        words, factor, digits = _MEASURES[pair.measure]
        numbers = (pair.first, pair.second, abs(pair.first - pair.second), pair.allowed)
        cells = [f"{factor * number:.{digits}f}" for number in numbers]
        rows.append((words, f"`{pair.player}`", *cells, "yes" if pair.agrees else "no"))
    head = ("", "player", "first", "second", "difference", "within", "agrees")
    agreeing = sum(pair.agrees for pair in pairs)
    return f"{table(head, rows)}\n\n{agreeing} of {len(pairs)} agree."


@dataclass
class Options:
    """Compare two leagues that differ in their seeds."""

    first: tyro.conf.Positional[Path]
    """The league.json of one."""
    second: tyro.conf.Positional[Path]
    """The league.json of the other."""
    json: Annotated[bool, tyro.conf.FlagCreatePairsOff] = False
    """Print JSON rows instead of a table."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line."""
    with command(_NAME):
        options = tyro.cli(Options, args=arguments, description=__doc__)
        try:
            pairs = pairs_of(read_league(options.first), read_league(options.second))
        except ValueError as error:
            fail(_NAME, error)
        rows = [{**asdict(pair), "agrees": pair.agrees} for pair in pairs]
        say(json.dumps(rows, allow_nan=False) if options.json else pairs_table(pairs))


if __name__ == "__main__":
    main()
