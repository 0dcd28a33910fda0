"""The Gymnasium environment of one seat."""

import copy
import multiprocessing
import pickle
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from aquasphere_env.core.match import IllegalActionError, Match
from aquasphere_env.envs.single_agent import SeatEnv
from aquasphere_env.games import GAMES
from tests.conftest import ALL_GAMES
from tests.toy.pebbles import GAME as PEBBLES

from .playing import arrays_in, pick, same

REAL_GAMES = [game for game in ALL_GAMES if game.name in GAMES]


@pytest.mark.parametrize("mask_in", ["info", "observation"])
@pytest.mark.parametrize("on_illegal", ["terminate", "penalize", "random"])
def test_check_env(any_game, mask_in, on_illegal):
    """All ways to treat illegal actions."""
    for observation in [name for name in ("flat", "entities", "text") if name != "x"]:
        if observation != "text" and observation not in any_game.views:
            continue
        env = SeatEnv(any_game, observation=observation, mask_in=mask_in, on_illegal=on_illegal)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            check_env(env, skip_render_check=True)


@pytest.mark.parametrize("game", REAL_GAMES, ids=lambda game: game.name)
def test_made_by_id(game):
    env = gymnasium.make(f"aquasphere_env:{game.gym_id}", opponents="greedy")
    assert "greedy" in env.spec.to_json()
    again = gymnasium.make(gymnasium.envs.registration.EnvSpec.from_json(env.spec.to_json()))
    first, second = env.reset(seed=1), again.reset(seed=1)
    assert same(first, second)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", ".*not within the observation space.*")
        check_env(env.unwrapped)


def play(env, seed, most=10**6):
    """Yield (observation, reward, terminated, truncated, info) of a random game."""
    observation, info = env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    yield observation, 0.0, False, False, info
    for _ in range(most):
        result = env.step(pick(info["action_mask"], rng))
        yield result
        info = result[4]
        if result[2] or result[3]:
            break


def test_nothing_shares_memory(any_game):
    """Gymnasium #1681: views and infos are new with every step."""
    for observation in any_game.views:
        env = SeatEnv(any_game, observation=observation, mask_in="observation")
        results = [arrays_in(list(result)) for result in play(env, 0, 4)]
        flat = [array for result in results for array in result]
        for k, first in enumerate(flat):
            assert not any(np.shares_memory(first, other) for other in flat[k + 1 :])


@pytest.mark.parametrize("opponents", ["random", "greedy"])
def test_every_seat_and_count(any_game, opponents):
    for num_players in range(any_game.min_players, any_game.max_players + 1):
        for seat in [*range(num_players), "random"]:
            env = SeatEnv(any_game, num_players, opponents, seat, "rank")
            *_, last = play(env, 3)
            ends = (bool(env.states[0]["terminated"]), bool(env.states[0]["truncated"]))
            assert (last[2], last[3]) == ends
            assert all(type(flag) is bool for flag in last[2:4])
            assert any(ends)
            assert isinstance(last[1], float)
            assert last[4]["seat"] == (env.seat if seat == "random" else seat)
            assert last[4]["end_reason"] is not None
            assert not last[4]["action_mask"].any()


def test_reward_is_the_learners(any_game):
    """AgileRL #201: the sign, on every seat."""
    for seat in range(any_game.default_players):
        for seed in range(4):
            env = SeatEnv(any_game, seat=seat, reward="rank")
            *_, last = play(env, seed)
            ranks = last[4]["ranks"]
            assert (last[1] > 0) == (ranks[seat] < np.mean(ranks))


def test_random_seat_visits_all():
    env = SeatEnv(PEBBLES, num_players=4)
    seats = set()
    for _ in range(60):
        env.reset()
        seats.add(env.seat)
    assert seats == {0, 1, 2, 3}


def test_rewards_of_the_others_moves_are_collected():
    """The learner takes one, greedy takes three: 1 - 3."""
    env = SeatEnv(PEBBLES, opponents="greedy", seat=0, reward="margin")
    env.reset(seed=0)
    assert env.step("take 1")[1] == -2


def test_solo_has_no_opponents():
    env = SeatEnv(PEBBLES, 1, reward="score")
    total = sum(result[1] for result in play(env, 0))
    assert total == env.step(0)[4]["scores"][0]


def test_same_seed_same_game(any_game):
    runs = [list(play(SeatEnv(any_game), 5)) for _ in range(2)]
    assert same(runs[0], runs[1])


def test_game_seed_deals_the_same_match(any_game):
    env = SeatEnv(any_game, seat=0)
    env.reset(seed=1)
    match = Match(any_game.variant(), env.game_seed)
    if env.states["step_count"][0] == 0:
        mask = np.zeros(len(any_game.actions), bool)
        mask[match.legal_actions()] = True
        assert (env.action_masks() == mask).all()


def test_copy_and_pickle_have_the_same_future(any_game):
    """PettingZoo #1307 #1271: also by a snapshot."""
    env = SeatEnv(any_game, opponents="greedy", reward="margin")
    list(play(env, 2, 2))
    twins = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    snapshot = pickle.loads(pickle.dumps(env.clone_state()))
    futures = [future(twin) for twin in (env, *twins)]
    env.restore_state(snapshot)
    futures.append(future(env))
    assert all(same(futures[0], each) for each in futures)


def future(env):
    rng = np.random.default_rng(1)
    results = []
    while env.action_masks().any():
        results.append(env.step(pick(env.action_masks(), rng)))
    return [*results, env.reset()]


def test_illegal_terminates_with_minus_one():
    """PettingZoo #185, pgx #183: others want the end, after which nothing changes or pays."""
    env = SeatEnv(PEBBLES, seat=0, heap=2)
    env.reset(seed=0)
    _, reward, terminated, truncated, info = env.step(2)
    assert (reward, terminated, truncated) == (-1, True, False)
    assert info["end_reason"].endswith("only 2 pebbles are left")
    assert not info["action_mask"].any()
    assert not env.action_masks().any()
    again = env.step(0)  # nothing changes after the end
    assert again[1:4] == (0, True, False)
    assert again[4]["scores"].tolist() == [0, 0]
    _, info = env.reset()
    assert info["end_reason"] is None
    assert info["action_mask"].any()


def test_illegal_is_penalized():
    """PettingZoo #185: some want a penalty, and the game to go on."""
    env = SeatEnv(PEBBLES, seat=0, on_illegal="penalize")
    before, _ = env.reset(seed=0)
    after, reward, terminated, _, _ = env.step(99)
    assert reward == -1
    assert terminated is False
    assert same(before, after)


def test_illegal_becomes_random():
    env = SeatEnv(PEBBLES, 1, on_illegal="random", reward="score")
    env.reset(seed=0)
    seen = set()
    for _ in range(40):
        env.reset()
        seen.add(env.step(99)[1])
    assert seen == {0, 1, 2, 3}


def test_illegal_raises():
    env = SeatEnv(PEBBLES, seat=0, on_illegal="raise", heap=2)
    before = env.reset(seed=0)
    with pytest.raises(IllegalActionError, match="only 2 pebbles are left"):
        env.step(2)
    assert same(before, env._look())


def test_truncation():
    env = SeatEnv(PEBBLES, seat=0, heap=50, limit=2)
    env.reset(seed=0)
    _, reward, terminated, truncated, _ = env.step(0)
    assert (terminated, truncated) == (False, True)
    assert reward in (-1, 0, 1)


class TakesOne:
    """Takes one pebble, always; remembers what it was shown."""

    def __init__(self):
        self.seen = []

    def act(self, observation, action_mask):
        self.seen.append((observation, action_mask))
        return 0


def test_opponents_from_outside_see_and_act():
    outside = TakesOne()
    env = SeatEnv(PEBBLES, 3, [outside, "greedy"], seat=0, reward="score")
    env.reset(seed=0)
    _, _, _, _, info = env.step("take 3")
    assert info["heap"] == 13 - 3 - 1 - 3
    observation, mask = outside.seen[0]
    assert observation.shape == (PEBBLES.views["flat"].size,)
    assert mask.tolist() == [1, 1, 1, 1]


def test_outside_opponent_may_begin():
    env = SeatEnv(PEBBLES, 2, TakesOne(), seat=1)
    _, info = env.reset(seed=0)
    assert info["heap"] == 12


class Searches:
    def act_on_states(self, states):
        return np.full(len(states), 1)


def test_opponents_may_ask_for_states():
    env = SeatEnv(PEBBLES, 2, Searches(), seat=1)
    _, info = env.reset(seed=3)
    assert info["heap"] <= 11


class Cheats:
    batched = True

    def act(self, observation, action_mask):
        return np.full(len(action_mask), 77)


def test_illegal_opponents_are_named():
    env = SeatEnv(PEBBLES, 2, Cheats(), seat=1)
    with pytest.raises(IllegalActionError, match=r"Cheats.*77"):
        env.reset(seed=0)


def test_opponents_are_one_or_one_each():
    """catanatron #322: by name, one for all or one for each; what is no player is said."""
    with pytest.raises(ValueError, match="no player 'twos'"):
        SeatEnv(PEBBLES, 2, "twos")
    with pytest.raises(ValueError, match="1 opponents"):
        SeatEnv(PEBBLES, 2, ["random", "random"])
    with pytest.raises(ValueError, match="object is no player"):
        SeatEnv(PEBBLES, 2, [object()])


class Counts:
    """Takes one or two pebbles by its own chance."""

    def seed(self, seed):
        self.rng = np.random.default_rng(seed)

    def act(self, observation, action_mask):
        return int(self.rng.integers(2)) if action_mask[1] else 0


def test_a_seeded_reset_restarts_the_chance_of_opponents():
    env = SeatEnv(PEBBLES, 2, Counts(), seat=0, heap=60)
    games = []
    for _ in range(2):
        env.reset(seed=7)
        games.append([env.step(0)[4]["heap"] for _ in range(12)])
    assert games[0] == games[1]
    env.reset(seed=8)
    assert [env.step(0)[4]["heap"] for _ in range(12)] != games[0]


def test_learners_that_never_move_are_an_error_not_a_hang():
    env = SeatEnv(PEBBLES, 2, "greedy", seat=1, heap=3)
    with pytest.raises(RuntimeError, match="nothing to decide"):
        env.reset(seed=0)
    env = SeatEnv(PEBBLES, 2, TakesAll(), seat=1, heap=3)
    with pytest.raises(RuntimeError, match="nothing to decide"):
        env.reset(seed=0)


class TakesAll:
    batched = True

    def act(self, observation, action_mask):
        return np.full(len(action_mask), 2)


def test_bad_keywords_are_refused():
    bad = ({"seat": 2}, {"seat": "left"}, {"on_illegal": "x"}, {"reward": "x"}, {"heap": 1})
    for keywords in (*bad, {"colour": 1}, {"observation": "x"}, {"render_mode": "x"}):
        with pytest.raises(ValueError, match=r"\w"):
            SeatEnv(PEBBLES, **keywords)


def test_unknown_option_is_named_in_the_words_that_torchrl_looks_for():
    """TorchRL's ``GymEnv`` passes ``frameskip``, and takes it back after such a ``TypeError``."""
    with pytest.raises(TypeError, match="unexpected keyword argument 'frameskip'"):
        gymnasium.make("AquaSphere-v1", frameskip=1)
    with pytest.raises(ValueError, match=r"no option 'lab'.*its options are: .*components"):
        gymnasium.make("AquaSphere-v1", lab="random")


def test_step_before_reset():
    with pytest.raises(gymnasium.error.ResetNeeded):
        SeatEnv(PEBBLES).step(0)


def test_render_shows_the_own_view():
    env = SeatEnv(PEBBLES, seat=0, render_mode="ansi")
    env.reset(seed=0)
    assert "card ?" in env.render()
    env.step("peek at the card")
    assert "card ?" not in env.render()
    env.close()
    env.close()


def test_action_masks_through_wrappers(any_game):
    """sb3-contrib #49: it looks for this method, and finds it below the wrappers."""
    env = gymnasium.wrappers.RecordEpisodeStatistics(SeatEnv(any_game))
    _, info = env.reset(seed=0)
    masks = env.get_wrapper_attr("action_masks")()
    assert masks.dtype == np.bool_
    assert np.array_equal(masks, info["action_mask"])


def worker(queue, name):
    env = gymnasium.make(f"aquasphere_env:{name}")
    queue.put(env.reset(seed=4)[0].tolist())


@pytest.mark.parametrize("method", ["spawn", "fork"])
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_workers(method):
    """PettingZoo #1223: other processes know the id and deal the same game."""
    if not REAL_GAMES:
        pytest.skip("no real game yet")
    name = REAL_GAMES[0].gym_id
    context = multiprocessing.get_context(method)
    queue = context.Queue()
    process = context.Process(target=worker, args=(queue, name))
    process.start()
    observation = queue.get(timeout=300)
    process.join()
    assert observation == gymnasium.make(name).reset(seed=4)[0].tolist()
