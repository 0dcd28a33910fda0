"""Players against each other: whole games, seats as given, logs that replay."""

import numpy as np
import pytest

from aquasphere_env.core.game import Game, digest
from aquasphere_env.core.match import IllegalActionError, Match
from aquasphere_env.players.player import Player
from aquasphere_env.players.playing import play_games
from aquasphere_env.players.registry import make_player
from tests.toy.pebbles import GAME as PEBBLES


def test_histories_replay_to_the_final_states(any_game: Game) -> None:
    variant = any_game.variant()
    seats = [make_player("greedy", variant), make_player("random", variant)]
    counted: list[int] = []
    played = play_games(variant, seats, [5, 6, 7], counted.append)
    assert sum(counted) == 3
    for seed, history, state in zip((5, 6, 7), played.histories, played.states, strict=True):
        match = Match(variant, seed)
        for action in history:
            match.step(action)
        assert match.over
        assert digest(match.state) == digest(state)


def test_more_games_than_a_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    variant = PEBBLES.variant()
    seats = [make_player("greedy", variant)] * 2
    whole = play_games(variant, seats, range(7)).histories
    monkeypatch.setattr("aquasphere_env.players.playing.BATCH", 3)
    assert play_games(variant, seats, range(7)).histories == whole


def test_who_watches_sees_every_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    variant = PEBBLES.variant()
    seats = [make_player(name, variant) for name in ("greedy", "random")]
    seen: list[list[str]] = [[] for _ in range(7)]

    def watch(player: Player, games: np.ndarray) -> None:
        for k in games:
            seen[k].append(player.name)

    monkeypatch.setattr("aquasphere_env.players.playing.BATCH", 3)
    histories = play_games(variant, seats, range(7), watch=watch).histories
    for seed, (names, history) in enumerate(zip(seen, histories, strict=True)):
        match, movers = Match(variant, seed), []
        for action in history:
            movers.append(seats[match.player].name)
            match.step(action)
        assert names == movers


@pytest.mark.parametrize(
    ("answer", "error", "message"),
    [
        (lambda n: np.full(n, 77), IllegalActionError, "player Answers: illegal action 77"),
        (lambda n: np.zeros(n), TypeError, "2 integer actions are expected, not float64"),
        (lambda n: np.zeros((n, 1), int), TypeError, r"shape \(2, 1\)"),
    ],
)
def test_bad_answers_are_refused(answer, error, message) -> None:
    class Answers:
        def act_on_states(self, states):
            return answer(len(states))

    variant = PEBBLES.variant()
    player = make_player(Answers(), variant)
    with pytest.raises(error, match=message):
        play_games(variant, [player, player], [0, 1])


def test_as_many_players_as_seats() -> None:
    variant = PEBBLES.variant(3)
    with pytest.raises(ValueError, match="3 seats"):
        play_games(variant, [make_player("random", variant)], [0])
