"""The benchmark runs for every game and prints what its documentation says."""

import json

import pytest

from aquasphere_env.games import GAMES, get_game
from benchmarks import throughput

pytestmark = pytest.mark.slow


MODES = {"playout", "batch", "vector", "gymnasium", "aec"}


@pytest.mark.parametrize("name", GAMES)
def test_rows(name, capsys):
    players = get_game(name).min_players
    arguments = ["--games", name, "--players", str(players), "--seconds", "0.01", "--runs", "2"]
    arguments += ["--threads", "2"]
    throughput.main([*arguments, "--no-start", "--json"])
    result = json.loads(capsys.readouterr().out)
    rows = {row["mode"]: row for row in result["rows"] if row["game"] == name}
    assert set(rows) == MODES
    assert all(row["decisions_per_s"] > 0 for row in rows.values())
    assert all(row["players"] == players for row in rows.values())
    (base,) = (row for row in result["rows"] if row["game"] == throughput.CONNECT_FOUR)
    row = rows["playout"]
    assert row["ratio_to_connect_four"] == row["decisions_per_s"] / base["decisions_per_s"]
    assert result["machine"]["cores"]


def test_median_and_spread():
    rates = throughput.measure({"idle": lambda wanted: 10}, seconds=0.001, runs=3)
    assert len(rates["idle"]) == 3
    assert throughput.spread([1.0, 2.0, 4.0]) == 1.5


def test_table():
    rows = [
        throughput.Row("octodice", 1, "playout", 1_234_567.0, 123.4, 0.1),
        throughput.Row("octodice", 1, "cold_start", None, None, 0.0, 9.87),
    ]
    lines = throughput.table(rows).splitlines()
    assert lines[2:] == [
        "| octodice | 1 | playout | 1,234,567 | 123.4 |",
        "| octodice | 1 | cold_start | 9.9 s |  |",
    ]
