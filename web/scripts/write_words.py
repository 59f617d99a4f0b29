"""Write `cards-LANGUAGE.ts` in each game's folder of words: what its cards and roles are called and do.

The words of the cards are those of its rule book, the names of the roles those of its rulesets.

Usage: python web/scripts/write_words.py [--check]
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from generated import write_or_check

from turncoat.core import AnyGame
from turncoat.core.rule_book import BookWords, read_words
from turncoat.games import games

SRC = Path(__file__).parent.parent / "src"
BOOKS = {game: make() for game in games() if (make := game.capabilities.rule_book) is not None}
KEYS = {
    "effects": {"text": "fx.{id}", "short": "fx.{id}.short"},
    "enemies": {"name": "enemy.{id}"},
    "missions": {"name": "raid.{id}"},
    "plot": {"name": "plot.{id}"},
    "roles": {"advice": "advice.{id}"},
}
"""The browser's key for each text of a card, by the kind of the card."""


def messages(words: BookWords) -> Iterator[tuple[str, str]]:
    """The browser's messages, each with its key."""
    for kind, keys in KEYS.items():
        for name, texts in words.things.get(kind, {}).items():
            yield from ((keys[part].format(id=name), text) for part, text in texts.items() if part in keys)


def roles(game: AnyGame, language: str) -> dict[str, str]:
    """What each role is called alone, and after "you are". Rulesets that share a role call it the same."""
    found: dict[str, str] = {}
    offers = game.capabilities.catalogue
    for ruleset in game.rulesets if offers else ():
        words = offers().words(ruleset).get(language, {})
        for role in offers().roles(ruleset):
            name = words[role]
            named = {f"role.{role}": name[:1].upper() + name[1:], f"role.card.{role}": words.get(f"a_{role}", name)}
            assert named.items() <= {**named, **found}.items(), f"{ruleset} calls {role} something else"
            found |= named
    return found


def render(game: AnyGame, language: str) -> str:
    """One file."""
    words = read_words(BOOKS[game].__name__, language)
    said = [*roles(game, language).items(), *messages(words)]
    lines = [f"  {json.dumps(key)}: {json.dumps(text, ensure_ascii=False)}," for key, text in said]
    head = "// Written by web/scripts/write_words.py from the game's own words. Do not edit.\n\nexport default {\n"
    return head + "\n".join(lines) + "\n};\n"


def texts() -> dict[Path, str]:
    """Every file."""
    return {
        SRC / game.name / "words" / f"cards-{language}.ts": render(game, language)
        for game, book in BOOKS.items()
        for language in book.languages
    }


if __name__ == "__main__":
    sys.exit(write_or_check(texts()))
