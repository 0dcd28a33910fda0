"""What the contract tests must know of AquaSphere."""

from tests.contract.spec import Seating, Spec

SPEC = Spec(
    rule_prefix="AS",
    seating=Seating(
        by_seat=(
            ("players", 0),
            ("sums", 0),
            ("base_letters", 0),
            ("neutral_left", 0),
            ("sectors.loading", 1),
        ),
        seats=(
            "current_player",
            "first_player",
            "turn_order",
            "pass_order",
            "sectors.control",
            "sectors.submarines",
        ),
    ),
)
