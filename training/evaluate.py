"""Agents against each other: seats rotated over paired seeds, results with intervals.

    python -m training.evaluate greedy random --games 1000
    python -m training.evaluate net:runs/aquasphere-2p/player.safetensors greedy --json
    python -m training.evaluate greedy random random --game aquasphere --players 3
    python -m training.evaluate llm:gpt-4o-mini,budget=500000 greedy --games 4

Fewer agents than players are repeated: ``a b`` with 3 players is ``a`` against two ``b``.

A win is a share of the victory: half for each of two winners. Intervals are 95 %, and the games of
one seed, which differ only in who sits where, count as one observation. Those of win rates and
ranks are Wilson's (1927) with the effective sample size of Korn and Graubard (1998), the number of
independent games with the same standard error, at most as many as were played; they stay within
the scale. Those of points are normal, and unknown ("-", null) after a single seed.
"""

if __name__ == "__main__":
    from aquasphere_env.core.extras import explain_missing
    from aquasphere_env.core.signals import catch_signals

    catch_signals("training.evaluate")
    explain_missing("training.evaluate", "train")

import json
import math
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from typing import Annotated, Any

import numpy as np
import tyro

from aquasphere_env.core.console import command, fail, say, visible
from aquasphere_env.core.game import Variant
from aquasphere_env.core.match import IllegalActionError
from aquasphere_env.core.options import given_options
from aquasphere_env.games import get_game
from aquasphere_env.players.player import CountingPlayer, Player
from aquasphere_env.players.playing import Advance, play_games
from aquasphere_env.players.registry import PLAYER_FORMS, make_player
from aquasphere_env.viewer.progress import Progress

from .options import GameOptions, Games, Seed, check

_NAME = "training.evaluate"
CONFIDENCE_Z = 1.96  # 95 % of a normal distribution


@dataclass(frozen=True)
class Estimate:
    """A mean with its 95 % interval, whose ends are ``None`` if they are unknown."""

    mean: float
    low: float | None
    high: float | None

    @classmethod
    def of(cls, by_seed: np.ndarray) -> "Estimate":
        """Estimate from one value per seed (normal approximation)."""
        mean = float(by_seed.mean())
        if len(by_seed) == 1:
            return cls(mean, None, None)
        half = CONFIDENCE_Z * float(by_seed.std(ddof=1)) / math.sqrt(len(by_seed))
        return cls(mean, mean - half, mean + half)

    @classmethod
    def bounded(cls, by_seed: np.ndarray, games: int, least: float, most: float) -> "Estimate":
        """Estimate from one value per seed, each from ``least`` to ``most``, of ``games`` in all.

        Wilson's interval for a proportion, with as many observations as would have the standard
        error of these: between the number of seeds and that of games where the values do not tell.
        """
        mean = float(by_seed.mean())
        if least == most:
            return cls(mean, mean, mean)
        share = min(max((mean - least) / (most - least), 0.0), 1.0)
        low, high = _wilson(share, _effective_size((by_seed - least) / (most - least), games))
        return cls(mean, least + low * (most - least), least + high * (most - least))


def _effective_size(shares: np.ndarray, games: int) -> float:
    """Return how many independent games would tell as much as ``shares``, one for each seed."""
    mean, seeds = float(shares.mean()), len(shares)
    variance = float(shares.var(ddof=1)) / seeds if seeds > 1 else 0.0
    if seeds == 1 or not 0 < mean < 1:  # the values do not differ: nothing tells how they would
        return seeds
    return games if variance == 0 else min(mean * (1 - mean) / variance, games)


def _wilson(share: float, count: float) -> tuple[float, float]:
    """Return the score interval (Wilson, 1927) of a ``share`` of ``count`` observations."""
    z = CONFIDENCE_Z
    centre = share + z * z / (2 * count)
    half = z * math.sqrt(share * (1 - share) / count + (z / (2 * count)) ** 2)
    scale = 1 + z * z / count
    return max((centre - half) / scale, 0.0), min((centre + half) / scale, 1.0)


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
    usage: dict[str, dict[str, Any]] = field(default_factory=dict)  # by agents that count it


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
        entrants: one agent a player; one that is given several times has one standing.
        num_games: rounded up to whole rotations.
        seed: of the first game and of the agents' own chance.
        advance: called with the number of games finished since the last call.
    """
    n = variant.num_players
    if len(entrants) != n:
        raise ValueError(f"{n} players need {n} agents, not {len(entrants)}")
    for k, agent in enumerate(_distinct(entrants)):
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
        score, place = read_results(variant, states)
        points[:, rotation] = score[:, seat_of]
        ranks[:, rotation] = place[:, seat_of]
        shares[:, rotation] = victory_shares(place)[:, seat_of]
    return _summarise(variant, entrants, seed, points, shares, ranks)


def read_results(variant: Variant, states: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return points and ranks in the finished games ``states``: int64 (games, seats)."""
    game = variant.game
    points = [game.read_scores(states, i)[:, 0] for i in range(len(states))]
    ranks = [game.ranks(states, i) for i in range(len(states))]
    return np.array(points, np.int64), np.array(ranks, np.int64)


def victory_shares(ranks: np.ndarray) -> np.ndarray:
    """Return everyone's share of the victory, 1/k for each of k winners: float (..., seats)."""
    winners = ranks == 1
    shares: np.ndarray = winners / winners.sum(axis=-1, keepdims=True)
    return shares


def _summarise(
    variant: Variant,
    entrants: Sequence[Player],
    seed: int,
    points: np.ndarray,
    shares: np.ndarray,
    ranks: np.ndarray,
) -> Evaluation:
    n = variant.num_players
    games = len(points) * n
    standings = []
    for agent, name in zip(_distinct(entrants), _names(_distinct(entrants)), strict=True):
        own = [k for k, entrant in enumerate(entrants) if entrant is agent]
        by_seat = [
            float(np.mean([shares[:, (seat - k) % n, k].mean() for k in own])) for seat in range(n)
        ]
        standings.append(
            Standing(
                agent=name,
                games=games * len(own),
                win_rate=Estimate.bounded(shares[:, :, own].mean(axis=(1, 2)), games, 0, 1),
                score=Estimate.of(points[:, :, own].mean(axis=(1, 2))),
                rank=Estimate.bounded(ranks[:, :, own].mean(axis=(1, 2)), games, 1, n),
                win_rate_by_seat=by_seat,
            )
        )
    game = variant.game
    usage = {
        standing.agent: agent.usage()
        for agent, standing in zip(_distinct(entrants), standings, strict=True)
        if isinstance(agent, CountingPlayer)
    }
    return Evaluation(
        game.name, game.version, n, variant.options, seed, len(points), standings, usage
    )


def _distinct(entrants: Sequence[Player]) -> list[Player]:
    """Return each object once."""
    return list({id(agent): agent for agent in entrants}.values())


def _names(agents: Sequence[Player]) -> list[str]:
    """Return their names, numbered where several agents share one."""
    names = [agent.name for agent in agents]
    before = [names[:k].count(name) for k, name in enumerate(names)]
    return [f"{name} ({k + 1})" if k else name for name, k in zip(names, before, strict=True)]


def table(evaluation: Evaluation) -> str:
    """Return the standings as plain text."""
    lines = [f"{'agent':40} {'games':>6}  {'win rate':>21}  {'score':>21}  {'rank':>5}  by seat"]
    for s in evaluation.standings:
        seats = " ".join(f"{100 * rate:.1f}" for rate in s.win_rate_by_seat)
        lines.append(
            f"{s.agent:40} {s.games:6d}  {interval(s.win_rate, 100, '%'):>21}"
            f"  {interval(s.score):>21}  {s.rank.mean:5.2f}  {seats}"
        )
    return "\n".join([*lines, *usage_lines(evaluation)])


def usage_lines(evaluation: Evaluation) -> Iterator[str]:
    """Yield what each agent that counts it has cost, in words."""
    for agent, usage in evaluation.usage.items():
        counts = (f"{what.replace('_', ' ')} {n:,}" for what, n in usage.items() if n is not None)
        yield f"{agent}: {', '.join(counts)}"


def interval(e: Estimate, factor: float = 1, unit: str = "") -> str:
    """Return an estimate times ``factor`` in words."""
    mean = f"{factor * e.mean:.1f}{unit}"
    if e.low is None or e.high is None:
        return f"{mean} [-]"
    return f"{mean} [{factor * e.low:.1f}, {factor * e.high:.1f}]"


def seat_agents(texts: Sequence[str], variant: Variant) -> list[Player]:
    """Return one agent a player: the last of ``texts`` is repeated on the seats that are left.

    One text is one agent, however many seats it has.
    """
    n = variant.num_players
    if not 1 <= len(texts) <= n:
        raise ValueError(f"{n} players need 1 to {n} agents, not {len(texts)}")
    made = {text: make_player(text, variant) for text in dict.fromkeys(texts)}
    return [made[texts[min(k, len(texts) - 1)]] for k in range(n)]


@dataclass
class Options:
    """Play agents against each other, seats rotated over paired seeds."""

    agents: tyro.conf.Positional[tuple[str, ...]]
    """Agents by name; the last one fills the seats that are left."""
    game: str = "aquasphere"
    """Which game."""
    players: int | None = None
    """How many players; by default as many as agents, or the game's usual number."""
    option: GameOptions = ()
    """An option of the game, such as components=FILE or sheet=random; can be given again."""
    games: Games = 1000
    """How many games, rounded up to whole rotations of the seats."""
    seed: Seed = 0
    """Seed of the first game."""
    json: Annotated[bool, tyro.conf.FlagCreatePairsOff] = False
    """Print one JSON object instead of a table."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line."""
    with command(_NAME):
        options = tyro.cli(Options, args=arguments, description=__doc__)
        evaluation = _evaluation(options)
        in_json = options.json
        say(json.dumps(asdict(evaluation), allow_nan=False) if in_json else table(evaluation))


def _evaluation(options: Options) -> Evaluation:
    """Do what ``options`` ask for; raise ``SystemExit`` with a sentence if that is not possible."""
    try:
        check(options)
    except ValueError as error:
        fail(_NAME, error)
    try:
        game = get_game(options.game)
        usual = max(len(options.agents), game.default_players)
        players = usual if options.players is None else options.players
        variant = game.variant(players, **given_options(options.option))
        entrants = seat_agents(options.agents, variant)
    except ValueError as error:
        forms = "\n".join(f"  {form:25} {meaning}" for form, meaning in PLAYER_FORMS.items())
        sys.exit(f"{_NAME}: {visible(str(error))}\nPlayers:\n{forms}")
    total = math.ceil(options.games / variant.num_players) * variant.num_players
    try:
        with Progress("games", total) as progress:
            return evaluate(variant, entrants, options.games, options.seed, progress.advance)
    except (IllegalActionError, TypeError) as error:  # a player's answer
        fail(_NAME, error)


if __name__ == "__main__":
    main()
