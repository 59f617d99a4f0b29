"""An analysis as one HTML page that needs nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from turncoat.insight.analysis import Analysis, Moment, Note
from turncoat.insight.plots import PAGE_STYLE, curves


def page(analysis: Analysis) -> str:
    """Belief curves, notes, and a table of every proposal."""
    title = f"{analysis.ruleset}, {analysis.players} players"
    ended = f"{analysis.winner} won: {analysis.reason}" if analysis.winner else "not finished"
    parts = [
        f"<!doctype html><html lang=en><meta charset=utf-8><title>{escape(title)}</title>{PAGE_STYLE}",
        f"<h1>{escape(title)}</h1><p>{escape(ended)}.</p>",
        _roles(analysis),
        "<h2>How evil each seat looked to an onlooker</h2>",
        _curves(analysis, [moment.onlooker for moment in analysis.moments]),
    ]
    if analysis.moments and analysis.moments[0].merlin:
        parts.append("<h2>Who evil took for Merlin</h2>")
        parts.append(_curves(analysis, [moment.merlin for moment in analysis.moments]))
    parts.append(_notes("Turning points", analysis.turning))
    parts.append(_notes("What gave Merlin away, and what hid him", analysis.merlin))
    parts.append(_notes("What could have been deduced", analysis.missed))
    parts.append(_table(analysis))
    parts += [_seat(analysis, seat) for seat in range(analysis.players)]
    return "\n".join(parts) + "\n"


def _name(analysis: Analysis, seat: int) -> str:
    return f"seat {seat} ({analysis.roles[seat]})"


def _roles(analysis: Analysis) -> str:
    cells = "".join(f"<td>{escape(role)}" for role in analysis.roles)
    heads = "".join(f"<th>seat {seat}" for seat in range(analysis.players))
    return f"<table><tr>{heads}<tr>{cells}</table>"


def _curves(analysis: Analysis, rows: Sequence[Sequence[float]]) -> str:
    lines = [(_name(analysis, seat), [row[seat] for row in rows]) for seat in range(analysis.players)]
    ticks = [moment.label.split(" ")[0] for moment in analysis.moments]
    marks = [note.moment for note in analysis.turning]
    return curves(lines, ticks, "beliefs over the game", marks) if rows else "<p>Nothing has happened yet.</p>"


def _notes(title: str, notes: Sequence[Note]) -> str:
    if not notes:
        return ""
    return f"<h2>{escape(title)}</h2><ul>" + "".join(f"<li>{escape(note.words)}" for note in notes) + "</ul>"


def _table(analysis: Analysis) -> str:
    heads = "".join(f"<th>{seat}" for seat in range(analysis.players))
    rows = "".join(_row(moment) for moment in analysis.moments if moment.kind != "team")
    note = "votes by seat: + for, - against; in brackets the surprise in bits where it is one or more"
    return (
        f"<h2>Proposal by proposal</h2><table><caption>{note}</caption><tr><th>what{heads}<th>fails{rows}</table>"
    )


def _row(moment: Moment) -> str:
    cells = []
    for seat, bits in enumerate(moment.surprise):
        vote = moment.votes[seat] if moment.votes else None
        mark = "" if vote is None else "+" if vote else "-"
        star = "*" if seat in moment.team else ""
        cells.append(f"<td>{mark}{star}" + (f" ({bits:.1f})" if bits >= 1.0 else ""))
    fails = "" if moment.fails is None else str(moment.fails)
    return f"<tr><th>{escape(moment.label)}{''.join(cells)}<td>{fails}"


def _seat(analysis: Analysis, seat: int) -> str:
    rows = [moment.beliefs[seat] for moment in analysis.moments]
    body = _curves(analysis, rows)
    return (
        f"<details><summary>How evil the others were to {escape(_name(analysis, seat))}</summary>{body}</details>"
    )
