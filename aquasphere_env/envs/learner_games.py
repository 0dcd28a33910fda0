"""Games of one learner against others: what the Gymnasium environments have in common."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import gymnasium
import numpy as np

from ..core.game import Variant
from ..core.integers import checked_count, is_in, shown, whole_number
from ..core.match import IllegalActionError, explain_illegal
from ..core.observer import arrange
from ..core.protocol import NUM_SCORE_KEYS
from ..core.state import MOST_DECISIONS, new_records
from ..core.threads import Shares
from ..language.telling import NOTHING_MORE, Telling
from ..players.asking import ask
from ..players.player import Player
from ..players.policies import NUM_SCRATCH, POLICIES
from ..players.registry import PlayerSpec, make_player
from . import learner_kernels as kernels
from .decisions import MOST_EMPTY_GAMES
from .observations import EnvObserver
from .rewards import reward_id
from .snapshots import Origin, Snapshot, SnapshotError, check_records

OpponentSpec = PlayerSpec | Sequence[PlayerSpec]  # one for all opponents, or one for each
SeatSpec = int | str  # a seat, or "random"

FIRST_STREAM = 1  # smallest word that seeds a slot; 0 continues the running sequence
END_OF_STREAMS = 2**63


class Settings(NamedTuple):
    """How the learner's environment is set up; the keywords of ``gymnasium.make``.

    Attributes:
        opponents: a player, see ``players.registry``, or a list of players, one for each opponent,
            clockwise from the learner.
        seat: the learner's seat, or ``random``: drawn for every game.
        reward: a name of ``rewards.REWARDS``.
        on_illegal: ``terminate`` ends the game with reward -1, ``penalize`` pays -1 and asks again,
            ``random`` plays a random legal action instead, ``raise`` raises and changes nothing.
        observation: a view of the game, or ``text``.
        mask_in: ``info``, or ``observation``: a dictionary that holds the mask too.
        telling: what ``text`` tells more, without news: opponents may play in kernels, unseen.
    """

    opponents: OpponentSpec = "random"
    seat: SeatSpec = "random"
    reward: str = "outcome"
    on_illegal: str = "terminate"
    observation: str = "flat"
    mask_in: str = "info"
    telling: Telling = NOTHING_MORE


@dataclass(frozen=True, eq=False, kw_only=True)
class LearnerSnapshot(Snapshot):
    """A snapshot of ``LearnerGames``; opponents that are not compiled are not part of it.

    Attributes:
        slots: who sits where in each game, records of ``learner_kernels.SLOT_DTYPE``.
    """

    slots: np.ndarray

    def _check_parts(self, variant: Variant) -> None:
        check_records(self.slots, self.origin.count, kernels.SLOT_DTYPE, "slots")


class LearnerGames:
    """``num_slots`` games at once, each with one learner; all of it is in two record arrays.

    Properties are live views of these arrays: copy what you keep.
    """

    def __init__(
        self,
        variant: Variant,
        num_slots: int,
        settings: Settings,
        num_threads: int = 1,
        most_decisions: int = MOST_DECISIONS,
    ) -> None:
        """Seat all players; raise ``ValueError`` for an invalid setting.

        A game in which the learner has made ``most_decisions`` is truncated.
        """
        self.variant = variant
        num_slots = checked_count("num_envs", num_slots)
        self._shares = Shares(num_slots, num_threads)
        self._most_decisions = most_decisions
        self.observer = EnvObserver(
            variant, settings.observation, settings.mask_in, settings.telling
        )
        self.on_illegal = _index("on_illegal", settings.on_illegal, kernels.ON_ILLEGAL)
        self._reward = reward_id(settings.reward)
        self._outside: list[Player] = []  # players that are not compiled
        self._ids: dict[Any, int] = {name: k for k, name in enumerate(POLICIES)}
        self.states = variant.new_states(num_slots)
        self._slots = new_records(num_slots, kernels.SLOT_DTYPE)
        self._slots["fixed_seat"] = _seat_number(settings.seat, variant.num_players)
        self._scratch = [variant.new_states(NUM_SCRATCH) for _ in self._shares.slices]
        self._origin = Origin.of(variant, num_slots)
        self.started = np.zeros(num_slots, np.bool_)  # which slots have a game
        self._no_actions = np.zeros(num_slots, np.int64)
        self._commands = np.zeros(num_slots, np.int64)
        self.seat_opponents(np.arange(num_slots), settings.opponents)

    def seat_opponents(self, which: np.ndarray, opponents: OpponentSpec) -> None:
        """Let ``opponents`` play from the next game on in the slots ``which`` (indices).

        Raises:
            ValueError: an unknown player, or a list of another length than there are opponents.
        """
        count = self.variant.num_players - 1
        is_list = isinstance(opponents, Sequence) and not isinstance(opponents, str)
        each = list(opponents) if is_list else [opponents] * count
        if len(each) != count:
            raise ValueError(f"{count} opponents play, clockwise from the learner, not {len(each)}")
        self._slots["opponents"][which, :count] = [self._id(player) for player in each]

    def _id(self, player: PlayerSpec) -> int:
        """Return the number by which the kernels know ``player``, which is kept."""
        key = player if isinstance(player, str) else id(player)
        if key not in self._ids:
            self._outside.append(make_player(player, self.variant))
            self._ids[key] = kernels.FIRST_OUTSIDE - (len(self._outside) - 1)
        return self._ids[key]

    @property
    def seats(self) -> np.ndarray:
        """The learners' seats, int64 (slots,)."""
        return self._column("seat")

    @property
    def rewards(self) -> np.ndarray:
        """The learners' rewards in the last step, float64 (slots,)."""
        return self._column("reward")

    @property
    def terminated(self) -> np.ndarray:
        """Which games have ended by their rules or an illegal action, bool (slots,)."""
        return self._column("terminated")

    @property
    def truncated(self) -> np.ndarray:
        """Which games a limit has ended, bool (slots,)."""
        return self._column("truncated")

    @property
    def illegal(self) -> np.ndarray:
        """Which games an illegal action has ended, bool (slots,)."""
        return self._column("illegal")

    @property
    def game_seeds(self) -> np.ndarray:
        """The seeds of the running games, uint64 (slots,)."""
        return self._column("game_seed")

    @property
    def over(self) -> np.ndarray:
        """Which games are over, bool (slots,), new."""
        over: np.ndarray = self._slots["terminated"] | self._slots["truncated"]
        return over

    def slot(self, i: int) -> np.void:
        """Return what is kept of slot ``i``, by the names of the columns in the singular."""
        record: np.void = self._slots[i]
        return record

    def _column(self, name: str) -> np.ndarray:
        column: np.ndarray = np.asarray(self._slots[name])
        return column

    def restart(self, which: np.ndarray, streams: np.ndarray) -> None:
        """Start the next games of the slots in ``which`` (bool).

        A slot's ``streams`` word (uint64) reseeds its sequence of games; 0 continues it.
        """
        fresh = which & (streams != 0)
        kernels.seed_slots(self._slots, fresh, streams)
        if fresh.any():
            first = int(streams[fresh][0])
            for k, player in enumerate(self._outside):
                player.seed((first + k) % END_OF_STREAMS)
        self._slots["reward"][which] = 0
        self._start(which)
        self.started |= which

    def _start(self, which: np.ndarray) -> None:
        self._advance(np.where(which, kernels.START, kernels.WAIT), self._no_actions)

    def _advance(self, commands: np.ndarray, actions: np.ndarray) -> None:
        """Carry out the commands, and ask outside players until none of them is to move."""
        if self._outside:
            empty = self._run_with_outside(commands, actions)
        else:
            empty = self._run(commands, actions)
        if empty:
            raise RuntimeError(
                f"in {MOST_EMPTY_GAMES} games in a row the learner had "
                "nothing to decide; "
                "another seat, other opponents or other options are needed"
            )

    def _run_with_outside(self, commands: np.ndarray, actions: np.ndarray) -> int:
        """Advance; if an outside player fails, no game has changed."""
        before = self.states.copy(), self._slots.copy()
        try:
            empty = self._run(commands, actions)
            self._ask_outside()
        except BaseException:
            self.states[:], self._slots[:] = before
            raise
        return empty + int(np.sum(self._slots["terminated"] & (commands == kernels.START)))

    def _run(self, commands: np.ndarray, actions: np.ndarray) -> int:
        if len(self._scratch) == 1:  # a single environment has no time to share
            return self._run_share(0, commands, actions)
        return sum(self._shares.run(lambda share: self._run_share(share, commands, actions)))

    def _run_share(self, share: int, commands: np.ndarray, actions: np.ndarray) -> int:
        of = self._shares.of
        return int(
            kernels.advance(
                of(self.states, share),
                of(self._slots, share),
                self.variant.blank,
                of(commands, share),
                of(actions, share),
                self.on_illegal,
                self._scratch[share],
            )
        )

    def step(self, actions: np.ndarray, next_step: bool = False, given: Any = None) -> None:
        """Play the learners' ``actions`` (int64) and all other players up to the next decisions.

        Finished slots stay as they are, with reward 0, or restart with ``next_step``. ``given`` are
        the actions as the user gave them, for messages.

        Raises:
            IllegalActionError: with ``on_illegal="raise"``; nothing has changed.
        """
        commands = self._commands
        kernels.command_step(self._slots, next_step, commands)
        if self.on_illegal == kernels.RAISE:
            self._refuse_illegal(actions, actions if given is None else given)
        self._advance(commands, actions)
        kernels.settle_accounts(
            self.states, self._slots, commands, self._reward, self._most_decisions
        )

    def finish(self) -> Any:
        """Start the next game in every finished slot; return all slots' last views as a batch.

        Rows of slots that have not finished are zero.
        """
        view = self.observer.view
        if view is None:
            raise ValueError("text observations have no batch of last views")
        over = self.over
        views = new_records(len(self.states), view.dtype)
        kernels.show_last(self.states, self._slots, over, views)
        self._start(over)
        return arrange(view, views)

    def refuses(self, i: int, action: int) -> bool:
        """Return whether slot ``i`` waits for a decision and ``action`` is illegal."""
        return bool(kernels.refuses(self.states, self._slots, i, action))

    def observe(self) -> tuple[Any, np.ndarray]:
        """Return what the learners see: observations and int8 masks, batch axis first, all new."""
        observation, masks = self.observer.read_many(self.states, self._slots["seat"], self._shares)
        masks[self._slots["illegal"]] = 0
        return observation, masks

    def look(self, i: int) -> tuple[Any, np.ndarray]:
        """Return what the learner of slot ``i`` sees: bare observation and int8 mask, both new."""
        slot = self._slots[i]
        observation, mask = self.observer.read(self.states, i, int(slot["seat"]))
        if slot["illegal"]:
            mask[:] = 0
        return observation, mask

    def standings(self, which: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return points and ranks, int32 (slots, players) each; zero for slots not in ``which``."""
        points = np.zeros((len(self.states), self.variant.num_players, NUM_SCORE_KEYS), np.int32)
        ranks = np.zeros(points.shape[:2], np.int32)
        kernels.read_standings(self.states, which, points, ranks)
        return points[:, :, 0].copy(), ranks

    def why_illegal(self, i: int, action: int) -> str:
        """Return why ``action`` is illegal in slot ``i``."""
        return explain_illegal(self.variant, self.states[i], action)

    def clone(self) -> LearnerSnapshot:
        """Return a snapshot.

        Raises:
            ResetNeeded: a game has not been started.
        """
        if not self.started.all():
            raise gymnasium.error.ResetNeeded("call reset before clone_state")
        return LearnerSnapshot(
            origin=self._origin,
            states=self.states.copy(),
            slots=self._slots.copy(),
            checked=True,
        )

    def restore(self, snapshot: LearnerSnapshot) -> None:
        """Return to a snapshot of games of the same variant, size and settings.

        Raises:
            SnapshotError: it is of other games, or damaged; nothing has changed.
        """
        LearnerSnapshot.accept(snapshot, self.variant, self._origin)
        self._check_seats(snapshot.slots)
        self.states[:] = snapshot.states
        self._slots[:] = snapshot.slots
        self.started[:] = True

    def _check_seats(self, slots: np.ndarray) -> None:
        """Refuse slots whose players are not here: a game would wait for them for ever."""
        players = self.variant.num_players
        last = kernels.FIRST_OUTSIDE - (len(self._outside) - 1)
        seated, others = slots["policies"][:, :players], slots["opponents"][:, : players - 1]
        if seated.min() < last or others.min(initial=last) < last:
            raise SnapshotError("a snapshot with other opponents than this environment has")
        own = seated[np.arange(len(slots)), slots["seat"] % players]
        lone = (seated == kernels.LEARNER).sum(axis=1) == 1
        if slots["seat"].max() >= players or slots["fixed_seat"].max() >= players:
            raise SnapshotError(f"slots: a seat beyond the {players} players")
        if not (lone & (own == kernels.LEARNER)).all() or (others == kernels.LEARNER).any():
            raise SnapshotError("slots: the learner sits on its seat and on no other")

    def _refuse_illegal(self, actions: np.ndarray, given: Any) -> None:
        i = kernels.first_refused(self.states, self._slots, actions)
        if i >= 0:
            place = f"game {i}: " if len(self.states) > 1 else ""
            raise IllegalActionError(place + self.why_illegal(i, whole_number(given[i])))

    def _ask_outside(self) -> None:
        who = np.zeros(len(self.states), np.int64)
        actions = np.zeros(len(self.states), np.int64)
        while kernels.find_waiting(self.states, self._slots, who):
            for k, player in enumerate(self._outside):
                waiting = np.flatnonzero(who == kernels.FIRST_OUTSIDE - k)
                if len(waiting):
                    actions[waiting] = ask(player, self.variant, self.states[waiting])
            self._run(np.where(who < kernels.LEARNER, kernels.ANSWER, kernels.WAIT), actions)


def _index(what: str, name: str, names: tuple[str, ...]) -> int:
    if name not in names:
        raise ValueError(f"{what} is one of {', '.join(names)}, not {name!r}")
    return names.index(name)


def _seat_number(seat: SeatSpec, num_players: int) -> int:
    if isinstance(seat, str) and seat == "random":
        return kernels.RANDOM_SEAT
    if not is_in(seat, 0, num_players - 1):
        raise ValueError(f'seat is 0 to {num_players - 1} or "random", not {shown(seat)}')
    return int(seat)
