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
    unpictured=dict.fromkeys(
        (
            "stage",
            "num_gains",
            "scoring_index",
            "num_passed",
            "travel",
            "positions",
            "first_player",
            "base_letters",
            "lab_deck",
            "research_deck",
            "program_cards",
            "rotations",
            "sectors.num_submarines",
            "sectors.num_labs",
            "sectors.num_cards",
            "players.num_programmed",
            "players.num_labs",
            "players.kinds",
        ),
        "kept for speed, derived from what is drawn, or chance as it was dealt",
    ),
)
