"""What takes thought, run outside the event loop in a process of its own.

Bots get a view and an ask, and nothing else; the study of a game gets its record once it is over.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import msgspec

from turncoat.bots import make_bot
from turncoat.core import Ask, CorruptRecord, Record, Refused
from turncoat.insight.analysis import analyse

_LOG = logging.getLogger("turncoat.bots")
_PATIENCE = 20.0


def _think(name: str, seed: str, view: Any, ask: Ask, claims: tuple[Any, ...]) -> Any:
    bot = make_bot(name, seed)
    hear = getattr(bot, "hear", None)
    if hear is not None:
        hear(claims)
    return bot.answer(view, ask)


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


class Brains:
    """A pool of processes in which bots think."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._pool: ProcessPoolExecutor | None = None

    async def answer(self, name: str, seed: str, view: Any, ask: Ask, claims: tuple[Any, ...]) -> Any:
        """What a bot answers. One that fails or takes too long is replaced by the simplest for this answer."""
        if name == "random" or len(ask.moves) == 1:  # no thought needed, no process either
            return _think("random", seed, view, ask, ())
        loop = asyncio.get_running_loop()
        try:
            future = loop.run_in_executor(self._running(), _think, name, seed, view, ask, claims)
            return await asyncio.wait_for(future, _PATIENCE)
        except BrokenProcessPool:
            self._pool = None
            _LOG.error("the bots' process ended")
        except Exception as error:  # noqa: BLE001 - whatever is wrong with a bot, the table must go on
            _LOG.error("bot %s failed: %s", name, type(error).__name__)
        return _think("random", seed, view, ask, ())

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
