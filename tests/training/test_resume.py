"""A run that was stopped and resumed is the run that was not, number by number."""

import signal
from pathlib import Path

import pytest
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

from agents.checkpoint import Checkpoint, CheckpointError
from aquasphere_env.core.signals import Stopped
from aquasphere_env.players.network import load_network
from aquasphere_env.players.value import save_value
from aquasphere_env.players.weights import NetworkError
from tests.players.networks import tensors_at_random
from tests.processes import told
from tests.toy.pebbles import components
from training.schedule import FallingRate

from .short_runs import (
    AGAINST_ALL,
    MOMENTS,
    ON_PEBBLES,
    PEBBLES,
    UPDATE,
    raise_at,
    resume,
    rows,
    train,
    unlike,
)

pytestmark = pytest.mark.slow

STEPS = 22 * UPDATE  # more updates than 24: the league admits a member at the first and the 21st


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a run that nothing has stopped."""
    folder = tmp_path_factory.mktemp("whole")
    with pytest.MonkeyPatch.context() as patch:
        assert train(folder, patch, steps=STEPS, **AGAINST_ALL) == 0
    return folder


def stop(folder: Path, update: int, moment: str, patch: pytest.MonkeyPatch) -> Path:
    """Begin the same run and interrupt it; return its checkpoint."""
    with patch.context() as inner:
        raise_at(update, moment, Stopped.by(signal.SIGINT), inner)
        assert train(folder, patch, steps=STEPS, **AGAINST_ALL) == 130
    return folder / "model.pt"


def board(folder: Path) -> dict[int, float]:
    """Return a curve as TensorBoard shows it, by step."""
    events = EventAccumulator(str(folder))
    events.Reload()
    return {event.step: event.value for event in events.Scalars("train/value_loss")}


@pytest.mark.parametrize("moment", MOMENTS)
def test_in_a_fresh_process(moment: str, whole: Path, tmp_path: Path, monkeypatch) -> None:
    """SB3 #1643, rl-zoo #386, tianshou #846: games, chance and running scales go on."""
    checkpoint = stop(tmp_path, 21, moment, monkeypatch)
    assert Checkpoint.load(checkpoint).run["updates"] in (20, 21)
    code = f"{ON_PEBBLES}ppo.main(['--resume', sys.argv[1]])"
    told("-c", code, checkpoint)
    assert unlike(whole, tmp_path) == []
    assert rows(whole) == rows(tmp_path)
    assert len(rows(whole)) > 24
    assert len(Checkpoint.load(whole / "model.pt").league) == 2
    assert board(whole) == board(tmp_path)


def test_in_another_folder_the_curve_begins_at_the_start(whole, tmp_path, monkeypatch) -> None:
    checkpoint = stop(tmp_path / "old", 5, "learn", monkeypatch)
    before = {path.name: path.read_bytes() for path in checkpoint.parent.iterdir()}
    assert resume(checkpoint, "--folder", str(tmp_path / "new")) == 0
    assert unlike(whole, tmp_path / "new") == []
    assert rows(whole) == rows(tmp_path / "new")
    assert board(whole) == board(tmp_path / "new")
    assert {p.name: p.read_bytes() for p in checkpoint.parent.iterdir()} == before


def test_rows_behind_the_checkpoint_and_torn_ones_go(whole, tmp_path, monkeypatch) -> None:
    checkpoint = stop(tmp_path, 5, "between", monkeypatch)
    with open(tmp_path / "progress.csv", "a") as stream:  # as of a run that was killed
        later = (whole / "progress.csv").read_text().splitlines()[6:9]
        stream.write("\n".join(later)[:-20])
    assert resume(checkpoint) == 0
    assert rows(whole) == rows(tmp_path)


def test_with_nothing_left_to_do_everything_stays(whole, monkeypatch, tmp_path) -> None:
    assert train(tmp_path, monkeypatch, steps=2 * UPDATE) == 0
    before, table = Checkpoint.load(tmp_path / "model.pt"), rows(tmp_path)
    assert resume(tmp_path / "model.pt") == 0
    assert vars(Checkpoint.load(tmp_path / "model.pt")).keys() == vars(before).keys()
    assert rows(tmp_path) == table
    assert len(table) == 2


def test_the_reward_scale_and_the_deals_go_on(tmp_path, monkeypatch) -> None:
    train(tmp_path, monkeypatch, steps=2 * UPDATE)
    first = Checkpoint.load(tmp_path / "model.pt").run
    resume(tmp_path / "model.pt", "--steps", str(3 * UPDATE))
    second = Checkpoint.load(tmp_path / "model.pt").run
    assert second["games"]["finished"] > first["games"]["finished"] > 0
    assert not first["games"]["states"].equal(second["games"]["states"])


def test_an_adviser_goes_on_without_its_file(tmp_path, monkeypatch) -> None:
    """The checkpoint and the player hold the evaluation, which may be gone."""
    variant, advice = PEBBLES.variant(2), tmp_path / "value.safetensors"
    tensors = tensors_at_random(variant)
    save_value(advice, variant, tensors)
    train(tmp_path / "whole", monkeypatch, steps=2 * UPDATE, advice=str(advice))
    train(tmp_path / "parts", monkeypatch, steps=UPDATE, advice=str(advice))
    train(tmp_path / "greedy", monkeypatch, steps=2 * UPDATE)
    advice.unlink()
    resume(tmp_path / "parts" / "model.pt", "--steps", str(2 * UPDATE))
    own = [Checkpoint.load(tmp_path / n / "model.pt").advice for n in ("parts", "greedy")]
    assert {name: tensor.tolist() for name, tensor in own[0].items()} == {
        name: tensor.tolist() for name, tensor in tensors.items()
    }
    assert own[1] == {}
    played = load_network(tmp_path / "parts" / "player.safetensors", variant)
    assert played.advice.keys() == tensors.keys()
    by_value, by_greedy = (
        Checkpoint.load(tmp_path / name / "model.pt").policy["correction.weight"]
        for name in ("whole", "greedy")
    )
    assert not by_value.equal(by_greedy)


def test_components_of_ones_own_go_on_without_their_file(tmp_path, monkeypatch) -> None:
    """The checkpoint holds the text; what the file has become in the meantime is not asked."""
    file = tmp_path / "mine.toml"
    standard = Path(components.STANDARD).read_text(encoding="utf-8")
    file.write_text(standard.replace("points = [1, 2, 3]", "points = [1, 2, 9]"))
    option = (f"components={file}", "heap=9")
    train(tmp_path / "whole", monkeypatch, steps=2 * UPDATE, option=option)
    with monkeypatch.context() as inner:
        raise_at(1, "learn", Stopped.by(signal.SIGINT), inner)
        train(tmp_path / "parts", monkeypatch, steps=2 * UPDATE, option=option)
    file.write_text("no component file any more")
    assert resume(tmp_path / "parts" / "model.pt") == 0
    assert unlike(tmp_path / "whole", tmp_path / "parts") == []
    trained_on = Checkpoint.load(tmp_path / "parts" / "model.pt").trained_on
    assert trained_on.options["heap"] == 9
    variant = PEBBLES.recorded_variant(2, trained_on.options)
    load_network(tmp_path / "parts" / "player.safetensors", variant)
    with pytest.raises(NetworkError, match="trained with options"):
        load_network(tmp_path / "parts" / "player.safetensors", PEBBLES.variant(2))


def test_a_path_in_a_checkpoint_is_not_opened(tmp_path, monkeypatch) -> None:
    train(tmp_path, monkeypatch, steps=0)
    checkpoint = Checkpoint.load(tmp_path / "model.pt")
    checkpoint.settings["option"] = ("components=/etc/passwd",)
    checkpoint.save(tmp_path / "model.pt")
    with pytest.raises(CheckpointError, match="names the file '/etc/passwd', which is not opened"):
        resume(tmp_path / "model.pt")


def test_without_advice_a_run_goes_on_as_if_nothing_had_been(tmp_path, monkeypatch) -> None:
    settings = {"advice": "none", **AGAINST_ALL}
    train(tmp_path / "whole", monkeypatch, steps=22 * UPDATE, **settings)
    with monkeypatch.context() as inner:
        raise_at(21, "learn", Stopped.by(signal.SIGINT), inner)
        train(tmp_path / "parts", monkeypatch, steps=22 * UPDATE, **settings)
    assert resume(tmp_path / "parts" / "model.pt") == 0
    assert unlike(tmp_path / "whole", tmp_path / "parts") == []
    assert rows(tmp_path / "whole") == rows(tmp_path / "parts")
    whole = Checkpoint.load(tmp_path / "whole" / "model.pt")
    assert "trust" not in whole.policy
    played = load_network(tmp_path / "whole" / "player.safetensors", PEBBLES.variant(2))
    assert not played.is_advised
    for name, tensor in whole.policy.items():
        assert played.tensors[name].tolist() == tensor.tolist()


def test_settings_hold_unless_they_are_given(tmp_path, monkeypatch) -> None:
    train(tmp_path, monkeypatch, steps=UPDATE, entropy=0.1, gamma=0.5)
    resume(tmp_path / "model.pt", "--steps", str(2 * UPDATE), "--gamma", "0.75")
    settings = Checkpoint.load(tmp_path / "model.pt").settings
    assert (settings["entropy"], settings["gamma"], settings["steps"]) == (0.1, 0.75, 2 * UPDATE)


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("width", 8, "trained with --width 16, which cannot become 8"),
        ("num_envs", 8, "--num-envs 16"),
        ("seed", 1, "--seed 0"),
        ("reward", "outcome", "--reward margin"),
        ("players", 3, "trained with 2 players"),
        ("opponents", ("random",), "--opponents"),
        ("option", ("heap=9",), "trained with options {}, not {'heap': 9}"),
        ("advice", "v.safetensors", "--advice is for good"),
    ],
)
def test_settings_that_are_for_good(option, value, message, tmp_path, monkeypatch) -> None:
    train(tmp_path, monkeypatch, steps=0)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    with pytest.raises(ValueError, match=message):
        train(None, monkeypatch, steps=128, resume=tmp_path / "model.pt", **{option: value})
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_checkpoint_without_a_run_cannot_go_on(tmp_path, monkeypatch) -> None:
    train(tmp_path, monkeypatch, steps=0)
    checkpoint = Checkpoint.load(tmp_path / "model.pt")
    checkpoint.run = {}
    checkpoint.save(tmp_path / "model.pt")
    with pytest.raises(CheckpointError, match="run: missing or unknown entry"):
        resume(tmp_path / "model.pt")


def test_the_rate_does_not_jump_when_the_target_grows() -> None:
    rate = FallingRate.begin(1.0, 1000)
    assert [rate.at(step) for step in (0, 500, 1000, 1200)] == pytest.approx([1, 0.55, 0.1, 0.1])
    longer = rate.extended(500, 2000)
    assert longer.at(500) == rate.at(500)
    assert longer.at(2000) == pytest.approx(0.1)
    assert rate.extended(500, 1000) is rate, "an interruption changes nothing"


def test_another_learning_rate_falls_from_there(tmp_path, monkeypatch) -> None:
    train(tmp_path, monkeypatch, steps=UPDATE)
    words = ("--learning-rate", "0.01", "--steps", str(2 * UPDATE))
    resume(tmp_path / "model.pt", *words)
    schedule = FallingRate(**Checkpoint.load(tmp_path / "model.pt").run["schedule"])
    assert schedule == FallingRate(UPDATE, 0.01, 2 * UPDATE, 0.001)
