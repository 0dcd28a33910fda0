"""The held-out split: sets that can be played, that differ from what is trained on, marked ours."""

import json
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from aquasphere_env.core.game import Game
from aquasphere_env.games import GAMES, get_game
from aquasphere_env.games.aquamarine.sheet import REEF_A
from aquasphere_env.players.playing import play_games
from aquasphere_env.players.registry import make_player
from aquasphere_env.players.trained_on import TrainedOn
from aquasphere_env.players.value import save_value, untrained
from benchmarks.league.cast import Cast
from benchmarks.league.design import Block
from benchmarks.league.held_out import FOLDER, files_of, held_out_variants
from tests.players.networks import units_of
from training.config import Config

from .leagues import league, numbers, quick, refused

__all__ = ["quick"]

NAMES = [name for name in GAMES if files_of(get_game(name))]
EVERY_COUNT = [
    (name, n)
    for name in NAMES
    for n in range(get_game(name).min_players, get_game(name).max_players + 1)
]
SETS = [path for name in NAMES for path in files_of(get_game(name)) if path.suffix == ".toml"]
OURS = "held out: ours, for measuring generalisation; "


@pytest.mark.parametrize(("name", "players"), EVERY_COUNT)
def test_they_load_and_are_not_what_is_trained_on(name: str, players: int) -> None:
    variants = held_out_variants(get_game(name), players)
    assert list(variants) == [f"{name}_1", f"{name}_2"]
    trained = Config(game=name, players=players).variant()
    assert len({trained.digest, *(v.digest for v in variants.values())}) == 3
    seen = TrainedOn.of(trained, "flat")
    for variant in variants.values():
        assert seen.mismatch(variant) is not None


def test_every_file_belongs_to_a_game() -> None:
    files = [path for name in NAMES for path in files_of(get_game(name))]
    assert sorted(files) == sorted(p for p in FOLDER.iterdir() if p.suffix in (".toml", ".txt"))
    assert set(NAMES) >= {"aquasphere", "octodice", "aquanauts", "aquamarine"}


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_they_can_be_played_to_the_end(name: str) -> None:
    for variant in held_out_variants(get_game(name), None).values():
        greedy, chance = (make_player(player, variant) for player in ("greedy", "random"))
        played = play_games(variant, [greedy, chance], range(20))
        points = [variant.game.read_scores(played.states, i)[:, 0] for i in range(20)]
        assert len(played.finished()) == 20
        assert np.mean(points, axis=0)[0] > np.mean(points, axis=0)[1] > 0


def tables(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def standard(path: Path) -> dict[str, Any]:
    game = get_game(path.stem.rpartition("_")[0])
    return tables(Path(game.rules.__file__).with_name("components.toml"))


@pytest.mark.parametrize("path", SETS, ids=lambda path: path.stem)
def test_what_differs_is_marked_as_ours_and_what_is_stated_does_not(path: Path) -> None:
    own, usual = tables(path), standard(path)
    assert path.read_text(encoding="utf-8").startswith("# Ours, ")
    assert set(own) == set(usual)
    differing = [name for name in own if name != "name" and own[name] != usual[name]]
    assert len(differing) >= 3
    for name in differing:
        assert own[name]["provenance"] == "reconstruction"
        assert own[name]["reason"].startswith(OURS)
        assert usual[name]["provenance"] != "stated"
        content = {key: value for key, value in own[name].items() if key not in _WORDS}
        assert content != {key: value for key, value in usual[name].items() if key not in _WORDS}


_WORDS = ("provenance", "reason")


@pytest.mark.parametrize("number", [1, 2])
def test_no_program_card_of_aquasphere_is_the_same(number: int) -> None:
    path = FOLDER / f"aquasphere_{number}.toml"
    sides = [
        {tuple(side) for card in t["program_cards"]["rows"] for side in card}
        for t in (tables(path), standard(path))
    ]
    assert len(sides[0]) == 14
    assert not sides[0] & sides[1]


def test_the_reefs_have_few_squares_in_common() -> None:
    reefs = [p.read_text(encoding="utf-8") for p in (REEF_A, *files_of(get_game("aquamarine")))]
    for k, reef in enumerate(reefs):
        for other in reefs[:k]:
            assert sum(a == b for a, b in zip(reef, other, strict=True)) < 0.8 * len(reef)


@pytest.fixture
def aquasphere() -> Game:
    return get_game("aquasphere")


def test_a_league_plays_the_sets_in_turn(aquasphere: Game, monkeypatch) -> None:
    variants = list(held_out_variants(aquasphere, 2).values())
    cast = Cast.of(["greedy", "random"], variants)
    on = []

    def spy(variant, *words):
        on.append(variant)
        return play_games(variant, *words)

    monkeypatch.setattr("benchmarks.league.cast.play_games", spy)
    for number in range(3):
        cast.play(0, Block(number, ("greedy", "random")))
    assert on == [variants[k] for k in (0, 0, 1, 1, 0, 0)]  # two rotations each


def test_a_league_held_out(quick: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--field", "greedy", "random", "--game", "octodice", "--players", "1")
    table = league(tmp_path / "a", *words, "--games", "1", "--held-out")
    assert table["deals"] == 20  # ten on each
    assert list(table["component_sets"]) == ["octodice_1", "octodice_2"]
    assert "# League: OctoDice v1, alone, held-out components\n" in capsys.readouterr().out
    settings = json.loads((tmp_path / "a" / "settings.json").read_text())
    assert settings["component_sets"] == table["component_sets"]
    assert numbers(league(tmp_path / "a")) == numbers(table)  # --held-out is in the folder
    league(tmp_path / "b", *words, "--games", "20")
    capsys.readouterr()
    told = refused(capsys, "--folder", tmp_path / "b", "--held-out")
    assert "holds a league with --held-out False, not True" in told


def test_a_learned_player_meets_them_unprepared(aquasphere: Game, tmp_path: Path) -> None:
    """One for the standard components plays as if its file had been made for the others."""
    held_out = held_out_variants(aquasphere, 2)["aquasphere_1"]
    usual, foreign = tmp_path / "usual.safetensors", tmp_path / "foreign.safetensors"
    tensors = untrained(aquasphere.variant(2), *units_of(aquasphere))
    tensors["third_bias"][:] = 1000
    save_value(usual, aquasphere.variant(2), tensors)
    save_value(foreign, held_out, tensors)
    cast = Cast.of([f"value:{usual}", f"mcts:5,value={usual}"], [held_out])
    seats = [cast.players[name][0] for name in cast.players]
    expected = [make_player(f"{form}{foreign}", held_out) for form in ("value:", "mcts:5,value=")]
    one, other = (play_games(held_out, players, range(3)) for players in (seats, expected))
    assert one.histories == other.histories
    with pytest.raises(ValueError, match="trained with"):
        Cast.of([f"value:{foreign}"], [held_out])
