"""A terminal for any game. It shows the view as indented text and the legal moves as a numbered list."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from turncoat.bots import Speech
from turncoat.bots.conversation import Conversation
from turncoat.bots.llm.reading import one_line
from turncoat.core import AnyGame, Ask, Event, Match, Record, Seed, Setup, Step, steps, visible
from turncoat.core.in_words import as_text, player_range, say_struct, spoken_lines, words_of
from turncoat.terminal.errors import UsageError
from turncoat.terminal.order import Order
from turncoat.terminal.record_files import write_record
from turncoat.terminal.screen import Left, Screen
from turncoat.terminal.seating import Chair, seat_players, seats_of, show_notices

_LINES = 6  # how many of the latest lines of talk are shown


class GenericTerminal:
    """Shows and plays a game that has no terminal of its own."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def summary(self, ruleset: str) -> str:
        return f"{ruleset}, shown as plain text"

    def describe(self, ruleset: str, console: Console) -> None:
        console.print(Text(f"{ruleset}: {player_range(self._game.seats(ruleset))}"))
        catalogue = self._game.capabilities.catalogue
        for name, option in (catalogue().options(ruleset) if catalogue else {}).items():
            console.print(Text(f"  {name} = {option.default}"))

    def play(self, order: Order, screen: Screen) -> None:
        players = order.players or self._game.seats(order.ruleset)[0]
        setup = Setup(ruleset=order.ruleset, players=players, options=order.options, roles=order.roles)
        secret = Seed(secrets.token_bytes(32)) if order.seed is None else Seed.of(order.seed)
        match: Match[Any] = Match(self._game, setup, secret)
        self._play_on(match, seat_players(players, order.seats, order.names, secret, order.ruleset), order, screen)

    def resume(self, record: Record, order: Order, screen: Screen) -> None:
        told = record.proof.secret if record.proof else None
        secret = Seed(secrets.token_bytes(32)) if told is None else Seed.of(told)
        match: Match[Any] = Match.resume(self._game, record, secret)
        seats, names = seats_of(record)
        chairs = seat_players(record.players, order.seats or seats, order.names or names, secret, record.ruleset)
        self._play_on(match, chairs, order, screen)

    def _play_on(self, match: Match[Any], chairs: list[Chair], order: Order, screen: Screen) -> None:
        with screen.opened():
            try:
                self._play_out(match, chairs, order, screen)
            except Left:
                screen.console.print(Text("You left the game."))
            else:
                screen.wait(Text(as_text(self._game.outcome(match.state))), Text("Press Enter."))
        if order.save:
            players = [chair.player for chair in chairs]
            names = [chair.name for chair in chairs]
            write_record(Path(order.save), match.record(reveal=True, seats=players, names=names))

    def _play_out(self, match: Match[Any], chairs: list[Chair], order: Order, screen: Screen) -> None:
        show_notices(chairs, screen)
        table = _Table(match, chairs, screen, silent=order.silent)
        while asks := match.asks:
            table.turn(asks)

    def replay(self, record: Record, seat: str | None, everything: bool, screen: Screen) -> None:
        pages = self._pages(record, seat, everything)
        screen.step_through(lambda at, keys: Text(f"{pages[at]}\n\n{keys}"), len(pages))

    def tell(self, record: Record, seat: str | None, everything: bool, console: Console) -> None:
        for page in self._pages(record, seat, everything):
            console.print(Text(page))

    def _pages(self, record: Record, seat: str | None, everything: bool) -> list[str]:
        played: list[Step[Any]] = list(steps(self._game, record))
        if everything and self._game.outcome(played[-1].state) is None:
            raise UsageError("NOT_OVER", "Everything is shown only once the game is over.")
        if seat is not None and not (seat.isdecimal() and int(seat) < record.players):
            raise UsageError("BAD_SEATS", f"There is no seat {seat[:40]!r}.")
        viewer = None if seat is None else int(seat)
        told = [step.events if everything else visible(step.events, viewer) for step in played]
        return ["\n".join(as_text(event).replace("\n", ", ") for event in events) for events in told if events]


class _Table:
    """A game that people and bots play in one terminal."""

    def __init__(self, match: Match[Any], chairs: list[Chair], screen: Screen, *, silent: bool) -> None:
        self._match, self._chairs, self._screen = match, chairs, screen
        self._bots = {seat: chair.bot for seat, chair in enumerate(chairs) if chair.bot is not None}
        self._talk = Conversation(match.game, match.setup, [chair.name for chair in chairs], silent=silent)
        self._news: tuple[Event, ...] = match.opening
        self._shown: int | None = None

    def turn(self, asks: Sequence[Ask]) -> None:
        """Put the first of the open questions to its seat."""
        ask = asks[0]
        assert ask.seat is not None
        self._talk.discuss(self._match.state, asks, self._bots)
        bot = self._bots.get(ask.seat)
        if bot is None:
            self._hand_over(ask.seat)
            move = self._put(ask, asks)
            self._news = ()
        else:
            self._talk.listen(bot)
            move = bot.answer(self._view(ask.seat), ask)
        self._news = (*self._news, *self._match.play(ask.seat, move))

    def _view(self, seat: int) -> Any:
        return self._match.game.view(self._match.state, seat)

    def _hand_over(self, seat: int) -> None:
        if len(self._chairs) - len(self._bots) > 1 and self._shown != seat:
            self._screen.guard(Text(f"Give the screen to {self._chairs[seat].name}, then press Enter."))
        self._shown = seat

    def _put(self, ask: Ask, asks: Sequence[Ask]) -> Any:
        """Ask a person until the answer is one of the numbers."""
        assert ask.seat is not None
        told = "\n".join(as_text(event).replace("\n", ", ") for event in visible(self._news, ask.seat))
        choices = "\n".join(f"{number}  {say_struct(move)}" for number, move in enumerate(ask.moves, 1))
        complaint = ""
        while True:
            news = f"{told}\n{self._lines()}"
            page = Text(as_text(self._view(ask.seat))), Text(news, style="italic")
            self._screen.page(*page, Text(f"\n{ask.kind}\n{choices}{complaint}"))
            typed = self._screen.ask()
            if typed in ("q", "quit"):
                raise Left
            if typed.isdecimal() and 1 <= int(typed) <= len(ask.moves):
                return ask.moves[int(typed) - 1]
            complaint = f"\nType a number from 1 to {len(ask.moves)}, or q to leave."
            if typed.startswith("say ") and not self._talk.is_silent:
                self._talk.say(ask.seat, Speech(one_line(typed[4:])))
                self._talk.go_round(self._match.state, asks, self._bots)
                complaint = ""

    def _lines(self) -> str:
        """The latest lines of the talk."""
        return "\n".join(spoken_lines(words_of(self._match.game), self._talk.spoken[-_LINES:])[1:])
