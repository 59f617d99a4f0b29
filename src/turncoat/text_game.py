"""A game between agents that read and write text: the view in words goes out, a number comes back.

The environments of other projects are built on it (`turncoat.text_env`, `turncoat.verifiers_env`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from turncoat.bots import Bot, Speech, make_bot
from turncoat.bots.conversation import Conversation
from turncoat.bots.llm.reading import Written, read
from turncoat.bots.seeded_random import SeededRandom
from turncoat.core import AnyGame, Ask, Match, Refused, Seed, Setup
from turncoat.core.in_words import Spoken, view_in_words
from turncoat.games import find_game

TRIES = 2
"""How often an agent is asked before chance answers for it."""
_BRACKETS = re.compile(r"\[(\d{1,4})\]")


class TextGame:
    """One game. `bots` play their seats by themselves, so that agents are asked for the others only.

    Where several seats are asked at once, they are asked one after the other; nobody sees the answers before all are
    in. Equal seeds give equal deals and equal bots.
    """

    def __init__(self, setup: Setup, seed: str, bots: Mapping[int, str]) -> None:
        """Raises Refused for a bad set-up, and LookupError for a bot that is not known."""
        if set(range(setup.players)) <= bots.keys():
            raise Refused("BAD_REQUEST", "There is no seat for an agent.")
        self._seed = seed
        self._match: Match[Any] = Match(find_game(setup.ruleset), setup, Seed.of(f"text {seed}"))
        self._bots: dict[int, Bot] = {
            seat: make_bot(name, f"{seed} {seat}", setup.ruleset) for seat, name in bots.items()
        }
        self._talk = Conversation(self._match.game, setup)
        self._go_on()

    @property
    def game(self) -> AnyGame:
        """The rules."""
        return self._match.game

    @property
    def ask(self) -> Ask | None:
        """The question to an agent; None when the game is over."""
        asks = self._match.asks
        return asks[0] if asks else None

    @property
    def seat(self) -> int:
        """The seat that is asked."""
        assert self.ask is not None
        assert self.ask.seat is not None
        return self.ask.seat

    @property
    def view(self) -> Any:
        """What the seat that is asked may know."""
        return self._match.game.view(self._match.state, self.seat)

    @property
    def heard(self) -> tuple[Spoken, ...]:
        """What was said."""
        return self._talk.spoken

    @property
    def may_speak(self) -> bool:
        """Whether the agent that is asked may say something too: being asked must tell nothing."""
        return self.ask is not None and self._talk.may_speak_before(self.ask)

    def words(self) -> str:
        """What the seat that is asked may know, and the question with its numbered answers."""
        assert self.ask is not None
        return view_in_words(self._match.game, self.view, (self.ask,), (), self.heard)

    def read(self, text: str) -> Written | None:
        """The answer in a text: a number as our chairs write it, or in brackets; None if there is no legal one."""
        assert self.ask is not None
        most = len(self.ask.moves)
        found = read(text, most)
        numbers = {int(number) for number in _BRACKETS.findall(text)}
        if found is None and len(numbers) == 1:
            (number,) = numbers
            found = Written(number) if 1 <= number <= most else None
        return found

    def play(self, written: Written | None) -> None:
        """Answer for the seat that is asked; None leaves the move to chance. Then bots go on."""
        ask, seat = self.ask, self.seat
        assert ask is not None
        if written is None:
            move = SeededRandom.of(self._seed, self.view, ask).choice(ask.moves)
        else:
            move = ask.moves[written.answer - 1]
            if self.may_speak:
                self._talk.say(seat, Speech(written.say))
        self._match.play(seat, move)
        self._go_on()

    def _go_on(self) -> None:
        """Let bots answer until an agent is asked, or the game is over."""
        while asks := self._match.asks:
            self._talk.discuss(self._match.state, asks, self._bots)
            seat = asks[0].seat
            assert seat is not None
            bot = self._bots.get(seat)
            if bot is None:
                return
            self._talk.listen(bot)
            self._match.play(seat, bot.answer(self._match.game.view(self._match.state, seat), asks[0]))

    def rewards(self) -> tuple[int, ...]:
        """By seat, once the game is over: 1 for the side that won, -1 for the other."""
        outcome = self._match.game.outcome(self._match.state)
        assert outcome is not None
        return tuple(1 if side == outcome.winner else -1 for side in self.sides())

    def sides(self) -> tuple[str, ...]:
        """The side of each seat. It is secret while the game runs."""
        offers = self._match.game.capabilities
        if offers.sides is not None:
            return offers.sides().sides(self._match.state)
        return (offers.solitaire().player_side if offers.solitaire else "good",) * self._match.setup.players

    def roles(self) -> Sequence[str]:
        """The role of each seat, or its side where there are no roles. It is secret while the game runs."""
        roles: Sequence[str] = self._match.game.deal(self._match.state).get("roles", self.sides())
        return roles
