"""Data sets of Minari: what it loads plays again in the environment that it recovers."""

import json
import signal
from pathlib import Path
from typing import Any

import minari
import numpy as np
import pytest

from aquasphere_env.core.signals import Stopped
from training.data import to_minari
from training.data.__main__ import main
from training.data.to_minari import MinariSet

from .data_sets import files, made, refused

pytestmark = pytest.mark.slow

MINARI = ("--format", "minari", "--games", "4", "--games-per-file", "3")
ALONE = ("--game", "octodice", "--players", "1", *MINARI)


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder where Minari looks for data sets."""
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    return tmp_path


def loaded(name: str) -> tuple[minari.MinariDataset, list[dict[str, Any]]]:
    """Return a data set and what it says of each episode."""
    data = minari.load_dataset(name)
    return data, list(data.storage.get_episode_metadata(range(len(data))))


def at(values: Any, step: int) -> Any:
    """Return a step of values that may be nested."""
    if isinstance(values, dict):
        return {name: at(rows, step) for name, rows in values.items()}
    return values[step]


def same(one: Any, other: Any) -> bool:
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[k], other[k]) for k in one)
    return np.array_equal(one, other)


def check_replays(name: str) -> list[int]:
    """Play all episodes of a data set again; return the learner's seats."""
    data, told = loaded(name)
    env = data.recover_environment()
    seats = []
    for episode, about in zip(data, told, strict=True):
        observation, info = env.reset(seed=about["seed"])
        seats.append(info["seat"])
        for step, action in enumerate(episode.actions):
            assert env.unwrapped.action_masks()[action]
            check_step(episode, step, observation, info)
            observation, reward, terminated, truncated, info = env.step(action)
            outcome = (reward, terminated, truncated)
            assert outcome == tuple(
                each[step] for each in (episode.rewards, episode.terminations, episode.truncations)
            )
        assert terminated or truncated
        check_step(episode, len(episode), observation, info)
    return seats


def check_step(episode: minari.EpisodeData, step: int, observation: Any, info: Any) -> None:
    assert same(at(episode.observations, step), observation)
    for name in set(episode.infos) - {"visits"}:
        assert same(at(episode.infos[name], step), info[name])


@pytest.mark.parametrize(
    ("game", "players", "words"),
    [
        ("aquasphere", 3, ("--player", "greedy", "--player", "random", "--reward", "margin")),
        ("octodice", 1, ("--player", "random", "--observation", "text")),
        ("aquanauts", 2, ("--player", "random", "--mask-in", "info", "--option", "max_rounds=2")),
        ("aquamarine", 2, ("--player", "random", "--observation", "planes")),
        ("aquamarine", 1, ("--player", "random", "--observation", "entities")),
    ],
)
def test_every_game_plays_again(
    game: str, players: int, words: tuple[str, ...], root: Path
) -> None:
    made(root, "--game", game, "--players", str(players), *words, *MINARI)
    name = f"{game}/{players}p-{words[1]}-v0"
    assert list(minari.list_local_datasets()) == [name]
    seats = check_replays(name)
    assert len(seats) == 4
    assert players == 1 or len(set(seats)) > 1
    data, told = loaded(name)
    assert [each["seed"] for each in told] == [0, 1, 2, 3]
    masks = data[0].infos["action_mask"] if "info" in words else data[0].observations["action_mask"]
    assert masks.shape == (len(data[0]) + 1, data.action_space.n)


def test_searches_play_again_on_both_sides_and_leave_their_visits(root: Path) -> None:
    words = ("--game", "octodice", "--players", "2", "--name", "mine/search-v3")
    made(root, *words, "--player", "mcts:5", "--player", "mcts:4", *MINARI)
    check_replays("mine/search-v3")
    data, _ = loaded("mine/search-v3")
    for episode in data:
        visits = episode.infos["visits"]
        assert visits.shape == (len(episode) + 1, data.action_space.n)
        assert (visits[:-1].sum(axis=1) == 5).all()
        assert not visits[-1].any()
        chosen = visits[np.arange(len(episode)), episode.actions]
        assert (chosen == visits[:-1].max(axis=1)).all()
        assert not visits[:-1][episode.observations["action_mask"][:-1] == 0].any()


def test_its_page_says_who_plays(root: Path) -> None:
    made(root, *ALONE, "--player", "random")
    about = loaded("octodice/1p-random-v0")[0].storage.metadata
    assert about["algorithm_name"] == "random"
    assert about["requirements"][0].startswith("aquasphere-env==")
    assert "octodice" in about["description"]


def stop_in_game(number: int, patch: pytest.MonkeyPatch) -> None:
    play = to_minari.Seat.play

    def stopping(self: to_minari.Seat, game: int) -> to_minari.Episode:
        if game == number:
            raise Stopped.by(signal.SIGINT)
        return play(self, game)

    patch.setattr(to_minari.Seat, "play", stopping)


def stop_at_the_end(patch: pytest.MonkeyPatch) -> None:
    def stopping(self: MinariSet, whole: Path) -> None:
        raise Stopped.by(signal.SIGINT)

    patch.setattr(MinariSet, "_publish", stopping)


@pytest.mark.parametrize("moment", [0, 3, "end"])
def test_a_stopped_data_set_ends_as_if_it_had_not_been(
    moment: int | str, root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = (*ALONE, "--player", "mcts:4", "--name")
    made(root, *words, "whole-v0")
    capsys.readouterr()
    with pytest.MonkeyPatch.context() as patch:
        stop_at_the_end(patch) if moment == "end" else stop_in_game(int(moment), patch)
        with pytest.raises(Stopped):
            made(root, *words, "stopped-v0")
    assert list(minari.list_local_datasets()) == ["whole-v0"]
    if moment != "end":
        assert f"{moment} of 4 games are kept in {root}" in capsys.readouterr().err
    made(root, *words, "stopped-v0", "--json")
    assert json.loads(capsys.readouterr().out)["episodes"] == 4
    whole, stopped = (loaded(f"{name}-v0") for name in ("whole", "stopped"))
    for one, other in zip(whole[0], stopped[0], strict=True):
        assert all(same(getattr(one, name), getattr(other, name)) for name in vars(one))
    assert whole[1] == stopped[1]
    assert not list(root.glob(".*"))


def test_nothing_takes_the_place_of_another_data_set(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = files(made(root, *ALONE, "--player", "random"))
    capsys.readouterr()
    sentence = refused(capsys, *ALONE, "--player", "random")
    assert f"{root / 'octodice' / '1p-random-v0'} holds a data set; give another --name" in sentence
    assert files(root) == before


def test_it_goes_where_minari_looks(root: Path) -> None:
    main([*ALONE, "--player", "random"])
    assert list(minari.list_local_datasets()) == ["octodice/1p-random-v0"]


def test_several_threads_play_what_one_does(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = (*ALONE, "--player", "mcts:4", "--name")
    for name, processors in (("one-v0", 1), ("three-v0", 3)):
        monkeypatch.setattr(to_minari, "num_processors", lambda count=processors: count)
        made(root, *words, name)
    one, three = (loaded(name)[0] for name in ("one-v0", "three-v0"))
    for a, b in zip(one, three, strict=True):
        assert all(same(getattr(a, name), getattr(b, name)) for name in vars(a))
