"""What a network was trained on; it plays that and refuses everything else."""

from dataclasses import dataclass, fields
from typing import Any

from ..core.game import Variant
from ..core.integers import shown


@dataclass(frozen=True)
class TrainedOn:
    """A variant and a view of it, as a checkpoint or a network file records them."""

    game: str
    version: int
    num_players: int
    options: dict[str, Any]
    component_set: str
    component_hash: str
    view: str
    view_digest: str

    @classmethod
    def of(cls, variant: Variant, view: str) -> "TrainedOn":
        """Describe ``variant`` as seen through ``view``."""
        game = variant.game
        return cls(
            game=game.name,
            version=game.version,
            num_players=variant.num_players,
            options=variant.options,
            component_set=variant.component_set,
            component_hash=variant.digest,
            view=view,
            view_digest=game.views[view].digest,
        )

    @classmethod
    def read(cls, document: Any) -> "TrainedOn":
        """Return the content of a file.

        Raises:
            ValueError: a key is missing or unknown, or a value is of the wrong type.
        """
        kinds = {f.name: dict if f.name == "options" else f.type for f in fields(cls)}
        if not isinstance(document, dict) or set(document) != set(kinds):
            raise ValueError(f"trained_on has the keys {', '.join(sorted(kinds))}")
        for name, kind in kinds.items():
            if type(document[name]) is not kind:
                raise ValueError(f"trained_on: {name} is not {document[name]!r:.80}")
        for name, value in document["options"].items():
            if type(name) is not str or type(value) not in (str, int, float, bool, list):
                raise ValueError(f"trained_on: options: {name!r:.80} is not {value!r:.80}")
        return cls(**document)

    def mismatch(self, variant: Variant) -> str | None:
        """Return in words how ``variant`` differs, or ``None`` if the network can play it.

        Options are part of what ``component_hash`` tells; a file may have been named by its path.
        """
        game = variant.game
        view = game.views.get(self.view)
        here = f"this is {game.name} version {game.version}"
        if (self.game, self.version) != (game.name, game.version):
            return f"trained on {self.game} version {self.version}, {here}"
        if view is None or view.digest != self.view_digest:
            found = view.digest if view else "none"
            return (
                f"trained on another observation {self.view!r} ({self.view_digest}, here {found})"
            )
        if game.views[self.view].layout != "vector":
            return f"networks see flat views, {self.view!r} is none"
        if self.num_players != variant.num_players:
            return f"trained with {self.num_players} players, not {variant.num_players}"
        if self.component_hash != variant.digest:
            if self.options != variant.options:
                return f"trained with options {shown(self.options)}, not {shown(variant.options)}"
            return (
                f"trained with component set {self.component_set!r} ({self.component_hash}), not "
                f"{variant.component_set!r} ({variant.digest})"
            )
        return None
