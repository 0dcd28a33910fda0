"""Native vector environment: many ``SeatEnv`` games in two arrays, few kernel calls a step."""

from collections.abc import Sequence
from typing import Any, TypeGuard

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ..core.game import Game
from ..core.integers import checked_actions, checked_seed, is_in, shown
from ..core.state import MOST_DECISIONS
from ..games import get_game
from .learner_games import (
    END_OF_STREAMS,
    FIRST_STREAM,
    LearnerGames,
    LearnerSnapshot,
    Settings,
)
from .rendering import Renderer, render_metadata
from .specs import PlainSpec
from .turnstile import Turnstile, one_at_a_time

Infos = dict[str, Any]


class SeatVectorEnv(PlainSpec, VectorEnv[Any, Any, Any]):
    """``num_envs`` games of one learner each; game i plays as ``SeatEnv`` with seed ``seed + i``.

    It does so unless an opponent that is not compiled draws chance: it serves all games at once.

    ``infos`` holds ``action_mask`` (int8) and ``seat`` for all games, ``scores`` and ``ranks`` for
    games that are over, each with its ``_…`` mask. The three autoreset modes are Gymnasium's; with
    ``SAME_STEP`` the last observations are in ``final_obs`` and the rest in ``final_info``. A step
    on a finished game with ``DISABLED`` changes nothing and pays nothing. A second thread inside
    the environment is refused with ``BusyError``.
    """

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1,
        num_players: int | None = None,
        opponents: Any = "random",
        seat: int | str = "random",
        reward: str = "outcome",
        on_illegal: str = "terminate",
        observation: str = "flat",
        mask_in: str = "info",
        render_mode: str | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        num_threads: int = 1,
        max_episode_steps: int | None = None,
        **options: Any,
    ) -> None:
        """Prepare the games; see ``learner_games.Settings`` for the keywords.

        ``num_threads`` share out the games of a step, which changes nothing but its time. A game
        in which the learner has made ``max_episode_steps`` decisions is truncated, as by
        Gymnasium's ``TimeLimit``.

        Raises:
            ValueError: a keyword, option or value that the game does not know.
        """
        known = get_game(game) if isinstance(game, str) else game
        self.variant = known.variant(num_players, **options)
        settings = Settings(opponents, seat, reward, on_illegal, observation, mask_in)
        self._turnstile = Turnstile()
        most = MOST_DECISIONS if max_episode_steps is None else _checked_limit(max_episode_steps)
        self.games = LearnerGames(self.variant, num_envs, settings, num_threads, most)
        if self.games.observer.view is None:
            raise ValueError('text observations need vectorization_mode="sync" or "async"')
        self.num_envs = num_envs = len(self.games.states)
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {
            **render_metadata(self.variant.game),
            "autoreset_mode": self.autoreset_mode,
        }
        self.render_mode = render_mode
        self._renderer = Renderer(self.variant, render_mode)
        self.single_observation_space = self.games.observer.full_space
        self.single_action_space = spaces.Discrete(len(known.actions))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    @one_at_a_time
    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, Infos]:
        """Start all games, or those in ``options["reset_mask"]`` (bool array).

        An integer ``seed`` gives game i ``seed + i``; without it every game's sequence continues.

        Raises:
            ValueError: a seed or the mask is invalid; nothing has changed.
        """
        which = _reset_mask(options, self.num_envs)
        self.games.restart(which, self._streams(seed))
        return self._look(which)

    def _streams(self, seed: int | Sequence[int | None] | None) -> np.ndarray:
        """Return the word that seeds each game's sequence, 0 to continue it; check all first."""
        each = self._seed_of_each(seed)
        if seed is not None and not _is_list(seed):
            self._np_random, self._np_random_seed = seeding.np_random(each[0])
        streams = np.zeros(self.num_envs, np.uint64)
        for i, own in enumerate(each):
            if own is not None or not self.games.started[i]:
                generator = seeding.np_random(own)[0]
                streams[i] = generator.integers(FIRST_STREAM, END_OF_STREAMS)
        return streams

    def _seed_of_each(self, seed: int | Sequence[int | None] | None) -> list[int | None]:
        if seed is None:
            return [None] * self.num_envs
        if not _is_list(seed):
            return [checked_seed(seed) + i for i in range(self.num_envs)]
        each = [None if own is None else checked_seed(own) for own in seed]
        if len(each) != self.num_envs:
            raise ValueError(f"{self.num_envs} seeds are needed, not {len(each)}")
        return each

    @one_at_a_time
    def step(self, actions: Any) -> tuple[Any, np.ndarray, np.ndarray, np.ndarray, Infos]:
        """Play one action in every game; arrays of the batch, all new.

        Raises:
            TypeError: not integers; nothing has changed.
            ValueError: another shape; nothing has changed.
            IllegalActionError: with ``on_illegal="raise"``; nothing has changed.
        """
        games = self.games
        if not games.started.all():
            raise gymnasium.error.ResetNeeded("call reset before step")
        next_step = self.autoreset_mode == AutoresetMode.NEXT_STEP
        games.step(checked_actions(actions, self.num_envs), next_step, actions)
        rewards = games.rewards.copy()
        terminated, truncated = games.terminated.copy(), games.truncated.copy()
        over = terminated | truncated
        infos: Infos = {}
        if over.any():
            self._add_standings(infos, over)
            if self.autoreset_mode == AutoresetMode.SAME_STEP:
                infos = self._finish(infos, over)
        observation, looks = self._look(np.ones(self.num_envs, np.bool_))
        return observation, rewards, terminated, truncated, {**looks, **infos}

    def _add_standings(self, infos: Infos, over: np.ndarray) -> None:
        infos["scores"], infos["ranks"] = self.games.standings(over)
        infos["_scores"], infos["_ranks"] = over.copy(), over.copy()

    def _finish(self, infos: Infos, over: np.ndarray) -> Infos:
        """Start the next games in the finished slots; return their last views and infos."""
        mask = np.zeros((self.num_envs, self.games.observer.num_actions), np.int8)
        final = {"action_mask": mask, "_action_mask": over.copy(), **infos}
        final["seat"], final["_seat"] = self.games.seats * over, over.copy()
        last_views = self.games.finish()
        final_obs = np.full(self.num_envs, None, dtype=object)
        for i in np.flatnonzero(over):
            row = _row(last_views, int(i))
            final_obs[i] = self.games.observer.full(row, mask[i].copy())
        return {
            "final_obs": final_obs,
            "_final_obs": over.copy(),
            "final_info": final,
            "_final_info": over.copy(),
        }

    def _look(self, which: np.ndarray) -> tuple[Any, Infos]:
        observation, masks = self.games.observe()
        infos: Infos = {
            "action_mask": masks,
            "_action_mask": which.copy(),
            "seat": self.games.seats.copy(),
            "_seat": which.copy(),
        }
        return self.games.observer.full(observation, masks.copy()), infos

    @one_at_a_time
    def action_masks(self) -> np.ndarray:
        """Return all learners' legal actions as bool (num_envs, n)."""
        legal: np.ndarray = self.games.observe()[1].astype(np.bool_)
        return legal

    def render(self) -> tuple[Any, ...]:
        """Return every game as its learner sees it."""
        states, seats = self.games.states, self.games.seats
        return tuple(self._renderer.render(states[i], int(seats[i])) for i in range(self.num_envs))

    def close_extras(self, **kwargs: Any) -> None:
        """Release the window, if there is one."""
        self._renderer.close()

    @one_at_a_time
    def clone_state(self) -> LearnerSnapshot:
        """Return a snapshot of all games; raise ``ResetNeeded`` before the first ``reset``."""
        return self.games.clone()

    @one_at_a_time
    def restore_state(self, snapshot: LearnerSnapshot) -> None:
        """Return to a snapshot of an environment made with the same keywords.

        Raises:
            SnapshotError: a ``ValueError`` that says how it differs; nothing has changed.
        """
        self.games.restore(snapshot)


def _checked_limit(max_episode_steps: Any) -> int:
    if not is_in(max_episode_steps, 1, MOST_DECISIONS):
        raise ValueError(
            f"max_episode_steps is None or 1 to {MOST_DECISIONS}, not {shown(max_episode_steps)}"
        )
    return int(max_episode_steps)


def _is_list(seed: Any) -> TypeGuard[Sequence[int | None]]:
    return isinstance(seed, list | tuple) or (isinstance(seed, np.ndarray) and seed.ndim == 1)


def _reset_mask(options: dict[str, Any] | None, count: int) -> np.ndarray:
    mask = (options or {}).get("reset_mask")
    if mask is None:
        return np.ones(count, np.bool_)
    if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (count,):
        raise ValueError(f"reset_mask is a bool array of shape ({count},), not {mask!r}")
    if not mask.any():
        raise ValueError("reset_mask chooses no game")
    return mask.copy()


def _row(batch: Any, i: int) -> Any:
    if isinstance(batch, dict):
        return {name: np.array(rows[i]) for name, rows in batch.items()}
    return batch[i].copy()
