"""Draws text and shapes on paper, with two typefaces, black and one accent colour."""

from __future__ import annotations

from importlib.resources import files
from typing import Any, Literal

import msgspec
from fpdf import FPDF
from fpdf.drawing_primitives import DeviceRGB
from fpdf.enums import Align, XPos, YPos
from fpdf.fonts import TTFFont

PAPERS: tuple[Literal["a4", "letter"], ...] = ("a4", "letter")
INK = (23, 24, 26)
MUTED = (85, 82, 74)
HAIR = (168, 163, 150)
TINT = (241, 237, 226)
ACCENT = (163, 42, 17)

_FACES = {
    ("serif", ""): ("font_source_serif_pro", "SourceSerifPro-Regular.ttf"),
    ("serif", "B"): ("font_source_serif_pro", "SourceSerifPro-Bold.ttf"),
    ("sans", ""): ("font_source_sans_pro", "SourceSansPro-Regular.ttf"),
    ("sans", "B"): ("font_source_sans_pro", "SourceSansPro-Semibold.ttf"),
    ("sans", "I"): ("font_source_sans_pro", "SourceSansPro-It.ttf"),
}
Colour = tuple[int, int, int]
_SUITS: dict[str, Any] = msgspec.toml.decode((files(__package__) / "suits.toml").read_bytes())

# The faces have no narrow space that does not break.
_SPACES = str.maketrans({"\N{NARROW NO-BREAK SPACE}": "\N{NO-BREAK SPACE}"})


class Pen:
    """Draws in millimetres from the upper left corner. It does not start new pages by itself."""

    def __init__(self, paper: str) -> None:
        self.pdf = FPDF(unit="mm", format=paper)
        self.pdf.set_auto_page_break(False)
        self.pdf.set_margin(0)
        self.pdf.c_margin = 0
        for (family, style), (package, name) in _FACES.items():
            self.pdf.add_font(family, style, str(files(package) / "files" / name))

    def finish(self) -> bytes:
        """The finished document. The pen cannot be used afterwards, because its typefaces are closed."""
        data = bytes(self.pdf.output())
        for font in self.pdf.fonts.values():
            if isinstance(font, TTFFont):
                font.ttfont.close()
        return data

    @property
    def width(self) -> float:
        """The width of the page in millimetres."""
        return self.pdf.w

    @property
    def height(self) -> float:
        """The height of the page in millimetres."""
        return self.pdf.h

    def _face(self, face: str, size: float, colour: Colour) -> None:
        family, _, style = face.partition("-")
        self.pdf.set_font(family, style, size)
        self.pdf.set_text_color(*colour)

    def measure(self, text: str, face: str, size: float) -> float:
        """The width of a line of text."""
        self._face(face, size, INK)
        return self.pdf.get_string_width(text.translate(_SPACES))

    def line_of_text(
        self,
        x: float,
        y: float,
        text: str,
        *,
        face: str = "sans",
        size: float = 9.5,
        colour: Colour = INK,
        align: str = "L",
    ) -> None:
        """Draw one line of text with its baseline at `y`; `x` is its left end, centre or right end."""
        shift = {"L": 0.0, "C": 0.5, "R": 1.0}[align]
        width = self.measure(text, face, size)
        self._face(face, size, colour)
        self.pdf.text(x - shift * width, y, text.translate(_SPACES))

    def fitted(self, text: str, face: str, size: float, width: float) -> float:
        """The largest type size, up to `size`, at which a line is no wider than `width`."""
        wide = self.measure(text, face, size)
        return size if wide <= width else size * width / wide

    def paragraph(
        self,
        x: float,
        y: float,
        width: float,
        text: str,
        *,
        size: float = 9.5,
        leading: float = 4.2,
        face: str = "sans",
        colour: Colour = INK,
    ) -> float:
        """Draw text in a column from `y` down; `**text**` is bold. Returns where it ends."""
        self._face(face, size, colour)
        self.pdf.set_xy(x, y)
        text = text.translate(_SPACES)
        self.pdf.multi_cell(width, leading, text, align=Align.L, new_x=XPos.LEFT, new_y=YPos.NEXT, markdown=True)
        return self.pdf.get_y()

    def rule(self, x1: float, y1: float, x2: float, y2: float, *, weight: float = 0.2, colour: Colour = HAIR) -> None:
        """Draw a straight line."""
        self.pdf.set_draw_color(*colour)
        self.pdf.set_line_width(weight)
        self.pdf.line(x1, y1, x2, y2)

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        edge: Colour | None = INK,
        fill: Colour | None = None,
        weight: float = 0.25,
        radius: float = 0.0,
    ) -> None:
        """Draw a rectangle, with rounded corners if `radius` is given."""
        style = ("D" if edge else "") + ("F" if fill else "")
        if edge:
            self.pdf.set_draw_color(*edge)
        if fill:
            self.pdf.set_fill_color(*fill)
        self.pdf.set_line_width(weight)
        self.pdf.rect(x, y, width, height, style=style, round_corners=radius > 0, corner_radius=radius)

    def suit(self, name: str, x: float, y: float, size: float) -> None:
        """Draw a suit; red suits in the accent colour."""
        colour = ACCENT if name in ("heart", "diamond") else INK
        outline = _SUITS[name]
        with self.pdf.new_path() as path:
            path.style.fill_color = DeviceRGB(*(part / 255 for part in colour))
            path.style.stroke_color = None
            path.move_to(x + outline["start"][0] * size, y + outline["start"][1] * size)
            for curve in outline["curves"]:
                path.curve_to(*(at + part * size for at, part in zip((x, y) * 3, curve, strict=True)))
            path.close()
