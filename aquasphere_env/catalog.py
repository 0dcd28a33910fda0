"""The one list of the games: names, titles, versions. Importing it imports nothing else."""

from typing import NamedTuple


class Entry(NamedTuple):
    """A game as the outside calls it.

    ``version`` rises when identical actions may lead to another state, or a view changes.
    """

    name: str  # "aquasphere"
    title: str  # "AquaSphere"
    version: int

    @property
    def id(self) -> str:
        """Module name of the PettingZoo environment, e.g. ``aquasphere_v1``."""
        return f"{self.name}_v{self.version}"

    @property
    def gym_id(self) -> str:
        """Gymnasium id, e.g. ``AquaSphere-v1``."""
        return f"{self.title}-v{self.version}"


CATALOG = (
    Entry("aquasphere", "AquaSphere", 1),
    Entry("octodice", "OctoDice", 1),
    Entry("aquanauts", "Aquanauts", 1),
    Entry("aquamarine", "Aquamarine", 1),
)
GAMES = tuple(entry.name for entry in CATALOG)


def entry(text: str) -> Entry:
    """Return the entry called ``text`` (``aquasphere``, ``AquaSphere-v1``, ``aquasphere_v1``, …).

    Raises:
        ValueError: there is no such game, or not in that version.
    """
    name, _, version = text.lower().replace("-v", "_v").partition("_v")
    found = next((e for e in CATALOG if e.name == name), None)
    if found is None:
        raise ValueError(f"no game {text!r}; there are: {', '.join(GAMES)}")
    if version and version != str(found.version):
        older = version.isdecimal() and int(version) < found.version
        fate = "has been replaced by" if older else "is not in this package; use"
        raise ValueError(f"{name}_v{version} {fate} {found.id} ({found.gym_id})")
    return found
