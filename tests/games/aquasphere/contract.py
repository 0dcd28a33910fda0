"""What the contract tests must know of AquaSphere."""

import numpy as np

from aquasphere_env.games.aquasphere import state as terms
from tests.contract.spec import Place, Seating, Spec

# Stages in which a question may be open.
STAGES_OF = {
    terms.TURN: {terms.END_TURN},
    terms.THIRD_BOT: {terms.END_TURN, terms.INCOME},
    terms.RED_LINE: {terms.END_TURN, terms.ACT, terms.ASK_LETTERS, terms.COUNT},
    terms.LETTER: {terms.ASK_LETTERS},
    terms.CATCH: {terms.ASK_LETTERS},
    terms.SCORING: {terms.INCOME},
}


def tells(before: np.void, after: np.void, place: Place) -> bool:
    """Return whether an edit of the number at ``place`` gives another possible position."""
    if after["stage"] not in STAGES_OF[int(after["question"])]:
        return False
    if after["letters"].max() != terms.NO_LETTER and after["stage"] != terms.ASK_LETTERS:
        return False
    if place[0] in ("acting_position", "acting_symbol"):
        return bool(after["stage"] == terms.ACT or after["question"] == terms.CATCH)
    if place[0] in ("income_taken", "cards_used"):
        return bool(after["stage"] == terms.INCOME)
    if place[0] == "base_letters":  # of the other sectors only the set-up asks for the order
        return bool(place[1][0] < after["num_players"])
    if place[0] == "sums":
        moved = after["turn_order"][: after["scoring_index"] + 1]
        return bool(after["stage"] == terms.COUNT and place[1][0] not in moved)
    if place[0] == "gains":
        return bool(after["gains"][place[1]] > 0 and place[1][0] < after["num_gains"])
    if place[0] == "pass_order":
        return _all_different(after["pass_order"])
    if place[2:3] in (("labs",), ("cards",), ("submarines",)) and len(place) == 4:
        holders, (index,), name, slot = place
        lists = [state[holders][index][name] for state in (before, after)]
        return all(items[slot] >= 0 for items in lists) and _all_different(lists[1])
    return True


def _all_different(items: np.ndarray) -> bool:
    """Return whether no player, colour or card is in a list twice; -1 is none."""
    there = items[items >= 0]
    return len(set(there.tolist())) == len(there)


SPEC = Spec(
    rule_prefix="AS",
    seating=Seating(
        by_seat=(
            ("players", 0),
            ("sums", 0),
            ("base_letters", 0),
            ("neutral_left", 0),
            ("sectors.loading", 1),
        ),
        seats=(
            "current_player",
            "first_player",
            "turn_order",
            "pass_order",
            "sectors.control",
            "sectors.submarines",
        ),
    ),
    hidden={
        "lab_deck": "the order of the draw pile",
        "research_deck": "the order of the draw pile",
        "program_cards": "those after the next round's; test_observation names the others",
        "rotations": "those under the top center tile; test_observation names the top one's",
    },
    derived={
        "num_gains": "counts the gains listed",
        "num_passed": "counts the players in pass_order",
        "scoring_index": "the current player's place in turn_order",
        "travel": "follows from the ring and its locks",
        "positions": "the inverse of ring",
        "lab_drawn": "six a round, all of them on the table",
        "research_drawn": "six a round, all of them on the table",
        "sectors.num_submarines": "counts the submarines listed",
        "sectors.num_labs": "counts the expansions listed",
        "sectors.num_cards": "counts the cards listed",
        "players.num_programmed": "counts the programmed bots",
        "players.num_labs": "counts the expansions listed",
        "players.num_cards": "counts the cards listed",
        "players.kinds": "counts the cards held by kind",
    },
    unseen={
        view: {
            "first_player": "turn_order tells the first of a round; no rule asks for earlier ones",
        }
        for view in ("flat", "entities", "text")
    },
    tells=tells,
    unpictured=dict.fromkeys(
        (
            "stage",
            "num_gains",
            "scoring_index",
            "num_passed",
            "travel",
            "positions",
            "first_player",
            "base_letters",
            "lab_deck",
            "research_deck",
            "sectors.num_submarines",
            "sectors.num_labs",
            "sectors.num_cards",
            "players.num_programmed",
            "players.num_labs",
            "players.kinds",
        ),
        "kept for speed, derived from what is drawn, or chance as it was dealt",
    ),
)
