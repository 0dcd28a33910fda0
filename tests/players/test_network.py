"""Network files: the same network as in torch, played in numpy; refused where they do not fit."""

import json
from dataclasses import asdict
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import load_file, save_file

from aquasphere_env.games import get_game
from aquasphere_env.players.network import NetworkPlayer
from aquasphere_env.players.registry import make_player
from aquasphere_env.players.trained_on import TrainedOn
from aquasphere_env.players.weights import NetworkError

from .networks import WIDTH, midgame, network_file, untrained

AQUASPHERE = get_game("aquasphere")
ENTITIES = AQUASPHERE.views["entities"].digest


def test_numpy_and_torch_agree(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    from agents.network import build_policy, tensors_of

    variant = AQUASPHERE.variant(2)
    policy = build_policy(AQUASPHERE, "flat", WIDTH)
    torch.nn.init.normal_(policy.action_net.correction.weight)
    text = network_file(tmp_path / "p.safetensors", variant, tensors_of(policy.state_dict()))
    player = make_player(text, variant)
    states = midgame(variant, count=64)
    player.seed(0)
    observation, mask = player._observer.read(states)
    player.seed(0)
    logits, values = player.judge(states)
    with torch.no_grad():
        for_policy, for_value = policy.mlp_extractor(torch.from_numpy(observation))
        expected = policy.action_net(for_policy).numpy()
        expected_values = policy.value_net(for_value).numpy()[:, 0]
    np.testing.assert_allclose(logits[mask == 1], expected[mask == 1], rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(values, expected_values, rtol=1e-4, atol=1e-5)
    assert np.isneginf(logits[mask == 0]).all()


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
        "schema": "aquasphere-env-network-1",
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


def test_replaced_weights_are_played() -> None:
    variant = AQUASPHERE.variant(2)
    player = NetworkPlayer("self", variant, "flat", untrained(variant))
    before = player.judge(midgame(variant))[1]
    player.replace({k: -v for k, v in untrained(variant).items()})
    assert not np.allclose(player.judge(midgame(variant))[1], before)


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
        ({"options": {"x": [1]}}, "trained_on: options: 'x'"),
    ],
)
def test_wrong_types_are_named(changes: dict, message: str, tmp_path: Path) -> None:
    variant = AQUASPHERE.variant(2)
    text = network_file(tmp_path / "p.safetensors", variant, **changes)
    with pytest.raises(NetworkError, match=message):
        make_player(text, variant)


def test_chance_goes_on_from_where_it_stood(tmp_path: Path) -> None:
    variant = AQUASPHERE.variant(2)
    text = network_file(tmp_path / "p.safetensors", variant)
    player, other = (make_player(f"{text},temperature=5", variant) for _ in range(2))
    states = midgame(variant, count=64)
    player.act_on_states(states)
    other.chance = player.chance
    np.testing.assert_array_equal(player.act_on_states(states), other.act_on_states(states))
