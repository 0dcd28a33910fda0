"""The component file: the standard set, and broken files refused with table, row and reason."""

from pathlib import Path

import pytest

from aquasphere_env.core.components import ComponentError
from aquasphere_env.core.game import Variant
from aquasphere_env.core.match import Match
from aquasphere_env.games.aquanauts import GAME
from aquasphere_env.games.aquanauts.components import CARGO, SAMPLE, STANDARD_SET
from aquasphere_env.games.aquanauts.state import PLACEMENT

STANDARD = STANDARD_SET.read_text(encoding="utf-8")


def test_points_of_a_paper_are_tokens_samples_and_tokens_less_two() -> None:
    for paper in GAME.variant(2).blank[0]["components"]["research_papers"]:
        tokens, samples = paper["cost"].sum(), paper["cost"][CARGO.index(SAMPLE)]
        assert paper["points"] == tokens + samples + tokens - 2
        assert 3 <= tokens <= 6


def test_a_facility_of_each_kind_of_the_rulebook() -> None:
    facilities = GAME.variant(4).blank[0]["components"]["facilities"]
    assert (facilities["dots"] == 2).sum() == 18
    assert (facilities["dots"] == 3).sum() == 6
    assert facilities["run_class"][[7, 8, 9, 12, 0]].tolist() == [7, 7, 7, 12, -1]


def variant_of(tmp_path: Path, old: str, new: str, num_players: int = 2) -> Variant:
    assert old in STANDARD
    path = tmp_path / "set.toml"
    path.write_text(STANDARD.replace(old, new, 1), encoding="utf-8")
    return GAME.variant(num_players, components=str(path))


def test_another_set_is_played_by_the_same_kernels(tmp_path: Path) -> None:
    variant = variant_of(tmp_path, 'name = "standard"', 'name = "mine"')
    assert variant.component_set == "mine"
    rich = variant_of(
        tmp_path, 'id = "GH", cost = "", output = "PP"', 'id = "GH", cost = "", output = "SSSSS"'
    )
    match = Match(rich, 1)
    match.step(GAME.actions.parse("robot to Generator Hall"))
    assert match.state["players"]["store"][:, SAMPLE].max() == 5
    assert rich.digest != GAME.variant(2).digest


@pytest.mark.parametrize("run", ["", "P"])
def test_p3_an_empty_place_does_not_run_like_the_last_facility(tmp_path: Path, run: str) -> None:
    """EMPTY counts from the end of the table; in the standard set T30 yields nothing."""
    old, new = 'run = "", output = "", connectors = "WEN"', 'output = "V", connectors = "WEN"'
    match = Match(variant_of(tmp_path, old, f'run = "{run}", {new}'), 1)
    assert match.state["question"] == PLACEMENT
    assert not match.state["players"]["points"].any()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('{ id = "GH"', '{ id = "GG"', "table research_board, row 0: id is 'GG', not 'GH'"),
        (
            'output = "PP" },\n',
            'output = "PX" },\n',
            "research_board, row GH: 'PX' does not consist",
        ),
        ('output = "PP" },\n', 'output = "PPPPPP" },\n', "row GH: 'PPPPPP' has more than 5 tokens"),
        ('output = "AA", aquanaut_only = true', 'output = "AA"', "row KB: only KB, GA, DL are"),
        ('"WL", "DL"]', '"WL", "XX"]', "table research_nodes, row 4: 'XX' is not one of GH, AV"),
        ('"WL", "DL"]', '"DL", "DL"]', "table research_nodes, row 4: tiles must be"),
        ("limit = 10", "limit = 0", "table stockpile, row limit: 0 is not an integer in 1..20"),
        ('cost = "AO"\n', 'cost = "AV"\n', "table living_pod, row cost: 'AV' does not consist"),
        ('cost = "AO"\n', "", "table living_pod: cost is missing"),
        ('["PP", "PP"]\nthree', '["PP"]\nthree', "table start: two_players has 1 rows, not 2"),
        ('place = "A", side = "N"', 'place = "A", side = "E"', "side E of place A has no room"),
        ('place = "A", side = "N"', 'place = "A", side = "W"', "side W of place A has no room"),
        ('place = "E", side = "E"', 'place = "E", side = "S"', "row 6: side S of place E has no"),
        ('label = "Vent Tap"', 'label = "Ventil"', "table facilities, row T06: 'Ventil' is not"),
        ('"WE", dots = 2', '"WW", dots = 2', "row T01: connectors 'WW' are not sides of NESW"),
        ('"WE", dots = 2', '"WE", dots = 5', "row T01: 5 is not an integer in 2..4"),
        ('"WE", dots = 2', '"WE"', "row T01: None is not an integer in 2..4"),
        ('run = "P", output = "V"', 'run = "P", output = ""', "row T25: it has a running cost but"),
        ('subject = "Sharks"', 'subject = "Crabs"', "table papers, row 6: 'Crabs' is not one of"),
        ('cost = "AOOSSS"', 'cost = "AOOSSSS"', "row 11: cost 'AOOSSSS' is not 1 to 6 tokens"),
        ('cost = "AOOSSS"', 'cost = "AOOBSS"', "row 11: 'AOOBSS' does not consist of A, O, S"),
        (
            "{ subjects = 3, points = 4 }",
            "{ points = 4 }",
            "objectives, row 8: it requires nothing",
        ),
        ("{ subjects = 3, points", "{ subjects = 5, points", "row 8: 5 is not an integer in 0..4"),
        ("facilities = 3, points = 3", "facilities = 3", "objectives, row 0: points is missing"),
        ('"stated"', '"guessed"', "provenance is none of stated, inferred, reconstruction"),
    ],
)
def test_broken_files_are_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    with pytest.raises(ComponentError, match=r"set\.toml: table ") as caught:
        variant_of(tmp_path, old, new)
    assert message in str(caught.value)


def test_too_few_tiles_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "set.toml"
    path.write_text(STANDARD.replace("dots = 2", "dots = 3"), encoding="utf-8")
    with pytest.raises(ComponentError, match="0 tiles for 2 players; grids and track hold 15"):
        GAME.variant(2, components=str(path))


@pytest.mark.parametrize(
    ("old", "new", "row"),
    [
        ('run = "PP", output = "B"', 'run = "PP", output = "P"', "T26"),  # feeds itself
        ('run = "A", output = "VV"', 'run = "A", output = "PV"', "T08"),  # P to A to P
        ('run = "A", output = "VV"', 'run = "S", output = "P"', "T08"),  # P to A to S to P
    ],
)
def test_r2_facilities_that_feed_each_other_in_a_circle_are_refused(
    tmp_path: Path, old: str, new: str, row: str
) -> None:
    with pytest.raises(ComponentError, match=f"facilities, row {row}: .* in a circle"):
        variant_of(tmp_path, old, new)


def test_bad_options_are_refused() -> None:
    for rounds in (0, 201, 2.5, True, "20"):
        with pytest.raises(ValueError, match="max_rounds must be an integer from 1 to 200"):
            GAME.variant(2, max_rounds=rounds)
    with pytest.raises(ComponentError, match=r"nowhere\.toml"):
        GAME.variant(2, components="nowhere.toml")


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("first_player", 2, "first_player must be 0 to 1"),
        ("tile_stack", [0] * 30, "tile_stack must be"),
        ("paper_deck", [0] * 24, "paper_deck must be the papers 0 to 23"),
        ("objectives", [1, 1, 2], "objectives must be 3 different numbers from 0 to 11"),
        ("objectives", [1, 12, 2], "objectives must be 3 different numbers from 0 to 11"),
    ],
)
def test_impossible_chance_is_refused(field: str, value: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Match(GAME.variant(2), 0, {field: value})


def test_injected_chance_is_played() -> None:
    chance = GAME.variant(3).dealt(4) | {"objectives": [11, 0, 5]}
    match = Match(GAME.variant(3), 9, chance)
    assert match.state["objectives"].tolist() == [11, 0, 5]
    assert match.state["first_player"] == chance["first_player"]
