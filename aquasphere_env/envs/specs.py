"""The specification that Gymnasium keeps of an environment it has made."""

from gymnasium.envs.registration import EnvSpec

from ..core.options import plain


class PlainSpec:
    """Keeps the keywords of ``gymnasium.make`` as JSON can write them: without paths."""

    _spec: EnvSpec | None = None

    @property
    def spec(self) -> EnvSpec | None:
        """What ``gymnasium.make`` was called with, or ``None``."""
        return self._spec

    @spec.setter
    def spec(self, spec: EnvSpec | None) -> None:
        if spec is not None:
            spec.kwargs = {name: plain(value) for name, value in spec.kwargs.items()}
        self._spec = spec
