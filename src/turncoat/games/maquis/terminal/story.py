"""A record told again: move by move, in words and as tables."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from rich.console import Console, Group, RenderableType
from rich.text import Text

from turncoat.core import CorruptRecord, Record, Refused, replay, visible
from turncoat.games.maquis import GAME, MaquisView, State
from turncoat.games.maquis.terminal.board import board
from turncoat.games.maquis.words import GRADES, REASONS, count, say_event, say_move
from turncoat.terminal.errors import UsageError
from turncoat.terminal.screen import Left, Screen


class Frame(msgspec.Struct, frozen=True):
    """The table after a move of the player and whatever chance did then."""

    view: MaquisView
    news: tuple[str, ...]


def frames(record: Record, seat: int | None = 0) -> Iterator[Frame]:
    """Every table of a game as a seat saw it. Raises CorruptRecord."""
    state = GAME.start(record.setup)
    news: list[str] = []
    for number, (mover, move) in enumerate(record.moves):
        if mover is not None:
            yield Frame(GAME.view(state, seat), tuple(news))
            news = [f"{say_move(move, GAME.view(state, 0))}."]
        state, told = _played(state, mover, move, number, seat)
        news += told
    yield Frame(GAME.view(state, seat), tuple(news))


def _played(state: State, mover: int | None, move: object, number: int, seat: int | None) -> tuple[State, list[str]]:
    try:
        step = GAME.play(state, mover, move)
    except Refused as error:
        raise CorruptRecord(f"move {number} is refused: {error}") from None
    told = [say_event(event) for event in visible(step.events, seat)]  # type: ignore[arg-type]
    return step.state, [line for line in told if line]


def page(frame: Frame, width: int) -> RenderableType:
    """One table with its news below."""
    return Group(board(frame.view, width), Text(""), *(Text(line) for line in frame.news))


def eyes(seat: str | None, everything: bool, record: Record) -> int | None:
    """Whose view it is. The player is seat 0; until the end nothing hidden is shown. Raises UsageError."""
    if seat not in (None, "0"):
        raise UsageError("UNKNOWN_PLAYER", "There is one seat, number 0.")
    if everything and replay(GAME, record).outcome is None:
        raise UsageError("NOT_OVER", "The game is not over; until then its secrets are kept.")
    return 0 if seat or everything else None


def step_through(record: Record, seat: str | None, everything: bool, screen: Screen) -> None:
    """Forward and back by key until the person leaves."""
    film = list(frames(record, eyes(seat, everything, record)))
    at, last = 0, len(film) - 1
    keys = {"n": 1, " ": 1, "\r": 1, "\n": 1, "": 1, "p": -1, "b": -1, "l": last, "a": -last}
    with screen.opened():
        while True:
            foot = Text(f"\nStep {at + 1} of {last + 1}.  n or → next   p or ← back   a first   l last   q quit")
            screen.page(page(film[at], screen.console.width), foot)
            try:
                key = screen.keyboard.key().lower()
            except Left:
                return
            if key == "q":
                return
            at = max(0, min(last, at + keys.get(key, 0)))


def print_story(record: Record, seat: str | None, everything: bool, console: Console) -> None:
    """Everything that happened, a line each, and the result."""
    last = None
    for last in frames(record, eyes(seat, everything, record)):
        for line in last.news:
            console.print(Text(f"{last.view.round:>2}  {line}"))
    outcome = last.view.outcome if last else None
    if outcome is not None:
        result = f"{GRADES[outcome.grade]}, {count(outcome.points, 'point')}. {REASONS[outcome.reason]}"
        console.print(Text(result, style="bold"))
