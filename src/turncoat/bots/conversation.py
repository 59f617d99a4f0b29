"""The talk of a game that is played in one process: what was said, and when bots hear it and speak."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from turncoat.bots.protocol import Bot, Converser, Listener, Said, Speech, Talker
from turncoat.core import AnyGame, Ask, Refused, Setup
from turncoat.core.capabilities import Talk
from turncoat.core.in_words import Spoken


class Conversation:
    """What the players of one game have said. It stays empty if talk is switched off, or if the game offers none."""

    def __init__(
        self,
        game: AnyGame,
        setup: Setup,
        names: Sequence[str] = (),
        *,
        silent: bool = False,
        before: Callable[[int], None] = lambda seat: None,
    ) -> None:
        """`names` are what the players call each other. `before` is told whose turn it is to speak, by seat."""
        make = None if silent else game.capabilities.talk
        self._talk: Talk | None = None if make is None else make()
        self._game = game
        self._setup = setup
        self._names = tuple(names) or tuple(f"seat {seat}" for seat in range(setup.players))
        self._before = before
        self._spoken: list[Spoken] = []
        self._topics_discussed = 0

    @property
    def is_silent(self) -> bool:
        """Whether nothing can be said."""
        return self._talk is None

    @property
    def spoken(self) -> tuple[Spoken, ...]:
        """Everything that was said, in order."""
        return tuple(self._spoken)

    def may_speak_before(self, ask: Ask) -> bool:
        """Whether whoever is asked this may speak first: being asked must tell nothing."""
        return self._talk is not None and self._talk.may_speak_before(ask)

    def listen(self, bot: Bot) -> None:
        """Let a bot hear what was said, before it is asked something."""
        if self._talk is None:
            return
        if isinstance(bot, Talker):
            claims = [one for one in self._spoken if one.claim is not None]
            bot.hear([Said(one.seat, one.claim) for one in claims if one.seat is not None])
        if isinstance(bot, Listener):
            bot.listen(self.spoken, self._names)

    def say(self, seat: int, speech: Speech | None) -> None:
        """Somebody says something. A claim that makes no sense in this game is dropped."""
        if speech is None or self._talk is None:
            return
        if speech.text:
            self._spoken.append(Spoken(seat, speech.text))
        if speech.claim is not None and self._makes_sense(self._talk, speech.claim):
            self._spoken.append(Spoken(seat, claim=speech.claim))

    def discuss(self, state: Any, asks: Sequence[Ask], bots: Mapping[int, Bot]) -> None:
        """Where there is something new to talk about, each of these bots that is asked may speak, in order of seats."""
        if self._talk is None or not asks or not self._talk.may_speak_before(asks[0]):
            return
        topics = self._talk.topics(state)
        if topics > self._topics_discussed:
            self._topics_discussed = topics
            self.go_round(state, asks, bots)

    def go_round(self, state: Any, asks: Sequence[Ask], bots: Mapping[int, Bot]) -> None:
        """Each of these bots that is asked something may speak once."""
        for ask in asks:
            if ask.seat is not None and ask.seat in bots and self.may_speak_before(ask):
                self._before(ask.seat)
                self.say(ask.seat, self._speech(bots[ask.seat], self._game.view(state, ask.seat), ask))

    def _speech(self, bot: Bot, view: Any, ask: Ask) -> Speech | None:
        self.listen(bot)
        if isinstance(bot, Converser):
            return bot.converse(view, ask, self.spoken, self._names)
        return Speech(claim=bot.speak(view, ask)) if isinstance(bot, Talker) else None

    def _makes_sense(self, talk: Talk, claim: Any) -> bool:
        try:
            talk.check_claim(claim, self._setup)
        except Refused:
            return False
        return True
