"""Games that the kernels and the reference play together, decision by decision."""

import random
from collections import Counter

import numpy as np

from aquasphere_env.core import loops
from aquasphere_env.core.check import check_state
from aquasphere_env.core.game import legal_ids
from aquasphere_env.core.position import state_from_dict, state_to_dict
from aquasphere_env.games.octodice import GAME
from aquasphere_env.games.octodice.state import ONCE_A_TURN, PHASES, SOURCES, SYMBOLS, TILES
from tests.games import tastes

from .referee import Table, course
from .reference import COLOURS, EXPECTED, SIDES

SETUPS = [*((n, {}) for n in (1, 2, 3, 4)), (2, {"virtual_player": True})]
TASTES = ("random", "greedy", "rarest", "lazy")


class Taste(tastes.Taste):
    """A player: at random, one decision ahead, what was done least so far, or seldom anything."""

    def __init__(self, name, seed):
        super().__init__(name, seed, kind_of)

    def __call__(self, states, legal):
        actions = sorted(legal)
        if self.name == "lazy" and "done" in legal and self.choose.random() < 0.7:
            actions = ["done"]
        elif self.name == "greedy":
            actions = [max(actions, key=lambda words: value_after(states, words))]
        else:
            actions = [words for words in actions if words != "done"] or actions
        if self.name == "rarest":
            actions = self.rarest(actions)
        return self.note(self.choose.choice(actions))


def kind_of(words):
    return words.split(" with ")[0]


def value_after(states, words):
    trial = states.copy()
    loops.apply_one(trial, 0, GAME.actions.parse(words))
    return GAME.rules.evaluate(trial[0], int(states[0]["current_player"]))


def edited(variant, seed):
    """Return a state at the first keep of any turn with any marks on the sheets."""
    chooser = random.Random(seed)
    states = variant.new_states()
    variant.begin(states, 0, seed)
    fields = state_to_dict(states[0])
    turns = 3 if variant.num_players == 1 else 2
    fields["round_number"] = chooser.randrange(3 * turns)
    player = chooser.randrange(variant.num_players)
    fields["active_player"] = fields["current_player"] = player
    for sheet in fields["players"][: variant.num_players]:
        sheet["crystals"] = chooser.randint(0, 5)
        sheet["research"] = chooser.randint(0, 5)
        sheet["markers"] = [chooser.randint(-1, 2) for _ in range(3)]
        sheet["bots"] = [chooser.randint(0, 2) for _ in range(5)]
        sheet["submarines"] = [chooser.randint(0, 1) for _ in range(5)]
        for third in range(fields["round_number"] // turns + 1):
            sheet["octopuses"][third] = chooser.randint(0, 2)
    return state_from_dict(variant, fields)


def table_of(state):
    """Return the table of the reference with the marks of ``state``."""
    table = Table(state, [[TILES[tile] for tile in row] for row in state["lab"].tolist()])
    for sheet, me in zip(table.sheets, state["players"], strict=False):
        sheet.crystals, sheet.research = int(me["crystals"]), int(me["research"])
        sheet.markers = dict(zip(SIDES, me["markers"].tolist(), strict=True))
        sheet.bots.update(dict(zip(COLOURS, me["bots"].tolist(), strict=True)))
        sheet.submarines = {COLOURS[colour] for colour in np.flatnonzero(me["submarines"])}
        sheet.octopuses = me["octopuses"].tolist()
    return table


def play_both(variant, states, taste, seed=0):
    """Play on from the first keep in ``states`` by kernels and reference, which must agree.

    Forced moves are played one by one, like all others. Return how often each phase was asked.
    """
    state = states[0]
    table, asked = table_of(state), Counter()
    players = [Taste(taste, 10 * seed + seat) for seat in range(table.seats)]
    game = course(table)
    question = next(game)
    while question is not None:
        seat, phase = question
        asked[phase] += 1
        compare(state, table, seat, phase)
        legal = {GAME.actions.describe(action) for action in legal_ids(state)}
        assert legal == EXPECTED[phase](state)
        kept = dice_kept(state)
        words = players[seat](states, legal)
        loops.apply_one(states, 0, GAME.actions.parse(words))
        if phase == "first keep":
            compare_kept(kept, words, state)
        question = next_question(game, words)
    compare_sheets(state, table)
    compare_end(states, table)
    check_state(variant, state)
    return asked


def next_question(game, words):
    try:
        return game.send(words)
    except StopIteration:
        return None


def dice_kept(state):
    """Return what each die shows, in the order of the dice."""
    black = zip(state["colour"].tolist(), state["number"].tolist(), strict=True)
    return [*state["white"].tolist(), *black]


def compare_kept(before, words, state):
    """Check that the dice just set aside lie still."""
    names = words.removeprefix("keep ").split(" and ")
    dice = [("white", "black").index(name[:5]) * 3 + int(name[-1]) - 1 for name in names]
    assert np.flatnonzero(state["kept"]).tolist() == dice
    assert [dice_kept(state)[die] for die in dice] == [before[die] for die in dice]


def compare(state, table, seat, phase):
    """Check who is asked what, at which time, and what this turn has used up."""
    assert not state["terminated"]
    assert (int(state["current_player"]), PHASES[state["phase"]]) == (seat, phase)
    assert (state["round_number"], state["active_player"]) == (table.round, table.active)
    spent = {TILES[tile] for tile, name in ONCE_A_TURN.items() if state[name]}
    assert spent == table.spent
    white, black = state["used"][:3].astype(bool), np.flatnonzero(state["used"][3:])
    symbols = sorted(SYMBOLS[symbol] for symbol in state["white"][white])
    assert symbols == sorted(symbol for symbol, _ in table.used)
    assert black.tolist() == sorted(die for _, die in table.used)
    assert phase != "main" or state["main_actions"] == len(table.used)
    compare_sheets(state, table)


def compare_sheets(state, table):
    for me, sheet in zip(state["players"], table.sheets, strict=False):
        assert {name: me[name].tolist() for name in sheet.row()} == sheet.row()
        earned = dict(zip(SOURCES, me["earned"].tolist(), strict=True))
        assert earned == {source: sheet.earned[source] for source in SOURCES}


def compare_end(states, table):
    """Check the end, the scores and the ranks: points, then submarines."""
    state = states[0]
    assert state["terminated"]
    assert GAME.end_reason(state) == "all turns played"
    keys = [(sheet.earned.total(), len(sheet.submarines)) for sheet in table.sheets]
    assert GAME.read_scores(states).tolist() == [[*key, 0] for key in keys]
    assert GAME.ranks(states) == [1 + sum(other > key for other in keys) for key in keys]
