"""PettingZoo parallel environment for games whose players take their turns at the same time."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from pettingzoo import ParallelEnv
from pettingzoo.utils.env_logger import EnvLogger

from ..core import bits
from ..core.game import Variant
from ..core.integers import NOT_AN_ACTION, for_kernels
from ..core.jit import kernel
from ..core.loops import is_over, refresh_legal, step
from ..core.match import explain_illegal
from ..core.protocol import apply, turn_open
from ..core.state import NOBODY, Array, Index, State, new_records
from .infos import Info, checked_infos, public_info
from .observations import EnvObserver
from .rendering import Renderer, render_metadata
from .rewards import ACCOUNT_DTYPE, ILLEGAL_REWARD, pay, reward_id
from .seeds import start_game
from .snapshots import (
    Origin,
    Snapshot,
    check_agents,
    check_generator,
    check_records,
    check_seed,
    checked_kind,
)
from .turnstile import Turnstile, one_at_a_time

Report = tuple[
    dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Info]
]  # observations, rewards, terminations, truncations, infos


@kernel
def is_open(state: State, player: int) -> bool:
    """Return whether ``player`` still has to decide in this turn."""
    return turn_open(state, player) and not is_over(state)


@kernel
def hand_over(state: State, player: int) -> Index:
    """Let ``player`` be the one to decide; return how many legal actions there are."""
    state.current_player = player
    return refresh_legal(state)


@kernel
def hand_to_first(state: State) -> None:
    """Let the first player whose turn is open decide."""
    for player in range(state.num_players):
        if is_open(state, player):
            hand_over(state, player)
            return
    refresh_legal(state)


@kernel
def settle_turns(states: Array, i: int) -> None:
    """Play forced moves in slot ``i`` until every player whose turn is open has a choice."""
    state = states[i]
    again = True
    while again:
        again = False
        for player in range(state.num_players):
            if is_open(state, player) and hand_over(state, player) == 1:
                apply(state, bits.nth(state.legal, 0))
                again = True
    hand_to_first(state)


@kernel
def find_illegal(states: Array, i: int, actions: Array, illegal: Array) -> int:
    """Note in ``illegal`` whose turn is open in slot ``i`` and action not legal; count them."""
    state = states[i]
    found = 0
    for player in range(state.num_players):
        illegal[player] = False
        if is_open(state, player):
            hand_over(state, player)
            illegal[player] = not bits.contains(state.legal, actions[player])
            found += illegal[player]
    hand_to_first(state)
    return found


@kernel
def play_turns(states: Array, i: int, actions: Array, acting: Array) -> None:
    """Play the actions of all in slot ``i`` whose turn is open; note them in ``acting``."""
    state = states[i]
    for player in range(state.num_players):
        acting[player] = is_open(state, player)
    for player in range(state.num_players):
        if acting[player]:
            hand_over(state, player)
            step(states, i, actions[player])
    settle_turns(states, i)


@kernel
def pay_one(states: Array, i: int, reward: int, accounts: Array, rewards: Array) -> None:
    """Pay all players in slot ``i``."""
    pay(states[i], reward, accounts[i], rewards[i])


@kernel
def give_turn(states: Array, i: int, player: int) -> None:
    """Let ``player`` decide in slot ``i`` if its turn is open, else the first whose is."""
    if player != NOBODY and is_open(states[i], player):
        hand_over(states[i], player)
    else:
        hand_to_first(states[i])


@dataclass(frozen=True, eq=False, kw_only=True)
class ParallelSnapshot(Snapshot):
    """A snapshot of a ``GameParallel``; it can be pickled and restored any number of times."""

    accounts: np.ndarray
    seeds: Any  # state of the generator of the next games' seeds
    game_seed: int
    agents: list[str]


class GameParallel(ParallelEnv[str, Any, Any]):  # type: ignore[misc]  # untyped
    """All agents whose turn is open act in the same step, without seeing what the others do.

    An agent whose turn is not open has an empty mask and may pass any action, or none. An illegal
    action ends the game for all, with a reward of -1 for every agent that played one. A second
    thread inside the same environment is refused with ``BusyError``.
    """

    def __init__(
        self,
        variant: Variant,
        reward: str = "outcome",
        observation: str = "flat",
        mask_in: str = "observation",
        render_mode: str | None = None,
        infos: str = "all",
    ) -> None:
        """Prepare games of ``variant``; raise ``ValueError`` for an unknown name."""
        self.variant = variant
        self.render_mode = render_mode
        self.metadata = {
            "name": variant.game.id,
            **render_metadata(self.variant.game),
        }
        self.possible_agents = [f"player_{p}" for p in range(variant.num_players)]
        self.agents: list[str] = []
        self._seats = {agent: p for p, agent in enumerate(self.possible_agents)}
        self._show = checked_infos(infos)
        self._reward = reward_id(reward)
        self._observer = EnvObserver(variant, observation, mask_in)
        self._renderer = Renderer(variant, render_mode)
        self._action_space = spaces.Discrete(len(variant.game.actions))
        self._turnstile = Turnstile()
        self._states = variant.new_states()
        self._origin = Origin.of(variant, 1)
        self._started = False
        self._accounts = new_records(1, ACCOUNT_DTYPE)
        self._paid = np.zeros((1, variant.num_players))
        self._seeds = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of ``agent``'s observations, always the same object."""
        return self._observer.full_space

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of ``agent``'s actions, always the same object."""
        return self._action_space

    @one_at_a_time
    def reset(
        self, seed: int | None = None, options: Info | None = None
    ) -> tuple[dict[str, Any], dict[str, Info]]:
        """Start a game; as in ``GameAEC.reset``, which deals the same from the same seed."""
        self._seeds, self.game_seed = start_game(
            self.variant, self._states, self._seeds, seed, options
        )
        self._accounts[:] = 0
        self._started = True
        settle_turns(self._states, 0)
        self.agents = self.possible_agents[:]
        return self._look(None)

    @one_at_a_time
    def step(self, actions: dict[str, Any]) -> Report:
        """Play the actions (ids or words) of all whose turn is open.

        Raises:
            TypeError: an agent whose turn is open gave none, or neither an integer nor words;
                nothing has changed.
            ValueError: it gave words that no action reads; nothing has changed.
        """
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return {}, {}, {}, {}, {}
        given, faults = self._read(actions)
        chosen = np.array([for_kernels(action) for action in given], np.int64)
        flags = np.zeros(self.variant.num_players, np.bool_)
        if find_illegal(self._states, 0, chosen, flags):
            for player in faults.keys() & np.flatnonzero(flags).tolist():
                raise faults[player]
            return self._refuse(given, flags)
        play_turns(self._states, 0, chosen, flags)
        pay_one(self._states, 0, self._reward, self._accounts, self._paid)
        state = self._states[0]
        rewards = dict(zip(self.agents, self._paid[0].tolist(), strict=True))
        return self._report(rewards, bool(state["terminated"]), bool(state["truncated"]), None)

    def _read(self, actions: dict[str, Any]) -> tuple[list[int], dict[int, Exception]]:
        """Return the actions by seat, and errors, which matter only to those who have to act."""
        given = [NOT_AN_ACTION] * self.variant.num_players
        faults: dict[int, Exception] = {}
        for agent, player in self._seats.items():
            try:
                if actions.get(agent) is None:
                    raise TypeError(f"{agent} has to act, but gave no action")
                given[player] = self.variant.game.actions.read(actions[agent])
            except (TypeError, ValueError) as error:
                faults[player] = error
        return given, faults

    def _refuse(self, given: list[int], illegal: np.ndarray) -> Report:
        EnvLogger.warn_on_illegal_move()
        reasons = []
        for player in np.flatnonzero(illegal):
            give_turn(self._states, 0, int(player))
            reasons.append(explain_illegal(self.variant, self._states[0], given[int(player)]))
        give_turn(self._states, 0, NOBODY)
        rewards = {a: ILLEGAL_REWARD if illegal[p] else 0.0 for a, p in self._seats.items()}
        return self._report(rewards, True, True, "; ".join(reasons))

    def _report(
        self, rewards: dict[str, float], terminated: bool, truncated: bool, reason: str | None
    ) -> Report:
        observations, infos = self._look(reason)
        terminations = dict.fromkeys(self.agents, terminated)
        truncations = dict.fromkeys(self.agents, truncated)
        if terminated or truncated:
            self.agents = []
        return observations, rewards, terminations, truncations, infos

    def _look(self, illegal: str | None) -> tuple[dict[str, Any], dict[str, Info]]:
        observations, infos = {}, {}
        for agent in self.agents:
            observation, mask = self._observe(self._seats[agent])
            mask[:] *= illegal is None
            infos[agent] = self._show(public_info(self.variant, self._states, illegal=illegal))
            observations[agent] = self._observer.full(observation, mask)
            if not self._observer.in_observation:
                infos[agent]["action_mask"] = mask
        return observations, infos

    def _observe(self, player: int) -> tuple[Any, np.ndarray]:
        """Return what ``player`` sees, itself to move if its turn is open, and its mask."""
        give_turn(self._states, 0, player)
        seen = self._observer.read(self._states, 0, player)
        give_turn(self._states, 0, NOBODY)
        return seen

    def render(self) -> Any:
        """Return or show the game with what is public or known to any player; text for ``ansi``."""
        return self._renderer.render(self._states[0])

    def close(self) -> None:
        """Release the window, if there is one."""
        self._renderer.close()

    @one_at_a_time
    def clone_state(self) -> ParallelSnapshot:
        """Return a snapshot, which ``restore_state`` returns to any number of times.

        Raises:
            ResetNeeded: before the first ``reset``.
        """
        if not self._started:
            raise ResetNeeded("call reset before clone_state")
        return ParallelSnapshot(
            origin=self._origin,
            states=self._states.copy(),
            checked=True,
            accounts=self._accounts.copy(),
            seeds=self._seeds.bit_generator.state,
            game_seed=self.game_seed,
            agents=list(self.agents),
        )

    @one_at_a_time
    def restore_state(self, snapshot: ParallelSnapshot) -> None:
        """Return to a snapshot of this or another environment of the same variant.

        Raises:
            SnapshotError: a ``ValueError`` that says how it differs; nothing has changed.
        """
        checked_kind(snapshot, ParallelSnapshot)
        snapshot.check(self.variant, self._origin)
        if not snapshot.checked:
            check_records(snapshot.accounts, 1, self._accounts.dtype, "accounts")
            check_generator(snapshot.seeds, "seeds")
            check_seed(snapshot.game_seed, "game_seed")
            check_agents(snapshot.agents, self.possible_agents)
        self._states[:] = snapshot.states
        self._accounts[:] = snapshot.accounts
        self._seeds.bit_generator.state = snapshot.seeds
        self.game_seed = snapshot.game_seed
        self.agents = list(snapshot.agents)
        self._started = True
