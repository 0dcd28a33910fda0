"""Matches as JSON: views leave out what is hidden, bad documents are refused by their place."""

import json
import random
from typing import Any

import pytest

from aquasphere_env.core.exchange import SCHEMA, from_json, to_dict, to_json
from aquasphere_env.core.game import Game
from aquasphere_env.core.match import Match
from aquasphere_env.games import GAMES, get_game
from tests.contract.setups import sample
from tests.contract.test_exchange import leaves_of
from tests.toy.pebbles import GAME as PEBBLES
from tests.toy.sealed import GAME as SEALED


@pytest.mark.parametrize("game", [SEALED, get_game("aquamarine")], ids=lambda game: game.name)
def test_an_open_turn_of_others_is_not_in_a_view(game: Game) -> None:
    variant, unseen = game.variant(3), 0
    for match in sample(variant, seed=10, every=4 if game is SEALED else 31):
        twin, chooser, mover = match.copy(), random.Random(1), match.player
        watchers = [None, *(p for p in range(3) if p != mover)]
        before = {player: to_json(twin, player) for player in watchers}
        while not twin.over and twin.player == mover:
            twin.step(chooser.choice(twin.legal_actions()))
        if twin.over or twin.state["round_number"] != match.state["round_number"]:
            continue
        for player in watchers:
            if player != twin.player:
                assert to_json(twin, player) == before[player]
                unseen += 1
    assert unseen


def test_what_is_hidden_is_null() -> None:
    match = Match(get_game("aquasphere").variant(2), 1)
    seen, whole = to_dict(match, 0), to_dict(match, full=True)
    assert seen["state"]["rng"] is None
    assert whole["state"]["rng"].startswith("0x")
    drawn = int(match.state["lab_drawn"])
    assert seen["state"]["lab_deck"][:drawn] == whole["state"]["lab_deck"][:drawn]
    assert set(seen["state"]["lab_deck"][drawn:]) == {None}
    assert seen["state"]["rooms"] == whole["state"]["rooms"]
    assert "seed" not in seen


def test_only_who_moves_is_given_the_legal_actions() -> None:
    """kaggle-environments #999 #1003 #1121: the state as JSON, with what may be played."""
    match = Match(get_game("aquanauts").variant(2), 1)
    mover, other = match.player, 1 - match.player
    listed = to_dict(match, mover)["legal_actions"]
    assert [entry["id"] for entry in listed] == match.legal_actions()
    assert listed[0]["words"] == match.game.actions.describe(listed[0]["id"])
    assert to_dict(match, other)["legal_actions"] is None
    assert to_dict(match)["to_move"] == f"player_{mover}"
    hidden = Match(SEALED.variant(2), 1)
    assert to_dict(hidden)["to_move"] is None
    assert to_dict(hidden, hidden.player)["to_move"] == f"player_{hidden.player}"


def document(match: Match | None = None) -> dict[str, Any]:
    if match is None:
        match = Match(PEBBLES.variant(2), 1)
        match.step(match.legal_actions()[0])
    full: dict[str, Any] = json.loads(to_json(match, full=True))
    return full


def test_every_damaged_entry_is_refused_by_its_place() -> None:
    """Each leaf, replaced by something else; each key left out, and one too many."""
    for name in ("pebbles", *GAMES):
        game = PEBBLES if name == "pebbles" else get_game(name)
        match = Match(game.variant(), 1)
        match.step(match.legal_actions()[-1])
        good = document(match)
        leaves = list(leaves_of(good))
        for place, value in random.Random(0).sample(leaves, min(len(leaves), 15)):
            bad = json.loads(json.dumps(good))
            *path, last = place.split(".")
            inner = bad
            for part in path:
                inner = inner[int(part) if isinstance(inner, list) else part]
            other = {True: False, None: 0}.get(value, f"{value}x") if value != 0 else 1.5
            inner[int(last) if isinstance(inner, list) else last] = other
            with pytest.raises(ValueError, match=r"^[a-z_]+(\.\w+)*: ") as error:
                from_json(game, json.dumps(bad))
            assert str(error.value).split(".")[0].split(":")[0] == place.split(".")[0]


def test_missing_and_unknown_entries_are_named() -> None:
    for key in ("seed", "state", "actions", "scores"):
        bad = document()
        del bad[key]
        with pytest.raises(ValueError, match=f"^{key}: missing$"):
            from_json(PEBBLES, json.dumps(bad))
    with pytest.raises(ValueError, match=r"^extra: no such entry$"):
        from_json(PEBBLES, json.dumps({**document(), "extra": 1}))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "not a match: "),
        ("[]", "not a match: "),
        ("7", "not a match: 7 is no object"),
        ('{"schema": 1, "schema": 2}', "stands twice"),
        ('{"schema": NaN}', "no number of JSON"),
        ("[" * 100_000, "nested too deeply"),
        ('{"a": ' + "9" * 5000 + "}", "not a match: "),
        ("{}", f"schema: None, not '{SCHEMA}'"),
        (f'{{"schema": "{SCHEMA}", "game": "chess_v0"}}', "game: 'chess_v0', not 'pebbles_v0'"),
        (" " * 4_000_001, "up to 4,000,000 characters"),
    ],
)
def test_what_is_no_document_is_refused(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=r".") as error:
        from_json(PEBBLES, text)
    assert words in str(error.value)
    assert len(str(error.value)) < 300


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"num_players": 9}, "num_players: Pebbles is for 1 to 4 players, not 9"),
        ({"options": {"speed": 3}}, "options: Pebbles has no option 'speed'"),
        ({"options": {"components": "/etc/passwd"}}, "options: option 'components' names the file"),
        ({"options": 7}, "options: cannot be 7"),
        ({"component_hash": "0" * 16}, "component_hash: "),
        ({"seed": -1}, "seed: a seed is 0 or a positive integer, not -1"),
        ({"seed": True}, "seed: a seed is 0"),
        ({"chance": {"no_such": 1}}, "chance: chance has no field 'no_such'"),
        ({"actions": [999]}, "actions.0: illegal action 999"),
        ({"actions": ["take 1"]}, "actions.0: 'take 1' is no id"),
        ({"actions": [None]}, "actions.0: an action is an integer"),
        ({"actions": []}, "but the actions lead to"),
        ({"view": "player_0"}, "view: 'player_0' lacks what is hidden"),
    ],
)
def test_entries_are_checked_with_the_care_of_positions(change: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=r".") as error:
        from_json(PEBBLES, json.dumps({**document(), **change}))
    assert words in str(error.value)


def test_no_such_viewer() -> None:
    match = Match(PEBBLES.variant(2), 1)
    for player in (2, -1, True, "0"):
        with pytest.raises(ValueError, match="player is 0 to 1, or None"):
            to_json(match, player)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="full and a player at once"):
        to_json(match, 0, full=True)
