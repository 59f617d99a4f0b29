"""Writing down a game of the family: this module is the capability `turncoat.core.capabilities.Scribe`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from turncoat.core import Record, Refused, Setup
from turncoat.core.capabilities import Certain, NotWritten, ScribePage
from turncoat.core.record import FORMAT
from turncoat.games.resistance.belief.evil_sides import all_good, evil_sides, sides_left, sides_that_fit, times_evil
from turncoat.games.resistance.rules.game_rules import seats
from turncoat.games.resistance.rules.ruleset import rulesets
from turncoat.games.resistance.rules.setup import compile_setup
from turncoat.games.resistance.rules.view import View, You
from turncoat.games.resistance.scribe.chart import Chart, chart_of, place_of
from turncoat.games.resistance.scribe.entries import Entry
from turncoat.games.resistance.scribe.notebook import Notebook
from turncoat.games.resistance.scribe.typed import question, read_entry, sheet

__all__ = ["chart", "entry_type", "question", "read_entry", "record", "sheet", "through", "write"]

entry_type: Any = Entry


def chart(setup: Setup) -> Chart | None:
    """What follows what in a game of this set-up; None if it has plot cards, Targeting or a table coin."""
    return chart_of(setup, compile_setup(setup))


def write(setup: Setup, entries: Sequence[Any], eyes: int | None = None) -> ScribePage:
    """The page after these entries."""
    book = Notebook(setup)
    if eyes is not None:
        book.rules.check_seat(eyes)
    refused = _write_all(book, entries)
    seen = book.view()
    return ScribePage(
        view=seen,
        question=book.question(),
        rows=book.rows,
        facts=_facts(book, seen, eyes),
        place=place_of(setup, book.rules, book.state),
        refused=refused,
    )


def _write_all(book: Notebook, entries: Sequence[Any]) -> NotWritten | None:
    for at, entry in enumerate(entries):
        try:
            book.write(entry)
        except Refused as refusal:
            return NotWritten(at, refusal.code, refusal.message)
    return None


def _facts(book: Notebook, seen: View, eyes: int | None) -> Certain:
    players = book.rules.players
    sides = sides_left(_through(seen, eyes), book.facts)
    lists = tuple(seats(side) for side in sides)
    of = evil_sides(players) if eyes is None else sides_that_fit(players, (all_good(1 << eyes),))
    return Certain(lists, len(of), times_evil(sides, players))


def through(page: ScribePage, eyes: int | None) -> View:
    """What a player without a character sees at a seat, if they are good."""
    return _through(page.view, eyes)


def _through(seen: View, eyes: int | None) -> View:
    if eyes is None or seen.roles is not None:
        return seen
    went = (n for n, mission in enumerate(seen.missions, 1) if mission is not None and eyes in (mission.team or ()))
    role = rulesets()[seen.rules.ruleset].plain("good")
    return replace(seen, you=You(eyes, role, "good", {}, (), played=dict.fromkeys(went, True)))


def record(setup: Setup, entries: Sequence[Any], **meta: Any) -> Record:
    """The finished game, with the true deal."""
    book = Notebook(setup)
    for entry in entries:
        book.write(entry)
    if not book.is_closed:
        raise Refused("NOT_NOW", f"The game is not written down to its end: {book.kind} is missing.")
    deal = book.deal
    return Record(
        format=FORMAT,
        ruleset=setup.ruleset,
        version=rulesets()[setup.ruleset].version,
        players=setup.players,
        options=setup.options,
        roles=setup.roles,
        deal=deal,
        fixed=tuple(sorted(deal)),
        moves=book.moves,
        meta={"written": True, **meta},
    )
