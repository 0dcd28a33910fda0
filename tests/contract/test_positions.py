"""States survive as text and as dictionaries; what cannot be read is refused by its place."""

import json
from typing import Any

import numpy as np
import pytest

from aquasphere_env.core.game import Game, Variant, digest
from aquasphere_env.core.match import Match
from aquasphere_env.core.position import from_position, state_from_dict, state_to_dict, to_position

from .setups import finish, sample


def test_text_positions_round_trip(variant: Variant) -> None:
    for match in sample(variant, seed=14, every=11):
        text = to_position(variant, match.state)
        again, states = from_position(variant.game, text)
        assert digest(states[0]) == digest(match.state)
        assert (again.num_players, again.options) == (variant.num_players, variant.options)
        assert again.digest == variant.digest


def test_dictionaries_round_trip_through_json(variant: Variant) -> None:
    for match in sample(variant, seed=15, every=11):
        fields = json.loads(json.dumps(state_to_dict(match.state)))
        assert digest(state_from_dict(variant, fields)[0]) == digest(match.state)


def test_a_position_with_a_seed_is_the_start_of_that_game(variant: Variant) -> None:
    lines = [f'game = "{variant.game.id}"', f"num_players = {variant.num_players}", "seed = 5"]
    lines += ["[options]", *(f"{k} = {json.dumps(v)}" for k, v in variant.options.items())]
    _, states = from_position(variant.game, "\n".join(lines))
    expected = variant.new_states()
    variant.begin(expected, 0, 5)
    assert digest(states[0]) == digest(expected[0])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("game = ", ["not a position"]),
        ("num_players = 2", ["None"]),
        ('game = "chess_v0"', ["chess_v0"]),
        ('game = "{id}"\nnum_players = 9', ["9"]),
        ('game = "{id}"\n[options]\nspeed = 3', ["speed"]),
        ('game = "{id}"\n[state]\nno_such_field = 1', ["no_such_field"]),
        ('game = "{id}"\n[state]\nround_number = 99999', ["round_number", "99999"]),
        ('game = "{id}"\n[state]\nround_number = 1.5', ["round_number", "1.5"]),
        ('game = "{id}"\n[state]\nround_number = "late"', ["round_number", "late"]),
        ('game = "{id}"\n[state]\nround_number = [1, 2]', ["round_number", "shape"]),
        ('game = "{id}"\n[state]\n{players} = 3', ["{players}"]),
        ('game = "{id}"\n[state.{players}.9]\nscore = 1', ["{players}.9"]),
        ('game = "{id}"\n[state.{players}.0]\nno_such_field = 1', ["{players}.0.no_such_field"]),
        ('game = "{id}"\nstate = 7', ["state"]),
        ('game = "{id}"\noptions = 7', ["options"]),
        ('game = "{id}"\nseed = "x"', ["seed"]),
        ('game = "{id}"\nseed = 1\n[chance]\nno_such_field = 1', ["no_such_field"]),
    ],
)
def test_a_bad_position_is_refused_by_its_place(game: Game, text: str, words: list[str]) -> None:
    names = {"{id}": game.id, "{players}": path_of_players(game.state_dtype)}
    with pytest.raises(ValueError, match=r".") as error:
        from_position(game, filled(text, names))
    assert all(filled(word, names) in str(error.value) for word in words), str(error.value)


def filled(text: str, names: dict[str, str]) -> str:
    for name, value in names.items():
        text = text.replace(name, value)
    return text


def path_of_players(dtype: np.dtype[Any]) -> str:
    """Return the dotted path of the first field called ``players``."""
    for name in dtype.names or ():
        inside = dtype[name].base
        rest = "players" if name == "players" else path_of_players(inside)
        if rest:
            return name if name == "players" else f"{name}.{rest}"
    return ""


@pytest.mark.parametrize(
    ("fields", "place"),
    [
        ({"no_such_field": 1}, "no_such_field"),
        ({"round_number": 2**40}, "round_number"),
        ({"round_number": None}, "round_number"),
        ({"components": 1}, "components"),
        ({"components": {"no_such_field": 1}}, r"components\.no_such_field"),
    ],
)
def test_a_bad_dictionary_is_refused_by_its_place(
    game: Game, fields: dict[str, Any], place: str
) -> None:
    with pytest.raises(ValueError, match=rf"^{place}: "):
        state_from_dict(game.variant(), fields)


@pytest.mark.parametrize("name", ["x" * 20_000, "x\u202e" * 9_000, "\x1b[2J"])
def test_names_are_quoted_short_and_plain(game: Game, name: str) -> None:
    """Whatever a file calls its entries, rows and tables."""
    players = path_of_players(game.state_dtype)
    key = json.dumps(name)
    for text in (
        f"{key} = 1",
        f"[options]\n{key} = 1",
        f"[state]\n{key} = 1",
        f"[state.{players}.{key}]\nscore = 1",
        f"[state.{players}.0]\n{key} = 1",
        f"[{key}]\n[{key}]",
    ):
        with pytest.raises(ValueError, match=r".") as error:
            from_position(game, f'game = "{game.id}"\n{text}')
        message = str(error.value)
        assert len(message) < 2000
        assert message.isprintable()


def test_bad_rows_of_a_dictionary_are_refused_by_their_place(game: Game) -> None:
    *outer, last = path_of_players(game.state_dtype).split(".")
    for rows, place in (([{"no_such_field": 1}], r"0\.no_such_field"), ([{}] * 9, "4"), ([7], "0")):
        fields: dict[str, Any] = {last: rows}
        for name in outer:
            fields = {name: fields}
        with pytest.raises(ValueError, match=rf"{last}\.{place}: "):
            state_from_dict(game.variant(), fields)


@pytest.mark.parametrize(
    ("value", "words"), [(0.5, "does not fit"), (2**70, "does not fit"), ("x", "does not fit")]
)
def test_injected_chance_must_fit_its_field(game: Game, value: Any, words: str) -> None:
    """A value too large must not wrap around to one that passes ``check_dealt``."""
    variant = game.variant()
    for name, dealt in variant.dealt(1).items():
        bad = np.full(np.shape(dealt), value).tolist()
        with pytest.raises(ValueError, match=words):
            Match(variant, 1, {name: bad})
        with pytest.raises(ValueError, match="shape"):
            Match(variant, 1, {name: [dealt]})
    with pytest.raises(ValueError, match="no_such_field"):
        Match(variant, 1, {"no_such_field": 1})


def test_injected_chance_is_the_deal(variant: Variant) -> None:
    """The deal of one seed, played with another, starts the same but for the chance to come."""
    match = Match(variant, 2, variant.dealt(1))
    assert all(np.array_equal(match.state[n], v) for n, v in chance_at_start(variant, 1).items())
    finish(match)


def chance_at_start(variant: Variant, seed: int) -> dict[str, Any]:
    match = Match(variant, seed)
    return {name: match.state[name] for name in variant.game.chance}
