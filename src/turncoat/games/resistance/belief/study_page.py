"""The study of a game as one HTML page that needs nothing else, and in a few lines of text.

This module is the capability `turncoat.core.capabilities.Study`.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib.resources import files
from math import comb, log2

from turncoat.charts import PAGE_STYLE, Line, colour, curves
from turncoat.core import Record
from turncoat.core.match import replay
from turncoat.games import find_game
from turncoat.games.resistance.belief.study import Analysis, Moment, Note, analyse
from turncoat.games.resistance.rules.moves import Assassinate
from turncoat.games.resistance.rules.ruleset import rulesets
from turncoat.games.resistance.rules.view import MissionView, View

__all__ = ["analyse", "page", "summary"]

_STYLE = f"<style>\n{(files(__package__) / 'study_page.css').read_text(encoding='utf-8')}</style>"
_DASHES = ("", "7 4", "2 3", "9 3 2 3")
_NOTABLE, _ODD = 1.0, 2.0  # bits
_NAME = 14  # letters of a name that are shown
_SEEN = 0.02  # a line that never rises above it is left out
_ONLOOKER = (
    "To somebody who saw every team, vote and result, but no card. Dotted: the belief in the whole evil side as it"
    " really was. Upright lines are missions, in the colour of who won them."
)
_READINGS = {
    "bots": "How likely, given how bots play.",
    "people": "How likely, given how people usually play.",
    "facts": "By the hard facts alone: recorded games of people tell nothing about these rules.",
}
_LEGEND = (
    "★ leads; framed: on the team; ✓ for, ✗ against; in a mission's row who played what. Small numbers: how"
    " surprising the vote was in bits for somebody with that card (1 bit is a toss of a coin, 3 are one in eight);"
    " after ★ how much less likely the team was than one drawn at random."
)


def page(record: Record) -> str:
    """Belief curves, notes, and a table of every proposal. Raises CorruptRecord as `analyse` does."""
    return _Page(record, analyse(record)).text()


class _Page:
    def __init__(self, record: Record, analysis: Analysis) -> None:
        game = find_game(record.ruleset)
        self.end: View = game.view(replay(game, record), None)
        self.shots = [(seat, move.seat) for seat, move in record.moves if isinstance(move, Assassinate)]
        self.analysis = analysis
        self.words = rulesets()[record.ruleset].words["en"]
        known = rulesets()[record.ruleset].roles
        self.sides = [known[role].side for role in analysis.roles]
        self.roles = [self._title(role) for role in analysis.roles]
        self.people = _people(record)

    def _title(self, role: str) -> str:
        words = self.words.get(role, role)
        return words[:1].upper() + words[1:]

    def _who(self, seat: int) -> str:
        """A seat's number, its player's name where the record has one, and its card."""
        return f"{self.people[seat]}, {self.roles[seat]}"

    def text(self) -> str:
        found = self.analysis
        title = f"{self.words['title']}, {found.players} players"
        parts = [
            f"<!doctype html><html lang=en><meta charset=utf-8><title>{escape(title)}</title>{PAGE_STYLE}{_STYLE}",
            f"<h1>{escape(title)}</h1><p>{escape(self._ending())}</p>{self._seats()}",
        ]
        if found.moments:
            parts += self._pictures()
        parts.append(_notes("Turning points", found.turning))
        parts.append(_notes("What gave Merlin away, and what hid Merlin", found.merlin))
        parts.append(_notes("What could have been deduced and was not", found.missed))
        if found.moments:
            parts.append(self._votes())
            parts.append("<h2>Through each seat's eyes</h2><p class=quiet>How evil the others were to it.</p>")
            parts += [self._eyes(seat) for seat in range(found.players)]
        return "\n".join(parts) + "\n"

    def _ending(self) -> str:
        found = self.analysis
        if found.winner is None:
            return "The game is not over."
        shots = [f" Seat {by} named seat {at} as Merlin." for by, at in self.shots]
        reason = (found.reason or "").replace("-", " ")
        return f"{self._title(found.winner)} won: {reason}.{''.join(shots)}"

    def _seats(self) -> str:
        items = "".join(f"<li class={side}>{escape(self._who(seat))}" for seat, side in enumerate(self.sides))
        return f"<ol class=seats>{items}</ol>"

    def _pictures(self) -> list[str]:
        moments = self.analysis.moments
        truth = Line("the whole evil side", [moment.truth for moment in moments], "currentColor", "1 4")
        words = f"{_READINGS[self.analysis.reading]} {_ONLOOKER}"
        parts = [
            f"<h2>How evil each seat looked to an onlooker</h2><p class=quiet>{words}</p>",
            self._curves([moment.onlooker for moment in moments], truth),
        ]
        if moments[0].merlin:
            parts.append("<h2>Who evil took for Merlin</h2>")
            parts.append(self._curves([moment.merlin for moment in moments]))
        return parts

    def _curves(self, rows: Sequence[Sequence[float]], *more: Line) -> str:
        lines, drawn = [], {"good": 0, "evil": 0}
        for seat, side in enumerate(self.sides):
            number = drawn[side]
            drawn[side] += 1
            ink, dash = colour(side, number), _DASHES[number % len(_DASHES)]
            line = Line(self._who(seat), [row[seat] for row in rows], ink, dash)
            if max(line.values) > _SEEN:
                lines.append(line)
        moments = self.analysis.moments
        marks = {
            at: colour("good" if self._mission(moment).success else "evil", 0)
            for at, moment in enumerate(moments)
            if moment.kind == "cards"
        }
        ticks = [f"mission {moment.mission}" for moment in moments]
        return f"<div class=wide>{curves([*lines, *more], ticks, 'beliefs over the game', marks)}</div>"

    def _mission(self, moment: Moment) -> MissionView:
        mission = self.end.missions[moment.mission - 1]
        assert mission is not None
        return mission

    def _votes(self) -> str:
        seats = zip(self.sides, self.people, self.roles, strict=True)
        heads = "".join(f"<th class={side}>{escape(person)}<br>{escape(role)}" for side, person, role in seats)
        moments = self.analysis.moments
        rows = [
            self._vote(one, moments[at - 1]) if one.kind == "votes" else self._cards(one)
            for at, one in enumerate(moments)
            if one.kind != "team"
        ]
        return (
            f"<h2>Proposal by proposal</h2><p class=quiet>{_LEGEND}</p><div class=wide><table class=votes>"
            f"<thead><tr><th>{heads}<tbody>{''.join(rows)}</table></div>"
        )

    def _vote(self, moment: Moment, named: Moment) -> str:
        cells = []
        for seat, bits in enumerate(moment.surprise):
            leads = "★" if seat == moment.leader else ""
            chosen = self._choice(named) if leads else ""
            vote = moment.votes[seat]
            mark = "" if vote is None else "<span class=yes>✓</span>" if vote else "<span class=no>✗</span>"
            cells.append(f"<td>{_on_team(leads + mark, seat in moment.team)}{_bits(bits)}{chosen}")
        yes, no = (sum(vote is said for vote in moment.votes) for said in (True, False))
        number = moment.label.split(" ")[0]
        return f"<tr><th>Team {number}: {yes} to {no}{''.join(cells)}"

    def _choice(self, named: Moment) -> str:
        """How much less likely a leader's team was than one drawn at random, if it was."""
        if named.kind != "team" or named.leader is None:
            return ""
        teams = comb(self.analysis.players, len(named.team))
        return _bits(named.surprise[named.leader] - log2(teams), "★ ")

    def _cards(self, moment: Moment) -> str:
        mission = self._mission(moment)
        cells = []
        for seat in range(self.analysis.players):
            played = (mission.cards or {}).get(seat)
            mark = "" if played is None else "<span class=yes>✓</span>" if played else "<b class=no>✗</b>"
            cells.append(f"<td>{_on_team(mark, seat in moment.team)}")
        side, ended = ("good", "succeeded") if mission.success else ("evil", "failed")
        fails = f", {moment.fails} fail{'s' * (moment.fails != 1)}" if moment.fails else ""
        return f"<tr class={side}><th><b>Mission {moment.mission} {ended}</b>{fails}{''.join(cells)}"

    def _eyes(self, seat: int) -> str:
        body = self._curves([moment.beliefs[seat] for moment in self.analysis.moments])
        return f"<details><summary>{escape(self._who(seat))}</summary>{body}</details>"


def _people(record: Record) -> list[str]:
    """Seat numbers, with the names of the players where the record has them."""
    names = record.meta.get("names")
    if not isinstance(names, list | tuple) or len(names) != record.players:
        return [str(seat) for seat in range(record.players)]
    return [f"{seat} {_short(str(name))}" for seat, name in enumerate(names)]


def _short(name: str) -> str:
    return name if len(name) <= _NAME else name[: _NAME - 1] + "…"


def _notes(title: str, notes: Sequence[Note]) -> str:
    if not notes:
        return ""
    return f"<h2>{escape(title)}</h2><ul>" + "".join(f"<li>{escape(note.words)}" for note in notes) + "</ul>"


def _on_team(mark: str, is_on: bool) -> str:
    return f"<span class=on>{mark or '&nbsp;'}</span>" if is_on else mark


def _bits(surprise: float, of: str = "") -> str:
    if surprise < _NOTABLE:
        return ""
    return f"<small{' class=odd' * (surprise >= _ODD)}>{of}{surprise:.1f}</small>"


def summary(record: Record) -> str:
    """The study in a few lines of text."""
    found = analyse(record)
    ended = f"{found.winner or 'nobody'} won ({found.reason or 'not over'})"
    lines = [f"{found.ruleset}, {found.players} players: {ended}"]
    lines.append(f"beliefs: {_READINGS[found.reading]}")
    lines.append("seats: " + ", ".join(f"{seat} {role}" for seat, role in enumerate(found.roles)))
    for title, notes in (("Turning points", found.turning), ("Merlin", found.merlin), ("Missed", found.missed)):
        if notes:
            lines += ["", title, *(f"  {note.words}" for note in notes)]
    return "\n".join(lines)
