"""The games of a part, as they were played: decisions, visits of searches, results."""

from dataclasses import dataclass

import numpy as np

from aquasphere_env.players.player import Explanation, Player, SearchingPlayer
from aquasphere_env.players.playing import Advance, play_games
from training.evaluate import read_results

from .settings import Plan


@dataclass(frozen=True)
class PlayedGame:
    """A finished game: with its seed, the decisions tell all that happened."""

    number: int
    seed: int
    agents: tuple[str, ...]  # names by seat
    actions: np.ndarray  # int64 (decisions,)
    visits: list[np.ndarray | None]  # of every decision: int32 (actions,), None without a search
    points: np.ndarray  # int64 (seats,)
    places: np.ndarray  # int64 (seats,)
    truncated: bool  # a limit ended it


class Watched:
    """A player that searches, and the visits of its last answer."""

    def __init__(self, player: SearchingPlayer) -> None:
        """Ask ``player``."""
        self.name = player.name
        self.visits = np.zeros((0, 0), np.int32)
        self._player = player

    def seed(self, seed: int) -> None:
        """Restart the player's own chance."""
        self._player.seed(seed)

    def act_on_states(self, states: np.ndarray) -> np.ndarray:
        """Return the player's actions, (batch,), and keep how often it tried each."""
        found = self._player.search(states)
        self.visits = found.visits.astype(np.int32)
        return found.actions

    def explain(self, states: np.ndarray, i: int) -> Explanation:
        """Return the player's explanation."""
        return self._player.explain(states, i)


def watched(player: Player) -> Player:
    """Return ``player``, as ``Watched`` if it searches."""
    return Watched(player) if isinstance(player, SearchingPlayer) else player


def play_part(plan: Plan, part: int, advance: Advance = lambda games: None) -> list[PlayedGame]:
    """Play the games of a part, whatever was played before; return them in their order.

    Raises:
        IllegalActionError: a player answered with an illegal action.
        TypeError: it answered with something else than actions.
    """
    by_seating: dict[tuple[str, ...], list[int]] = {}
    for number in plan.settings.part(part):
        by_seating.setdefault(plan.settings.seating(number), []).append(number)
    games = [
        game
        for agents, numbers in by_seating.items()
        for game in _play(plan, part, agents, numbers, advance)
    ]
    return sorted(games, key=lambda game: game.number)


def _play(
    plan: Plan, part: int, agents: tuple[str, ...], numbers: list[int], advance: Advance
) -> list[PlayedGame]:
    settings = plan.settings
    players = {name: watched(plan.players[name]) for name in agents}
    for name, player in players.items():
        player.seed(settings.chance(part, agents, name))
    visits: list[list[np.ndarray | None]] = [[] for _ in numbers]

    def watch(player: Player, which: np.ndarray) -> None:
        rows = player.visits if isinstance(player, Watched) else [None] * len(which)
        for k, row in zip(which.tolist(), rows, strict=True):
            visits[k].append(row)

    seeds = [settings.game_seed(number) for number in numbers]
    seats = [players[name] for name in agents]
    states, histories = play_games(plan.variant, seats, seeds, advance, watch=watch)
    points, places = read_results(plan.variant, states)
    return [
        PlayedGame(
            number=number,
            seed=seeds[k],
            agents=agents,
            actions=np.array(histories[k], np.int64),
            visits=visits[k],
            points=points[k],
            places=places[k],
            truncated=bool(states[k]["truncated"]),
        )
        for k, number in enumerate(numbers)
    ]
