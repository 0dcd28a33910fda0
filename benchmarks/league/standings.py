"""What a league came to: ratings, points, places, win rates, times, as ``league.json`` has them."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from aquasphere_env.core.integers import shortened
from aquasphere_env.core.reading import FileError, read_text
from training.evaluate import Estimate, victory_shares

from .design import DEALS_A_BLOCK, Field, seatings
from .ratings import ANCHOR, Advance, Table, estimate_bradley_terry, estimate_plackett_luce
from .records import Played

SCHEMA = "aquasphere-env-league-1"
_MOST_BYTES = 100_000_000  # of league.json; four players have 4,000


@dataclass(frozen=True)
class Standing:
    """One entrant; intervals are 95 %.

    ``plackett_luce_sigma`` is the standard deviation that this model itself gives. ``win_rate`` is
    the share of victories, 1/k for each of k winners; alone, a victory is to have most points on a
    deal, and ``mean_place`` compares all entrants on each deal.
    """

    player: str
    games: int
    bradley_terry: Estimate
    plackett_luce: Estimate
    plackett_luce_sigma: float
    points: Estimate
    mean_place: Estimate
    win_rate: Estimate
    win_rate_by_seat: list[float]
    milliseconds: float | None = None  # the median of a decision's time


@dataclass(frozen=True)
class Pairwise:
    """How often the entrant of the row was placed before that of the column, a tie half."""

    players: list[str]
    win_rates: list[list[float | None]]
    games: list[list[int]]


@dataclass(frozen=True)
class LeagueTable:
    """The content of ``league.json``; ``standings`` begin with the best.

    ``seed`` s and ``deals`` d: the games have the seeds s * 1,000,000 to s * 1,000,000 + d - 1.
    ``anchor`` is the player whose Bradley-Terry rating is 1000, ``None`` if the mean is.
    ``human_points`` are those of people in recorded games with as many players, on the printed
    components.
    """

    schema: str
    game: str
    title: str
    version: int
    num_players: int
    held_out: bool
    component_sets: dict[str, str]
    package: str
    seed: int
    deals: int
    games: int
    entrants: dict[str, str | None]
    anchor: str | None
    standings: list[Standing]
    pairwise: Pairwise
    human_points: list[list[int]]
    machine: dict[str, Any]


@dataclass(frozen=True)
class Results:
    """The games of a whole league: by field, over the same deals."""

    names: list[str]
    fields: Mapping[Field, Played]
    seats: Mapping[Field, np.ndarray]  # (deals, rotations, entrants)

    @classmethod
    def of(cls, played: Mapping[Field, Played], num_sets: int = 1) -> "Results":
        """Put together what all fields have played.

        Games alone are compared by points: a deal counts as one game of all entrants.
        """
        names = sorted({name for field in played for name in field})
        if all(len(field) == 1 for field in played):
            points = np.concatenate([played[(name,)].points for name in names], axis=2)
            places = 1 + (points[..., None, :] > points[..., :, None]).sum(axis=-1)
            field = tuple(names)
            return cls(names, {field: Played(points, places)}, {field: np.zeros_like(places)})
        seats = {
            field: _seats(len(field), len(games.points), num_sets)
            for field, games in played.items()
        }
        return cls(names, played, seats)

    @property
    def num_deals(self) -> int:
        """How many deals every field has played."""
        return len(next(iter(self.fields.values())).points)

    def wins(self) -> np.ndarray:
        """Return how often the first was placed before the second: float (deals, n, n)."""
        count = len(self.names)
        wins = np.zeros((self.num_deals, count, count))
        for field, games in self.fields.items():
            first, second = games.places[..., :, None], games.places[..., None, :]
            who = [self.names.index(name) for name in field]
            scores = ((first < second) + 0.5 * (first == second)).sum(axis=1)
            wins[:, np.array(who)[:, None], who] += scores
        wins[:, range(count), range(count)] = 0
        return wins

    def tables(self) -> list[list[Table]]:
        """Return the entrants and places of all games by deal."""
        tables: list[list[Table]] = [[] for _ in range(self.num_deals)]
        for field, games in self.fields.items():
            who = [self.names.index(name) for name in field]
            for deal, rotations in enumerate(games.places.tolist()):
                tables[deal] += [(who, places) for places in rotations]
        return tables

    def of_entrant(self, name: str) -> tuple[np.ndarray, ...]:
        """Return points, places, victories and seats of an entrant, each (deals, its games)."""
        mine = [(field, field.index(name)) for field in self.fields if name in field]
        columns = [
            (games.points, games.places, victory_shares(games.places), self.seats[field])
            for field, games in self.fields.items()
            if name in field
        ]
        return tuple(
            np.concatenate([part[..., k] for part, (_, k) in zip(parts, mine, strict=True)], axis=1)
            for parts in zip(*columns, strict=True)
        )


def _seats(num_players: int, deals: int, num_sets: int) -> np.ndarray:
    blocks = [seatings(num_players, b, num_sets) for b in range(deals // DEALS_A_BLOCK)]
    return np.repeat(np.array(blocks), DEALS_A_BLOCK, axis=0)


def standings_of(
    results: Results, seed: int, milliseconds: Mapping[str, float], advance: Advance
) -> list[Standing]:
    """Rate all entrants, the best first: by Bradley-Terry rating, or alone by points."""
    names = results.names
    ratings = estimate_bradley_terry(results.wins(), names, seed, advance)
    skills, sigmas = estimate_plackett_luce(results.tables(), len(names), seed, advance)
    standings = []
    for name, rating, skill, sigma in zip(names, ratings, skills, sigmas, strict=True):
        points, places, shares, seats = results.of_entrant(name)
        games = points.size
        last = max(len(field) for field in results.fields)
        standings.append(
            Standing(
                player=name,
                games=games,
                bradley_terry=rating,
                plackett_luce=skill,
                plackett_luce_sigma=sigma,
                points=Estimate.of(points.mean(axis=1)),
                mean_place=Estimate.bounded(places.mean(axis=1), games, 1, last),
                win_rate=Estimate.bounded(shares.mean(axis=1), games, 0, 1),
                win_rate_by_seat=[
                    float(shares[seats == seat].mean()) for seat in range(int(seats.max()) + 1)
                ],
                milliseconds=milliseconds.get(name),
            )
        )
    alone = all(not seats.any() for seats in results.seats.values())
    best = (lambda s: s.points.mean) if alone else (lambda s: s.bradley_terry.mean)
    return sorted(standings, key=best, reverse=True)


def pairwise_of(results: Results, order: Sequence[str]) -> Pairwise:
    """Return the win rates of all pairs, rows and columns in ``order``."""
    which = [results.names.index(name) for name in order]
    wins = results.wins().sum(axis=0)[np.ix_(which, which)]
    games = wins + wins.T
    rates = [
        [float(won / met) if met else None for won, met in zip(*rows, strict=True)]
        for rows in zip(wins.tolist(), games.tolist(), strict=True)
    ]
    return Pairwise(list(order), rates, games.astype(int).tolist())


def anchor_of(names: Sequence[str]) -> str | None:
    """Return the player whose rating is fixed, if it takes part."""
    return ANCHOR if ANCHOR in names else None


def read_league(path: Path) -> dict[str, Any]:
    """Return the content of a ``league.json``; raise ``ValueError`` for another file."""
    try:
        league = json.loads(read_text(path, _MOST_BYTES))
    except FileError as error:
        raise ValueError(str(error)) from None
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path}: not JSON ({shortened(error)})") from None
    if not isinstance(league, dict) or league.get("schema") != SCHEMA:
        raise ValueError(f"{path}: not a league.json of schema {SCHEMA!r}")
    return league
