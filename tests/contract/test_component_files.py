"""Component files of every game: given by path or text, and refused by place whatever is wrong."""

import json
import os
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

import aquasphere_env
from aquasphere_env.core.components import MOST_BYTES, ComponentError, ComponentFile
from aquasphere_env.core.game import Game, Variant
from aquasphere_env.core.log import GameLog
from aquasphere_env.core.match import Match
from aquasphere_env.core.position import from_position, to_position
from aquasphere_env.envs.batch import make_batch
from aquasphere_env.envs.pettingzoo_api import game_module
from aquasphere_env.envs.vector import SeatVectorEnv
from aquasphere_env.games import get_game
from aquasphere_env.games.pages import folder_of
from aquasphere_env.players.trained_on import TrainedOn
from tests.torture import components, logs
from tests.torture.components import to_toml

from .setups import setups_of

REEF = folder_of(get_game("aquamarine")) / "reef_a.txt"


def text_of(game: Game) -> str:
    return (folder_of(game) / "components.toml").read_text(encoding="utf-8")


def refused(game: Game, text: str) -> str:
    with pytest.raises(ComponentError) as error:
        game.variant(components=text)
    message = str(error.value)
    assert len(message) < 500
    assert "\n" not in message
    return message


@pytest.mark.parametrize("count", [1, 3000])
def test_names_of_tables_are_quoted_short(game: Game, count: int) -> None:
    first = tomllib.loads(text_of(game)).keys() - {"name"}
    table = next(name for name in tomllib.loads(text_of(game)) if name in first)
    tables = "".join(f"[{'long' * 5000 if count == 1 else 't'}{k}]\n" for k in range(count))
    message = refused(game, text_of(game).replace(f"[{table}]", f"[other_{table}]") + tables)
    assert f"table {table}: missing" in message


def makers(game: Game) -> dict[str, Callable[..., Variant]]:
    """Return what makes variants from options, by name."""
    return {
        "variant": lambda **options: game.variant(**options),
        "pettingzoo": lambda **options: game_module(game).env(**options).variant,
        "gymnasium": lambda **options: gymnasium.make(game.gym_id, **options).unwrapped.variant,
        "vector": lambda **options: SeatVectorEnv(game, 2, **options).variant,
        "batch": lambda **options: make_batch(game, 2, **options).variant,
    }


@pytest.mark.parametrize("maker", makers(get_game("aquasphere")))
@pytest.mark.parametrize("kind", [str, Path, os.fsencode], ids=["str", "Path", "bytes"])
def test_files_are_named_by_str_and_path_everywhere(
    game: Game, maker: str, kind: Any, tmp_path: Path
) -> None:
    path = tmp_path / "set.toml"
    path.write_text(text_of(game).replace('name = "', 'name = "My '), encoding="utf-8")
    make = makers(game)[maker]
    if kind is os.fsencode:
        with pytest.raises(ComponentError, match="components is a file's path or text, not b'"):
            make(components=kind(path))
        return
    variant = make(components=kind(path))
    assert variant.component_set.startswith("My ")
    assert variant.options == game.variant(components=path.read_text(encoding="utf-8")).options


def test_a_spec_with_paths_and_numpy_numbers_is_written_as_json(tmp_path: Path) -> None:
    """As MLflow and others do with ``env.spec``."""
    path = tmp_path / "my-reef.txt"
    path.write_bytes(REEF.read_bytes())
    made = (
        gymnasium.make("Aquamarine-v1", num_players=np.int64(3), sheet=path),
        gymnasium.make_vec("Aquamarine-v1", num_envs=2, num_players=np.int8(3), sheet=path),
    )
    for env in made:
        assert env.spec is not None
        kwargs = json.loads(env.spec.to_json())["kwargs"]
        assert (kwargs["sheet"], kwargs["num_players"]) == (str(path), 3)


def test_path_and_text_are_the_same_set_up_everywhere(game: Game, tmp_path: Path) -> None:
    path = tmp_path / "set.toml"
    path.write_bytes(b"\xef\xbb\xbf" + text_of(game).replace("\n", "\r\n").encode())
    by_path, by_text = game.variant(components=path), game.variant(components=text_of(game))
    assert by_path.options == by_text.options == {"components": text_of(game)}
    assert by_path.digest == by_text.digest == game.variant().digest
    log = GameLog.of(Match(by_path))
    assert json.loads(log.to_json())["options"] == {"components": text_of(game)}
    assert GameLog.of(Match(by_text)) == log
    assert TrainedOn.of(by_path, "flat") == TrainedOn.of(by_text, "flat")
    again, _ = from_position(game, to_position(by_path, Match(by_path).state))
    assert again.options == by_path.options
    assert game.variant(**by_path.options).digest == by_path.digest


def test_the_digest_tells_all_set_ups_apart(game: Game) -> None:
    """catanatron #359: it stands for the options wherever a recording meets a variant."""
    digests = [setup.variant().digest for setup in setups_of(game.name)]
    assert len(set(digests)) == len(digests)


def test_a_network_plays_the_same_set_up_whatever_it_is_called(game: Game) -> None:
    """Checkpoints of old record the path of the file, which is not opened."""
    trained_on = TrainedOn.of(game.variant(), "flat")
    assert trained_on.mismatch(game.variant(components=text_of(game))) is None
    old = TrainedOn(**{**vars(trained_on), "options": {"components": "/dev/zero"}})
    assert old.mismatch(game.variant()) is None


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names")
@pytest.mark.parametrize("option", ["components", "sheet"])
def test_only_regular_files_of_a_size_are_read(option: str, tmp_path: Path) -> None:
    game = get_game("aquamarine")
    large, fifo = tmp_path / "large", tmp_path / "fifo"
    large.write_bytes(b"# " * MOST_BYTES)
    os.mkfifo(fifo)
    bad = {
        "/dev/zero": "/dev/zero: not a regular file",
        str(fifo): "fifo: not a regular file",
        str(tmp_path): "not a regular file",
        str(large): "large: larger than 1",
        "# \n" * MOST_BYTES: f"{option}: larger than 1",
        str(tmp_path / "none"): "none: No such file",
        "": ": No such file",
        "a\0b": "null byte",
    }
    for given, reason in bad.items():
        with pytest.raises(ComponentError, match=reason) as error:
            game.variant(**{option: given})
        assert len(str(error.value)) < 500
    for value in (3, True, b"x", ["x"], {}, 1.5, float("nan")):
        with pytest.raises(ComponentError, match=f"{option} is a file's path or text"):
            game.variant(**{option: value})


@pytest.mark.parametrize("kind", [str, Path, Path.read_text], ids=["str", "Path", "text"])
def test_a_sheet_is_named_by_path_or_is_the_text(kind: Any, tmp_path: Path) -> None:
    game = get_game("aquamarine")
    path = tmp_path / "my-reef.txt"
    path.write_bytes(REEF.read_bytes())
    variant = game.variant(sheet=kind(path))
    assert variant.options == {"sheet": REEF.read_text(encoding="utf-8")}
    assert variant.digest == game.variant().digest
    path.unlink()
    (last,) = [*GameLog.from_json(GameLog.of(Match(variant)).to_json()).replay(game)]
    assert last.variant.digest == variant.digest


def test_every_key_that_nobody_reads_is_refused_with_its_place(game: Game) -> None:
    """A misspelt key must not silently leave a default in its place."""
    tables = tomllib.loads(text_of(game))
    holders = [("a table", tables), *((name, t) for name, t in tables.items() if name != "name")]
    for name, holder in holders:
        holder["odd"] = {"provenance": "stated", "reason": "none"}
        message = refused(game, to_toml(tables))
        del holder["odd"]
        assert (
            "table odd: unknown; known: " in message
            if name == "a table"
            else (f"table {name}: unknown key 'odd'" in message)
        )


def test_every_key_in_a_row_that_nobody_reads_is_refused_with_its_place(game: Game) -> None:
    tables = tomllib.loads(text_of(game))
    rows = [
        (name, k, row)
        for name, table in tables.items()
        if name != "name"
        for k, row in enumerate(table.get("rows", []))
        if isinstance(row, dict)
    ]
    for name, _, row in rows:
        row["odd"] = 1
        message = refused(game, to_toml(tables))
        del row["odd"]
        assert f"table {name}" in message
        assert "unknown key 'odd'" in message
    assert rows or game.name in ("octodice", "pebbles")


@pytest.mark.parametrize(
    "value",
    ["nan", "inf", "1.5", "true", str(10**30), "9" * 5000, "-1", '"x"', "[[[1]]]", "{ a = 1 }"],
)
def test_what_is_no_number_is_refused_wherever_a_number_stands(game: Game, value: str) -> None:
    tables = tomllib.loads(text_of(game))
    number = next(
        (table, key)
        for table in tables.values()
        if isinstance(table, dict)
        for key, entry in table.items()
        if type(entry) is int or (isinstance(entry, list) and type(entry[0]) is int)
    )
    holder, key = number if type(number[0][number[1]]) is int else (number[0][number[1]], 0)
    holder[key] = 123456789123
    message = refused(game, to_toml(tables).replace("123456789123", value))
    assert message.startswith("components: ")


@pytest.mark.parametrize("text", ["a = [" * 3000, 'name = "x"\n', "\n", 'name = "x"\n[a]\nb = 1\n'])
def test_text_of_no_component_file_is_refused(game: Game, text: str) -> None:
    assert refused(game, f"{text}\n").startswith("components: ")


def test_errors_of_a_text_and_a_file_name_it(tmp_path: Path) -> None:
    path = tmp_path / "set.toml"
    path.write_text('name = "x"\n[a]\nb = 1\n', encoding="utf-8")
    for source, name in ((path, str(path)), (str(path), str(path)), ("name = 3\n", "components")):
        with pytest.raises(ComponentError) as error:
            ComponentFile(source).finish()
        assert str(error.value).startswith(f"{name}: ")


def test_options_are_compared_with_their_type() -> None:
    """1 is no ``False`` and 20.0 no number of rounds, though Python finds them equal."""
    with pytest.raises(ValueError, match="virtual_player is True or False, not 0"):
        aquasphere_env.make_batch("octodice", 1, virtual_player=0)
    with pytest.raises(ValueError, match=r"max_rounds must be .* 1 to 200, not 20\.0"):
        aquasphere_env.make_batch("aquanauts", 1, max_rounds=20.0)


@pytest.mark.slow
@pytest.mark.parametrize(("damage", "count"), [(components.trials, 60), (logs.trials, 300)])
def test_damaged_files_are_refused_or_work(damage: Any, count: int, game: Game) -> None:
    report = damage(range(count), [game])
    assert report.faults == []
    assert report.refused > 0
    assert report.worked > 0
