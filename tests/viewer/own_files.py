"""Files as people bring them: component sets that differ from the standard ones."""

from importlib import resources

_OCTODICE = resources.files("aquasphere_env.games") / "octodice" / "components.toml"
MY_DICE = (
    _OCTODICE.read_text(encoding="utf-8")
    .replace("OctoDice, Pegasus Spiele 2015", "my dice")
    .replace("points = [1, 2, 3, 4, 5]", "points = [1, 2, 3, 4, 17]")
)
