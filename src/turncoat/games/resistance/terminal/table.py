"""A game at this terminal: asks people and bots in turn, shows each only what its seat may see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich import box
from rich.align import Align
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.text import Text

from turncoat.core import Ask, Event, Match, Refused, asks_of
from turncoat.games.resistance.rules.view import View
from turncoat.games.resistance.terminal.board import Board
from turncoat.games.resistance.terminal.help import help_page
from turncoat.games.resistance.terminal.questions import Unclear, fold, question_for
from turncoat.games.resistance.terminal.story import is_turning_point, sentence, story
from turncoat.games.resistance.terminal.words import Words
from turncoat.terminal.screen import Left, Screen
from turncoat.terminal.seating import Chair

KEYS = "? help   h history   r role   q save and quit"
_SECRET_WIDTH, _SECRET_HEIGHT = 64, 12


class Table:
    """One match, its chairs and the screen. With several people the screen is hidden between seats."""

    def __init__(
        self,
        match: Match[Any],
        chairs: Sequence[Chair],
        screen: Screen,
        *,
        quick: bool = False,
        advice: Sequence[str] = (),
    ) -> None:
        self.match = match
        self.chairs = chairs
        self.screen = screen
        self.quick = quick
        self._advice = advice  # shown with the first news
        self.people = [seat for seat, chair in enumerate(chairs) if chair.bot is None]
        view: View = self._view(None)
        words = Words(view.rules, [chair.name for chair in chairs])
        self.board = Board(screen.console, words, ["bot" if chair.bot else "" for chair in chairs])
        self.last: Sequence[Event] = ()  # what the latest move made known
        self._log: list[Event] = []
        self._heard = 0  # how much of the log has been on the shared screen
        self._holder = self._alone  # who has the keyboard

    @property
    def _alone(self) -> int | None:
        """The seat of the only person; None with several (or none)."""
        return self.people[0] if len(self.people) == 1 else None

    def _view(self, seat: int | None) -> View:
        view: View = self.match.game.view(self.match.state, seat)
        return view

    def run(self, past: Sequence[Sequence[Event]] = ()) -> None:
        """Play on to the end after what has passed. Raises Left when somebody goes away."""
        if past:
            self._log = [event for events in past for event in events]
            self._heard = len(self._log)
            self.last = past[-1]
        else:
            self._announce(self.match.opening)
        while asks := self.match.game.asks(self.match.state):
            if self.match.game.phase(self.match.state) == "assassinate" and len(self.people) > 1:
                self._name_in_secret(asks)
            else:
                self._turn(self._next_seat(asks), asks)

    def _next_seat(self, asks: Sequence[Ask]) -> int:
        """Clockwise from the leader, so that open votes fall in the table's order."""
        leader = self._view(None).leader or 0
        seats = [ask.seat for ask in asks if ask.seat is not None]
        return min(seats, key=lambda seat: (seat - leader) % len(self.chairs))

    def _turn(self, seat: int, asks: Sequence[Ask]) -> None:
        if self.chairs[seat].bot is None:
            self._hand_over(seat)
        self._announce(self.match.play(seat, self._answer(seat, asks)))

    def _answer(self, seat: int, asks: Sequence[Ask]) -> Any:
        """A legal move from whoever sits there."""
        own = asks_of(asks, seat)
        bot = self.chairs[seat].bot
        return self._ask(seat, own) if bot is None else bot.answer(self._view(seat), own[0])

    def _name_in_secret(self, asks: Sequence[Ask]) -> None:
        """Everybody gets the keyboard once before anything happens, so that nobody sees whose question it was."""
        moves = {}
        self._holder = None
        for seat, chair in enumerate(self.chairs):
            if chair.bot is None:
                self._hand_over(seat)
            if asks_of(asks, seat):
                moves[seat] = self._answer(seat, asks)
            elif chair.bot is None:
                self.screen.wait(self._secret(seat, ["Somebody names Merlin now. It is not you."], "Press Enter."))
        for seat, move in moves.items():
            self._announce(self.match.play(seat, move))

    def _hand_over(self, seat: int) -> None:
        """Hide the screen until the right person sits before it."""
        if self._holder == seat:
            return
        name = self.chairs[seat].name
        self._holder = seat
        page = self._page(None, f"Pass the keyboard to {name}.", f"Press Enter when only {name} looks.")
        self.screen.guard(page)

    def _ask(self, seat: int, asks: Sequence[Ask]) -> Any:
        """Put the question to a person until the answer is a move that the rules accept."""
        first = question = question_for(asks, self._view(seat), self.board.words.to(seat))
        complaint = ""
        while True:
            self.screen.page(self._page(seat, question.title, question.help, complaint, keys=True))
            typed = self.screen.ask()
            complaint = ""
            if self._command(seat, typed):
                continue
            try:
                answer = question.read(typed)
                if hasattr(answer, "read"):
                    question = answer
                    continue
                self.match.game.play(self.match.state, seat, answer)  # pure: nothing has happened yet
            except Unclear as error:
                complaint = str(error)
                question = question if typed else first  # Enter alone goes back
            except Refused as error:
                complaint = error.message
            else:
                self.screen.wipe()
                return answer

    def _command(self, seat: int, typed: str) -> bool:
        """Whether the line was one of the keys that answer nothing; then it has been done."""
        word = fold(typed)
        if word in ("q", "quit"):
            raise Left
        if word in ("?", "help"):
            self._look(help_page(self.board, self._view(seat)))
        elif word in ("h", "history"):
            self._look(self.board.history(self._view(seat), self.board.words.to(seat)))
        elif word in ("r", "role"):
            self._show_secret(seat)
        else:
            return False
        return True

    def _look(self, page: RenderableType) -> None:
        self.screen.glance(page, Text("\n Any key goes back.", style="bold"))

    def _announce(self, events: Sequence[Event]) -> None:
        """Show what became known: secrets to their seats, turning points to all, the rest with the next page."""
        self._log += events
        self.last = events
        for seat in self.people:
            secrets = [event for event in events if event.to is not None and seat in event.to]
            if secrets and (self._alone is None or self.match.opening == events):
                self._hand_over(seat)
                self._show_secret(seat)
        if any(map(is_turning_point, events)) and not self.quick:
            self.screen.wait(self._page(self._alone, self._headline(events), "Press Enter to go on."))
            self._heard = len(self._log)
            if self._alone is None:
                self._holder = None

    def _headline(self, events: Sequence[Event]) -> str:
        words = self.board.words.to(self._alone)
        (*_, last) = filter(is_turning_point, events)
        return sentence(last, words)

    def _show_secret(self, seat: int) -> None:
        """What this seat is and knows; any key takes it away."""
        you = self._view(seat).you
        words = self.board.words.to(seat)
        if you is not None:
            lines = [words.identity(you), "", *words.all_known(you), "", words.advice(you)]
            self.screen.glance(self._secret(seat, lines, "Any key hides this."))

    def _secret(self, seat: int, lines: Sequence[str], foot: str) -> RenderableType:
        """One size whatever it says, so that a glance from afar tells nothing."""
        style = self.board.colours.lining
        card = Panel(
            Text("\n".join(lines), style=style),
            title=Text(f"Only for {self.chairs[seat].name}"),
            subtitle=Text(foot),
            box=box.HEAVY,
            style=style,
            padding=(1, 3),
            width=min(_SECRET_WIDTH, self.screen.console.width),
            height=_SECRET_HEIGHT,
        )
        return Padding(Align.center(card), (2, 0))

    def _page(
        self, seat: int | None, title: str, help_line: str, complaint: str = "", *, keys: bool = False
    ) -> RenderableType:
        """The board as a seat sees it, with what is new and what is asked."""
        view, words = self._view(seat), self.board.words.to(seat)
        below: list[RenderableType] = []
        if view.you is not None and self._alone is not None:
            below.append(self.board.secret([words.identity(view.you), *words.all_known(view.you)]))
        below.append(self.board.question(title, help_line, complaint, KEYS if keys else ""))
        public = [event for event in self._log if event.to is None]
        fresh = [event for event in self._log[self._heard :] if event.to is None]
        old = story(public[: len(public) - len(fresh)], words)
        advice = self._advice if self._heard == 0 else ()
        news = [*advice, *(line for line in story(fresh, words) if line != title)]
        return self.board.page(view, words, news, old, Group(*below))
