"""What a league does not go on from is refused in a sentence, and nothing changes."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from benchmarks.league import running
from benchmarks.league.options import Options
from training.options import ranges_of

from .leagues import FIELD, FIRST, files, league, numbers, quick, refused, toy

__all__ = ["quick", "toy"]
pytestmark = pytest.mark.usefixtures("toy")

Edit = Callable[[dict[str, Any]], object]


@pytest.fixture
def folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """Return the folder of a league that was played."""
    league(tmp_path / "a", *FIELD, "--games", "20")
    capsys.readouterr()
    return tmp_path / "a"


def edit(path: Path, change: Edit) -> None:
    """Change the JSON document in ``path``."""
    document = json.loads(path.read_text())
    change(document)
    path.write_text(json.dumps(document))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--seed", "1"), "with --seed 0, not 1; leave --seed out, or name another --folder"),
        (("--players", "3", "--player", FIRST), "with --players 2, not 3; leave --players out, or"),
        (("--games", "10"), "of 20 games a field, and --games 10 is fewer"),
        (("--again", "mcts:7"), "--again mcts:7: "),
        (("--player", "nobody"), "no player 'nobody'; there are: random, "),
        (("--players", "5"), "Pebbles is for 1 to 4 players, not 5"),
        (("--players", "0"), "Pebbles is for 1 to 4 players, not 0"),
        (("--held-out",), "Pebbles has no held-out component sets; leave out --held-out"),
    ],
)
def test_other_options(
    words: tuple[str, ...], told: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = files(folder)
    assert told in refused(capsys, *words, "--folder", folder)
    assert files(folder) == before


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"version": 7}, "holds a league with version 7, not 0; name another --folder"),
        ({"package": "0.0"}, "holds a league with package '0.0', not"),
        ({"component_sets": {"standard": "ab"}}, "with component sets {'standard': 'ab'}, not"),
        ({"held_out": 1}, "held_out cannot be 1; name another --folder"),
        ({"seed": None}, "seed cannot be None"),
        ({"seed": -1}, "--seed -1 is outside its range"),
        ({"games": 10**7}, "--games 10000000 is outside its range"),
        ({"games": True}, "games cannot be True"),
        ({"odd": 1}, "missing or unknown key 'odd'"),
        ({"entrants": {"greedy": 1, "random": None}}, "entrants do not have fingerprints"),
        ({"schema": "other"}, "not of schema 'aquasphere-env-league-settings-1'"),
    ],
)
def test_other_settings(
    change: dict[str, Any], told: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    edit(folder / "settings.json", lambda settings: settings.update(change))
    before = files(folder)
    assert told in refused(capsys, "--folder", folder)
    assert files(folder) == before


def with_block(change: Edit) -> Edit:
    return lambda document: change(document["blocks"][0])


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda d: d["blocks"].append(d["blocks"][0]), "block 1: its number is 0"),
        (lambda d: d["blocks"].append(7), "block 1: its number is None"),
        (with_block(lambda b: b.update(number=True)), "block 0: its number is True"),
        (with_block(lambda b: b.pop("places")), "block 0: it has missing or unknown keys"),
        (with_block(lambda b: b["seeds"].reverse()), "its seeds are not those of this league"),
        (with_block(lambda b: b["seats"].reverse()), "its seats are not those of this league"),
        (with_block(lambda b: b["points"].pop()), "its points are not integers by deal"),
        (with_block(lambda b: b["points"][3][1].append(1)), "its points are not integers by deal"),
        (with_block(lambda b: b["points"][0].__setitem__(0, [1.5, 2])), "its points are not int"),
        (with_block(lambda b: b["points"][0].__setitem__(0, [2**40, 2])), "its points are not int"),
        (with_block(lambda b: b["places"][0].__setitem__(0, [0, 1])), "its places are not 1 to 2"),
        (with_block(lambda b: b["places"][0].__setitem__(0, [3, 1])), "its places are not 1 to 2"),
        (lambda d: d["entrants"].update(greedy="ab"), "it holds games of other entrants"),
        (lambda d: d.update(blocks=3), "it has no blocks of games"),
        (lambda d: d.update(odd=3), "it has no blocks of games"),
        (lambda d: d.update(schema=3), "not of schema 'aquasphere-env-league-games-1'"),
    ],
)
def test_broken_games(
    change: Edit, told: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (path,) = (folder / "games").iterdir()
    whole = files(folder)
    edit(path, change)
    before = files(folder)
    sentence = refused(capsys, "--folder", folder)
    assert told in sentence
    assert sentence.startswith(f"benchmarks.league: {path}: ")
    assert sentence.endswith("remove the file to play its games again, or name another --folder")
    assert files(folder) == before
    path.unlink()  # the remedy
    league(folder)
    assert files(folder) == whole


@pytest.mark.parametrize("name", ["settings.json", "games"])
@pytest.mark.parametrize("text", ["", "{", '{"schema": 1}', "[" * 10_000, "null", "\udcff"])
def test_files_that_are_no_json(
    name: str, text: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = folder / name
    remedy = "remove the file to play its games again, or name" if path.is_dir() else "name"
    path = next(path.iterdir()) if path.is_dir() else path
    path.write_bytes(text.encode(errors="surrogateescape"))
    sentence = refused(capsys, "--folder", folder)
    assert sentence.startswith(f"benchmarks.league: {path}: ")
    assert sentence.endswith(f"; {remedy} another --folder")


def test_a_folder_of_something_else(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "model.pt").touch()
    told = refused(capsys, "--folder", tmp_path)
    assert told == (
        f"benchmarks.league: {tmp_path} is not empty and holds no league; name another --folder"
    )
    assert "holds no league" in refused(capsys, "--folder", tmp_path / "model.pt")


def test_too_few_entrants(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = refused(capsys, *FIELD, "--players", "3", "--folder", tmp_path / "a")
    assert told == (
        "benchmarks.league: a league of 3 players has 3 or more entrants, not 2 (greedy, random); "
        "enter others with --player"
    )
    assert "2 or more entrants, not 1" in refused(
        capsys, "--field", "greedy", "--players", "1", "--folder", tmp_path / "a"
    )
    assert not (tmp_path / "a").exists()


@pytest.mark.parametrize("name", dict(ranges_of(Options)))
def test_numbers_out_of_range(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    limits = dict(ranges_of(Options))[name]
    for value in (limits.least - 1, limits.most + 1):
        assert f"--{name} {value} is outside its range" in refused(capsys, f"--{name}", str(value))


MINE = """
class Mine:
    def act(self, observation, action_mask):
        return int(action_mask.argmax())
"""


def test_an_entrant_that_has_changed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    own, folder = tmp_path / "mine_in_a_league.py", tmp_path / "a"
    name = "mine_in_a_league:Mine"
    own.write_text(MINE)
    first = league(folder, *FIELD, "--player", name, "--games", "20")
    own.write_text(f"{MINE}# changed\n")
    capsys.readouterr()
    before = files(folder)
    assert refused(capsys, "--folder", folder) == (
        f"benchmarks.league: {name} has changed since its games in {folder} were played; "
        f"--again {name} plays them again, or name another --folder"
    )
    assert files(folder) == before
    played: list[tuple[str, ...]] = []
    play = running.Cast.play
    monkeypatch.setattr(
        running.Cast,
        "play",
        lambda self, *words: (played.append(words[1].field), play(self, *words))[1],
    )
    again = league(folder, "--again", name)
    assert played == [("greedy", name), (name, "random")]
    assert numbers(again["standings"]) == numbers(first["standings"])
    assert files(folder) != before


def test_a_league_that_was_stopped_before_its_games_are_played_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = files(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(running.Cast, "play", lambda *words: (_ for _ in ()).throw(SystemExit(130)))
        with pytest.raises(SystemExit):
            league(folder, "--again", "random")
    assert list(files(folder)) == ["settings.json"]
    league(folder)
    assert files(folder) == whole
