"""AquaSphere's 85 actions."""

from ...core.actions import ActionGroup, ActionTable
from .state import MAX_CATCH, NUM_ROOMS, NUM_SECTORS, SYMBOLS

_SYMBOL = {"symbol": SYMBOLS}
_POSITIONS = tuple(str(p) for p in range(NUM_SECTORS))

ACTIONS = ActionTable(
    [
        ActionGroup(
            "engineer",
            "engineer to room {room}",
            {"room": tuple(str(r) for r in range(NUM_ROOMS))},
        ),
        ActionGroup("program", "pay 3 time to program {symbol}", _SYMBOL),
        ActionGroup(
            "act",
            "act in position {position} with {symbol}",
            {"position": _POSITIONS, "symbol": SYMBOLS},
        ),
        ActionGroup("return", "return the bot on {symbol}", _SYMBOL),
        ActionGroup("pass", "pass"),
        ActionGroup("pay_crystal", "pay a crystal"),
        ActionGroup("stop", "stop at the line"),
        ActionGroup("letter_yes", "letter yes"),
        ActionGroup("letter_no", "letter no"),
        ActionGroup("take_time", "take scoring time"),
        ActionGroup("scoring_card", "scoring card for {symbol}", _SYMBOL),
        ActionGroup("scoring_done", "scoring done"),
        ActionGroup(
            "catch",
            "catch {number} octopods",
            {"number": tuple(str(n) for n in range(MAX_CATCH + 1))},
        ),
    ]
)

MOVE_ENGINEER = ACTIONS.start("engineer")  # + room
PAY_PROGRAM = ACTIONS.start("program")  # + symbol
ACT_IN = ACTIONS.start("act")  # + NUM_SYMBOLS * ring position + symbol
RETURN_BOT = ACTIONS.start("return")  # + symbol
PASS = ACTIONS.start("pass")
PAY_CRYSTAL = ACTIONS.start("pay_crystal")
STOP = ACTIONS.start("stop")
LETTER_YES = ACTIONS.start("letter_yes")
LETTER_NO = ACTIONS.start("letter_no")
TAKE_TIME = ACTIONS.start("take_time")
SCORING_CARD = ACTIONS.start("scoring_card")  # + symbol
SCORING_DONE = ACTIONS.start("scoring_done")
CATCH_OCTOPODS = ACTIONS.start("catch")  # + number
