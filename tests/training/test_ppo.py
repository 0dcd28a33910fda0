"""Training: it learns, saves, resumes, and refuses what does not fit."""

import csv
import json
from dataclasses import fields

import numpy as np
import pytest

from agents import make_agent
from agents.checkpoint import Checkpoint
from aquasphere_env.core.game import legal_ids
from aquasphere_env.games import GAMES, get_game
from tests.toy.pebbles import GAME as PEBBLES
from training import evaluate as evaluation
from training import ppo, value
from training.evaluate import evaluate
from training.league import League
from training.options import flag, ranges_of
from training.selfplay import SelfPlayVecEnv

from .short_runs import short, use

pytestmark = pytest.mark.slow


def train(game, players, folder, monkeypatch, **settings):
    """Run the trainer on ``game``, which may be the toy."""
    use(game, monkeypatch)
    return ppo.train(short(folder, game=game.name, players=players, **settings))


def test_learns_without_advice_to_beat_random(tmp_path, monkeypatch):
    settings = {"steps": 16_384, "num_envs": 64, "num_steps": 16, "batch_size": 256, "width": 32}
    train(PEBBLES, 2, tmp_path, monkeypatch, trust=0.0, **settings)
    variant = PEBBLES.variant(2)
    learned = make_agent(f"net:{tmp_path / 'player.safetensors'}", variant)
    result = evaluate(variant, [learned, make_agent("random", variant)], 2000)
    assert result.standings[0].win_rate.low > 0.6
    assert untrained_win_rate(tmp_path, monkeypatch) < 0.55


def untrained_win_rate(folder, monkeypatch):
    train(PEBBLES, 2, folder / "untrained", monkeypatch, trust=0.0, steps=0)
    variant = PEBBLES.variant(2)
    path = folder / "untrained" / "player.safetensors"
    untrained = make_agent(f"net:{path},temperature=1", variant)
    result = evaluate(variant, [untrained, make_agent("random", variant)], 2000)
    return result.standings[0].win_rate.low


@pytest.mark.parametrize("name", GAMES)
def test_every_game_trains_and_evaluates(name, tmp_path, monkeypatch, capsys):
    game = get_game(name)
    players = game.min_players
    settings = {"steps": 256, "eval_games": 2 * players}
    status = train(game, players, tmp_path, monkeypatch, **settings)
    assert status == 0
    assert (tmp_path / "learning_curve.png").read_bytes().startswith(b"\x89PNG")
    evaluations = json.loads((tmp_path / "evaluation.json").read_text())
    assert evaluations[0]["game"] == name
    with open(tmp_path / "progress.csv", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert float(rows[-1]["time/total_timesteps"]) == 256
    assert "saved" in capsys.readouterr().out


def test_same_seed_same_network(tmp_path, monkeypatch):
    weights = []
    for run in ("a", "b"):
        train(PEBBLES, 2, tmp_path / run, monkeypatch, steps=512)
        policy = Checkpoint.load(tmp_path / run / "model.pt").policy
        weights.append(policy["action_net.correction.weight"].numpy())
    np.testing.assert_array_equal(*weights)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--game", "chess"], "no game 'chess'"),
        (["--players", "7"], "2 to 4 players"),
        (["--reward", "fame"], "no reward 'fame'"),
        (["--resume", "nowhere.pt"], "nowhere.pt: no such file"),
        (["--self-share", "0.7", "--greedy-share", "0.7"], "more than 1 together"),
        (["--num-envs", "13", "--num-steps", "5"], "two or more"),
    ],
)
def test_errors_are_sentences(arguments, message, tmp_path):
    with pytest.raises(SystemExit, match=message) as error:
        ppo.main(["--batch-size", "64", *arguments, "--folder", str(tmp_path / "new")])
    assert "\n" not in error.value.code
    assert not (tmp_path / "new").exists()


def beyond(limits):
    """Return numbers just outside a range, and what is no number."""
    if isinstance(limits.least, float):
        return [str(limits.least - 0.5), str(limits.most + 0.5), "nan", "inf"]
    return [str(limits.least - 1), str(limits.most + 1), str(2**70)]


OUTSIDE = [
    (main, flag(name), limits, number)
    for main, options in (
        (ppo.main, ppo.Config),
        (value.main, value.ValueConfig),
        (evaluation.main, evaluation.Options),
    )
    for name, limits in ranges_of(options)
    for number in beyond(limits)
]


@pytest.mark.parametrize(("main", "option", "limits", "number"), OUTSIDE)
def test_numbers_outside_their_range(main, option, limits, number, tmp_path):
    is_run = main is not evaluation.main
    words = ["--folder", str(tmp_path / "new")] if is_run else ["random"]
    with pytest.raises(SystemExit, match=f"{option} .* outside its range, {limits}") as error:
        main([*words, option, number])
    assert "\n" not in error.value.code
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("options", [ppo.Config, value.ValueConfig, evaluation.Options])
def test_every_number_has_a_range(options):
    numbers = {f.name for f in fields(options) if f.type in (int, float, int | None)}
    assert numbers == {"players"}, "whose range is the game's"


def test_the_default_is_in_the_range():
    ppo.Config().check()
    value.ValueConfig().check()


class Recorder:
    """A rival that plays its lowest legal action and counts how often it is asked."""

    def __init__(self):
        self.asked = 0

    def act_on_states(self, states):
        self.asked += len(states)
        return np.array([legal_ids(state)[0] for state in states])


def make_games(mix, rival=None, players=2):
    return SelfPlayVecEnv(PEBBLES.variant(players), 32, rival or Recorder(), mix, "margin", seed=1)


def play(games, steps, seed=0):
    rng = np.random.default_rng(seed)
    games.reset()
    finished = []
    for _ in range(steps):
        masks = games.action_masks()
        assert masks.any(axis=1).all()
        observation, _, _, infos = games.step((rng.random(masks.shape) * masks).argmax(axis=1))
        assert observation.shape == (32, games.observation_space.shape[0])
        finished += [info for info in infos if info]
    return finished


@pytest.mark.parametrize("kind", ["self", "greedy", "random"])
def test_games_have_the_opponents_that_the_mix_says(kind):
    rival = Recorder()
    finished = play(make_games({kind: 1.0}, rival), 60)
    assert {info["opponent"] for info in finished} == {kind}
    assert (rival.asked > 0) == (kind == "self")


def test_mixed_opponents_and_random_seats():
    finished = play(make_games({"self": 0.4, "greedy": 0.3, "random": 0.3}, players=3), 200)
    assert {info["opponent"] for info in finished} == {"self", "greedy", "random"}
    assert {info["seat"] for info in finished} == {0, 1, 2}
    assert all(info["episode"]["l"] > 0 for info in finished)


def test_league_keeps_its_size_and_its_newest_member(monkeypatch):
    class Rival:
        def replace(self, tensors):
            self.number = int(tensors["number"])

    monkeypatch.setattr("training.league.tensors_of", lambda weights: weights)
    rival = Rival()
    league = League(rival, 3, np.random.default_rng(0))
    for number in range(10):
        league.admit({"number": number})
    assert len(league.members) == 3
    league_of_one = League(Rival(), 1, np.random.default_rng(0))
    for number in range(3):
        league_of_one.admit({"number": number})
    assert league_of_one.members == [{"number": 2}]
    assert league.members[-1] == {"number": 9}
    seen = set()
    for _ in range(200):
        league.choose({"number": -1})
        seen.add(rival.number)
    assert seen == {-1, *(member["number"] for member in league.members)}
