"""TextArena's own package plays the games: its states, wrappers and registry.

``test_clients`` runs this file where TextArena is installed.
"""

import copy
import random
from typing import Any

import pytest

from aquasphere_env.core.match import Match
from aquasphere_env.games import GAMES, get_game

ta = pytest.importorskip("textarena")

from aquasphere_env.adapters import textarena as adapter  # noqa: E402

pytestmark = pytest.mark.clients
COUNTS = [
    (name, players)
    for name in GAMES
    for players in range(get_game(name).min_players, get_game(name).max_players + 1)
]


def made(name: str, players: int, suffix: str = "", seed: int = 1, **keywords: Any) -> Any:
    env = ta.make(f"{get_game(name).gym_id}{suffix}", **keywords)
    env.reset(num_players=players, seed=seed)
    return env


def ids_in(observation: str) -> list[int]:
    listed = observation.rpartition("Your legal actions:\n")[2]
    return [int(line.split(":")[0]) for line in listed.split("\n") if line[:1].isdigit()]


@pytest.mark.parametrize(("name", "players"), COUNTS)
def test_a_whole_game_is_the_match_of_the_same_seed(name: str, players: int) -> None:
    env, chooser = made(name, players), random.Random(3)
    match = Match(get_game(name).variant(players), 1)
    done = False
    while not done:
        player, observation = env.get_observation()
        assert player == match.player
        assert observation.count("what you must know") == 1
        assert observation.count("Your legal actions:") == 1
        assert ids_in(observation) == match.legal_actions()
        action = chooser.choice(match.legal_actions())
        done, info = env.step(action=f"I think [{action}]")
        match.step(action)
        assert info == {}
        assert done == match.over
    rewards, info = env.close()
    winners = [rank == 1 for rank in match.ranks()]
    expected = [1 if won else -1 for won in winners] if not all(winners) else [0] * players
    assert [rewards[p] for p in range(players)] == (match.scores() if players == 1 else expected)
    assert [info[p]["score"] for p in range(players)] == match.scores()
    assert [info[p]["rank"] for p in range(players)] == match.ranks()
    assert sum(info[p]["turn_count"] for p in range(players)) == len(match.history)
    assert all("points" in info[p]["reason"] for p in range(players))


@pytest.mark.parametrize("players", [1, 2, 3])
def test_wrong_answers_are_refused_with_the_reason_until_there_are_too_many(players: int) -> None:
    env = made("octodice", players, error_allowance=2)
    player, before = env.get_observation()
    for answer, reason in (("hm", "names no action"), ("Action: 999", "ids go from 0 to 121")):
        assert env.step(action=answer) == (False, {})
        again, observation = env.get_observation()
        assert again == player
        assert "attempted an invalid move" in observation
        assert reason in observation
        assert ids_in(observation) == ids_in(before)
    env.step(action=f"[{ids_in(before)[0]}]")  # that is forgotten then
    player, _ = env.get_observation()
    for left in (2, 1, 0):
        assert env.step(action="hm")[0] == (left == 0)
    rewards, info = env.close()
    assert rewards == {p: -1 if p == player else 1 for p in range(players)}
    assert [info[p]["invalid_move"] for p in range(players)] == [
        p == player for p in range(players)
    ]


def test_messages_of_a_player_and_open_turns_stay_hidden() -> None:
    env = made("aquamarine", 3, "-raw")
    secret = "SECRET PLAN"
    said: dict[int, list[str]] = {0: [], 1: [], 2: []}
    turns = {0: 0, 1: 0, 2: 0}
    chooser = random.Random(5)
    for _ in range(60):
        player, messages = env.get_observation()
        said[player] += [text for _, text, _ in messages]
        turn = int(env.match.state["round_number"])
        news = [text for _, text, kind in messages if "ACTION_DESCRIPTION" in kind.name]
        if turn == turns[player]:
            assert not any(f"- player_{p}:" in text for text in news for p in said if p != player)
        turns[player] = turn
        action = chooser.choice(env.match.legal_actions())
        assert env.step(action=f"{secret} {player}\nAction: {action}") == (False, {})
    for player, texts in said.items():
        others = [f"{secret} {p}" for p in said if p != player]
        assert not any(other in text for other in others for text in texts)
        assert any(f"- player_{(player + 1) % 3}:" in text for text in texts)


def test_formatting_wrappers_do_no_harm() -> None:
    env = ta.wrappers.ActionFormattingWrapper(made("octodice", 2))
    _, observation = env.get_observation()
    action = ids_in(observation)[-1]
    for answer in (str(action), f"Action: {action}"):
        again = copy.deepcopy(env)
        again.step(action=answer)
        assert again.match.history == [action]


def test_options_and_rules_are_the_game_s() -> None:
    env = made("octodice", 2, rules=None, hints=False, virtual_player=True)
    _, observation = env.get_observation()
    assert "OctoDice with a virtual player" in observation
    assert "what you must know" not in observation
    assert " | " not in observation.split("Your legal actions:")[1]
    with pytest.raises(ValueError, match="rules is 'short', 'full' or None"):
        ta.make("OctoDice-v1", rules="long")
    with pytest.raises(ValueError, match="AquaSphere is for 2 to 4 players, not 1"):
        made("aquasphere", 1)


def test_without_a_seed_games_differ() -> None:
    env = made("octodice", 2)
    seeds = set()
    for _ in range(3):
        env.reset(num_players=2)
        seeds.add(env.match.seed)
    assert len(seeds) == 3
    adapter.register()  # again: nothing happens
