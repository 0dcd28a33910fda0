"""The players that come with the package: each plays its game, tells its story, fits."""

import json
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from aquasphere_env.core.game import Variant
from aquasphere_env.games import get_game
from aquasphere_env.players.mcts import NO_VALUE, Settings
from aquasphere_env.players.network import load_network
from aquasphere_env.players.playing import play_games
from aquasphere_env.players.registry import make_player
from aquasphere_env.players.value import load_value
from aquasphere_env.players.weights import NetworkError
from aquasphere_env.players.zoo import (
    FOLDER,
    POLICY,
    PREFIX,
    has_evaluation,
    located,
    policy_name,
    zoo_name,
    zoo_names,
)
from tests.toy.pebbles import GAME as PEBBLES

_MOST_BYTES = 300_000
_MOST_POLICY_BYTES, _MOST_IN_ALL = 3_000_000, 25_000_000
NAMES = [name for name in zoo_names() if not name.endswith(POLICY)]
POLICIES = [name for name in zoo_names() if name.endswith(POLICY)]


def variant_of(name: str) -> Variant:
    game, _, players = name.removesuffix(POLICY).removesuffix("p").rpartition("-")
    return get_game(game).variant(int(players))


@pytest.mark.parametrize("name", NAMES)
def test_it_fits_the_game_as_it_is(name: str) -> None:
    """Whoever raises a game's version trains its evaluations again."""
    variant = variant_of(name)
    assert zoo_name(variant) == name
    assert has_evaluation(variant)
    assert load_value(f"{PREFIX}:{name}", variant)
    assert (FOLDER / f"{name}.safetensors").stat().st_size <= _MOST_BYTES


@pytest.mark.parametrize("name", POLICIES)
def test_a_network_fits_the_game_as_it_is(name: str) -> None:
    variant = variant_of(name)
    assert policy_name(variant) == name
    assert load_network(located(f"{PREFIX}:{name}", variant), variant)
    assert (FOLDER / f"{name}.safetensors").stat().st_size <= _MOST_POLICY_BYTES
    assert make_player(f"{PREFIX}:{name}", variant).name == f"{PREFIX}:{name}"


def test_all_of_it_stays_small() -> None:
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) <= _MOST_IN_ALL


def story_of(name: str) -> dict[str, Any]:
    """Return a story, checked as far as all have the same."""
    told: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    variant = variant_of(name)
    words = told["commands"][0].split()
    assert words[:2] == ["python", "-m"]
    assert words[words.index("--game") + 1] == variant.game.name
    assert words[words.index("--players") + 1] == str(variant.num_players)
    assert told["trained_on"]["version"] == variant.game.version
    assert len(told["commit"]) == 40
    return told


@pytest.mark.parametrize("name", POLICIES)
def test_the_story_of_a_network_is_told(name: str) -> None:
    told = story_of(name)
    assert told["commands"][0].split()[2] == "training.ppo"
    steps = [row["time/total_timesteps"] for row in told["curve"]]
    assert steps == sorted(steps)
    assert told["result"][0]["standings"][0]["agent"] == "net"


@pytest.mark.parametrize("name", NAMES)
def test_its_story_is_told(name: str) -> None:
    told = story_of(name)
    assert told["commands"][0].split()[2] == "training.value"
    rounds = [row["round"] for row in told["curve"]]
    every = rounds[-1] / len(rounds)  # long curves are thinned
    assert rounds == [every * k for k in range(1, len(rounds) + 1)]
    best, *rest = (standing for field in told["result"] for standing in field["standings"])
    assert best["agent"] == "value"
    assert all(best["score"]["mean"] > other["score"]["mean"] for other in rest)


def test_nothing_else_is_in_the_zoo() -> None:
    suffixes = (".safetensors", ".json")
    expected = {f"{name}{suffix}" for name in zoo_names() for suffix in suffixes} | {"__init__.py"}
    assert {path.name for path in FOLDER.iterdir() if path.is_file()} == expected


def test_it_plays_by_name() -> None:
    variant = variant_of("aquasphere-2p")
    players = [make_player(text, variant) for text in ("zoo", "zoo:aquasphere-2p")]
    assert [player.name for player in players] == ["zoo", "zoo:aquasphere-2p"]
    states = play_games(variant, players, [1]).states
    points = variant.game.read_scores(states)[:, 0]
    assert points.min() > 30


@pytest.mark.parametrize(
    ("game", "players", "options", "name", "words"),
    [
        ("aquasphere", 3, {}, "aquasphere-2p", "trained with 2 players, not 3"),
        ("octodice", 2, {}, "aquasphere-2p", "trained on aquasphere version"),
        ("aquasphere", 2, {}, "chess-2p", "the zoo has no 'chess-2p'; there are: aqua"),
        ("aquasphere", 2, {}, "../zoo/aquasphere-2p", "the zoo has no"),
    ],
)
def test_what_does_not_fit_is_refused(game, players, options, name, words) -> None:
    variant = get_game(game).variant(players, **options)
    for text in (f"zoo:{name}", f"mcts:5,value=zoo:{name}"):
        with pytest.raises(NetworkError, match=words):
            make_player(text, variant)


def test_a_search_judges_by_the_zoo_unless_it_plays_out() -> None:
    variant = variant_of("aquasphere-2p")
    for argument in ("", "50", "50ms", "50,exploration=2", "50,leaf=evaluate"):
        assert Settings.for_variant(argument, variant).value == PREFIX
    assert Settings.for_variant("50", variant).leaf == "best"
    for argument in (
        "50,leaf=rollout",
        "50,leaf=random",
        "50,value=none",
        "50,value=none,leaf=best",
    ):
        assert Settings.for_variant(argument, variant).value == NO_VALUE
    assert Settings.for_variant("50,value=none", variant) == Settings.parse("50")
    assert Settings.for_variant("50,value=a.safetensors", variant).value == "a.safetensors"


def test_where_the_zoo_has_none_a_search_plays_out() -> None:
    variant = PEBBLES.variant(2)
    assert not has_evaluation(variant)
    assert Settings.for_variant("50", variant) == Settings.parse("50")
    with pytest.raises(NetworkError, match="the zoo has no 'pebbles-2p'"):
        make_player("zoo", variant)


def test_other_components_have_none(tmp_path: Path) -> None:
    """An evaluation has learned what the usual components are worth."""
    game = get_game("aquasphere")
    usual = resources.files("aquasphere_env.games.aquasphere") / "components.toml"
    other = usual.read_text(encoding="utf-8").replace("start = [0, 1]", "start = [0, 2]")
    (tmp_path / "other.toml").write_text(other, encoding="utf-8")
    variant = game.variant(2, components=str(tmp_path / "other.toml"))
    assert not has_evaluation(variant)
    assert Settings.for_variant("50", variant).value == NO_VALUE
    with pytest.raises(NetworkError, match="trained with options"):
        make_player("zoo", variant)
