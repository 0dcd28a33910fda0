"""The view ``entities``."""

import numpy as np

from aquasphere_env.games.octodice.entities import (
    DIE,
    DIE_COLUMNS,
    SEAT,
    SEAT_COLUMNS,
    TABLE,
    TABLE_COLUMNS,
)

from .positions import ENTITIES, FLAT, observed, position, random_matches

WIDTHS = {
    DIE: {column.name: column.width for column in DIE_COLUMNS},
    SEAT: {column.name: column.width for column in SEAT_COLUMNS},
    TABLE: {column.name: column.width for column in TABLE_COLUMNS},
}


def column(tokens, starts, name):
    """Return the numbers of the column ``name`` in every row."""
    start = getattr(starts, name)
    return tokens[:, start : start + WIDTHS[starts][name]]


def test_entities_agree_with_flat():
    for match in random_matches(3, count=3):
        flat, tokens = observed(match, FLAT, 2), observed(match, ENTITIES, 2)
        for name in (
            *("present", "mover", "active", "awaits_turn", "points", "earned", "crystals"),
            *("crystal_points", "submarines", "bonus_left", "interim", "lab_tiles"),
        ):
            seen = column(tokens["seats"], SEAT, name)
            np.testing.assert_array_equal(seen, flat[name].reshape(seen.shape), name)
        for name in ("phase", "third", "rounds_left", "num_players", "virtual_player"):
            np.testing.assert_array_equal(column(tokens["table"], TABLE, name)[0], flat[name], name)
        np.testing.assert_array_equal(column(tokens["dice"], DIE, "symbol")[:3], flat["white"])
        np.testing.assert_array_equal(column(tokens["dice"], DIE, "colour")[3:], flat["black"])
        np.testing.assert_array_equal(column(tokens["dice"], DIE, "used")[:, 0], flat["used"])
        assert (tokens["tiles"][:, 0] == 1).all()


def test_seats_tell_points_by_source_and_who_awaits_a_turn():
    match = position(
        3,
        "crystal, bot, lab",
        "yellow 0, octopus, green 2",
        fields="current_player = 1\nactive_player = 1\nround_number = 2",
        players={
            2: "points = 11\nearned = [0, 0, 0, 4, 0, 9, 0, -2, 0, 0]\nbots = [2, 1, 0, 0, 0]"
        },
    )
    seats = observed(match, ENTITIES, 1)["seats"]
    assert column(seats, SEAT, "awaits_turn")[:, 0].tolist() == [0, 1, 0, 0]
    expected = [0, 0, 0, 0.04, 0, 0.09, 0, -0.02, 0, 0]
    np.testing.assert_allclose(column(seats, SEAT, "earned")[1], expected)
    assert not column(seats, SEAT, "earned")[[0, 2, 3]].any()
