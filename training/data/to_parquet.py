"""A data set as Parquet files: one row a decision, with what its columns mean in the schema.

    FOLDER/README.md                            a card, as Hugging Face's hub shows it
    FOLDER/settings.json
    FOLDER/data/train-00000-of-00010.parquet    some games each, in their order

Everything that a player may not know when it decides, and that a policy must not be fed, is named
``final_…`` (how the game ended) or ``seed``.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from aquasphere_env.core.files import replacing
from aquasphere_env.core.signals import uninterrupted
from aquasphere_env.core.state import Feature
from aquasphere_env.core.view import View
from aquasphere_env.players.playing import Advance

from .games import PlayedGame, play_part
from .rows import Retracer, Rows
from .settings import Plan

KEY = b"aquasphere_env"  # of what the schema says of the whole data set, in JSON
CARD = "README.md"
DATA = "data"
OBSERVATION = "observation"

_GROUP_BYTES = 32 * 2**20  # of observations in a row group, before they are compressed
_COMPRESSION, _LEVEL = "zstd", 3


class Column(NamedTuple):
    """A column: its name, type and meaning, and for flattened arrays the shape of a row."""

    name: str
    kind: pa.DataType
    meaning: str
    shape: tuple[int, ...] = ()

    def field(self) -> pa.Field:
        """Return the field of the schema."""
        told = {"meaning": self.meaning}
        if self.shape:
            told["shape"] = json.dumps(self.shape)
        return pa.field(self.name, self.kind, metadata=told)


def columns(plan: Plan) -> list[Column]:
    """Return all columns in order."""
    num_actions = len(plan.variant.game.actions)
    retracer = Retracer(plan.variant, plan.settings.view, plan.settings.reward)
    return [
        Column("game", pa.int32(), "number of the game in the data set"),
        Column("seed", pa.int64(), "seed of the game: with the actions it replays all of it"),
        Column("step", pa.int32(), "decisions in the game before this one, anybody's"),
        Column("round", pa.int16(), "round of the game, or turn, from 0"),
        Column("player", pa.int8(), "seat of the player who decides"),
        Column("agent", pa.dictionary(pa.int32(), pa.string()), "name of that player"),
        *observation_columns(retracer.observer.view),
        Column("action_mask", pa.list_(pa.bool_(), num_actions), "which actions are legal"),
        Column("num_legal", pa.int16(), "how many actions are legal, at least 2"),
        Column("action", pa.int16(), "the action played"),
        Column(
            "visits",
            pa.list_(pa.int32()),
            "how often a search tried each action, by action id; null for players without one",
        ),
        Column(
            "reward",
            pa.float32(),
            f"reward {plan.settings.reward!r} from this decision up to the player's next one; a "
            "player's rewards add up to those of the whole game",
        ),
        Column("terminated", pa.bool_(), "the game ends before the player's next decision"),
        Column("truncated", pa.bool_(), "the same, by a limit of the environment"),
        Column("final_points", pa.int32(), "the player's points at the end"),
        Column("final_margin", pa.float32(), "the same less the mean of the others'"),
        Column("final_place", pa.int8(), "the player's place at the end, ties share the better"),
    ]


def observation_columns(view: View | None) -> list[Column]:
    """Return the columns of a view: one, or one for each of several arrays; words for ``None``."""
    if view is None:
        return [Column(OBSERVATION, pa.string(), "the game in words as the player sees it")]
    if view.layout == "vector":
        words = "what the player sees; the features are in the schema"
        return [Column(OBSERVATION, pa.list_(pa.float32(), view.size), words, (view.size,))]
    names = observation_names(view)
    return [
        Column(name, pa.list_(pa.float32(), _size(feature)), feature.meaning, feature.shape)
        for name, feature in zip(names, view.features, strict=True)
    ]


def observation_names(view: View) -> list[str]:
    """Return the names of a view's columns in the order of its features."""
    if view.layout == "fields":
        return [f"{OBSERVATION}.{feature.name}" for feature in view.features]
    return [OBSERVATION]


def _size(feature: Feature) -> int:
    return int(np.prod(feature.shape))


def schema(plan: Plan) -> pa.Schema:
    """Return the schema of all files; its metadata tell how the data set was made."""
    view = plan.variant.game.views.get(plan.settings.view)
    features = [] if view is None else [feature._asdict() for feature in view.features]
    told = {**plan.settings.document(), "features": features}
    fields = [column.field() for column in columns(plan)]
    return pa.schema(fields, metadata={KEY: json.dumps(told)})


class ParquetSet:
    """The files of a data set in a folder; nothing is written before ``make``."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        """Find what is there; raise ``DataError`` for a folder that holds something else."""
        self.folder = folder
        self._plan = plan
        self._begun = plan.settings.continues(folder)

    def path(self, part: int) -> Path:
        """Return the file of a part."""
        name = f"train-{part:05d}-of-{self._plan.settings.num_parts:05d}.parquet"
        return self.folder / DATA / name

    def missing(self) -> list[int]:
        """Return the numbers of the parts that are to be made."""
        parts = range(self._plan.settings.num_parts)
        return [part for part in parts if not self.path(part).exists()]

    def begin(self) -> None:
        """Write what a new data set begins with."""
        if not self._begun:
            self._plan.settings.write(self.folder)
            with replacing(self.folder / CARD) as stream:
                stream.write(card(self._plan))
        (self.folder / DATA).mkdir(exist_ok=True)

    def make(self, part: int, advance: Advance) -> None:
        """Play the games of a part and write its file."""
        games = play_part(self._plan, part, advance)
        with uninterrupted():
            write(self._plan, games, self.path(part))

    def finish(self) -> dict[str, Any]:
        """Return what there is."""
        paths = [self.path(part) for part in range(self._plan.settings.num_parts)]
        return {
            "files": len(paths),
            "decisions": sum(pq.read_metadata(path).num_rows for path in paths),
            "bytes": sum(path.stat().st_size for path in paths),
        }


def write(plan: Plan, games: Sequence[PlayedGame], path: Path) -> None:
    """Write ``games`` to the file ``path``, as equal games always are."""
    kind = schema(plan)
    settings = {
        "compression": _COMPRESSION,
        "compression_level": _LEVEL,
        "write_statistics": [field.name for field in kind if not pa.types.is_nested(field.type)],
    }
    with replacing(path, "wb") as stream, pq.ParquetWriter(stream, kind, **settings) as writer:
        for group in _groups(_batches(plan, games, kind)):
            writer.write_table(group, row_group_size=len(group))


def _batches(plan: Plan, games: Iterable[PlayedGame], kind: pa.Schema) -> Iterator[pa.RecordBatch]:
    retracer = Retracer(plan.variant, plan.settings.view, plan.settings.reward)
    view = retracer.observer.view
    for game in games:
        rows = retracer.rows(game)
        values = {**_values(plan, game, rows), **_observed(rows.observation, view)}
        arrays = [_array(values[field.name], field.type) for field in kind]
        yield pa.RecordBatch.from_arrays(arrays, schema=kind)


def _values(plan: Plan, game: PlayedGame, rows: Rows) -> dict[str, Any]:
    """Return all columns but the observation."""
    count = len(rows.player)
    others = (game.points.sum() - game.points) / max(1, plan.settings.num_players - 1)
    return {
        "game": np.full(count, game.number),
        "seed": np.full(count, game.seed),
        "step": np.arange(count),
        "round": rows.round,
        "player": rows.player,
        "agent": [game.agents[seat] for seat in rows.player],
        "action_mask": rows.mask.astype(np.bool_),
        "num_legal": rows.mask.sum(axis=1),
        "action": game.actions,
        "visits": game.visits,
        "reward": rows.reward,
        "terminated": rows.last & (not game.truncated),
        "truncated": rows.last & game.truncated,
        "final_points": game.points[rows.player],
        "final_margin": (game.points - others)[rows.player],
        "final_place": game.places[rows.player],
    }


def _observed(observation: Any, view: View | None) -> dict[str, Any]:
    if view is None or view.layout != "fields":
        return {OBSERVATION: observation}
    return {f"{OBSERVATION}.{name}": rows for name, rows in observation.items()}


def _array(values: Any, kind: pa.DataType) -> pa.Array:
    if pa.types.is_fixed_size_list(kind):
        flat = pa.array(np.ascontiguousarray(values).reshape(-1), kind.value_type)
        return pa.FixedSizeListArray.from_arrays(flat, type=kind)
    if pa.types.is_dictionary(kind):
        return pa.array(values, kind.value_type).dictionary_encode().cast(kind)
    if isinstance(values, np.ndarray):
        return pa.array(values).cast(kind)
    return pa.array(values, kind)


def _groups(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.Table]:
    """Yield tables of whole games, each of a row group's size."""
    waiting: list[pa.RecordBatch] = []
    size = 0
    for batch in batches:
        waiting.append(batch)
        size += batch.nbytes
        if size >= _GROUP_BYTES:
            yield pa.Table.from_batches(waiting).unify_dictionaries()
            waiting, size = [], 0
    if waiting:
        yield pa.Table.from_batches(waiting).unify_dictionaries()


def card(plan: Plan) -> str:
    """Return the data set's page, which Hugging Face's hub shows, too."""
    settings = plan.settings
    agents = ", ".join(f"`{name}`" for name in dict.fromkeys(settings.agents))
    rows = [f"| `{c.name}` | {c.kind} | {c.meaning} |" for c in columns(plan)]
    return "\n".join(
        [
            "---",
            "configs:",
            "- config_name: default",
            f"  data_files: {DATA}/*.parquet",
            "---",
            "",
            f"# {plan.variant.game.title} v{settings.version}, {settings.num_players} players",
            "",
            f"{settings.games:,} games of {agents}, a row for every decision, made with "
            f"aquasphere-env {settings.package}. A policy may see `observation`, `action_mask` and "
            "`num_legal`; `final_…` says how the game ended. Arrays are flattened, their shapes "
            "and the features of the view are in the schema.",
            "",
            "| column | type | meaning |",
            "|---|---|---|",
            *rows,
            "",
        ]
    )
