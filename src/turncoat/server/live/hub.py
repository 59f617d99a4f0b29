"""The running tables of one server process, and its place among the other processes."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Iterable
from itertools import count

import msgspec

from turncoat.core import Refused
from turncoat.server.config import Config
from turncoat.server.live.bot_pool import BotPool
from turncoat.server.live.clock import now_ms
from turncoat.server.live.fanout import Fanout, News, RedisFanout
from turncoat.server.live.other_processes import OtherProcesses
from turncoat.server.live.secret_source import SecretSource
from turncoat.server.live.services import Services
from turncoat.server.live.stored_log import NoTable, TableBroken, replay
from turncoat.server.live.table_runtime import TableRuntime
from turncoat.server.live.tracing import open_traces
from turncoat.server.store import Committer, Conflict, Database, StoreDown, Write, open_database
from turncoat.server.store.retention import Removed, prune, rules_of
from turncoat.server.tables import entries as log
from turncoat.server.tables.listing import table_row
from turncoat.server.tables.settings import Settings
from turncoat.server.tables.table_state import TableState

_LOG = logging.getLogger("turncoat.hub")
_CONSONANTS = "BCDFGHJKLMNPQRSTVWXZ"
_CODE_LENGTH = 6
_ID_LETTERS = "bcdfghjkmnpqrstvwxz23456789"
_IDLE_MS = 600_000
_LOOK_EVERY = 10
_FAREWELL = 2.0
_PRUNE_EVERY = 3600.0
_CODE_FREE_MS = 3 * 86_400_000


class Hub:
    """Finds, loads, opens and closes tables, and tells the other processes that this one is alive."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.node = secrets.token_hex(6)
        self.secrets = SecretSource(config.test_secret)
        self.bots = BotPool(config.bot_workers)
        self.tables: dict[str, TableRuntime] = {}
        self.draining = False
        self.database: Database
        self.visitor_key = b""
        self.committer: Committer
        self._services: Services
        self._fanout = RedisFanout(config.redis) if config.redis else Fanout()
        self._others = OtherProcesses(self.node, config.lease_ms)
        self._traces = open_traces(self.node, on=config.traces)
        self._with_people: frozenset[str] = frozenset()
        self._codes: dict[str, str] = {}
        self._loading: dict[str, asyncio.Future[TableRuntime]] = {}
        self._broken: set[str] = set()
        self._named: set[str] = set()
        self._has_news = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self, address: str) -> None:
        """Open the store and join the other processes."""
        self.database = await open_database(address)
        self.visitor_key = await self.database.server_key("visitors")
        self.committer = Committer(self.database)
        self.committer.start()
        self._services = Services(
            node=self.node,
            fixed_deals=self.config.fixed_deals,
            secrets=self.secrets,
            database=self.database,
            committer=self.committer,
            fanout=self._fanout,
            others=self._others,
            bots=self.bots,
            traces=self._traces,
        )
        with contextlib.suppress(StoreDown):  # a full disk can still be read
            await self._beat()
        await self._fanout.start(self._hear)
        self._tasks = [asyncio.create_task(work()) for work in (self._live, self._read_news, self._prune)]

    async def stop(self) -> None:
        """Store what is under way, then leave."""
        self.draining = True
        for table in self.tables.values():
            table.stop_automation()
        await self.committer.stop()
        for table in self.tables.values():
            table.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._fanout.stop()
        self.bots.close()
        with contextlib.suppress(StoreDown, TimeoutError):
            async with asyncio.timeout(_FAREWELL):
                await self.database.leave(self.node)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_FAREWELL):
                await self.database.close()
        self._traces.close()

    @property
    def is_ready(self) -> bool:
        """Whether this process can do its work: it is not stopping, and its last heartbeat was stored in time."""
        return not self.draining and self.database.takes_writes(within=self.config.lease_ms / 1000)

    # tables

    async def open(
        self,
        settings: Settings,
        host: str,
        first: list[log.Entry],
        *,
        secret: str | None = None,
        daily: str | None = None,
        only: str | None = None,
    ) -> TableRuntime:
        """Make a table. `first` is what happens there at once, `secret` the seed of a deal that has a name.

        `only` is an id for which there is one table: where it exists, that is the one.
        """
        secret = secret or self.secrets.draw("deal", settings)
        for _ in range(20):
            code = "".join(secrets.choice(_CONSONANTS) for _ in range(_CODE_LENGTH))
            name = only or "".join(secrets.choice(_ID_LETTERS) for _ in range(10))
            opened = log.Opened(
                at=now_ms(), id=name, code=code, host=host, settings=settings, secret=secret, daily=daily
            )
            state = TableState(opened)
            for entry in (opened, *first):
                state.apply(entry)
            rows = [
                {"table_id": name, "seq": seq, "node": self.node, "body": log.encode(entry)}
                for seq, entry in enumerate((opened, *first), 1)
            ]
            row = table_row(state.table, state.game, opened.at)
            try:
                await self.committer.store(Write(name, rows, opened=row, people=frozenset({host})))
            except Conflict:
                if only is not None and await self.database.find_table(only) is not None:
                    return await self.find(only)
                await self.database.free_code(code, now_ms() - _CODE_FREE_MS)
            else:
                return self._run(state)
        raise Refused("UNAVAILABLE", "No code is free. Try again.")

    async def find(self, name: str) -> TableRuntime:
        """A table by id or code, read from the store where it is not running here. Raises Refused."""
        found = self._running(name) or self._running(self._codes.get(name.upper(), ""))
        if found is not None:
            return found
        is_name = len(name) <= 16 and name.isascii() and name.isalnum()
        table = await self.database.find_table(name) if is_name else None
        if table is None:
            raise NoTable
        found = self._running(table)
        if found is not None:
            return found
        if table not in self._loading:
            loading = self._loading[table] = asyncio.ensure_future(self._load(table))
            # Not when somebody stops waiting: another load would then run the table a second time.
            loading.add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(self._loading[table])

    def tables_with_people(self) -> frozenset[str]:
        """The tables where somebody was connected at the last heartbeat, to this process or to another."""
        return self._with_people | self._others.tables()

    def _running(self, table: str) -> TableRuntime | None:
        found = self.tables.get(table)
        return None if found is None or found.closed else found

    async def _load(self, table: str) -> TableRuntime:
        if table in self._broken:
            raise TableBroken
        try:
            state, _ = replay(await self.database.load(table))
        except TableBroken:
            self._broken.add(table)  # not read again before the next start
            raise
        return self._run(state)

    def _run(self, state: TableState) -> TableRuntime:
        runtime = TableRuntime(state, self._services)
        self.tables[runtime.id] = runtime
        self._codes[state.table.code] = runtime.id
        return runtime

    def _tidy(self) -> None:
        """Close tables that nobody has used for a while, and forget those that are closed."""
        now = now_ms()
        for table in list(self.tables.values()):
            if now - table.used > _IDLE_MS and not table.busy and not any(table.audience.here()):
                table.close()
            if table.closed:
                del self.tables[table.id]
                self._codes.pop(table.state.table.code, None)

    async def _prune(self) -> None:
        """Remove what is old, by the owner's rules. A new server waits first: its clock may not be right yet."""
        while True:
            await asyncio.sleep(_PRUNE_EVERY)
            try:
                removed = await prune(self.database, rules_of(self.config), now_ms())
            except StoreDown:
                continue
            except Exception:  # noqa: BLE001 - it is tried again later
                _LOG.exception("what is old could not be removed")
                continue
            if removed != Removed():
                _LOG.info("removed what is old: %s", msgspec.json.encode(removed).decode())

    # the other processes

    async def _live(self) -> None:
        for number in count():
            await asyncio.sleep(self.config.beat_ms / 1000)
            try:
                await self._beat()
                if self._others or number % _LOOK_EVERY == 0:
                    await self._take_in(self.tables)
                self._tidy()
            except StoreDown:
                pass  # the store has said so
            except Exception:  # noqa: BLE001 - whatever it was, the heartbeat must go on
                _LOG.exception("a heartbeat failed")

    async def _beat(self) -> None:
        here = {table.id: table.audience.here() for table in self.tables.values() if not table.closed}
        ours = {table: (sorted(seats), watchers) for table, (seats, watchers) in here.items() if seats or watchers}
        self._with_people = frozenset(ours)
        expires = now_ms() + self.config.lease_ms
        heartbeats = await self.database.beat(self.node, expires, msgspec.json.encode(ours))
        for table in self._others.update(heartbeats) & self.tables.keys():
            self.tables[table].look()
        for node in self._others.dead():
            await self.database.leave(node)

    def _hear(self, news: News) -> None:
        """Another process says that it has stored something. Whether that is true is read from the store."""
        if news.node != self.node and self._running(news.table) is not None:
            self._named.add(news.table)
            self._has_news.set()

    async def _read_news(self) -> None:
        """Look after the tables that other processes have named, all that were named meanwhile at once."""
        while True:
            await self._has_news.wait()
            self._has_news.clear()
            named, self._named = self._named, set()
            try:
                await self._take_in(named)
            except StoreDown:
                pass  # the heartbeat will look again
            except Exception:  # noqa: BLE001 - the next news must be read
                _LOG.exception("news could not be read")

    async def _take_in(self, names: Iterable[str]) -> None:
        """Read what others have stored at these tables. A table that is busy finds out by itself."""
        running = {name: table for name in names if (table := self._running(name)) is not None and not table.busy}
        known = {name: table.state.seq for name, table in running.items()}
        for name, rows in (await self.database.news(known)).items() if known else ():
            try:
                running[name].receive(rows)
            except Exception:  # noqa: BLE001 - the trouble of one table must not cut off the others
                _LOG.exception("news could not be taken in")
                running[name].fail()
