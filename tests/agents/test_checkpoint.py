"""Checkpoints: whole or not there, and refused where they do not fit."""

from dataclasses import replace

import pytest
import torch

from agents.checkpoint import Checkpoint, CheckpointError
from agents.network import build_network, view_weights_like, weights_like
from aquasphere_env.games import GAMES, get_game
from aquasphere_env.players.trained_on import TrainedOn

WIDTH = 16
ENTITIES = get_game("aquasphere").views["entities"].digest


def save(path, variant, steps=0, **changes):
    """Write the checkpoint of an untrained network; ``changes`` alter what it was trained on."""
    policy = build_network(variant.game, "flat", WIDTH).state_dict()
    trained_on = replace(TrainedOn.of(variant, "flat"), **changes)
    Checkpoint(trained_on, WIDTH, steps, settings={}, policy=policy).save(path)
    return path


def test_round_trip(tmp_path):
    variant = get_game("aquasphere").variant(2)
    path = save(tmp_path / "model.pt", variant, steps=7)
    checkpoint = Checkpoint.load_for(path, variant)
    assert (checkpoint.steps, checkpoint.trained_on.num_players) == (7, 2)
    assert list(tmp_path.iterdir()) == [path], "no temporary file is left"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"version": 99}, "version 99"),
        ({"game": "octodice"}, "trained on octodice"),
        ({"view_digest": "0" * 16}, "another observation"),
        ({"view": "entities", "view_digest": ENTITIES}, "flat views, 'entities' is none"),
        ({"num_players": 3}, "trained with 3 players"),
        ({"options": {"x": 1}, "component_hash": "0" * 16}, "trained with options {'x': 1}"),
        ({"component_set": "mine", "component_hash": "0" * 16}, "component set 'mine'"),
    ],
)
def test_of_something_else(changes, message, tmp_path):
    variant = get_game("aquasphere").variant(2)
    path = save(tmp_path / "model.pt", variant, **changes)
    with pytest.raises(CheckpointError, match=message):
        Checkpoint.load_for(path, variant)


def test_weights_are_known_without_building_the_network():
    game = get_game("aquasphere")
    weights = build_network(game, "flat", WIDTH).state_dict()
    expected = weights_like(weights["trunk_1.weight"].shape[1], len(game.actions), WIDTH)
    assert [(name, each.shape) for name, each in weights.items()] == [
        (name, each.shape) for name, each in expected.items()
    ]


@pytest.mark.parametrize("name", GAMES)
def test_weights_of_views_alone_are_known_without_building_the_network(name):
    game = get_game(name)
    weights = build_network(game, "flat", WIDTH, advised=False).state_dict()
    expected = view_weights_like(game, "flat", WIDTH)
    assert [(name, each.shape) for name, each in weights.items()] == [
        (name, each.shape) for name, each in expected.items()
    ]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda c: None, None),
        (lambda c: c.policy.update(more=torch.zeros(1)), "missing or unknown entry 'more'"),
        (lambda c: c.policy.update({"room.each": torch.zeros(8, 4)}), "room.each is .* not that"),
        (lambda c: c.policy.update({"room.each": torch.full((7, 4), torch.nan)}), "not finite"),
        (lambda c: c.policy.update({"room.each": 1.0}), "room.each is of type float, not Tensor"),
        (lambda c: c.advice.update(first=torch.zeros(1)), "advice: of a policy that has no use"),
    ],
)
def test_a_policy_that_nobody_advises(change, message, tmp_path):
    variant = get_game("aquasphere").variant(2)
    policy = dict(build_network(variant.game, "flat", WIDTH, advised=False).state_dict())
    checkpoint = Checkpoint(TrainedOn.of(variant, "flat"), WIDTH, 0, settings={}, policy=policy)
    change(checkpoint)
    checkpoint.save(tmp_path / "model.pt")
    if message is None:
        assert Checkpoint.load_for(tmp_path / "model.pt", variant).adviser() is None
        return
    with pytest.raises(CheckpointError, match=message):
        Checkpoint.load_for(tmp_path / "model.pt", variant)


def test_broken_files(tmp_path):
    path = save(tmp_path / "model.pt", get_game("aquasphere").variant(2))
    path.write_bytes(path.read_bytes()[:1000])
    with pytest.raises(CheckpointError, match="unreadable"):
        Checkpoint.load(path)
    with pytest.raises(CheckpointError, match="no such file"):
        Checkpoint.load(tmp_path / "none.pt")


def test_a_checkpoint_of_another_schema_is_refused(tmp_path):
    path = save(tmp_path / "model.pt", get_game("aquasphere").variant(2))
    content = torch.load(path, weights_only=True)
    torch.save({**content, "schema": "aquasphere-env-checkpoint-3"}, path)
    with pytest.raises(CheckpointError, match=r"but of 'aquasphere-env-checkpoint-3'; .* new run"):
        Checkpoint.load(path)


def test_interrupted_save_keeps_the_old_checkpoint(tmp_path, monkeypatch):
    variant = get_game("aquasphere").variant(2)
    path = save(tmp_path / "model.pt", variant, steps=1)

    def fail(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("agents.checkpoint.torch.save", fail)
    with pytest.raises(KeyboardInterrupt):
        save(path, variant, steps=2)
    assert Checkpoint.load(path).steps == 1
    assert list(tmp_path.iterdir()) == [path]
