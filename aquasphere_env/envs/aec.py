"""PettingZoo AEC environment over any game: one class, checks inside ``step``, no wrapper stack."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger

from ..core import loops
from ..core.game import Variant
from ..core.integers import for_kernels
from ..core.match import IllegalActionError, explain_illegal
from ..core.state import new_records
from . import decisions
from .infos import checked_infos, public_info
from .observations import EnvObserver
from .rendering import Renderer, render_metadata
from .rewards import ACCOUNT_DTYPE, ILLEGAL_REWARD, pays_every_step, reward_id
from .seeds import start_game
from .snapshots import (
    Origin,
    Snapshot,
    check_agents,
    check_by_agent,
    check_generator,
    check_records,
    check_seed,
    checked_kind,
    require_moment,
)
from .turnstile import Turnstile, one_at_a_time


@dataclass(frozen=True, eq=False, kw_only=True)
class AECSnapshot(Snapshot):
    """A snapshot of a ``GameAEC``; it can be pickled and restored any number of times."""

    accounts: np.ndarray
    seeds: Any  # state of the generator of the next games' seeds
    game_seed: int
    agents: list[str]
    selection: str
    before_dead: str | None
    rewards: dict[str, float]
    cumulative: dict[str, float]
    terminations: dict[str, bool]
    truncations: dict[str, bool]
    illegal: str | None


class GameAEC(AECEnv[str, Any, Any]):  # type: ignore[misc]  # PettingZoo is untyped
    """A game for agents ``player_0`` …: the one to move acts, several times in a row if asked.

    The action space is the game's flat ``Discrete``; ``step`` takes ids or words. An illegal action
    either ends the game with a reward of -1 for its player (``illegal="terminate"``, as
    PettingZoo's ``TerminateIllegalWrapper`` does) or raises ``IllegalActionError`` and changes
    nothing (``illegal="raise"``). All agents end together. ``observe`` has no side effects and
    works for all agents at any time; an agent that is not to move has an empty mask. A second
    thread inside the same environment is refused with ``BusyError``.
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
    ) -> None:
        """Prepare games of ``variant``; raise ``ValueError`` for an unknown name."""
        super().__init__()
        if illegal not in ("terminate", "raise"):
            raise ValueError(f"illegal is 'terminate' or 'raise', not {illegal!r}")
        self._show = checked_infos(infos)
        self.variant = variant
        self.game = variant.game
        self.render_mode = render_mode
        self.metadata = {
            "name": variant.game.id,
            **render_metadata(self.game),
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{p}" for p in range(variant.num_players)]
        self._seats = {agent: p for p, agent in enumerate(self.possible_agents)}
        self._raises = illegal == "raise"
        self._reward = reward_id(reward)
        self._pays_every_step = pays_every_step(self._reward)
        self._observer = EnvObserver(variant, observation, mask_in)
        self._renderer = Renderer(variant, render_mode)
        self._action_space = spaces.Discrete(len(variant.game.actions))
        self._global = EnvObserver(variant, "flat", "info")
        size = variant.num_players * int(np.prod(self._global.space.shape or ()))
        self.state_space = spaces.Box(-1.0, 1.0, (size,), np.float32)
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

    @one_at_a_time
    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game; without ``seed`` the next one of the running sequence of games.

        ``options["chance"]`` gives fields that chance would decide (see ``Variant.start``); other
        options are ignored. The game's own seed stands in ``game_seed``.
        """
        self._seeds, self.game_seed = start_game(
            self.variant, self._states, self._seeds, seed, options
        )
        self._accounts[:] = 0
        self._started = True
        self._illegal: str | None = None
        self.agents = self.possible_agents[:]
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
        result = decisions.play(
            self._states, 0, for_kernels(chosen), self._reward, self._accounts, self._paid
        )
        if result == decisions.ILLEGAL:
            self._refuse(agent, chosen)
            return
        self._infos = {}
        self._cumulative_rewards[agent] = 0.0
        if self._pays_every_step or result == decisions.OVER:
            self.rewards = dict(zip(self.agents, self._paid[0].tolist(), strict=True))
            self._accumulate_rewards()
        if result == decisions.OVER:
            self._finish()
        else:
            self.agent_selection = self.possible_agents[int(self._states["current_player"][0])]
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

    def render(self) -> Any:
        """Return or show the game with what is public or known to any player; text for ``ansi``."""
        if not self._started:
            EnvLogger.error_render_before_reset()
        return self._renderer.render(self._states[0])

    def close(self) -> None:
        """Release the window, if there is one."""
        self._renderer.close()

    @one_at_a_time
    def clone_state(self) -> AECSnapshot:
        """Return a snapshot, which ``restore_state`` returns to any number of times.

        Raises:
            ResetNeeded: before the first ``reset``.
        """
        if not self._started:
            raise ResetNeeded("call reset before clone_state")
        return AECSnapshot(
            origin=self._origin,
            states=self._states.copy(),
            checked=True,
            accounts=self._accounts.copy(),
            seeds=self._seeds.bit_generator.state,
            game_seed=self.game_seed,
            agents=list(self.agents),
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
        checked_kind(snapshot, AECSnapshot)
        snapshot.check(self.variant, self._origin)
        if not snapshot.checked:
            self._check(snapshot)
        self._states[:] = snapshot.states
        self._accounts[:] = snapshot.accounts
        self._seeds.bit_generator.state = snapshot.seeds
        self.game_seed = snapshot.game_seed
        self.agents = list(snapshot.agents)
        self.agent_selection = snapshot.selection
        self._skip_agent_selection = snapshot.before_dead
        self.rewards = dict(snapshot.rewards)
        self._cumulative_rewards = dict(snapshot.cumulative)
        self.terminations = dict(snapshot.terminations)
        self.truncations = dict(snapshot.truncations)
        self._illegal = snapshot.illegal
        self._infos = {}
        self._started = True

    def _check(self, snapshot: AECSnapshot) -> None:
        check_records(snapshot.accounts, 1, self._accounts.dtype, "accounts")
        check_generator(snapshot.seeds, "seeds")
        check_seed(snapshot.game_seed, "game_seed")
        agents = check_agents(snapshot.agents, self.possible_agents)
        selection, before = snapshot.selection, snapshot.before_dead
        require_moment(selection in self.possible_agents, "selection", selection)
        require_moment(before is None or before in self.possible_agents, "before_dead", before)
        check_by_agent(snapshot.rewards, agents, float, "rewards")
        check_by_agent(snapshot.cumulative, agents, float, "cumulative")
        check_by_agent(snapshot.terminations, agents, bool, "terminations")
        check_by_agent(snapshot.truncations, agents, bool, "truncations")
        illegal = snapshot.illegal
        require_moment(illegal is None or isinstance(illegal, str), "illegal", illegal)
