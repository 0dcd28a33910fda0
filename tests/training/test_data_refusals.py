"""Data sets that cannot be made are refused in a sentence before there is a file."""

import json
import sys
from pathlib import Path

import pytest

from tests.toy.pebbles import GAME as PEBBLES

from .data_sets import SECOND, files, made, refused, use

PARQUET, MINARI = ("--format", "parquet"), ("--format", "minari")


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    use(PEBBLES, monkeypatch)


@pytest.mark.parametrize("form", [PARQUET, MINARI], ids=lambda form: form[1])
@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--player", "nobody"), "no player 'nobody'; there are: random, "),
        (("--players", "5"), "Pebbles is for 1 to 4 players, not 5"),
        (("--games", "0"), "--games 0 is outside its range, 1 to 1,000,000"),
        (("--games-per-file", "0"), "--games-per-file 0 is outside its range"),
        (("--seed", "-1"), "--seed -1 is outside its range"),
        (("--observation", "planes"), "Pebbles has no observation 'planes'; there are: flat, "),
        (("--reward", "money"), "no reward 'money'; there are: outcome, "),
        (("--option", "heap"), "--option is name=value, as in max_rounds=10, not 'heap'"),
        (("--option", "pile=3"), "Pebbles has no option 'pile'"),
        (("--players", "2", *("--player", "random") * 3), "2 players need 1 to 2 agents, not 3"),
    ],
)
def test_what_cannot_be_played(
    form: tuple[str, ...],
    words: tuple[str, ...],
    told: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    sentence = refused(capsys, *form, *words, "--folder", tmp_path / "new")
    assert sentence.startswith("training.data: ")
    assert told in sentence
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--seed", "1"), "a data set with --seed 0, not 1; name another --folder"),
        (("--games", "4"), "a data set with --games 3, not 4"),
        (("--games-per-file", "1"), "a data set with --games-per-file 2, not 1"),
        (("--player", "random"), "a data set with --player ['greedy', 'greedy'], not ['random',"),
        (("--players", "3"), "a data set with --players 2, not 3"),
        (("--observation", "text"), "a data set with --observation 'flat', not 'text'"),
        (("--reward", "margin"), "a data set with --reward 'outcome', not 'margin'"),
        (("--option", "heap=9"), "a data set with --option {}, not {'heap': 9}"),
    ],
)
def test_another_data_set_in_the_folder(
    words: tuple[str, ...], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = ("--games", "3", "--games-per-file", "2")
    before = files(made(tmp_path, *own))
    capsys.readouterr()
    assert f"{tmp_path} holds {told}" in refused(capsys, *own, *words, "--folder", tmp_path)
    assert files(tmp_path) == before


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("{", "settings.json: not JSON"),
        ("[]", "settings.json: not of schema 'aquasphere-env-data-1'"),
        ('{"schema": "aquasphere-env-data-1"}', "holds a data set with --format None, not"),
        (None, "is not empty and holds no data set"),
    ],
)
def test_a_folder_of_something_else(
    content: str | None, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = "other.txt" if content is None else "settings.json"
    (tmp_path / name).write_text(content or "mine")
    before = files(tmp_path)
    sentence = refused(capsys, "--games", "1", "--folder", tmp_path)
    assert told in sentence
    assert "name another --folder" in sentence
    assert files(tmp_path) == before


def test_a_player_whose_file_has_changed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made(tmp_path, "--player", SECOND, "--games", "1")
    path = tmp_path / "settings.json"
    document = json.loads(path.read_text())
    document["fingerprints"][SECOND] = "another"
    path.write_text(json.dumps(document))
    capsys.readouterr()
    words = ("--player", SECOND, "--games", "1", "--folder", tmp_path)
    assert "holds a data set with fingerprints {" in refused(capsys, *words)


class Cheats:
    def act(self, observation: object, action_mask: object) -> int:
        return -1


@pytest.mark.parametrize("form", [PARQUET])
def test_an_illegal_answer_is_a_sentence(
    form: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cheats = f"{__name__}:Cheats"
    sentence = refused(capsys, *form, "--player", cheats, "--folder", tmp_path / "new")
    assert f"player {cheats}: illegal action -1" in sentence


@pytest.mark.parametrize(
    ("form", "module", "library"),
    [("parquet", "to_parquet", "pyarrow"), ("minari", "to_minari", "minari")],
)
def test_a_missing_library_is_named_with_its_remedy(
    form: str,
    module: str,
    library: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == library]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, library, None)
    monkeypatch.delitem(sys.modules, f"training.data.{module}", raising=False)
    sentence = refused(capsys, "--format", form, "--folder", tmp_path / "new")
    assert f"--format {form} needs {library}" in sentence
    assert 'pip install -e ".[data]"' in sentence
    assert not (tmp_path / "new").exists()


def test_a_name_is_for_minari(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--name", "a/b-v0", "--folder", tmp_path / "new")
    assert "--name is one of Minari's" in refused(capsys, *words)
    for bad in ("a b", "x", "../x-v0", "x-v"):
        words = (*MINARI, "--name", bad, "--folder", tmp_path / "new")
        assert "--name is one of Minari's, as in" in refused(capsys, *words)
    assert not (tmp_path / "new").exists()
