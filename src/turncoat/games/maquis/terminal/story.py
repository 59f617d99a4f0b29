"""A recorded game, move by move, as boards or as lines of text."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from rich.console import Console, Group, RenderableType
from rich.text import Text

from turncoat.core import Record, replay, steps, visible
from turncoat.core.in_words import counted
from turncoat.games.maquis import GAME, MaquisView
from turncoat.games.maquis.terminal.board import board
from turncoat.games.maquis.words import GRADES, REASONS, say_event, say_move
from turncoat.terminal.errors import UsageError
from turncoat.terminal.screen import Screen


class Frame(msgspec.Struct, frozen=True):
    """What is seen after a move of the player, including what chance did then."""

    view: MaquisView
    news: tuple[str, ...]


def frames(record: Record, seat: int | None = 0) -> Iterator[Frame]:
    """Every step of a game as a seat saw it, or a spectator if it is None. Raises CorruptRecord."""
    played = steps(GAME, record)
    state = next(played).state
    news: list[str] = []
    for step, (mover, move) in zip(played, record.moves, strict=True):
        if mover is not None:
            yield Frame(GAME.view(state, seat), tuple(news))
            news = [f"{say_move(move, GAME.view(state, 0))}."]
        told = [say_event(event) for event in visible(step.events, seat)]  # type: ignore[arg-type]
        news += [line for line in told if line]
        state = step.state
    yield Frame(GAME.view(state, seat), tuple(news))


def page(frame: Frame, width: int) -> RenderableType:
    """The board of a frame, and what happened below it."""
    return Group(board(frame.view, width), Text(""), *map(Text, frame.news))


def eyes(seat: str | None, everything: bool, record: Record) -> int | None:
    """The seat whose view to show, or None for a spectator. Raises UsageError."""
    if seat not in (None, "0"):
        raise UsageError("UNKNOWN_PLAYER", "There is one seat, number 0.")
    if everything and replay(GAME, record).outcome is None:
        raise UsageError("NOT_OVER", "Everything is shown only once the game is over.")
    return 0 if seat or everything else None


def step_through(record: Record, seat: str | None, everything: bool, screen: Screen) -> None:
    """Go forward and back through the game by keys."""
    film = list(frames(record, eyes(seat, everything, record)))

    def draw(at: int, keys: str) -> RenderableType:
        return Group(page(film[at], screen.console.width), Text(f"\nStep {at + 1} of {len(film)}.  {keys}"))

    screen.step_through(draw, len(film))


def print_story(record: Record, seat: str | None, everything: bool, console: Console) -> None:
    """Print one line for everything that happened, and the result."""
    last = None
    for last in frames(record, eyes(seat, everything, record)):
        for line in last.news:
            console.print(Text(f"{last.view.round:>2}  {line}"))
    outcome = last.view.outcome if last else None
    if outcome is not None:
        result = f"{GRADES[outcome.grade]}, {counted(outcome.points, 'point')}. {REASONS[outcome.reason]}"
        console.print(Text(result, style="bold"))
