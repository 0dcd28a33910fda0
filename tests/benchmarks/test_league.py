"""The league plays only what is missing, and ends as if it had never been stopped."""

import json
import os
import signal
from pathlib import Path

import numpy as np
import pytest

from aquasphere_env.core.signals import Stopped
from benchmarks.league import __main__ as command
from benchmarks.league.cast import Cast
from benchmarks.league.design import Block
from benchmarks.league.pictures import draw_matrix, draw_ratings
from benchmarks.league.records import Played
from benchmarks.league.standings import Results, pairwise_of, standings_of
from tests.processes import python, told

from .leagues import FIELD, FIRST, LAST, OTHER, files, league, numbers, quick, refused, toy

__all__ = ["quick", "toy"]
pytestmark = pytest.mark.usefixtures("toy")

THREE = ("--field", "greedy", "random", LAST)


@pytest.fixture
def blocks(monkeypatch: pytest.MonkeyPatch) -> list[Block]:
    """Return a list of the blocks that will have been played."""
    played: list[Block] = []
    play = Cast.play

    def noted(self: Cast, seed: int, block: Block, advance: object) -> Played:
        played.append(block)
        return play(self, seed, block, advance)

    monkeypatch.setattr(Cast, "play", noted)
    return played


def stop_after(monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    """Let a signal come in block number ``count`` from now on."""
    play, left = Cast.play, [count]

    def stopping(self: Cast, *words: object) -> Played:
        if not left[0]:
            raise Stopped.by(signal.SIGTERM)
        left[0] -= 1
        return play(self, *words)

    monkeypatch.setattr(Cast, "play", stopping)


@pytest.mark.parametrize("players", [1, 2, 3])
@pytest.mark.parametrize("stop", [0, 1, 4])
def test_a_stopped_league_ends_as_if_it_had_not_been(
    players: int, stop: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """MicroRTS-Py #58."""
    words = (*THREE, OTHER, "--players", str(players), "--games", str(20 * players))
    whole = league(tmp_path / "whole", *words)
    capsys.readouterr()
    with pytest.MonkeyPatch.context() as patch:
        stop_after(patch, stop)
        with pytest.raises(Stopped):
            league(tmp_path / "stopped", *words)
    told = f"{stop * 10 * players} of {whole['games']} games are kept in {tmp_path / 'stopped'}"
    assert f"{told}; the same command plays the others\n" in capsys.readouterr().err
    assert numbers(league(tmp_path / "stopped")) == numbers(whole)
    assert files(tmp_path / "stopped") == files(tmp_path / "whole")


def test_more_games_and_players_are_added(tmp_path: Path, blocks: list[Block]) -> None:
    whole = league(tmp_path / "whole", *THREE, "--games", "60")
    assert len(blocks) == len(set(blocks)) == 9
    blocks.clear()
    league(tmp_path / "grown", *FIELD, "--games", "40")
    assert len(blocks) == 2
    league(tmp_path / "grown", "--games", "60")
    assert blocks[2:] == [Block(2, ("greedy", "random"))]
    league(tmp_path / "grown", "--player", LAST)
    assert len(blocks) == len(set(blocks)) == 9
    grown = league(tmp_path / "grown")
    assert len(blocks) == 9
    assert numbers(grown) == numbers(whole)


def test_the_order_of_the_command_line_does_not_matter(tmp_path: Path) -> None:
    one = league(tmp_path / "one", "--field", "greedy", "random", "--games", "40")
    other = league(tmp_path / "other", "--player", "greedy", "--field", "random", "--games", "40")
    assert numbers(one) == numbers(other)


def test_other_seeds_are_other_games(tmp_path: Path) -> None:
    one, other = (league(tmp_path / s, *FIELD, "--games", "40", "--seed", s) for s in "01")
    assert one["standings"] != other["standings"]
    assert (one["deals"], one["games"]) == (other["deals"], other["games"]) == (20, 40)


def test_what_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = league(tmp_path / "a", *THREE, "--players", "3", "--games", "60", "--json")
    assert json.loads(capsys.readouterr().out) == table
    page = (tmp_path / "a" / "league.md").read_text()
    league(tmp_path / "a")
    assert capsys.readouterr().out.startswith("# League: Pebbles v0, 3 players\n")
    for standing in table["standings"]:
        assert f"| `{standing['player']}` | {standing['bradley_terry']['mean']:.0f} [" in page
        assert standing["games"] == 60
        assert standing["milliseconds"] > 0
        assert len(standing["win_rate_by_seat"]) == 3
    assert sum(s["win_rate"]["mean"] for s in table["standings"]) == pytest.approx(1)
    assert table["anchor"] == "greedy"
    (greedy,) = (s for s in table["standings"] if s["player"] == "greedy")
    assert greedy["bradley_terry"] == {"mean": 1000, "low": 1000, "high": 1000}


@pytest.mark.slow
def test_pictures_are_drawn(tmp_path: Path) -> None:
    table = league(tmp_path / "a", *THREE, "--games", "20")
    table["pairwise"]["win_rates"][0][1] = None  # who never met
    for draw in (draw_ratings, draw_matrix):
        draw(table, tmp_path / "picture.png")
        assert (tmp_path / "picture.png").read_bytes().startswith(b"\x89PNG")


def test_a_field_is_a_table_of_different_entrants(tmp_path: Path, blocks: list[Block]) -> None:
    words = ("--field", "greedy", "random", FIRST, LAST, OTHER)
    table = league(tmp_path / "a", *words, "--players", "4", "--games", "1")
    assert len(blocks) == 5
    assert {s["games"] for s in table["standings"]} == {4 * 40}
    off_diagonal = {met for row in table["pairwise"]["games"] for met in row} - {0}
    assert off_diagonal == {3 * 40}


def test_alone_everyone_has_the_same_deals(tmp_path: Path) -> None:
    table = league(tmp_path / "a", *FIELD, "--players", "1", "--games", "30")
    assert [s["games"] for s in table["standings"]] == [30, 30]
    assert (table["games"], table["deals"]) == (60, 30)
    kept = [json.loads(path.read_text()) for path in (tmp_path / "a" / "games").iterdir()]
    seeds = [[block["seeds"] for block in field["blocks"]] for field in kept]
    assert len(seeds) == 2
    assert seeds[0] == seeds[1] == [list(range(k, k + 10)) for k in (0, 10, 20)]


def test_the_usual_field_is_for_every_number_of_players(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    usual = ("random", "greedy", "expert", "mcts:50", "mcts:200")
    for players in (1, 2, 3, 4):
        with pytest.MonkeyPatch.context() as patch:
            stop_after(patch, 0)
            with pytest.raises(Stopped):
                league(tmp_path / str(players), "--players", str(players))
        settings = json.loads((tmp_path / str(players) / "settings.json").read_text())
        assert (tuple(settings["entrants"]), settings["games"]) == (usual, 200)


def test_a_folder_is_made_by_game_and_players(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    command.main([*FIELD, "--games", "1", "--players", "1"])
    assert (tmp_path / "runs" / "league-pebbles-1p" / "league.json").exists()


FIELDS = {
    ("a", "b"): Played(
        np.array([[[5, 3], [2, 2]], [[1, 4], [6, 0]]]),
        np.array([[[1, 2], [1, 1]], [[2, 1], [1, 2]]]),
    ),
    ("a", "c"): Played(
        np.array([[[9, 1], [9, 1]], [[9, 1], [9, 1]]]), np.array([[[1, 2], [1, 2]]] * 2)
    ),
    ("b", "c"): Played(
        np.array([[[0, 1], [0, 1]], [[0, 1], [0, 1]]]), np.array([[[2, 1], [2, 1]]] * 2)
    ),
}
SEATS = {field: np.array([[[0, 1], [1, 0]]] * 2) for field in FIELDS}


def test_standings_against_hand_computed_values() -> None:
    results = Results(["a", "b", "c"], FIELDS, SEATS)
    assert results.wins()[0].tolist() == [[0, 1.5, 2], [0.5, 0, 0], [0, 2, 0]]
    assert results.wins()[1].tolist() == [[0, 1, 2], [1, 0, 0], [0, 2, 0]]
    standings = standings_of(results, 0, {"b": 7.0}, lambda fits: None)
    assert [s.player for s in standings] == ["a", "c", "b"]
    a, c, b = standings
    assert a.games == b.games == c.games == 8
    assert a.points.mean == (5 + 2 + 1 + 6 + 4 * 9) / 8
    assert (a.win_rate.mean, b.win_rate.mean, c.win_rate.mean) == (6.5 / 8, 1.5 / 8, 4 / 8)
    assert a.win_rate_by_seat == [(1 + 0 + 2) / 4, (0.5 + 1 + 2) / 4]
    assert (a.mean_place.mean, b.mean_place.mean) == (9 / 8, 14 / 8)
    assert (b.milliseconds, c.milliseconds) == (7.0, None)
    pairwise = pairwise_of(results, ["c", "a", "b"])
    assert pairwise.win_rates == [[None, 0, 1], [1, None, 0.625], [0, 0.375, None]]
    assert pairwise.games == [[0, 4, 4], [4, 0, 4], [4, 4, 0]]


def test_games_alone_are_compared_deal_by_deal() -> None:
    points = {"a": [3, 5, 1], "b": [3, 2, 4], "c": [0, 9, 4]}
    played = {
        (name,): Played(np.array(own).reshape(3, 1, 1), np.ones((3, 1, 1), np.int64))
        for name, own in points.items()
    }
    results = Results.of(played)
    (table,) = results.fields.values()
    assert table.places[:, 0].tolist() == [[1, 1, 3], [2, 3, 1], [3, 1, 1]]
    assert results.wins().sum(axis=0).tolist() == [[0, 1.5, 1], [1.5, 0, 1.5], [2, 1.5, 0]]
    standings = standings_of(results, 0, {}, lambda fits: None)
    assert [(s.player, s.points.mean) for s in standings] == [("c", 13 / 3), ("a", 3), ("b", 3)]
    assert [len(s.win_rate_by_seat) for s in standings] == [1, 1, 1]


ILLEGAL = "class Illegal:\n    def act(self, observation, action_mask):\n        return 10**6\n"


def test_an_illegal_action_ends_it_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "illegal.py").write_text(ILLEGAL)
    told = refused(capsys, *FIELD, "--player", "illegal:Illegal", "--folder", tmp_path / "a")
    assert told.startswith("benchmarks.league: player illegal:Illegal: illegal action 1000000")
    assert len(list((tmp_path / "a" / "games").iterdir())) < 3


STOPPING = """
import os, signal
import numpy as np


class Stopping:
    asked = 0

    def act(self, observation, action_mask):
        Stopping.asked += 1
        if Stopping.asked == int(os.environ["STOP"]):
            os.kill(os.getpid(), signal.SIGTERM)
        return int(np.flatnonzero(action_mask)[0])
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Windows has other signals")
def test_a_signal_keeps_what_was_played(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(STOPPING)
    words = ["-m", "benchmarks.league", "--game", "octodice", "--players", "1", "--games", "40"]
    words += ["--field", "mine:Stopping", "random", "--folder", str(tmp_path / "a")]
    stopped = python(*words, first=tmp_path, STOP="500")
    assert (stopped.returncode, stopped.stdout) == (128 + signal.SIGTERM, "")
    first, second = stopped.stderr.splitlines()
    assert first == "benchmarks.league: stopped by SIGTERM"
    kept = int(second.split()[0])
    assert 0 < kept < 80
    words_after = f"of 80 games are kept in {tmp_path / 'a'}; the same command plays the others"
    assert second == f"{kept} {words_after}"
    told(*words, first=tmp_path, STOP="0")
    table = json.loads((tmp_path / "a" / "league.json").read_text())
    assert [standing["games"] for standing in table["standings"]] == [40, 40]
