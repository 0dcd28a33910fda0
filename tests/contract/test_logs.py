"""Game logs round-trip, replay exactly, are refused by line and reason, and are written whole."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from aquasphere_env.core.game import Game, Variant, digest
from aquasphere_env.core.log import GameLog, LogError, read_logs, write_logs
from aquasphere_env.core.match import Match

from .setups import finish


def played(variant: Variant, seed: int = 1) -> Match:
    return finish(Match(variant, seed), seed)


def replayed(game: Game, log: GameLog) -> Match:
    *_, last = log.replay(game)
    return last


def test_a_log_round_trips_and_replays_exactly(variant: Variant) -> None:
    """catanatron #54 #388."""
    match = played(variant)
    log = GameLog.of(match, ["random"] * variant.num_players)
    assert GameLog.from_json(log.to_json()) == log
    again = replayed(variant.game, GameLog.from_json(log.to_json()))
    assert digest(again.state) == digest(match.state)
    assert (again.history, again.forced) == (match.history, match.forced)


def test_a_game_with_injected_chance_and_an_interrupted_one_replay(variant: Variant) -> None:
    match = Match(variant, 3, variant.dealt(7))
    for _ in range(5):
        if not match.over:
            match.step(match.legal_actions()[-1])
    log = GameLog.from_json(GameLog.of(match).to_json())
    assert log.end_reason is None or match.over
    assert digest(replayed(variant.game, log).state) == digest(match.state)


def test_a_file_of_logs_round_trips(variant: Variant, tmp_path: Path) -> None:
    logs = [GameLog.of(played(variant, seed)) for seed in range(3)]
    path = tmp_path / "games.jsonl"
    write_logs(path, logs)
    assert list(read_logs(path)) == logs
    write_logs(path, logs[:1])
    assert list(read_logs(path)) == logs[:1]
    assert [entry.name for entry in tmp_path.iterdir()] == ["games.jsonl"]


def test_a_file_is_never_half_written(game: Game, tmp_path: Path) -> None:
    log = GameLog.of(played(game.variant()))

    def breaks() -> Iterator[GameLog]:
        yield log
        raise KeyboardInterrupt

    path = tmp_path / "games.jsonl"
    with pytest.raises(KeyboardInterrupt):
        write_logs(path, breaks())
    assert list(tmp_path.iterdir()) == []
    write_logs(path, [log, log])
    with pytest.raises(KeyboardInterrupt):
        write_logs(path, breaks())
    assert list(read_logs(path)) == [log, log]
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("keep", [0.3, 0.99])
def test_a_truncated_line_is_refused_by_its_number(game: Game, tmp_path: Path, keep: float) -> None:
    line = GameLog.of(played(game.variant())).to_json()
    path = tmp_path / "games.jsonl"
    path.write_text(f"{line}\n\n{line[: int(keep * len(line))]}", encoding="utf-8")
    logs = read_logs(path)
    next(logs)
    with pytest.raises(LogError, match=r"games\.jsonl, line 3: not a complete JSON line"):
        next(logs)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("num_players", None),
        ("num_players", "2"),
        ("options", 3),
        ("seed", "x"),
        ("chance", [1]),
        ("actions", 5),
        ("forced", None),
        ("end_reason", 0),
    ],
)
def test_a_key_of_the_wrong_type_is_refused_by_name(game: Game, key: str, value: Any) -> None:
    data = json.loads(GameLog.of(played(game.variant())).to_json())
    with pytest.raises(LogError, match=f"^here: {key} cannot be"):
        GameLog.from_json(json.dumps(data | {key: value}), "here")


@pytest.mark.parametrize("line", ["[]", "1", '{"schema": "another"}', "{}", "null"])
def test_what_is_no_log_is_refused(line: str) -> None:
    with pytest.raises(LogError, match=r"^here: not a game log of schema"):
        GameLog.from_json(line, "here")


def test_missing_and_unknown_keys_are_refused_by_name(game: Game) -> None:
    data = json.loads(GameLog.of(played(game.variant())).to_json())
    with pytest.raises(LogError, match="here: missing or unknown key 'mood'"):
        GameLog.from_json(json.dumps(data | {"mood": 1}), "here")
    del data["actions"]
    with pytest.raises(LogError, match="here: missing or unknown key 'actions'"):
        GameLog.from_json(json.dumps(data), "here")


def assert_refused(game: Game, log: GameLog, reason: str) -> None:
    with pytest.raises(LogError, match=f"^here.*{reason}"):
        list(log.replay(game, "here"))


def test_a_changed_log_does_not_replay(game: Game) -> None:
    log = GameLog.of(played(game.variant()))
    beyond = len(game.actions)
    middle = len(log.actions) // 2
    changed = [*log.actions[:middle], beyond, *log.actions[middle + 1 :]]
    points = [log.scores[0] + 1, *log.scores[1:]]
    assert_refused(game, replace(log, actions=changed), f"action number {middle}: .*{beyond}")
    assert_refused(game, replace(log, actions=[*log.actions, 0]), "the game is over")
    assert_refused(game, replace(log, actions=log.actions[:-1]), "but replaying gives")
    assert_refused(game, replace(log, scores=points), "scores is .* but replaying gives")
    assert_refused(game, replace(log, forced=[*log.forced, [0, 0]]), "forced is")
    assert_refused(game, replace(log, end_reason="rain"), "end_reason is 'rain'")
    assert_refused(game, replace(log, component_hash="0" * 16), "component set .* has hash")
    assert_refused(game, replace(log, version=game.version + 1), "version")
    assert_refused(game, replace(log, game="chess"), "a game of 'chess'")
    assert_refused(game, replace(log, num_players=9), "players")
    assert_refused(game, replace(log, options={"speed": 3}), "speed")
    assert_refused(game, replace(log, chance={"weather": 3}), "weather")
    assert_refused(game, replace(log, seed=-1), "seed")
