"""Action ids are for ever: they and their words are kept in ``action_ids.json``.

``python -m tests.contract.test_actions`` regenerates that file; a changed id needs a new version of
the game.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from aquasphere_env.core.game import Game
from aquasphere_env.games import GAMES, get_game

GOLDEN = Path(__file__).with_name("action_ids.json")


def actions_of(game: Game) -> dict[str, Any]:
    """Return what is kept of a game's actions: their groups and a digest of all words."""
    table = game.actions
    words = [table.describe(action) for action in range(len(table))]
    groups = {group.name: (table.start(group.name), group.size) for group in table.groups}
    return {
        "count": len(table),
        "sha256": hashlib.sha256("\n".join(words).encode()).hexdigest(),
        "groups": {
            name: {"first": first, "size": size, "words": [words[first], words[first + size - 1]]}
            for name, (first, size) in groups.items()
        },
    }


def test_ids_and_words_are_those_of_the_version(game: Game) -> None:
    """open_spiel #147, catanatron #342: one table, for all phases, set-ups and player counts."""
    kept = json.loads(GOLDEN.read_text(encoding="utf-8"))
    assert actions_of(game) == kept[game.id]


def test_words_lead_back_to_the_id(game: Game) -> None:
    for action in range(len(game.actions)):
        words = game.actions.describe(action)
        assert game.actions.parse(words) == action
        assert game.actions.parse(f"  {words.upper().replace(' ', '  ')} ") == action
        assert game.actions.parse(str(action)) == action
        assert game.actions.parse(f" {action} :  {words.title()} .\n") == action
        group, index = game.actions.locate(action)
        assert game.actions.start(group.name) + index == action
        assert list(group.texts())[index] == words


def test_the_words_of_another_id_contradict_it(game: Game) -> None:
    last = len(game.actions) - 1
    with pytest.raises(ValueError, match=f"are two actions, {last}: .* and 0: "):
        game.actions.parse(f"{last}: {game.actions.describe(0)}")


def test_a_slip_is_refused_with_the_action_that_was_meant(game: Game) -> None:
    for action in range(0, len(game.actions), 1 + len(game.actions) // 10):
        words = game.actions.describe(action)
        with pytest.raises(ValueError, match=rf"the nearest are .*\b{action}: ") as error:
            game.actions.parse(f"{words}x")
        assert len(str(error.value)) < 500


def test_what_names_no_action_is_refused(game: Game) -> None:
    for bad in ("", "fly to the moon", str(len(game.actions)), "-1"):
        with pytest.raises(ValueError, match=r"no action reads|is not in 0\.\."):
            game.actions.parse(bad)
    for action in (-1, len(game.actions)):
        with pytest.raises(ValueError, match=r"is not in 0\.\."):
            game.actions.describe(action)


if __name__ == "__main__":
    kept = {get_game(name).id: actions_of(get_game(name)) for name in GAMES}
    GOLDEN.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
