"""Training: it learns, saves, resumes, and refuses what does not fit."""

import csv
import json
from dataclasses import fields

import numpy as np
import pytest

from agents import make_agent
from agents.checkpoint import Checkpoint
from aquasphere_env.games import GAMES, get_game
from aquasphere_env.players.value import load_value
from aquasphere_env.players.weights import NetworkError
from tests.toy.pebbles import GAME as PEBBLES
from training import evaluate as evaluation
from training import ppo, value
from training.config import Config
from training.evaluate import evaluate
from training.options import flag, ranges_of

from .short_runs import short, use

pytestmark = pytest.mark.slow


def train(game, players, folder, monkeypatch, **settings):
    """Run the trainer on ``game``, which may be the toy."""
    use(game, monkeypatch)
    return ppo.train(short(folder, game=game.name, players=players, **settings))


@pytest.mark.parametrize("kind", [{"trust": 0.0}, {"advice": "none"}])
def test_learns_without_advice_to_beat_random(kind, tmp_path, monkeypatch):
    """PettingZoo #1147."""
    settings = {"steps": 16_384, "num_envs": 64, "num_steps": 16, "batch_size": 256, "width": 32}
    train(PEBBLES, 2, tmp_path, monkeypatch, **kind, **settings)
    variant = PEBBLES.variant(2)
    learned = make_agent(f"net:{tmp_path / 'player.safetensors'}", variant)
    result = evaluate(variant, [learned, make_agent("random", variant)], 2000)
    assert result.standings[0].win_rate.low > 0.6
    assert untrained_win_rate(kind, tmp_path, monkeypatch) < 0.55


def untrained_win_rate(kind, folder, monkeypatch):
    train(PEBBLES, 2, folder / "untrained", monkeypatch, **kind, steps=0)
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


def test_the_zoo_advises_where_it_has_an_evaluation():
    variant, toy = Config().variant(), PEBBLES.variant(2)
    advised, usual = Config().adviser(variant), load_value("zoo", variant)
    assert advised is not None
    assert all((advised[name] == usual[name]).all() for name in usual)
    assert Config(advice="greedy").adviser(variant) is None
    assert Config().adviser(toy) is None
    with pytest.raises(NetworkError, match="the zoo has no 'pebbles-2p'"):
        Config(advice="zoo").adviser(toy)


def test_same_seed_same_network(tmp_path, monkeypatch):
    weights = []
    for run in ("a", "b"):
        train(PEBBLES, 2, tmp_path / run, monkeypatch, steps=512)
        policy = Checkpoint.load(tmp_path / run / "model.pt").policy
        weights.append(policy["correction.weight"].numpy())
    np.testing.assert_array_equal(*weights)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--game", "chess"], "no game 'chess'"),
        (["--players", "7"], "2 to 4 players"),
        (["--reward", "fame"], "no reward 'fame'"),
        (["--resume", "nowhere.pt"], "nowhere.pt: no such file"),
        (["--opponent-share", "0.7", "--league-share", "0.7"], "more than 1 together"),
        (["--opponents"], "needs --opponents; name some, or give 0"),
        (["--opponents", "greedy", "nobody"], "no player 'nobody'"),
        (["--advice", "nowhere.safetensors"], "nowhere.safetensors: no such file"),
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
