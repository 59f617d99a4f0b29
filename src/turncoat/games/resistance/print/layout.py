"""Draws a sheet from top to bottom. The table for votes takes the room that is left."""

from __future__ import annotations

from turncoat.games.resistance.print.content import Card, ChartRow, DeckRow, Mission, Pile, Sheet
from turncoat.games.resistance.print.pen import ACCENT, HAIR, INK, MUTED, TINT, Pen

MARGIN = 14.0
FOOT = 11.0
CARD_W, CARD_H = 7.8, 10.4
BOX_H = 23.8
MAX_ROW = 8.5
PROPOSALS = 5


def draw(pen: Pen, sheet: Sheet) -> float:
    """Draw one page. Returns the height of a row in the table for votes, which depends on the room left."""
    pen.pdf.add_page()
    left, right = MARGIN, pen.width - MARGIN
    y = _header(pen, sheet, left, right)
    y = _deck(pen, sheet, left, right, y + 6.6)
    gutter = 8.0
    split = left + (right - left) * 0.58
    ends = (
        _steps(pen, sheet, left, split - gutter / 2, y + 6),
        _chart(pen, sheet, split + gutter / 2, right, _reveal(pen, sheet, split + gutter / 2, right, y + 6) + 4.4),
    )
    y = _missions(pen, sheet, left, right, max(ends) + 3.2)
    row = _votes(pen, sheet, left, right, y + 6.4)
    _foot(pen, sheet, left, right)
    return row


def _header(pen: Pen, sheet: Sheet, left: float, right: float) -> float:
    number = str(sheet.players)
    word = sheet.words["players"]
    wide = max(pen.measure(number, "serif-B", 52), pen.measure(word, "sans-B", 9.5))
    size = pen.fitted(sheet.title, "serif-B", 27, right - left - wide - 8)
    pen.line_of_text(left, 20.5, sheet.title, face="serif-B", size=size)
    pen.line_of_text(left, 28, sheet.subtitle, size=11, colour=MUTED)
    pen.line_of_text(right, 23.5, number, face="serif-B", size=52, colour=ACCENT, align="R")
    pen.line_of_text(right, 28, word, face="sans-B", size=9.5, align="R")
    pen.rule(left, 31.5, right, 31.5, weight=0.7, colour=INK)
    return 31.5


def _heading(pen: Pen, x: float, y: float, text: str) -> float:
    """Draw a heading. Returns the top of what follows."""
    pen.line_of_text(x, y, text, face="serif-B", size=12.5)
    return y + 2.6


def _deck(pen: Pen, sheet: Sheet, left: float, right: float, y: float) -> float:
    y = _heading(pen, left, y, sheet.words["deck"])
    for row in sheet.deck:
        y = _deck_row(pen, sheet, row, left, right, y)
    pen.line_of_text(left, y + 5.4, sheet.words["leader"], face="sans-B", size=10)
    return pen.paragraph(left + 40, y + 2.3, right - left - 40, sheet.leader, size=9)


def _deck_row(pen: Pen, sheet: Sheet, row: DeckRow, left: float, right: float, y: float) -> float:
    pen.line_of_text(left, y + 5.2, row.title, face="sans-B", size=10)
    if row.piles:
        end = pen.paragraph(left, y + 6.2, 36, row.note, size=7.6, leading=3.1, colour=MUTED)
        end = max(end + 0.8, y + CARD_H + 6.0)
        room = (right - left - 40) / 2
        for number, pile in enumerate(row.piles):
            _pile(pen, sheet, pile, left + 40 + number * room, y + 1.4, room - 4)
    else:
        end = pen.paragraph(left + 40, y + 2.1, right - left - 40, row.note, size=9) + 1.2
    pen.rule(left, end, right, end)
    return end


def _pile(pen: Pen, sheet: Sheet, pile: Pile, x: float, y: float, room: float) -> None:
    count = len(pile.cards)
    step = min(CARD_W + 1.1, (room - CARD_W) / max(count - 1, 1))
    for number, card in enumerate(pile.cards):
        _card(pen, sheet, card, x + number * step, y)
    meaning = f"{count} × {pile.meaning}"
    pen.line_of_text(x, y + CARD_H + 3.3, meaning, face="sans-B", size=8.6)


def _card(pen: Pen, sheet: Sheet, card: Card, x: float, y: float) -> None:
    rank, suit = card
    red = suit in ("heart", "diamond")
    pen.box(x, y, CARD_W, CARD_H, fill=(255, 255, 255), weight=0.25, radius=1.1)
    text = sheet.words["ranks"].get(rank, rank)
    pen.line_of_text(x + 0.9, y + 3.9, text, face="sans-B", size=9, colour=ACCENT if red else INK)
    pen.suit(suit, x + 0.9, y + 4.9, 3.3)


def _steps(pen: Pen, sheet: Sheet, left: float, right: float, y: float) -> float:
    y = _heading(pen, left, y, sheet.words["round"])
    for number, (head, text) in enumerate(sheet.steps, 1):
        pen.line_of_text(left, y + 3.9, str(number), face="serif-B", size=12.5, colour=ACCENT)
        y = pen.paragraph(left + 6, y, right - left - 6, f"**{head}** {text}", size=9.1, leading=3.85) + 1.0
    return pen.paragraph(left + 6, y, right - left - 6, sheet.talk, size=9.1, leading=3.85, face="sans-I")


def _reveal(pen: Pen, sheet: Sheet, left: float, right: float, y: float) -> float:
    y = _heading(pen, left, y, sheet.words["reveal"])
    if not sheet.reveal:
        return pen.paragraph(left, y, right - left, sheet.reveal_note, size=9.3, leading=4.0)
    top = y + 0.8
    y = top
    for line in sheet.reveal:
        y = pen.paragraph(left + 3.5, y, right - left - 3.5, line, size=9.5, leading=3.9, face="serif") + 0.8
    pen.rule(left + 0.5, top, left + 0.5, y - 0.8, weight=0.8, colour=ACCENT)
    return pen.paragraph(left, y + 0.8, right - left, sheet.reveal_note, size=8, leading=3.4, colour=MUTED)


def _chart(pen: Pen, sheet: Sheet, left: float, right: float, y: float) -> float:
    y = _heading(pen, left, y + 2, sheet.words["chart"]) + 1
    edges = [left, left + 15, left + 24]
    edges += [left + 34 + (right - left - 34) * part / 5 for part in range(5)]
    heads = [sheet.words["players"], "", "", *(str(number) for number in range(1, 6))]
    for edge, head in zip(edges, heads, strict=True):
        pen.line_of_text(edge, y + 2.6, head, size=7.4, colour=MUTED)
    for edge, pile in zip(edges[1:], sheet.deck[0].piles, strict=False):
        pen.suit(pile.cards[0][1], edge - 0.2, y + 0.2, 2.5)
    y += 3.8
    for row in sheet.chart:
        y = _chart_row(pen, row, edges, right, y, here=row.players == sheet.players)
    if sheet.chart_note:
        pen.line_of_text(left, y + 3.4, sheet.chart_note, size=7.4, colour=MUTED)
    return y + 3.4


def _chart_row(pen: Pen, row: ChartRow, edges: list[float], right: float, y: float, *, here: bool) -> float:
    height = 3.9
    if here:
        pen.box(edges[0] - 1, y, right - edges[0] + 1, height, edge=None, fill=TINT)
    face = "sans-B" if here else "sans"
    cells = (str(row.players), str(row.good), str(row.evil), *row.teams)
    for edge, cell in zip(edges, cells, strict=True):
        pen.line_of_text(edge, y + 2.9, cell, face=face, size=9, colour=ACCENT if "*" in cell else INK)
    pen.rule(edges[0], y + height, right, y + height, weight=0.1)
    return y + height


def _missions(pen: Pen, sheet: Sheet, left: float, right: float, y: float) -> float:
    gap = 3.0
    width = (right - left - 4 * gap) / 5
    for number, mission in enumerate(sheet.missions):
        _mission(pen, sheet, mission, left + number * (width + gap), y, width)
    return y + BOX_H


def _mission(pen: Pen, sheet: Sheet, mission: Mission, x: float, y: float, width: float) -> None:
    pen.box(x, y, width, BOX_H, weight=0.4, radius=1.5)
    pen.line_of_text(x + 2.2, y + 4.6, mission.title, face="sans-B", size=8.4)
    pen.line_of_text(x + 2.2, y + 13.9, str(mission.size), face="serif-B", size=26)
    pen.line_of_text(x + 2.2, y + 17.6, mission.needed, size=7.4, colour=MUTED)
    if mission.two_fails:
        pen.line_of_text(
            x + width - 2.2, y + 4.6, sheet.words["two_short"], face="sans-B", size=8.4, colour=ACCENT, align="R"
        )
    for number, word in enumerate(("success", "fail")):
        top = y + 6.4 + number * 4.7
        pen.box(x + 11.2, top, 3.4, 3.4, weight=0.3)
        pen.line_of_text(x + 15.8, top + 2.7, sheet.words[word], size=8.4)
    for number in range(sheet.rejections):
        last = number == PROPOSALS - 1
        edge = ACCENT if last else INK
        pen.box(x + 2.2 + number * 4.2, y + 19.0, 3.2, 3.2, edge=edge, weight=0.45 if last else 0.25)


def _votes(pen: Pen, sheet: Sheet, left: float, right: float, y: float) -> float:
    pen.line_of_text(left, y, sheet.words["votes"], face="serif-B", size=12.5)
    pen.line_of_text(right, y, sheet.words["votes_key"], size=8, colour=MUTED, align="R")
    top = y + 5.6
    names = 36.0
    pen.line_of_text(left, top - 1.4, sheet.words["name"], size=7.4, colour=MUTED)
    group = (right - left - names) / 5
    row = min(MAX_ROW, (pen.height - FOOT - 3.0 - top) / sheet.players)
    bottom = top + row * sheet.players
    for number in range(5):
        _vote_columns(pen, left + names + number * group, group, top, bottom, str(number + 1))
    for number in range(sheet.players + 1):
        edge = number in (0, sheet.players)
        at = top + number * row
        pen.rule(left, at, right, at, weight=0.4 if edge else 0.15, colour=INK if edge else HAIR)
    return row


def _vote_columns(pen: Pen, x: float, width: float, top: float, bottom: float, title: str) -> None:
    pen.line_of_text(x + width / 2, top - 1.4, title, face="sans-B", size=8.4, align="C")
    for number in range(PROPOSALS):
        at = x + width * number / PROPOSALS
        pen.rule(at, top, at, bottom, weight=0.4 if number == 0 else 0.15, colour=INK if number == 0 else HAIR)


def _foot(pen: Pen, sheet: Sheet, left: float, right: float) -> None:
    for number, text in enumerate((sheet.words["credit"], sheet.foot)):
        size = pen.fitted(text, "sans", 6.6, right - left)
        pen.line_of_text(left, pen.height - FOOT + 1.0 + number * 2.9, text, size=size, colour=MUTED)
