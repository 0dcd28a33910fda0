"""What the contract tests must know of OctoDice."""

from tests.contract.spec import Seating, Spec

SPEC = Spec(
    rule_prefix="OD",
    seating=Seating(by_seat=(("players", 0),), seats=("current_player", "active_player")),
    setups=((2, {"virtual_player": True}), (3, {"lab": "random"})),
    hides_nothing=True,
)
