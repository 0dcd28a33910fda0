"""A running game keeps its place; what nobody plays makes room."""

from typing import Any

import pytest

from aquasphere_env.games import get_game
from aquasphere_env.viewer.people import HUMAN
from aquasphere_env.viewer.session import GameSession
from aquasphere_env.viewer.sessions import (
    KEPT_SECONDS,
    MAX_OF_CLIENT,
    MAX_SESSIONS,
    NoPlaceError,
    NoSessionError,
    Sessions,
)

FAR = "203.0.113.7"


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def sessions(clock: Clock) -> Sessions:
    return Sessions(clock)


def game() -> GameSession:
    return GameSession(get_game("octodice").variant(1), [HUMAN], 0)


def play_to_the_end(session: GameSession) -> None:
    while not session.match.over:
        session.match.step(session.match.legal_actions()[0])


def fill(sessions: Sessions) -> list[str]:
    return [sessions.open(game()) for _ in range(MAX_SESSIONS)]


def lost(sessions: Sessions, tokens: list[str]) -> list[int]:
    def is_lost(token: str) -> bool:
        try:
            sessions.find(token)
        except NoSessionError:
            return True
        return False

    return [k for k, token in enumerate(tokens) if is_lost(token)]


def test_new_games_take_no_place_of_running_ones(sessions: Sessions, clock: Clock) -> None:
    tokens = fill(sessions)
    clock.now = KEPT_SECONDS - 1
    for _ in range(3):
        with pytest.raises(NoPlaceError, match="64 games that were played in the last 30 minutes"):
            sessions.open(game())
    assert lost(sessions, tokens) == []


def test_the_game_that_was_left_longest_makes_room(sessions: Sessions, clock: Clock) -> None:
    tokens = fill(sessions)
    clock.now = 1.0
    sessions.find(tokens[0])
    clock.now = KEPT_SECONDS
    sessions.open(game())
    assert lost(sessions, tokens) == [1]


def test_a_game_that_is_over_makes_room_first(sessions: Sessions, clock: Clock) -> None:
    tokens = fill(sessions)
    clock.now = KEPT_SECONDS
    play_to_the_end(sessions.find(tokens[7]))
    sessions.open(game())
    assert lost(sessions, tokens) == [7]


def test_a_tab_that_begins_anew_has_left_its_game(sessions: Sessions) -> None:
    tokens = fill(sessions)
    sessions.open(game(), instead=tokens[5])
    assert lost(sessions, tokens) == [5]


def test_a_game_that_was_left_and_is_played_again_stays(sessions: Sessions) -> None:
    first = sessions.open(game())
    second = sessions.open(game(), instead=first)
    sessions.find(first)  # of a tab that was duplicated
    while True:
        try:
            sessions.open(game())
        except NoPlaceError:
            break
    assert lost(sessions, [first, second]) == []


def test_another_machine_takes_only_its_share(sessions: Sessions, clock: Clock) -> None:
    mine = sessions.open(game())
    theirs = [sessions.open(game(), FAR) for _ in range(MAX_OF_CLIENT)]
    with pytest.raises(NoPlaceError, match="you have 16 games here"):
        sessions.open(game(), FAR)
    others = [sessions.open(game(), "203.0.113.8")]
    clock.now = KEPT_SECONDS
    sessions.open(game(), FAR)  # in the place of one of its own
    assert lost(sessions, [mine, *others, *theirs]) == [2]


@pytest.mark.parametrize("client", ["127.0.0.1", "::1", ""])
def test_this_machine_may_take_all_places(sessions: Sessions, client: str) -> None:
    tokens: list[Any] = [sessions.open(game(), client) for _ in range(MAX_SESSIONS)]
    assert lost(sessions, tokens) == []
