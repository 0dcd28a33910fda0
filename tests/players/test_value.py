"""Learned evaluations: exact integers in any order, files that fit, nothing hidden seen."""

from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import load_file, save_file

from aquasphere_env.core import loops
from aquasphere_env.core.game import Variant, legal_ids
from aquasphere_env.core.match import Match
from aquasphere_env.core.protocol import evaluate
from aquasphere_env.core.rng import RNG_DTYPE, next_u64
from aquasphere_env.core.state import new_records
from aquasphere_env.games import GAMES, get_game
from aquasphere_env.players import evaluation as kernels
from aquasphere_env.players import policies
from aquasphere_env.players.evaluation import HIDDEN_ONE, INPUT_ONE, MARGIN_SCALE, WEIGHT_ONE
from aquasphere_env.players.playing import play_games
from aquasphere_env.players.registry import make_player
from aquasphere_env.players.value import (
    ValuePlayer,
    load_value,
    make_judge,
    overflow,
    save_value,
    untrained,
)
from aquasphere_env.players.weights import NetworkError, Tensors
from tests.toy.pebbles import GAME as PEBBLES

from .networks import UNITS, midgame, tensors_at_random

VARIANT = PEBBLES.variant(2)


def margin_by_hand(
    variant: Variant, tensors: Tensors, states: np.ndarray, i: int, player: int
) -> float:
    """Compute the network from the view, layer by layer, in numpy."""
    judge = make_judge(variant, tensors)
    hand = kernels.read_numbers(states, i, player, judge)
    numbers = judge.numbers[: len(tensors["first"])]
    inputs = np.floor(numbers * INPUT_ONE + np.float32(0.5)).astype(int)
    sums = inputs @ tensors["first"].astype(int) + tensors["first_bias"]
    hidden = np.minimum(np.maximum(sums, 0) * HIDDEN_ONE // (INPUT_ONE * WEIGHT_ONE), 2**15 - 1)
    sums = hidden @ tensors["second"].astype(int) + tensors["second_bias"]
    hidden = np.minimum(np.maximum(sums, 0) // WEIGHT_ONE, 2**15 - 1)
    total = int(hidden @ tensors["third"].astype(int)) + int(tensors["third_bias"][0])
    return hand + MARGIN_SCALE * total / (HIDDEN_ONE * WEIGHT_ONE)


def test_kernels_compute_the_network() -> None:
    states = midgame(VARIANT, 8)
    for seed in range(4):
        tensors = tensors_at_random(VARIANT, seed)
        judge = make_judge(VARIANT, tensors)
        for i in range(len(states)):
            expected = margin_by_hand(VARIANT, tensors, states, i, i % 2)
            assert kernels.expected_margin(states, i, i % 2, judge) == expected


def test_what_was_judged_before_does_not_matter() -> None:
    states = midgame(VARIANT, 8)
    tensors = tensors_at_random(VARIANT)
    used = make_judge(VARIANT, tensors)
    for i in np.random.default_rng(0).integers(0, 8, 40):
        fresh = make_judge(VARIANT, tensors)
        found = kernels.expected_margin(states, i, 1, used)
        assert found == kernels.expected_margin(states, i, 1, fresh)


@pytest.mark.parametrize("players", [1, 2, 3])
def test_a_margin_is_own_points_over_the_mean_of_the_others(players: int) -> None:
    variant = PEBBLES.variant(players)
    match = Match(variant, 3)
    judge = make_judge(variant, tensors_at_random(variant))
    while not match.over:
        match.step(match.legal_actions()[0])
    points = [row[0] for row in variant.game.read_scores(match.states, 0)]
    for player in range(players):
        others = [points[p] for p in range(players) if p != player] or [0]
        found = kernels.expected_margin(match.states, 0, player, judge)
        assert found == kernels.hand_margin(match.states[0], player)
        if players > 1:
            assert np.sign(found) == np.sign(points[player] - np.mean(others))


def test_the_hands_numbers_are_cut_off() -> None:
    assert kernels.hand_number(64.0) == 0.25
    assert kernels.hand_number(1e9) == 1
    assert kernels.hand_number(-1e9) == -1


def test_the_last_inputs_are_the_hands_numbers() -> None:
    states = midgame(VARIANT, 3)
    judge = make_judge(VARIANT, tensors_at_random(VARIANT))
    kernels.expected_margin(states, 2, 0, judge)
    own, others = (evaluate(states[2], player) / kernels.HAND_SCALE for player in (0, 1))
    inputs = judge.net[0]["inputs"][: len(judge.net[0]["first"])]
    assert inputs[-2:].tolist() == [round(own * INPUT_ONE), round(others * INPUT_ONE)]


def test_values_of_hidden_units_are_cut_off() -> None:
    assert kernels.rectified(-5, 10) == 0
    assert kernels.rectified(5 << 10, 10) == 5
    assert kernels.rectified(2**31 - 1, 10) == kernels.MOST_HIDDEN


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_judged_and_searched_and_nothing_hidden_is_seen(
    name: str, tmp_path: Path
) -> None:
    """One test, since the kernels of a game take long to compile."""
    variant = get_game(name).variant()
    path = tmp_path / "v.safetensors"
    save_value(path, variant, tensors_at_random(variant))
    states = midgame(variant, 4)
    others = states.copy()
    for i in range(len(others)):
        loops.redeal_one(others, i, int(others[i]["current_player"]), np.uint64(99))
    for text in (f"value:{path}", f"mcts:20,value={path}"):
        player = make_player(text, variant)
        for i in range(len(states)):
            player.seed(i)
            opinion = player.explain(states, i)
            assert sorted(opinion.scores) == legal_ids(states[i])
            player.seed(i)
            assert player.explain(others, i) == opinion
    player = make_player(f"value:{path}", variant)
    played = play_games(variant, [player] * variant.num_players, [1])
    assert played.states["terminated"].all() or played.states["truncated"].all()


@pytest.mark.slow
def test_what_dice_follow_is_judged_by_the_mean_of_the_same_draws() -> None:
    variant = get_game("octodice").variant(1)
    state = variant.new_states()
    variant.start(state, 0, seed=3)
    source = new_records(1, RNG_DTYPE)
    scratch = variant.new_states(policies.NUM_SCRATCH)
    judge = make_judge(variant, tensors_at_random(variant), draws=3)
    values = np.empty(len(variant.game.actions))
    policies.action_values(state, 0, source[0], scratch, values, judge)

    imagined = scratch[:1].copy()  # as the first draw finds it
    chance = imagined.copy()
    draws = [imagined[0]["rng"], next_u64(chance[0]), next_u64(chance[0])]
    trial = state.copy()
    for action in legal_ids(state[0]):
        margins = []
        for draw in draws:
            trial[0] = imagined[0]
            trial[0]["rng"] = draw
            loops.step(trial, 0, action)
            margins.append(kernels.expected_margin(trial, 0, 0, judge))
        assert len(set(margins)) > 1, "no dice have been rolled"
        assert values[action] == pytest.approx(np.mean(margins))


def test_the_best_action_is_played() -> None:
    player = ValuePlayer("value", VARIANT, tensors_at_random(VARIANT))
    states = midgame(VARIANT, 8)
    player.seed(1)
    actions = player.act_on_states(states)
    player.seed(1)
    for i, action in enumerate(actions):
        scores = player.explain(states, i).scores
        assert scores[int(action)] == max(scores.values())


def test_nothing_is_played_when_all_is_over() -> None:
    match = Match(VARIANT, 3)
    while not match.over:
        match.step(match.legal_actions()[0])
    player = ValuePlayer("value", VARIANT, untrained(VARIANT, *UNITS))
    assert player.act_on_states(match.states).tolist() == [0]
    assert player.explain(match.states, 0).scores == {}
    assert legal_ids(match.state) == []


def test_a_file_is_what_was_saved(tmp_path: Path) -> None:
    tensors = tensors_at_random(VARIANT)
    path = tmp_path / "folder" / "v.safetensors"
    save_value(path, VARIANT, tensors)
    read = load_value(path, VARIANT)
    assert all(np.array_equal(read[name], tensors[name]) for name in tensors)


def broken(path: Path, change: str) -> str:
    """Write a file with one thing wrong; return the words of the refusal."""
    tensors = tensors_at_random(VARIANT)
    if change == "shape":
        save_value(path, VARIANT, {**tensors, "first": tensors["first"][:-1].copy()})
        return r"tensor 'first' is int16 .*, not int16"
    if change == "type":
        save_value(path, VARIANT, {**tensors, "third": tensors["third"].astype(np.int32)})
        return "tensor 'third' is int32"
    if change == "missing":
        save_value(path, VARIANT, {k: t for k, t in tensors.items() if k != "third_bias"})
        return "missing or unknown tensor 'third_bias'"
    if change == "overflow":
        large = np.full_like(tensors["second"], 2**15 - 1)
        save_value(path, VARIANT, {**tensors, "second": np.repeat(large, 1, axis=0)})
        bias = np.full_like(tensors["second_bias"], 2**31 - 1)
        save_value(path, VARIANT, {**tensors, "second": large, "second_bias": bias})
        return "tensor 'second' has weights whose sums overflow"
    if change == "players":
        save_value(path, PEBBLES.variant(3), tensors)
        return "trained with 3 players, not 2"
    if change == "schema":
        save_file(load_file(_saved(path)), path)
        return "not a network file of schema 'aquasphere-env-value-1'"
    path.write_bytes(_saved(path).read_bytes()[:-9])
    return "not a network file"


def _saved(path: Path) -> Path:
    save_value(path, VARIANT, tensors_at_random(VARIANT))
    return path


@pytest.mark.parametrize(
    "change", ["shape", "type", "missing", "overflow", "players", "schema", "cut"]
)
def test_files_that_do_not_fit_are_refused(change: str, tmp_path: Path) -> None:
    path = tmp_path / "v.safetensors"
    words = broken(path, change)
    for text in (f"value:{path}", f"mcts:5,value={path}"):
        with pytest.raises(NetworkError, match=words) as error:
            make_player(text, VARIANT)
        assert str(error.value).startswith(str(path))


def test_sums_that_fit_are_accepted() -> None:
    tensors = untrained(VARIANT, *UNITS)
    assert overflow(tensors) == ""
    tensors["first"][:, 0] = -(2**15 - 1)
    inputs = len(tensors["first"])
    fits = inputs * (2**15 - 1) * INPUT_ONE <= 2**31 - 1
    assert (overflow(tensors) == "") == fits
    tensors["first_bias"][0] = -(2**31 - 1)
    assert overflow(tensors) == "first"


def test_a_search_judges_by_the_evaluation(tmp_path: Path) -> None:
    """Two evaluations that differ make two searches; the same one makes the same."""
    match = Match(VARIANT, 5)
    texts = []
    for seed in range(2):
        save_value(tmp_path / f"{seed}.safetensors", VARIANT, tensors_at_random(VARIANT, seed))
        texts.append(f"mcts:40,value={tmp_path / f'{seed}.safetensors'}")
    first, again, other = (
        make_player(text, VARIANT, 1).explain(match.states, 0)
        for text in (texts[0], texts[0], texts[1])
    )
    assert first == again
    assert first != other
    assert sum(first.scores.values()) == 40


@pytest.mark.parametrize("players", [1, 2, 3])
def test_searches_with_an_evaluation_play_games_of_any_size(players: int, tmp_path: Path) -> None:
    variant = PEBBLES.variant(players)
    path = tmp_path / "v.safetensors"
    save_value(path, variant, tensors_at_random(variant))
    player = make_player(f"mcts:10,value={path}", variant)
    assert play_games(variant, [player] * players, [1, 2]).states["terminated"].all()
