"""Stepping through a record as one seat saw it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.text import Text

from turncoat.core import Record
from turncoat.games import find_game
from turncoat.games.resistance.rules.view import View
from turncoat.games.resistance.terminal.board import Board
from turncoat.games.resistance.terminal.ending import ending
from turncoat.games.resistance.terminal.questions import Choice, Unclear, pick
from turncoat.games.resistance.terminal.story import story
from turncoat.games.resistance.terminal.words import Words
from turncoat.terminal.errors import UsageError
from turncoat.terminal.frames import Frame, frames
from turncoat.terminal.screen import Left, Screen
from turncoat.terminal.seating import record_names


class Replay:
    """A record seen through one pair of eyes, a page for every move that shows."""

    def __init__(self, record: Record, seat: str | None, everything: bool, console: Console) -> None:
        self.game = find_game(record.ruleset)
        all_frames = frames(record)
        self.last, self.last_events = all_frames[-1]
        names = record_names(record)
        self.seat = None if seat is None else find_seat(seat, names)
        if everything and self.game.outcome(self.last) is None:
            raise UsageError("NOT_OVER", "The game is not over; until then its secrets are kept.")
        view: View = self.game.view(self.last, None)
        self.words = Words(view.rules, names, self.seat)
        self.board = Board(console, self.words, [""] * record.players)
        self.roles: Sequence[str] | None = view.roles if everything else None
        self.steps = [frame for frame in all_frames if self._news(frame)]

    def _news(self, frame: Frame) -> list[str]:
        return story([event for event in frame.events if event.to is None], self.words)

    def page(self, at: int, foot: str) -> RenderableType:
        """The board after step `at`."""
        state = self.steps[at].state
        view: View = self.game.view(state, self.seat)
        below: list[RenderableType] = []
        if view.you is not None:
            below.append(self.board.secret([self.words.identity(view.you), *self.words.all_known(view.you)]))
        eyes = "with nothing hidden" if self.roles else "as a spectator saw it"
        if self.seat is not None and not self.roles:
            eyes = f"as {self.words.names[self.seat]} saw it"
        below.append(self.board.question(f"Step {at + 1} of {len(self.steps)}, {eyes}.", foot))
        old = [line for frame in self.steps[:at] for line in self._news(frame)]
        news = self._news(self.steps[at])
        return self.board.page(view, self.words, news, old, Group(*below), self.roles)

    def finale(self) -> RenderableType:
        """The ending, where there is one."""
        if self.game.outcome(self.last) is None:
            return Text("The game is not over.")
        return ending(self.game, self.last, self.board, self.last_events)


def find_seat(typed: str, names: Sequence[str]) -> int:
    """A seat by its number or its player's name. Raises UsageError."""
    choices = [Choice((str(seat), name), name, seat) for seat, name in enumerate(names)]
    try:
        found: Any = pick(typed, choices).result
    except Unclear:
        message = f"There is no seat {typed[:20]!r}: seats are 0 to {len(names) - 1}, or {', '.join(names)}."
        raise UsageError("UNKNOWN_PLAYER", message) from None
    return int(found)


def step_through(record: Record, seat: str | None, everything: bool, screen: Screen) -> None:
    """Forward and back by key until the person leaves."""
    film = Replay(record, seat, everything, screen.console)
    at, last = 0, len(film.steps) - 1
    moves = {"n": 1, " ": 1, "\r": 1, "\n": 1, "": 1, "p": -1, "b": -1, "f": last, "l": last, "a": -last}
    with screen.opened():
        while True:
            screen.page(film.page(at, "n or → next   p or ← back   a first   l last   q quit"))
            try:
                key = screen.keyboard.key().lower()
            except Left:
                return
            if key == "q":
                return
            at = max(0, min(last, at + moves.get(key, 0)))


def print_story(record: Record, seat: str | None, everything: bool, console: Console) -> None:
    """The whole story as text, then the board of the last step, then the ending if there is one."""
    film = Replay(record, seat, everything, console)
    console.print(Text(f"{film.words.title}, {record.players} players", style="bold"))
    if film.roles:
        named = zip(film.words.names, film.roles, strict=True)
        console.print(Text(", ".join(f"{name}: {film.words.role(role)}" for name, role in named)))
    for number, frame in enumerate(film.steps, 1):
        lines = story(frame.events, film.words)
        console.print(Text(f"{number:>3}  " + "\n     ".join(lines)))
    console.print(film.finale() if film.game.outcome(film.last) else film.page(len(film.steps) - 1, ""))
