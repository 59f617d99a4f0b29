"""A sheet to be printed, for playing with an ordinary deck of cards.

This module is the capability `turncoat.core.capabilities.Print`.
"""

from __future__ import annotations

from collections.abc import Sequence

from turncoat.core import Refused, Setup
from turncoat.games.resistance.print.content import describe
from turncoat.games.resistance.print.layout import draw
from turncoat.games.resistance.print.pen import PAPERS, Pen

__all__ = ["rulesets", "sheet"]

rulesets = ("cards", "classic", "changelings")


def sheet(setups: Sequence[Setup], language: str = "en", paper: str = "a4") -> bytes:
    """A PDF with one page for each set-up. Raises Refused.

    >>> sheet([Setup(ruleset="cards", players=5)])[:5]
    b'%PDF-'
    """
    if paper not in PAPERS:
        raise Refused("BAD_REQUEST", f"There is no paper {paper[:40]!r}, only {' and '.join(PAPERS)}.")
    pages = [describe(setup, language) for setup in setups]
    pen = Pen(paper)
    pen.pdf.set_title(pages[0].title)
    pen.pdf.set_lang(language)
    pen.pdf.set_creator("Turncoat")
    for page in pages:
        draw(pen, page)
    return pen.finish()
