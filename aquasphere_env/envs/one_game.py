"""What the PettingZoo environments have in common: one game, the seeds of the next, snapshots."""

import copy
from dataclasses import dataclass
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from pettingzoo.utils.env_logger import EnvLogger

from ..core.game import Variant, digest
from ..core.integers import checked_seed
from ..core.match import Match, replayed
from ..core.state import new_records
from ..language.moves import Chronicle
from ..language.telling import NOTHING_MORE, Telling
from .infos import checked_infos
from .observations import EnvObserver
from .rendering import Renderer, render_metadata
from .rewards import ACCOUNT_DTYPE, reward_id
from .snapshots import Origin, Snapshot, SnapshotError, check_records, require_moment
from .turnstile import Turnstile

_MAX_SEED = 2**63


def agents_of(num_players: int) -> list[str]:
    """Return the names of all agents by seat."""
    return [f"player_{p}" for p in range(num_players)]


@dataclass(frozen=True, eq=False, kw_only=True)
class GameSnapshot(Snapshot):
    """A snapshot of one game and of the seeds of the next; it can be restored any number of times.

    Attributes:
        accounts: what has been paid, a record of ``rewards.ACCOUNT_DTYPE``.
        seeds: state of the generator of the next games' seeds.
        game_seed: the game's own seed.
        agents: those that are still there.
        past: the game so far, of environments that tell news.
    """

    accounts: np.ndarray
    seeds: Any
    game_seed: int
    agents: list[str]
    past: Match | None = None

    def _check_parts(self, variant: Variant) -> None:
        check_records(self.accounts, 1, ACCOUNT_DTYPE, "accounts")
        try:
            np.random.default_rng().bit_generator.state = self.seeds
        except (TypeError, ValueError, KeyError, OverflowError):
            raise SnapshotError("seeds: no state of a generator") from None
        seed = self.game_seed
        require_moment(type(seed) is int and seed >= 0, "game_seed", seed)
        here = self.agents
        names = isinstance(here, list) and [a for a in agents_of(variant.num_players) if a in here]
        require_moment(here == names, "agents", here)
        require_moment(self.past is None or self._comes_from(self.past, variant), "past", self.past)

    def _comes_from(self, past: Match, variant: Variant) -> bool:
        """Return whether ``past`` is a match of ``variant`` that has come to this state."""
        try:
            again = replayed(variant, past.seed, past.history, past.chance)
        except (ValueError, TypeError, AttributeError):
            return False
        return digest(again.state) == digest(self.states[0])


class OneGame:
    """The base of the PettingZoo environments; it comes before PettingZoo's own among the bases."""

    agents: list[str]

    def __init__(
        self,
        variant: Variant,
        reward: str = "outcome",
        observation: str = "flat",
        mask_in: str = "observation",
        render_mode: str | None = None,
        infos: str = "all",
        telling: Telling = NOTHING_MORE,
    ) -> None:
        """Prepare games of ``variant``; raise ``ValueError`` for an unknown name."""
        super().__init__()
        self.variant = variant
        self.game = variant.game
        self.render_mode = render_mode
        self.metadata: dict[str, Any] = {"name": self.game.id, **render_metadata(self.game)}
        self.possible_agents = agents_of(variant.num_players)
        self._seats = {agent: p for p, agent in enumerate(self.possible_agents)}
        self._show = checked_infos(infos)
        self._reward = reward_id(reward)
        self._observer = EnvObserver(variant, observation, mask_in, telling)
        self._tells_news = telling.news
        self._past: Match | None = None
        self._chronicle = Chronicle()
        self._renderer = Renderer(variant, render_mode)
        self._action_space = spaces.Discrete(len(self.game.actions))
        self._turnstile = Turnstile()
        self._states = variant.new_states()
        self._origin = Origin.of(variant, 1)
        self._accounts = new_records(1, ACCOUNT_DTYPE)
        self._paid = np.zeros((1, variant.num_players))
        self._seeds = np.random.default_rng()
        self._started = False

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of ``agent``'s observations, always the same object."""
        return self._observer.full_space

    @property
    def bare_space(self) -> spaces.Space[Any]:
        """The space of the observation alone, without the mask."""
        return self._observer.space

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of ``agent``'s actions, always the same object."""
        return self._action_space

    def _start(self, seed: int | None, options: dict[str, Any] | None) -> None:
        """Start a game from ``seed``, which restarts the sequence of games, or the next of it.

        Raises:
            ValueError: the seed or ``options["chance"]`` is invalid; nothing has changed.
        """
        chance = (options or {}).get("chance")
        if seed is not None:
            game_seed = checked_seed(seed)
            following = np.random.default_rng(game_seed)
        else:
            following = copy.deepcopy(self._seeds) if chance else self._seeds
            game_seed = int(following.integers(_MAX_SEED))
        self.variant.start(self._states, 0, game_seed, chance)
        self._follow(Match(self.variant, game_seed, chance) if self._tells_news else None)
        self._seeds, self.game_seed = following, game_seed
        self._accounts[:] = 0
        self._started = True
        self.agents = self.possible_agents[:]

    def _follow(self, past: Match | None) -> None:
        """Let the news be those of ``past``, or unknown."""
        self._past = past
        self._observer.past = None if past is None else self._chronicle.of(past)

    def render(self) -> Any:
        """Return or show the game with what is public or known to any player; text for ``ansi``."""
        if not self._started:
            EnvLogger.error_render_before_reset()
        return self._renderer.render(self._states[0])

    def close(self) -> None:
        """Release the window, if there is one."""
        self._renderer.close()

    def _taken(self) -> dict[str, Any]:
        """Return the parts that all snapshots have; raise ``ResetNeeded`` without a game."""
        if not self._started:
            raise ResetNeeded("call reset before clone_state")
        return {
            "origin": self._origin,
            "states": self._states.copy(),
            "checked": True,
            "accounts": self._accounts.copy(),
            "seeds": self._seeds.bit_generator.state,
            "game_seed": self.game_seed,
            "agents": list(self.agents),
            "past": None if self._past is None else self._past.copy(),
        }

    def _return_to(self, snapshot: GameSnapshot, kind: type[GameSnapshot]) -> None:
        """Restore the parts that all snapshots have.

        Raises:
            SnapshotError: it is not of such an environment, or impossible; nothing has changed.
        """
        kind.accept(snapshot, self.variant, self._origin)
        self._states[:] = snapshot.states
        self._accounts[:] = snapshot.accounts
        self._seeds.bit_generator.state = snapshot.seeds
        self.game_seed = snapshot.game_seed
        self.agents = list(snapshot.agents)
        past = snapshot.past if self._tells_news else None
        self._follow(None if past is None else past.copy())
        self._started = True
