"""What the contract tests must know of Aquanauts."""

from tests.contract.spec import Seating, Spec

SPEC = Spec(
    rule_prefix="AN",
    seating=Seating(
        by_seat=(("players", 0),),
        seats=(
            "current_player",
            "first_player",
            "turn_player",
            "tile_workers",
            "claimed_by",
            "bays.owner",
            "dock",
        ),
    ),
    setups=((2, {"max_rounds": 3}),),
    unpictured=dict.fromkeys(
        (
            "tile_stack",
            "paper_deck",
        ),
        "kept for speed, derived from what is drawn, or chance as it was dealt",
    ),
)
