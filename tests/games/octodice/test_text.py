"""Positions in words, ``info`` and reasons for refusal."""

import pytest

from aquasphere_env.core.match import IllegalActionError
from aquasphere_env.core.position import from_position, to_position
from aquasphere_env.games.octodice import GAME
from aquasphere_env.games.octodice.state import SUPER_LEVEL_PHASE

from .positions import FIRST, play, position, random_matches


def test_positions_read_back():
    for match in random_matches(2, count=3, virtual_player=True):
        _, states = from_position(GAME, to_position(match.variant, match.state))
        assert states.tobytes() == match.states.tobytes()


def test_text_shows_dice_lab_and_sheets():
    match = position(
        2,
        "crystal, bot, lab",
        "yellow 0, octopus, green 2",
        players={0: "points = 7\nearned = [7, 0, 0, 0, 0, 0, 0, 0, 0, 0]\ncrystals = 4"},
    )
    text = GAME.to_text(match.state, 1)
    for words in (
        "turn 1 of 6, turn of player_0; player_0 decides: main",
        "white crystal+, bot+, lab+; black yellow 0+, octopus, green 2",
        "A1 Flexi-Lab",
        "player_0: 7 points",
        "player_1 (you)",
    ):
        assert words in text


def test_extra_info():
    match = position(1, "crystal, bot, lab", "yellow 0, red 2, green 2", fields="round_number = 4")
    info = GAME.extra_info(match.state)
    assert (info["third"], info["turn"], info["turns"], info["phase"]) == (2, 5, 9, "main")


@pytest.mark.parametrize("num_players", [1, 2])
def test_every_refusal_has_a_reason(num_players):
    for match in random_matches(num_players, count=4, lab="random"):
        if match.over:
            continue
        for action in set(range(len(GAME.actions))) - set(match.legal_actions()):
            with pytest.raises(IllegalActionError, match=r"illegal action \d+ \(.+\) for .+: .+"):
                match.step(action)


def test_text_tells_what_the_active_player_has_used_up():
    lab = [["A1", "B1", "C2"], *FIRST[1:]]
    match = position(
        1,
        "research, bot, lab",
        "yellow 0, red 2, blue 1",
        players={0: "markers = [0, 0, 0]"},
        lab=lab,
    )
    assert "main actions 0/2; functions used this turn: none" in GAME.to_text(match.state)
    play(match, "bot red by Flexi-Tec with black 1")
    text = GAME.to_text(match.state)
    assert "main actions 1/2; functions used this turn: Flexi-Lab, Flexi-Tec" in text
    assert "white research+*, bot+, lab+; black yellow 0+*, red 2, blue 1" in text


def test_text_tells_that_flexi_sub_was_used():
    lab = [["A1", "B1", "C2"], *FIRST[1:]]
    match = position(
        1,
        "submarine, bot, lab",
        "red 1, red 2, blue 1",
        players={0: "markers = [-1, -1, 0]"},
        lab=lab,
    )
    play(match, "bot red by Flexi-Sub with black 1")
    assert "functions used this turn: Flexi-Sub\n" in GAME.to_text(match.state)


@pytest.mark.parametrize("virtual", [True, False])
def test_text_names_the_virtual_player(virtual):
    text = GAME.to_text(position(2, virtual_player=virtual).state)
    assert text.startswith("OctoDice with a virtual player, third 1") == virtual


@pytest.mark.parametrize("num_players", [1, 2])
def test_text_and_picture_name_bonus_actions_and_turns_only_where_there_are_any(num_players):
    """OD-R5, OD-R8: alone nobody has bonus actions; the bonus scoring is nobody's turn."""
    lab = [*FIRST[:2], ["G1", "H2", "I1"]]
    last = num_players - 1
    fields = f"active_player = {last}\ncurrent_player = {last}\n"
    fields += f"round_number = {8 if num_players == 1 else 5}"
    players = dict.fromkeys(range(num_players), "markers = [0, 0, 2]")
    match = position(
        num_players,
        "research, bot, octopus",
        "yellow 0, green 1, octopus",
        fields,
        players,
        lab=lab,
    )
    left = 2 if num_players == 2 else 0
    assert f"bonus actions left {left}\n" in GAME.to_text(match.state)
    assert f">{left} bonus left<" in GAME.draw(match.state)
    play(match, *["done"] * num_players)
    assert match.state["phase"] == SUPER_LEVEL_PHASE
    assert "bonus actions left 0" in GAME.to_text(match.state)
    assert "bonus actions left 2" not in GAME.to_text(match.state)
    assert "turn of player" not in GAME.to_text(match.state) + GAME.draw(match.state)
    assert ">0 bonus left<" in GAME.draw(match.state)
    assert ">2 bonus left<" not in GAME.draw(match.state)
