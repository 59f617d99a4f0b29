"""Plays a game in the terminal: asks people and bots in turn, and shows each person only what their seat may see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich import box
from rich.align import Align
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.text import Text

from turncoat.bots import Bot, Speech
from turncoat.bots.conversation import Conversation
from turncoat.bots.llm.limits import current_limits
from turncoat.bots.llm.reading import one_line
from turncoat.core import Ask, Event, Match, Refused, asks_of
from turncoat.core.in_words import Spoken
from turncoat.games.resistance.claims import words as claim_words
from turncoat.games.resistance.narration.vocabulary import Vocabulary
from turncoat.games.resistance.rules.view import View
from turncoat.games.resistance.terminal.board import Board
from turncoat.games.resistance.terminal.event_sentences import Remark, is_turning_point, sentence, sentences
from turncoat.games.resistance.terminal.help_page import help_page
from turncoat.games.resistance.terminal.prompts import Prompt, Unclear, prompt_for
from turncoat.terminal.screen import Left, Screen
from turncoat.terminal.seating import Chair, limits_of_models, show_notices
from turncoat.terminal.typed import fold

KEYS = "? help   h history   r role   q save and quit"
TALK_KEY = "say … talks"
SAY = "say "
_SECRET_WIDTH, _SECRET_HEIGHT = 64, 12


class TerminalGame:
    """A match, its players and the screen. With several people the screen is hidden when the keyboard changes hands."""

    def __init__(
        self,
        match: Match[Any],
        chairs: Sequence[Chair],
        screen: Screen,
        *,
        quick: bool = False,
        silent: bool = False,
        advice: Sequence[str] = (),
    ) -> None:
        """`advice` is shown with the first news. At a `silent` table nobody says anything."""
        self.match = match
        self.chairs = chairs
        self.screen = screen
        self.quick = quick
        self._advice = advice
        self.people = [seat for seat, chair in enumerate(chairs) if chair.bot is None]
        view: View = self._view(None)
        words = Vocabulary(view.rules, [chair.name for chair in chairs])
        self.board = Board(screen.console, words, [chair.mark for chair in chairs])
        self._bots: dict[int, Bot] = {seat: chair.bot for seat, chair in enumerate(chairs) if chair.bot is not None}
        self._talk = Conversation(match.game, match.setup, words.names, silent=silent, before=self._say_who_thinks)
        self.last: Sequence[Event] = ()  # the events of the latest move
        self._log: list[Event] = []
        self._heard = 0  # how many events of the log have been shown to everybody
        self._holder = self._alone  # the seat that has the keyboard

    @property
    def _alone(self) -> int | None:
        """The seat of the only person; None if there are several people, or none."""
        return self.people[0] if len(self.people) == 1 else None

    def _view(self, seat: int | None) -> View:
        view: View = self.match.game.view(self.match.state, seat)
        return view

    def run(self, past: Sequence[Sequence[Event]] = ()) -> None:
        """Play to the end, after the events of the moves that are already made. Raises Left if somebody leaves."""
        show_notices(self.chairs, self.screen)
        if past:
            self._log = [event for events in past for event in events]
            self._heard = len(self._log)
            self.last = past[-1]
        else:
            self._announce(self.match.opening)
        while asks := self.match.asks:
            self._discuss(asks)
            if self.match.game.phase(self.match.state) == "assassinate" and len(self.people) > 1:
                self._name_in_secret(asks)
            else:
                self._turn(self._next_seat(asks), asks)

    def _next_seat(self, asks: Sequence[Ask]) -> int:
        """The first seat clockwise from the leader, so that open votes come in the order of the table.

        Where votes are sealed, people come first: bots can still hear what they say.
        """
        view = self._view(None)
        leader, is_open = view.leader or 0, view.rules.options.vote_style == "open"
        seats = [ask.seat for ask in asks if ask.seat is not None]
        return min(seats, key=lambda seat: (not is_open and seat in self._bots, (seat - leader) % len(self.chairs)))

    def _discuss(self, asks: Sequence[Ask]) -> None:
        """Before the vote on a new team, bots may speak."""
        self._talk.discuss(self.match.state, asks, self._bots)
        self._hear_talk()

    def _reply(self, seat: int, text: str) -> None:
        """A person says something; bots that have not voted yet may reply."""
        self._talk.say(seat, Speech(one_line(text)))
        self._talk.go_round(self.match.state, self.match.asks, self._bots)
        self._hear_talk()

    def _hear_talk(self) -> None:
        """Add what was said to the story."""
        told = sum(isinstance(event, Remark) for event in self._log)
        self._log += [Remark(seat=one.seat or 0, text=self._text(one)) for one in self._talk.spoken[told:]]

    def _text(self, one: Spoken) -> str:
        return one.text or claim_words(one.claim, self.board.words.names)

    def _say_who_thinks(self, seat: int) -> None:
        """A language model may take a while. Who is asked in secret is not told."""
        chair = self.chairs[seat]
        if chair.model is not None and seat in self._view(None).waiting:
            self._hear_talk()
            self.screen.page(self._page(self._alone, f"{chair.name} is thinking.", current_limits().in_words))

    def _turn(self, seat: int, asks: Sequence[Ask]) -> None:
        if self.chairs[seat].bot is None:
            self._hand_over(seat)
        self._announce(self.match.play(seat, self._answer(seat, asks)))

    def _answer(self, seat: int, asks: Sequence[Ask]) -> Any:
        """A legal move from the person or bot at this seat."""
        own = asks_of(asks, seat)
        bot = self.chairs[seat].bot
        if bot is None:
            return self._ask(seat, own)
        if not self._talk.may_speak_before(own[0]):  # otherwise it has thought about it while it spoke
            self._say_who_thinks(seat)
        self._talk.listen(bot)
        return bot.answer(self._view(seat), own[0])

    def _name_in_secret(self, asks: Sequence[Ask]) -> None:
        """Pass the keyboard to everybody once before anything happens, so that nobody sees who names Merlin."""
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
        """Hide the screen until the right person sits in front of it."""
        if self._holder == seat:
            return
        name = self.chairs[seat].name
        self._holder = seat
        page = self._page(None, f"Pass the keyboard to {name}.", f"Press Enter when only {name} can see the screen.")
        self.screen.guard(page)

    def _ask(self, seat: int, asks: Sequence[Ask]) -> Any:
        """Ask a person until they answer with a move that the rules accept."""
        first = prompt = prompt_for(asks, self._view(seat), self.board.words.to(seat))
        complaint = ""
        while True:
            self.screen.page(self._page(seat, prompt.title, prompt.help, complaint, keys=True))
            typed = self.screen.ask()
            complaint = ""
            if self._command(seat, typed):
                continue
            try:
                answer = prompt.read(typed)
                if isinstance(answer, Prompt):
                    prompt = answer
                    continue
                self.match.game.play(self.match.state, seat, answer)  # pure: nothing has happened yet
            except Unclear as error:
                complaint = str(error)
                prompt = prompt if typed else first  # Enter alone goes back
            except Refused as error:
                complaint = error.message
            else:
                self.screen.wipe()
                return answer

    def _command(self, seat: int, typed: str) -> bool:
        """Carry out a command such as help or quit. Returns whether the line was one."""
        word = fold(typed)
        if word in ("q", "quit"):
            raise Left
        if word in ("?", "help"):
            self._look(help_page(self.board, self._view(seat), limits_of_models(self.chairs)))
        elif word in ("h", "history"):
            self._look(self.board.history(self._view(seat), self.board.words.to(seat)))
        elif word in ("r", "role"):
            self._show_secret(seat)
        elif word.startswith(SAY) and not self._talk.is_silent:
            self._reply(seat, typed[len(SAY) :])
        else:
            return False
        return True

    @property
    def _keys(self) -> str:
        return KEYS if self._talk.is_silent else f"{KEYS}   {TALK_KEY}"

    def _look(self, page: RenderableType) -> None:
        self.screen.glance(page, Text("\n Any key goes back.", style="bold"))

    def _announce(self, events: Sequence[Event]) -> None:
        """Show events: secrets to their seats, important ones to everybody at once, and the rest on the next page."""
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
        """Show a seat's role and knowledge until a key is pressed."""
        you = self._view(seat).you
        words = self.board.words.to(seat)
        if you is not None:
            lines = [words.identity(you), "", *words.all_known(you), "", words.advice(you)]
            self.screen.glance(self._secret(seat, lines, "Any key hides this."))

    def _secret(self, seat: int, lines: Sequence[str], foot: str) -> RenderableType:
        """A card with secrets. It always has the same size, so that nothing can be guessed from afar."""
        style = self.board.colours.secret
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
        """The board as a seat sees it, with the news and the question."""
        view, words = self._view(seat), self.board.words.to(seat)
        below: list[RenderableType] = []
        if view.you is not None and self._alone is not None:
            below.append(self.board.secret([words.identity(view.you), *words.all_known(view.you)]))
        below.append(self.board.prompt(title, help_line, complaint, self._keys if keys else ""))
        public = [event for event in self._log if event.to is None]
        fresh = [event for event in self._log[self._heard :] if event.to is None]
        old = sentences(public[: len(public) - len(fresh)], words)
        advice = self._advice if self._heard == 0 else ()
        news = [*advice, *(line for line in sentences(fresh, words) if line != title)]
        return self.board.page(view, words, news, old, Group(*below))
