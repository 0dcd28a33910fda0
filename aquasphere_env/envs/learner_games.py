"""Games of one learner against others: what the Gymnasium environments have in common."""

from typing import Any, NamedTuple

import numpy as np

from ..core import loops
from ..core.game import Variant
from ..core.match import IllegalActionError, explain_illegal
from ..core.protocol import NUM_SCORE_KEYS
from ..core.state import new_records
from ..players.policies import NUM_SCRATCH
from . import learner_kernels
from .observations import Observer
from .opponents import OpponentSpec, resolve_opponents
from .rewards import reward_id

SeatSpec = int | str  # a seat, or "random"

FIRST_STREAM = 1  # smallest word that seeds a slot; 0 means: go on with the running sequence
END_OF_STREAMS = 2**63


class Settings(NamedTuple):
    """How the learner's environment is set up; the keywords of ``gymnasium.make``.

    Attributes:
        opponents: ``random``, ``greedy``, a registered name, an object with ``act``, or a list of
            these, one an opponent, clockwise from the learner.
        seat: the learner's seat, or ``random``: drawn for every game.
        reward: a name of ``rewards.REWARDS``.
        on_illegal: ``terminate`` ends the game with reward -1, ``penalize`` pays -1 and asks again,
            ``random`` plays a random legal action instead, ``raise`` raises and changes nothing.
        observation: a view of the game, or ``text``.
        mask_in: ``info``, or ``observation``: a dictionary that holds the mask too.
    """

    opponents: OpponentSpec = "random"
    seat: SeatSpec = "random"
    reward: str = "outcome"
    on_illegal: str = "terminate"
    observation: str = "flat"
    mask_in: str = "info"


class ArenaSnapshot(NamedTuple):
    """A moment of an arena; outside opponents are not part of it."""

    states: np.ndarray
    slots: np.ndarray


class Arena:
    """``num_slots`` games at once, each with one learner; all of it is in two record arrays."""

    def __init__(self, variant: Variant, num_slots: int, settings: Settings) -> None:
        """Seat everybody; raise ``ValueError`` for a setting that cannot be."""
        self.variant = variant
        self.observer = Observer(variant, settings.observation, settings.mask_in)
        self.on_illegal = _index("on_illegal", settings.on_illegal, learner_kernels.ON_ILLEGAL)
        self._reward = reward_id(settings.reward)
        ids, self._outside = resolve_opponents(
            settings.opponents, variant, learner_kernels.FIRST_OUTSIDE
        )
        self._outside_observers = [
            Observer(variant, getattr(player, "observation", "flat"), "info")
            for player in self._outside
        ]
        self.states = variant.new_states(num_slots)
        self.slots = new_records(num_slots, learner_kernels.SLOT_DTYPE)
        self.slots["opponents"][:, : len(ids)] = ids
        self.slots["fixed_seat"] = _seat_number(settings.seat, variant.num_players)
        self._scratch = variant.new_states(NUM_SCRATCH)
        self._no_actions = np.zeros(num_slots, np.int64)
        self._commands = np.zeros(num_slots, np.int64)

    def restart(self, which: np.ndarray, streams: np.ndarray) -> None:
        """Start the next games of the slots in ``which`` (bool).

        A slot's ``streams`` word (uint64) begins its sequence of games anew, 0 goes on with it.
        """
        learner_kernels.seed_slots(self.slots, which & (streams != 0), streams)
        self.slots["reward"][which] = 0
        self._start(which)

    def _start(self, which: np.ndarray) -> None:
        self._advance(
            np.where(which, learner_kernels.START, learner_kernels.WAIT), self._no_actions
        )

    def _advance(self, commands: np.ndarray, actions: np.ndarray) -> None:
        """Carry out the commands, and ask outside players until none of them is to move."""
        empty = self._run(commands, actions)
        if self._outside:
            self._ask_outside()
            empty += int(np.sum(self.slots["terminated"] & (commands == learner_kernels.START)))
        if empty:
            raise RuntimeError(
                f"in {learner_kernels.MOST_EMPTY_GAMES} games in a row the learner had "
                "nothing to decide; "
                "another seat, other opponents or other options are needed"
            )

    def _run(self, commands: np.ndarray, actions: np.ndarray) -> int:
        return int(
            learner_kernels.advance(
                self.states,
                self.slots,
                self.variant.blank,
                commands,
                actions,
                self.on_illegal,
                self._scratch,
            )
        )

    def step(self, actions: np.ndarray, next_step: bool = False) -> None:
        """Play the learners' ``actions`` (int64) and everybody else up to their next decisions.

        Finished slots stay as they are, with reward 0, or start anew with ``next_step``.

        Raises:
            IllegalActionError: with ``on_illegal="raise"``; nothing has changed.
        """
        commands = self._commands
        learner_kernels.command_step(self.slots, next_step, commands)
        if self.on_illegal == learner_kernels.RAISE:
            self._refuse_illegal(commands, actions)
        self._advance(commands, actions)
        learner_kernels.settle_accounts(self.states, self.slots, commands, self._reward)

    def finish(self) -> Any:
        """Start the next game in every finished slot; return all slots' last views as a batch.

        Rows of slots that have not finished are zero.
        """
        view = self.observer.view
        if view is None:
            raise ValueError("text observations have no batch of last views")
        over = self.over()
        views = new_records(len(self.states), view.dtype)
        learner_kernels.show_last(self.states, self.slots, over, views)
        self._start(over)
        return self.observer.batch(views)

    def observe(self) -> tuple[Any, np.ndarray]:
        """Return what the learners see: observations and int8 masks, batch axis first, all new."""
        observation, masks = self.observer.read_many(self.states, self.slots["seat"])
        masks[self.slots["illegal"]] = 0
        return observation, masks

    def over(self) -> np.ndarray:
        """Return which slots' games are over (bool)."""
        over: np.ndarray = self.slots["terminated"] | self.slots["truncated"]
        return over

    def look(self, i: int) -> tuple[Any, np.ndarray]:
        """Return what the learner of slot ``i`` sees: bare observation and int8 mask, both new."""
        observation, mask = self.observer.read(self.states, i, int(self.slots["seat"][i]))
        if self.slots["illegal"][i]:
            mask[:] = 0
        return observation, mask

    def standings(self, which: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return points and ranks, int32 (slots, players) each; zero for slots not in ``which``."""
        points = np.zeros((len(self.states), self.variant.num_players, NUM_SCORE_KEYS), np.int32)
        ranks = np.zeros(points.shape[:2], np.int32)
        learner_kernels.read_standings(self.states, which, points, ranks)
        return points[:, :, 0].copy(), ranks

    def why_illegal(self, i: int, action: int) -> str:
        """Return why ``action`` is illegal in slot ``i``."""
        return explain_illegal(self.variant, self.states[i], action)

    def clone(self) -> ArenaSnapshot:
        """Return this moment."""
        return ArenaSnapshot(self.states.copy(), self.slots.copy())

    def restore(self, snapshot: ArenaSnapshot) -> None:
        """Go back to a moment of an arena of the same variant, size and settings."""
        self.states[:] = snapshot.states
        self.slots[:] = snapshot.slots

    def _refuse_illegal(self, commands: np.ndarray, actions: np.ndarray) -> None:
        i = learner_kernels.first_illegal(self.states, commands, actions)
        if i >= 0:
            place = f"game {i}: " if len(self.states) > 1 else ""
            raise IllegalActionError(place + self.why_illegal(i, int(actions[i])))

    def _ask_outside(self) -> None:
        who = np.zeros(len(self.states), np.int64)
        actions = np.zeros(len(self.states), np.int64)
        while learner_kernels.find_waiting(self.states, self.slots, who):
            for k, player in enumerate(self._outside):
                waiting = np.flatnonzero(who == learner_kernels.FIRST_OUTSIDE - k)
                if len(waiting):
                    states = self.states[waiting]
                    actions[waiting] = self._ask(player, self._outside_observers[k], states)
            self._run(
                np.where(
                    who < learner_kernels.LEARNER, learner_kernels.ANSWER, learner_kernels.WAIT
                ),
                actions,
            )

    def _ask(self, player: Any, observer: Observer, states: np.ndarray) -> np.ndarray:
        if hasattr(player, "act_on_states"):
            actions = np.asarray(player.act_on_states(states))
        else:
            movers = states["current_player"].astype(np.int64)
            actions = np.asarray(player.act(*observer.read_many(states, movers)))
        for i, action in enumerate(actions):
            if not loops.is_legal(states, i, int(action)):
                reason = explain_illegal(self.variant, states[i], int(action))
                raise IllegalActionError(f"opponent {player!r}: {reason}")
        return actions


def _index(what: str, name: str, names: tuple[str, ...]) -> int:
    if name not in names:
        raise ValueError(f"{what} is one of {', '.join(names)}, not {name!r}")
    return names.index(name)


def _seat_number(seat: SeatSpec, num_players: int) -> int:
    if seat == "random":
        return learner_kernels.RANDOM_SEAT
    if not isinstance(seat, int) or not 0 <= seat < num_players:
        raise ValueError(f'seat is 0 to {num_players - 1} or "random", not {seat!r}')
    return seat
