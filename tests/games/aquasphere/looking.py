"""What a player sees, by feature name."""

import random

import numpy as np

from aquasphere_env.core import loops
from aquasphere_env.core.match import Match
from aquasphere_env.games.aquasphere import GAME
from aquasphere_env.games.aquasphere.tokens import COLUMNS


def look(match, player=0, view="flat"):
    """Return what ``player`` sees, a record; fields that nobody writes stay NaN."""
    views = np.full(GAME.views[view].size, np.nan, np.float32).view(GAME.views[view].dtype)
    loops.observe_one(match.states, 0, player, views, 0)
    return views[0]


def numbers(record):
    return np.frombuffer(record.tobytes(), np.float32)


def token(match, matrix, row, player=0):
    """Return a token of the entities view as a dictionary of its columns."""
    values = look(match, player, "entities")[matrix][row]
    columns, start = {}, 0
    for name, size, _ in COLUMNS[matrix]:
        columns[name] = values[start] if size == 1 else values[start : start + size]
        start += size
    assert start == len(values)
    return columns


def hot(vector):
    """Return the index of the only one in a one-hot vector, ``None`` for zeros."""
    assert set(np.unique(vector)) <= {0.0, 1.0}
    assert np.sum(vector) <= 1
    return int(np.argmax(vector)) if np.any(vector) else None


def random_states(num_players, seed, every=7, **options):
    match = Match(GAME.variant(num_players, **options), seed)
    rng = random.Random(seed)
    while not match.over:
        if len(match.history) % every == 0:
            yield match
        match.step(rng.choice(match.legal_actions()))
    yield match
