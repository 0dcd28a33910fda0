"""What the contract tests must know of Pebbles."""

from tests.contract.spec import Seating, Spec

SPEC = Spec(
    rule_prefix="PB",
    seating=Seating(by_seat=(("players", 0),), seats=("current_player",)),
    setups=((2, {"heap": 40}), (2, {"limit": 5}), (3, {"heap": 2})),
    hidden={"card": "known to players who have peeked alone (PB-P3)"},
)
