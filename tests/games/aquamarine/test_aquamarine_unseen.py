"""Simultaneous choices are unseen until the turn ends: AM-R1."""

import numpy as np
import pytest
from aquamarine_play import begin, do, draw, roll, sheet, sheet_phase, words

from aquasphere_env.core import loops
from aquasphere_env.core.match import Match
from aquasphere_env.core.position import state_to_dict
from aquasphere_env.games.aquamarine import GAME, rules


def seen_by(match, player):
    """Return everything that ``player`` may get to know."""
    parts = [GAME.to_text(match.state, player), GAME.extra_info(match.state)]
    parts.append(GAME.read_scores(match.states).tolist())
    for view in GAME.views.values():
        out = np.full(1, np.nan, np.float32).repeat(view.size).view(view.dtype)
        loops.observe_one(match.states, 0, player, out, 0)
        parts.append(out.tobytes())
        assert not np.isnan(out.view(np.float32)).any()
        assert (abs(out.view(np.float32)) <= 1).all()
    return parts


def weighted(match, choose):
    boxes = [action for action in match.legal_actions() if not 498 <= action <= 499]
    return boxes if boxes and choose.random() < 0.9 else match.legal_actions()


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


def test_everybody_uses_the_same_dice_in_seat_order():
    """AM-R1: each player makes all decisions of the turn before the next."""
    match = begin({(0, 1): "W"}, dice=(1, 2), num_players=3)
    movers = []
    for decision in ["rectangle 1x1", "square 0,1", "bonus: coral", "draw nothing"]:
        movers.append(match.player)
        assert tuple(match.state["dice"]) == (1, 2)
        do(match, decision)
    assert movers == [0, 0, 0, 1]
    assert match.player == 2
    do(match, "draw nothing")
    assert (match.player, match.state["round_number"]) == (0, 1)


def test_all_terminate_together():
    """AM-R1: a player who is done early waits for the others."""
    match = begin(num_players=2)
    sheet(match)["dive"] = 2
    draw(match, "1x1", 0, 2, dice=(1, 2))
    do(match, "draw nothing")
    roll(match, 1, 2)
    do(match, "end the dive")
    turns = 0
    while not match.over:
        assert match.player == 1
        assert not rules.turn_open(match.state, 0)
        do(match, "draw nothing")
        turns += 1
    assert turns == 23


def play_turn(states, decisions, order):
    """Play everybody's decisions of one turn, the next one always by the first of ``order``."""
    left = {player: list(actions) for player, actions in decisions.items()}
    for player in order:
        states[0]["current_player"] = player
        loops.refresh(states, 0)
        assert loops.is_legal(states, 0, left[player][0])
        loops.apply_one(states, 0, left[player].pop(0))


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_any_order_of_decisions_leads_to_the_same_state(num_players):
    """AM-R1: part-turns live in the players' own sheets."""
    for seed in range(6):
        match = Match(GAME.variant(num_players), seed)
        choose = np.random.default_rng(seed)
        states = match.states
        while not match.over and match.state["round_number"] < 20:
            start, turn = states.copy(), int(match.state["round_number"])
            decisions = {}
            while match.state["round_number"] == turn and not match.over:
                action = int(choose.choice(weighted(match, choose)))
                decisions.setdefault(match.player, []).append(action)
                loops.apply_one(states, 0, action)
            order = [player for player, actions in decisions.items() for _ in actions]
            choose.shuffle(order)
            play_turn(start, decisions, order)
            start[0]["step_count"] = states[0]["step_count"]
            if match.over:
                start[0]["current_player"] = states[0]["current_player"]
            assert state_to_dict(start[0]) == state_to_dict(states[0])


def test_turn_open_until_the_player_has_decided():
    match = begin(num_players=2)
    assert [bool(rules.turn_open(match.state, player)) for player in (0, 1)] == [True, True]
    do(match, "rectangle 1x1")
    assert [bool(rules.turn_open(match.state, player)) for player in (0, 1)] == [True, True]
    do(match, "square 0,1")
    assert [bool(rules.turn_open(match.state, player)) for player in (0, 1)] == [False, True]


def test_redeal_forgets_what_others_decided_in_this_turn():
    """AM-R1: the mover keeps the own part-turn, the others decide anew."""
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


def test_redeal_for_somebody_else_leaves_legal_actions_that_fit():
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


def test_evaluate_reads_the_own_sheet_only_and_changes_nothing():
    """AM-R1: the value is the same whatever others decided in this turn."""
    match = Match(GAME.variant(3), 4)
    choose = np.random.default_rng(4)
    values = set()
    while not match.over:
        match.step(int(choose.choice(weighted(match, choose))))
        player, before = match.player, state_to_dict(match.state)
        value = rules.evaluate(match.state, player)
        assert state_to_dict(match.state) == before
        other = match.copy()
        loops.redeal_one(other.states, 0, player, np.uint64(1))
        assert rules.evaluate(other.state, player) == value
        values.add(value)
    assert len(values) > 30
