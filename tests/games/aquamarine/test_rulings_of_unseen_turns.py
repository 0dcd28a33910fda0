"""Until the turn ends, the others see its start: AM-R1."""

import numpy as np
import pytest

from aquasphere_env.core import loops
from aquasphere_env.core.match import Match
from aquasphere_env.core.position import state_to_dict
from aquasphere_env.core.state import new_records
from aquasphere_env.games.aquamarine import GAME

from .positions import begin, do, sheet_phase, weighted, words

pytestmark = pytest.mark.slow


def seen_by(match, player):
    """Return everything that ``player`` may get to know."""
    parts = [GAME.to_text(match.state, player), GAME.extra_info(match.state)]
    parts.append(GAME.read_scores(match.states).tolist())
    for view in GAME.views.values():
        out = new_records(1, view.dtype)
        numbers = out.view(np.float32, np.ndarray)
        numbers[:] = np.nan
        loops.observe_one(match.states, 0, player, out, 0)
        parts.append(out.tobytes())
        assert not np.isnan(numbers).any()
        assert (abs(numbers) <= 1).all()
    return parts


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_others_see_the_start_of_the_turn(num_players):
    """AM-R1: observations, text, scores, info, end."""
    for seed in range(2):
        match = Match(GAME.variant(num_players), seed)
        choose = np.random.default_rng(seed)
        before = [seen_by(match, player) for player in range(num_players)]
        turn = 0
        while not match.over:
            own = state_to_dict(match.state)["now"]["players"]
            match.step(int(choose.choice(weighted(match, choose))))
            now = [seen_by(match, player) for player in range(num_players)]
            if match.state["round_number"] == turn:
                moved = state_to_dict(match.state)["now"]["players"]  # forced moves included
                for player in range(num_players):
                    assert moved[player] != own[player] or now[player] == before[player]
            turn = int(match.state["round_number"])
            before = now


def test_the_own_view_shows_the_unfinished_turn():
    match = begin({(0, 1): "f"}, dice=(1, 2), num_players=2)
    before = seen_by(match, 0)
    do(match, "rectangle 1x1", "square 0,1")
    assert match.player == 1
    assert all(one != two for one, two in zip(seen_by(match, 0)[3:], before[3:], strict=True))
    assert GAME.read_scores(match.states)[:, 0].tolist() == [0, 0]
    do(match, "draw nothing")
    assert GAME.read_scores(match.states)[:, 0].tolist() == [1, 0]


def test_redeal_forgets_what_others_decided_in_this_turn():
    """AM-R1: the mover keeps its own part of the turn, the others decide again."""
    match = begin(num_players=3)
    do(match, "rectangle 1x1", "square 0,1", "rectangle 2x1")
    before = seen_by(match, 1)
    loops.redeal_one(match.states, 0, 1, np.uint64(5))
    assert seen_by(match, 1) == before
    assert match.player == 1
    assert sheet_phase(match, 1) == "place"
    assert sheet_phase(match, 0) == "move"
    do(match, "square 0,1")
    assert match.player == 2
    do(match, "draw nothing")
    assert match.player == 0
    assert match.state["round_number"] == 0


def test_redeal_for_another_player_leaves_legal_actions_that_fit():
    match = begin(num_players=2)
    do(match, "rectangle 1x1")
    loops.redeal_one(match.states, 0, 1, np.uint64(5))
    assert match.player == 0
    assert "rectangle 1x1" in words(match)


def test_redeal_leaves_nothing_of_a_finished_turn_to_others():
    """AM-R1: after ``redeal`` the state is that of any other hidden choice."""
    outcomes = set()
    for column in (1, 2, 3):
        match = begin(num_players=2)
        do(match, "rectangle 1x1", f"square 0,{column}")
        loops.redeal_one(match.states, 0, 1, np.uint64(5))
        match.state["step_count"] = 0
        outcomes.add(str(state_to_dict(match.state)))
    assert len(outcomes) == 1
