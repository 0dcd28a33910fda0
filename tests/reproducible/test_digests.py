"""The games of ``digests.json``, played compiled in this process and interpreted in another."""

import pytest

from aquasphere_env.core.game import Game, digest
from aquasphere_env.core.jit import flags
from aquasphere_env.games import GAMES, get_game
from tests.processes import told

from .digests import ALL, FEW, kept, played, player_counts

pytestmark = pytest.mark.slow


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return get_game(request.param)


def test_games_of_this_process(game: Game) -> None:
    most = FEW if flags.DISABLE_JIT else ALL
    for count in player_counts(game):
        expected = kept()[game.id][str(count)]
        assert played(game.variant(count), most) == {
            number: text for number, text in expected.items() if int(number) <= int(most)
        }


def test_interpreted_games_of_another_process(game: Game) -> None:
    words = ("-m", "tests.reproducible.digests", "--few", game.name)
    said = told(*words, NUMBA_DISABLE_JIT="1", PYTHONHASHSEED="77")
    assert said == "all digests are as in the file\n"


def test_there_are_digests_of_every_game_and_no_other() -> None:
    games = [get_game(name) for name in GAMES]
    assert {key: sorted(counts) for key, counts in kept().items()} == {
        game.id: [str(count) for count in player_counts(game)] for game in games
    }


def test_a_digest_does_not_tell_what_lies_between_the_fields(game: Game) -> None:
    """Two equal states with other bytes in the gaps of the record have one digest."""
    variant = game.variant()
    states = variant.new_states(2)
    variant.start(states, 0, 1)
    octets = states[1:].view("u1").reshape(-1)
    octets[:] = 0xA5
    for name in states.dtype.names or ():
        states[1][name] = states[0][name]
    assert states[1].tobytes() != states[0].tobytes()
    assert digest(states[1]) == digest(states[0])
