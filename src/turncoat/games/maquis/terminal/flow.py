"""Short pieces of text, one after the other, with as many on a line as fit."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

GAP = "   "


class Flow:
    """Pieces of text one after the other. A line ends between two pieces, if they are not too long for it."""

    def __init__(self, pieces: Sequence[Text], *, gap: str = GAP, indent: str = "") -> None:
        self._pieces = pieces
        self._gap = gap
        self._indent = indent

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        line = Text()
        for piece in self._pieces:
            begun = Text.assemble(self._indent, piece)
            longer = Text.assemble(line, self._gap, piece) if line else begun
            if longer.cell_len > options.max_width and line:
                yield line
                longer = begun
            line = longer
        yield line
