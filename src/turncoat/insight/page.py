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
    parts.append(_notes("What could have been deduced and was not", analysis.missed))
    parts.append(_table(analysis))
    parts += [_seat(analysis, seat) for seat in range(analysis.players)]
    return "\n".join(parts) + "\n"


def _name(analysis: Analysis, seat: int) -> str:
    return f"seat {seat} ({analysis.roles[seat]})"


def _roles(analysis: Analysis) -> str:
    cells = "".join(f"<td>{escape(role)}" for role in analysis.roles)
    heads = "".join(f"<th>seat {seat}" for seat in range(analysis.players))
    return f"<table><tr>{heads}<tr>{cells}</table>"


def _tick(moment: Moment) -> str:
    """A short name: `2.1` is the first proposal for mission 2, `M2` the mission itself."""
    return f"M{moment.mission}" if moment.kind == "cards" else moment.label.split(" ")[0]


def _curves(analysis: Analysis, rows: Sequence[Sequence[float]]) -> str:
    lines = [(_name(analysis, seat), [row[seat] for row in rows]) for seat in range(analysis.players)]
    ticks = [_tick(moment) for moment in analysis.moments]
    marks = [note.moment for note in analysis.turning]
    return curves(lines, ticks, "beliefs over the game", marks) if rows else "<p>Nothing has happened yet.</p>"


def _notes(title: str, notes: Sequence[Note]) -> str:
    if not notes:
        return ""
    return f"<h2>{escape(title)}</h2><ul>" + "".join(f"<li>{escape(note.words)}" for note in notes) + "</ul>"


def _table(analysis: Analysis) -> str:
    heads = "".join(f"<th>{seat} {escape(role)}" for seat, role in enumerate(analysis.roles))
    note = (
        "L: leads, *: on the team, + for, - against; in brackets the surprise in bits where it is one or more,"
        " that of a leader's choice after his L"
    )
    moments = analysis.moments
    rows = [_row(one, moments[at - 1] if at else None) for at, one in enumerate(moments) if one.kind != "team"]
    return (
        f"<h2>Proposal by proposal</h2><table><caption>{note}</caption>"
        f"<tr><th>what{heads}<th>fails{''.join(rows)}</table>"
    )


def _row(moment: Moment, before: Moment | None) -> str:
    cells = []
    for seat, bits in enumerate(moment.surprise):
        vote = moment.votes[seat] if moment.votes else None
        mark = "" if vote is None else "+" if vote else "-"
        star = "*" if seat in moment.team else ""
        lead = ""
        if seat == moment.leader:
            lead = (
                "L" + (_bits(before.surprise[seat]) if before is not None and before.kind == "team" else "") + " "
            )
        cells.append(f"<td>{lead}{mark}{star}{_bits(bits)}")
    fails = "" if moment.fails is None else str(moment.fails)
    return f"<tr><th>{escape(moment.label)}{''.join(cells)}<td>{fails}"


def _bits(surprise: float) -> str:
    return f" ({surprise:.1f})" if surprise >= 1.0 else ""


def _seat(analysis: Analysis, seat: int) -> str:
    rows = [moment.beliefs[seat] for moment in analysis.moments]
    body = _curves(analysis, rows)
    return (
        f"<details><summary>How evil the others were to {escape(_name(analysis, seat))}</summary>{body}</details>"
    )
