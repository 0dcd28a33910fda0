"""Whole games: nothing is lost, every game ends, the text and the heuristic hold up."""

import random

import numpy as np

from aquasphere_env.core import loops
from aquasphere_env.core.match import Match
from aquasphere_env.core.position import from_position, to_position
from aquasphere_env.core.protocol import evaluate
from aquasphere_env.games.aquanauts import GAME
from aquasphere_env.games.aquanauts.components import FACILITY_IDS
from aquasphere_env.games.aquanauts.state import EMPTY, IN_POD, NUM_ROBOTS, QUESTIONS

from .positions import games, options, play, position


def census(state: np.void) -> None:
    """Every tile and paper is in one place, and no count is out of its range."""
    players = state["players"][: state["num_players"]]
    stack = state["tile_stack"].tolist()
    assert stack[state["stack_size"] :] == [EMPTY] * (30 - state["stack_size"])
    tiles = [
        *stack,
        *state["discards"].tolist(),
        *state["track"].tolist(),
        int(state["in_hand"]),
        *players["grid"].ravel().tolist(),
    ]
    in_use = np.flatnonzero(state["components"]["facilities"]["dots"] <= state["num_players"])
    assert sorted(t for t in tiles if t != EMPTY) == in_use.tolist()
    papers = [
        *state["paper_deck"].tolist(),
        *state["open_papers"].tolist(),
        *players["papers"].ravel().tolist(),
    ]
    assert sorted(p for p in papers if p != EMPTY) == list(range(24))
    assert players["store"].min() >= 0
    assert players["store"].sum(axis=1).max() <= 60
    assert state["stockpile"].min() >= 0
    assert state["stockpile"].sum() <= 10
    assert state["bays"]["cargo"].sum(axis=1).max() <= 6
    assert ((state["bays"]["owner"] == -1) == (state["bays"]["cargo"].sum(axis=1) == 0)).all()
    assert (players["robots"] <= NUM_ROBOTS).all()
    on_tiles = np.count_nonzero(state["tile_workers"] != -1)
    placed = (NUM_ROBOTS - players["robots"]).sum() + (players["aquanaut"] == 2).sum()
    assert on_tiles <= placed
    if state["phase"] == 0:
        assert placed == 0


def test_census_after_every_step_and_games_end() -> None:
    for match in games(24):
        census(match.state)
        if not match.over:
            assert len(match.legal_actions()) >= 2
            assert QUESTIONS[match.state["question"]] != "nothing"
            continue
        assert match.state["terminated"] != match.state["truncated"]
        assert match.state["round_number"] < 20
        fourth = (match.state["players"]["papers"][: match.state["num_players"], 3] != EMPTY).any()
        assert fourth == match.state["terminated"]


def test_a_forced_dock_is_played_by_the_core() -> None:
    match = position(
        "track = ['-', '-', '-', '-', '-']\ntile_workers = [1, 1, 1, 1, 1, 1, 1, 1, 1]\n"
        "[state.players.0]\nrobots = 2\nstore = [0, 0, 0, 0, 0]\n[state.players.1]\nrobots = 0"
    )
    assert options(match) == ["robot to dock"]


def test_positions_are_read_back() -> None:
    match = Match(GAME.variant(4), 11)
    choice = random.Random(0)
    for _ in range(150):
        match.step(choice.choice(match.legal_actions()))
    text = to_position(match.variant, match.state)
    assert "T0" in text
    _, states = from_position(GAME, text)
    assert states[0].tobytes() == match.state.tobytes()


def test_text_shows_the_table_and_hides_the_piles() -> None:
    match = Match(GAME.variant(3), 2)
    text = GAME.to_text(match.state, 1)
    assert "player_1 (you)" in text
    for tile in match.state["track"]:
        assert FACILITY_IDS[tile] in text
    twin = match.copy()
    loops.redeal_one(twin.states, 0, 1, np.uint64(5))
    assert GAME.to_text(twin.state, 1) == text
    assert "player_1 (you)" not in GAME.to_text(match.state, None)


def test_text_in_every_question() -> None:
    seen = set()
    for match in games(12, seed=4, share=0.5):
        text = GAME.to_text(match.state, 0)
        if match.over:
            assert "the game is over" in text
        else:
            assert QUESTIONS[match.state["question"]] in text
            seen.add(int(match.state["question"]))
    assert seen == set(range(1, len(QUESTIONS)))


def best_by_evaluation(match: Match) -> str:
    def value(words: str) -> float:
        return float(evaluate(play(match.copy(), words).state, match.player))

    return max(options(match), key=value)


def test_evaluation_publishes_the_best_paper() -> None:
    match = position(
        'open_papers = ["R07", "R12", "R19", "R01"]\n[state.bays.0]\nowner = 0\ncargo = [1, 3, 3]'
    )
    play(match, "robot to launch")
    assert best_by_evaluation(match) == "publish paper 1"


def test_evaluation_rises_with_a_launch() -> None:
    """Without that greedy players never launch, since no paper is published yet."""
    match = position(
        'open_papers = ["R07", "R12", "R19", "R01"]\n[state.bays.0]\nowner = 0\ncargo = [1, 3, 3]'
    )
    before = evaluate(match.state, 0)
    assert evaluate(play(match, "robot to launch").state, 0) > before


def test_evaluation_ignores_what_is_hidden_and_ends_with_the_score() -> None:
    match = Match(GAME.variant(2), 3)
    choice = random.Random(8)
    while not match.over:
        before = evaluate(match.state, 0)
        twin = match.copy()
        loops.redeal_one(twin.states, 0, 0, np.uint64(1))
        assert evaluate(twin.state, 0) == before
        match.step(choice.choice(match.legal_actions()))
    assert evaluate(match.state, 0) == match.scores()[0]


def test_a_placed_aquanaut_returns_to_the_pod() -> None:
    match = position(
        "[state.players.0]\nrobots = 0\naquanaut = 'ready'\n[state.players.1]\nrobots = 0"
    )
    play(match, "aquanaut to Gardens")
    assert match.state["round_number"] == 1
    assert match.state["players"][0]["aquanaut"] == IN_POD
