"""Small data sets, and what tests read of them."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from aquasphere_env.core.game import Game
from training.data import __main__ as command
from training.data.to_parquet import KEY


class Second:
    """Plays the second legal action: no search, no chance."""

    def act(self, observation: np.ndarray, action_mask: np.ndarray) -> int:
        return int(np.flatnonzero(action_mask)[1])


SECOND = f"{__name__}:{Second.__name__}"


def use(game: Game, patch: pytest.MonkeyPatch) -> None:
    """Let data sets know ``game`` alone, which may be a toy."""
    patch.setattr("training.data.settings.get_game", lambda name: game)


def made(folder: Path, *words: str) -> Path:
    """Make a data set in ``folder``."""
    command.main([*words, "--folder", str(folder)])
    return folder


def table(folder: Path) -> pa.Table:
    """Return all rows of the Parquet files in ``folder``."""
    return pq.read_table(folder / "data")


def told(folder: Path) -> dict[str, Any]:
    """Return what the schema of the files in ``folder`` tells of the data set."""
    metadata: dict[str, Any] = json.loads(table(folder).schema.metadata[KEY])
    return metadata


def games(rows: pa.Table) -> list[dict[str, list[Any]]]:
    """Return the columns of each game."""
    numbers = sorted(set(rows["game"].to_pylist()))
    return [rows.filter(pa.compute.equal(rows["game"], k)).to_pydict() for k in numbers]


def files(folder: Path) -> dict[str, bytes]:
    """Return the content of all files in ``folder`` by path."""
    paths = [path for path in folder.rglob("*") if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def refused(capsys: pytest.CaptureFixture[str], *words: str | Path) -> str:
    """Return the sentence with which a data set is refused."""
    with pytest.raises(SystemExit) as end:
        command.main([str(word) for word in words])
    assert isinstance(end.value.code, str)
    assert capsys.readouterr().out == ""
    return end.value.code
