"""What the contract tests must know of Aquamarine."""

from tests.contract.spec import Seating, Spec

SPEC = Spec(
    rule_prefix="AM",
    seating=Seating(
        by_seat=(("now.players", 0), ("shown.players", 0), ("enclosed", 0)),
        seats=("current_player",),
    ),
    setups=((1, {"sheet": "random"}), (2, {"sheet": "random"})),
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
