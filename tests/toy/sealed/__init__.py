"""Sealed: a toy game in which all players take a turn at the same time, unseen by the others.

- S1  Three turns. In each a die shows a prize of 1 to 6 points, and every player, unseen, bids 0 to
      2 of its 3 pearls, as far as it has them.
- S2  A player who bids 2 also says ``bold`` or ``shy``; a bold bid counts as 3, but costs a point.
- S3  When all have bid, the highest bid alone wins the prize; equal highest bids win nothing.
- S4  A player without pearls bids 0, which is not asked.
"""

from aquasphere_env.core.game import Game
from aquasphere_env.core.view import View

from . import rules

GAME = Game(
    name="sealed",
    title="Sealed",
    version=0,
    min_players=2,
    max_players=4,
    actions=rules.ACTIONS,
    state_dtype=rules.STATE,
    rules=rules,
    views={"flat": View(rules.FLAT, rules.observe)},
    configure=lambda record, num_players, options: "sealed",
    options={},
    chance=("prize",),
    check_dealt=lambda state: None,
    check_state=rules.check_state,
    why_illegal=lambda state, action: "has not so many pearls, or is asked something else",
    to_text=lambda state, player: f"prize {state['prize']}, points {state['points'].tolist()}",
    end_reasons=("three turns were played",),
    simultaneous=True,
)
