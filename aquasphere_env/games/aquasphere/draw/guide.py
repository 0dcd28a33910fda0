"""AquaSphere for people: what actions do, what is asked, where points came from."""

from collections.abc import Callable

import numpy as np

from ....drawing.guide import Entry, Holdings, plural, texts
from ..actions import ACTIONS, SCORING_DONE
from ..scoring import COMPLETE
from ..state import (
    CAN_CRYSTALS,
    CAN_OCTOPODS,
    CAN_TIME,
    COUNT,
    CROSS,
    CRYSTAL,
    FREE_LOCK,
    HALF_PRICE,
    LAB,
    LETTERS,
    MAJORITY,
    MAX_EXPANSIONS,
    NO_LETTER,
    NUM_ROUNDS,
    NUM_SYMBOLS,
    OCTOPOD,
    ON_ROOM,
    PROGRAM,
    QUESTIONS,
    RED_LINE,
    RESEARCH,
    SHARED_MAJORITY,
    SUBMARINE,
    SUBMARINES_EACH,
    SYMBOLS,
    TIME,
)
from ..station import triangular
from ..text import color_name
from .boards import bots_in_play
from .parts import card_words, lab_words

TEXTS = texts(__file__)

_CHAINED = ("pay_crystal", "return", "stop")  # they end a gain that another move has begun


def say(state: np.void, action: int) -> str:
    """Return what the player to move does with ``action``: the place, and what to expect."""
    group, index = ACTIONS.locate(action)
    me = state["players"][state["current_player"]]
    return _SAID[group.name](state, me, index)


def asked(state: np.void) -> str:
    """Return the open question for the player to move."""
    letters = [LETTERS[k] for k in state["letters"] if k != NO_LETTER]
    gains = [int(g) for g in state["gains"][: state["num_gains"]]]
    return {
        "TURN": "move the engineer, send a bot to work, or pass",
        "THIRD_BOT": "only two bots can be programmed: take one back for 2 time",
        "RED_LINE": f"a red line, with {plural(sum(gains), 'points')} behind it: cross it?",
        "LETTER": f"place a bot in sector {letters[0]} for its letter?" if letters else "",
        "CATCH": f"how many octopods to catch in sector {_letter(state, _acting(state))}?",
        "SCORING": "scoring of the round: your income and your cards",
    }[QUESTIONS[state["question"]]]


def round_name(state: np.void) -> str:
    """Return the round in words."""
    return f"round {int(state['round_number']) + 1} of {NUM_ROUNDS}"


def holdings(state: np.void, player: int) -> Holdings:
    """Return what ``player`` has."""
    me = state["players"][player]
    return {
        "points": int(me["score"]),
        "time": int(me["time"]),
        "crystals": int(me["crystals"]),
        "supply bots": int(me["supply"]),
        "sectors": int(np.count_nonzero(state["sectors"]["control"] == player)),
        "supply submarines": int(me["submarines"]),
        "cards": int(me["num_cards"]),
        "lab tiles": int(me["num_labs"]),
    }


def _acting(state: np.void) -> int:
    return int(state["acting_position"])


def _letter(state: np.void, position: int) -> str:
    return LETTERS[state["ring"][position]]


def _engineer(state: np.void, me: np.void, room: int) -> str:
    symbol = int(state["rooms"][room])
    words = f"Room {room}: program a bot for {SYMBOLS[symbol]}"
    if me["supply"] <= 0:
        words = f"Room {room} ({SYMBOLS[symbol]}), without a bot: the supply is empty"
    if not state["components"]["arrows"][me["engineer"]][room]:
        words += ", sideways by a card"
    cards = state["components"]["cards"][me["cards"][: me["num_cards"]]]
    if np.any((cards["kind"] == ON_ROOM) & (cards["symbol"] == symbol)):
        words += "; the ROOM card pays"
    return words


def _act(state: np.void, me: np.void, index: int) -> str:
    position, symbol = divmod(index, NUM_SYMBOLS)
    sector = state["sectors"][position]
    notes = [_expected(state, me, sector, position, symbol)]
    if walk := _walk(state, me, position):
        notes.append(f"the walk costs {walk}")
    owner = int(sector["control"])
    if owner not in (-1, int(state["current_player"])):
        notes.append(f"drives out {color_name(owner, int(state['num_players']))}")
    what = ("lab", "time", "crystals", "octopods", "submarine", "card", "program")[symbol]
    return f"Sector {_letter(state, position)}: {what} ({', '.join(notes)})"


def _walk(state: np.void, me: np.void, position: int) -> int:
    variant = (me["kinds"][CROSS] > 0) + 2 * (me["kinds"][FREE_LOCK] > 0)
    return int(state["travel"][variant, me["scientist"], position])


def _expected(state: np.void, me: np.void, sector: np.void, position: int, symbol: int) -> str:
    """Return what an action in ``sector`` gives, in a few words."""
    tables, capacity = state["components"], me["capacity"]
    bulb = plural(int(tables["bulbs"][state["round_number"]]), "points")
    if symbol == LAB:
        tile = sector["labs"][sector["num_labs"] - 1]
        return lab_words(state, tile) if sector["num_labs"] else "no tile left"
    if symbol == RESEARCH:
        return f"{bulb}, {card_words(state, sector['cards'][sector['num_cards'] - 1])}"
    if symbol == SUBMARINE:
        price = int(tables["submarine_costs"][sector["num_submarines"]])
        price = price // 2 if me["kinds"][HALF_PRICE] else price
        return f"{bulb}, the space costs {price} time"
    if symbol == PROGRAM:
        wanted = int(tables["white"][state["ring"][position]])
        return f"a bot for {SYMBOLS[wanted]}"
    field, room = {
        TIME: ("time", capacity[CAN_TIME] - me["time"]),
        CRYSTAL: ("crystals", capacity[CAN_CRYSTALS] - me["crystals"]),
        OCTOPOD: ("octopods", capacity[CAN_OCTOPODS]),
    }[symbol]
    can = "the lab catches" if symbol == OCTOPOD else "room for"
    return f"{sector[field]} there, {can} {room}"


def _return(state: np.void, me: np.void, symbol: int) -> str:
    if state["question"] == RED_LINE:
        return f"Give up the bot on {SYMBOLS[symbol]} to cross the line"
    return f"Take the bot on {SYMBOLS[symbol]} back for 2 time"


def _pass(state: np.void, me: np.void, index: int) -> str:
    place = ("first", "second", "third", "fourth")[int(state["num_passed"])]
    return f"Pass: no more turns in this round; you will be {place} in the next"


def _stop(state: np.void, me: np.void, index: int) -> str:
    return f"Stop at the line: {plural(int(state['gains'][0]), 'points')} less"


def _letter_yes(state: np.void, me: np.void, index: int) -> str:
    letter = int(state["letters"][0])
    sector = state["sectors"][state["positions"][letter]]
    octopods = int(sector["octopods"])
    danger = f"; {plural(octopods, 'octopods')} there would cost you" if octopods else ""
    return f"Yes, a bot of the supply takes control of sector {LETTERS[letter]}{danger}"


def _take_time(state: np.void, me: np.void, index: int) -> str:
    placed = SUBMARINES_EACH - int(me["submarines"])
    return f"Take {placed} time, one for each submarine in the station"


def _catch(state: np.void, me: np.void, number: int) -> str:
    if number == 0:
        return "Catch none"
    return f"Catch {number}: {plural(int(triangular(number)), 'points')}"


_SAID: dict[str, Callable[[np.void, np.void, int], str]] = {
    "engineer": _engineer,
    "program": lambda state, me, symbol: f"Program a bot for {SYMBOLS[symbol]}",
    "act": _act,
    "return": _return,
    "pass": _pass,
    "pay_crystal": lambda state, me, _: "Pay a crystal to cross the line",
    "stop": _stop,
    "letter_yes": _letter_yes,
    "letter_no": lambda state, me, _: "No, keep the bot",
    "take_time": _take_time,
    "scoring_card": lambda state, me, symbol: f"Pay 1 time: program a bot for {SYMBOLS[symbol]}",
    "scoring_done": lambda state, me, _: "Done: go on with the scoring",
    "catch": _catch,
}
_HELD = ("held up by red lines", "losses stopped by red lines")  # gains, losses (AS-I6)
_OF_ACTS = {SUBMARINE: "submarines placed", RESEARCH: "cards taken"}


class AquaSphereLedger:
    """Points by their sources; what a red line holds up belongs to the move that began it."""

    def __init__(self) -> None:
        """Begin at the start of a game."""
        self._source = "bots driven out"
        self._due: dict[int, int] = {}  # by player, of the scoring that is counted

    def record(self, before: np.void, action: int, after: np.void) -> list[Entry]:
        """Return the points that ``action`` made of ``before``, by player and source."""
        entries: list[Entry] = []
        players = range(int(before["num_players"]))
        moved = {p: _score(after, p) - _score(before, p) for p in players}
        if after["terminated"]:
            for player in players:
                final = _final_points(after, player)
                entries += [(player, source, points) for source, points in final.items()]
                moved[player] -= sum(final.values())
        counting = before["stage"] == COUNT
        if action == SCORING_DONE and before["scoring_index"] + 1 == len(players):
            entries += self._begin_count(before)
            counting = True
        if counting:
            for player in players:
                self._due[player] = self._due.get(player, 0) - moved[player]
            if after["stage"] != COUNT or after["terminated"]:
                entries += [(p, _HELD[due < 0], -due) for p, due in self._due.items()]
                self._due = {}
        else:
            self._source = self._source_of(action)
            entries += [(player, self._source, points) for player, points in moved.items()]
        return [entry for entry in entries if entry[2]]

    def _begin_count(self, before: np.void) -> list[Entry]:
        entries = []
        for player in range(int(before["num_players"])):
            parts = _scoring_parts(before, player)
            self._due[player] = sum(parts.values())
            entries += [(player, source, points) for source, points in parts.items()]
        return entries

    def _source_of(self, action: int) -> str:
        group, index = ACTIONS.locate(action)
        if group.name in _CHAINED:
            return self._source
        if group.name == "engineer":
            return "ROOM cards"
        if group.name == "act":
            return _OF_ACTS.get(index % NUM_SYMBOLS, "bots driven out")
        return "octopods caught" if group.name == "catch" else "bots driven out"


def ledger() -> AquaSphereLedger:
    """Return a ledger for a game from its start."""
    return AquaSphereLedger()


def _score(state: np.void, player: int) -> int:
    return int(state["players"][player]["score"])


def _scoring_parts(state: np.void, player: int) -> dict[str, int]:
    """Return what the scoring counts for ``player`` (AS-I2 to AS-I5)."""
    control = state["sectors"]["control"]
    held = [int(np.count_nonzero(control == p)) for p in range(int(state["num_players"]))]
    most = 0
    if held[player] and held[player] == max(held):
        most = MAJORITY if held.count(held[player]) == 1 else SHARED_MAJORITY
    left = state["sectors"]["octopods"][control == player]
    return {
        "most sectors": most,
        "bots in play": min(bots_in_play(state, player)),
        "crystals": int(triangular(int(state["players"][player]["crystals"]))),
        "octopods left": -sum(int(triangular(int(n))) for n in left),
    }


def _final_points(state: np.void, player: int) -> dict[str, int]:
    """Return what the end of the game counts for ``player`` (AS-F1)."""
    me = state["players"][player]
    return {
        "letters": int(triangular(int(np.count_nonzero(me["lab_letters"])))),
        "time left": int(me["time"]),
        "all submarines": COMPLETE * int(me["submarines"] == 0),
        "whole lab": COMPLETE * int(me["num_labs"] == MAX_EXPANSIONS),
    }
