"""Columns of AquaSphere's tokens: what each feature of each matrix of ``entities`` means."""

from collections import namedtuple
from typing import Any

from ...core.state import MAX_PLAYERS, Feature
from .state import (
    CAPACITIES,
    KINDS,
    MAX_LETTERS,
    MAX_STACK,
    NUM_COLORS,
    NUM_ROOMS,
    NUM_ROUNDS,
    NUM_SECTORS,
    NUM_SYMBOLS,
    QUESTIONS,
)

_P, _S = MAX_PLAYERS, NUM_SECTORS
NUM_CARD_TOKENS = 2 * MAX_STACK * NUM_SECTORS  # all that four rounds deal

# Columns of each matrix: name, how many features, meaning.
COLUMNS = {
    "table": (
        ("present", 1, "1"),
        ("round_now", NUM_ROUNDS, "round, one-hot"),
        ("question", len(QUESTIONS), "open question, one-hot, zeros when over"),
        ("gains", 2, "points still to move: the gain under way, later ones / 40"),
        ("income_taken", 1, "scoring: the time for submarines was taken"),
        ("cards_used", NUM_SYMBOLS, "scoring: symbols whose card was used"),
        ("act_with", NUM_SYMBOLS, "symbol of an action still to be carried out, one-hot"),
        ("stock", 3, "time / 38, crystals / 20, octopods / 15"),
        ("bulb", 1, "points for a submarine or a research card / 5"),
    ),
    "sectors": (
        ("present", 1, "1"),
        ("position", _S, "ring position, one-hot"),
        ("white", NUM_SYMBOLS, "symbol of the white area, one-hot"),
        ("locks", 2, "lock on the clockwise side, on the other side / 6"),
        ("walk", 1, "viewer's time to walk there / 6"),
        ("price", 1, "viewer's time for the next submarine space / 6, 1 when full"),
        ("control", _P + 1, "slot of the controlling bot, one-hot, the last: nobody"),
        ("loading", NUM_COLORS, "bots in the loading station by slot / limit"),
        ("crowd", 1, "bots in the loading station / limit"),
        ("placed", NUM_COLORS, "1 where the slot has a submarine"),
        ("goods", 3, "time, crystals, octopods / 8"),
        ("refill", 4, "after the round: time, crystals, octopods / 8, neutral submarine"),
        ("asked", MAX_LETTERS, "1 where its letter is asked next, after that"),
        ("act_at", 1, "1 where an action is still to be carried out"),
    ),
    "rooms": (
        ("present", 1, "1: rooms 0 to 6, then the start"),
        ("room", NUM_ROOMS + 1, "which room, one-hot"),
        ("symbol", NUM_SYMBOLS, "symbol, one-hot, zeros at the start"),
        ("next_symbol", NUM_SYMBOLS, "symbol in the next round, one-hot, zeros in the last"),
        ("arrows", NUM_ROOMS, "1 for rooms that arrows lead to"),
        ("sideways", NUM_ROOMS, "1 for rooms beside it"),
        ("is_exit", 1, "1 where one may pass"),
        ("engineers", _P, "1 for slots whose engineer is there"),
    ),
    "players": (
        ("present", 1, "1 for slots that are played"),
        ("slot", _P, "slot, one-hot"),
        ("to_move", 1, "1 for who decides"),
        ("score", 1, "points / 150"),
        ("to_line", 1, "points up to the next red line / 9"),
        ("sum_now", 1, "what an intermediate scoring would give now / 40"),
        ("sum_due", 1, "scoring: a sum still to move after this one / 40"),
        ("supply", 1, "bots in supply / 15"),
        ("submarines", 1, "submarines in supply / 6"),
        ("programmed", NUM_SYMBOLS, "1 where a bot is programmed"),
        ("time", 1, "time markers / 14"),
        ("crystals", 1, "crystals / 7"),
        ("capacity", len(CAPACITIES), "research, crystals, octopods / 7, time / 14"),
        ("letters", _S, "letters in the lab, by ring position"),
        ("num_labs", 1, "lab expansions / 5"),
        ("num_cards", 1, "research cards / 7"),
        ("scientist", _S, "sector, one-hot"),
        ("passed", 1, "1 after passing"),
        ("paid", 1, "1 after paid programming"),
        ("turn_place", 1, "place in the play order / 4, first is 0.25"),
        ("pass_place", 1, "place in the pass order / 4, 0 before passing"),
        ("controls", 1, "control spaces held / 6"),
        ("sideways_left", 1, "an unused SIDEWAYS card"),
    ),
    "cards": (
        ("present", 1, "1: research cards and lab expansions on the table, then zeros"),
        ("is_expansion", 1, "1 for a lab expansion, 0 for a research card"),
        ("kind", len(KINDS), "kind of a research card, one-hot"),
        ("symbol", NUM_SYMBOLS, "symbol of a research card, one-hot"),
        ("rewards", 3, "research card: time / 2, crystals, points / 4"),
        ("capacity", len(CAPACITIES), "lab expansion: capacities / 2"),
        ("letters", _S, "lab expansion: letters, by ring position"),
        ("at", _S, "sector whose stack it lies in, one-hot"),
        ("above", 1, "cards on top of it in the stack / 4"),
        ("holder", _P, "slot that holds it, one-hot"),
        ("spent", 1, "held: an INSTANT card, a SIDEWAYS or SCORING card that is used"),
    ),
}
ROWS = {
    "table": 1,
    "sectors": NUM_SECTORS,
    "rooms": NUM_ROOMS + 1,
    "players": MAX_PLAYERS,
    "cards": NUM_CARD_TOKENS,
}


def _features() -> list[Feature]:
    """Return one feature for each matrix, its meaning a list of its columns."""
    features = []
    for name, columns in COLUMNS.items():
        width = sum(size for _, size, _ in columns)
        meaning = "; ".join(f"{column} ({size}) {text}" for column, size, text in columns)
        features.append(Feature(name, (ROWS[name], width), meaning))
    return features


def starts(name: str) -> Any:
    """Return the first feature of every column of the matrix ``name``, by column name."""
    columns = COLUMNS[name]
    tuple_type: Any = namedtuple
    make = tuple_type(f"{name.title()}Starts", [column for column, _, _ in columns])
    return make(*(sum(size for _, size, _ in columns[:k]) for k in range(len(columns))))


FEATURES = _features()
TABLE, SECTOR, ROOM, SEAT, CARD = map(starts, COLUMNS)
