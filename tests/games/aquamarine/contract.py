"""What the contract tests must know of Aquamarine."""

import numpy as np

from aquasphere_env.games.aquamarine.state import NUM_COLUMNS
from tests.contract.spec import Seating, Spec

_SHEETS = ("now.players", "shown.players")


def possible(state: np.void) -> bool:
    """Return whether what is drawn was enclosed, or is the finished box of this turn."""
    for seat in range(int(state["num_players"])):
        me = state["now"]["players"][seat]
        enclosed = (state["enclosed"][seat] > 0) @ (1 << np.arange(NUM_COLUMNS))
        finished = me["box"] if me["squares_left"] == 0 else 0 * me["box"]
        if (me["box"] & enclosed).any() or (me["drawn"] & ~enclosed != finished).any():
            return False
    return True


SPEC = Spec(
    rule_prefix="AM",
    seating=Seating(
        by_seat=(("now.players", 0), ("shown.players", 0), ("enclosed", 0)),
        seats=("current_player",),
    ),
    setups=((1, {"sheet": "random"}), (2, {"sheet": "random"})),
    tells=lambda before, after, place: possible(after),
    hidden={"current_player": "turns are simultaneous: no player may know who has decided"},
    own={"now.players": "a turn is seen by the others when it ends (AM-R1)"},
    derived={
        "water": "the squares of another kind than rock",
        "things": "the squares of another kind than rock and water",
        "wreck_sizes": "the number of squares of each wreck",
        "patch": "work space of kernels, empty between them",
        "shown.players.phase": "open at the turn's start unless the last dive has ended",
        "shown.players.drawn": "the boxes connected with the last one, if the dive has one",
        **{
            f"{sheet}.{field}": reason
            for sheet in _SHEETS
            for field, reason in {
                "anchor": "the box with the latest turn, if the dive has a box",
                "anchor_top": "the first row of the last box",
                "anchor_bottom": "the last row of the last box",
                "free": "neither rock nor drawn nor beside a box of an earlier dive",
            }.items()
        },
    },
    unpictured=dict.fromkeys(
        (
            "random_reef",
            "things",
            "wreck_sizes",
            "patch",
            "now.players.anchor_top",
            "now.players.anchor_bottom",
            "shown.players.anchor_top",
            "shown.players.anchor_bottom",
            "shown.players.phase",
            "shown.players.width",
            "shown.players.height",
            "shown.players.squares_left",
            "shown.players.bonuses_due",
            "shown.players.air_due",
            "shown.players.box",
            "shown.players.free",
        ),
        "kept for speed, derived from what is drawn, or chance as it was dealt",
    ),
)
