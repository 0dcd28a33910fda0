"""The view ``flat``."""

import numpy as np
import pytest

from aquasphere_env.games.octodice import GAME
from aquasphere_env.games.octodice.entities import SEAT, TABLE
from aquasphere_env.games.octodice.observation import LEAD_SCALE, POINTS_SCALE
from aquasphere_env.players.policies import GREEDY
from tests.contract.test_fields import play_batch

from .positions import ENTITIES, FLAT, observed, position, random_matches


@pytest.mark.parametrize("view", [FLAT, ENTITIES])
@pytest.mark.parametrize("num_players", [1, 2, 4])
def test_every_value_is_written_and_bounded(view, num_players):
    for match in random_matches(num_players, lab="random"):
        for player in range(num_players):
            values = np.array([observed(match, view, player)]).view(np.float32)
            assert np.isfinite(values).all()
            assert np.abs(values).max() <= 1


def test_flat_view_is_egocentric():
    match = position(
        3,
        "crystal, bot, lab",
        "yellow 0, octopus, green 2",
        fields='phase = "bonus"\ncurrent_player = 1\nasked = 2\nround_number = 3',
        players={
            0: "crystals = 5",
            1: "research = 2\nmarkers = [1, -1, 0]\noctopuses = [2, 1, 0]",
            2: "bots = [2, 0, 0, 0, 1]\nsubmarines = [1, 0, 0, 0, 0]\nbonus_used = 1",
        },
    )
    match.state["used"] = [0, 1, 0, 0, 0, 1]  # in no game at this time, but the view shows it
    match.state["players"]["points"][:3] = [10, 25, 50]
    view = observed(match, FLAT, 1)
    assert view["mover"].tolist() == [1, 0, 0, 0]
    assert view["active"].tolist() == [0, 0, 1, 0]
    assert view["present"].tolist() == [1, 1, 1, 0]
    np.testing.assert_allclose(view["points"], [0.25, 0.5, 0.1, 0])
    assert view["lead"][0] == pytest.approx(-25 / 50)
    assert view["third"].tolist() == [0, 1, 0]
    assert view["turn_in_third"].tolist() == [0, 1, 0]
    assert view["rounds_left"][0] == pytest.approx(3 / 9)
    assert view["white"].argmax(1).tolist() == [0, 3, 2]
    assert view["black"].argmax(1).tolist() == [0, 5, 3]
    assert view["black_number"].tolist() == [[1, 0, 0], [0, 0, 0], [0, 0, 1]]
    np.testing.assert_allclose(view["free_symbols"], [1 / 3, 0, 1 / 3, 0, 0, 0])
    assert view["octopuses_shown"][0] == pytest.approx(1 / 6)
    assert view["research"][0].tolist() == [1, 1, 0, 0, 0]
    assert view["markers"][0].tolist() == [[1, 1, 0], [0, 0, 0], [1, 0, 0]]
    names = [tile for tile, has in enumerate(view["functions"][0]) if has]
    assert names == [0, 4, 6]  # A1, C1, D1
    assert view["bots"][1].tolist() == [[1, 1], [0, 0], [0, 0], [0, 0], [1, 0]]
    assert view["octopuses"][0].tolist() == [[1, 1], [1, 0], [0, 0]]
    assert view["bonus_left"].tolist() == [1, 0.5, 1, 0]
    assert view["interim"][1] == pytest.approx(2 / 20)
    assert view["crystal_points"][2] == pytest.approx(4 / 20)


@pytest.mark.parametrize(
    ("num_players", "active", "viewer", "awaiting"),
    [
        (1, 0, 0, [0, 0, 0, 0]),
        (3, 0, 0, [0, 1, 1, 0]),
        (3, 1, 1, [0, 1, 0, 0]),  # player 2 is to come, player 0 has had the turn
        (3, 1, 2, [1, 0, 0, 0]),
        (4, 2, 0, [0, 0, 0, 1]),
        (4, 3, 1, [0, 0, 0, 0]),
    ],
)
def test_flat_tells_who_awaits_a_turn_in_this_round(num_players, active, viewer, awaiting):
    """Seat 0 begins every round (OD-R1), which no other value of the view tells."""
    match = position(
        num_players,
        "crystal, bot, lab",
        "yellow 0, octopus, green 2",
        fields=f"current_player = {active}\nactive_player = {active}",
    )
    assert observed(match, FLAT, viewer)["awaits_turn"].tolist() == awaiting


def test_flat_tells_points_by_source():
    match = position(
        2,
        "crystal, bot, lab",
        "yellow 0, octopus, green 2",
    )
    match.state["players"]["earned"][1] = [3, 15, 0, 0, 0, 0, 0, -4, 0, 1]
    earned = observed(match, FLAT, 0)["earned"]
    np.testing.assert_allclose(earned[1], [0.03, 0.15, 0, 0, 0, 0, 0, -0.04, 0, 0.01])
    assert not earned[[0, 2, 3]].any()


@pytest.mark.parametrize("num_players", [1, 4])
def test_scales_exceed_what_greedy_players_score(num_players):
    *_, states = play_batch(GAME.variant(num_players, lab="random"), GREEDY)
    players = states["players"][:, :num_players]
    assert 0.3 * POINTS_SCALE < players["points"].max() < POINTS_SCALE
    assert players["earned"].max() < POINTS_SCALE
    assert np.ptp(players["points"].astype(int), axis=1).max() < LEAD_SCALE


def test_alone_there_are_no_bonus_actions():
    match = position(1, "crystal, bot, lab", "yellow 0, octopus, green 2")
    assert observed(match, FLAT, 0)["bonus_left"].tolist() == [0, 0, 0, 0]
    assert observed(match, ENTITIES, 0)["seats"][0, SEAT.bonus_left] == 0
    assert "bonus actions left 0" in GAME.to_text(match.state, 0)


def test_nobody_has_the_turn_in_the_scoring_of_super_tiles_and_after_the_end():
    """OD-R8: the owners of Super-Level and Super-Copy are asked after the last turn."""
    fields = (
        'phase = "super-level"\ncurrent_player = 0\nactive_player = 1\nasked = 1\nround_number = 5'
    )
    lab = [["A1", "B1", "C1"], ["D1", "E1", "F1"], ["I1", "H1", "G1"]]
    match = position(2, fields=fields, players={0: "markers = [2, 0, 0]"}, lab=lab)
    view = observed(match, FLAT, 0)
    assert view["active"].tolist() == [0, 0, 0, 0]
    assert view["bonus_left"].tolist() == [0, 0, 0, 0]
    assert "bonus scoring; player_0 decides: super-level" in GAME.to_text(match.state, 0)
    match.state["terminated"] = True
    view, tokens = observed(match, FLAT, 0), observed(match, ENTITIES, 0)
    assert not view["phase"].any()
    assert view["rounds_left"].tolist() == [0]
    assert not tokens["table"][0, TABLE.phase : TABLE.third].any()
