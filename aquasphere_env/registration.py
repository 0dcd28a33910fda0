"""Makes the games of the catalog known to Gymnasium, PettingZoo and ``import``.

Entry points are strings, modules fill themselves when they are used, and each library is told when
it is imported. So nothing heavy loads, and a command can see to signals before anything does.
"""

import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

from .catalog import CATALOG, Entry, entry

PETTINGZOO_NAMESPACE = "aquasphere"
_PACKAGE = __name__.rpartition(".")[0]


class _Once:
    """A finder of modules that lets ``act`` run when the library ``name`` has been imported."""

    def __init__(self, name: str, act: Callable[[], None]) -> None:
        self._name = name
        self._act = act

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return what the other finders find; its loader will run ``act`` after the module."""
        if name != self._name:
            return None
        others = (finder for finder in sys.meta_path if finder is not self)
        specs = (finder.find_spec(name, path, target) for finder in others)
        spec = next((spec for spec in specs if spec is not None), None)
        if spec is not None and spec.loader is not None:
            self._prolong(spec.loader)
        return spec

    def _prolong(self, loader: Any) -> None:
        load = loader.exec_module

        def load_and_act(module: ModuleType) -> None:
            load(module)
            if self in sys.meta_path:
                sys.meta_path.remove(self)
            self._act()

        loader.exec_module = load_and_act


def once_imported(name: str, act: Callable[[], None]) -> None:
    """Run ``act`` now if the library ``name`` has been imported, else as soon as it is."""
    if name in sys.modules:
        act()
    else:
        sys.meta_path.insert(0, _Once(name, act))


def register_gymnasium() -> None:
    """Make ``gymnasium.make("AquaSphere-v1")`` and ``make_vec`` know the games."""
    import gymnasium

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
