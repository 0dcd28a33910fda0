"""Games that the test of conditions watches, see ``tests.mutants.conditions``."""

from aquasphere_env.games.octodice import GAME

from .oracle import SETUPS, TASTES, edited, play_both


def play_games() -> None:
    """Play short games that meet whatever a game can meet."""
    for seed in range(30):
        num_players, options = SETUPS[seed % len(SETUPS)]
        variant = GAME.variant(num_players, lab="random", **options)
        play_both(variant, edited(variant, seed), TASTES[seed % len(TASTES)], seed)
    states = GAME.variant().new_states()
    GAME.variant().begin(states, 0, 1)
    play_both(GAME.variant(), states, TASTES[0])
