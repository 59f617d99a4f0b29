"""Write `cards-LANGUAGE.ts` in each game's folder of words: what its cards are called and do, from its rule book.

Usage: python web/scripts/write_words.py [--check]
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from generated import write_or_check

from turncoat.core.rule_book import BookWords, read_words
from turncoat.games.maquis import rule_book as maquis_book
from turncoat.games.resistance.narration import rule_book as family_book

SRC = Path(__file__).parent.parent / "src"
BOOKS = {"maquis": maquis_book, "resistance": family_book}
KEYS = {
    "effects": {"text": "fx.{id}", "short": "fx.{id}.short"},
    "enemies": {"name": "enemy.{id}"},
    "missions": {"name": "raid.{id}"},
    "plot": {"name": "plot.{id}"},
}
"""The browser's key for each text of a card, by the kind of the card."""


def messages(words: BookWords) -> Iterator[tuple[str, str]]:
    """The browser's messages, each with its key."""
    for kind, keys in KEYS.items():
        for name, texts in words.things.get(kind, {}).items():
            yield from ((keys[part].format(id=name), text) for part, text in texts.items() if part in keys)


def render(game: str, language: str) -> str:
    """One file."""
    words = read_words(BOOKS[game].__name__, language)
    lines = [f"  {json.dumps(key)}: {json.dumps(text, ensure_ascii=False)}," for key, text in messages(words)]
    head = "// Written by web/scripts/write_words.py from the game's rule book. Do not edit.\n\nexport default {\n"
    return head + "\n".join(lines) + "\n};\n"


def texts() -> dict[Path, str]:
    """Every file."""
    return {
        SRC / game / "words" / f"cards-{language}.ts": render(game, language)
        for game, book in BOOKS.items()
        for language in book.languages
    }


if __name__ == "__main__":
    sys.exit(write_or_check(texts()))
