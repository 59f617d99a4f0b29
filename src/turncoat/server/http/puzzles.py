"""Puzzles over REST. A puzzle's answer is sent only to somebody who asks for it, never with the question."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Annotated

from litestar import get, post
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from turncoat.core import Refused
from turncoat.core.puzzles import Kind
from turncoat.server.http.puzzle_book import PuzzleBook, listing_of, position_of
from turncoat.server.http.rest import ERRORS, AnyRequest, Limit
from turncoat.server.http.solo import today
from turncoat.server.tables import resources

_DAYS = 7

Rating = Annotated[int | None, QueryParameter(ge=0, le=4000)]


def _book(request: AnyRequest) -> PuzzleBook:
    book: PuzzleBook = request.app.state.puzzles
    return book


@get("/api/puzzles", responses=ERRORS, sync_to_thread=True)
def list_puzzles(
    request: AnyRequest,
    kind: FromQuery[Kind | None] = None,
    ruleset: FromQuery[str | None] = None,
    rating: Rating = None,
    limit: Limit = 50,
) -> tuple[resources.PuzzleListing, ...]:
    """Puzzles of a kind and ruleset, those nearest to a rating first."""
    found = [one for one in _book(request).listings if kind in (None, one.kind) and ruleset in (None, one.ruleset)]
    if rating is not None:
        found.sort(key=lambda one: abs(one.rating - rating))
    return tuple(found[:limit])


@get("/api/puzzles/daily", responses=ERRORS, sync_to_thread=True)
def puzzle_of_the_day(request: AnyRequest) -> resources.PuzzleOfTheDay:
    """Today's puzzle."""
    return resources.PuzzleOfTheDay(date=today(), puzzle=position_of(_book(request).of_day(today())))


@get("/api/puzzles/days", responses=ERRORS, sync_to_thread=True)
def last_days(request: AnyRequest) -> tuple[resources.PuzzleDay, ...]:
    """The puzzles of the last seven days, today's first."""
    days = [str(date.fromisoformat(today()) - timedelta(days=back)) for back in range(_DAYS)]
    listings = [(day, listing_of(_book(request).of_day(day))) for day in days]
    return tuple(
        resources.PuzzleDay(date=day, id=one.id, kind=one.kind, ruleset=one.ruleset, rating=one.rating)
        for day, one in listings
    )


@get("/api/puzzles/{name:str}", responses=ERRORS, sync_to_thread=True)
def show_puzzle(request: AnyRequest, name: FromPath[str]) -> resources.PuzzlePosition:
    """A puzzle: what its seat may see, the question, and the choices."""
    return position_of(_book(request).find(name))


@get("/api/puzzles/{name:str}/hint", responses=ERRORS, sync_to_thread=True)
def show_hint(request: AnyRequest, name: FromPath[str]) -> resources.PuzzleHint:
    """Where to look."""
    return resources.PuzzleHint(hint=dict(_book(request).find(name).hint))


@post("/api/puzzles/{name:str}/answer", status_code=200, responses=ERRORS, sync_to_thread=True)
def answer_puzzle(
    request: AnyRequest, name: FromPath[str], data: JSONBody[resources.PuzzleTry]
) -> resources.PuzzleSolution:
    """Answer a puzzle and learn the right answer and why. Without a choice the answer is only shown."""
    puzzle = _book(request).find(name)
    if data.choice is not None and data.choice >= len(puzzle.choices):
        raise Refused("BAD_REQUEST", f"This puzzle has {len(puzzle.choices)} choices.")
    is_right = None if data.choice is None else data.choice == puzzle.right
    return resources.PuzzleSolution(is_right=is_right, right=puzzle.right, why=dict(puzzle.why))


PUZZLES = [list_puzzles, puzzle_of_the_day, last_days, show_puzzle, show_hint, answer_puzzle]
