"""Steps through a record, or prints it, as one seat saw the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.text import Text

from turncoat.core import Record, Step, steps
from turncoat.games import find_game
from turncoat.games.resistance.narration.vocabulary import Vocabulary
from turncoat.games.resistance.rules.view import View
from turncoat.games.resistance.terminal.board import Board
from turncoat.games.resistance.terminal.event_sentences import sentences
from turncoat.games.resistance.terminal.final_page import final_page
from turncoat.games.resistance.terminal.prompts import Choice, Unclear, pick
from turncoat.terminal.errors import UsageError
from turncoat.terminal.screen import Screen
from turncoat.terminal.seating import record_names


class Replay:
    """A record as one seat or a spectator saw it, with a page for every move that they noticed."""

    def __init__(self, record: Record, seat: str | None, everything: bool, console: Console) -> None:
        self.game = find_game(record.ruleset)
        played: list[Step[Any]] = list(steps(self.game, record))
        self.last, self.last_events = played[-1].state, played[-1].events
        names = record_names(record)
        self.seat = None if seat is None else find_seat(seat, names)
        if everything and self.game.outcome(self.last) is None:
            raise UsageError("NOT_OVER", "The game is not over. Its secrets can be shown only when it is.")
        view: View = self.game.view(self.last, None)
        self.words = Vocabulary(view.rules, names, self.seat)
        self.board = Board(console, self.words, [""] * record.players)
        self.roles: Sequence[str] | None = view.roles if everything else None
        self.steps = [step for step in played if self._news(step)]

    def _news(self, step: Step[Any]) -> list[str]:
        return sentences([event for event in step.events if event.to is None], self.words)

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
        below.append(self.board.prompt(f"Step {at + 1} of {len(self.steps)}, {eyes}.", foot))
        old = [line for step in self.steps[:at] for line in self._news(step)]
        news = self._news(self.steps[at])
        return self.board.page(view, self.words, news, old, Group(*below), self.roles)

    def finale(self) -> RenderableType:
        """The final page, if the game is over."""
        if self.game.outcome(self.last) is None:
            return Text("The game is not over.")
        return final_page(self.game, self.last, self.board, self.last_events)


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
    """Show page after page, forward and back by key."""
    film = Replay(record, seat, everything, screen.console)
    screen.step_through(film.page, len(film.steps))


def print_story(record: Record, seat: str | None, everything: bool, console: Console) -> None:
    """Print the whole story as text, and then the final page, or the last board if the game is not over."""
    film = Replay(record, seat, everything, console)
    console.print(Text(f"{film.words.title}, {record.players} players", style="bold"))
    if film.roles:
        named = zip(film.words.names, film.roles, strict=True)
        console.print(Text(", ".join(f"{name}: {film.words.role(role)}" for name, role in named)))
    for number, step in enumerate(film.steps, 1):
        lines = sentences(step.events, film.words)
        console.print(Text(f"{number:>3}  " + "\n     ".join(lines)))
    console.print(film.finale() if film.game.outcome(film.last) else film.page(len(film.steps) - 1, ""))
