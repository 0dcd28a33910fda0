"""Games that the kernels and the reference play together, from the start or from any position."""

import random
from typing import Any

from aquasphere_env.core import loops
from aquasphere_env.core.check import StateError
from aquasphere_env.core.game import Variant
from aquasphere_env.core.match import Match
from aquasphere_env.games.aquasphere import GAME
from tests.games import tastes

from .positions import TABLES, question, scene
from .reference import Reference
from .reference_table import LETTERS, START, SYMBOLS

WEIGHTS = (0.1, 1.0, 4.0)  # how much a random player likes each group of actions
TASTES = ("random", "greedy", "rarest")
QUESTIONS = ["TURN", "THIRD_BOT", "RED_LINE", "LETTER", "CATCH", "SCORING"]
EMPTY = 0.5  # of the edited positions the player whose turn it is has one bot at most in supply
BAGS = ("ring", "base_letters", "lab_deck", "research_deck", "program_cards", "rotations")


class Taste(tastes.Taste):
    """A player: at random, one decision ahead, or what was done least so far."""

    def __init__(self, name: str, seed: int) -> None:
        super().__init__(name, seed, kind_of)
        self.weights = {group.name: self.choose.choice(WEIGHTS) for group in GAME.actions.groups}

    def __call__(self, match: Match) -> int:
        actions = match.legal_actions()
        if self.name == "greedy":
            return max(actions, key=lambda action: value_after(match, action))
        if self.name == "rarest":
            actions = self.rarest(actions)
        weights = [self.weights[group_of(action)] for action in actions]
        return int(self.note(*self.choose.choices(actions, weights)))


def group_of(action: int) -> str:
    return GAME.actions.locate(action)[0].name


def kind_of(action: int) -> str:
    """Return what an action is about, wherever it takes place."""
    words = GAME.actions.describe(action)
    return words.split(" with ")[-1] if group_of(action) == "act" else words


def value_after(match: Match, action: int) -> float:
    trial = match.states.copy()
    loops.apply_one(trial, 0, action)
    return float(GAME.rules.evaluate(trial[0], match.player))


def public_of(record: Any) -> dict[str, Any]:
    """Return a state record in the form of ``Reference.public``."""
    n = int(record["num_players"])
    over = bool(record["terminated"])
    asked = None if over else (QUESTIONS[record["question"]], int(record["current_player"]))
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


def dealt(
    num_players: int, seed: int, chance: Any = None, tables: Any = TABLES, **options: Any
) -> tuple[Match, Reference]:
    """Return a game in both forms, parts of its deal given by ``chance``."""
    variant = GAME.variant(num_players, **options)
    whole = {**variant.dealt(seed), **(chance or {})}
    return Match(variant, seed, chance), Reference(tables, num_players, whole)


def resumed(match: Match, tables: Any = TABLES) -> tuple[Match, Reference]:
    """Return the position of ``match``, in which a turn is open, in both forms."""
    state = match.state
    deal = {name: state[name].tolist() for name in GAME.chance}
    n = int(state["num_players"])
    return match, Reference(tables, n, deal, public_of(state))


def compare(match: Match, reference: Reference, taste: Taste) -> None:
    """Play to the end in both and compare them at every decision."""
    while True:
        assert public_of(match.state) == reference.public()
        assert {GAME.actions.describe(a) for a in match.legal_actions()} == reference.options
        if match.over:
            break
        action = taste(match)
        match.step(action)
        reference.play(GAME.actions.describe(action))
    events = [
        (GAME.actions.describe(action), not was_forced) for action, was_forced in match.events()
    ]
    assert events == reference.events
    assert [tuple(row) for row in GAME.read_scores(match.states)] == reference.result()


# --------------------------------------------------------------- edited positions


def edited(num_players: int, seed: int, tables: Any = TABLES, **options: Any) -> Match:
    """Return a turn in a position that few games come to: rich, crowded, near the lines."""
    rng = random.Random(seed)
    variant = GAME.variant(num_players, **options)
    while True:
        deal = variant.dealt(rng.randrange(1000))
        deal = {name: deal[name] for name in BAGS}
        round_number = rng.randrange(4)
        order = rng.sample(range(num_players), num_players)
        if round_number == 0:
            order = [(order[0] + k) % num_players for k in range(num_players)]
        gone = rng.sample(order[1:], rng.randrange(num_players))
        seats = _seats(rng, num_players, gone, 6 * (round_number + 1), tables)
        table = {
            "turn_order": order + [-1] * (4 - num_players),
            "pass_order": gone + [-1] * (4 - len(gone)),
            "num_passed": len(gone),
            "current_player": order[0],
            "first_player": order[0],
            "round_number": round_number,
        }
        starts = [deal["ring"].index(letter) for letter in deal["base_letters"][:num_players]]
        sectors = {p: _crowded(rng, variant, p in starts) for p in range(6)}
        if rng.random() < EMPTY:
            seats[order[0]]["supply"] = rng.randrange(2)
            for sector in sectors.values():  # where its bots are
                del sector["control"], sector["loading"]
        try:
            match = scene(num_players, seats, sectors, deal, **options, **table)
        except StateError:  # more of something than there is
            continue
        if question(match) == "TURN" and len(match.legal_actions()) > 1:
            return match


def _seats(
    rng: random.Random, num_players: int, gone: list[int], due: int, tables: Any
) -> dict[int, dict[str, Any]]:
    rows = tables["lab_expansions"]["rows"]
    tiles, cards = rng.sample(range(30), 30), rng.sample(range(41), 41)
    seats = {}
    for player in range(num_players):
        labs = [tiles.pop() for _ in range(min(rng.randrange(6), due // num_players))]
        room = 2 + sum(rows[k].get("research", 0) for k in labs)
        hand = [cards.pop() for _ in range(min(rng.randint(0, room), due // num_players))]
        engineer = rng.choice(tables["headquarters"]["exits"]) if player in gone else None
        used = sum(tables["research_cards"]["rows"][k]["kind"] == "SIDEWAYS" for k in hand)
        seats[player] = {
            "labs": labs,
            "cards": hand,
            "sideways_used": rng.randint(0, used),
            "programmed": " ".join(rng.sample(SYMBOLS, rng.randrange(3))),
            "score": 10 * rng.randrange(9) + rng.choice((0, 5, 8, 9, 9)),
            "time": rng.randint(0, 4),
            "crystals": rng.randint(0, 2 + sum(rows[k].get("crystals", 0) for k in labs)),
            "engineer": rng.randrange(8) if engineer is None else engineer,
            "passed": player in gone,
            "paid": rng.random() < 0.3,
            "scientist": rng.randrange(6),
        }
    return seats


def _crowded(rng: random.Random, variant: Variant, is_start: bool) -> dict[str, Any]:
    tables = variant.blank[0]["components"]
    loading = [0, 0, 0, int(tables["neutral_bots"] and not is_start)]
    for _ in range(rng.randint(0, int(tables["loading_limit"]) - loading[3])):
        loading[rng.randrange(variant.num_players)] += 1
    return {
        "control": rng.randrange(-1, variant.num_players),
        "loading": loading,
        "submarines": rng.sample(range(4), rng.randrange(5)),
        "time": rng.randrange(4),
        "crystals": rng.randrange(3),
        "octopods": rng.randrange(4),
    }
