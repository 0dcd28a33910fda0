"""OpenSpiel: importing this module registers every game as ``python_<game>``.

>>> import pyspiel, aquasphere_env.adapters.openspiel
>>> game = pyspiel.load_game("python_aquasphere(players=3)")

The first node is a chance node: it draws one of ``seeds`` seeds, which decide everything that is
dealt or rolled in the game. Search must not look into that future: ISMCTS resamples what a player
cannot know, dice to come included (``resample_from_infostate``); plain MCTS on a state would cheat.
With ``draws=N`` a decision that dice or cards follow leads to a chance node, too, of N samples,
each as likely: what plain MCTS and other solvers of games without hidden information need.
Utilities are the reward ``outcome``. Solo games are not offered. Games, states and what holds them
can be pickled; whoever loads them imports this module first, or finds it by the pickle.
"""

import hashlib
from collections.abc import Callable
from typing import Any

import numpy as np

from ..core import loops
from ..core.game import Game, Variant, legal_ids
from ..core.integers import checked_count, checked_seed
from ..core.match import check_legal
from ..core.observer import Observer
from ..core.rng import RNG_DTYPE, next_u64
from ..core.state import new_records
from ..envs.decisions import play
from ..envs.rewards import ACCOUNT_DTYPE, OUTCOME
from ..games import GAMES, get_game

try:
    import pyspiel
except ImportError as error:
    raise ImportError("this module needs OpenSpiel: pip install open_spiel") from error

NUM_SEEDS = 1000
NO_DRAWS = 0  # no chance nodes but the first
MOST_DECISIONS = 10_000
_SAMPLES = 2**53


class Shared:
    """What all states of a game share; copies of states keep it."""

    def __init__(self, variant: Variant, num_seeds: int, num_draws: int) -> None:
        """Keep the variant and how many outcomes the first and the later chance nodes have."""
        self.variant = variant
        self.num_seeds = num_seeds
        self.num_draws = num_draws
        self.observer = Observer(variant)

    def __deepcopy__(self, memo: dict[int, Any]) -> "Shared":
        """Return the same object."""
        return self


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state: one record, and what each player has seen at its own decisions."""

    def __init__(self, game: "SpielGame") -> None:
        """Begin before the chance node."""
        super().__init__(game)
        self.shared: Shared = game.shared
        self.states = self.shared.variant.new_states()
        self.seed: int | None = None
        self.pending: int | None = None  # an action that waits for a chance node
        self.recall: list[list[str]] = [[] for _ in range(self.shared.variant.num_players)]
        self._past: int | None = None  # who decided, while a history is told again
        self._account = new_records(1, ACCOUNT_DTYPE)
        self._utilities = np.zeros((1, self.shared.variant.num_players))

    def current_player(self) -> Any:
        """Return who decides, chance first."""
        if self._past is not None:
            return self._past
        if self.seed is None or self.pending is not None:
            return pyspiel.PlayerId.CHANCE
        if self.is_terminal():
            return pyspiel.PlayerId.TERMINAL
        return int(self.states[0]["current_player"])

    def is_terminal(self) -> bool:
        """Return whether the game has ended."""
        return bool(self.states[0]["terminated"] or self.states[0]["truncated"])

    def _legal_actions(self, player: int) -> list[int]:
        return legal_ids(self.states[0]) if player == self.states[0]["current_player"] else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the seeds, or the draws after a decision, each as likely."""
        count = self.shared.num_seeds if self.seed is None else self.shared.num_draws
        return [(outcome, 1.0 / count) for outcome in range(count)]

    def _apply_action(self, action: int) -> None:
        """Play ``action``, or a chance node's outcome; raise ``ValueError`` if it is illegal."""
        if self._past is not None:
            return
        if self.seed is None:
            self.shared.variant.start(self.states, 0, checked_seed(action))
            self.seed = action
        elif self.pending is not None:
            self._draw(checked_seed(action))
        else:
            self._decide(check_legal(self.shared.variant, self.states, 0, action))

    def _decide(self, action: int) -> None:
        player = int(self.states[0]["current_player"])
        self.recall[player].append(f"{self.fingerprint(player)}:{action}")
        if self.shared.num_draws != NO_DRAWS and self._meets_chance(action):
            self.pending = action
        else:
            self._play(action)

    def _meets_chance(self, action: int) -> bool:
        after = self.states.copy()
        loops.step_each(after, np.zeros(1, np.int64), np.array([action], np.int64))
        return bool(after["rng"][0] != self.states["rng"][0])

    def _draw(self, outcome: int) -> None:
        """Let chance follow sample ``outcome``, and play the action that waited for it."""
        if outcome >= self.shared.num_draws or self.pending is None:
            raise ValueError(f"a draw is 0 to {self.shared.num_draws - 1}, not {outcome}")
        source = new_records(1, RNG_DTYPE)
        source["rng"] = self.states["rng"]
        for _ in range(outcome + 1):
            self.states["rng"] = next_u64(source[0])
        action, self.pending = self.pending, None
        self._play(action)

    def _play(self, action: int) -> None:
        play(self.states, 0, action, OUTCOME, self._account, self._utilities)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the state: its history, and what it has become, resampled parts included."""
        history = [(int(each.player), int(each.action)) for each in self.full_history()]
        kept = {name: getattr(self, name) for name in _KEPT}
        return restored, (self.get_game(), history, kept)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"seed {action}" if self.seed is None else f"draw {action}"
        return self.shared.variant.game.actions.describe(action)

    def returns(self) -> list[float]:
        """Return the players' utilities, zeros before the end."""
        utilities: list[float] = self._utilities[0].tolist()
        return utilities

    def view(self, player: int) -> np.ndarray:
        """Return the flat view of ``player``."""
        flat: np.ndarray = self.shared.observer.read(self.states, 0, player)[0].ravel()
        return flat

    def fingerprint(self, player: int) -> str:
        """Return 16 hex digits of what ``player`` sees."""
        return hashlib.sha256(self.view(player).tobytes()).hexdigest()[:16]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "SpielState":
        """Return a state ``player`` cannot tell from this one, hidden information resampled."""
        twin: SpielState = self.clone()
        loops.redeal_one(twin.states, 0, player, np.uint64(int(sampler() * _SAMPLES)))
        return twin

    def __str__(self) -> str:
        """Return the game in words, as all players together see it."""
        if self.seed is None:
            return "before the deal"
        return self.shared.variant.game.to_text(self.states[0], None)


_KEPT = ("states", "seed", "pending", "recall", "_account", "_utilities")


def restored(game: "SpielGame", history: list[tuple[int, int]], kept: dict[str, Any]) -> SpielState:
    """Return a state of ``game`` after ``history``, pairs of player and action."""
    state = game.new_initial_state()
    for player, action in history:
        state._past = player
        state.apply_action(action)
    state._past = None
    for name, value in kept.items():
        setattr(state, name, value)
    return state


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game for OpenSpiel; subclasses name the ``Game`` and its ``GameType``."""

    game: Game
    game_type: Any

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """Choose players and number of seeds."""
        given = dict(params or {})
        variant = self.game.variant(given.get("players"))
        seeds = checked_count("seeds", given.get("seeds", NUM_SEEDS))
        draws = given.get("draws", NO_DRAWS)
        if draws != NO_DRAWS:
            checked_count("draws", draws)
        self.shared = Shared(variant, seeds, draws)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.game.actions),
            max_chance_outcomes=max(seeds, draws),
            num_players=variant.num_players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=MOST_DECISIONS,
        )
        super().__init__(self.game_type, info, given)

    def new_initial_state(self) -> SpielState:
        """Return the state before the deal."""
        return SpielState(self)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the game by its name and parameters."""
        return pyspiel.load_game, (str(self),)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SpielObserver":
        """Return an observer; with perfect recall its string holds all the player has seen."""
        return SpielObserver(self, bool(iig_obs_type and iig_obs_type.perfect_recall))


class SpielObserver:
    """Shows the flat view as tensor; the string is what the player can tell states apart by."""

    def __init__(self, game: SpielGame, perfect_recall: bool) -> None:
        """Allocate the tensor."""
        self._perfect_recall = perfect_recall
        self.tensor = np.zeros(game.game.views["flat"].size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the tensor with what ``player`` sees."""
        self.tensor[:] = 0.0 if state.seed is None else state.view(player)

    def string_from(self, state: SpielState, player: int) -> str:
        """Return what ``player`` sees in words, and a fingerprint of its view."""
        if state.seed is None:
            return f"player_{player} before the deal"
        past = " ".join(state.recall[player]) if self._perfect_recall else ""
        text = state.shared.variant.game.to_text(state.states[0], player)
        return f"player_{player} {past} now {state.fingerprint(player)}\n{text}"


def register(game: Game) -> str:
    """Register ``game`` with OpenSpiel unless it is; return its name there."""
    name = f"python_{game.name}"
    if name in pyspiel.registered_names():
        return name
    kinds = pyspiel.GameType
    game_type = kinds(
        short_name=name,
        long_name=game.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.max_players,
        min_num_players=game.default_players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={
            "players": game.default_players,
            "seeds": NUM_SEEDS,
            "draws": NO_DRAWS,
        },
    )
    subclass = type(f"Spiel{game.title}", (SpielGame,), {"game": game, "game_type": game_type})
    pyspiel.register_game(game_type, subclass)
    return name


for _name in GAMES:
    register(get_game(_name))
