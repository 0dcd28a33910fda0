"""Data sets in Parquet: the environments see what the rows say, and a stopped one goes on."""

import json
import os
import signal
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.dataset
import pytest

from aquasphere_env.core import loops
from aquasphere_env.core.game import Game
from aquasphere_env.core.match import replayed
from aquasphere_env.core.observer import Observer
from aquasphere_env.core.signals import Stopped
from aquasphere_env.envs.aec import GameAEC
from aquasphere_env.envs.rewards import REWARDS
from aquasphere_env.games import get_game
from tests.processes import python
from tests.toy.pebbles import GAME as PEBBLES
from training.data import to_parquet
from training.data.games import PlayedGame

from .data_sets import SECOND, files, games, made, table, told, use

FLAT = ("--games", "3", "--games-per-file", "2")


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    use(PEBBLES, monkeypatch)


def observed(game: dict[str, list[Any]], step: int, like: Any) -> Any:
    """Return the observation in a row in the form that the environment gives ``like``."""
    if isinstance(like, dict):
        shaped = {name: np.float32(game[f"observation.{name}"][step]) for name in like}
        return {name: rows.reshape(like[name].shape) for name, rows in shaped.items()}
    if isinstance(like, str):
        return game["observation"][step]
    return np.float32(game["observation"][step]).reshape(like.shape)


def same(one: Any, other: Any) -> bool:
    if isinstance(one, dict):
        return all(np.array_equal(one[name], other[name]) for name in other)
    return np.array_equal(one, other)


def check_game(game: dict[str, list[Any]], env: GameAEC, reward: str) -> None:
    """Hold the rows of a game to the environment, decision by decision."""
    env.reset(seed=game["seed"][0])
    paid = dict.fromkeys(env.possible_agents, 0.0)
    rows_of: dict[str, list[int]] = {agent: [] for agent in env.possible_agents}
    for step, action in enumerate(game["action"]):
        agent = env.agent_selection
        seen = env.observe(agent)
        assert game["step"][step] == step
        assert agent == f"player_{game['player'][step]}"
        assert same(observed(game, step, seen["observation"]), seen["observation"])
        assert np.array_equal(game["action_mask"][step], seen["action_mask"])
        assert game["num_legal"][step] == seen["action_mask"].sum() >= 2
        assert game["round"][step] == env.infos[agent]["round"]
        rows_of[agent].append(step)
        env.step(action)
        for each, amount in env.rewards.items():
            paid[each] += amount
    assert not env.agents or all(env.terminations.values()) or all(env.truncations.values())
    info = next(iter(env.infos.values()))
    for seat, (agent, rows) in enumerate(rows_of.items()):
        if not rows:
            continue
        assert sum(game["reward"][row] for row in rows) == pytest.approx(paid[agent], abs=1e-4)
        over = [game["terminated"][row] or game["truncated"][row] for row in rows]
        assert over == [False] * (len(rows) - 1) + [True]
        others = np.delete(info["scores"], seat)
        margin = info["scores"][seat] - (others.mean() if len(others) else 0)
        for row in rows:
            assert game["final_points"][row] == info["scores"][seat]
            assert game["final_place"][row] == info["ranks"][seat]
            assert game["final_margin"][row] == pytest.approx(margin, abs=1e-4)


VIEWS = [
    ("aquasphere", 2, "flat", "outcome"),
    ("aquasphere", 4, "entities", "margin"),
    ("octodice", 1, "entities", "score"),
    ("octodice", 3, "text", "rank"),
    ("aquanauts", 3, "flat", "margin"),
    ("aquamarine", 1, "flat", "outcome"),
    ("aquamarine", 2, "planes", "margin"),
    ("aquamarine", 4, "entities", "score"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players", "view", "reward"), VIEWS)
def test_every_game_reads_back_as_the_environment_shows_it(
    name: str, players: int, view: str, reward: str, tmp_path: Path
) -> None:
    words = ("--game", name, "--players", str(players), "--observation", view, "--reward", reward)
    who = ("--player", "greedy", "--player", "random")[: 2 * players]
    made(tmp_path, *words, *who, *FLAT)
    env = GameAEC(get_game(name).variant(players), observation=view, reward=reward)
    found = games(table(tmp_path))
    assert [game["game"][0] for game in found] == [0, 1, 2]
    for game in found:
        check_game(game, env, reward)


@pytest.mark.parametrize("reward", REWARDS)
@pytest.mark.parametrize("players", [1, 2, 3])
def test_rewards_are_those_up_to_the_next_decision(
    players: int, reward: str, toy: None, tmp_path: Path
) -> None:
    made(tmp_path, "--players", str(players), "--player", "random", "--reward", reward, *FLAT)
    env = GameAEC(PEBBLES.variant(players), reward=reward)
    for game in games(table(tmp_path)):
        env.reset(seed=game["seed"][0])
        before, waiting = {}, {}  # by agent: what it had got, the row of its last decision
        for step, action in enumerate(game["action"]):
            agent = env.agent_selection
            got = env.last()[1]
            if agent in waiting:
                check_paid(game, waiting[agent], got + before.pop(agent, 0))
            else:
                before[agent] = got
            waiting[agent] = step
            env.step(action)
        for agent, step in waiting.items():
            check_paid(game, step, env._cumulative_rewards[agent] + before.pop(agent, 0))


def check_paid(game: dict[str, list[Any]], row: int, amount: float) -> None:
    assert game["reward"][row] == pytest.approx(amount, abs=1e-5)


def test_visits_are_kept_where_a_player_searches(toy: None, tmp_path: Path) -> None:
    words = ("--players", "3", "--player", "mcts:12", "--player", "mcts:9,threads=2")
    made(tmp_path, *words, "--player", SECOND, "--games", "6")
    simulations = {"mcts:12": 12, "mcts:9,threads=2": 10, SECOND: None}
    seen = set()
    for game in games(table(tmp_path)):
        for agent, visits, action, mask in zip(
            *(game[name] for name in ("agent", "visits", "action", "action_mask")), strict=True
        ):
            seen.add(agent)
            assert (None if visits is None else sum(visits)) == simulations[agent]
            if visits is not None:
                assert visits[action] == max(visits)
                assert len(visits) == len(PEBBLES.actions)
                assert not any(np.array(visits)[~np.array(mask)])
    assert seen == set(simulations)


def test_players_change_seats_and_every_game_is_another_deal(toy: None, tmp_path: Path) -> None:
    made(tmp_path, "--players", "3", "--player", SECOND, "--player", "greedy", "--games", "6")
    found = games(table(tmp_path))
    for k, game in enumerate(found):
        seats = {
            agent
            for agent, seat in zip(game["agent"], game["player"], strict=True)
            if seat == k % 3
        }
        assert seats <= {SECOND}
    assert [game["seed"][0] for game in found] == list(range(6))
    made(tmp_path / "other", "--players", "3", "--seed", "4", "--games", "2")
    assert [game["seed"][0] for game in games(table(tmp_path / "other"))] == [4, 5]


def test_rows_hold_nothing_that_their_player_cannot_know(any_game: Game, tmp_path: Path) -> None:
    """What is hidden, resampled at every decision, changes nothing that a policy may see."""
    with pytest.MonkeyPatch.context() as patch:
        use(any_game, patch)
        made(tmp_path, "--player", "random", "--games", "1")
    (game,) = games(table(tmp_path))
    variant = any_game.variant()
    observer = Observer(variant)
    for step in range(len(game["action"])):
        match = replayed(variant, game["seed"][0], game["action"][:step])
        seat = game["player"][step]
        twin = match.states.copy()
        loops.redeal_one(twin, 0, seat, np.uint64(77 + step))
        seen, mask = observer.read(twin, 0, seat)
        assert np.array_equal(np.float32(game["observation"][step]), seen)
        assert np.array_equal(game["action_mask"][step], mask)


def test_the_schema_tells_how_it_was_made(toy: None, tmp_path: Path) -> None:
    made(tmp_path, "--player", SECOND, "--option", "heap=9", *FLAT)
    found = told(tmp_path)
    assert (found["game"], found["version"], found["options"]) == ("pebbles", 0, {"heap": 9})
    assert found["agents"] == [SECOND, SECOND]
    assert found["fingerprints"][SECOND]
    assert found["component_hash"] == PEBBLES.variant(2, heap=9).digest
    view = PEBBLES.views["flat"]
    assert [feature["name"] for feature in found["features"]] == [f.name for f in view.features]
    schema = table(tmp_path).schema
    assert all(schema.field(name).metadata[b"meaning"] for name in schema.names)
    assert schema.field("observation").type.list_size == view.size
    assert schema.field("observation").metadata[b"shape"] == b"[%d]" % view.size
    card = (tmp_path / "README.md").read_text()
    assert all(f"| `{name}` |" in card for name in schema.names)


def test_other_libraries_find_the_files(toy: None, tmp_path: Path) -> None:
    made(tmp_path, *FLAT)
    names = [path.name for path in sorted((tmp_path / "data").iterdir())]
    assert names == ["train-00000-of-00002.parquet", "train-00001-of-00002.parquet"]
    rows = pyarrow.dataset.dataset(tmp_path / "data").to_table()
    assert rows.equals(table(tmp_path))


def test_row_groups_have_whole_games(
    toy: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    whole = table(made(tmp_path / "one", "--games", "9"))
    monkeypatch.setattr(to_parquet, "_GROUP_BYTES", 6000)
    made(tmp_path / "many", "--games", "9")
    file = pa.parquet.ParquetFile(tmp_path / "many/data/train-00000-of-00001.parquet")
    groups = [set(file.read_row_group(k)["game"].to_pylist()) for k in range(file.num_row_groups)]
    assert 1 < len(groups) < 9
    assert sum(map(len, groups)) == 9
    assert table(tmp_path / "many").equals(whole)


def stop_in_part(number: int, patch: pytest.MonkeyPatch) -> None:
    """Let a signal come while part ``number`` is played."""
    play = to_parquet.play_part

    def stopping(plan: Any, part: int, advance: Any) -> list[PlayedGame]:
        if part == number:
            raise Stopped.by(signal.SIGINT)
        return play(plan, part, advance)

    patch.setattr(to_parquet, "play_part", stopping)


@pytest.mark.parametrize("number", [0, 1, 3])
def test_a_stopped_data_set_ends_as_if_it_had_not_been(
    number: int, toy: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("--player", "mcts:6", "--player", "random", "--games", "7", "--games-per-file", "2")
    made(tmp_path / "whole", *words)
    capsys.readouterr()
    with pytest.MonkeyPatch.context() as patch:
        stop_in_part(number, patch)
        with pytest.raises(Stopped):
            made(tmp_path / "stopped", *words)
    kept = f"{2 * number} of 7 games are kept in {tmp_path / 'stopped'}"
    assert f"{kept}; the same command plays the others\n" in capsys.readouterr().err
    made(tmp_path / "stopped", *words, "--json")
    found = json.loads(capsys.readouterr().out)
    assert found["decisions"] == table(tmp_path / "whole").num_rows
    assert files(tmp_path / "stopped") == files(tmp_path / "whole")


IN_A_PROCESS = (
    "from aquasphere_env.core.signals import catch_signals\n"
    "catch_signals('training.data')\n"
    "import os, signal, sys\n"
    "import training.data.settings as settings\n"
    "from tests.toy.pebbles import GAME\n"
    "settings.get_game = lambda name: GAME\n"
    "from training.data import __main__ as command, to_parquet\n"
    "play = to_parquet.play_part\n"
    "def stopping(plan, part, advance):\n"
    "    if part == 1 and len(sys.argv) > 2:\n"
    "        os.kill(os.getpid(), getattr(signal, sys.argv[2]))\n"
    "    return play(plan, part, advance)\n"
    "to_parquet.play_part = stopping\n"
    "command.main(['--games', '6', '--games-per-file', '2', '--folder', sys.argv[1]])\n"
)


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Windows has other signals")
@pytest.mark.parametrize("stop", ["SIGINT", "SIGTERM", "SIGKILL"])
def test_whatever_stops_it_the_parts_are_whole(stop: str, tmp_path: Path) -> None:
    done = python("-c", IN_A_PROCESS, tmp_path / "stopped", stop)
    if stop == "SIGKILL":
        assert done.returncode == -signal.SIGKILL
    else:
        assert done.returncode == 128 + getattr(signal, stop)
        kept = f"2 of 6 games are kept in {tmp_path / 'stopped'}; the same command plays the others"
        assert done.stderr == f"training.data: stopped by {stop}\n{kept}\n"
    assert [path.name[:11] for path in (tmp_path / "stopped/data").iterdir()] == ["train-00000"]
    for folder in ("stopped", "whole"):
        assert python("-c", IN_A_PROCESS, tmp_path / folder).returncode == 0
    assert files(tmp_path / "stopped") == files(tmp_path / "whole")


def test_a_finished_data_set_is_left_as_it_is(toy: None, tmp_path: Path) -> None:
    before = files(made(tmp_path, *FLAT))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(to_parquet, "play_part", None)
        made(tmp_path, *FLAT)
    assert files(tmp_path) == before
