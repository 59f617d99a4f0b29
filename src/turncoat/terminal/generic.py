"""A terminal for any game. It shows the view as indented text and the legal moves as a numbered list."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from turncoat.bots import Talker
from turncoat.core import AnyGame, Ask, Event, Match, Record, Seed, Setup, Step, steps, visible
from turncoat.core.in_words import as_text, say_struct
from turncoat.terminal.errors import UsageError
from turncoat.terminal.order import Order
from turncoat.terminal.record_files import write_record
from turncoat.terminal.screen import Left, Screen
from turncoat.terminal.seating import Chair, seat_players, seats_of


class GenericTerminal:
    """Shows and plays a game that has no terminal of its own."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def summary(self, ruleset: str) -> str:
        return f"{ruleset}, shown as plain text"

    def describe(self, ruleset: str, console: Console) -> None:
        seats = self._game.seats(ruleset)
        console.print(Text(f"{ruleset}: {seats[0]} to {seats[-1]} players"))
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
                self._play_out(match, chairs, screen)
            except Left:
                screen.console.print(Text("You left the game."))
            else:
                screen.wait(Text(as_text(self._game.outcome(match.state))), Text("Press Enter."))
        if order.save:
            players = [chair.player for chair in chairs]
            names = [chair.name for chair in chairs]
            write_record(Path(order.save), match.record(reveal=True, seats=players, names=names))

    def _play_out(self, match: Match[Any], chairs: list[Chair], screen: Screen) -> None:
        news: tuple[Event, ...] = match.opening
        people = [seat for seat, chair in enumerate(chairs) if chair.bot is None]
        shown = None
        while asks := self._game.asks(match.state):
            ask = asks[0]
            assert ask.seat is not None
            view = self._game.view(match.state, ask.seat)
            chair = chairs[ask.seat]
            if chair.bot is None:
                if len(people) > 1 and shown != ask.seat:
                    screen.guard(Text(f"Give the screen to {chair.name}, then press Enter."))
                shown = ask.seat
                move = self._put(ask, view, visible(news, ask.seat), screen)
                news = ()
            else:
                if isinstance(chair.bot, Talker):
                    chair.bot.hear(())
                move = chair.bot.answer(view, ask)
            news = (*news, *match.play(ask.seat, move))

    def _put(self, ask: Ask, view: Any, news: tuple[Event, ...], screen: Screen) -> Any:
        """Ask a person until the answer is one of the numbers."""
        told = "\n".join(as_text(event).replace("\n", ", ") for event in news)
        choices = "\n".join(f"{number}  {say_struct(move)}" for number, move in enumerate(ask.moves, 1))
        complaint = ""
        while True:
            screen.page(Text(as_text(view)), Text(told, style="italic"), Text(f"\n{ask.kind}\n{choices}{complaint}"))
            typed = screen.ask()
            if typed in ("q", "quit"):
                raise Left
            if typed.isdecimal() and 1 <= int(typed) <= len(ask.moves):
                return ask.moves[int(typed) - 1]
            complaint = f"\nType a number from 1 to {len(ask.moves)}, or q to leave."

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
