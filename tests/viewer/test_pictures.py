"""Every picture shows what is public and nothing else, in text that is well formed."""

import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from aquasphere_env.core import loops
from aquasphere_env.core.game import Game
from aquasphere_env.core.match import Match
from aquasphere_env.games import GAMES, get_game
from aquasphere_env.games.aquamarine.actions import BONUS_ACTION
from aquasphere_env.games.aquamarine.state import BONUS_WORDS
from aquasphere_env.games.aquanauts import actions as aquanauts
from tests.contract.spec import spec_of

pytestmark = pytest.mark.slow


# Not drawn: kept for the rules' speed or derived from what is drawn, or chance as it was dealt.
HEADER = {"rng", "legal", "step_count", "num_players", "end_reason"}
STATES_A_GAME = 25


def drawn_games() -> list[str]:
    return [name for name in GAMES if get_game(name).draw_module is not None]


def random_states(game: Game, players: int, seed: int) -> Iterator[np.ndarray]:
    """Yield states of a random game."""
    match = Match(game.variant(players, **spec_of(game.name).rich_options), seed)
    chance = np.random.default_rng(seed)
    while not match.over:
        yield match.states
        match.step(int(chance.choice(match.legal_actions())))
    yield match.states


def sample(game: Game) -> list[np.ndarray]:
    """Return many states of several games with the usual and with the most players."""
    states = []
    for players in {game.default_players, game.max_players}:
        for seed in range(1, 3):
            all_states = [s.copy() for s in random_states(game, players, seed)]
            step = max(1, len(all_states) // STATES_A_GAME)
            states += all_states[::step]
    return states


@pytest.mark.parametrize("name", drawn_games())
def test_well_formed_with_unique_ids(name: str) -> None:
    game = get_game(name)
    for states in sample(game)[::9]:
        for player in (None, 0, 1 % int(states[0]["num_players"])):
            root = ElementTree.fromstring(game.draw(states[0], player))
            ids = [e.get("id") for e in root.iter() if e.get("id")]
            assert len(ids) == len(set(ids))
            assert (root.get("width"), root.get("height")) == ("1280", "800")


@pytest.mark.parametrize("name", drawn_games())
def test_redealing_what_is_hidden_changes_no_picture(name: str) -> None:
    game = get_game(name)
    changed = 0
    for states in sample(game)[::4]:
        for player in range(int(states[0]["num_players"])):
            other = states.copy()
            loops.redeal_one(other, 0, player, np.uint64(99))
            changed += other[0].tobytes() != states[0].tobytes()
            assert game.draw(other[0], player) == game.draw(states[0], player)
    assert changed or spec_of(name).hides_nothing


def leaves(record: Any, path: str, skip: set[str]) -> Iterator[tuple[str, Any, Any]]:
    """Yield path, array and index of every number in ``record`` but those in ``skip``."""
    for name in record.dtype.names:
        where = f"{path}{name}"
        if where in skip:
            continue
        value = record[name]
        if value.dtype.names is not None:
            rows = value if isinstance(value, np.ndarray) else [value]
            for row in rows:
                yield from leaves(row, f"{where}.", skip)
        elif np.ndim(value) == 0:
            yield where, record, name
        else:
            for index in np.ndindex(np.shape(value)):
                yield where, record[name], index


def mutations(value: Any) -> list[Any]:
    if isinstance(value, bool | np.bool_):
        return [not value]
    return [value + 1, value - 1, 0, 1]


def asked_everything(game: Game, states: np.ndarray) -> list[np.ndarray]:
    """Return copies of ``states``, each with another open question: some are rare in play."""
    copies = []
    for field in ("question", "phase"):
        is_top = field in (states.dtype.names or ())
        for value in range(len(game.words.get(field, ())) if is_top else 0):
            copies.append(states.copy())
            copies[-1][0][field] = value
    return copies


def seen_by_all(game: Game, state: Any) -> list[str]:
    """Return the pictures for a spectator who sees everything and for the first player."""
    return [game.draw(state, None), game.draw(state, 0)]


def changes_picture(game: Game, state: Any, target: Any, index: Any) -> bool:
    """Return whether some other value at ``index`` of ``target`` makes another picture."""
    before, value = seen_by_all(game, state), target[index]
    for other in mutations(value):
        try:
            target[index] = other
            if seen_by_all(game, state) != before:
                return True
        except (IndexError, OverflowError, KeyError):
            continue  # no state of this game
        finally:
            target[index] = value
    return False


@pytest.mark.parametrize("name", drawn_games())
def test_every_public_field_is_drawn(name: str) -> None:
    """A field is drawn if in some state another value makes another picture."""
    game = get_game(name)
    skip = HEADER | set(spec_of(name).unpictured) | {"components"}
    drawn: set[str] = set()
    states = sample(game)
    fields = {where for where, _, _ in leaves(states[0][0], "", skip)}
    for one in states[:: max(1, len(states) // 12)] + asked_everything(game, states[5]) + states:
        for where, target, index in leaves(one[0], "", skip | drawn):
            if where not in drawn and changes_picture(game, one[0], target, index):
                drawn.add(where)
        if drawn == fields:
            return
    assert drawn == fields, sorted(fields - drawn)


@pytest.mark.parametrize("name", drawn_games())
def test_last_action_is_marked_and_told(name: str) -> None:
    game = get_game(name)
    match = Match(game.variant(), 3)
    for action in (match.legal_actions()[0], match.legal_actions()[-1]):
        assert game.draw(match.state, None, action) != game.draw(match.state, None)
        assert game.actions.describe(action) in game.draw(match.state, None, action)


@pytest.mark.parametrize("name", drawn_games())
def test_every_legal_action_can_be_clicked(name: str) -> None:
    game = get_game(name)
    for players in range(game.min_players, game.max_players + 1):
        match = Match(game.variant(players), 5)
        chance = np.random.default_rng(players)
        while not match.over:
            svg = game.draw(match.state, match.player)
            offered = {
                int(action)
                for piece in re.findall('data-actions="([0-9 ]+)"', svg)
                for action in piece.split()
            }
            missing = [game.actions.describe(a) for a in match.legal_actions() if a not in offered]
            assert not missing, match.game.to_text(match.state, None)
            match.step(int(chance.choice(match.legal_actions())))


ACCENT = 'class="s-accent"|class="[^"]* s-accent"'


def marked(svg: str, piece: str) -> bool:
    """Return whether the shape of ``piece`` is outlined as the last action."""
    start = svg.index(f' id="{piece}"')
    return re.search(ACCENT, svg[start : svg.index("/>", start)]) is not None


@pytest.mark.parametrize(
    ("name", "action", "piece"),
    [("aquanauts", aquanauts.BUILD, "grid-{}-A"), ("aquamarine", BONUS_ACTION, "bonus-{}-{first}")],
)
def test_a_move_is_marked_on_its_own_players_board(name: str, action: int, piece: str) -> None:
    """The one who decides next has such a piece too."""
    game = get_game(name)
    match = Match(game.variant(2), 3)
    pieces = [piece.format(seat, first=BONUS_WORDS[0]) for seat in (0, 1)]
    for owner in (0, 1):
        svg = game.draw(match.state, None, action, owner)
        assert [marked(svg, each) for each in pieces] == [owner == 0, owner == 1]
    unknown = game.draw(match.state, None, action)
    assert not any(marked(unknown, each) for each in pieces)
