"""The PettingZoo module of a game: ``env``, ``raw_env`` and ``parallel_env``."""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from pettingzoo import ParallelEnv
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from ..core.game import Game
from ..games import get_game
from ..language.telling import Telling
from .aec import GameAEC
from .as_asked import as_asked
from .parallel import GameParallel


class GameModule(NamedTuple):
    """What a game's PettingZoo module exports; all three take the keywords of ``make_aec``.

    ``env`` makes the AEC environment that ends the game on an illegal action, ``raw_env`` the one
    that raises ``IllegalActionError`` with the reason, ``parallel_env`` the parallel form.
    """

    env: Callable[..., GameAEC]
    raw_env: Callable[..., GameAEC]
    parallel_env: Callable[..., ParallelEnv[str, Any, Any]]


def game_module(game: Game | str) -> GameModule:
    """Return the functions that make PettingZoo environments of ``game``."""
    known = get_game(game) if isinstance(game, str) else game
    return GameModule(
        partial(make_aec, known, "terminate"),
        partial(make_aec, known, "raise"),
        partial(make_parallel, known),
    )


def make_aec(
    game: Game,
    illegal: str,
    num_players: int | None = None,
    reward: str = "outcome",
    observation: str = "flat",
    mask_in: str = "observation",
    render_mode: str | None = None,
    infos: str = "all",
    rules: str | None = None,
    news: bool = False,
    hints: bool = False,
    **options: Any,
) -> GameAEC:
    """Return an AEC environment of ``game``.

    Args:
        game: the game.
        illegal: ``terminate`` or ``raise``.
        num_players: how many play; two, or the least number the game allows, if not given.
        reward: a name of ``rewards.REWARDS``.
        observation: a view of the game, or ``text``.
        mask_in: where the legal actions are, ``observation`` or ``info``.
        render_mode: one of the environment's ``metadata["render_modes"]``, or ``None``.
        infos: ``all``, or ``numbers``: no words in ``infos``, as TorchRL's wrapper needs.
        rules: what ``text`` begins with: ``short`` or ``full`` rules, or ``None``.
        news: whether ``text`` tells what has happened since the agent's last decision.
        hints: whether ``text`` tells what each legal action does.
        **options: the game's options.

    Raises:
        ValueError: an invalid name, option or number.
    """
    variant = game.variant(num_players, **options)
    telling = Telling(rules, news, hints)
    return GameAEC(variant, reward, observation, mask_in, render_mode, illegal, infos, telling)


def make_parallel(
    game: Game,
    num_players: int | None = None,
    reward: str = "outcome",
    observation: str = "flat",
    mask_in: str = "observation",
    render_mode: str | None = None,
    infos: str = "all",
    idle_mask: str = "zeros",
    rules: str | None = None,
    news: bool = False,
    hints: bool = False,
    **options: Any,
) -> ParallelEnv[str, Any, Any]:
    """Return a parallel environment of ``game``; agents that are not to act may pass any action.

    In a game of turns one agent acts in a step, in a simultaneous game all whose turn is open.
    Keywords as in ``make_aec``; ``idle_mask="ones"`` suits libraries that sample from the masks of
    all agents, as TorchRL does.
    """
    if game.simultaneous:
        variant = game.variant(num_players, **options)
        telling = Telling(rules, news, hints)
        env = GameParallel(variant, reward, observation, mask_in, render_mode, infos, telling)
        return as_asked(env, "all", idle_mask)  # infos are as asked already
    common = (num_players, reward, observation, mask_in, render_mode, "all", rules, news, hints)
    env = turn_based_aec_to_parallel(make_aec(game, "terminate", *common, **options))
    return as_asked(env, infos, idle_mask)  # the conversion adds words to infos
