"""The kernels against an independent plain-Python game: legal actions, states, events, perft."""

import random
from typing import Any

import numpy as np
import pytest

from aquasphere_env.core import loops
from aquasphere_env.core.match import Match
from aquasphere_env.games.aquasphere import GAME

from .positions import TABLES, crowded_tables, generous_tables, write_set
from .reference import Reference
from .reference_table import LETTERS, START, SYMBOLS

pytestmark = pytest.mark.slow


WEIGHTS = (0.1, 1.0, 4.0)  # how much a random player likes each group of actions


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


def both(num_players, seed, tables=TABLES, **options):
    variant = GAME.variant(num_players, **options)
    return Match(variant, seed), Reference(tables, num_players, variant.dealt(seed))


def random_choice(match, rng, taste):
    actions = match.legal_actions()
    weights = [taste[GAME.actions.locate(action)[0].name] for action in actions]
    return rng.choices(actions, weights)[0]


def compare_game(match, reference, seed):
    """Play one random game with a random taste in both and compare them at every decision."""
    rng = random.Random(seed)
    taste = {group.name: rng.choice(WEIGHTS) for group in GAME.actions.groups}
    while True:
        assert public_of(match.state) == reference.public()
        assert {GAME.actions.describe(a) for a in match.legal_actions()} == reference.options
        if match.over:
            break
        action = random_choice(match, rng, taste)
        match.step(action)
        reference.play(GAME.actions.describe(action))
    events = [
        (GAME.actions.describe(action), not was_forced) for action, was_forced in match.events()
    ]
    assert events == reference.events
    assert [tuple(row) for row in GAME.read_scores(match.states)] == reference.result()


@pytest.mark.parametrize("num_players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(12))
def test_random_games_agree(num_players, seed):
    compare_game(*both(num_players, seed), seed)


@pytest.mark.parametrize("num_players", [2, 3, 4])
@pytest.mark.parametrize("make", [crowded_tables, generous_tables])
def test_random_games_with_other_components_agree(num_players, make, tmp_path):
    tables = make()
    path = write_set(tmp_path / "set.toml", tables)
    for seed in range(5):
        compare_game(*both(num_players, seed, tables, components=path), seed)


def count_sequences(num_players, seed, tables, depth, prefix=()):
    """Count sequences of ``depth`` decisions by replaying each from the start."""
    variant = GAME.variant(num_players)
    reference = Reference(tables, num_players, variant.dealt(seed))
    for words in prefix:
        reference.play(words)
    if depth == 0 or not reference.options:
        return 1
    if depth == 1:
        return len(reference.options)
    return sum(
        count_sequences(num_players, seed, tables, depth - 1, (*prefix, words))
        for words in sorted(reference.options)
    )


@pytest.mark.parametrize(
    ("num_players", "seed", "counts"),
    [(2, 1, (15, 129, 1168)), (3, 2, (14, 125, 1785)), (4, 3, (15, 219, 3201))],
)
def test_perft(num_players, seed, counts):
    """Golden numbers, counted by the kernels and by the reference."""
    variant = GAME.variant(num_players)
    states = variant.new_states(len(counts) + 1)
    found = []
    for depth in range(1, len(counts) + 1):
        variant.start(states, 0, seed)
        found.append(int(loops.perft(states, depth)))
    assert tuple(found) == counts
    assert count_sequences(num_players, seed, TABLES, 3) == counts[2]


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_perft_in_the_middle_of_a_game(num_players):
    match, _ = both(num_players, 7)
    rng = random.Random(7)
    for _ in range(50):
        match.step(rng.choice(match.legal_actions()))
    states = match.variant.new_states(4)
    states[0] = match.states[0]
    prefix = [GAME.actions.describe(action) for action in match.history]
    assert loops.perft(states, 3) == count_sequences(num_players, 7, TABLES, 3, tuple(prefix))


def test_a_seed_is_a_game():
    variant = GAME.variant(3)
    states = variant.new_states(3)
    for slot, seed in enumerate((5, 5, 6)):
        variant.start(states, slot, seed)
    assert np.array_equal(states[0], states[1])
    assert not np.array_equal(states[0], states[2])
