"""A language model as a bot: it answers by number, gets one explanation and one more try, and then fails."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import msgspec

from turncoat.bots.llm import prompt
from turncoat.bots.llm.limits import ModelLimits, Spending, current_limits, spending
from turncoat.bots.llm.names import ModelName
from turncoat.bots.llm.reading import Written, read, read_speech
from turncoat.bots.protocol import Bot, Decided, Situation, Speech
from turncoat.core import AnyGame, Ask, Refused
from turncoat.core.in_words import Spoken
from turncoat.extras import need_extra
from turncoat.games import find_game

_TRIES = 2


class LanguageModelBot:
    """A model in one chair. `mover` is the bot that makes the moves, if the model is only to speak.

    A server has a stand-in for every chair, so it calls `decide`, which raises Refused. `answer` never does: it has a
    stand-in of its own.
    """

    def __init__(self, name: ModelName, ruleset: str, seed: str, bot: Callable[[str], Bot], stand_in: str) -> None:
        need_extra("llm", "openai")
        current_limits()  # bad ones are refused before anything is dealt
        from turncoat.bots.llm.model import complete  # takes seconds the first time, which are nobody's thinking time

        self._complete = complete
        self.mover = name.mover
        self._name = name
        self._game: AnyGame = find_game(ruleset)
        self._key = seed
        self._bot = cache(bot)
        self._stand_in = stand_in
        self._heard: tuple[Spoken, ...] = ()
        self._names: tuple[str, ...] = ()
        self._intended: tuple[Ask, Decided] | None = None

    @property
    def spending(self) -> Spending:
        """What the model has used in this game."""
        return spending(self._key)

    async def decide(self, situation: Situation) -> Decided:
        """The model's move and what it says. Cancelling this cancels the call. Raises Refused."""
        limits, spent = current_limits(), spending(situation.game or self._key)
        began = time.monotonic()
        try:
            async with asyncio.timeout(limits.seconds):
                return await self._decide(situation, limits, spent)
        except TimeoutError:
            raise Refused("BOT_TIMEOUT", "The language model took too long.") from None
        finally:
            spent.seconds += time.monotonic() - began

    async def _decide(self, situation: Situation, limits: ModelLimits, spent: Spending) -> Decided:
        if spent.is_exhausted(limits):
            raise Refused("BOT_LIMIT", "The language model has used up what it may use in a game.")
        spent.decisions += 1
        may_speak = situation.may_speak and spent.lines < limits.lines
        if situation.chosen is not None:
            return await self._comment(situation, may_speak, spent)
        written = await self._written(situation, may_speak, spent)
        move = situation.ask.moves[written.answer - 1]
        return Decided(move, self._speech(situation, written, may_speak, spent))

    async def _written(self, situation: Situation, may_speak: bool, spent: Spending) -> Written:
        view, ask = situation.view, situation.ask
        talk = prompt.messages(self._game, view, ask, situation.heard, situation.names, may_speak=may_speak)
        form = prompt.schema(len(ask.moves), may_speak=may_speak)
        for _ in range(_TRIES):
            content = await self._complete(self._name, talk, form, spent)
            written = read(content, len(ask.moves))
            if written is not None:
                return written
            spent.bad_answers += 1
            talk += prompt.try_again(content, len(ask.moves))
        raise Refused("BOT_ANSWER", "The language model gave no legal answer.")

    async def _comment(self, situation: Situation, may_speak: bool, spent: Spending) -> Decided:
        """What the model says about a move that is already chosen. If it fails, it is silent."""
        if not may_speak:
            return Decided(situation.chosen)
        talk = prompt.messages(
            self._game,
            situation.view,
            situation.ask,
            situation.heard,
            situation.names,
            may_speak=True,
            chosen=situation.chosen,
        )
        content = await self._complete(self._name, talk, prompt.schema(1, may_speak=True, moves=False), spent)
        return Decided(situation.chosen, self._speech(situation, read_speech(content), may_speak, spent))

    def _speech(self, situation: Situation, written: Written, may_speak: bool, spent: Spending) -> Speech | None:
        if not may_speak:
            return None
        claim = self._claim(written.claim, situation.view, spent)
        if not written.say and claim is None:
            return None
        spent.lines += 1
        return Speech(written.say, claim)

    def _claim(self, claim: Any, view: Any, spent: Spending) -> Any:
        """A claim in the game's own form, compared with what its speaker knows; None for anything else."""
        talk = self._game.capabilities.talk
        if talk is None or not isinstance(claim, dict):
            return None
        try:
            found = msgspec.convert(claim, talk().claim_type)
        except msgspec.ValidationError:
            return None
        spent.judge(talk().is_honest(found, view))
        return found

    # In the arena and in the terminal, where nobody else stands in.

    def listen(self, heard: tuple[Spoken, ...], names: Sequence[str]) -> None:
        """Remember what was said, for the next question."""
        self._heard, self._names = heard, tuple(names)

    def answer(self, view: Any, ask: Ask) -> Any:
        """One of `ask.moves`: the model's, or the stand-in's where the model gives none."""
        intended, self._intended = self._intended, None
        if intended is not None and intended[0] == ask:
            return intended[1].move
        return self._decided(Situation(view, ask, self._heard, self._names, game=self._key)).move

    def converse(self, view: Any, ask: Ask, heard: tuple[Spoken, ...], names: Sequence[str]) -> Speech | None:
        """What the model says before it answers. It decides on its answer at the same time."""
        self.listen(heard, names)
        decided = self._decided(Situation(view, ask, heard, tuple(names), may_speak=True, game=self._key))
        self._intended = ask, decided
        return decided.speech

    def _decided(self, situation: Situation) -> Decided:
        if self.mover is not None:
            chosen = self._bot(self.mover).answer(situation.view, situation.ask)
            situation = msgspec.structs.replace(situation, chosen=chosen)
        try:
            return asyncio.run(self.decide(situation))
        except Refused:
            if situation.chosen is not None:
                return Decided(situation.chosen)
            self.spending.stand_ins += 1
            return Decided(self._bot(self._stand_in).answer(situation.view, situation.ask))
