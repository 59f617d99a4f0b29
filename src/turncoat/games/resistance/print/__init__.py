"""A sheet to be printed, for playing with an ordinary deck of cards."""

from __future__ import annotations

from collections.abc import Sequence

from turncoat.core import Refused, Setup
from turncoat.core.capabilities import Print
from turncoat.games.resistance.print.content import describe
from turncoat.games.resistance.print.layout import draw
from turncoat.games.resistance.print.pen import PAPERS, Pen

__all__ = ["PRINT"]


class _Print:
    rulesets = ("cards", "classic", "changelings")

    def sheet(self, setups: Sequence[Setup], language: str = "en", paper: str = "a4") -> bytes:
        if paper not in PAPERS:
            raise Refused("BAD_REQUEST", f"There is no paper {paper[:40]!r}, only {' and '.join(PAPERS)}.")
        sheets = [describe(setup, language) for setup in setups]
        pen = Pen(paper)
        pen.pdf.set_title(sheets[0].title)
        pen.pdf.set_lang(language)
        pen.pdf.set_creator("Turncoat")
        for sheet in sheets:
            draw(pen, sheet)
        return pen.finish()


PRINT: Print = _Print()
