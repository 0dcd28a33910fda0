"""What one person sees of a simultaneous turn does not depend on what others did in it (AM-R1)."""

import json
from pathlib import Path
from typing import Any

import pytest

from aquasphere_env.core.log import GameLog, write_logs
from aquasphere_env.core.match import Match
from aquasphere_env.games import get_game
from aquasphere_env.viewer.export import as_text
from aquasphere_env.viewer.people import HUMAN
from aquasphere_env.viewer.replay import load_replays
from aquasphere_env.viewer.session import GameSession

AQUAMARINE = get_game("aquamarine")


def session(*names: str) -> GameSession:
    return GameSession(AQUAMARINE.variant(len(names)), names, seed=3)


def play_turn(game: GameSession, choice: int) -> int:
    """Play the turn of the person to move by its ``choice``-th action; return the decisions."""
    player, decisions = game.match.player, 0
    while game.humans_turn and game.match.player == player and decisions < 60:
        legal = game.match.legal_actions()
        game.act(legal[choice % len(legal)], game.position())
        decisions += 1
    return decisions


def shown(game: GameSession) -> dict[str, Any]:
    """Return all that the person at the screen can get from the server."""
    return {
        "view": game.view(),
        "log": game.log().to_json(),
        "advice": game.advice("greedy") if game.humans_turn else None,
    }


def test_the_second_person_sees_nothing_of_the_first_ones_turn() -> None:
    games = [session(HUMAN, HUMAN, "greedy") for _ in range(2)]
    for turn in range(4):
        decisions = [play_turn(game, choice) for game, choice in zip(games, (0, -1), strict=True)]
        assert turn > 0 or decisions[0] != decisions[1]
        views = [shown(game) for game in games]
        assert all(view["view"]["viewer"] == 1 for view in views)
        assert views[0] == views[1]
        games[1] = session(HUMAN, HUMAN, "greedy")  # the same past again, then another turn
        for past in range(turn + 1):
            play_turn(games[1], 0 if past <= turn else -1)
            finish_turn(games[1])
        finish_turn(games[0])
        assert shown(games[0]) == shown(games[1])


def finish_turn(game: GameSession) -> None:
    """Let the others finish the turn, persons by their first actions."""
    turn = game.match.state["round_number"]
    while game.match.state["round_number"] == turn and not game.match.over:
        if game.humans_turn:
            play_turn(game, 0)
        else:
            game.advance()


def test_while_others_decide_nothing_says_who_or_how_often() -> None:
    game = session(HUMAN, "greedy", "random", "greedy")
    for _ in range(6):
        play_turn(game, 0)
        turn = int(game.match.state["round_number"])
        if not game.view()["waiting"]:
            continue
        view = game.view()
        assert view["player"] is None
        assert view["opinion"] is None
        game.advance()  # all of them at once
        assert game.match.state["round_number"] == turn + 1


def test_the_log_of_a_running_game_ends_where_the_turn_began() -> None:
    game = session(HUMAN, HUMAN)
    play_turn(game, 0)
    finish_turn(game)
    start = game.log().actions
    assert start
    play_turn(game, -1)
    assert game.log().actions == start
    log = GameLog.from_json(game.log().to_json())
    assert sum(1 for _ in log.replay(AQUAMARINE)) == len(start) + 1
    finish_turn(game)
    assert len(game.log().actions) > len(start)


def test_a_late_command_of_the_first_person_is_not_the_second_ones() -> None:
    game = session(HUMAN, HUMAN)
    position = game.position()
    play_turn(game, -1)
    assert game.match.player == 1
    with pytest.raises(ValueError, match="gone on"):
        game.act(game.match.legal_actions()[0], position)
    assert json.dumps(game.view())


def test_a_person_cannot_take_back_the_other_ones_open_turn() -> None:
    game = session(HUMAN, HUMAN)
    play_turn(game, 0)
    assert not game.view()["can_undo"]
    with pytest.raises(ValueError, match="no decision of yours"):
        game.undo()
    play_turn(game, 0)
    play_turn(game, 0)
    game.undo()
    assert (game.match.player, game.match.state["round_number"]) == (1, 0)


def test_while_agents_decide_the_last_person_sees_its_own_sheet() -> None:
    game = session(HUMAN, HUMAN, "greedy")
    play_turn(game, 0)
    play_turn(game, -1)
    view = game.view()
    assert view["waiting"]
    assert view["viewer"] == 1
    assert {event["player"] for event in view["log"]} == {1}


def test_the_replay_of_an_interrupted_turn_as_one_seat_hides_the_others(tmp_path: Path) -> None:
    said = []
    for choice in (0, -1):
        match = Match(AQUAMARINE.variant(2), seed=3)
        while match.player == 0:
            match.step(match.legal_actions()[choice])
        write_logs(tmp_path / "log.jsonl", [GameLog.of(match)])
        (replay,), _ = load_replays(tmp_path / "log.jsonl")
        said.append((as_text(replay, 1), replay.view(len(replay), 1)["log"]))
        assert len(replay.events(None)) == len(replay)
    assert said[0] == said[1]
