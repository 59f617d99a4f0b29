"""How a bot replies to what people say to it in free text: to a question for its opinion or its role, or an accusation.

A reply tells no secret: it follows from the public facts alone, whatever the role. An opinion is what a plain good
player in that seat would think.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

import msgspec

from turncoat.bots.seeded_random import SeededRandom
from turncoat.core.in_words import Spoken
from turncoat.games.resistance.belief.reading import reading_of
from turncoat.games.resistance.rules.view import View

RECENT = 6  # how many of the latest lines a bot replies to
RATE = 0.6  # how often it replies at all
_SURE = 0.5


class Phrases(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is understood and said in one language."""

    asks_opinion: tuple[str, ...]
    asks_role: tuple[str, ...]
    accuses: tuple[str, ...]
    opinion: tuple[str, ...]
    unsure: tuple[str, ...]
    secret: tuple[str, ...]
    denial: tuple[str, ...]


@cache
def phrases() -> dict[str, Phrases]:
    """The phrases by language."""
    return msgspec.toml.decode((files(__package__) / "replies.toml").read_bytes(), type=dict[str, Phrases])


def reply(view: View, heard: Sequence[Spoken], names: Sequence[str], rng: SeededRandom) -> str:
    """What to say to the latest line that was meant for this seat; empty if there is none, or for silence."""
    assert view.you is not None
    if view.you.seat >= len(names) or rng.random() >= RATE:
        return ""
    for line in reversed(_open_lines(heard, view.you.seat)):
        if _mentions(line.text, names[view.you.seat]):
            found = _understood(line.text)
            if found is not None:
                return _said(found[0], found[1], view, names, rng)
    return ""


def _open_lines(heard: Sequence[Spoken], seat: int) -> list[Spoken]:
    """The latest lines of others that this seat has said nothing to yet."""
    lines = [one for one in heard if one.text][-RECENT:]
    last = max((at for at, one in enumerate(lines) if one.seat == seat), default=-1)
    return [one for one in lines[last + 1 :] if one.seat is not None]


def _mentions(text: str, name: str) -> bool:
    return bool(name) and re.search(rf"(?<!\w){re.escape(plain(name))}(?!\w)", plain(text)) is not None


def _understood(text: str) -> tuple[str, Phrases] | None:
    """What kind of line it is, and the phrases of its language. A question comes before an accusation."""
    said = plain(text)
    for kind in ("asks_opinion", "accuses", "asks_role"):
        for language in phrases().values():
            if any(re.search(rf"(?<!\w){re.escape(one)}(?!\w)", said) for one in getattr(language, kind)):
                return kind, language
    return None


def _said(kind: str, language: Phrases, view: View, names: Sequence[str], rng: SeededRandom) -> str:
    if kind == "accuses":
        return rng.choice(language.denial)
    if kind == "asks_role":
        return rng.choice(language.secret)
    suspect = _suspect(view)
    if suspect is None or suspect >= len(names):
        return rng.choice(language.unsure)
    return rng.choice(language.opinion).format(name=names[suspect])


def _suspect(view: View) -> int | None:
    """The seat that looks worst, if one looks bad enough."""
    assert view.you is not None
    reading = reading_of(view)
    evil = reading.as_good[view.you.seat] @ reading.deals.members
    worst = max((seat for seat in range(view.rules.players) if seat != view.you.seat), key=lambda seat: evil[seat])
    return worst if evil[worst] > _SURE else None


def plain(text: str) -> str:
    """Text without accents and capitals, with one kind of apostrophe."""
    letters = unicodedata.normalize("NFKD", text.casefold().replace("’", "'"))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
