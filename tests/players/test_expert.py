"""The player ``expert``: by hand on Pebbles, where players are named, and where there is none."""

import gymnasium
import numpy as np
import pytest
from starlette.testclient import TestClient

from aquasphere_env.core.match import Match
from aquasphere_env.envs.single_agent import SeatEnv
from aquasphere_env.games import get_game
from aquasphere_env.players.playing import play_games
from aquasphere_env.players.registry import make_player
from aquasphere_env.viewer.server import make_app
from aquasphere_env.viewer.setting import Setting
from tests.toy.pebbles import GAME as PEBBLES
from tests.toy.pebbles.actions import PEEK, TAKE
from tests.toy.sealed import GAME as SEALED

pytestmark = pytest.mark.slow

SEEDS = range(100)


@pytest.mark.parametrize(
    ("heap", "action", "rule"),
    [
        (2, TAKE + 1, "take the rest"),
        (3, TAKE + 2, "take the rest"),
        (4, PEEK, "know the prize"),
        (5, TAKE + 2, "take three"),
    ],
)
def test_it_plays_what_the_rule_of_thumb_says(heap: int, action: int, rule: str) -> None:
    match = Match(PEBBLES.variant(2, heap=heap))
    expert = make_player("expert", match.variant)
    assert expert.act_on_states(match.states).tolist() == [action]
    opinion = expert.explain(match.states, 0)
    assert opinion.rule == rule
    assert opinion.scores == {a: float(a == action) for a in match.legal_actions()}


def test_states_that_are_over_are_not_asked() -> None:
    match = Match(PEBBLES.variant(2, heap=2))
    match.step(TAKE + 1)
    assert match.over
    assert make_player("expert", match.variant).act_on_states(match.states).tolist() == [0]


def test_a_game_without_rules_of_thumb_has_none() -> None:
    sentence = "Sealed has no rules of thumb for the player 'expert'"
    with pytest.raises(ValueError, match=sentence):
        make_player("expert", SEALED.variant())
    with pytest.raises(ValueError, match=sentence):
        SeatEnv(SEALED, opponents="expert")


def mean_points(name: str, *seats: str) -> list[float]:
    """Return the mean points of each seat in games of the players ``seats``."""
    game = get_game(name)
    variant = game.variant(len(seats))
    states = play_games(variant, [make_player(seat, variant) for seat in seats], SEEDS).states
    points = [game.read_scores(states, i)[:, 0] for i in range(len(states))]
    return [float(mean) for mean in np.mean(points, axis=0)]


@pytest.mark.parametrize(
    ("name", "least"),  # a little less than it brings; random play brings 11 to 15, 1 in Aquanauts
    [("aquasphere", 65), ("octodice", 35), ("aquanauts", 35), ("aquamarine", 60)],
)
def test_it_is_a_good_beginner(name: str, least: float) -> None:
    expert, chance = mean_points(name, "expert", "random")
    assert expert > least > 2 * chance


@pytest.mark.parametrize(("name", "least"), [("octodice", 33), ("aquamarine", 55)])
def test_it_is_a_good_beginner_alone(name: str, least: float) -> None:
    (expert,), (chance,) = mean_points(name, "expert"), mean_points(name, "random")
    assert expert > least > 2 * chance


def test_it_is_an_opponent_in_environments() -> None:
    env = gymnasium.make("aquasphere_env:OctoDice-v1", opponents="expert", seat="random")
    assert "expert" in env.spec.to_json()
    histories = []
    for _ in range(2):
        over = False
        _, info = env.reset(seed=3)
        histories.append([])
        while not over:
            action = int(info["action_mask"].argmax())
            _, reward, over, _, info = env.step(action)
            histories[-1].append((action, float(reward)))
    assert histories[0] == histories[1]


def test_the_page_says_which_rule_chose() -> None:
    """Asked for advice, and after its own move."""
    page = TestClient(make_app(Setting(opponents=("expert",))), base_url="http://localhost")
    headers = {"origin": "http://localhost"}
    names = get_game("aquasphere").expert.RULES_OF_THUMB
    assert "expert" in page.get("/api/setting").json()["agents"]
    game = page.post("/api/new", json={"seed": 1}, headers=headers).json()
    path, view = f"/api/session/{game['token']}/", game["view"]
    while not view["opinion"]:
        if view["waiting"]:
            view = page.post(path + "advance", json={}, headers=headers).json()["view"]
            continue
        wish = {"agent": "expert"}
        opinion = page.post(path + "explain", json=wish, headers=headers).json()["opinion"]
        assert opinion["rule"] in names
        wish = {"action": opinion["scores"][0]["id"], "position": view["position"]}
        view = page.post(path + "act", json=wish, headers=headers).json()["view"]
    assert view["opinion"]["rule"] in names
