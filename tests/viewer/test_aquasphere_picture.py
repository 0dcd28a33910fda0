"""AquaSphere's pieces by id against the state, at every step of random games."""

import re
from xml.etree import ElementTree

import numpy as np
import pytest

from aquasphere_env.core.match import Match
from aquasphere_env.core.state import NOBODY
from aquasphere_env.games import get_game
from aquasphere_env.games.aquasphere.draw import question_text
from aquasphere_env.games.aquasphere.state import LETTERS, NOTHING, SYMBOLS

pytestmark = pytest.mark.slow


GAME = get_game("aquasphere")


def expected_pieces(state: np.void) -> set[str]:
    """Return the ids of all pieces that must be in the picture, from the state alone."""
    ids = set()
    for p, sector in enumerate(state["sectors"]):
        if sector["control"] != NOBODY:
            ids.add(f"control-{p}")
        ids |= {f"loading-{p}-{c}" for c, n in enumerate(sector["loading"]) if n}
        ids |= {f"submarine-{p}-{k}" for k, c in enumerate(sector["submarines"]) if c != NOBODY}
        ids |= {f"lab-{p}-{k}" for k, tile in enumerate(sector["labs"]) if tile != NOTHING}
        ids |= {f"card-{p}-{k}" for k, card in enumerate(sector["cards"]) if card != NOTHING}
        ids |= {f"time-{p}", f"crystals-{p}", f"octopods-{p}", f"lock-{p}", f"white-{p}"}
    for q in range(int(state["num_players"])):
        me = state["players"][q]
        ids |= {f"scientist-{q}", f"counter-{q}", f"board-{q}", f"supply-{q}", f"submarines-{q}"}
        ids |= {f"bot-{q}-{SYMBOLS[s]}" for s in np.flatnonzero(me["programmed"])}
        ids |= {f"letter-{q}-{LETTERS[k]}" for k in np.flatnonzero(me["lab_letters"])}
        ids |= {f"lab-of-{q}-{k}" for k in range(int(me["num_labs"]))}
        ids |= {f"card-of-{q}-{k}" for k in range(int(me["num_cards"]))}
        ids.add(f"order-{q}")
        if not me["passed"]:
            ids.add(f"engineer-{q}")
    ids |= {f"passed-{k}" for k in range(int(state["num_passed"]))}
    return ids | {f"room-{room}" for room in range(7)} | {"center-tile", "lab-deck", "card-deck"}


PIECES = ("control", "loading", "submarine-", "lab-", "card-", "scientist", "bot-", "letter-")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_exactly_the_pieces_of_the_state_are_drawn(players: int) -> None:
    match = Match(GAME.variant(players), players)
    chance = np.random.default_rng(players)
    while not match.over:
        ids = set(re.findall(' id="([^"]+)"', GAME.draw(match.state)))
        expected = expected_pieces(match.state)
        assert expected <= ids, expected - ids
        extra = {i for i in ids - expected if i.startswith(PIECES)}
        assert not extra - {"lab-deck", "card-deck"}
        match.step(int(chance.choice(match.legal_actions())))


def test_titles_say_how_many() -> None:
    match = Match(GAME.variant(2), 1)
    match.state["sectors"][3]["octopods"] = 5
    root = ElementTree.fromstring(GAME.draw(match.state))
    piece = next(e for e in root.iter() if e.get("id") == "octopods-3")
    assert piece[0].text == "5 octopods"
    assert len(piece) == 2 + 5  # title, number, one drawing each


def test_your_board_says_so() -> None:
    match = Match(GAME.variant(2), 1)
    assert "player_1 (you)" in GAME.draw(match.state, 1)
    assert "(you)" not in GAME.draw(match.state, None)


def test_question_in_words() -> None:
    match = Match(GAME.variant(2), 1)
    assert question_text(match.state).endswith("program, act or pass")
    match.state["terminated"] = True
    assert question_text(match.state) == "the game is over"
