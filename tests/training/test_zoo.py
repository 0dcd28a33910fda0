"""Putting evaluations into the zoo: with their story, and only whole ones."""

import json
from pathlib import Path

import pytest

from aquasphere_env.players.value import load_value
from tests.toy.pebbles import GAME as PEBBLES
from training.zoo import add

from .short_runs import use
from .short_values import resume, train

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def stages(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The folders of a run and of one that went on from it."""
    folder = tmp_path_factory.mktemp("stages")
    first, second = folder / "first", folder / "second"
    with pytest.MonkeyPatch.context() as patch:
        assert train(first, patch, rounds=1, eval_games=4) == 0
        words = ("--rounds", "2", "--random-percent", "7", "--folder", str(second))
        assert resume(first / "value.pt", *words) == 0
    return [first, second]


def test_the_zoo_tells_every_stage(stages: list[Path], tmp_path: Path, monkeypatch) -> None:
    use(PEBBLES, monkeypatch)
    path = add(stages[1], tmp_path, stages[:1])
    assert path == tmp_path / "pebbles-2p.safetensors"
    tensors = load_value(path, PEBBLES.variant(2))
    kept = load_value(stages[1] / "value.safetensors", PEBBLES.variant(2))
    assert all((tensors[name] == kept[name]).all() for name in kept)
    told = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    first, second = told["commands"]
    assert first.startswith("python -m training.value --game pebbles --players 2 --rounds 1 ")
    assert second == (
        "python -m training.value --resume <stage 1>/value.pt --rounds 2 --random-percent 7"
    )
    assert [row["round"] for row in told["curve"]] == [1, 2]
    assert told["result"][0]["standings"][0]["agent"] == "value"


def test_a_run_that_is_not_finished_is_refused(stages: list[Path], tmp_path, monkeypatch) -> None:
    use(PEBBLES, monkeypatch)
    run = tmp_path / "run"
    run.mkdir()
    with pytest.raises(ValueError, match=r"run holds no run of training.value: .*no such file"):
        add(run, tmp_path)
    (run / "value.pt").write_bytes((stages[0] / "value.pt").read_bytes())
    with pytest.raises(ValueError, match=r"run holds no finished run of training.value"):
        add(run, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["run"]
