"""What the contract tests must know of Aquamarine."""

from tests.contract.spec import Seating, Spec

SPEC = Spec(
    rule_prefix="AM",
    seating=Seating(
        by_seat=(("now.players", 0), ("shown.players", 0), ("enclosed", 0)),
        seats=("current_player",),
    ),
    setups=((1, {"sheet": "random"}), (2, {"sheet": "random"})),
)
