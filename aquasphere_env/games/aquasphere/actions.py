"""AquaSphere's 85 actions."""

from ...core.actions import ActionGroup, ActionTable
from .state import MAX_CATCH, NUM_ROOMS, NUM_SECTORS, SYMBOLS

_SYMBOL = {"symbol": SYMBOLS}

_ROOM = {"room": tuple(str(r) for r in range(NUM_ROOMS))}
_AREA = {"position": tuple(str(p) for p in range(NUM_SECTORS)), "symbol": SYMBOLS}
_NUMBER = {"number": tuple(str(n) for n in range(MAX_CATCH + 1))}

ACTIONS = ActionTable(
    [
        ActionGroup("engineer", "engineer to room {room}", _ROOM, "AS-P1"),
        ActionGroup("program", "pay 3 time to program {symbol}", _SYMBOL, "AS-P2"),
        ActionGroup("act", "act in position {position} with {symbol}", _AREA, "AS-B1"),
        ActionGroup("return", "return the bot on {symbol}", _SYMBOL, "AS-B2"),
        ActionGroup("pass", "pass", rules="AS-T3"),
        ActionGroup("pay_crystal", "pay a crystal", rules="AS-R10"),
        ActionGroup("stop", "stop at the line", rules="AS-R10"),
        ActionGroup("letter_yes", "letter yes", rules="AS-R8"),
        ActionGroup("letter_no", "letter no", rules="AS-R8"),
        ActionGroup("take_time", "take scoring time", rules="AS-I1"),
        ActionGroup("scoring_card", "scoring card for {symbol}", _SYMBOL, "AS-C8"),
        ActionGroup("scoring_done", "scoring done", rules="AS-R12"),
        ActionGroup("catch", "catch {number} octopods", _NUMBER, "AS-A4"),
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
