"""Gymnasium environment: one learner on one seat; the environment plays the other seats."""

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from ..core import loops
from ..core.game import Game
from ..core.integers import checked_seed, for_kernels
from ..games import get_game
from ..language.telling import Telling
from .infos import checked_infos, public_info
from .learner_games import (
    END_OF_STREAMS,
    FIRST_STREAM,
    LearnerGames,
    LearnerSnapshot,
    Settings,
)
from .rendering import RENDER_FPS, RENDER_MODES, Renderer, render_metadata
from .specs import PlainSpec
from .turnstile import Turnstile, one_at_a_time


class SeatEnv(PlainSpec, gymnasium.Env[Any, Any]):
    """One seat of a game; ``step`` plays the learner's action and all others up to its next one.

    ``info`` holds ``action_mask`` (int8), the learner's ``seat``, and ``scores``, ``ranks``,
    ``round``, ``end_reason`` and what the game adds. Rewards are those of the learner since its
    last action.
    A step after the end changes nothing and pays nothing. With one player there are no opponents.
    A second thread inside the environment is refused with ``BusyError``.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": RENDER_FPS}  # noqa: RUF012

    def __init__(
        self,
        game: Game | str,
        num_players: int | None = None,
        opponents: Any = "random",
        seat: int | str = "random",
        reward: str = "outcome",
        on_illegal: str = "terminate",
        observation: str = "flat",
        mask_in: str = "info",
        render_mode: str | None = None,
        infos: str = "all",
        rules: str | None = None,
        hints: bool = False,
        **options: Any,
    ) -> None:
        """Prepare games of ``game``; see ``learner_games.Settings`` for the keywords.

        ``infos="numbers"`` leaves words out of ``info``, for libraries that store it in arrays.
        ``rules`` and ``hints`` are those of ``language.telling.Telling`` for ``text``.

        Raises:
            ValueError: a keyword, option or value that the game does not know.
        """
        known = get_game(game) if isinstance(game, str) else game
        self.variant = known.variant(num_players, **options)
        telling = Telling(rules, hints=hints)
        settings = Settings(opponents, seat, reward, on_illegal, observation, mask_in, telling)
        self._turnstile = Turnstile()
        self._games = LearnerGames(self.variant, 1, settings)
        self._renderer = Renderer(self.variant, render_mode)
        self.metadata = render_metadata(known)
        self.render_mode = render_mode
        self.observation_space = self._games.observer.full_space
        self.action_space = spaces.Discrete(len(known.actions))
        self._show = checked_infos(infos)
        self._reason: str | None = None

    @one_at_a_time
    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Start a game; without ``seed`` the next one of the running sequence of games.

        All of a ``seed`` counts, however large: Gymnasium draws the game's own seed from it.

        Raises:
            ValueError: the seed is invalid; nothing has changed.
        """
        super().reset(seed=None if seed is None else checked_seed(seed))
        stream = 0
        if seed is not None or not self._games.started[0]:
            stream = int(self.np_random.integers(FIRST_STREAM, END_OF_STREAMS))
        self._reason = None
        self._games.restart(np.ones(1, np.bool_), np.array([stream], np.uint64))
        return self._look()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play ``action``, an id or words, and the others' moves.

        Raises:
            TypeError: neither an integer nor words; nothing has changed.
            ValueError: words that no action reads; nothing has changed.
            IllegalActionError: with ``on_illegal="raise"``; nothing has changed.
        """
        gate = self._turnstile  # as in ``one_at_a_time``, without the time of a wrapper
        if gate.inside:
            gate.refuse()
        gate.inside = True
        try:
            return self._play(action)
        finally:
            gate.inside = False

    def _play(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if not self._games.started[0]:
            raise gymnasium.error.ResetNeeded("call reset before step")
        action = self.variant.game.actions.read(action)
        chosen = np.array([for_kernels(action)], np.int64)
        games = self._games
        if games.refuses(0, int(chosen[0])):
            self._reason = games.why_illegal(0, action)
        games.step(chosen, given=[action])
        observation, info = self._look()
        slot = games.slot(0)
        terminated, truncated = bool(slot["terminated"]), bool(slot["truncated"])
        return observation, float(slot["reward"]), terminated, truncated, info

    def _look(self) -> tuple[Any, dict[str, Any]]:
        if self.render_mode == "human":
            self.render()
        games = self._games
        observation, mask = games.look(0)
        slot = games.slot(0)
        illegal = self._reason if slot["illegal"] else None
        info = {
            "action_mask": mask,
            "seat": int(slot["seat"]),
            **self._show(public_info(self.variant, games.states, illegal=illegal)),
        }
        return games.observer.full(observation, mask.copy()), info

    @one_at_a_time
    def action_masks(self) -> np.ndarray:
        """Return the learner's legal actions as bool (n,), as sb3-contrib asks for them."""
        mask = np.zeros(len(self.variant.game.actions), np.int8)
        if not self._games.over[0]:
            loops.read_mask(self._games.states, 0, self.seat, mask)
        return mask.astype(np.bool_)

    @property
    def seat(self) -> int:
        """The learner's seat in this game."""
        return int(self._games.seats[0])

    @property
    def game_seed(self) -> int:
        """The seed of this game: ``Match(variant, game_seed)`` deals the same."""
        return int(self._games.game_seeds[0])

    @property
    def states(self) -> np.ndarray:
        """The game's whole state as an array of one record; writing to it changes the game.

        What is written is not checked: a value that no game reaches may end the process.
        """
        return self._games.states

    def render(self) -> Any:
        """Return or show the game as the learner sees it; words for ``ansi``."""
        return self._renderer.render(self._games.states[0], self.seat)

    def close(self) -> None:
        """Release the window, if there is one."""
        self._renderer.close()

    @one_at_a_time
    def clone_state(self) -> LearnerSnapshot:
        """Return a snapshot, which ``restore_state`` returns to any number of times.

        Raises:
            ResetNeeded: before the first ``reset``.
        """
        return self._games.clone()

    @one_at_a_time
    def restore_state(self, snapshot: LearnerSnapshot) -> None:
        """Return to a snapshot of this or another environment made with the same keywords.

        Raises:
            SnapshotError: a ``ValueError`` that says how it differs; nothing has changed.
        """
        self._games.restore(snapshot)
