"""PettingZoo AEC environment over any game: one class, checks inside ``step``, no wrapper stack."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger

from ..core import loops
from ..core.game import Variant
from ..core.integers import for_kernels
from ..core.match import IllegalActionError, explain_illegal
from ..language.answers import Answer, read_answer
from ..language.telling import NOTHING_MORE, Telling
from . import decisions
from .infos import public_info
from .observations import EnvObserver
from .one_game import GameSnapshot, OneGame, agents_of
from .rewards import ILLEGAL_REWARD, pays_every_step
from .snapshots import require_moment
from .turnstile import one_at_a_time


@dataclass(frozen=True, eq=False, kw_only=True)
class AECSnapshot(GameSnapshot):
    """A snapshot of a ``GameAEC``, with what PettingZoo keeps of its agents."""

    selection: str
    before_dead: str | None
    rewards: dict[str, float]
    cumulative: dict[str, float]
    terminations: dict[str, bool]
    truncations: dict[str, bool]
    illegal: str | None

    def _check_parts(self, variant: Variant) -> None:
        super()._check_parts(variant)
        possible = agents_of(variant.num_players)
        require_moment(self.selection in possible, "selection", self.selection)
        require_moment(self.before_dead in (None, *possible), "before_dead", self.before_dead)
        for name in ("rewards", "cumulative"):
            self._check_by_agent(name, float)
        for name in ("terminations", "truncations"):
            self._check_by_agent(name, bool)
        said = self.illegal is None or isinstance(self.illegal, str)
        require_moment(said, "illegal", self.illegal)

    def _check_by_agent(self, name: str, kind: type) -> None:
        values = getattr(self, name)
        complete = isinstance(values, dict) and sorted(values, key=str) == sorted(self.agents)
        require_moment(complete, name, values)
        require_moment(all(type(value) is kind for value in values.values()), name, values)


class GameAEC(OneGame, AECEnv[str, Any, Any]):  # type: ignore[misc]  # PettingZoo is untyped
    """A game for agents ``player_0`` …: the one to move acts, several times in a row if asked.

    The action space is the game's flat ``Discrete``; ``step`` takes ids or words. An illegal action
    either ends the game with a reward of -1 for its player (``illegal="terminate"``, as
    PettingZoo's ``TerminateIllegalWrapper`` does) or raises ``IllegalActionError`` and changes
    nothing (``illegal="raise"``). All agents end together. ``observe`` has no side effects and
    works for all agents at any time; an agent that is not to move has an empty mask. A second
    thread inside the environment is refused with ``BusyError``.
    """

    def __init__(
        self,
        variant: Variant,
        reward: str = "outcome",
        observation: str = "flat",
        mask_in: str = "observation",
        render_mode: str | None = None,
        illegal: str = "terminate",
        infos: str = "all",
        telling: Telling = NOTHING_MORE,
    ) -> None:
        """Prepare games of ``variant``; raise ``ValueError`` for an unknown name."""
        super().__init__(variant, reward, observation, mask_in, render_mode, infos, telling)
        if illegal not in ("terminate", "raise"):
            raise ValueError(f"illegal is 'terminate' or 'raise', not {illegal!r}")
        self.metadata["is_parallelizable"] = False
        self._raises = illegal == "raise"
        self._pays_every_step = pays_every_step(self._reward)
        self._global = EnvObserver(variant, "flat", "info")
        size = variant.num_players * int(np.prod(self._global.space.shape or ()))
        self.state_space = spaces.Box(-1.0, 1.0, (size,), np.float32)

    @one_at_a_time
    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game; without ``seed`` the next one of the running sequence of games.

        ``options["chance"]`` gives fields that chance would decide (see ``Variant.start``); other
        options are ignored. The game's own seed stands in ``game_seed``.
        """
        self._start(seed, options)
        self._illegal: str | None = None
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self._end(terminated=False, truncated=False)
        self._skip_agent_selection: str | None = None
        self.agent_selection = self.possible_agents[int(self._states["current_player"][0])]
        if self._is_over():
            self._finish()
        if self.render_mode == "human":
            self.render()

    def _is_over(self) -> bool:
        state = self._states[0]
        return bool(state["terminated"] or state["truncated"])

    def _end(self, terminated: bool, truncated: bool) -> None:
        self.terminations = dict.fromkeys(self.agents, terminated)
        self.truncations = dict.fromkeys(self.agents, truncated)
        self._infos: dict[str, dict[str, Any]] = {}

    def observe(self, agent: str) -> Any:
        """Return what ``agent`` sees now, in new arrays."""
        gate = self._turnstile  # as in ``one_at_a_time``, without the time of a wrapper
        if gate.inside:
            gate.refuse()
        gate.inside = True
        try:
            return self._seen_by(agent)
        finally:
            gate.inside = False

    def _seen_by(self, agent: str) -> Any:
        if not self._started:
            EnvLogger.error_observe_before_reset()
        observation, mask = self._observer.read(self._states, 0, self._seats[agent])
        if self._illegal is not None:
            mask[:] = 0
        return self._observer.full(observation, mask)

    def step(self, action: Any) -> None:
        """Play ``action`` for ``agent_selection``; ``None`` once that agent's game has ended.

        Raises:
            TypeError: neither an integer nor words; nothing has changed.
            ValueError: words that no action reads; nothing has changed.
            IllegalActionError: with ``illegal="raise"``, if it is not legal; nothing has changed.
        """
        gate = self._turnstile
        if gate.inside:
            gate.refuse()
        gate.inside = True
        try:
            self._play(action)
        finally:
            gate.inside = False

    def _play(self, action: Any) -> None:
        if not self._started:
            EnvLogger.error_step_before_reset()
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._infos = self.infos  # complete before one is removed
            self._was_dead_step(action)
            return
        chosen = self.game.actions.read(action)
        following = decisions.play(
            self._states, 0, for_kernels(chosen), self._reward, self._accounts, self._paid
        )
        if following == decisions.ILLEGAL:
            self._refuse(agent, chosen)
            return
        if self._past is not None:
            self._past.step(chosen)
            self._follow(self._past)
        self._infos = {}
        self._cumulative_rewards[agent] = 0.0
        if self._pays_every_step or following == decisions.OVER:
            self.rewards = dict(zip(self.agents, self._paid[0].tolist(), strict=True))
            self._accumulate_rewards()
        if following == decisions.OVER:
            self._finish()
        else:
            self.agent_selection = self.possible_agents[following]
        if self.render_mode == "human":
            self.render()

    def _finish(self) -> None:
        state = self._states[0]
        self._end(bool(state["terminated"]), bool(state["truncated"]))
        self._deads_step_first()

    def _refuse(self, agent: str, action: int) -> None:
        reason = explain_illegal(self.variant, self._states[0], action)
        if self._raises:
            raise IllegalActionError(reason)
        EnvLogger.warn_on_illegal_move()
        self._illegal = reason
        self._cumulative_rewards[agent] = 0.0
        self._end(terminated=True, truncated=True)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.rewards[agent] = ILLEGAL_REWARD
        self._accumulate_rewards()
        self._deads_step_first()

    @one_at_a_time
    def read_answer(self, text: str) -> Answer:
        """Return the legal action that a language model's answer names, or what is wrong with it.

        ``answer.action`` is an id for ``step``, or ``None``; then ``answer.problem`` says why in a
        sentence that can be sent back to the model. See ``language.answers``.
        """
        if not self._started:
            EnvLogger.error_observe_before_reset()
        return read_answer(text, self.variant, self._states[0])

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Return observation, cumulative reward, flags and info of the selected agent."""
        agent = self.agent_selection
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self._info(agent),
        )

    @property
    def infos(self) -> dict[str, dict[str, Any]]:
        """Public facts besides the observation, by agent; made at the first use."""
        for agent in self.agents:
            self._info(agent)
        return self._infos

    def _info(self, agent: str) -> dict[str, Any]:
        if agent not in self._infos:
            info = self._show(public_info(self.variant, self._states, illegal=self._illegal))
            if not self._observer.in_observation:
                mask = np.zeros(self._observer.num_actions, np.int8)
                if self._illegal is None:
                    loops.read_mask(self._states, 0, self._seats[agent], mask)
                info["action_mask"] = mask
            self._infos[agent] = info
        return self._infos[agent]

    @one_at_a_time
    def state(self) -> np.ndarray:
        """Return the flat views of all agents, concatenated by seat, as one float32 array."""
        if not self._started:
            EnvLogger.error_state_before_reset()
        seats = range(self.variant.num_players)
        return np.concatenate([self._global.read(self._states, 0, p)[0].ravel() for p in seats])

    @one_at_a_time
    def clone_state(self) -> AECSnapshot:
        """Return a snapshot, which ``restore_state`` returns to any number of times.

        Raises:
            ResetNeeded: before the first ``reset``.
        """
        return AECSnapshot(
            **self._taken(),
            selection=self.agent_selection,
            before_dead=self._skip_agent_selection,
            rewards=dict(self.rewards),
            cumulative=dict(self._cumulative_rewards),
            terminations=dict(self.terminations),
            truncations=dict(self.truncations),
            illegal=self._illegal,
        )

    @one_at_a_time
    def restore_state(self, snapshot: AECSnapshot) -> None:
        """Return to a snapshot of this or another environment of the same variant.

        Raises:
            SnapshotError: a ``ValueError`` that says how it differs; nothing has changed.
        """
        self._return_to(snapshot, AECSnapshot)
        self.agent_selection = snapshot.selection
        self._skip_agent_selection = snapshot.before_dead
        self.rewards = dict(snapshot.rewards)
        self._cumulative_rewards = dict(snapshot.cumulative)
        self.terminations = dict(snapshot.terminations)
        self.truncations = dict(snapshot.truncations)
        self._illegal = snapshot.illegal
        self._infos = {}
