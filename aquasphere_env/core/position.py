"""States as dictionaries and as TOML, which people can read and edit."""

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from .check import settle_checked
from .game import Game, Variant
from .integers import shortened, shown, shown_name

DERIVED = "legal"  # recomputed when a state is read
_KEYS = frozenset({"game", "num_players", "options", "seed", "chance", "state"})
_NONE = "-"  # stands for the sentinel -1 in fields with words


def state_to_dict(state: np.void) -> dict[str, Any]:
    """Return the whole state as nested dictionaries and lists, by field name."""
    return {name: _to_plain(state[name]) for name in state.dtype.names or ()}


def _to_plain(value: Any) -> Any:
    if isinstance(value, np.void):
        return state_to_dict(value)
    if isinstance(value, np.ndarray):
        return [_to_plain(item) for item in value]
    return value.item()


def state_from_dict(variant: Variant, fields: Mapping[str, Any]) -> np.ndarray:
    """Return a state array of length 1 from the result of ``state_to_dict``.

    Raises:
        ValueError: an unknown field, a value that does not fit its field, or a state that is
            impossible, see ``check_state``.
    """
    states = variant.new_states()
    _write(variant.game, states[0], _fields(fields, "state"), "")
    settle_checked(variant, states)
    return states


def to_position(variant: Variant, state: np.void) -> str:
    """Return ``state`` as TOML: the fields that differ from a blank state."""
    lines = [f'game = "{variant.game.id}"', f"num_players = {variant.num_players}"]
    if variant.options:
        lines += ["", "[options]"]
        lines += [f"{name} = {_toml(value)}" for name, value in variant.options.items()]
    lines += ["", "[state]"]
    lines += _differences(variant.game, "state", state, variant.blank[0])
    return "\n".join(lines) + "\n"


def _toml(option: Any) -> str:
    """Return the value of an option as TOML, which has no surrogates and no bare DEL."""
    return json.dumps(option, ensure_ascii=False).replace("\x7f", "\\u007f")


def _differences(game: Game, path: str, record: np.void, base: np.void) -> Iterator[str]:
    tables = []
    for name in record.dtype.names or ():
        value, usual = record[name], base[name]
        if name in (DERIVED, "num_players") or np.array_equal(value, usual):
            continue
        if value.dtype.names is None:
            yield f"{name} = {json.dumps(with_words(game.words.get(name), value.tolist()))}"
        elif isinstance(value, np.ndarray):
            tables += [(f"{path}.{name}.{k}", value[k], usual[k]) for k in range(len(value))]
        else:
            tables.append((f"{path}.{name}", value, usual))
    for table, value, usual in tables:
        rows = list(_differences(game, table, value, usual))
        if rows:
            yield f"\n[{table}]"
            yield from rows


def with_words(words: Sequence[str] | None, value: Any) -> Any:
    """Return a number, or nested lists of them, with those that have words as ``words``."""
    if isinstance(value, list):
        return [with_words(words, item) for item in value]
    if words is None or isinstance(value, bool):
        return value
    if value == -1:
        return _NONE
    return words[value] if 0 <= value < len(words) else value


def from_position(game: Game, text: str) -> tuple[Variant, np.ndarray]:
    """Return the variant and a state array of length 1 from the text of ``to_position``.

    With a top-level ``seed``, fields that are not given are as at the start of that game.

    Raises:
        ValueError: invalid TOML, another game, an unknown field, an invalid value, or a state
            that is impossible, see ``check_state``.
    """
    document = _document(text)
    if document.get("game") != game.id:
        raise ValueError(f"a position of {shown(document.get('game'))}, not of {game.id!r}")
    if odd := sorted(set(document) - _KEYS):
        raise ValueError(f"{shown(odd[0])}: no such entry; there are {', '.join(sorted(_KEYS))}")
    if "chance" in document and "seed" not in document:
        raise ValueError("chance: only with a seed, whose deal it replaces")
    options, chance, fields = (
        _fields(document.get(key, {}), key) for key in ("options", "chance", "state")
    )
    variant = game.recorded_variant(document.get("num_players"), options)
    states = variant.new_states()
    if "seed" in document:
        variant.begin(states, 0, document["seed"], chance)
    _write(game, states[0], fields, "")
    settle_checked(variant, states)
    return variant, states


def _document(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("not a position: nested too deeply") from None
    except ValueError as error:  # also of integers with more digits than Python reads
        raise ValueError(f"not a position: {shortened(error)}") from None


def _fields(value: Any, where: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise ValueError(f"{where}: expected a table, not {shown(value)}")
    return value


def _write(game: Game, record: np.void, fields: Mapping[str, Any], path: str) -> None:
    for name, value in fields.items():
        where = f"{path}{shown_name(name)}"
        if name not in (record.dtype.names or ()):
            raise ValueError(f"{where}: no such field; there are {list(record.dtype.names or ())}")
        if name == DERIVED:
            continue
        target = record[name]
        if target.dtype.names is None:
            _write_value(game, record, name, value, where)
        elif isinstance(target, np.ndarray):
            for key, item in _rows(value, len(target), where):
                _write(game, target[key], item, f"{where}.{key}.")
        else:
            _write(game, target, _fields(value, where), f"{where}.")


def _rows(value: Any, length: int, where: str) -> Iterator[tuple[int, Mapping[str, Any]]]:
    rows = enumerate(value) if isinstance(value, list) else _fields(value, where).items()
    for key, item in rows:
        if not str(key).isdecimal() or int(key) >= length:
            raise ValueError(f"{where}.{shown_name(key)}: rows go from 0 to {length - 1}")
        yield int(key), _fields(item, f"{where}.{key}")


def _write_value(game: Game, record: np.void, name: str, value: Any, where: str) -> None:
    try:
        numbers = np.asarray(_without_words(game.words.get(name), value))
        if numbers.shape != np.shape(record[name]):
            raise ValueError(f"shape {numbers.shape}, not {np.shape(record[name])}")
        dtype = record[name].dtype
        fits = numbers.dtype.kind in ("b" if dtype.kind == "b" else "iu")
        if not fits or not np.array_equal(numbers.astype(dtype), numbers):
            raise ValueError(f"{shown(value)} does not fit {dtype}")
        record[name] = numbers
    except RecursionError:
        raise ValueError(f"{where}: nested too deeply") from None
    except (ValueError, OverflowError, TypeError) as error:
        raise ValueError(f"{where}: {error}") from None


def _without_words(words: Sequence[str] | None, value: Any) -> Any:
    if isinstance(value, list):
        return [_without_words(words, item) for item in value]
    if not isinstance(value, str):
        return value
    if value == _NONE:
        return -1
    if words is None or value not in words:
        raise ValueError(f"{shown(value)} is not one of {list(words or ())}")
    return list(words).index(value)
