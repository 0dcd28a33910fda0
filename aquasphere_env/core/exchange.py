"""Matches as JSON, for other programs: all of a match, or what a player may know of it.

``to_json(match, player=p)`` is what player ``p`` may know, ``to_json(match)`` what all players
know, ``to_json(match, full=True)`` everything, which ``from_json`` reads again. A document is an
object:

| entry | what it holds |
|---|---|
| ``schema`` | ``aquasphere-env-match-1`` |
| ``game`` | id with version, ``aquasphere_v1`` |
| ``num_players`` | 1 to 4 |
| ``options`` | those that differ from their defaults; a component file as its text |
| ``component_set`` | its name |
| ``component_hash`` | 16 hexadecimal digits of the tables |
| ``view`` | ``full``, ``public`` or ``player_1`` |
| ``over`` | whether the game has ended |
| ``end_reason`` | why, else null |
| ``scores`` | points by player |
| ``ranks`` | by player: 1 is best, ties share the better rank |
| ``to_move`` | ``player_0`` …; null at the end, and where who decides is hidden |
| ``legal_actions`` | objects of ``id`` and ``words``; null for who may not know them |
| ``state`` | the state field by field, as the game's ``state.py`` describes it |
| ``seed`` | of the game; this and what follows only in a full document |
| ``chance`` | injected chance by state field, usually empty |
| ``actions`` | the decisions so far, by id |
| ``forced`` | the moves without a choice: pairs of the decisions before each, and its id |

In ``state`` enumerations are words (``"-"`` for none), 64-bit words are hexadecimal texts, records
are objects and arrays lists; null is what the viewer cannot know. Where players decide at the same
time, an open turn of others is shown as it began.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from . import strict_json
from .game import Game, Variant
from .integers import checked_seed, shortened, shown, shown_name
from .match import Match
from .position import DERIVED, with_words
from .worlds import worlds_of

SCHEMA = "aquasphere-env-match-1"
FULL, PUBLIC = "full", "public"
MOST_CHARACTERS = 4_000_000  # of a document; a usual one has 20,000

_WORLDS = 32  # that a viewer cannot tell apart; what differs among them is hidden
_UNSEEN_WHEN_SIMULTANEOUS = ("current_player", "step_count")
_MOVES = ("seed", "chance", "actions", "forced")
_HEAD = ("schema", "game", "num_players", "options", "component_set", "component_hash", "view")
_KEYS = (*_HEAD, *("over", "end_reason", "scores", "ranks", "to_move", "legal_actions", "state"))


def to_json(match: Match, player: int | None = None, *, full: bool = False) -> str:
    """Return ``match`` as one line of JSON, see the module.

    Args:
        match: whose ``history`` has led to its state.
        player: who is to read it; ``None`` for what all players know.
        full: everything, hidden things and chance to come too; not with ``player``.

    Raises:
        ValueError: no such player, or ``player`` and ``full``.
    """
    return json.dumps(to_dict(match, player, full=full), separators=(",", ":"))


def to_dict(match: Match, player: int | None = None, *, full: bool = False) -> dict[str, Any]:
    """Return what ``to_json`` writes."""
    variant, count = match.variant, match.variant.num_players
    if player is not None and (full or isinstance(player, bool) or player not in range(count)):
        given = "full and a player at once" if full else shown(player)
        raise ValueError(f"player is 0 to {count - 1}, or None with or without full, not {given}")
    viewers = range(count) if player is None else (player,)
    worlds = match.states.copy() if full else worlds_of(variant, match.states, viewers, _WORLDS)
    document = {
        **_head(variant, FULL if full else PUBLIC if player is None else f"player_{player}"),
        **_standing(match, worlds),
        **_choice(match, player, full),
        "state": _known(variant.game, worlds, _unseen(variant, full)),
    }
    if full:
        forced = [list(event) for event in match.forced]
        moves = (match.seed, match.chance, list(match.history), forced)
        document |= dict(zip(_MOVES, moves, strict=True))
    return document


def _head(variant: Variant, view: str) -> dict[str, Any]:
    entries = (
        *(SCHEMA, variant.game.id, variant.num_players, variant.options),
        *(variant.component_set, variant.digest, view),
    )
    return dict(zip(_HEAD, entries, strict=True))


def _standing(match: Match, worlds: np.ndarray) -> dict[str, Any]:
    game = match.game
    return {
        "over": match.over,
        "end_reason": game.end_reason(match.state),
        "scores": game.read_scores(worlds)[:, 0].tolist(),
        "ranks": game.ranks(worlds),
    }


def _choice(match: Match, player: int | None, full: bool) -> dict[str, Any]:
    """Return who is to move and the legal actions, where the viewer may know them."""
    own = full or player == match.player
    told = not match.over and (own or not _is_unseen(match.variant))
    legal = match.legal_actions() if own and not match.over else None
    describe = match.game.actions.describe
    return {
        "to_move": f"player_{match.player}" if told else None,
        "legal_actions": legal and [{"id": a, "words": describe(a)} for a in legal],
    }


def _is_unseen(variant: Variant) -> bool:
    """Return whether nobody may know who is deciding."""
    return variant.game.simultaneous and variant.num_players > 1


def _unseen(variant: Variant, full: bool) -> tuple[str, ...]:
    return _UNSEEN_WHEN_SIMULTANEOUS if _is_unseen(variant) and not full else ()


def _known(game: Game, worlds: np.ndarray, unseen: Sequence[str] = ()) -> dict[str, Any]:
    """Return the fields of the records ``worlds``, (worlds,), with ``None`` where they differ."""
    fields: dict[str, Any] = {}
    for name in worlds.dtype.names or ():
        column = np.asarray(worlds[name])
        if name == DERIVED:
            continue
        if column.dtype.names is None:
            same = np.all(column == column[0], axis=0) & (name not in unseen)
            fields[name] = _plain(column[0], same, game.words.get(name))
        elif column.ndim == 1:
            fields[name] = _known(game, column)
        else:
            fields[name] = [_known(game, column[:, k]) for k in range(column.shape[1])]
    return fields


def _plain(value: Any, known: Any, words: Sequence[str] | None) -> Any:
    """Return a number or an array of them as JSON has it, ``None`` where it is not known."""
    if np.ndim(value):
        return [_plain(item, flag, words) for item, flag in zip(value, known, strict=True)]
    if not known:
        return None
    number = value.item()
    if value.dtype == np.uint64:
        return f"{number:#x}"
    return with_words(words, number)


def from_json(game: Game, text: str) -> Match:
    """Return the match of a full document; it has the same state, history and future.

    Every entry is held to what the actions lead to, the state too.

    Raises:
        ValueError: no such document, a view without what is hidden, another game or component set,
            or an entry that does not follow; the message begins with its place.
    """
    document = _document(text)
    if document.get("schema") != SCHEMA:
        raise ValueError(f"schema: {shown(document.get('schema'))}, not {SCHEMA!r}")
    if document.get("game") != game.id:
        raise ValueError(f"game: {shown(document.get('game'))}, not {game.id!r}")
    if document.get("view") != FULL:
        raise ValueError(
            f"view: {shown(document.get('view'))} lacks what is hidden; only a document by "
            "to_json(match, full=True) can be read"
        )
    for key in sorted({*document} ^ {*_KEYS, *_MOVES}, key=str):
        kind = "no such entry" if key in document else "missing"
        raise ValueError(f"{shown_name(key)}: {kind}")
    match = _played(game, document)
    for place, given, led in _differences("", document, to_dict(match, full=True)):
        raise ValueError(f"{place}: {shown(given)}, but the actions lead to {shown(led)}")
    return match


def _document(text: str) -> dict[str, Any]:
    if not isinstance(text, str) or len(text) > MOST_CHARACTERS:
        raise ValueError(f"not a match: up to {MOST_CHARACTERS:,} characters of JSON are read")
    try:
        document = strict_json.loads(text)
    except RecursionError:
        raise ValueError("not a match: nested too deeply") from None
    except ValueError as error:
        raise ValueError(f"not a match: {shortened(error)}") from None
    if not isinstance(document, dict):
        raise ValueError(f"not a match: {shown(document)} is no object")
    return document


def _played(game: Game, document: Mapping[str, Any]) -> Match:
    """Return the match that ``document`` tells, from its start; no file it names is opened."""
    for key, kind in (("options", dict), ("chance", dict), ("actions", list)):
        if not isinstance(document[key], kind):
            raise ValueError(f"{key}: cannot be {shown(document[key])}")
    players = document["num_players"]
    _placed("num_players", game.variant, players)
    variant = _placed("options", game.recorded_variant, players, document["options"])
    if variant.digest != document["component_hash"]:
        raise ValueError(
            f"component_hash: {shown(document['component_hash'])}, but the set "
            f"{shown(document['component_set'])} has {variant.digest} here"
        )
    seed = _placed("seed", checked_seed, document["seed"])
    match: Match = _placed("chance", Match, variant, seed, document["chance"])
    for number, action in enumerate(document["actions"]):
        if isinstance(action, str):
            raise ValueError(f"actions.{number}: {shown(action)} is no id")
        _placed(f"actions.{number}", match.step, action)
    return match


def _placed(place: str, make: Any, *arguments: Any) -> Any:
    """Return ``make(*arguments)``; its errors begin with ``place``."""
    try:
        return make(*arguments)
    except (ValueError, TypeError, OverflowError) as error:
        raise ValueError(f"{place}: {error}") from None


def _differences(place: str, given: Any, led: Any) -> Iterator[tuple[str, Any, Any]]:
    """Yield where ``given`` is not what the actions ``led`` to."""
    at = f"{place}." if place else ""
    if isinstance(given, dict) and isinstance(led, dict) and set(given) == set(led):
        for key in led:
            yield from _differences(f"{at}{shown_name(key)}", given[key], led[key])
    elif isinstance(given, list) and isinstance(led, list) and len(given) == len(led):
        for k, (one, other) in enumerate(zip(given, led, strict=True)):
            yield from _differences(f"{at}{k}", one, other)
    elif type(given) is not type(led) or given != led:
        yield place, given, led
