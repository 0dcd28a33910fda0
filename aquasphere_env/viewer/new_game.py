"""The game that a browser asks for: which one, with which options and files, and who plays."""

import secrets
from typing import Any

from ..core.game import Game, Variant
from ..core.reading import is_text
from ..games import get_game
from .limits import MAX_SEED
from .people import HUMAN, checked_name, seated
from .requests import whole
from .session import GameSession
from .setting import CHOICES, USUAL, Setting

_RANDOM_SEEDS = 1_000_000  # short ones, which people can pass on


def game_asked_for(setting: Setting, body: dict[str, Any]) -> GameSession:
    """Return the new game; raise ``ValueError`` for an invalid request."""
    variant = variant_asked_for(setting, body)
    seed = whole(body.get("seed"))
    seed = secrets.randbelow(_RANDOM_SEEDS) if seed is None else seed
    if not 0 <= seed <= MAX_SEED:
        raise ValueError(f"a seed is a whole number from 0 to {MAX_SEED}")
    seat = whole(body.get("seat")) or 0
    if not 0 <= seat < variant.num_players:
        raise ValueError(f"seats of this game go from 0 to {variant.num_players - 1}")
    players = _seats(setting, body.get("opponents"), variant.num_players)
    names = seated(players, seat)
    own = checked_name(body.get("name"))
    return GameSession(variant, names, seed, {seat: own} if own else {})


def variant_asked_for(setting: Setting, body: dict[str, Any]) -> Variant:
    """Return the variant of the new game; raise ``ValueError`` for an invalid request."""
    name = str(body.get("game") or setting.game)
    game = get_game(name)
    is_first = name == setting.game
    usual = setting.players if is_first else None
    given = setting.options if is_first and body.get("given", True) else {}
    options = {**given, **_chosen(game, body.get("options")), **_texts(game, body)}
    return game.recorded_variant(whole(body.get("players") or usual), options)


def _chosen(game: Game, asked: Any) -> dict[str, Any]:
    """Return the options that are asked for, a list of names."""
    if asked is not None and not isinstance(asked, list):
        raise ValueError("options are a list of names")
    offered = {choice["name"]: choice["value"] for choice in CHOICES.get(game.name, [])}
    for name in asked or []:
        if not isinstance(name, str) or name not in offered:
            raise ValueError(f"{game.name} offers no option {name!r} here")
    return {name: offered[name] for name in asked or []}


def _texts(game: Game, body: dict[str, Any]) -> dict[str, str]:
    """Return the texts of files of one's own, by the option that takes them; never a path."""
    files = body.get("files") or {}
    if not isinstance(files, dict):
        raise ValueError("files are texts by the names of options")
    for name, text in files.items():
        if name not in game.files:
            raise ValueError(f"{game.name} takes no file {name!r}")
        if name in (body.get("options") or []):
            raise ValueError(f"{name}: a file of your own, or what is ticked; not both")
        if not isinstance(text, str) or not is_text(text):
            raise ValueError(f"{name}: a file has several lines")
    return files


def _seats(setting: Setting, opponents: Any, num_players: int) -> list[str]:
    """Return who plays: a person first, then the opponents, the last one repeated."""
    if opponents is not None and not isinstance(opponents, list):
        raise ValueError(f"opponents are a list of players, not {opponents!r}")
    chosen = list(setting.opponents) if opponents is None else opponents
    for name in chosen:
        if name not in (*setting.players_offered(), HUMAN):
            raise ValueError(f"no player {name!r} at this server")
    chosen = chosen or [USUAL]
    return [HUMAN, *chosen, *chosen[-1:] * num_players][:num_players]
