"""Games beside the reference: positions, edited ones too, tables of another set, and players."""

import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from aquasphere_env.core import loops
from aquasphere_env.core.check import check_state
from aquasphere_env.core.game import Variant
from aquasphere_env.core.match import Match
from aquasphere_env.games.aquanauts import GAME
from aquasphere_env.games.aquanauts.components import (
    CARGO_SYMBOLS,
    EMPTY,
    FACILITY_IDS,
    GRID_PLACES,
    OBJECTIVES_IN_PLAY,
    STANDARD_SET,
    STORAGE_LABEL,
    TILE_IDS,
    TOKEN_SYMBOLS,
)
from aquasphere_env.games.aquanauts.scoring import missing
from aquasphere_env.games.aquanauts.state import AQUANAUT_STATES, PLACEMENT, player_of
from aquasphere_env.players.registry import make_player

from .positions import lively
from .reference import Reference

SYMBOLS = TOKEN_SYMBOLS[:-1]
Choose = Callable[[Match], int]


def as_counter(tokens: Any, symbols: str = SYMBOLS) -> Counter[str]:
    return Counter({s: int(n) for s, n in zip(symbols, tokens, strict=True) if n})


def compare(match: Match, reference: Reference) -> None:
    """Check that both have the same pieces in the same places."""
    state = match.state
    assert state["first_player"] == reference.first
    assert as_counter(state["stockpile"]) == +reference.stock
    facilities = [None if t < 0 else FACILITY_IDS[t] for t in state["track"]]
    assert facilities == [t and t["id"] for t in reference.track]
    assert state["stack_size"] == len(reference.stack)
    assert state["deck_size"] == len(reference.deck)
    assert [None if c < 0 else int(c) for c in state["claimed_by"]] == reference.claimed
    bays = [
        None if bay["owner"] < 0 else (int(bay["owner"]), as_counter(bay["cargo"], CARGO_SYMBOLS))
        for bay in state["bays"]
    ]
    assert bays == [load and (load[0], Counter(load[1])) for load in reference.bays]
    assert [int(p) for p in state["dock"] if p >= 0] == reference.dock
    for me, other in zip(state["players"], reference.players, strict=False):
        assert as_counter(me["store"]) == +other.store
        assert me["points"] == other.tokens
        assert me["robots"] == other.robots
        grid = {p: FACILITY_IDS[t] for p, t in zip(GRID_PLACES, me["grid"], strict=True) if t >= 0}
        assert grid == {place: tile["id"] for place, tile in other.grid.items()}
    assert match.scores() == [player.score for player in reference.players]


def play_beside(match: Match, reference: Reference, choose: Choose, turn: int | None) -> None:
    """Play ``match`` to its end; options and table are those of ``reference`` at every decision."""
    game = reference.game(turn)
    offer = next(game, None)
    while offer is not None:
        player, options = offer
        assert match.player == player
        described = [GAME.actions.describe(a) for a in match.legal_actions()]
        assert described == sorted(options, key=GAME.actions.parse)
        compare(match, reference)
        action = choose(match)
        match.step(action)
        try:
            offer = game.send(GAME.actions.describe(action))
        except StopIteration:
            offer = None
    assert match.over
    compare(match, reference)


def beside(variant: Variant, seed: int, choose: Choose, chance: dict[str, Any]) -> Match:
    """Play a whole game of ``seed`` and ``chance`` beside the reference; return its match."""
    match = Match(variant, seed, chance)
    dealt = variant.dealt(seed) | chance
    play_beside(match, reference_for(match, dealt), choose, None)
    return match


def reference_for(match: Match, dealt: dict[str, Any]) -> Reference:
    text = match.variant.options.get("components")
    rounds = int(match.state["max_rounds"])
    return Reference(match.variant.num_players, dealt, rounds, lambda n: new_stack(match, n), text)


def new_stack(match: Match, kept: int) -> list[int]:
    """Return the stack of the last reshuffle: what is left of it, and what is on the track."""
    state = match.state
    left = [int(t) for t in state["tile_stack"][: state["stack_size"]]]
    return left + [int(t) for t in state["track"][kept:]][::-1]


# Edited positions


def beside_from_edited(variant: Variant, seed: int, choose: Choose) -> None:
    """Edit a position in which a worker is placed, and play it to its end beside the reference."""
    choice = random.Random(seed)
    match = Match(variant, seed)
    for _ in range(choice.randrange(60)):
        match.step(lively(match, choice))
    while match.state["question"] != PLACEMENT:
        match.step(lively(match, choice))
    edit(match, choice)
    check_state(variant, match.state)
    loops.refresh(match.states, 0)
    reference = loaded(match)
    turn = int(match.state["turn_player"])
    match._play_forced()
    play_beside(match, reference, choose, turn)


def edit(match: Match, choice: random.Random) -> None:
    """Give the players other stores, papers and facilities, and fill bays, dock and stockpile."""
    state, seats = match.state, match.variant.num_players
    for me in state["players"][:seats]:
        me["store"] = spread(choice, 10, 5)
        for _ in range(choice.randrange(5)):
            take_paper(state, me, choice)
        for _ in range(choice.choice((0, 1, 3, 5))):
            take_facility(state, me, choice)
    state["stockpile"] = spread(choice, int(state["components"]["stockpile_limit"]), 5)
    state["dock"], state["bays"]["owner"], state["bays"]["cargo"] = -1, -1, 0
    for bay in range(choice.randrange(3)):
        state["dock"][bay] = choice.randrange(seats)
    for bay in state["bays"][: choice.randrange(4)]:
        bay["owner"] = choice.randrange(seats)
        bay["cargo"] = spread(choice, 5, 3)
        bay["cargo"][choice.randrange(3)] += 1
    settle_objectives(state)


def spread(choice: random.Random, most: int, kinds: int) -> list[int]:
    """Return at most ``most`` tokens, by kind."""
    tokens = [choice.randrange(kinds) for _ in range(choice.randint(0, most))]
    return [tokens.count(kind) for kind in range(kinds)]


def take_paper(state: Any, me: Any, choice: random.Random) -> None:
    published = int((me["papers"] != EMPTY).sum())
    if published < len(me["papers"]):
        state["deck_size"] -= 1
        me["papers"][published] = state["paper_deck"][state["deck_size"]]
        state["paper_deck"][state["deck_size"]] = EMPTY


def take_facility(state: Any, me: Any, choice: random.Random) -> None:
    top, place = int(state["stack_size"]) - 1, choice.randrange(5)
    labels = state["components"]["facilities"]["label"]
    if top < 0 or me["grid"][place] != EMPTY:
        return
    tile = state["tile_stack"][top]
    units = sum(labels[t] == STORAGE_LABEL for t in me["grid"] if t != EMPTY)
    if labels[tile] != STORAGE_LABEL or units == 0:
        me["grid"][place], state["tile_stack"][top], state["stack_size"] = tile, EMPTY, top


def settle_objectives(state: Any) -> None:
    """Let the first player who now meets an objective have it."""
    for k in range(OBJECTIVES_IN_PLAY):
        card = int(state["objectives"][k])
        for player in range(int(state["num_players"])):
            met = missing(state, player_of(state, player), card) == 0
            if state["claimed_by"][k] == -1 and met:
                state["claimed_by"][k] = player
                points = state["components"]["public_objectives"]["points"][card]
                state["players"]["points"][player] += points


def loaded(match: Match) -> Reference:
    """Return a reference in the position of ``match``."""
    state = match.state
    dealt = {name: state[name].tolist() for name in ("paper_deck", "tile_stack", "objectives")}
    start = match.variant.dealt(0) | {"objectives": dealt["objectives"]}
    twin = reference_for(match, start | {"first_player": int(state["first_player"])})
    papers = twin.papers
    twin.stack = [twin.tiles[t] for t in dealt["tile_stack"] if t != EMPTY]
    twin.deck = [papers[p] for p in dealt["paper_deck"] if p != EMPTY]
    twin.discards = [twin.tiles[t] for t in state["discards"] if t != EMPTY]
    twin.track = [None if t == EMPTY else twin.tiles[t] for t in state["track"]]
    twin.open = [papers[p] for p in state["open_papers"]]
    twin.stock = as_counter(state["stockpile"])
    twin.claimed = [None if c == -1 else int(c) for c in state["claimed_by"]]
    twin.occupied = {TILE_IDS[k]: int(p) for k, p in enumerate(state["tile_workers"]) if p != -1}
    twin.bays = [
        None if bay["owner"] == -1 else (int(bay["owner"]), cargo_text(bay["cargo"]))
        for bay in state["bays"]
    ]
    twin.dock = [int(p) for p in state["dock"] if p != -1]
    twin.round = int(state["round_number"])
    for me, other in zip(state["players"], twin.players, strict=False):
        other.store, other.tokens = as_counter(me["store"]), int(me["points"])
        other.robots, other.aquanaut = int(me["robots"]), WORDS[me["aquanaut"]]
        placed = zip(GRID_PLACES, me["grid"], strict=True)
        other.grid = {place: twin.tiles[t] for place, t in placed if t != EMPTY}
        other.papers = [papers[p] for p in me["papers"] if p != EMPTY]
    return twin


WORDS = ("pod", *AQUANAUT_STATES[1:])


def cargo_text(cargo: Any) -> str:
    return "".join(s * int(n) for s, n in zip(CARGO_SYMBOLS, cargo, strict=True))


# Players


def rarest(seed: int) -> Choose:
    """Return a player of the kind of action that it chose least, and the action it chose least."""
    choice, kinds, actions = random.Random(seed), Counter[str](), Counter[int]()

    def choose(match: Match) -> int:
        legal = match.legal_actions()
        choice.shuffle(legal)
        names = {action: GAME.actions.locate(action)[0].name for action in legal}
        action = min(legal, key=lambda a: (kinds[names[a]], actions[a]))
        kinds[names[action]] += 1
        actions[action] += 1
        return action

    return choose


def at_random(seed: int) -> Choose:
    choice = random.Random(seed)
    return lambda match: choice.choice(match.legal_actions())


def busy(seed: int) -> Choose:
    choice = random.Random(seed)
    return lambda match: lively(match, choice)


def greedy(variant: Variant, seed: int) -> Choose:
    player = make_player("greedy", variant, seed)
    return lambda match: int(player.act_on_states(match.states)[0])


# Another component set


def generous_set(path: Path) -> Path:
    """Write a set with cheap facilities and papers, full stores and a small stockpile."""
    text = STANDARD_SET.read_text(encoding="utf-8")
    for old, new in (
        ('build = "BB', 'build = "'),
        ('build = "B', 'build = "'),
        ('id = "GH", cost = "", output = "PP"', 'id = "GH", cost = "", output = "PPPPPAV"'),
        ('id = "WL", cost = "A", output = "S"', 'id = "WL", cost = "", output = "SSSOO"'),
        ('pays = "P"', 'pays = "S"'),
        ('cost = "AOO', 'cost = "A'),
        ('cost = "AAO', 'cost = "O'),
        ('cost = "OSS', 'cost = "S'),
        ("limit = 10", "limit = 3"),
        ('cost = "AO"\n', 'cost = "O"\n'),
        ('two_players = ["PP", "PP"]', 'two_players = ["PPPAAAOOOBB", "AAAAOOOOSSSS"]'),
        ('three_players = ["PP", "PO", "PB"]', 'three_players = ["", "PPPPPAAAAAO", "B"]'),
    ):
        assert old in text, old
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")
    return path
