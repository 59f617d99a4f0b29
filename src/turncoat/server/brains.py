"""What takes thought, run outside the event loop in a process of its own.

Bots get a view, an ask and what has been claimed, and nothing else; the study of a game gets its record once it
is over.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from random import Random
from typing import Any, NamedTuple

import msgspec

from turncoat.bots import Talker, make_bot
from turncoat.bots.claims import AnyClaim, Said
from turncoat.bots.maquis import advise, how_far
from turncoat.core import Ask, CorruptRecord, Record, Refused, Seed
from turncoat.insight.analysis import analyse

_LOG = logging.getLogger("turncoat.bots")
_PATIENCE = 20.0


class Thought(NamedTuple):
    """A bot's move, and what it claims before it makes it."""

    move: Any
    claim: AnyClaim | None = None


def _think(name: str, seed: str, view: Any, ask: Ask, said: tuple[Said, ...]) -> Thought:
    bot = make_bot(name, seed)
    claim = None
    if isinstance(bot, Talker):
        bot.hear(said)
        if ask.kind == "vote":  # everybody is asked then: when a bot speaks tells nothing about its cards
            claim = bot.speak(view, ask)
    return Thought(bot.answer(view, ask), claim)


def _study(record: Record) -> bytes:
    return msgspec.json.encode(analyse(record))


def _advise(view: Any, ask: Ask) -> bytes:
    return msgspec.json.encode(advise(view, ask, Random(0)))


def _how_far(secret: str, options: dict[str, Any]) -> bytes:
    return msgspec.json.encode(how_far(Seed.of(secret), options))


def _settle_down() -> None:
    """In a bots' process: play second fiddle to the server, and end when it does, however it ends."""
    if hasattr(os, "nice"):
        os.nice(5)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_after, args=(parent,), daemon=True).start()


def _end_after(parent: Any) -> None:
    parent.join()
    os._exit(0)


class Brains:
    """A pool of processes in which bots think."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._pool: ProcessPoolExecutor | None = None

    async def answer(self, name: str, seed: str, view: Any, ask: Ask, said: tuple[Said, ...]) -> Thought:
        """What a bot answers and says. The simplest answers for one that fails or takes too long."""
        if name == "random" or len(ask.moves) == 1:  # no thought needed, no process either
            return _think("random", seed, view, ask, ())
        loop = asyncio.get_running_loop()
        try:
            future = loop.run_in_executor(self._running(), _think, name, seed, view, ask, said)
            return await asyncio.wait_for(future, _PATIENCE)
        except BrokenProcessPool:
            self._pool = None
            _LOG.error("the bots' process ended")
        except Exception as error:  # noqa: BLE001 - whatever is wrong with a bot, the table must go on
            _LOG.error("bot %s failed: %s", name, type(error).__name__)
        return _think("random", seed, view, ask, ())

    async def study(self, record: Record) -> bytes:
        """The analysis of a finished game, as JSON. Raises Refused where there is nothing to study."""
        try:
            return await self._aside(_study, record)
        except CorruptRecord:
            raise Refused("NOT_FOUND", "That game has no hidden sides to study.") from None

    async def advise(self, view: Any, ask: Ask) -> bytes:
        """Advice for who plays alone, as JSON. Raises Refused."""
        return await self._aside(_advise, view, ask)

    async def how_far(self, secret: str, options: dict[str, Any]) -> bytes:
        """The best result a bot reaches on a deal, as JSON. Raises Refused."""
        return await self._aside(_how_far, secret, options)

    async def _aside(self, think: Callable[..., bytes], *about: Any) -> bytes:
        loop = asyncio.get_running_loop()
        try:
            return await asyncio.wait_for(loop.run_in_executor(self._running(), think, *about), _PATIENCE)
        except BrokenProcessPool:
            self._pool = None
            raise Refused("UNAVAILABLE", "The thinking was cut short; try again.") from None
        except TimeoutError:
            raise Refused("UNAVAILABLE", "That takes too long to think about; try again.") from None

    def _running(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._workers, mp_context=context, initializer=_settle_down)
        return self._pool

    def close(self) -> None:
        """End the processes."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
