"""How a process tells the others that it has stored something: at once through Redis, where there is one.

A message names a table and says nothing else: what happened there is read from the store. So nobody who can read or
write in Redis learns a secret or changes a table, and a message that is lost costs only time.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

import msgspec

_LOG = logging.getLogger("turncoat.fanout")
CHANNEL = "turncoat:news"


class News(msgspec.Struct, frozen=True, array_like=True):
    """The process `node` has stored something at a table."""

    node: str
    table: str


Deliver = Callable[[News], None]


class Fanout:
    """No fan-out: the other processes, if there are any, find news in the store."""

    async def start(self, deliver: Deliver) -> None:
        """Begin to listen."""

    def publish(self, news: News) -> None:
        """Tell the others."""

    async def stop(self) -> None:
        """Stop listening."""


class RedisFanout(Fanout):
    """One channel for all tables. It reconnects by itself when Redis comes back."""

    def __init__(self, address: str) -> None:
        from redis.asyncio import Redis  # an extra: only where it is asked for

        self._redis: Any = Redis.from_url(address, socket_connect_timeout=2, socket_keepalive=True)
        self._outbox: asyncio.Queue[bytes] = asyncio.Queue(maxsize=10_000)
        self._tasks: list[asyncio.Task[None]] = []
        self._is_down = False
        self._encode = msgspec.msgpack.Encoder().encode
        self._decode = msgspec.msgpack.Decoder(News).decode

    async def start(self, deliver: Deliver) -> None:
        self._tasks = [asyncio.create_task(self._listen(deliver)), asyncio.create_task(self._send())]

    def publish(self, news: News) -> None:
        try:
            self._outbox.put_nowait(self._encode(news))
        except asyncio.QueueFull:
            _LOG.warning("the fan-out is behind; the others will read the store")

    async def stop(self) -> None:
        pending = set(self._tasks)
        while pending:  # the driver sometimes swallows a cancellation
            for task in pending:
                task.cancel()
            _, pending = await asyncio.wait(pending, timeout=0.2)
        await self._redis.aclose()

    async def _send(self) -> None:
        from redis.exceptions import RedisError

        while True:
            data = await self._outbox.get()
            try:
                await self._redis.publish(CHANNEL, data)
            except (RedisError, OSError) as error:
                self._note_failure(error)
            else:
                self._note_success()

    async def _listen(self, deliver: Deliver) -> None:
        from redis.exceptions import RedisError

        while True:
            try:
                async with self._redis.pubsub() as channel:
                    await channel.subscribe(CHANNEL)
                    self._note_success()
                    async for message in channel.listen():
                        if message["type"] == "message":
                            self._hear(message["data"], deliver)
            except (RedisError, OSError) as error:
                self._note_failure(error)
            await asyncio.sleep(0.5)

    def _note_failure(self, error: Exception) -> None:
        """Say once that Redis is down, not for every attempt."""
        if not self._is_down:
            self._is_down = True
            _LOG.warning("the fan-out is down: %s", type(error).__name__)

    def _note_success(self) -> None:
        if self._is_down:
            self._is_down = False
            _LOG.warning("the fan-out works again")

    def _hear(self, data: bytes, deliver: Deliver) -> None:
        try:
            deliver(self._decode(data))
        except msgspec.MsgspecError:
            _LOG.debug("a message that is not ours")
