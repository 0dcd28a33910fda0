"""Network files: the same network as in torch, played in numpy; refused where they do not fit."""

import json
from dataclasses import asdict
from pathlib import Path

import numpy as np
import pytest
from safetensors import safe_open
from safetensors.numpy import load_file, save_file

from aquasphere_env.core.match import Match
from aquasphere_env.envs.single_agent import SeatEnv
from aquasphere_env.games import get_game
from aquasphere_env.players.network import view_shapes
from aquasphere_env.players.registry import make_player
from aquasphere_env.players.trained_on import TrainedOn
from aquasphere_env.players.value import save_value
from aquasphere_env.players.weights import NetworkError
from tests.toy.pebbles import GAME as PEBBLES

from .networks import WIDTH, midgame, network_file, tensors_at_random, untrained

AQUASPHERE = get_game("aquasphere")
ENTITIES = AQUASPHERE.views["entities"].digest


def test_numpy_and_torch_agree(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    from agents.network import build_network, tensors_of

    variant = AQUASPHERE.variant(2)
    network = build_network(AQUASPHERE, "flat", WIDTH)
    torch.nn.init.normal_(network.correction.weight)
    text = network_file(tmp_path / "p.safetensors", variant, tensors_of(network.state_dict()))
    player = make_player(text, variant)
    states = midgame(variant, count=64)
    player.seed(0)
    observation, mask = player._observer.read(states)
    player.seed(0)
    logits, values = player.judge(states)
    with torch.no_grad():
        expected, expected_values = map(np.asarray, network(torch.from_numpy(observation)))
    np.testing.assert_allclose(logits[mask == 1], expected[mask == 1], rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(values, expected_values, rtol=1e-4, atol=1e-5)
    assert np.isneginf(logits[mask == 0]).all()


@pytest.mark.parametrize("name", ["aquasphere", "octodice", "aquanauts", "aquamarine"])
def test_without_advice_numpy_and_torch_agree_and_nothing_looks_ahead(
    name: str, tmp_path: Path, monkeypatch
) -> None:
    torch = pytest.importorskip("torch")
    from agents.network import build_network, tensors_of

    monkeypatch.setattr("aquasphere_env.players.policies.advise", None)
    variant = get_game(name).variant()
    network = build_network(variant.game, "flat", WIDTH, advised=False)
    with torch.no_grad():
        for weights in network.parameters():
            torch.nn.init.normal_(weights, std=0.2)
    tensors = tensors_of(network.state_dict())
    player = make_player(network_file(tmp_path / "p.safetensors", variant, tensors), variant)
    states = midgame(variant, count=16)
    observation, mask = player._observer.read(states)
    logits, values = player.judge(states)
    with torch.no_grad():
        expected, expected_values = map(np.asarray, network(torch.from_numpy(observation)))
    np.testing.assert_allclose(logits[mask == 1], expected[mask == 1], rtol=1e-4, atol=1e-4)
    np.testing.assert_allclose(values, expected_values, rtol=1e-4, atol=1e-4)
    assert np.isneginf(logits[mask == 0]).all()
    assert player.act_on_states(states).tolist() == logits.argmax(axis=1).tolist()


def seen_alone(variant, seed: int = 0) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(seed)
    shapes = view_shapes(variant.game, "flat", WIDTH)
    return {name: rng.normal(0, 0.1, shape).astype(np.float32) for name, shape in shapes.items()}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda t: t.pop("position.each"), "missing or unknown tensor 'position.each'"),
        (lambda t: t.update(trust=np.array(1, np.float32)), "missing or unknown tensor"),
        (lambda t: t.update({"symbol.rows.weight": np.zeros((4, 51), np.float32)}), r"\(4, 52\)"),
    ],
)
def test_a_broken_network_without_advice_is_named(change, message: str, tmp_path: Path) -> None:
    variant = AQUASPHERE.variant(2)
    tensors = seen_alone(variant)
    change(tensors)
    text = network_file(tmp_path / "p.safetensors", variant, tensors)
    with pytest.raises(NetworkError, match=message):
        make_player(text, variant)


def test_a_network_without_advice_refuses_other_games_and_an_adviser(tmp_path: Path) -> None:
    variant = AQUASPHERE.variant(2)
    text = network_file(tmp_path / "p", variant, seen_alone(variant), version=99)
    with pytest.raises(NetworkError, match="version 99"):
        make_player(text, variant)
    advice = tensors_at_random(variant)
    text = network_file(tmp_path / "q", variant, seen_alone(variant), advice)
    with pytest.raises(NetworkError, match="for a network that sees its view alone"):
        make_player(text, variant)


def test_an_untrained_network_follows_the_advice(tmp_path: Path) -> None:
    variant = AQUASPHERE.variant(2)
    states = midgame(variant, count=64)
    player = make_player(network_file(tmp_path / "p.safetensors", variant), variant)
    greedy = make_player("greedy", variant)
    agreed = np.mean(player.act_on_states(states) == greedy.act_on_states(states))
    assert agreed > 0.9  # not 1: hidden information is resampled, ties go to the lower id


def test_temperature_draws_from_the_probabilities(tmp_path: Path) -> None:
    variant = AQUASPHERE.variant(2)
    text = network_file(tmp_path / "p.safetensors", variant, untrained(variant, trust=0.0))
    states = np.repeat(midgame(variant, count=1), 4000)
    drawn = make_player(f"{text},temperature=1", variant).act_on_states(states)
    legal, counts = np.unique(drawn, return_counts=True)
    probabilities = make_player(text, variant).explain(states, 0).scores
    assert sorted(probabilities) == legal.tolist()
    np.testing.assert_allclose(counts / 4000, list(probabilities.values()), atol=0.04)
    for bad in ("x", "-1", "nan", "inf"):
        with pytest.raises(NetworkError, match="temperature is a number"):
            make_player(f"{text},temperature={bad}", variant)


def test_it_is_an_opponent_in_an_environment(tmp_path: Path) -> None:
    """football #98: training against a checkpoint."""
    variant = PEBBLES.variant(2)
    text = network_file(tmp_path / "p.safetensors", variant)
    env, opponent = SeatEnv(PEBBLES, 2, text, seat=0), make_player(text, variant)
    env.reset(seed=1)
    match = Match(variant, env.game_seed)
    while not match.over:
        action = int(opponent.act_on_states(match.states)[0])
        if match.player == 0:
            action = match.legal_actions()[0]
            info = env.step(action)[-1]
        match.step(action)
    assert info["scores"].tolist() == match.scores()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"version": 99}, "version 99"),
        ({"game": "octodice"}, "trained on octodice"),
        ({"view_digest": "0" * 16}, "another observation"),
        ({"view": "entities", "view_digest": ENTITIES}, "flat views, 'entities' is none"),
        ({"num_players": 3}, "trained with 3 players, not 2"),
        ({"options": {"x": 1}, "component_hash": "0" * 16}, "trained with options"),
        ({"component_hash": "0" * 16}, "component set"),
    ],
)
def test_trained_on_something_else(changes: dict, message: str, tmp_path: Path) -> None:
    variant = AQUASPHERE.variant(2)
    text = network_file(tmp_path / "p.safetensors", variant, **changes)
    with pytest.raises(NetworkError, match=message):
        make_player(text, variant)


def write(path: Path, tensors: dict, document: object) -> str:
    save_file(tensors, path, {"aquasphere_env": json.dumps(document)})
    return f"net:{path}"


def test_broken_files(tmp_path: Path) -> None:
    variant = AQUASPHERE.variant(2)
    path = tmp_path / "p.safetensors"
    text = network_file(path, variant)
    tensors, whole = load_file(path), path.read_bytes()
    good = {
        "schema": "aquasphere-env-network-2",
        "trained_on": asdict(TrainedOn.of(variant, "flat")),
        "width": WIDTH,
    }
    name = "trunk_1.weight"
    cases = {
        "not a network file of schema": (tensors, {**good, "schema": "other"}),
        "trained_on has the keys": (tensors, {**good, "trained_on": {}}),
        "width is 1 to 65536, not": (tensors, {**good, "width": "16"}),
        "missing or unknown tensor": ({k: v for k, v in tensors.items() if k != name}, good),
        r"not float32 \(32, ": (tensors, {**good, "width": 32}),
        "is float64": ({**tensors, name: tensors[name].astype(np.float64)}, good),
        "not finite": ({**tensors, name: tensors[name] * np.nan}, good),
    }
    for message, (changed, document) in cases.items():
        with pytest.raises(NetworkError, match=message):
            make_player(write(path, changed, document), variant)
    for content in (b"", whole[: len(whole) // 2], b"x" * 100):
        path.write_bytes(content)
        with pytest.raises(NetworkError, match="not a network file"):
            make_player(text, variant)
    with pytest.raises(NetworkError, match="no such file"):
        make_player("net:nowhere.safetensors", variant)
    with pytest.raises(NetworkError, match=r"training\.export"):
        make_player("net:runs/model.pt", variant)


def test_an_unknown_option_is_named(tmp_path: Path) -> None:
    variant = AQUASPHERE.variant(2)
    text = network_file(tmp_path / "p.safetensors", variant)
    with pytest.raises(NetworkError, match="no option 'temp'; it has: temperature"):
        make_player(f"{text},temp=1", variant)
    odd = network_file(tmp_path / "p,temp=1", variant)
    assert make_player(odd, variant).name == odd, "a file of that name is a file"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"version": "1"}, "trained_on: version is not '1'"),
        ({"game": ["aquasphere"]}, "trained_on: game"),
        ({"view": {}}, "trained_on: view"),
        ({"options": {"x": {"y": 1}}}, "trained_on: options: 'x'"),
    ],
)
def test_wrong_types_are_named(changes: dict, message: str, tmp_path: Path) -> None:
    variant = AQUASPHERE.variant(2)
    text = network_file(tmp_path / "p.safetensors", variant, **changes)
    with pytest.raises(NetworkError, match=message):
        make_player(text, variant)


def test_an_evaluation_in_the_file_advises(tmp_path: Path) -> None:
    """One file plays, whatever becomes of the one that the evaluation came from."""
    variant = AQUASPHERE.variant(2)
    advice = tensors_at_random(variant)
    text = network_file(tmp_path / "p.safetensors", variant, advice=advice)
    save_value(tmp_path / "v.safetensors", variant, advice)
    states = midgame(variant, count=64)
    chosen = make_player(text, variant).act_on_states(states)
    by_value = make_player(f"value:{tmp_path / 'v.safetensors'}", variant).act_on_states(states)
    by_greedy = make_player("greedy", variant).act_on_states(states)
    assert np.mean(chosen == by_value) > 0.9
    assert np.mean(chosen == by_greedy) < 0.8


def test_files_from_before_evaluations_advised_still_play(tmp_path: Path) -> None:
    variant = AQUASPHERE.variant(2)
    text = network_file(tmp_path / "new", variant)
    with safe_open(tmp_path / "new", framework="numpy") as file:
        document = json.loads(file.metadata()["aquasphere_env"])
    document["schema"] = "aquasphere-env-network-1"
    del document["advice"]
    older = write(tmp_path / "old", load_file(tmp_path / "new"), document)
    states = midgame(variant)
    actions = [make_player(each, variant).act_on_states(states).tolist() for each in (text, older)]
    assert actions[0] == actions[1]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda t, d: t.pop("advice.second"), "missing or unknown tensor 'second'"),
        (lambda t, d: d.update(advice=None), "advice is no description of an evaluation"),
        (lambda t, d: d["advice"].update(first=0), "first is 1 to 1024, not 0"),
        (lambda t, d: t["advice.first"].fill(32767), "tensor 'first' has weights whose sums"),
        (lambda t, d: [t.pop(k) for k in list(t) if k.startswith("advice")], "missing or unknown"),
    ],
)
def test_a_broken_adviser_is_named(change, message: str, tmp_path: Path) -> None:
    variant = AQUASPHERE.variant(2)
    path = tmp_path / "p.safetensors"
    network_file(path, variant, advice=tensors_at_random(variant))
    with safe_open(path, framework="numpy") as file:
        document = json.loads(file.metadata()["aquasphere_env"])
    tensors = load_file(path)
    change(tensors, document)
    with pytest.raises(NetworkError, match=message):
        make_player(write(path, tensors, document), variant)
