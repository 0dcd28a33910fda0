"""Players that come with the package, for each game and number of players.

``<game>-<n>p.safetensors`` is an evaluation, ``<game>-<n>p-policy.safetensors`` a network; the
``.json`` of the same name says how each came about: commands, seed, the commit that put it here,
learning curve and result. ``python -m training.zoo`` writes them.
"""

from pathlib import Path

from ...core.game import Variant
from ..trained_on import TrainedOn
from ..weights import NetworkError, read_document

PREFIX = "zoo"
POLICY = "-policy"  # how the names of networks end
FOLDER = Path(__file__).parent


def zoo_name(variant: Variant) -> str:
    """Return the name of the evaluation for ``variant``: ``aquasphere-2p``."""
    return f"{variant.game.name}-{variant.num_players}p"


def policy_name(variant: Variant) -> str:
    """Return the name of the network for ``variant``: ``aquasphere-2p-policy``."""
    return zoo_name(variant) + POLICY


def zoo_names() -> list[str]:
    """Return the names of all evaluations and networks that come with the package."""
    return sorted(path.stem for path in FOLDER.glob("*.safetensors"))


def is_in_zoo(place: str | Path) -> bool:
    """Return whether ``place`` is ``zoo`` or ``zoo:<name>`` instead of a file."""
    return str(place).partition(":")[0] == PREFIX


def located(place: str | Path, variant: Variant) -> Path:
    """Return a file: ``place`` itself, or that of ``zoo`` or ``zoo:<name>``.

    ``zoo`` alone means the evaluation for ``variant``.

    Raises:
        NetworkError: there is none of this name.
    """
    if not is_in_zoo(place):
        return Path(place)
    name = str(place).partition(":")[2] or zoo_name(variant)
    if name not in zoo_names():
        raise NetworkError(f"the zoo has no {name!r}; there are: {', '.join(zoo_names())}")
    return _file(name)


def has_evaluation(variant: Variant) -> bool:
    """Return whether the zoo's evaluation can judge ``variant``, its components included."""
    path = _file(zoo_name(variant))
    if not path.exists():
        return False
    return TrainedOn.read(read_document(path)["trained_on"]).mismatch(variant) is None


def _file(name: str) -> Path:
    return FOLDER / f"{name}.safetensors"
