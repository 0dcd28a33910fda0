"""AquaSphere in words: the table for people and language models, reasons for illegal actions."""

from collections.abc import Callable
from itertools import compress

import numpy as np

from ...core.state import NOBODY
from .actions import ACTIONS
from .state import (
    ACT,
    ASK_LETTERS,
    CAN_RESEARCH,
    CAPACITIES,
    CATCH,
    COUNT,
    CROSS,
    FREE_LOCK,
    IN_SCORING,
    INCOME,
    KINDS,
    LAB,
    LETTERS,
    MAX_EXPANSIONS,
    NO_LETTER,
    NOTHING,
    NUM_COLORS,
    NUM_REFILLS,
    NUM_ROUNDS,
    NUM_SECTORS,
    NUM_SYMBOLS,
    QUESTIONS,
    RED_LINE,
    RESEARCH,
    SIDEWAYS,
    START_ROOM,
    SYMBOLS,
    TURN,
)
from .turns import PAID_PROGRAM_PRICE


def color_name(color: int, num_players: int) -> str:
    """Return ``player_1`` or ``neutral 2``; nobody is ``-``."""
    if color == NOBODY:
        return "-"
    return f"player_{color}" if color < num_players else f"neutral {color}"


def amount(number: int, things: str) -> str:
    """Return ``1 crystal`` or ``2 crystals``."""
    return f"{number} {things.removesuffix('s') if number == 1 else things}"


def card_text(state: np.void, card_id: int) -> str:
    """Return a research card in words, e.g. ``ROOM LAB: 2 time``."""
    card = state["components"]["cards"][card_id]
    words = KINDS[card["kind"]]
    if card["symbol"] != NOTHING:
        words += f" {SYMBOLS[card['symbol']]}"
    rewards = [amount(card[name], name) for name in ("time", "crystals", "points") if card[name]]
    return f"{words}: {', '.join(rewards)}" if rewards else words


def lab_text(state: np.void, tile_id: int) -> str:
    """Return a lab expansion in words, e.g. ``A +1 crystals``."""
    tile = state["components"]["labs"][tile_id]
    letters = "".join(LETTERS[k] for k in tile["letters"] if k != NO_LETTER)
    gains = [
        f"+{gain} {name}" for name, gain in zip(CAPACITIES, tile["capacity"], strict=True) if gain
    ]
    return " ".join([letters, *gains]).strip()


def to_text(state: np.void, player: int | None) -> str:
    """Show everything public of ``state``; it is the same for every ``player`` (AS-R16)."""
    lines = [_headline(state), "", _headquarters(state), ""]
    lines += [_sector(state, p) for p in range(NUM_SECTORS)]
    lines += ["", _center_tile(state), ""]
    lines += [_player(state, p, player) for p in range(state["num_players"])]
    return "\n".join(lines)


def _headline(state: np.void) -> str:
    round_text = f"AquaSphere, round {state['round_number'] + 1} of {NUM_ROUNDS}"
    if state["terminated"]:
        return f"{round_text}, finished"
    order = ", ".join(str(p) for p in state["turn_order"] if p != NOBODY)
    passed = ", ".join(str(p) for p in state["pass_order"] if p != NOBODY)
    question = QUESTIONS[state["question"]].lower().replace("_", " ")
    return (
        f"{round_text}, order {order}{f', passed {passed}' if passed else ''};"
        f" player_{state['current_player']} decides: {', '.join([question, *_dues(state)])}"
    )


def _dues(state: np.void) -> list[str]:
    """Return what the open question is about and what comes after it."""
    dues = []
    if state["num_gains"]:
        *gains, last = state["gains"][: state["num_gains"]]
        words = ", then ".join([*map(str, gains), amount(last, "points")])
        dues.append(f"{words} to move")
    if state["stage"] == ACT or state["question"] == CATCH:
        symbol = SYMBOLS[state["acting_symbol"]]
        dues.append(f"acting in position {state['acting_position']} with {symbol}")
    asked = [LETTERS[k] for k in state["letters"] if k != NO_LETTER]
    if state["stage"] == ASK_LETTERS and not asked and state["question"] != CATCH:
        dues.append("action done")
    if asked:
        dues.append(f"letters {' '.join(asked)}")
    if state["stage"] == INCOME:
        dues.append("time taken" if state["income_taken"] else "time not yet taken")
        used = " ".join(compress(SYMBOLS, state["cards_used"]))
        dues += [f"used cards for {used}"] if used else []
    if state["stage"] == COUNT:
        later = state["turn_order"][state["scoring_index"] + 1 : state["num_players"]]
        dues += [f"then player_{p} {state['sums'][p]:+}" for p in later] or ["the last sum"]
    return dues


def _headquarters(state: np.void) -> str:
    rooms = "  ".join(f"{room}:{SYMBOLS[s]}" for room, s in enumerate(state["rooms"]))
    text = f"Rooms  {rooms}"
    following = int(state["round_number"]) + 1
    if following < NUM_ROUNDS:
        layout = state["components"]["layouts"][state["program_cards"][following]]
        text += "\nNext   " + "  ".join(f"{r}:{SYMBOLS[s]}" for r, s in enumerate(layout))
    sides = [f"{side // 2 + 1}{'AB'[side % 2]}" for side in state["program_cards"]]
    return f"{text}\nProgram cards by round, up to the next one: {' '.join(sides[: following + 1])}"


def _sector(state: np.void, position: int) -> str:
    sector, letter = state["sectors"][position], state["ring"][position]
    n = int(state["num_players"])
    tables = state["components"]
    loading = [f"{color_name(c, n)} x{k}" for c, k in enumerate(sector["loading"]) if k]
    submarines = [color_name(c, n) for c in sector["submarines"] if c != NOBODY]
    labs = [lab_text(state, t) for t in sector["labs"][::-1] if t != NOTHING]
    cards = [card_text(state, t) for t in sector["cards"][::-1] if t != NOTHING]
    return (
        f"{position} {LETTERS[letter]}  control {color_name(sector['control'], n)}"
        f" | loading {', '.join(loading) or '-'} | submarines {', '.join(submarines) or '-'}"
        f" | time {sector['time']} crystals {sector['crystals']} octopods {sector['octopods']}"
        f" | white {SYMBOLS[tables['white'][letter]]} | lock {tables['locks'][letter]} >"
        f"\n    top first: labs [{'; '.join(labs)}] cards [{'; '.join(cards)}]"
    )


def _center_tile(state: np.void) -> str:
    tables, tile = state["components"], int(state["round_number"])
    text = f"Center tile: bulb {tables['bulbs'][tile]}"
    if tile < NUM_REFILLS:
        edges = (np.arange(NUM_SECTORS) + state["rotations"][tile]) % NUM_SECTORS
        for name in ("time", "crystals", "octopods"):
            text += f", {name} {' '.join(str(n) for n in tables[f'refill_{name}'][tile][edges])}"
        neutral = np.flatnonzero(tables["refill_neutral"][tile][edges])
        if len(neutral):
            text += f", neutral submarines at {' '.join(map(str, neutral))}"
    stock = [f"{name} {state[f'stock_{name}']}" for name in ("time", "crystals", "octopods")]
    n = int(state["num_players"])
    boats = [f"{color_name(c, n)} x{state['neutral_left'][c]}" for c in range(n, NUM_COLORS)]
    left = f"; submarines left: {', '.join(boats)}" if boats else ""
    return f"{text}\nStock: {', '.join(stock)}{left}"


def _player(state: np.void, player: int, viewer: int | None) -> str:
    me = state["players"][player]
    you = " (you)" if player == viewer else ""
    room = "start" if me["engineer"] == START_ROOM else str(me["engineer"])
    programmed = " ".join(compress(SYMBOLS, me["programmed"])) or "-"
    capacity = " ".join(f"{name} {n}" for name, n in zip(CAPACITIES, me["capacity"], strict=True))
    labs = [lab_text(state, t) for t in me["labs"] if t != NOTHING]
    cards = [card_text(state, t) for t in me["cards"] if t != NOTHING]
    if me["sideways_used"]:
        cards.append(f"SIDEWAYS used x{me['sideways_used']}")
    return (
        f"player_{player}{you}: {me['score']} points | programmed {programmed}"
        f" | supply {me['supply']} bots {me['submarines']} submarines"
        f" | time {me['time']} crystals {me['crystals']} | engineer {room}"
        f" scientist {me['scientist']}{' | passed' if me['passed'] else ''}"
        f"{' | paid programming used' if me['paid'] else ''}"
        f"\n    lab {''.join(compress(LETTERS, me['lab_letters']))}"
        f" (base {LETTERS[state['base_letters'][player]]}): {capacity}"
        f" | expansions [{'; '.join(labs)}] cards [{'; '.join(cards)}]"
    )


def why_illegal(state: np.void, action: int) -> str:
    """Return in words why the current player may not play ``action``."""
    group, index = ACTIONS.locate(action)
    question = QUESTIONS[state["question"]]
    if group.name not in _ANSWERS[question]:
        return f"the open question is {question}"
    me = state["players"][state["current_player"]]
    if question == QUESTIONS[TURN]:
        return _TURN_REASONS[group.name](state, me, index)
    if group.name == "return":
        if question == QUESTIONS[RED_LINE] and me["crystals"] > 0:
            return "a bot may be returned only when there is no crystal to pay"
        return f"no bot on {SYMBOLS[index]}"
    if group.name == "scoring_card":
        return _why_not_scoring_card(state, me, index)
    return _OTHER_REASONS[group.name]


_ANSWERS = {
    "TURN": ("engineer", "program", "act", "return", "pass"),
    "THIRD_BOT": ("return",),
    "RED_LINE": ("pay_crystal", "return", "stop"),
    "LETTER": ("letter_yes", "letter_no"),
    "CATCH": ("catch",),
    "SCORING": ("scoring_card", "take_time", "scoring_done"),
}
_OTHER_REASONS = {
    "pay_crystal": "no crystal",
    "catch": "more than are there or than the lab can hold",
    "take_time": "the time has been taken",
    "scoring_done": "the time has not been taken yet",
}


def _why_not_engineer(state: np.void, me: np.void, room: int) -> str:
    tables, place = state["components"], me["engineer"]
    sideways = tables["sideways"][place][room]
    if not tables["arrows"][place][room]:
        if not sideways or not me["kinds"][SIDEWAYS]:
            start = "the start" if place == START_ROOM else f"room {place}"
            return f"no arrow leads there from {start}"
        if me["sideways_used"] >= me["kinds"][SIDEWAYS]:
            return "the SIDEWAYS card has been used"
    return f"{SYMBOLS[state['rooms'][room]]} is occupied"


def _why_not_program(state: np.void, me: np.void, symbol: int) -> str:
    if me["paid"]:
        return "paid programming has been used this round"
    if me["programmed"][symbol]:
        return f"{SYMBOLS[symbol]} is occupied"
    if me["time"] < PAID_PROGRAM_PRICE:
        return f"it costs {PAID_PROGRAM_PRICE} time, the player has {me['time']}"
    return "no bot in the supply"


def _why_not_act(state: np.void, me: np.void, index: int) -> str:
    position, symbol = divmod(index, NUM_SYMBOLS)
    sector = state["sectors"][position]
    if not me["programmed"][symbol]:
        return f"no bot on {SYMBOLS[symbol]}"
    variant = (me["kinds"][CROSS] > 0) + 2 * (me["kinds"][FREE_LOCK] > 0)
    cost = state["travel"][variant, me["scientist"], position]
    if cost > me["time"]:
        return f"walking there costs {cost} time, the player has {me['time']}"
    if symbol == LAB:
        return f"the lab has its {MAX_EXPANSIONS} expansions"
    if symbol == RESEARCH and me["num_cards"] >= me["capacity"][CAN_RESEARCH]:
        return "no room for another card"
    if symbol == RESEARCH:
        return "no card there"
    return _why_no_submarine(state, me, sector)


def _why_not_scoring_card(state: np.void, me: np.void, symbol: int) -> str:
    cards = state["components"]["cards"][me["cards"][: me["num_cards"]]]
    owned = np.count_nonzero((cards["kind"] == IN_SCORING) & (cards["symbol"] == symbol))
    if owned == 0:
        return f"no SCORING card for {SYMBOLS[symbol]}"
    if owned <= state["cards_used"][symbol]:
        return "the card has been used in this scoring"
    if me["programmed"][symbol]:
        return f"{SYMBOLS[symbol]} is occupied"
    return "no time marker to pay" if me["time"] == 0 else "no bot in the supply"


def _why_no_submarine(state: np.void, me: np.void, sector: np.void) -> str:
    if me["submarines"] == 0:
        return "no submarine left"
    if state["current_player"] in sector["submarines"]:
        return "the player has a submarine there"
    return "not enough time to walk there and pay for the space"


_TURN_REASONS: dict[str, Callable[[np.void, np.void, int], str]] = {
    "engineer": _why_not_engineer,
    "program": _why_not_program,
    "act": _why_not_act,
    "return": lambda state, me, symbol: f"no bot on {SYMBOLS[symbol]}",
    "pass": lambda state, me, _: "the engineer can leave only from an exit room",
}


def extra_info(state: np.void) -> dict[str, int | str]:
    """Return the open question for ``info``."""
    return {"question": QUESTIONS[state["question"]]}
