"""Agents against each other: seats rotated over paired seeds, results with intervals.

    python -m training.evaluate greedy random --games 1000
    python -m training.evaluate net:runs/aquasphere-2p/player.safetensors greedy --json
    python -m training.evaluate greedy random random --game aquasphere --players 3

Fewer agents than players are repeated: ``a b`` with 3 players is ``a`` against two ``b``.
"""

import json
import math
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Annotated, Any

import numpy as np
import tyro

from aquasphere_env.core.game import Variant
from aquasphere_env.core.match import IllegalActionError
from aquasphere_env.games import get_game
from aquasphere_env.players.player import Player
from aquasphere_env.players.playing import Advance, play_games
from aquasphere_env.players.registry import PLAYER_FORMS, make_player
from aquasphere_env.viewer.progress import Progress

CONFIDENCE_Z = 1.96  # 95 % of a normal distribution


@dataclass(frozen=True)
class Estimate:
    """A mean with its 95 % interval; games of one seed count as one observation."""

    mean: float
    low: float
    high: float

    @classmethod
    def of(cls, by_seed: np.ndarray) -> "Estimate":
        """Estimate from one value per seed (normal approximation)."""
        mean = float(by_seed.mean())
        spread = float(by_seed.std(ddof=1)) if len(by_seed) > 1 else math.nan
        half = CONFIDENCE_Z * spread / math.sqrt(len(by_seed))
        return cls(mean, mean - half, mean + half)


@dataclass(frozen=True)
class Standing:
    """How one agent did: victory share (1/k for each of k winners), points, rank, by seat too."""

    agent: str
    games: int
    win_rate: Estimate
    score: Estimate
    rank: Estimate
    win_rate_by_seat: list[float]


@dataclass(frozen=True)
class Evaluation:
    """The result of ``evaluate``, as ``--json`` prints it."""

    game: str
    version: int
    num_players: int
    options: dict[str, Any]
    seed: int
    seeds: int
    standings: list[Standing]


def evaluate(
    variant: Variant,
    entrants: Sequence[Player],
    num_games: int,
    seed: int = 0,
    advance: Advance = lambda games: None,
) -> Evaluation:
    """Play about ``num_games`` games: for each seed every rotation of ``entrants`` over the seats.

    Args:
        variant: the game.
        entrants: one agent a player; the same agent may be given several times.
        num_games: rounded up to whole rotations.
        seed: of the first game and of the agents' own chance.
        advance: called with the number of games finished since the last call.
    """
    n = variant.num_players
    if len(entrants) != n:
        raise ValueError(f"{n} players need {n} agents, not {len(entrants)}")
    for k, agent in enumerate(entrants):
        agent.seed(seed + k)
    num_seeds = max(1, math.ceil(num_games / n))
    points = np.zeros((num_seeds, n, n))  # by seed, rotation, entrant
    shares = np.zeros((num_seeds, n, n))
    ranks = np.zeros((num_seeds, n, n))
    seeds = [seed + s for s in range(num_seeds)]
    for rotation in range(n):
        seat_of = [(k + rotation) % n for k in range(n)]
        seats = [entrants[seat_of.index(p)] for p in range(n)]
        states = play_games(variant, seats, seeds, advance).states
        for s in range(num_seeds):
            score = variant.game.read_scores(states, s)[:, 0]
            place = np.array(variant.game.ranks(states, s))
            winners = (place == 1) / (place == 1).sum()
            points[s, rotation] = score[seat_of]
            ranks[s, rotation] = place[seat_of]
            shares[s, rotation] = winners[seat_of]
    return _summarise(variant, entrants, seed, points, shares, ranks)


def _summarise(
    variant: Variant,
    entrants: Sequence[Player],
    seed: int,
    points: np.ndarray,
    shares: np.ndarray,
    ranks: np.ndarray,
) -> Evaluation:
    n = variant.num_players
    standings = []
    for name in dict.fromkeys(agent.name for agent in entrants):
        own = [k for k, agent in enumerate(entrants) if agent.name == name]
        by_seat = [
            float(np.mean([shares[:, (seat - k) % n, k].mean() for k in own])) for seat in range(n)
        ]
        standings.append(
            Standing(
                agent=name,
                games=len(points) * n * len(own),
                win_rate=Estimate.of(shares[:, :, own].mean(axis=(1, 2))),
                score=Estimate.of(points[:, :, own].mean(axis=(1, 2))),
                rank=Estimate.of(ranks[:, :, own].mean(axis=(1, 2))),
                win_rate_by_seat=by_seat,
            )
        )
    game = variant.game
    return Evaluation(game.name, game.version, n, variant.options, seed, len(points), standings)


def table(evaluation: Evaluation) -> str:
    """Return the standings as plain text."""
    lines = [f"{'agent':40} {'games':>6}  {'win rate':>21}  {'score':>21}  {'rank':>5}  by seat"]
    for s in evaluation.standings:
        seats = " ".join(f"{100 * rate:.1f}" for rate in s.win_rate_by_seat)
        lines.append(
            f"{s.agent:40} {s.games:6d}  {_percent(s.win_rate):>21}  {_points(s.score):>21}"
            f"  {s.rank.mean:5.2f}  {seats}"
        )
    return "\n".join(lines)


def _percent(e: Estimate) -> str:
    return f"{100 * e.mean:.1f}% [{100 * e.low:.1f}, {100 * e.high:.1f}]"


def _points(e: Estimate) -> str:
    return f"{e.mean:.1f} [{e.low:.1f}, {e.high:.1f}]"


def seat_agents(texts: Sequence[str], variant: Variant) -> list[Player]:
    """Return one agent a player: the last of ``texts`` is repeated on the seats that are left."""
    n = variant.num_players
    if not 1 <= len(texts) <= n:
        raise ValueError(f"{n} players need 1 to {n} agents, not {len(texts)}")
    return [make_player(texts[min(k, len(texts) - 1)], variant) for k in range(n)]


@dataclass
class Options:
    """Play agents against each other, seats rotated over paired seeds."""

    agents: tyro.conf.Positional[tuple[str, ...]]
    """Agents by name; the last one fills the seats that are left."""
    game: str = "aquasphere"
    """Which game."""
    players: int | None = None
    """How many players; by default as many as agents, or the game's usual number."""
    games: int = 1000
    """How many games, rounded up to whole rotations of the seats."""
    seed: int = 0
    """Seed of the first game."""
    json: Annotated[bool, tyro.conf.FlagCreatePairsOff] = False
    """Print one JSON object instead of a table."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line."""
    options = tyro.cli(Options, args=arguments, description=__doc__)
    try:
        game = get_game(options.game)
        usual = max(len(options.agents), game.default_players)
        variant = game.variant(usual if options.players is None else options.players)
        entrants = seat_agents(options.agents, variant)
    except ValueError as error:
        forms = "\n".join(f"  {form:25} {meaning}" for form, meaning in PLAYER_FORMS.items())
        sys.exit(f"{error}\nPlayers:\n{forms}")
    total = math.ceil(options.games / variant.num_players) * variant.num_players
    try:
        with Progress("games", total) as progress:
            evaluation = evaluate(variant, entrants, options.games, options.seed, progress.advance)
    except (IllegalActionError, TypeError) as error:  # a player's answer
        sys.exit(f"training.evaluate: {error}")
    print(json.dumps(asdict(evaluation)) if options.json else table(evaluation))


if __name__ == "__main__":
    main()
