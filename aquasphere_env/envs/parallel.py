"""PettingZoo parallel environment for games whose players take their turns at the same time."""

from typing import Any

import numpy as np
from pettingzoo import ParallelEnv
from pettingzoo.utils.env_logger import EnvLogger

from ..core import bits
from ..core.integers import NOT_AN_ACTION, for_kernels
from ..core.jit import kernel
from ..core.loops import is_over, refresh_legal, step
from ..core.match import explain_illegal
from ..core.protocol import apply, turn_open
from ..core.state import NOBODY, Array, Index, State
from .infos import Info, public_info
from .one_game import GameSnapshot, OneGame
from .rewards import ILLEGAL_REWARD, pay
from .turnstile import one_at_a_time

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


class GameParallel(OneGame, ParallelEnv[str, Any, Any]):  # type: ignore[misc]  # untyped
    """All agents whose turn is open act in the same step, without seeing what the others do.

    An agent whose turn is not open has an empty mask and may pass any action, or none. An illegal
    action ends the game for all, with a reward of -1 for every agent that played one. A second
    thread inside the same environment is refused with ``BusyError``.
    """

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        """Prepare games as ``OneGame`` does; before the first there are no agents.

        Raises:
            ValueError: an unknown name, or a telling with news.
        """
        super().__init__(*arguments, **keywords)
        if self._tells_news:
            raise ValueError(
                "news are told where one agent acts at a time: use env() or raw_env(), "
                "or news=False"
            )
        self.agents = []

    @one_at_a_time
    def reset(
        self, seed: int | None = None, options: Info | None = None
    ) -> tuple[dict[str, Any], dict[str, Info]]:
        """Start a game; as in ``GameAEC.reset``, which deals the same from the same seed."""
        self._start(seed, options)
        settle_turns(self._states, 0)
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

    @one_at_a_time
    def clone_state(self) -> GameSnapshot:
        """Return a snapshot, which ``restore_state`` returns to any number of times.

        Raises:
            ResetNeeded: before the first ``reset``.
        """
        return GameSnapshot(**self._taken())

    @one_at_a_time
    def restore_state(self, snapshot: GameSnapshot) -> None:
        """Return to a snapshot of this or another environment of the same variant.

        Raises:
            SnapshotError: a ``ValueError`` that says how it differs; nothing has changed.
        """
        self._return_to(snapshot, GameSnapshot)
