"""Training evaluations: they learn, a resumed run is the same run, what does not fit is refused."""

import json
import signal
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from agents.checkpoint import CheckpointError
from aquasphere_env.core.signals import Stopped
from aquasphere_env.games import GAMES, get_game
from aquasphere_env.players.evaluation import (
    INPUT_ONE,
    MARGIN_SCALE,
    Judge,
    expected_margin,
    forward,
    hand_margin,
)
from aquasphere_env.players.registry import make_player
from aquasphere_env.players.value import load_value, make_judge
from tests.processes import told
from tests.toy.pebbles import GAME as PEBBLES
from training import value
from training.evaluate import evaluate
from training.value_config import ValueConfig
from training.value_games import Generator, Samples
from training.value_learner import ValueCheckpoint, ValueLearner

from .short_runs import differences, rows, use
from .short_values import ROUNDS, resume, short, train

pytestmark = pytest.mark.slow

ON_PEBBLES = (
    "import sys; from pathlib import Path; import training.settings as settings\n"
    "from tests.toy.pebbles import GAME\n"
    "settings.get_game = lambda name: GAME\n"
    "from training import value\n"
    "import torch; torch.set_num_threads(1)\n"
)


def unlike(a: Path, b: Path) -> list[str]:
    first, second = (vars(ValueCheckpoint.load(folder / "value.pt")) for folder in (a, b))
    return differences(first, second)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a run that nothing has stopped."""
    folder = tmp_path_factory.mktemp("whole")
    with pytest.MonkeyPatch.context() as patch:
        assert train(folder, patch) == 0
    return folder


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An evaluation that is better than the game's own."""
    folder = tmp_path_factory.mktemp("learned")
    settings = {"samples": 20_000, "rounds": 6, "gate_games": 0}
    with pytest.MonkeyPatch.context() as patch:
        assert train(folder, patch, **settings) == 0
    return folder / "value.safetensors"


def test_it_learns_to_judge_better_than_the_game_does(learned: Path) -> None:
    variant = PEBBLES.variant(2)
    tensors = load_value(learned, variant)
    generator = Generator(variant, 2000, seed=99)
    filled = generator.fill([None], 0, 20, 20)
    samples = generator.samples
    net = judged(samples.inputs[filled], make_judge(variant, tensors))
    hand, margins = samples.hand_margins[filled], samples.margins[filled]
    error = np.abs(hand + MARGIN_SCALE * net - margins).mean()
    assert error < 0.9 * np.abs(hand - margins).mean()


def judged(inputs: np.ndarray, judge: Judge) -> np.ndarray:
    outputs = []
    for row in inputs:
        judge.numbers[:] = row / INPUT_ONE
        outputs.append(forward(judge))
    return np.array(outputs)


def test_samples_are_states_after_moves_and_what_became_of_them() -> None:
    """With everything sampled the margins are those of whole games, from the mover's side."""
    variant = PEBBLES.variant(2)
    generator = Generator(variant, 400, seed=1)
    filled = generator.fill([None], 0, 0, 100)
    samples = generator.samples
    assert 300 < len(filled) <= 400
    assert set(samples.seats[filled].tolist()) == {0, 1}
    assert (samples.inputs[filled] != 0).any(axis=1).all()
    assert np.isfinite(samples.margins[filled]).all()
    of_first = np.where(samples.seats[filled] == 0, 1, -1) * samples.margins[filled]
    games = 1 + int((np.diff(of_first) != 0).sum())
    assert 8 <= games < len(filled) / 5  # all states of a game have the game's margin


@pytest.mark.parametrize("teacher", [None, "mcts:30"])
def test_expectations_are_better_than_what_the_game_judges(
    teacher: str | None, learned: Path
) -> None:
    """They come from the decision after the sample, by the evaluation or the search with it."""
    variant = PEBBLES.variant(2)
    generator = Generator(variant, 2000, 5, short(None, teacher=teacher).teaching())
    filled = generator.fill([load_value(learned, variant)], 1, 20, 20)
    samples = generator.samples
    margins, expected = samples.margins[filled], samples.expected[filled]
    error = np.abs(expected - margins).mean()
    assert error < np.abs(samples.hand_margins[filled] - margins).mean()


def test_greedy_expects_nothing() -> None:
    generator = Generator(PEBBLES.variant(2), 200, 5)
    assert np.isnan(generator.samples.expected[generator.fill([None], 0, 20, 20)]).all()


def test_what_is_learned_lies_between_outcome_and_expectation(monkeypatch) -> None:
    use(PEBBLES, monkeypatch)
    learner = ValueLearner(short(None, outcome_percent=25).settled(), PEBBLES.variant(2))
    one, zeros = np.ones(2, np.float32), np.zeros(2, np.float32)
    expected = np.array([-3, np.nan], np.float32)
    samples = Samples(np.zeros((2, 0)), zeros, one, expected, np.zeros(2, np.int64))
    assert learner._margins(samples).tolist() == [0.25 * 1 + 0.75 * -3, 1]


def test_a_run_with_a_teacher_resumes_as_the_same_run(tmp_path: Path, monkeypatch) -> None:
    settings = {"teacher": "mcts:3", "greedy_rounds": 1, "samples": 300, "gate_games": 2}
    assert train(tmp_path / "whole", monkeypatch, rounds=3, **settings) == 0
    assert train(tmp_path / "part", monkeypatch, rounds=2, **settings) == 0
    assert resume(tmp_path / "part" / "value.pt", "--rounds", "3") == 0
    numbers = [rows(tmp_path / part)[:2] for part in ("whole", "part")]
    assert numbers[0][0] == numbers[1][0]
    assert ValueCheckpoint.load(tmp_path / "part" / "value.pt").rounds == 3


def test_samples_do_not_depend_on_the_number_of_processors(monkeypatch) -> None:
    variant = PEBBLES.variant(3)
    found = []
    for processors in (1, 4):
        monkeypatch.setattr("training.value_games.num_processors", lambda n=processors: n)
        generator = Generator(variant, 300, seed=1)
        filled = generator.fill([None], 2, 20, 50)
        found.append([filled, *(array[filled].copy() for array in generator.samples)])
    for one, other in zip(*found, strict=True):
        np.testing.assert_array_equal(one, other)


def test_integers_are_the_network(whole: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The margin of the kernels is that of the averaged floats, but for rounding."""
    use(PEBBLES, monkeypatch)
    variant = PEBBLES.variant(2)
    checkpoint = ValueCheckpoint.load(whole / "value.pt")
    config = ValueConfig.recorded(checkpoint.settings, whole)
    learner = ValueLearner(config, variant)
    learner.restore(checkpoint, whole)
    learner.net.load_state_dict(checkpoint.average)
    judge = make_judge(variant, learner.tensors())
    states = variant.new_states(20)
    for seed in range(20):
        variant.start(states, seed, seed)
        margin = expected_margin(states, seed, 0, judge)
        numbers = (
            torch.from_numpy(judge.net[0]["inputs"][: learner._inputs].astype(np.float32)) / 1024
        )
        with torch.no_grad():
            expected = MARGIN_SCALE * float(learner.net(numbers)[0])
        assert margin - hand_margin(states[seed], 0) == pytest.approx(expected, abs=0.3)


@pytest.mark.parametrize("stopped", [1, 3])
def test_a_resumed_run_is_the_same_run(
    stopped: int, whole: Path, tmp_path: Path, monkeypatch
) -> None:
    """Stopped in the games of a round, resumed in a fresh process."""
    fill = Generator.fill

    def failing(self: Generator, tensors: Any, number: int, *rest: Any) -> np.ndarray:
        if number == stopped:
            raise Stopped.by(signal.SIGTERM)
        return fill(self, tensors, number, *rest)

    with monkeypatch.context() as inner:
        inner.setattr(Generator, "fill", failing)
        assert train(tmp_path, monkeypatch) == 143
    assert ValueCheckpoint.load(tmp_path / "value.pt").rounds == stopped
    told("-c", f"{ON_PEBBLES}value.main(['--resume', sys.argv[1]])", tmp_path / "value.pt")
    assert unlike(whole, tmp_path) == []
    assert rows(whole) == rows(tmp_path)
    assert len(rows(whole)) == ROUNDS


def test_more_rounds_go_on(whole: Path, tmp_path: Path, monkeypatch) -> None:
    use(PEBBLES, monkeypatch)
    assert resume(whole / "value.pt", "--rounds", "5", "--folder", str(tmp_path)) == 0
    assert ValueCheckpoint.load(tmp_path / "value.pt").rounds == 5
    assert rows(tmp_path)[:ROUNDS] == rows(whole)
    assert ValueCheckpoint.load(whole / "value.pt").rounds == ROUNDS


def test_what_is_for_good_cannot_change(whole: Path, monkeypatch) -> None:
    use(PEBBLES, monkeypatch)
    for words in (["--players", "3"], ["--units", "9"], ["--seed", "1"], ["--samples", "9"]):
        before = {path.name: path.read_bytes() for path in whole.iterdir()}
        with pytest.raises(ValueError, match=f"trained with {words[0]} .*, which cannot become"):
            resume(whole / "value.pt", *words)
        assert {path.name: path.read_bytes() for path in whole.iterdir()} == before


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda c: c.update(schema="x"), "not a checkpoint of schema"),
        (lambda c: c.pop("average"), "missing or unknown entries"),
        (lambda c: c.update(rounds=-1), "rounds is -1"),
        (lambda c: c.update(rounds=1.0), "rounds is of type float"),
        (lambda c: c["weights"].pop("third.bias"), "weights: missing or unknown entry"),
        (
            lambda c: c["average"]["third.bias"].fill_(float("nan")),
            "average.third.bias has a value",
        ),
        (lambda c: c["optimizer"].pop(0), "optimizer: missing or unknown entry"),
        (lambda c: c["playing"].update(first=torch.zeros(1)), "playing.first is"),
        (lambda c: c["playing"]["first_bias"].fill_(2**31 - 1), "playing.first: sums overflow"),
        (lambda c: c["trained_on"].update(num_players=3), "trained with 3 players"),
        (lambda c: c["settings"].update(samples=0), "--samples 0 is outside"),
        (lambda c: c["schedule"].update(last_step="x"), "schedule.last_step"),
    ],
)
def test_each_damage_is_named(change, words: str, whole: Path, tmp_path: Path, monkeypatch) -> None:
    use(PEBBLES, monkeypatch)
    content = torch.load(whole / "value.pt", weights_only=True)
    content["playing"] = content["playing"] or {
        name: torch.from_numpy(tensor)
        for name, tensor in load_value(whole / "value.safetensors", PEBBLES.variant(2)).items()
    }
    change(content)
    path = tmp_path / "value.pt"
    torch.save(content, path)
    with pytest.raises(CheckpointError, match=words):
        resume(path)
    assert [entry.name for entry in tmp_path.iterdir()] == ["value.pt"]


def test_a_checkpoint_of_ppo_is_refused(tmp_path: Path, monkeypatch) -> None:
    use(PEBBLES, monkeypatch)
    torch.save({"schema": "aquasphere-env-checkpoint-3"}, tmp_path / "model.pt")
    with pytest.raises(CheckpointError, match="value-checkpoint-2"):
        resume(tmp_path / "model.pt")


def test_a_second_run_leaves_the_first_alone(tmp_path: Path, monkeypatch) -> None:
    assert train(tmp_path, monkeypatch, rounds=1) == 0
    with pytest.raises(ValueError, match=r"holds a run; go on from it with --resume .*value\.pt"):
        train(tmp_path, monkeypatch, rounds=1)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"samples": 8, "sampled_percent": 100}, "--samples 8 have no room for a whole game"),
        ({"sampled_percent": 0}, "--sampled-percent 0 is outside its range, 1 to 100"),
        ({"rounds": 0}, "--rounds 0 is outside"),
        ({"learning_rate": -1.0}, "--learning-rate -1.0 is outside"),
        ({"players": 9}, "players"),
        ({"outcome_percent": 101}, "--outcome-percent 101 is outside its range, 0 to 100"),
        ({"teacher": "greedy"}, "--teacher 'greedy' is no search; give one such as mcts:16"),
        ({"teacher": "mcts:0"}, "a search has 1 to"),
        *(
            ({"teacher": f"mcts:{given}"}, "leave out value, threads and ms")
            for given in ("9,value=x", "9,threads=2", "9ms")
        ),
    ],
)
def test_settings_that_cannot_be_are_refused(settings, words: str, tmp_path, monkeypatch) -> None:
    with pytest.raises(ValueError, match=words):
        train(tmp_path, monkeypatch, **settings)


def test_an_evaluation_closes_the_run(tmp_path: Path, monkeypatch) -> None:
    assert train(tmp_path, monkeypatch, rounds=1, eval_games=20, players=1) == 0
    found = json.loads((tmp_path / "evaluation.json").read_text())
    assert [e["standings"][0]["games"] for e in found] == [20, 20]
    assert (tmp_path / "learning_curve.png").exists()


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_usual_size_that_fits(name: str, tmp_path: Path) -> None:
    config = ValueConfig(game=name).settled()
    variant = config.variant()
    learner = ValueLearner(config, variant)
    value.save_value(tmp_path / "v.safetensors", variant, learner.tensors())
    assert (tmp_path / "v.safetensors").stat().st_size <= 300_000
    player = make_player(f"value:{tmp_path / 'v.safetensors'}", get_game(name).variant())
    assert player.name.startswith("value:")


def test_an_untrained_evaluation_plays_for_the_margin(tmp_path: Path, monkeypatch) -> None:
    """It judges as the game does, so it is no weaker than greedy."""
    use(PEBBLES, monkeypatch)
    variant = PEBBLES.variant(2)
    learner = ValueLearner(short(tmp_path).settled(), variant)
    value.save_value(tmp_path / "v.safetensors", variant, learner.tensors())
    players = [
        make_player(f"value:{tmp_path / 'v.safetensors'}", variant),
        make_player("greedy", variant),
    ]
    assert evaluate(variant, players, 400).standings[0].win_rate.high > 0.5
