"""What the contract tests must know of OctoDice."""

from tests.contract.spec import Seating, Spec

SPEC = Spec(
    rule_prefix="OD",
    seating=Seating(by_seat=(("players", 0),), seats=("current_player", "active_player")),
    setups=((2, {"virtual_player": True}), (3, {"lab": "random"})),
    hides_nothing=True,
    unpictured=dict.fromkeys(
        (
            "tile_column",
            "virtual_player",
            "random_lab",
        ),
        "kept for speed, derived from what is drawn, or chance as it was dealt",
    ),
    rich_options={"lab": [["A1", "B1", "C2"], ["D1", "E1", "F2"], ["G1", "H2", "I2"]]},
)
