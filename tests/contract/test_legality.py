"""A legal action is accepted, any other refused; a game always goes on, and ends."""

from typing import Any

import numpy as np
import pytest

from aquasphere_env.core import loops
from aquasphere_env.core.game import Game, Variant, digest, legal_ids
from aquasphere_env.core.match import IllegalActionError, Match
from aquasphere_env.core.rng import RNG_DTYPE
from aquasphere_env.core.state import header, new_records, num_words

from .loops import FAULTS, find_fault
from .setups import finish, sample, walk
from .spec import spec_of

pytestmark = pytest.mark.slow


NUM_GAMES = 10_000


def assert_refused(match: Match, action: Any, *words: str) -> None:
    before = digest(match.state), list(match.history), list(match.forced)
    with pytest.raises(IllegalActionError) as error:
        match.step(action)
    assert all(word in str(error.value) for word in words), str(error.value)
    assert (digest(match.state), match.history, match.forced) == before


def test_exactly_the_legal_actions_are_accepted(variant: Variant) -> None:
    """PettingZoo #1302."""
    table = variant.game.actions
    for match in sample(variant, seed=3, every=7):
        legal = match.legal_actions()
        for action in range(len(table)):
            if action in legal:
                trial = match.copy()
                trial.step(action)
                assert trial.history == [*match.history, action]
            else:
                reason = "is over" if match.over else table.describe(action)
                assert_refused(match, action, f"illegal action {action}", reason)


def test_a_refusal_gives_a_reason(variant: Variant) -> None:
    for match in sample(variant, seed=4, every=5):
        for action in range(len(variant.game.actions)):
            if not match.over and action not in match.legal_actions():
                assert variant.game.why_illegal(match.state, action).strip()


@pytest.mark.parametrize("action", [-1, 2**31, 2**64, 2**70])
def test_what_is_no_action_is_refused(game: Game, action: Any) -> None:
    assert_refused(Match(game.variant(), seed=1), action, "action")


def test_any_integer_type_is_an_action(game: Game) -> None:
    match = Match(game.variant(), seed=1)
    action = match.legal_actions()[0]
    for kind in (np.int8, np.int32, np.int64, np.uint8):
        twin = match.copy()
        twin.step(kind(action))
        assert twin.history == [action]
        assert type(twin.history[0]) is int


def test_a_decision_is_between_two_actions_until_the_end(variant: Variant) -> None:
    for seed in range(20):
        for match in walk(variant, seed):
            assert (len(match.legal_actions()) >= 2) != match.over
            assert match.state["step_count"] == len(match.history)
        assert not match.state["legal"].any()
        assert match.state["terminated"] != match.state["truncated"]
        assert variant.game.end_reason(match.state) in variant.game.end_reasons
        assert_refused(match, 0, "over", str(variant.game.end_reason(match.state)))


def test_random_games_have_no_dead_end_and_end(variant: Variant) -> None:
    game = variant.game
    seed, fault = find_fault(
        variant.new_states(),
        variant.blank,
        NUM_GAMES,
        len(game.actions),
        len(game.end_reasons),
        new_records(1, RNG_DTYPE),
    )
    assert seed < 0, f"seed {seed}: {FAULTS[fault]}"


def test_forced_moves_are_recorded_where_they_were_played(variant: Variant) -> None:
    """Playing ``events`` without the help of ``Match`` leads to the same state."""
    match = finish(Match(variant, seed=5), seed=5)
    states = variant.new_states()
    variant.begin(states, 0, 5)
    for action, forced in match.events():
        legal = legal_ids(states[0])
        assert action in legal
        assert forced == (len(legal) == 1)
        states[0]["step_count"] += not forced
        loops.apply_one(states, 0, action)
    assert digest(states[0]) == digest(match.state)


def test_the_state_has_the_common_header(game: Game) -> None:
    names = [name for name, *_ in header(len(game.actions))]
    assert list(game.state_dtype.names or ())[: len(names)] == names
    assert game.state_dtype["legal"].shape == (num_words(len(game.actions)),)


def test_every_option_is_among_the_set_ups(game: Game) -> None:
    """Component files are another matter: they are refused or played by the games' own tests."""
    tried = {name for _, options in spec_of(game.name).setups for name in options}
    assert tried == set(game.options) - {"components"}
