"""Bots and other long computations, run outside the event loop in processes of their own.

A bot gets a view, an ask and what has been claimed, and nothing else. The study of a game gets its record once the
game is over.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from random import Random
from typing import Any, NamedTuple

import msgspec

from turncoat.bots import (
    Bot,
    Converser,
    Said,
    Speech,
    Talker,
    dismiss,
    full_name,
    is_remote,
    language_model,
    make_bot,
    may_be_seated,
)
from turncoat.bots.llm.limits import current_limits, spending
from turncoat.bots.protocol import Decided, Situation, WaitingBot
from turncoat.core import Ask, CorruptRecord, Record, Refused, Seed, offered
from turncoat.core.capabilities import Solitaire
from turncoat.core.in_words import Spoken
from turncoat.games import find_game
from turncoat.server.live.fair_turns import Asker, FairTurns

_LOG = logging.getLogger("turncoat.bots")
_PATIENCE = 20.0
_REST = 60.0
_BOTS, _ADVICE, _STUDIES = "bots", "advice", "studies"
_CALLS = 16
_SILENT = ("BOT_TIMEOUT", "BOT_UNREACHABLE", "TimeoutError")


class BotTask(NamedTuple):
    """What a bot is given: its seed, the view of its seat, the ask to answer, and what has been claimed.

    It also hears what was said in free text, under the `names` of the players. `game` names the game and the chair.
    """

    ruleset: str
    seed: str
    view: Any
    ask: Ask
    said: tuple[Said, ...] = ()
    heard: tuple[Spoken, ...] = ()
    names: tuple[str, ...] = ()
    silent: bool = False
    game: str = ""


class BotAnswer(NamedTuple):
    """A bot's move, what it claims and says before the move, and which bot it was.

    `in_vain`: another bot was waited for until the time for its answer was over.
    """

    move: Any
    claim: Any = None
    bot: str = ""
    text: str = ""
    in_vain: bool = False


def longest_thought(bots: Iterable[str]) -> float:
    """For how many seconds these bots may be waited for. Where there is a language model, its own limit counts."""
    return current_limits().seconds if any(map(language_model, bots)) else _PATIENCE


def _think(name: str, task: BotTask) -> BotAnswer:
    bot = make_bot(name, task.seed, task.ruleset)
    try:
        speech = _speak(bot, task) or Speech()
        return BotAnswer(bot.answer(task.view, task.ask), speech.claim, text=speech.text)
    finally:
        dismiss((bot,))


def _speak(bot: Bot, task: BotTask) -> Speech | None:
    """Let a bot hear what was said, and say something where the game lets it."""
    talk = find_game(task.ruleset).capabilities.talk
    if talk is None:
        return None
    if isinstance(bot, Talker):
        bot.hear(task.said)
    if not talk().may_speak_before(task.ask):
        return None
    if isinstance(bot, Converser):
        return bot.converse(task.view, task.ask, task.heard, task.names)
    return Speech(claim=bot.speak(task.view, task.ask)) if isinstance(bot, Talker) else None


def _study(record: Record) -> bytes:
    study = offered(find_game(record.ruleset).capabilities.study, "study")
    return msgspec.json.encode(study.analyse(record))


def _read(ruleset: str, view: Any) -> bytes:
    return msgspec.json.encode(offered(find_game(ruleset).capabilities.deduction, "reading").chances(view))


def _advise(ruleset: str, view: Any, ask: Ask) -> bytes:
    return msgspec.json.encode(solitaire_of(ruleset).advise(view, ask, Random(0)))


def _how_far(ruleset: str, secret: str, options: dict[str, Any]) -> bytes:
    return msgspec.json.encode(solitaire_of(ruleset).how_far(Seed.of(secret), options))


def solitaire_of(ruleset: str) -> Solitaire:
    """What a game for one person offers. Raises Refused where the ruleset is for several."""
    return offered(find_game(ruleset).capabilities.solitaire, "solitaire play")


def _settle_down() -> None:
    """In a worker process: give way to the server, and end when the server does, however it ends."""
    if hasattr(os, "nice"):
        os.nice(5)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_after, args=(parent,), daemon=True).start()


def _end_after(parent: Any) -> None:
    parent.join()
    os._exit(0)


async def _call(name: str, task: BotTask) -> BotAnswer:
    """Ask a bot on another machine. The thread only waits; it holds up neither other bots nor the server's end."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[BotAnswer] = loop.create_future()

    def settle(set_: Callable[[Any], None], what: Any) -> None:
        if not answer.done():
            set_(what)

    def call() -> None:
        set_: Callable[[Any], None]
        what: Any
        try:
            set_, what = answer.set_result, _think(name, task)
        except Exception as error:  # noqa: BLE001 - it goes to whoever waits
            set_, what = answer.set_exception, error
        with contextlib.suppress(RuntimeError):  # the server has gone
            loop.call_soon_threadsafe(settle, set_, what)

    threading.Thread(target=call, daemon=True).start()
    return await answer


class BotPool:
    """Processes in which bots think, and threads that wait for bots on other machines."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._pools: dict[str, ProcessPoolExecutor] = {}
        self._calls = asyncio.Semaphore(_CALLS)
        self._turns = {_ADVICE: FairTurns(), _STUDIES: FairTurns()}
        self._resting: dict[str, float] = {}

    async def answer(self, bots: Sequence[str], task: BotTask) -> BotAnswer:
        """The answer of the first of these bots that has one.

        If all of them fail or take too long, the answer is random. A remote bot that does not answer is left alone for
        a while. A bot is asked even where it has no choice: how long that takes must not tell that it had none.
        """
        in_vain = False
        for name in bots:
            if self._resting.get(name, 0.0) > time.monotonic():
                continue
            try:
                self._check_allowed(name, task)
                return (await self._ask(full_name(name), task))._replace(bot=name, in_vain=in_vain)
            except BrokenProcessPool:
                self._pools.pop(_BOTS, None)
                _LOG.error("the bots' process ended")
            except Exception as error:  # noqa: BLE001 - whatever is wrong with a bot, the table must go on
                what = error.code if isinstance(error, Refused) else type(error).__name__
                _LOG.error("bot %s failed: %s", name, what)
                if is_remote(name) and what in _SILENT:
                    self._resting[name] = time.monotonic() + _REST
                    in_vain = True
        return _think("random", task)._replace(bot="random", in_vain=in_vain)

    async def _ask(self, name: str, task: BotTask) -> BotAnswer:
        if name == "random":  # no thought needed, no process either
            return _think(name, task)
        if is_remote(name):
            bot = make_bot(name, task.seed, task.ruleset)
            if isinstance(bot, WaitingBot):
                return await self._decide(bot, task)
            async with self._calls:
                return await asyncio.wait_for(_call(name, task), _PATIENCE)
        future = asyncio.get_running_loop().run_in_executor(self._pool(_BOTS), _think, name, task)
        return await asyncio.wait_for(future, _PATIENCE)

    @staticmethod
    def _check_allowed(name: str, task: BotTask) -> None:
        """A language model may have got its chair before the owner of the server changed their mind. Raises Refused."""
        if language_model(name) is not None and not may_be_seated(name, task.ruleset):
            raise Refused("BOT_UNSUPPORTED", "Language models at that address are not allowed here.")

    async def _decide(self, bot: WaitingBot, task: BotTask) -> BotAnswer:
        """Ask a bot that waits by itself, and stops when its answer is not wanted any more."""
        talk = find_game(task.ruleset).capabilities.talk
        may_speak = talk is not None and not task.silent and talk().may_speak_before(task.ask)
        chosen = None if bot.mover is None else (await self._ask(bot.mover, task)).move
        situation = Situation(task.view, task.ask, task.heard, task.names, may_speak, task.game, chosen)
        try:
            decided = await bot.decide(situation)
        except Refused:
            if chosen is None:
                spending(task.game).stand_ins += 1
                raise
            decided = Decided(chosen)  # it only cannot speak
        speech = decided.speech or Speech()
        return BotAnswer(decided.move, speech.claim, text=speech.text)

    async def study(self, asker: Asker, record: Record) -> bytes:
        """The analysis of a finished game, as JSON. Raises Refused where there is nothing to study."""
        nothing = Refused("NOT_FOUND", "There is nothing to study in that game.")
        if find_game(record.ruleset).capabilities.study is None:
            raise nothing
        try:
            return await self._aside(_STUDIES, asker, _study, record)
        except CorruptRecord:
            raise nothing from None

    async def read(self, asker: Asker, ruleset: str, view: Any) -> bytes:
        """How likely each seat is evil to somebody who sees this view, as JSON. Raises Refused."""
        return await self._aside(_ADVICE, asker, _read, ruleset, view)

    async def advise(self, asker: Asker, ruleset: str, view: Any, ask: Ask) -> bytes:
        """Advice for a solitaire player, as JSON. Raises Refused."""
        return await self._aside(_ADVICE, asker, _advise, ruleset, view, ask)

    async def how_far(self, asker: Asker, ruleset: str, secret: str, options: dict[str, Any]) -> bytes:
        """The best result that a bot reaches on a deal, as JSON. Raises Refused."""
        return await self._aside(_STUDIES, asker, _how_far, ruleset, secret, options)

    async def _aside(self, name: str, asker: Asker, think: Callable[..., bytes], *about: Any) -> bytes:
        try:
            async with asyncio.timeout(_PATIENCE):
                await self._turns[name].take(asker)
                return await asyncio.shield(self._begin(name, think, *about))
        except BrokenProcessPool:
            self._pools.pop(name, None)
            raise Refused("UNAVAILABLE", "The thinking was cut short; try again.") from None
        except TimeoutError:
            raise Refused("UNAVAILABLE", "That takes too long to think about; try again.") from None

    def _begin(self, name: str, think: Callable[..., bytes], *about: Any) -> asyncio.Future[bytes]:
        """Think in the process of that name. It cannot be interrupted: the turn ends when the thought does."""
        turns = self._turns[name]

        def end(thought: asyncio.Future[bytes]) -> None:
            thought.cancelled() or thought.exception()  # it may be that nobody waits for it any more
            turns.done()

        try:
            thought = asyncio.get_running_loop().run_in_executor(self._pool(name), think, *about)
        except BaseException:
            turns.done()
            raise
        thought.add_done_callback(end)
        return thought

    def _pool(self, name: str) -> ProcessPoolExecutor:
        """The processes of that name. Studies take seconds: they keep neither a table nor advice waiting."""
        if name not in self._pools:
            context = multiprocessing.get_context("spawn")
            workers = self._workers if name == _BOTS else 1
            self._pools[name] = ProcessPoolExecutor(workers, mp_context=context, initializer=_settle_down)
        return self._pools[name]

    def close(self) -> None:
        """End the processes."""
        while self._pools:
            self._pools.popitem()[1].shutdown(wait=False, cancel_futures=True)
