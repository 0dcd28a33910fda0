"""What the contract tests must know of OctoDice."""

import numpy as np

from aquasphere_env.games.octodice.entities import SEAT
from aquasphere_env.games.octodice.state import NO_NUMBER, OCTOPUS_FACE
from tests.contract.spec import Seating, Spec


def is_position(state: np.void) -> bool:
    """Return whether exactly the black dice with an octopus have no number."""
    return bool(np.array_equal(state["colour"] == OCTOPUS_FACE, state["number"] == NO_NUMBER))


SPEC = Spec(
    rule_prefix="OD",
    seating=Seating(
        by_seat=(("players", 0),),
        seats=("current_player", "active_player"),
        from_seat_0={
            ("flat", "awaits_turn"): slice(None),
            ("entities", "seats"): SEAT.awaits_turn,
        },
    ),
    setups=((2, {"virtual_player": True}), (3, {"lab": "random"})),
    hides_nothing=True,
    derived={
        "asked": "seats from the active player to the one who decides; outside bonus actions "
        "and the bonus scoring a leftover that no rule reads",
        "tile_column": "where the tile sides lie in the lab",
    },
    tells=lambda before, after, place: is_position(after),
    unpictured={
        "asked": "seats between the active player and the one who decides, both drawn",
        "tile_column": "where the tile sides lie in the lab, which is drawn",
        "random_lab": "says how the lab was dealt, which is drawn",
    },
    rich_options={"lab": [["A1", "B1", "C2"], ["D1", "E1", "F2"], ["G1", "H2", "I2"]]},
)
