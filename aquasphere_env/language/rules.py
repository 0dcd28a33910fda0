"""The rules of a game for a prompt: its primer with the numbers of the set-up, or its page."""

import re

from ..core.game import Game, Variant
from ..games.pages import folder_of, page_of

PRIMER = "primer.md"  # beside the rules; lines name the rules that they tell, ``[AS-T1, AS-R2]``
LENGTHS = ("short", "full")

_IDS = re.compile(r" ?\[[A-Z]{2}-[A-Z]\d+(?:, [A-Z]{2}-[A-Z]\d+)*\]")
_NOT_RULES = re.compile(r"^## Observations$.*", re.MULTILINE | re.DOTALL)  # and what follows
_CODE = re.compile(r"^```.*?^```\n", re.MULTILINE | re.DOTALL)
_SPECS = re.compile(r"<!-- begin specs -->.*?<!-- end specs -->\n", re.DOTALL)
_COMMENT = re.compile(r"<!--.*?-->\n?")
_LINK = re.compile(r"\[([^\]]+)\]\([^)]*\)")
_GAP = re.compile(r"\n{3,}")


def checked_length(game: Game, rules: str | None) -> str | None:
    """Return ``rules`` if it is ``short``, ``full`` or ``None`` and the game has such a page.

    Raises:
        ValueError: something else, or a game without it.
    """
    if rules is None:
        return None
    if rules not in LENGTHS:
        raise ValueError(f"rules is 'short', 'full' or None, not {rules!r}")
    if rules == "short" and game.facts is None:
        raise ValueError(f"{game.title} has no short rules ({PRIMER}); give rules='full' or None")
    if rules == "full" and not page_of(game).exists():
        raise ValueError(f"{game.title} has no page; give rules=None")
    return rules


def rules_text(variant: Variant, rules: str | None) -> str:
    """Return the rules of ``variant`` for a prompt, with the numbers of its component set.

    Args:
        variant: the game.
        rules: ``short`` for the primer, up to about 900 words; ``full`` for the game's page up to
            its observations; ``None`` for an empty text.

    Raises:
        ValueError: another word, or a game without such a page.
    """
    length = checked_length(variant.game, rules)
    if length is None:
        return ""
    return _short(variant) if length == "short" else _full(variant.game)


def _short(variant: Variant) -> str:
    assert variant.game.facts is not None
    page = (folder_of(variant.game) / PRIMER).read_text(encoding="utf-8")
    return _IDS.sub("", page).format_map(variant.game.facts(variant.blank[0])).strip()


def _full(game: Game) -> str:
    page = page_of(game).read_text(encoding="utf-8")
    for pattern in (_NOT_RULES, _CODE, _SPECS, _COMMENT):
        page = pattern.sub("", page)
    return _GAP.sub("\n\n", _LINK.sub(r"\1", page)).strip()
