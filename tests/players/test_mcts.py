"""Search on positions that are solved by hand, small trees move by move, and on all games."""

import re
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from aquasphere_env.core import loops
from aquasphere_env.core.game import Game
from aquasphere_env.core.match import Match
from aquasphere_env.envs.single_agent import SeatEnv
from aquasphere_env.games import get_game
from aquasphere_env.players import evaluation, tree
from aquasphere_env.players import leaf as leaves
from aquasphere_env.players import search as kernels
from aquasphere_env.players.mcts import MctsPlayer, SearchError, Settings, new_search, num_nodes
from aquasphere_env.players.playing import play_games
from aquasphere_env.players.registry import make_player
from aquasphere_env.players.value import untrained
from tests.toy.pebbles import GAME as PEBBLES
from tests.toy.pebbles.actions import PEEK, TAKE

from .networks import UNITS, midgame

LINEAR = "value_scale=1000000,exploration=0.00001"  # values are expected margins


def searcher(argument: str, match: Match, seed: int = 1) -> MctsPlayer:
    player = MctsPlayer(argument, match.variant)
    player.seed(seed)
    return player


def four_pebbles_left() -> Match:
    """Player 0 knows the card, worth 2, and has the turn with four pebbles left."""
    match = Match(PEBBLES.variant(2, heap=4), 1, {"card": 2})
    match.step(PEEK)
    return match


def test_values_of_an_endgame_are_exact() -> None:
    """muzero-general #55 #108: who takes two has another turn in a third of the cases.

    Hence (4 + 2) / 3 - 2 * 2 / 3 points.

    After three the other takes 1 + 2. Pebbles judges a state by the margin, so that values, which
    are margins over the others, are twice that. Taking one is so bad that hardly anything is known
    of it.
    """
    match = four_pebbles_left()
    opinion = searcher(f"20000,leaf=evaluate,{LINEAR}", match).explain(match.states, 0)
    assert opinion.values[TAKE + 2] == pytest.approx(0.0, abs=0.05)
    assert opinion.values[TAKE + 1] == pytest.approx(4 / 3, abs=0.15)
    assert opinion.values[TAKE] < -6
    assert min(opinion.scores, key=opinion.scores.__getitem__) == TAKE
    assert max(opinion.scores, key=opinion.scores.__getitem__) == TAKE + 1


def test_a_search_tells_its_visits_and_decides_alike(any_game: Game) -> None:
    match = Match(any_game.variant(), 3)
    states = np.concatenate([match.states, match.states, match.states])
    states[1]["terminated"] = True
    found = searcher("9", match).search(states)
    assert np.array_equal(searcher("9", match).act_on_states(states), found.actions)
    assert found.visits.sum(axis=1).tolist() == [9, 0, 9]
    for action, visits in zip(found.actions[::2], found.visits[::2], strict=True):
        assert visits[action] == visits.max()
        assert set(np.flatnonzero(visits)) <= set(match.legal_actions())


def test_the_favourite_edge_tells_what_to_expect() -> None:
    """As above, for the one who moves and for the other."""
    match = four_pebbles_left()
    settings = Settings.parse(f"20000,leaf=evaluate,{LINEAR}")
    search = new_search(settings, match.variant, None)
    edge = kernels.find_favourite(search, match.states, 0, num_nodes(settings))
    assert search.edges[edge]["action"] == TAKE + 1
    margins = [kernels.margin_on(search, edge, player) for player in (0, 1)]
    assert margins == pytest.approx([4 / 3, -4 / 3], abs=0.15)


@pytest.mark.parametrize("leaf", tree.LEAVES)
def test_every_leaf_finds_the_best_action(leaf: str) -> None:
    match = four_pebbles_left()
    assert searcher(f"2000,leaf={leaf}", match).act_on_states(match.states).tolist() == [TAKE + 1]


def test_a_small_tree_is_always_the_same() -> None:
    match = four_pebbles_left()
    player = searcher("12,leaf=evaluate", match, seed=3)
    opinion = player.explain(match.states, 0)
    grown = player._groves[0][0].tree[0]
    visits = {PEBBLES.actions.describe(a): int(n) for a, n in opinion.scores.items()}
    assert visits == GOLDEN_VISITS
    assert (int(grown["num_nodes"]), int(grown["num_edges"])) == GOLDEN_SIZE
    assert opinion.lines[TAKE + 1][0] == TAKE + 1


GOLDEN_VISITS = {"take 1": 2, "take 2": 5, "take 3": 5}
GOLDEN_SIZE = (9, 14)


def test_nodes_and_edges_add_up() -> None:
    match = Match(PEBBLES.variant(3), 2)
    player = searcher("300", match)
    opinion = player.explain(match.states, 0)
    search = player._groves[0][0]
    assert sum(opinion.scores.values()) == 300
    assert search.nodes["visits"][0] == 301  # the root's own is the first
    size = int(search.tree["num_edges"][0])
    for edge in search.edges[:size]:
        if edge["child"] != tree.NO_NODE:
            assert edge["visits"] == search.nodes["visits"][edge["child"]]


@pytest.mark.parametrize("game", [PEBBLES, get_game("aquasphere")], ids=lambda game: game.name)
def test_a_search_sees_nothing_hidden(game: Game) -> None:
    """open-mtg #4: positions that differ in what the mover cannot know give the same numbers."""
    match = Match(game.variant(), 3)
    rng = np.random.default_rng(0)
    for _ in range(3):
        other = match.copy()
        loops.redeal_one(other.states, 0, match.player, np.uint64(99))
        first, second = (searcher("30", m).explain(m.states, 0) for m in (match, other))
        assert first == second
        for _ in range(5):
            if not match.over:
                match.step(int(rng.choice(match.legal_actions())))
        if match.over:
            return


@pytest.mark.parametrize("game", [PEBBLES, get_game("aquasphere")], ids=lambda game: game.name)
def test_the_state_is_not_changed(game: Game) -> None:
    match = Match(game.variant(), 4)
    before = match.states.copy()
    searcher("20", match).act_on_states(match.states)
    assert all(np.array_equal(before[n], match.states[n]) for n in before.dtype.names or ())


@pytest.mark.parametrize("players", [1, 2, 4])
def test_games_of_any_size_are_played(players: int) -> None:
    variant = PEBBLES.variant(players)
    player = make_player("mcts:20,leaf=random", variant)
    played = play_games(variant, [player] * players, range(3))
    assert played.states["terminated"].all()


def test_trees_of_several_threads_add_up_and_repeat() -> None:
    match = Match(PEBBLES.variant(2), 5)
    first, second = (searcher("200,threads=4", match).explain(match.states, 0) for _ in range(2))
    assert first == second
    assert sum(first.scores.values()) == 200


def test_many_states_at_once_get_the_actions_of_one_by_one(monkeypatch) -> None:
    """On any number of processors."""
    variant = PEBBLES.variant(2)
    states = midgame(variant, 6)
    found = []
    for processors in (1, 3):
        monkeypatch.setattr("aquasphere_env.players.mcts.num_processors", lambda n=processors: n)
        player = make_player("mcts:50,threads=2", variant, 7)
        found.append(player.act_on_states(states).tolist())
    player.seed(7)
    found.append([int(player.act_on_states(states[i : i + 1])[0]) for i in range(len(states))])
    assert found[0] == found[1] == found[2]


def test_a_search_by_time_plays_a_legal_action() -> None:
    match = Match(PEBBLES.variant(2), 5)
    assert int(searcher("3ms", match).act_on_states(match.states)[0]) in match.legal_actions()


def test_without_room_the_search_goes_on() -> None:
    match = Match(PEBBLES.variant(2), 6)
    player = searcher("200", match)
    full = player._groves[0][0]
    player._groves = [[full._replace(edges=full.edges[:9], nodes=full.nodes[:4])]]
    assert int(player.act_on_states(match.states)[0]) in match.legal_actions()
    assert full.tree["num_edges"][0] == 9
    assert full.tree["num_nodes"][0] == 4


def test_a_long_path_ends_at_its_room() -> None:
    match = Match(PEBBLES.variant(2), 6)
    player = searcher("200", match)
    short = player._groves[0][0]
    player._groves = [[short._replace(path=short.path[:2])]]
    player.act_on_states(match.states)
    assert short.tree["depth"][0] <= 2


def test_it_plays_in_an_environment() -> None:
    env = SeatEnv(PEBBLES, 2, opponents="mcts:10")
    _, info = env.reset(seed=1)
    over = False
    while not over:
        _, _, over, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert sum(info["scores"]) >= PEBBLES.options["heap"]


def test_the_prior_falls_with_the_loss() -> None:
    assert kernels.soft_power(0.0) == 1.0
    assert kernels.soft_power(-1.0) == pytest.approx(np.exp(-1), rel=0.01)
    assert kernels.soft_power(-1000.0) == 0.0


def test_the_prior_is_by_the_learned_evaluation_or_by_the_game() -> None:
    """An untrained one judges by the margin between the game's evaluations of both players.

    Pebbles' own evaluation is a margin, too: so losses are twice those of the game alone.
    """
    match = four_pebbles_left()
    weights = {prior: np.zeros(len(match.variant.game.actions)) for prior in tree.PRIORS}
    for prior, found in weights.items():
        settings = Settings.parse(f"9,value=x,prior={prior}")
        search = new_search(settings, match.variant, untrained(match.variant, *UNITS))
        kernels.find_favourite(search, match.states, 0, num_nodes(settings))
        tree.read_root(search, np.zeros(len(found), np.int64), found, np.zeros((len(found), 4)))
    assert 0 < weights["value"][TAKE] < 0.9
    np.testing.assert_allclose(weights["value"], weights["evaluate"] ** 2, rtol=0.05)


def test_settings_are_read() -> None:
    assert Settings.parse("") == Settings()
    assert Settings.parse("50") == Settings(simulations=50)
    assert Settings.parse("50ms").milliseconds == 50
    assert Settings.parse("9,leaf=random,horizon=3,exploration=0.5,threads=2") == Settings(
        simulations=9, leaf="random", horizon=3, exploration=0.5, threads=2
    )
    usual = Settings.parse("9,value=a.safetensors")
    assert (usual.leaf, usual.exploration) == ("best", 0.5)
    assert Settings.parse("9,exploration=2,value=a.safetensors").exploration == 2
    assert Settings.parse("9,leaf=rollout,value=a.safetensors").leaf == "rollout"


@pytest.mark.parametrize(
    ("argument", "words"),
    [
        ("0", "1 to 100,000 simulations"),
        ("-5", "not '-5'"),
        ("0ms", "1ms to 3600000ms"),
        ("50s", "not '50s'"),
        ("1000000000000", "not '1000000000000'"),
        ("leaf=random", "not 'leaf=random'"),
        ("9,leaf=deep", "leaf is one of evaluate, best, rollout, random, not 'deep'"),
        ("9,depth=3", "no option 'depth'; there are: value, leaf, prior, horizon"),
        ("9,exploration=nan", "exploration is a number from 0 to 1000, not 'nan'"),
        ("9,prior=greedy", "prior is one of value, evaluate, not 'greedy'"),
        ("9,threads=0", "threads is a number from 1 to 64"),
        ("9,threads=1.5", "not '1.5'"),
        ("9,horizon=", "not ''"),
        ("9,,", "no option ''"),
    ],
)
def test_settings_that_cannot_be_are_refused(argument: str, words: str) -> None:
    with pytest.raises(SearchError, match=re.escape(words)):
        make_player(f"mcts:{argument}", PEBBLES.variant(2))


@pytest.mark.parametrize("module", [evaluation, leaves, kernels, tree], ids=lambda m: m.__name__)
def test_kernels_use_no_function_that_differs_between_machines(module: ModuleType) -> None:
    """``exp`` and ``tanh`` are rounded differently by different libraries."""
    source = Path(module.__file__ or "").read_text(encoding="utf-8")
    called = set(re.findall(r"np\.([a-z]\w*)\(", source))
    assert called <= {"sqrt", "floor", "float32", "int16", "int32"}
