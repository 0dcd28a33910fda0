"""Whether leagues agree: the arithmetic, what is refused, and that the two that were played do."""

import copy
import json
import math
from pathlib import Path
from typing import Any

import pytest

from benchmarks import agreement, readme
from benchmarks.agreement import pairs_of, pairs_table
from benchmarks.league.standings import SCHEMA


def standing(player: str, rating: tuple[float, ...], rate: tuple[float, ...]) -> dict[str, Any]:
    estimates = (dict(zip(("mean", "low", "high"), e, strict=True)) for e in (rating, rate))
    rated, won = estimates
    return {
        "player": player,
        "bradley_terry": rated,
        "plackett_luce": rated,
        "points": rated,
        "win_rate": won,
    }


LEAGUE: dict[str, Any] = {
    "schema": SCHEMA,
    "game": "aquasphere",
    "version": 1,
    "num_players": 2,
    "held_out": False,
    "component_sets": {"Standard": "ab"},
    "package": "1",
    "entrants": {"greedy": None, "random": None},
    "seed": 0,
    "anchor": "greedy",
    "standings": [
        standing("greedy", (1000, 1000, 1000), (0.9, 0.8, 0.95)),
        standing("random", (100, 70, 140), (0.1, 0.05, 0.2)),
    ],
}


def other(rating: tuple[float, ...], **changes: Any) -> dict[str, Any]:
    league = {**copy.deepcopy(LEAGUE), "seed": 1, **changes}
    league["standings"][1] = standing("random", rating, (0.1, 0.05, 0.2))
    return league


@pytest.mark.parametrize(
    ("rating", "allowed", "agrees"),
    [
        ((150, 120, 160), math.hypot(40, 30), True),  # the upper half here, the lower one there
        ((151, 120, 160), math.hypot(40, 31), False),
        ((60, 50, 90), math.hypot(30, 30), True),
        ((50, 49, 60), math.hypot(10, 30), False),
    ],
)
def test_halves_on_the_sides_that_face_each_other(
    rating: tuple[float, ...], allowed: float, agrees: bool
) -> None:
    pairs = pairs_of(LEAGUE, other(rating))
    (pair,) = (p for p in pairs if p.measure == "bradley_terry")  # not the anchor's
    assert (pair.player, pair.first, pair.second) == ("random", 100, rating[0])
    assert pair.allowed == pytest.approx(allowed)
    assert pair.agrees is agrees
    assert len(pairs) == 1 + 3 * 2
    rows = pairs_table(pairs).splitlines()
    difference = abs(100 - rating[0])
    words = f"| {difference} | {allowed:.0f} | {'yes' if agrees else 'no'} |"
    assert rows[2] == f"| Bradley-Terry | `random` | 100 | {rating[0]} {words}"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"seed": 0}, "both leagues have --seed 0 and so the same deals"),
        ({"game": "octodice"}, "the leagues differ in game: aquasphere and octodice"),
        ({"entrants": {"greedy": None}}, "the leagues differ in entrants"),
        ({"held_out": True}, "the leagues differ in held_out: False and True"),
        ({"schema": "x"}, "not a league.json of schema 'aquasphere-env-league-1'"),
    ],
)
def test_what_cannot_be_compared(
    change: dict[str, Any], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = [tmp_path / "first.json", tmp_path / "second.json"]
    for path, league in zip(paths, (LEAGUE, other((100, 70, 140), **change)), strict=True):
        path.write_text(json.dumps(league))
    with pytest.raises(SystemExit, match=f"^benchmarks.agreement: .*{told}"):
        agreement.main([str(path) for path in paths])
    assert capsys.readouterr().out == ""


def test_files_that_are_no_leagues(tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text("{")
    for path, told in ((broken, "not JSON"), (tmp_path / "none.json", "No such file")):
        with pytest.raises(SystemExit, match=told):
            agreement.main([str(path), str(path)])


def test_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = [tmp_path / "first.json", tmp_path / "second.json"]
    for path, league in zip(paths, (LEAGUE, other((100, 70, 140))), strict=True):
        path.write_text(json.dumps(league))
    agreement.main([*map(str, paths), "--json"])
    rows = json.loads(capsys.readouterr().out)
    assert [row["agrees"] for row in rows] == [True] * 7
    assert set(rows[0]) == {"player", "measure", "first", "second", "allowed", "agrees"}


@pytest.mark.parametrize("path", readme.league_files(), ids=lambda path: path.stem)
def test_leagues_of_two_seeds_agree(path: Path) -> None:
    """What the README shows: of 20 numbers 19 should agree, and all places do."""
    leagues = [
        json.loads(p.read_text(encoding="utf-8"))
        for p in (path, path.with_stem(f"{path.stem}-other-seed"))
    ]
    pairs = pairs_of(*leagues)
    assert sum(pair.agrees for pair in pairs) >= 0.9 * len(pairs)
    assert len({tuple(s["player"] for s in league["standings"]) for league in leagues}) == 1


def test_the_readme_shows_two_leagues() -> None:
    assert len(readme.league_files()) == 2
