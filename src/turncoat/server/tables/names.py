"""Names of people at a table: which can be shown, and which would be mistaken for one another."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from confusable_homoglyphs.confusables import confusables_data
from precis_i18n import get_profile

from turncoat.core import Refused

_SHOWN = get_profile("OpaqueString")
_COMPARED = get_profile("Nickname")
_NON_JOINER = "\u200c"  # invisible, and part of the spelling of Persian names
_BLANKS = "\u2800\U0001d159"  # printable, but there is nothing to see
_VARIATION_SELECTORS = {chr(code) for code in range(0xFE00, 0xFE10)}  # they only say how an emoji is drawn


def clean_name(name: str) -> str:
    """A name as it will be shown: one line, no blanks at its ends, no invisible characters. Raises Refused.

    The characters are those of RFC 8264's free-form class: letters of every script, digits, punctuation, symbols.
    """
    kept = (sign for sign in name if _is_visible(sign) or sign.isspace() or sign == _NON_JOINER)
    cleaned = " ".join("".join(kept).split())
    if not _without_marks(cleaned):
        raise Refused("BAD_REQUEST", "A name needs a letter.")
    try:
        shown: str = _SHOWN.enforce(cleaned)
        _COMPARED.enforce(cleaned)
    except UnicodeEncodeError:
        raise Refused("BAD_REQUEST", "That name has a character that does not belong in names.") from None
    return shown


def is_double(one: str, other: str) -> bool:
    """Whether a name could be mistaken for another: they differ in case, marks, blanks, or letters that look alike."""
    return not _keys(one).isdisjoint(_keys(other))


def _is_visible(sign: str) -> bool:
    return sign.isprintable() and sign not in _BLANKS and sign not in _VARIATION_SELECTORS


@lru_cache(maxsize=4096)
def _keys(name: str) -> frozenset[str]:
    """What a name looks like, with its capitals and without. Names of earlier versions may be of any characters."""
    look = _skeleton(_without_marks(name))
    small = _skeleton(_without_marks(name.casefold()))
    return frozenset({look, small, _skeleton(look.casefold())})


def _without_marks(name: str) -> str:
    """The name without accents and other marks that fit on any letter. Vowel signs of a script of their own stay."""
    signs = unicodedata.normalize("NFKD", name)
    letters = (sign for sign in signs if _is_visible(sign) and not unicodedata.name(sign, "").startswith("COMBINING"))
    return " ".join("".join(letters).split())


def _skeleton(name: str) -> str:
    """The name with every sign replaced by one that stands for all that look like it (Unicode's confusables)."""
    return "".join(map(_look, name))


@lru_cache(maxsize=4096)
def _look(sign: str) -> str:
    similar: list[str] = [sign, *(entry["c"] for entry in confusables_data.get(sign, ()))]
    # Unicode maps every sign of a group to one of them, which therefore has the longest list.
    return max(similar, key=lambda each: (len(confusables_data.get(each, ())), each))
