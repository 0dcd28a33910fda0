"""Impossible states are refused by field: a position that breaks one invariant alone for each."""

import re

import pytest

from aquasphere_env.core.check import StateError, check_state
from aquasphere_env.core.match import Match
from aquasphere_env.core.position import state_from_dict, state_to_dict
from aquasphere_env.games.octodice import GAME
from aquasphere_env.games.octodice.state import TILES
from tests.places import parent

from .positions import FIRST, play, position

ROLL = "research, submarine, octopus", "yellow 0, green 1, octopus"
FLEXI = [["A1", "B1", "C2"], *FIRST[1:]]
SUPER_LEVEL, SUPER_COPY = [*FIRST[:2], ["G1", "H2", "I1"]], [*FIRST[:2], ["G1", "H2", "I2"]]


def first_keep():
    return Match(GAME.variant(3), 2)


def main():
    """Return the second turn of the second third; Flexi-Tec serves one bot."""
    fields = "active_player = 1\ncurrent_player = 1\nround_number = 2"
    players = {1: "markers = [0, 0, 0]\ncrystals = 2\noctopuses = [1, 0, 0]"}
    match = position(3, *ROLL, fields=fields, players=players, lab=FLEXI)
    return play(match, "bot yellow by Flexi-Tec with black 1")


def bonus():
    return play(position(3, *ROLL), "done")


def virtual_bonus():
    return play(position(2, *ROLL, virtual_player=True), "done", "done")


def solo():
    return Match(GAME.variant(1), 3)


def bonus_scoring(lab, markers, num_players=2):
    """Return the bonus scoring, where seat 0 is asked for its tile."""
    rounds, last = (9, 0) if num_players == 1 else (6, num_players - 1)
    fields = f"active_player = {last}\ncurrent_player = {last}\nround_number = {rounds - 1}"
    players = dict.fromkeys(range(num_players), f"markers = {markers}")
    match = position(num_players, *ROLL, fields=fields, players=players, lab=lab)
    return play(match, *["done"] * num_players)


def super_level():
    return bonus_scoring(SUPER_LEVEL, [0, 0, 2])


def super_copy():
    return bonus_scoring(SUPER_COPY, [1, 2, 2])


def scored():
    """Return a finished game of two owners of Super-Level."""
    return play(super_level(), "Super-Level left", "Super-Level middle")


def copied():
    return play(super_copy(), "Super-Copy of G", "Super-Copy of H")


def plain_end():
    match = bonus_scoring(FIRST, [0, 0, 0])
    assert match.over
    return match


POSITIONS = [
    *(first_keep, main, bonus, virtual_bonus, solo, super_level, super_copy),
    *(scored, copied, plain_end),
]


@pytest.mark.parametrize("make", POSITIONS)
def test_each_position_is_possible_as_it_is(make):
    match = make()
    check_state(match.variant, match.state)
    state_from_dict(match.variant, state_to_dict(match.state))


def sheet(seat, **fields):
    return {("players", seat, name): value for name, value in fields.items()}


def earned(seat, source, points):
    """Return the changes by which ``seat`` earns ``points`` from ``source`` beside nothing."""
    values = [0] * 10
    values[source] = points
    return sheet(seat, earned=values, points=points)


IMPOSSIBLE = [
    (first_keep, {("virtual_player",): True}, "virtual_player: differs"),
    (first_keep, {("random_lab",): True}, "random_lab: differs"),
    (first_keep, {("lab", 0): [1, 2, 4]}, "tile_column: differs from the lab"),
    (first_keep, {("tile_column", 1): 0}, "tile_column: differs from the lab"),
    (first_keep, {("colour", 2): 0, ("number", 2): 1}, "black die 2: no face has colour 0"),
    (first_keep, {("colour", 0): 5, ("number", 0): 2}, "black die 0: no face has colour 5"),
    (first_keep, {("active_player",): 3}, "active_player: 3, not 0 to 2"),
    (first_keep, {("asked",): 4}, "asked: 4, not 0 to 3"),
    (first_keep, sheet(3, crystals=1), "players.3.crystals: not 0 in a seat"),
    (solo, sheet(3, bots=[0, 1, 0, 0, 0]), "players.3.bots: not 0 in a seat"),
    (first_keep, sheet(3, markers=[-1, 0, 0]), "players.3.markers: not 0 in a seat"),
    (first_keep, {("round_number",): 6}, "round_number: 6, not 0 to 5"),
    (solo, {("round_number",): 9}, "round_number: 9, not 0 to 8"),
    (super_level, {("round_number",): 4}, "round_number: 4 in the bonus scoring"),
    (plain_end, {("round_number",): 4}, "round_number: 4 in the bonus scoring"),
    (super_level, {("active_player",): 0}, "active_player: 0, but the last player"),
    (first_keep, {("current_player",): 1}, "current_player: 1, but player 0 has the turn"),
    (main, {("current_player",): 2}, "current_player: 2, but player 1 has the turn"),
    (bonus, {("phase",): 4}, "phase: there is no virtual player"),
    (solo, {("phase",): 3}, "phase: alone, nobody has bonus actions"),
    (bonus, {("asked",): 1, ("current_player",): 0}, "asked: 1, but at least 2"),
    (virtual_bonus, {("asked",): 0, ("current_player",): 1}, "asked: 0, but at least 1"),
    (bonus, {("asked",): 3}, "current_player: 1 is not the last of 3 asked"),
    (virtual_bonus, {("current_player",): 1}, "current_player: 1 is not the last of 1 asked"),
    (bonus, {("round_number",): 1, **sheet(1, bonus_used=2)}, "current_player: 1 has no bonus"),
    (super_level, {("asked",): 2}, "asked: 2 seats up to player 0"),
    (super_level, {("phase",): 6}, "phase: player 0 is not asked for super-copy"),
    (super_copy, {("phase",): 5}, "phase: player 0 is not asked for super-level"),
    (super_level, sheet(0, markers=[2, 2, 1]), "phase: player 0 is not asked for super-level"),
    (super_level, sheet(0, markers=[2, 2, 2]), "phase: the lab of player 0 is complete"),
    (first_keep, {("truncated",): True}, "truncated: there is no limit"),
    (plain_end, {("phase",): 2}, "phase: main does not end a game"),
    (scored, sheet(1, markers=[0, 2, 1]), "current_player: 1 was not asked for super-level"),
    (copied, {("phase",): 3}, "phase: player 0 was not asked for the tile"),
    (scored, {("phase",): 3}, "phase: player 0 was not asked for the tile"),
    (first_keep, {("kept", 0): 1}, "kept: not 0 dice in first keep"),
    (main, {("kept", 0): 0}, "kept: not 4 dice in main"),
    (bonus, {("kept",): [1] * 6}, "kept: not 4 dice in bonus"),
    (virtual_bonus, {("kept", 0): 1}, "kept: not 0 dice in virtual bonus"),
    (super_level, {("kept", 0): 0}, "kept: not 4 dice in super-level"),
    (first_keep, {("main_actions",): 1}, "main_actions: 1 in first keep, not 0 to 0"),
    (main, {("main_actions",): 2}, "main_actions: 2 in main, not 0 to 1"),
    (main, {("main_actions",): 0}, "used: not 0 white and 0 black dice"),
    (main, {("used",): [1, 0, 0, 0, 0, 0]}, "used: not 1 white and 1 black dice"),
    (bonus, {("used",): [1, 0, 0, 1, 0, 0]}, "used: not 0 white and 0 black dice"),
    (main, {("used",): [1, 0, 0, 0, 0, 1]}, "used: an octopus takes no part"),
    (main, {("used",): [0, 0, 1, 1, 0, 0]}, "used: an octopus takes no part"),
    (main, {("white", 1): 1, ("used",): [0, 1, 0, 1, 0, 0]}, "used: of white dice with one symbol"),
    (bonus, {("flexi_lab_used",): True}, "flexi_lab_used: no main action of this turn"),
    (main, {("used",): [0, 1, 0, 1, 0, 0]}, "flexi_tec_used: no main action of this turn"),
    (main, {("flexi_sub_used",): True}, "flexi_sub_used: no main action of this turn"),
    (main, sheet(1, markers=[0, -1, 0]), "flexi_tec_used: no main action of this turn"),
    (
        main,
        {("used",): [1, 0, 0, 0, 1, 0], ("flexi_lab_used",): True},
        "flexi_lab_used: no main action of this turn",
    ),
    (first_keep, {("step_count",): 1}, "step_count: 1 decisions, where at most 0 were asked"),
    (main, {("step_count",): 46}, "step_count: 46 decisions, where at most 45 were asked"),
    (bonus, {("step_count",): 5}, "step_count: 5 decisions, where at most 4 were asked"),
    (virtual_bonus, {("step_count",): 6}, "step_count: 6 decisions, where at most 5 were asked"),
    (plain_end, {("step_count",): 63}, "step_count: 63 decisions, where at most 62 were asked"),
    (first_keep, sheet(0, crystals=6), "players.0.crystals: 6, but there are 5 circles"),
    (first_keep, sheet(2, octopuses=[0, 1, 0]), "players.2.octopuses: marked in a third to come"),
    (main, sheet(2, octopuses=[0, 0, 1]), "players.2.octopuses: marked in a third to come"),
    (main, sheet(0, bonus_used=1), "players.0.bonus_used: 1 of 0 rolls offered"),
    (main, sheet(1, bonus_used=2), "players.1.bonus_used: 2 of 1 rolls offered"),
    (bonus, sheet(1, bonus_used=1), "players.1.bonus_used: 1 of 0 rolls offered"),
    (solo, sheet(0, bonus_used=1), "players.0.bonus_used: 1 of 0 rolls offered"),
    (plain_end, sheet(0, bonus_used=1), "players.0.bonus_used: 1 of 0 rolls offered"),
    (virtual_bonus, sheet(0, bonus_used=1), "players.0.bonus_used: 1 of 0 rolls offered"),
    (virtual_bonus, sheet(1, bonus_used=2), "players.1.bonus_used: 2 of 1 rolls offered"),
    (scored, sheet(0, markers=[0, 0, 2]), "players.0.markers: Super-Level was to move one"),
    (main, sheet(0, points=1), "players.0.points: 1, but earned are 0"),
    (main, earned(1, 0, 5), "players.1.earned.0: 5 for crystal, not 0 to 4"),
    (main, earned(1, 0, -1), "players.1.earned.0: -1 for crystal, not 0 to 4"),
    (main, {**earned(0, 1, 4), **sheet(0, research=2)}, "players.0.earned.1: 4 for research"),
    (main, {**earned(0, 2, 1), **sheet(0, markers=[1, 0, 0])}, "players.0.earned.2: 1 for lab"),
    (main, {**earned(0, 2, 2), **sheet(0, markers=[0, 1, -1])}, "players.0.earned.2: 2 for lab"),
    (main, {**earned(0, 3, 5), **sheet(0, bots=[2, 1, 0, 0, 0])}, "players.0.earned.3: 5 for bot"),
    (main, {**earned(0, 4, 1), **sheet(0, submarines=[1] * 5)}, "players.0.earned.4: 1 for subm"),
    (first_keep, earned(0, 5, 1), "players.0.earned.5: 1 for octopus, not 0 to 0"),
    (main, earned(1, 5, 61), "players.1.earned.5: 61 for octopus, not 0 to 60"),
    (solo, earned(0, 5, 1), "players.0.earned.5: 1 for octopus, not 0 to 0"),
    (main, earned(1, 6, 1), "players.1.earned.6: 1 for interim, not 0 to 0"),
    (first_keep, earned(0, 7, -2), "players.0.earned.7: -2 for 0 thirds without two octopuses"),
    (main, earned(1, 7, -4), "players.1.earned.7: -4 for 1 thirds without two octopuses"),
    (main, earned(1, 7, -1), "players.1.earned.7: -1 for 1 thirds without two octopuses"),
    (main, earned(1, 8, 4), "players.1.earned.8: 4 for crystal places, not 0"),
    (plain_end, earned(0, 8, 2), "players.0.earned.8: 2 for crystal places, not 0"),
    (main, earned(1, 9, 1), "players.1.earned.9: 1 for lab tiles, not one of [0]"),
    (super_copy, earned(0, 9, 3), "players.0.earned.9: 3 for lab tiles, not one of [0]"),
    (copied, earned(0, 9, 1), "players.0.earned.9: 1 for lab tiles, not one of [0, 5]"),
]


@pytest.mark.parametrize(
    ("make", "changes", "reason"), IMPOSSIBLE, ids=[reason for *_, reason in IMPOSSIBLE]
)
def test_an_impossible_state_is_refused_by_field(make, changes, reason):
    match = make()
    fields = state_to_dict(match.state)
    for place, value in changes.items():
        holder, key = parent(fields, place)
        holder[key] = value
    with pytest.raises(StateError, match=f"^{re.escape(reason)}"):
        state_from_dict(match.variant, fields)


def test_options_of_the_lab_hold_for_random_labs():
    match = Match(GAME.variant(2, lab="random"), 5)
    fields = state_to_dict(match.state)
    fields["lab"][0] = [TILES.index(name) for name in ("C1", "A1", "B1")]
    with pytest.raises(StateError, match="tile_column: differs from the lab"):
        state_from_dict(match.variant, fields)
