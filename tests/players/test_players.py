"""Every form of player: legal, repeatable, blind to what is hidden, and able to explain itself."""

from pathlib import Path

import numpy as np
import pytest

from aquasphere_env.core import loops
from aquasphere_env.core.game import Game, legal_ids
from aquasphere_env.players.player import Player
from aquasphere_env.players.registry import PLAYER_FORMS, make_player, register_player
from tests.toy.pebbles import GAME as PEBBLES

from .networks import midgame, network_file

pytestmark = pytest.mark.slow


FORMS = ("random", "greedy", "net", "net,temperature=1", "own")


class Highest:
    """Plays the highest legal action."""

    def act(self, observation, action_mask):
        return np.flatnonzero(action_mask)[-1]


class NeedsVariant:
    """Takes the variant, all games at once and a view that is not flat."""

    batched = True
    observation = "entities"

    def __init__(self, variant):
        self.variant = variant

    def act(self, observation, action_mask):
        assert set(observation) == {f.name for f in self.variant.game.views["entities"].features}
        return action_mask.argmax(axis=1)


def made(form: str, game: Game, folder: Path) -> Player:
    variant = game.variant()
    text = form
    if form.startswith("net"):
        text = network_file(folder / "p.safetensors", variant) + form.removeprefix("net")
    elif form == "own":
        text = f"{__name__}:Highest"
    return make_player(text, variant)


@pytest.mark.parametrize("form", FORMS)
def test_legal_repeatable_and_explained(form: str, any_game: Game, tmp_path: Path) -> None:
    """PettingZoo #863, tianshou #786: whoever plays, also a network, keeps to the mask."""
    player = made(form, any_game, tmp_path)
    assert isinstance(player, Player)
    states = midgame(any_game.variant())
    before = states.tobytes()
    player.seed(3)
    first = player.act_on_states(states)
    player.seed(3)
    np.testing.assert_array_equal(first, player.act_on_states(states))
    assert states.tobytes() == before, "a player must not change the states it looks at"
    for i, action in enumerate(first):
        assert int(action) in legal_ids(states[i])
        explanation = player.explain(states, i)
        assert sorted(explanation.scores) == legal_ids(states[i])
        if explanation.kind == "probability":
            assert sum(explanation.scores.values()) == pytest.approx(1.0, abs=1e-5)


@pytest.mark.parametrize("form", FORMS)
def test_blind_to_what_is_hidden(form: str, any_game: Game, tmp_path: Path) -> None:
    player = made(form, any_game, tmp_path)
    states = midgame(any_game.variant())
    player.seed(5)
    first = player.act_on_states(states)
    for i in range(len(states)):
        loops.redeal_one(states, i, int(states[i]["current_player"]), np.uint64(99))
    player.seed(5)
    np.testing.assert_array_equal(first, player.act_on_states(states))


@pytest.mark.parametrize(
    "text", ["", "gredy", "random:3", "expert:3", ":", "a b:C", "ppo:runs/model.pt"]
)
def test_unknown_players_list_the_forms(text: str) -> None:
    with pytest.raises(ValueError, match="no player") as error:
        make_player(text, PEBBLES.variant())
    assert all(form in str(error.value) for form in PLAYER_FORMS)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("no_such_module:Class", "No module named 'no_such_module'"),
        (f"{__name__}:Missing", "no attribute 'Missing'"),
        (f"{__name__}:FORMS", "is no player"),
    ],
)
def test_own_players_that_are_not_there(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make_player(text, PEBBLES.variant())


def test_a_class_may_take_the_variant_and_see_another_view() -> None:
    states = midgame(PEBBLES.variant())
    player = make_player(f"{__name__}:NeedsVariant", PEBBLES.variant())
    assert player.act_on_states(states).tolist() == [legal_ids(state)[0] for state in states]


def test_an_action_for_one_game_is_an_int() -> None:
    class Vague:
        def act(self, observation, action_mask):
            return action_mask

    player = make_player(Vague(), PEBBLES.variant())
    with pytest.raises(TypeError, match="set batched = True"):
        player.act_on_states(midgame(PEBBLES.variant()))


def test_registered_players(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aquasphere_env.players.registry._PREFIXES", {})
    arguments = []
    register_player("high", lambda argument, variant: arguments.append(argument) or Highest())
    assert make_player("high:one", PEBBLES.variant()).name == "high:one"
    assert make_player("high", PEBBLES.variant()).name == "high"
    assert arguments == ["one", ""]
    with pytest.raises(ValueError, match="high:…"):
        make_player("hihg", PEBBLES.variant())
    for prefix in ("random", "expert", "a:b", ""):
        with pytest.raises(ValueError, match="not available"):
            register_player(prefix, lambda argument, variant: None)
