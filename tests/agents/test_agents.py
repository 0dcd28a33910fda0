"""Agents: made from strings, legal, repeatable, and blind to what is hidden."""

import numpy as np
import pytest

from agents import AGENT_FORMS, make_agent
from agents.checkpoint import Checkpoint, CheckpointError
from agents.learned import LearnedAgent
from agents.network import build_policy
from aquasphere_env.core import loops
from aquasphere_env.core.game import legal_ids
from aquasphere_env.games import GAMES, get_game

WIDTH = 16


def untrained(of, path, players, **changes):
    """Write the checkpoint of an untrained network to ``path``."""
    policy = build_policy(of, "flat", WIDTH)
    fields = {
        "game": of.name,
        "version": of.version,
        "view": "flat",
        "view_digest": of.views["flat"].digest,
        "num_players": players,
        "options": {},
        "width": WIDTH,
        "steps": 0,
        "settings": {},
        "policy": policy.state_dict(),
    }
    Checkpoint(**{**fields, **changes}).save(path)
    return path


def midgame(variant, count=8, moves=12):
    states = variant.new_states(count)
    rng = np.random.default_rng(1)
    for i in range(count):
        variant.start(states, i, seed=i)
        for _ in range(moves):
            if legal := legal_ids(states[i]):
                loops.step(states, i, int(rng.choice(legal)))
    return states


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("form", ["random", "greedy", "ppo", "ppo-sample"])
def test_agents_are_legal_and_repeatable(name, form, tmp_path):
    game = get_game(name)
    variant = game.variant()
    text = form
    if form.startswith("ppo"):
        text = f"{form}:{untrained(game, tmp_path / 'model.pt', variant.num_players)}"
    agent = make_agent(text, variant)
    states = midgame(variant)
    before = states.tobytes()
    agent.seed(3)
    first = agent.act_on_states(states)
    agent.seed(3)
    again = agent.act_on_states(states)
    assert states.tobytes() == before, "an agent must not change the states it looks at"
    np.testing.assert_array_equal(first, again)
    for i, action in enumerate(first):
        assert int(action) in legal_ids(states[i])


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("form", ["random", "greedy", "ppo"])
def test_explanations_cover_the_legal_actions(name, form, tmp_path):
    game = get_game(name)
    variant = game.variant()
    text = form
    if form == "ppo":
        text = f"ppo:{untrained(game, tmp_path / 'model.pt', variant.num_players)}"
    states = midgame(variant)
    agent = make_agent(text, variant)
    for i in range(len(states)):
        explanation = agent.explain(states, i)
        assert sorted(explanation.scores) == legal_ids(states[i])
        if explanation.kind == "probability":
            assert sum(explanation.scores.values()) == pytest.approx(1.0, abs=1e-5)


def test_untrained_network_follows_the_advice(tmp_path):
    game = get_game("aquasphere")
    variant = game.variant(2)
    agent = make_agent(f"ppo:{untrained(game, tmp_path / 'model.pt', 2)}", variant)
    states = midgame(variant, count=64)
    agent.seed(0)
    greedy = make_agent("greedy", variant)
    agreed = np.mean(agent.act_on_states(states) == greedy.act_on_states(states))
    assert (
        agreed > 0.9
    )  # not 1: what is hidden is drawn anew, and equal advice goes to the lower id


def test_learned_agent_is_blind_to_what_is_hidden(tmp_path):
    game = get_game("aquasphere")
    variant = game.variant(2)
    observer = LearnedAgent.load(
        untrained(game, tmp_path / "model.pt", 2), variant
    )._observer._observer
    states = midgame(variant)
    movers = states["current_player"].astype(np.int64)
    seen, _ = observer.read_many(states, movers)
    for i, player in enumerate(movers):
        loops.redeal_one(states, i, int(player), np.uint64(99))
    np.testing.assert_array_equal(seen, observer.read_many(states, movers)[0])


@pytest.mark.parametrize("text", ["", "gredy", "ppo:", "random:3"])
def test_unknown_agent_says_what_there_is(text):
    with pytest.raises(ValueError, match="no agent") as error:
        make_agent(text, get_game("aquasphere").variant(2))
    assert all(form in str(error.value) for form in AGENT_FORMS)


def test_checkpoint_round_trip(tmp_path):
    game = get_game("aquasphere")
    path = untrained(game, tmp_path / "model.pt", 2, steps=7)
    checkpoint = Checkpoint.load(path, game)
    assert (checkpoint.steps, checkpoint.num_players) == (7, 2)
    assert list(tmp_path.iterdir()) == [path], "no temporary file is left"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"version": 99}, "version 99"),
        ({"game": "octodice"}, "trained on octodice"),
        ({"view_digest": "0" * 16}, "another observation"),
        ({"schema": "other"}, "not a checkpoint"),
    ],
)
def test_checkpoint_of_something_else_is_refused(changes, message, tmp_path):
    game = get_game("aquasphere")
    path = untrained(game, tmp_path / "model.pt", 2, **changes)
    with pytest.raises(CheckpointError, match=message):
        make_agent(f"ppo:{path}", game.variant(2))


def test_broken_checkpoints_are_refused(tmp_path):
    game = get_game("aquasphere")
    path = untrained(game, tmp_path / "model.pt", 2)
    path.write_bytes(path.read_bytes()[:1000])
    with pytest.raises(CheckpointError, match="cannot be read"):
        Checkpoint.load(path, game)
    with pytest.raises(CheckpointError, match="no such file"):
        Checkpoint.load(tmp_path / "none.pt", game)


def test_interrupted_save_keeps_the_old_checkpoint(tmp_path, monkeypatch):
    game = get_game("aquasphere")
    path = untrained(game, tmp_path / "model.pt", 2, steps=1)

    def fail(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("agents.checkpoint.torch.save", fail)
    with pytest.raises(KeyboardInterrupt):
        untrained(game, path, 2, steps=2)
    assert Checkpoint.load(path, game).steps == 1
    assert list(tmp_path.iterdir()) == [path]
