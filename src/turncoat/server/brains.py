"""What takes thought, run outside the event loop in a process of its own.

Bots get a view and an ask, and nothing else; the study of a game gets its record once it is over.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, NamedTuple

import msgspec

from turncoat.bots import dismiss, full_name, make_bot
from turncoat.core import Ask, CorruptRecord, Record, Refused
from turncoat.insight.analysis import analyse

_LOG = logging.getLogger("turncoat.bots")
_PATIENCE = 20.0
_REST = 60.0
_CALLS = 16
_SILENT = ("BOT_TIMEOUT", "BOT_UNREACHABLE", "TimeoutError")


class Thought(NamedTuple):
    """What a bot is given: its seed, the view of its seat, the ask it owes an answer to, and what was claimed."""

    seed: str
    view: Any
    ask: Ask
    claims: tuple[Any, ...] = ()


def _think(name: str, thought: Thought) -> Any:
    seed, view, ask, claims = thought
    bot = make_bot(name, seed)
    hear = getattr(bot, "hear", None)
    if hear is not None:
        hear(claims)
    try:
        return bot.answer(view, ask)
    finally:
        dismiss((bot,))


def _study(record: Record) -> bytes:
    return msgspec.json.encode(analyse(record))


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


async def _call(name: str, thought: Thought) -> Any:
    """Ask a bot elsewhere. Its thread only waits, and keeps neither other bots nor the server's end waiting."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[Any] = loop.create_future()

    def settle(move: Any, error: Exception | None) -> None:
        if not answer.done():
            answer.set_result(move) if error is None else answer.set_exception(error)

    def call() -> None:
        move, error = None, None
        try:
            move = _think(name, thought)
        except Exception as failure:  # noqa: BLE001 - it goes to whoever waits
            error = failure
        with contextlib.suppress(RuntimeError):  # the server has gone
            loop.call_soon_threadsafe(settle, move, error)

    threading.Thread(target=call, daemon=True).start()
    return await answer


class Brains:
    """A pool of processes in which bots think, and threads that wait for those elsewhere."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._pool: ProcessPoolExecutor | None = None
        self._calls = asyncio.Semaphore(_CALLS)
        self._resting: dict[str, float] = {}

    async def answer(self, bots: Sequence[str], thought: Thought) -> tuple[str, Any]:
        """The first of these bots that has an answer, and the answer.

        When all of them fail or take too long, chance answers. One elsewhere that is silent is left alone a while.
        """
        if len(thought.ask.moves) == 1:
            return bots[0], thought.ask.moves[0]
        for name in bots:
            if self._resting.get(name, 0.0) > time.monotonic():
                continue
            try:
                return name, await self._ask(full_name(name), thought)
            except BrokenProcessPool:
                self._pool = None
                _LOG.error("the bots' process ended")
            except Exception as error:  # noqa: BLE001 - whatever is wrong with a bot, the table must go on
                what = error.code if isinstance(error, Refused) else type(error).__name__
                _LOG.error("bot %s failed: %s", name, what)
                if what in _SILENT:
                    self._resting[name] = time.monotonic() + _REST
        return "random", _think("random", thought)

    async def _ask(self, name: str, thought: Thought) -> Any:
        if name == "random":  # no thought needed, no process either
            return _think(name, thought)
        if name.startswith("proavalon:"):
            async with self._calls:
                return await asyncio.wait_for(_call(name, thought), _PATIENCE)
        future = asyncio.get_running_loop().run_in_executor(self._running(), _think, name, thought)
        return await asyncio.wait_for(future, _PATIENCE)

    async def study(self, record: Record) -> bytes:
        """The analysis of a finished game, as JSON. Raises Refused where there is nothing to study."""
        loop = asyncio.get_running_loop()
        try:
            return await asyncio.wait_for(loop.run_in_executor(self._running(), _study, record), _PATIENCE)
        except CorruptRecord:
            raise Refused("NOT_FOUND", "That game has no hidden sides to study.") from None
        except (BrokenProcessPool, TimeoutError):
            raise Refused("UNAVAILABLE", "The study of that game takes too long; try again.") from None

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
