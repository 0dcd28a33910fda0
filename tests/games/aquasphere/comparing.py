"""A state record in the form of ``Reference.public``, to compare the two."""

from typing import Any

from .reference_table import LETTERS, START, SYMBOLS


def public_of(record: Any) -> dict[str, Any]:
    """Return a state record in the form of ``Reference.public``."""
    n = int(record["num_players"])
    over = bool(record["terminated"])
    question = int(record["question"])
    names = ["TURN", "THIRD_BOT", "RED_LINE", "LETTER", "CATCH", "SCORING"]
    asked = None if over else (names[question], int(record["current_player"]))
    moving = asked is not None and asked[0] == "RED_LINE"
    return {
        "round": int(record["round_number"]),
        "stock": {w: int(record[f"stock_{w}"]) for w in ("time", "crystals", "octopods")},
        "order": _ints(record["turn_order"])[:n],
        "passed": [] if over else _ints(record["pass_order"])[: int(record["num_passed"])],
        "rooms": [SYMBOLS[s] for s in record["rooms"]],
        "asked": asked,
        "left_to_move": int(record["gains"][0]) if moving else 0,
        "letters_to_ask": [LETTERS[k] for k in record["letters"] if k >= 0],
        "neutral_left": {c: int(record["neutral_left"][c]) for c in range(n, 4)},
        "drawn": (30 - int(record["lab_drawn"]), 41 - int(record["research_drawn"])),
        "sectors": [
            _sector_of(s, LETTERS[k])
            for s, k in zip(record["sectors"], record["ring"], strict=True)
        ],
        "players": [_player_of(me) for me in record["players"][:n]],
    }


def _ints(values: Any) -> list[int]:
    return [int(v) for v in values]


def _sector_of(s: Any, letter: str) -> dict[str, Any]:
    return {
        "letter": letter,
        "control": None if s["control"] < 0 else int(s["control"]),
        **{what: int(s[what]) for what in ("time", "crystals", "octopods")},
        "station": [c for c in range(4) for _ in range(s["loading"][c])],
        "submarines": _ints(s["submarines"][: s["num_submarines"]]),
        "labs": _ints(s["labs"][: s["num_labs"]]),
        "cards": _ints(s["cards"][: s["num_cards"]]),
    }


def _player_of(me: Any) -> dict[str, Any]:
    what = ("research", "crystals", "octopods", "time")
    return {
        "points": int(me["score"]),
        "bots": int(me["supply"]),
        "submarines": int(me["submarines"]),
        "programmed": {s for s, there in zip(SYMBOLS, me["programmed"], strict=True) if there},
        "time": int(me["time"]),
        "crystals": int(me["crystals"]),
        "capacity": dict(zip(what, _ints(me["capacity"]), strict=True)),
        "letters": {k for k, there in zip(LETTERS, me["lab_letters"], strict=True) if there},
        "labs": _ints(me["labs"][: me["num_labs"]]),
        "cards": _ints(me["cards"][: me["num_cards"]]),
        "sideways_used": int(me["sideways_used"]),
        "room": START if me["engineer"] == 7 else int(me["engineer"]),
        "at": int(me["scientist"]),
        "corner": int(me["paid"]),
        "passed": bool(me["passed"]),
    }
