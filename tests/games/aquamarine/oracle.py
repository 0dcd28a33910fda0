"""Games that are played by the kernels and by the oracle at once and must agree at every move."""

import random

import numpy as np

from aquasphere_env.core import loops
from aquasphere_env.core.check import check_state
from aquasphere_env.core.game import legal_ids
from aquasphere_env.core.position import state_to_dict
from aquasphere_env.games.aquamarine import GAME
from aquasphere_env.games.aquamarine.components import STANDARD
from aquasphere_env.games.aquamarine.state import KIND_LETTERS
from tests.games import tastes

from .positions import BOATS, EVERYWHERE, squares_of
from .reference import Game, Numbers

WORDS = {action: GAME.actions.describe(action) for action in range(len(GAME.actions))}
TASTES = ("random", "deep", "greedy", "rarest")
_TOML = {  # as the component file writes what Numbers hold
    "dives": "dives = 3",
    "tank": "\nair = 12",
    "extra": "doubles_extra = 2",
    "flags": "points = [4, 6, 8, 10, 12, 18]",
    "marks": "rows = [9, 12, 15]",
}


def with_numbers(folder, numbers):
    """Return a component file in ``folder`` with ``numbers``."""
    text = STANDARD.read_text(encoding="utf-8")
    for name, line in _TOML.items():
        value = getattr(numbers, name)
        words = list(value) if isinstance(value, tuple) else value
        assert line in text
        text = text.replace(line, f"{line.split('=')[0]}= {words}", 1)
    path = folder / "numbers.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def crowded_reef(seed):
    """Return a sheet with something on most squares, so that a game meets every kind often."""
    choose = random.Random(seed)
    kinds = ".#ffPOjascb123456"
    weights = [4, choose.choice((1, 4)), 3, 3, 3, 3, 2, choose.choice((0, 2)), 2, 2, 3, *[0.3] * 6]
    letters = {square: choose.choices(kinds, weights)[0] for square in EVERYWHERE}
    for wreck, column in zip("WXYZ", choose.sample(range(0, 21, 2), 4), strict=True):
        row, form = (
            choose.randrange(4),
            choose.choice([[(0, 0)], [(0, 0), (0, 1)], [(0, 0), (1, 0)]]),
        )
        for r, c in form:
            letters[row + r, column + c] = wreck
    if all(letters[0, column] == "#" for column in BOATS):
        letters[0, BOATS[0]] = "."
    return [[KIND_LETTERS.index(letters[r, c]) for c in range(22)] for r in range(22)]


class Taste(tastes.Taste):
    """A player: at random, deep and often, greedy for points, or for what it has done least."""

    def __init__(self, name, seed):
        super().__init__(name, seed, kind_of)

    def __call__(self, game, legal):
        actions = sorted(legal)
        boxes = [words for words in actions if words.startswith(("rectangle", "square", "bonus"))]
        if self.name == "rarest":
            actions = self.rarest(actions)
        elif boxes and self.choose.random() < 0.95:
            actions = boxes
            if self.name == "deep" and boxes[0].startswith("square"):
                lowest = max(row_of(words) for words in boxes)
                actions = [words for words in boxes if row_of(words) == lowest]
            elif self.name == "greedy" and boxes[0].startswith("square"):
                actions = richest(game, boxes)
        return self.note(self.choose.choice(actions))


def kind_of(words):
    return words.split(",")[0] if words.startswith("bonus") else words.split()[0]


def row_of(words):
    return int(words.split()[1].split(",")[0])


def richest(game, actions):
    """Return the squares whose things are worth most: wrecks, beacons, flags, then the rest."""
    ranks = "WXYZb654321scfPO"

    def worth(words):
        square = tuple(int(number) for number in words.split()[1].split(","))
        letter = game.letters[square]
        return -ranks.index(letter) if letter in ranks else -len(ranks)

    best = max(map(worth, actions))
    return [words for words in actions if worth(words) == best]


def play_both(variant, seed, taste, chance=None, numbers=None):
    """Play a game by kernels and oracle, which must agree; return the oracle's game.

    Forced moves are played one by one, like all others.
    """
    states = variant.new_states()
    variant.begin(states, 0, seed, chance)
    state = states[0]
    letters = {(r, c): KIND_LETTERS[state["squares"][r][c]] for r, c in EVERYWHERE}
    boats = {(0, column) for column in BOATS}
    numbers = numbers or Numbers()
    game = Game.begin(letters, int(state["start_die"]), variant.num_players, numbers, boats)
    players = [Taste(taste, 10 * seed + player) for player in range(variant.num_players)]
    compare(game, states, range(variant.num_players))
    while not game.over:
        turn, mover, dice = game.turn, game.player, state["dice"].tolist()
        legal = game.legal(dice)
        assert {WORDS[action] for action in legal_ids(state)} == legal
        words = players[game.player](game, legal)
        if mover == variant.num_players - 1:
            compare_redealt(states, mover)
        loops.apply_one(states, 0, GAME.actions.parse(words))
        game.do(words, dice)
        compare(game, states, [mover] if game.turn == turn else range(variant.num_players))
    check_state(variant, state)
    return game


def compare(game, states, players):
    """Check what the oracle knows of the state and of the sheets of ``players``."""
    state = states[0]
    assert bool(state["terminated"]) == bool(game.over)
    assert (GAME.end_reason(state) or "") == game.over
    assert GAME.read_scores(states)[:, 0].tolist() == game.scores()
    assert not state["patch"].any()
    assert state["round_number"] == game.turn
    if not game.over:
        assert state["current_player"] == game.player
        assert all(1 <= die <= 6 for die in state["dice"])
    for player in players:
        compare_sheet(state["now"]["players"][player], game.divers[player], bool(game.over))
    if len(game.divers) == 1:
        info = GAME.extra_info(state)
        assert info["medal"] == ("none", "bronze", "silver", "gold")[game.passed]
        assert info["points"] == game.seen[0]
        assert info["score_rank"] == 1 + sum(game.seen[0] >= least for least in (41, 71, 91, 111))


def compare_redealt(states, player):
    """Check that, as far as ``player`` may know, the others have not decided yet (AM-R1)."""
    guess = states.copy()
    loops.redeal_one(guess, 0, player, np.uint64(1))
    for seat in range(int(states[0]["num_players"])):
        when = "now" if seat == player else "shown"
        expected = states[0][when]["players"][seat]
        assert state_to_dict(guess[0]["now"]["players"][seat]) == state_to_dict(expected)
    assert np.array_equal(guess[0]["legal"], states[0]["legal"])


def compare_sheet(me, diver, over):
    assert GAME.words["phase"][me["phase"]] == ("waiting" if over else diver.question)
    assert (me["dive"], me["air"]) == (diver.dive, diver.air)
    assert me["deepest"].tolist() == diver.deepest()
    assert me["bonuses_due"] == diver.due
    found = diver.counts()
    names = ("corals", "jellyfish", "stingrays", "cuttlefish", "wrecks", "beacons_day")
    kinds = ("coral", "jellyfish", "stingray", "cuttlefish", "wreck", "day")
    assert [me[name] for name in names] == [found[kind] for kind in kinds]
    assert me["beacons_night"] == found["night"]
    assert me["shoal_points"] == found["shoals"]
    assert squares_of(me["free"]) == diver.free()
    assert squares_of(me["anchor"]) == (diver.last() or set())
    growing = diver.question == "grow"
    assert not growing or squares_of(me["box"]) == diver.growing
