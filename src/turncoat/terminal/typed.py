"""What people type, made comparable."""

from __future__ import annotations

import unicodedata


def fold(text: str) -> str:
    """Text without accents and capitals, so that what was typed can be compared."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in plain if not unicodedata.combining(letter)).strip()
