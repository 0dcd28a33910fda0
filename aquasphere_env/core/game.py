"""``Game``: what code outside the kernels knows of a game; ``Variant``: one set-up of it."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np

from . import loops
from .actions import ActionTable
from .integers import is_in, seed_word, shown
from .options import FileOption, changed, refuse_unknown
from .protocol import NUM_SCORE_KEYS, register_rules
from .state import new_records
from .view import View

Chance = Mapping[str, Any]


@dataclass(frozen=True, eq=False)
class Game:
    """A game: data, kernels and a few plain functions; everything else is shared by all games.

    ``configure(record, num_players, options)`` writes options and component tables into a zeroed
    record and returns the name of the component set; it raises ``ValueError`` for a bad option.
    ``check_dealt(state)`` raises ``ValueError`` if injected chance is invalid.
    ``check_state(state, blank)`` raises ``ValueError`` unless kernels can play on from ``state``,
    whose fields are in their ranges and whose tables are those of ``blank``, see ``check``.
    ``why_illegal(state, action)`` says in words why the current player may not play ``action``.
    ``to_text(state, player)`` shows what ``player`` may see, or everything for ``None``.
    """

    name: str  # "aquasphere"; the first three as in the catalog
    title: str  # "AquaSphere"
    version: int
    min_players: int
    max_players: int
    actions: ActionTable
    state_dtype: np.dtype
    rules: Any  # a module that provides protocol.Rules
    views: Mapping[str, View]  # "flat" first
    configure: Callable[[Any, int, Mapping[str, Any]], str]
    options: Mapping[str, Any]  # defaults by name
    chance: tuple[str, ...]  # state fields that ``deal`` fills
    check_dealt: Callable[[np.void], None]
    check_state: Callable[[np.void, np.void], None]
    why_illegal: Callable[[np.void, int], str]
    to_text: Callable[[np.void, int | None], str]
    end_reasons: tuple[str, ...]  # by the state's ``end_reason``
    files: Mapping[str, FileOption] = field(default_factory=dict)  # options that take a file
    words: Mapping[str, Sequence[str]] = field(default_factory=dict)  # for values, by field name
    extra_info: Callable[[np.void], dict[str, Any]] = lambda state: {}  # public, for ``info``
    simultaneous: bool = False  # all players take their turns at once, see protocol.Rules
    expert: Any = None  # a module that provides protocol.Expert
    # what the placeholders of ``primer.md`` beside the rules stand for; None: there is no such page
    facts: Callable[[np.void], Mapping[str, Any]] | None = None
    draw_module: str | None = None  # has ``draw``, which returns SVG

    def __post_init__(self) -> None:
        """Bind the rules to the state layout."""
        register_rules(self.state_dtype, self.rules, self.expert)
        self._variants: dict[int, Variant]  # without options, by number of players
        object.__setattr__(self, "_variants", {})

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle and copy a game as a reference to the ``GAME`` of its package."""
        return _game_in, (self.rules.__name__.rpartition(".")[0],)

    @property
    def id(self) -> str:
        """Module name of the environment, e.g. ``aquasphere_v1``."""
        return f"{self.name}_v{self.version}"

    @property
    def gym_id(self) -> str:
        """Gymnasium id, e.g. ``AquaSphere-v1``."""
        return f"{self.title}-v{self.version}"

    @property
    def default_players(self) -> int:
        """Two players, or the smallest number the game allows."""
        return max(2, self.min_players)

    def variant(self, num_players: int | None = None, **options: Any) -> "Variant":
        """Return the game for ``num_players`` and ``options``, reading the files these name.

        Raises:
            ValueError: the game is not for that many players, or an option's value is invalid.
            UnknownOptionError: the game has no such option.
        """
        players = self.default_players if num_players is None else num_players
        if not is_in(players, self.min_players, self.max_players):
            raise ValueError(
                f"{self.title} is for {self.min_players} to {self.max_players} players, "
                f"not {shown(num_players)}"
            )
        players = int(players)
        refuse_unknown(self.title, self.options, options)
        given = changed(self.options, options)
        if given:  # not kept: an option may name a file, which may change
            return Variant(self, players, given)
        if players not in self._variants:
            self._variants[players] = Variant(self, players, {})
        return self._variants[players]

    def recorded_variant(self, num_players: int | None, options: Mapping[str, Any]) -> "Variant":
        """Like ``variant``, with options that come from a file: no path among them is opened.

        Raises:
            ValueError: as ``variant``, or an option names a file.
        """
        refuse_unknown(self.title, self.options, options)
        for name, file in self.files.items():
            file.refuse_path(name, options.get(name))
        return self.variant(num_players, **options)

    def draw(
        self,
        state: np.void,
        player: int | None = None,
        last_action: int | None = None,
        last_player: int | None = None,
    ) -> str:
        """Return an SVG picture of what ``player`` may see of ``state``, or of all for ``None``.

        ``last_action`` is marked; on a player's own pieces only if ``last_player`` is known.
        """
        if self.draw_module is None:
            raise NotImplementedError(f"{self.title} has no pictures")
        svg: str = import_module(self.draw_module).draw(state, player, last_action, last_player)
        return svg

    def drawing(self, name: str) -> Any:
        """Return the module ``name`` beside the one that draws, ``None`` if there is none."""
        if self.draw_module is None or find_spec(f"{self.draw_module}.{name}") is None:
            return None
        return import_module(f"{self.draw_module}.{name}")

    def read_scores(self, states: np.ndarray, i: int = 0) -> np.ndarray:
        """Return points and tie-breakers in slot ``i``: int32 (num_players, NUM_SCORE_KEYS)."""
        out = np.zeros((int(states[i]["num_players"]), NUM_SCORE_KEYS), np.int32)
        loops.read_scores(states, i, out)
        return out

    def ranks(self, states: np.ndarray, i: int = 0) -> list[int]:
        """Return each player's rank in slot ``i``: 1 is best, ties share the better rank."""
        points = self.read_scores(states, i)
        out = np.zeros(len(points), np.int32)
        loops.ranks(points, out)
        return [int(rank) for rank in out]

    def end_reason(self, state: np.void) -> str | None:
        """Return why the game ended, or ``None`` if it is running."""
        over = state["terminated"] or state["truncated"]
        return self.end_reasons[state["end_reason"]] if over else None


class Variant:
    """A game with a player count and options: holds the blank that states are copied from."""

    def __init__(self, game: Game, num_players: int, options: Mapping[str, Any]) -> None:
        """Read the components; use ``Game.variant``, which checks and caches."""
        self.game = game
        self.num_players = num_players
        read = {k: game.files[k].read(k, v) for k, v in options.items() if k in game.files}
        texts = {k: str(text) for k, text in read.items()}
        self.options = {**options, **texts}  # those that differ from their defaults
        self.blank = new_records(1, game.state_dtype)
        self.blank[0]["num_players"] = num_players
        self.component_set = game.configure(
            self.blank[0], num_players, {**game.options, **options, **read}
        )
        self.digest = digest(self.blank[0])

    def __str__(self) -> str:
        """Name game, version, player count and options."""
        options = [f"{name}={shown(value)}" for name, value in self.options.items()]
        return ", ".join([self.game.id, f"{self.num_players} players", *options])

    def __deepcopy__(self, memo: dict[int, Any]) -> "Variant":
        """Return the same object: a variant never changes."""
        return self

    def new_states(self, count: int = 1) -> np.ndarray:
        """Return ``count`` blank records; start games in them with ``start``."""
        states = new_records(count, self.game.state_dtype)
        states[:] = self.blank[0]
        return states

    def start(self, states: np.ndarray, i: int, seed: int, chance: Chance | None = None) -> None:
        """Start a new game in slot ``i``, chance from ``seed`` or given by field in ``chance``.

        Raises:
            ValueError: the seed is invalid, or ``chance`` has an unknown field or invalid value.
        """
        word = seed_word(seed)
        if not chance:
            loops.reset(states, i, self.blank, word)
            return
        self.begin(states, i, seed, chance)
        while loops.refresh(states, i) and (action := forced_action(states[i])) is not None:
            loops.apply_one(states, i, action)

    def begin(self, states: np.ndarray, i: int, seed: int, chance: Chance | None = None) -> None:
        """Like ``start``, but leave forced moves before the first decision to the caller."""
        trial = self.new_states()
        loops.seed_deal(trial, 0, self.blank, seed_word(seed))
        for name, value in _fields_of(chance).items():
            if name not in self.game.chance:
                allowed = ", ".join(self.game.chance)
                raise ValueError(f"chance has no field {shown(name)}; it has: {allowed}")
            _inject(trial[0], name, value)
        if chance:
            self.game.check_dealt(trial[0])
        loops.set_up(trial, 0)
        states[i] = trial[0]

    def dealt(self, seed: int) -> dict[str, Any]:
        """Return what chance decides for ``seed`` by field name, in the form ``start`` takes it."""
        trial = self.new_states()
        loops.seed_deal(trial, 0, self.blank, seed_word(seed))
        return {name: np.asarray(trial[0][name]).tolist() for name in self.game.chance}


def _fields_of(chance: Chance | None) -> Chance:
    if chance is not None and not isinstance(chance, Mapping):
        raise ValueError(f"chance is a dictionary of state fields, not {shown(chance)}")
    return chance or {}


def _inject(state: np.void, name: str, value: Any) -> None:
    target = state[name]
    try:
        given = np.asarray(value)
    except (ValueError, TypeError, OverflowError, RecursionError):
        raise ValueError(f"chance[{name!r}]: {shown(value)} is no array of integers") from None
    if given.shape != np.shape(target):
        raise ValueError(f"chance[{name!r}] has shape {given.shape}, not {np.shape(target)}")
    if given.dtype.kind not in "iu" or not np.array_equal(given.astype(target.dtype), given):
        raise ValueError(f"chance[{name!r}]: {shown(value)} does not fit {target.dtype}")
    state[name] = given


def _game_in(package: str) -> Game:
    game: Game = import_module(package).GAME
    return game


def forced_action(state: np.void) -> int | None:
    """Return the only legal action of ``state``, or ``None`` if there are none or several."""
    actions = legal_ids(state)
    return actions[0] if len(actions) == 1 else None


def legal_ids(state: np.void) -> list[int]:
    """Return the legal action ids of ``state`` in ascending order."""
    octets = np.ascontiguousarray(state["legal"]).astype("<u8").view(np.uint8)
    return [int(a) for a in np.flatnonzero(np.unpackbits(octets, bitorder="little"))]


def digest(state: np.void) -> str:
    """Return 16 hex digits that identify every field of ``state``."""
    plain = np.zeros(1, state.dtype)  # numpy copies fields, not the padding between them
    plain[0] = state
    return hashlib.sha256(plain.tobytes()).hexdigest()[:16]
