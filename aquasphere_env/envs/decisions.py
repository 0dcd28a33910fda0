"""One decision in a game whose every seat is played from outside: check, play, pay."""

from ..core.jit import kernel
from ..core.loops import is_legal, is_over, step
from ..core.state import Array
from .rewards import pay

ILLEGAL, OVER = -1, -2  # instead of who is to move next
MOST_EMPTY_GAMES = 100  # in a row without a decision to make; more is an error


@kernel
def play(states: Array, i: int, action: int, reward: int, accounts: Array, rewards: Array) -> int:
    """Play ``action`` in slot ``i``, pay, return who is next; ``ILLEGAL``: nothing has changed."""
    if not is_legal(states, i, action):
        return ILLEGAL
    step(states, i, action)
    pay(states[i], reward, accounts[i], rewards[i])
    return OVER if is_over(states[i]) else states[i].current_player


@kernel
def play_each(states: Array, actions: Array, reward: int, accounts: Array, rewards: Array) -> None:
    """Play ``actions[i]`` in every slot that is running, and pay ``rewards[i]``."""
    for i in range(states.shape[0]):
        if not is_over(states[i]):
            play(states, i, actions[i], reward, accounts, rewards)
