"""The process: its rooms, the store, the other processes, and who is where."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
from itertools import count

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from turncoat.core import CorruptRecord, Refused
from turncoat.server.config import Config
from turncoat.server.live.automation import Driver
from turncoat.server.live.bot_pool import Brains
from turncoat.server.live.fanout import Fanout, News, RedisFanout
from turncoat.server.live.room import Room, fold_log, now_ms
from turncoat.server.live.streams import encode
from turncoat.server.store import Committer, Database, open_database
from turncoat.server.tables import entries as log
from turncoat.server.tables.listing import table_row
from turncoat.server.tables.secret_source import SecretSource
from turncoat.server.tables.settings import Settings
from turncoat.server.tables.table_state import Fold
from turncoat.server.tables.wire import Presence

_LOG = logging.getLogger("turncoat.hub")
_CONSONANTS = "BCDFGHJKLMNPQRSTVWXZ"
_ID_LETTERS = "bcdfghjkmnpqrstvwxz23456789"
_IDLE_MS = 600_000
_TIDY_EVERY = 10
_CODE_FREE_MS = 3 * 86_400_000

Seen = dict[str, tuple[tuple[int, ...], int]]
_seen_decoder = msgspec.json.Decoder(Seen)


class Hub:
    """Everything one server process holds."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.node = secrets.token_hex(6)
        self.fixed_deals = config.fixed_deals
        self.secrets = SecretSource(config.test_secret)
        self.brains = Brains(config.bot_workers)
        self.rooms: dict[str, Room] = {}
        self.drivers: dict[str, Driver] = {}
        self.draining = False
        self.database: Database
        self.committer: Committer
        self._fanout = RedisFanout(config.redis) if config.redis else Fanout()
        self._loading: dict[str, asyncio.Future[Room]] = {}
        self._codes: dict[str, str] = {}
        self._others: dict[str, Seen] = {}
        self._shown: dict[str, bytes] = {}
        self._touched: set[Room] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self, address: str) -> None:
        """Open the store and join the other processes."""
        self.database = await open_database(address)
        self.committer = Committer(self.database)
        self.committer.start()
        await self._beat()
        await self._fanout.start(self._deliver)
        self._spawn(self._live())

    async def stop(self) -> None:
        """Store what is under way, then leave."""
        self.draining = True
        for driver in self.drivers.values():
            driver.stop()
        await self.committer.stop()
        for room in list(self.rooms.values()):
            for member in room.members():
                member.close(1012)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._fanout.stop()
        self.brains.close()
        try:
            await self.database.leave(self.node)
        except (SQLAlchemyError, OSError):
            _LOG.warning("could not say good-bye")
        await self.database.close()

    def _spawn(self, work: object) -> None:
        task: asyncio.Task[None] = asyncio.create_task(work)  # type: ignore[arg-type]
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # rooms

    async def open_table(self, settings: Settings, host: str, first: list[log.AnyEntry], **more: str | None) -> Room:
        """Make a table, with what happens at it at once."""
        secret = more.get("secret") or self.secrets.draw("deal", settings)
        for _ in range(20):
            code = "".join(secrets.choice(_CONSONANTS) for _ in range(4))
            name = "".join(secrets.choice(_ID_LETTERS) for _ in range(10))
            opened = log.Opened(
                at=now_ms(),
                id=name,
                code=code,
                host=host,
                settings=settings,
                secret=secret,
                daily=more.get("daily"),
            )
            fold = Fold(opened)
            bodies = [log.encode(entry) for entry in (opened, *first)]
            for entry in (opened, *first):
                fold.apply(entry)
            rows = [
                {"table_id": name, "seq": seq, "node": self.node, "body": body} for seq, body in enumerate(bodies, 1)
            ]
            if await self.database.add_table(table_row(fold.table, fold.game, opened.at), rows, host):
                return self._house(Room(fold, self))
            await self.database.free_code(code, now_ms() - _CODE_FREE_MS)
        raise Refused("UNAVAILABLE", "No code is free. Try again.")

    async def room(self, name: str) -> Room:
        """A table by id or code, read from the store where it is not here. Raises Refused."""
        found = self.rooms.get(name) or self.rooms.get(self._codes.get(name.upper(), ""))
        if found is not None and not found.closed:
            return found
        table = await self.database.find_table(name) if 0 < len(name) <= 16 else None
        if table is None:
            raise Refused("NOT_FOUND", "There is no such table.")
        if table in self.rooms and not self.rooms[table].closed:
            return self.rooms[table]
        if table not in self._loading:
            loading = self._loading[table] = asyncio.ensure_future(self._load(table))
            # not when somebody stops waiting: another load would then house the table a second time
            loading.add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(self._loading[table])

    async def _load(self, table: str) -> Room:
        rows = await self.database.load(table)
        try:
            fold, _ = fold_log([body for _, _, body in rows])
        except (CorruptRecord, IndexError):
            _LOG.error("table %s cannot be read", table)
            raise Refused("NOT_FOUND", "That table cannot be read.") from None
        return self._house(Room(fold, self))

    def _house(self, room: Room) -> Room:
        self.rooms[room.id] = room
        self._codes[room.fold.table.code] = room.id
        self.drivers[room.id] = Driver(room, self)
        return room

    def _evict(self, room: Room) -> None:
        room.closed = True
        if self.rooms.get(room.id) is room:
            del self.rooms[room.id]
            self._codes.pop(room.fold.table.code, None)
            self._shown.pop(room.id, None)
            self.drivers.pop(room.id).stop()
        for member in room.members():
            member.close(1012)

    # what rooms say (Surroundings)

    def dirty(self, room: Room) -> None:
        self.committer.mark(room)

    def stored(self, room: Room, first: int, bodies: list[bytes]) -> None:
        self._fanout.publish(News(self.node, room.id, first, bodies))

    def stale(self, room: Room) -> None:
        self._spawn(self._reread(room))

    def failed(self, room: Room) -> None:
        self._evict(room)

    def changed(self, room: Room) -> None:
        if not self._touched:
            asyncio.get_running_loop().call_soon(self._look)
        self._touched.add(room)

    async def _reread(self, room: Room) -> None:
        try:
            rows = await self.database.load(room.id)
        except (SQLAlchemyError, OSError):
            room.fail()
            return
        room.reread([body for _, _, body in rows])

    def _look(self) -> None:
        """See what changes mean to presence, bots and clocks: once, however many there were."""
        touched, self._touched = self._touched, set()
        for room in touched:
            driver = self.drivers.get(room.id)
            if driver is None or room.closed:
                continue
            self._return_owners(room)
            driver.poke()
            self._show_presence(room, driver)

    def _return_owners(self, room: Room) -> None:
        """Who was away because he was gone, and is here again, has his chair back."""
        here, _ = room.here()
        for seat, chair in enumerate(room.durable.table.chairs):
            if chair.away == "absent" and seat in here:
                self.drivers[room.id].give_back(seat)

    def _show_presence(self, room: Room, driver: Driver) -> None:
        members = room.members()
        if not members:
            self._shown.pop(room.id, None)
            return
        here, watchers = self.present(room)
        message = encode(Presence(here=tuple(sorted(here)), watchers=watchers, gone=driver.deadlines()))
        if self._shown.get(room.id) != message:
            self._shown[room.id] = message
            for member in members:
                member.send(message)

    def greeting(self, room: Room) -> bytes | None:
        """What a newcomer is told about presence, where nothing changes by his coming."""
        return self._shown.get(room.id)

    # who is where (Household)

    def present(self, room: Room) -> tuple[frozenset[int], int]:
        here, watchers = room.here()
        for seen in self._others.values():
            if room.id in seen:
                seats, others = seen[room.id]
                here |= frozenset(seats)
                watchers += others
        return here, watchers

    def drives(self, room: Room) -> bool:
        """One of the processes with people at the table, the same one by everybody's reckoning."""
        if not any(room.here()):
            return False
        if not self._others:
            return True
        mine = _rank(self.node, room.id)
        return all(room.id not in seen or _rank(node, room.id) >= mine for node, seen in self._others.items())

    async def _live(self) -> None:
        for number in count():
            await asyncio.sleep(self.config.beat_ms / 1000)
            try:
                await self._beat()
                await self._catch_up()
                if number % _TIDY_EVERY == 0:
                    await self.database.tidy()
                self._tidy()
            except (SQLAlchemyError, OSError) as error:
                _LOG.warning("the store does not answer: %s", type(error).__name__)
            except Exception:  # noqa: BLE001 - whatever it was, this heart must go on beating
                _LOG.exception("a heartbeat failed")

    async def _beat(self) -> None:
        now = now_ms()
        seen = {room.id: room.here() for room in self.rooms.values()}
        mine = {table: (sorted(seats), watchers) for table, (seats, watchers) in seen.items() if seats or watchers}
        told = await self.database.beat(self.node, now + self.config.lease_ms, msgspec.json.encode(mine), now)
        others = {node: _seen_decoder.decode(data) for node, data in told.items()}
        if others != self._others:
            before, self._others = self._others, others
            touched = {table for seen in (*before.values(), *others.values()) for table in seen}
            for table in touched & self.rooms.keys():
                self.changed(self.rooms[table])

    async def _catch_up(self) -> None:
        """With other processes about, look for entries that the fan-out did not bring."""
        if not self._others or not self.rooms:
            return
        heads = await self.database.heads(self.rooms)
        for table, seq in heads.items():
            room = self.rooms.get(table)
            if room is not None and seq > room.fold.seq and not room.reading and not room.flying and not room.queue:
                room.reading = True
                self.stale(room)

    def _tidy(self) -> None:
        now = now_ms()
        for room in list(self.rooms.values()):
            idle = now - room.used > _IDLE_MS and not any(room.here())
            if idle and not room.queue and not room.flying:
                self._evict(room)

    def _deliver(self, news: News) -> None:
        room = self.rooms.get(news.table)
        if room is None or news.node == self.node:
            return
        try:
            room.receive(news.first, news.bodies)
        except Exception:  # noqa: BLE001 - one table's trouble must not deafen the others
            _LOG.exception("news could not be taken")
            room.fail()


def _rank(node: str, table: str) -> bytes:
    return hashlib.sha256(f"{node}:{table}".encode()).digest()
