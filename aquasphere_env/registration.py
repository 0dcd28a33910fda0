"""Makes the games of the catalog known to Gymnasium, PettingZoo and ``import``.

Entry points are strings and modules fill themselves when they are used, so nothing heavy loads.
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import Any

import gymnasium

from .catalog import CATALOG, Entry, entry

PETTINGZOO_NAMESPACE = "aquasphere"
_PACKAGE = __name__.rpartition(".")[0]


def register_gymnasium() -> None:
    """Make ``gymnasium.make("AquaSphere-v1")`` and ``make_vec`` know the games."""
    for game in CATALOG:
        if game.gym_id not in gymnasium.registry:
            gymnasium.register(
                game.gym_id,
                entry_point=f"{_PACKAGE}.envs.single_agent:SeatEnv",
                vector_entry_point=f"{_PACKAGE}.envs.vector:SeatVectorEnv",
                kwargs={"game": game.id},
            )


def register_pettingzoo() -> None:
    """Make ``pettingzoo.make("aec", "aquasphere/aquasphere-v1")`` know the games (since 1.27)."""
    import pettingzoo

    if not hasattr(pettingzoo, "register"):
        return
    for game in CATALOG:
        env_id = f"{PETTINGZOO_NAMESPACE}/{game.name}-v{game.version}"
        if env_id not in pettingzoo.aec_registry:
            module = f"{_PACKAGE}.{game.id}"
            pettingzoo.register("aec", env_id, entry_point=f"{module}:env")
            pettingzoo.register("parallel", env_id, entry_point=f"{module}:parallel_env")


class LazyGameModule(ModuleType):
    """The PettingZoo module of a game; ``env`` and its like are made at their first use."""

    __all__ = ("env", "parallel_env", "raw_env")

    def __init__(self, game: Entry) -> None:
        """Stand for ``game``."""
        super().__init__(
            f"{_PACKAGE}.{game.id}",
            f"{game.title} for PettingZoo: ``env()``, ``raw_env()`` and ``parallel_env()``.",
        )

    def __getattr__(self, name: str) -> Any:
        """Import the environments at the first use of one."""
        if name not in self.__all__:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        game = self.__name__.rpartition(".")[2]
        try:
            entry(game)
        except ValueError as error:  # an older version
            raise ImportError(str(error)) from None
        environments = import_module(f"{_PACKAGE}.envs.pettingzoo_api")
        made = environments.game_module(game)
        self.__dict__.update(made._asdict())
        return self.__dict__[name]


def register_modules() -> dict[str, ModuleType]:
    """Make ``import aquasphere_env.aquasphere_v1`` work for every game; return the modules."""
    for game in CATALOG:
        for version in range(game.version + 1):  # older ones say which one replaces them
            module = LazyGameModule(game._replace(version=version))
            sys.modules.setdefault(module.__name__, module)
    return {game.id: sys.modules[f"{_PACKAGE}.{game.id}"] for game in CATALOG}
