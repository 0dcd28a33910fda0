"""Players from text: the one place that knows their forms."""

import importlib
import inspect
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from ..core.game import Variant
from ..core.integers import checked_seed
from .compiled_player import CompiledPlayer
from .own import OwnPlayer
from .player import Player
from .policies import POLICIES
from .zoo import POLICY, located
from .zoo import PREFIX as ZOO

PlayerSpec = Any  # a text, or an object as ``OwnPlayer`` describes
Factory = Callable[[str, Variant], Any]  # from argument and variant to a player or such an object


class _Prefix(NamedTuple):
    """What makes the players ``prefix:argument``, and what the arguments mean, by their form."""

    make: Factory
    arguments: Mapping[str, str]


def _network(argument: str, variant: Variant) -> Player:
    from .network import NetworkPlayer  # reads files; most users need none

    return NetworkPlayer.load(argument, variant)


def _search(argument: str, variant: Variant) -> Player:
    from .mcts import MctsPlayer

    return MctsPlayer(argument, variant)


def _value(argument: str, variant: Variant) -> Player:
    from .value import ValuePlayer

    return ValuePlayer.load(argument, variant)


def _zoo(argument: str, variant: Variant) -> Player:
    from .network import NetworkPlayer, load_network
    from .value import ValuePlayer, load_value

    name = f"{ZOO}:{argument}" if argument else ZOO
    if argument.endswith(POLICY):
        return NetworkPlayer(name, variant, load_network(located(name, variant), variant))
    return ValuePlayer(name, variant, load_value(name, variant))


def _llm(argument: str, variant: Variant) -> Player:
    from .llm.player import LlmPlayer

    return LlmPlayer(argument, variant)


def _expert(variant: Variant) -> Player:
    from .expert import ExpertPlayer

    return ExpertPlayer(variant)


EXPERT = "expert"
PLAIN_PLAYERS = ("random", EXPERT, "greedy")  # that need no argument

_PREFIXES = {
    ZOO: _Prefix(
        _zoo,
        {
            "<game>-<n>p": "the best action one decision ahead by an evaluation of the package's",
            f"<game>-<n>p{POLICY}": "the most probable action of a network of the package's",
        },
    ),
    "value": _Prefix(
        _value, {"<file>": "the best action one decision ahead by an evaluation of training.value"}
    ),
    "mcts": _Prefix(
        _search,
        {
            "<n>": "the action that a tree search of n simulations visits most",
            "<t>ms": "the same, for t milliseconds a decision",
            "<n>,value=<file>": "the same, judging by that evaluation instead of the zoo's",
            "<n>,leaf=rollout": "the same, judging by greedy play and the game's own evaluation",
        },
    ),
    "net": _Prefix(
        _network,
        {
            "<file>": "the most probable action of a network that training.ppo has exported",
            "<file>,temperature=<t>": "an action drawn from its probabilities, softened by t",
        },
    ),
    "llm": _Prefix(
        _llm,
        {
            "<model>": "what a language model answers, at the address OPENAI_BASE_URL",
            "<model>,url=<address>,budget=<tokens>": "the same at another address, with a limit",
        },
    ),
}
PLAYER_FORMS = {  # those that need no registration, and what they play
    "random": "a uniformly random legal action",
    EXPERT: "what the rules of thumb on the game's page say: a good beginner, with reasons",
    "greedy": "the action with the best evaluation after it (one decision ahead, compiled)",
    **{f"{p}:{a}": means for p, made in _PREFIXES.items() for a, means in made.arguments.items()},
    "<package.module>:<Class>": "your own player",
}


def register_player(prefix: str, factory: Factory) -> None:
    """Let ``prefix:argument`` name the player ``factory(argument, variant)`` everywhere.

    ``prefix`` alone means an empty argument. Registering a prefix again replaces it. Other
    processes, such as spawned workers, do not know it; a player given as
    ``package.module:Class`` needs no registration anywhere.
    """
    if prefix in PLAIN_PLAYERS or ":" in prefix or not prefix:
        raise ValueError(f"{prefix!r} is not available as the prefix of a player")
    _PREFIXES[prefix] = _Prefix(factory, {"…": "registered"})


def make_player(spec: PlayerSpec, variant: Variant, seed: int = 0) -> Player:
    """Return the player that ``spec`` names or is, for ``variant``, its chance from ``seed``.

    Raises:
        ValueError: an invalid seed, no such player (the message lists the forms), or one that does
            not fit ``variant``.
    """
    seed = checked_seed(seed)
    is_text = isinstance(spec, str)
    made = _from_text(spec, variant) if is_text else spec
    if isinstance(made, type):
        made = _called(made, variant)
    name = spec if is_text else str(getattr(made, "name", type(made).__name__))
    is_whole = isinstance(made, Player) and callable(made.seed)
    player = made if is_whole else OwnPlayer(made, variant, name)
    player.seed(seed)
    return player


def _from_text(text: str, variant: Variant) -> Any:
    form, _, argument = text.partition(":")
    if form in POLICIES and not argument:
        return CompiledPlayer(form, variant)
    if text == EXPERT:
        return _expert(variant)
    if form in _PREFIXES:
        return _PREFIXES[form].make(argument, variant)
    if argument.isidentifier() and all(map(str.isidentifier, form.split("."))):
        return _from_module(form, argument, variant)
    raise ValueError(f"no player {text!r}; {forms()}")


def forms() -> str:
    """Return a sentence that lists the forms of players."""
    registered = [f"{p}:{a}" for p, made in _PREFIXES.items() for a in made.arguments]
    return f"there are: {', '.join(dict.fromkeys([*PLAYER_FORMS, *registered]))}"


def _from_module(module: str, name: str, variant: Variant) -> Any:
    """Return ``module.name``, called if it is a class or a function and not itself a player."""
    try:
        with _current_folder_importable():
            own = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise ValueError(f"no player '{module}:{name}' ({error}); {forms()}") from error
    is_player = not isinstance(own, type) and (hasattr(own, "act") or hasattr(own, "act_on_states"))
    return own if is_player or not callable(own) else _called(own, variant)


def _called(make: Callable[..., Any], variant: Variant) -> Any:
    """Return ``make()``, or ``make(variant)`` if it needs an argument or has one of that name."""
    try:
        parameters = inspect.signature(make).parameters
    except ValueError:  # some builtins
        return make()
    if "variant" in parameters:
        return make(variant=variant)
    needed = (p for p in parameters.values() if p.default is p.empty)
    if any(p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) for p in needed):
        return make(variant)
    return make()


@contextmanager
def _current_folder_importable() -> Iterator[None]:
    """Let a module beside the user be found, as with ``python -m``, later what it imports too."""
    folder = str(Path.cwd())
    if folder in sys.path or "" in sys.path:
        yield
        return
    sys.path.insert(0, folder)
    try:
        yield
    finally:
        sys.path.remove(folder)
        sys.path.append(folder)
