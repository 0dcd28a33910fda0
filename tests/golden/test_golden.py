"""Every game replays its golden playthroughs to the byte; a game without them fails.

``python -m tests.golden.playthroughs`` regenerates them, see there.
"""

import pytest

from aquasphere_env.core.game import digest

from .playthroughs import EVERY, FOLDER, golden_files, read

FILES = list(golden_files())


@pytest.mark.parametrize(
    ("game", "num_players", "path"), FILES, ids=[path.stem for _, _, path in FILES]
)
def test_replays(game, num_players, path):
    """AlphaNLHoldem #9 #2: what a rule does is held to, beyond the tests of the rule."""
    assert path.exists(), f"no {path.name}: run python -m tests.golden.playthroughs {game.name}"
    number_of_games = 0
    for log, final, on_the_way in read(path):
        assert log.num_players == num_players
        digests = []
        for match in log.replay(game, path.name):
            if not match.over and len(match.history) % EVERY == 0:
                digests.append(digest(match.state))
        assert digests == on_the_way
        assert match.over
        assert digest(match.state) == final
        number_of_games += 1
    assert number_of_games >= 3


def test_no_file_of_a_game_that_is_gone():
    assert {path.name for path in FOLDER.glob("*.jsonl")} <= {path.name for _, _, path in FILES}
