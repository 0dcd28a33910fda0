"""Turns of all players at once: AM-T3, AM-R1."""

from itertools import product

import numpy as np
import pytest

from aquasphere_env.core import loops
from aquasphere_env.core.match import Match
from aquasphere_env.core.position import state_to_dict
from aquasphere_env.games.aquamarine import GAME, rules

from .positions import begin, do, draw, roll, row, score, sheet, weighted


def test_all_players_use_the_same_dice_in_seat_order():
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


def test_players_may_choose_the_same_die():
    """AM-R1: even the same box, each on a sheet of its own; neither takes it from the other."""
    match = begin({(0, 1): "f"}, dice=(1, 2), num_players=2)
    for player in (0, 1):
        assert match.player == player
        do(match, "rectangle 1x1", "square 0,1")
    assert match.scores() == [1, 1]
    assert [sheet(match, player)["drawn"][0] for player in (0, 1)] == [2, 2]


def test_two_dice_are_rolled_for_every_turn():
    """AM-T3: each shows 1 to 6, and neither tells of the other."""
    rolls = []
    for seed in range(40):
        match = Match(GAME.variant(1), seed)
        while not match.over:
            rolls.append(tuple(int(die) for die in match.state["dice"]))
            turn = int(match.state["round_number"])
            while match.state["round_number"] == turn and not match.over:
                do(match, "draw nothing")
    assert len(rolls) == 40 * 24
    assert set(rolls) == set(product(range(1, 7), repeat=2))


def test_alone_a_game_is_played_like_one_of_many():
    """AM-R9: the same decisions make the same sheet, but for the depth that is asked for."""
    alone, many = (begin(row("fjPPWW"), dice=(2, 3), num_players=count) for count in (1, 2))
    for match in (alone, many):
        draw(match, "3x1", 0, 1, dice=(2, 3))
    do(many, "draw nothing")
    for match in (alone, many):
        roll(match, 3, 5)
        do(match, "rectangle 3x1", "square 0,4", "bonus: coral")
    do(many, "draw nothing")
    for match in (alone, many):
        roll(match, 1, 6)
        do(match, "end the dive")
        draw(match, "6x1", 0, 9, dice=(1, 6))
    do(many, "draw nothing")
    names = sheet(alone).dtype.names
    assert all(np.array_equal(sheet(alone)[name], sheet(many)[name]) for name in names)
    assert score(alone) == score(many) == 1 - 2 + 4 + 2


def test_the_game_lasts_24_turns():
    match = begin(num_players=3)
    for _ in range(24 * 3):
        assert not match.over
        do(match, "draw nothing")
    assert match.over
    assert GAME.end_reason(match.state) == "all turns played"


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
    """Play all decisions of one turn, the next one always by the first of ``order``."""
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
