"""The PettingZoo module of a game: ``env``, ``raw_env``, ``parallel_env``, as PettingZoo has them."""

from typing import Any, NamedTuple, Protocol

from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from ..core.game import Game
from ..games import get_game
from ..registration import register_pettingzoo
from .aec import GameAEC

_KEYWORDS = ("reward", "observation", "mask_in", "render_mode")

register_pettingzoo()


class MakeEnv(Protocol):
    """Makes an environment from keywords; see ``game_module``."""

    def __call__(
        self,
        num_players: int | None = None,
        reward: str = "outcome",
        observation: str = "flat",
        mask_in: str = "observation",
        render_mode: str | None = None,
        **options: Any,
    ) -> Any:
        """Return a new environment."""


class GameModule(NamedTuple):
    """What a game's PettingZoo module exports."""

    env: MakeEnv
    raw_env: MakeEnv
    parallel_env: MakeEnv


def game_module(game: Game | str) -> GameModule:
    """Return the functions that make PettingZoo environments of ``game``.

    ``env`` is the AEC environment that ends the game on an illegal action, ``raw_env`` the one that
    raises ``IllegalActionError`` with the reason instead, ``parallel_env`` the parallel form. Their
    keywords: ``num_players``; ``reward`` (see ``rewards``); ``observation``, a view of the game or
    ``text``; ``mask_in``, ``observation`` or ``info``; ``render_mode``; and the game's options.
    """
    known = get_game(game) if isinstance(game, str) else game

    def make(illegal: str, num_players: int | None, keywords: dict[str, Any]) -> GameAEC:
        own = {k: keywords.pop(k) for k in _KEYWORDS if k in keywords}
        return GameAEC(known.variant(num_players, **keywords), illegal=illegal, **own)

    def env(num_players: int | None = None, **keywords: Any) -> GameAEC:
        """Return an AEC environment that ends the game on an illegal action."""
        return make("terminate", num_players, keywords)

    def raw_env(num_players: int | None = None, **keywords: Any) -> GameAEC:
        """Return an AEC environment that raises ``IllegalActionError`` on an illegal action."""
        return make("raise", num_players, keywords)

    def parallel_env(num_players: int | None = None, **keywords: Any) -> Any:
        """Return the parallel environment; agents that are not to act may pass anything."""
        return turn_based_aec_to_parallel(env(num_players, **keywords))

    return GameModule(env, raw_env, parallel_env)
