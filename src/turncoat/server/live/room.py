"""A table in play in this process: commands in, entries to the store, messages out. One thread, no waiting inside.

A command is checked and applied to the head at once; its reply and what it tells others wait until its entries are
stored. If another process has appended first, the head is thrown away, the log is read again, and the commands
are decided anew: each is accepted or refused on what really happened.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

import msgspec

from turncoat.core import CorruptRecord, Refused
from turncoat.server.live.streams import Stream, Subscriber, encode, wire_event
from turncoat.server.store import Conflict, Write
from turncoat.server.tables import commands, wire
from turncoat.server.tables import entries as log
from turncoat.server.tables.decisions import Again, Context, decide
from turncoat.server.tables.listing import people_of, record_rows, summary_row
from turncoat.server.tables.patch import diff
from turncoat.server.tables.secret_source import SecretSource
from turncoat.server.tables.table import Table, table_view
from turncoat.server.tables.table_state import Effect, Fold
from turncoat.server.tables.talk import channels
from turncoat.server.tables.wire import Ok, RefusedReply, Sync, TableView, You

_LOG = logging.getLogger("turncoat.room")
WARM_MS = 60_000
MAX_PENDING = 256
CHAT_KEPT = 1000
UNAVAILABLE = Refused("UNAVAILABLE", "The server could not store that. Try again.")

Reply = Callable[[Ok | Refused], None]
Decide = Callable[[Context], Any]


def now_ms() -> int:
    """The time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def reply_message(ref: int | None, outcome: Ok | Refused) -> bytes:
    """A reply as it goes over the socket."""
    if isinstance(outcome, Refused):
        return encode(RefusedReply(ref=ref, error=outcome.code, message=outcome.message))
    return encode(Ok(ref=ref, again=outcome.again, result=outcome.result))


class Pending(msgspec.Struct):
    """A command whose entries are not stored yet, or whose reply waits for those before it."""

    visitor: str
    choose: Decide
    reply: Reply | None
    outcome: Ok | Refused
    effects: list[Effect] = []
    bodies: list[bytes] = []


class Surroundings(Protocol):
    """What a room needs of the process it lives in."""

    node: str
    fixed_deals: bool
    secrets: SecretSource

    def dirty(self, room: Room) -> None:
        """The room has something to store."""

    def stored(self, room: Room, first: int, bodies: list[bytes]) -> None:
        """Entries are stored: tell the other processes."""

    def stale(self, room: Room) -> None:
        """The room must read its log again."""

    def failed(self, room: Room) -> None:
        """The room is of no use any more."""

    def changed(self, room: Room) -> None:
        """Something happened at the table, or somebody came or went."""


class Room:
    """One table and everybody connected to it here."""

    def __init__(self, fold: Fold, home: Surroundings) -> None:
        self.fold = fold
        self.home = home
        self.id = fold.table.id
        self.durable: Effect = fold.snapshot()
        self.streams: dict[int | None, Stream] = {}
        self.chat = list(fold.chat)
        self.shown: TableView = table_view(fold.table)
        self.listed: tuple[Table, str] | None = None
        self.queue: list[Pending] = []
        self.flying: list[Pending] = []
        self.reading = False
        self.closed = False
        self.used = now_ms()

    # commands

    def execute(self, visitor: str, command: commands.AnyCommand, reply: Reply | None = None) -> None:
        """Do what a visitor asks, or refuse; the reply comes when it is stored."""
        self.attempt(visitor, lambda ctx: decide(ctx, command), reply)

    def attempt(self, visitor: str, choose: Decide, reply: Reply | None = None) -> None:
        """Decide something on the head as it is now, and again if that turns out not to have been it."""
        pending = Pending(visitor, choose, reply, Ok())
        self.used = now_ms()
        if self.closed or len(self.queue) > MAX_PENDING:
            _tell(pending, UNAVAILABLE)
        elif self.reading:
            self.queue.append(pending)
        else:
            self._run(pending)

    def _run(self, pending: Pending) -> None:
        pending.effects, pending.bodies = [], []
        ctx = Context(self.fold, pending.visitor, self.used, self.home.fixed_deals, self.home.secrets)
        try:
            decision = pending.choose(ctx)
            for entry in decision.entries:
                pending.effects.append(self.fold.apply(entry))
                pending.bodies.append(log.encode(entry))
        except Again:
            pending.outcome = Ok(again=True)
        except Refused as refusal:
            pending.outcome = refusal
        except Exception:  # noqa: BLE001 - a bug: the head may be half changed, the store is not
            _LOG.exception("a command failed")
            self.fail((pending,))
            return
        else:
            pending.outcome = Ok(result=decision.result)
        if pending.bodies:
            self.queue.append(pending)
            self.home.dirty(self)
        elif self.queue or self.flying:
            self.queue.append(pending)
        else:
            _tell(pending, pending.outcome)

    # storing

    def collect(self) -> Write | None:
        """What is to be stored with the next group; one write of a room is under way at a time."""
        if self.flying or self.reading or not self.queue:
            return None
        self.flying, self.queue = self.queue, []
        rows = [
            {"table_id": self.id, "seq": effect.seq, "node": self.home.node, "body": body}
            for pending in self.flying
            for effect, body in zip(pending.effects, pending.bodies, strict=True)
        ]
        if not rows:
            self._stored(None)
            return None
        write = Write(self.id, rows, self._stored)
        self._summarise(write, [effect for pending in self.flying for effect in pending.effects])
        return write

    def _summarise(self, write: Write, effects: list[Effect]) -> None:
        last = effects[-1]
        phase = "" if last.state is None else self.fold.game.phase(last.state)
        listed = (last.table, phase if last.table.settings.public else "")
        if self.listed is None or self.listed[0] is not listed[0] or self.listed[1] != listed[1]:
            write.summary = summary_row(last.table, self.fold.game, last.state, self.used)
            if self.listed is None or people_of(self.listed[0]) != people_of(last.table):
                write.people = people_of(last.table)
            self.listed = listed
        write.records = [record_rows(effect.table, effect.record) for effect in effects if effect.record is not None]

    def _stored(self, error: Exception | None) -> None:
        flight, self.flying = self.flying, []
        if isinstance(error, Conflict):
            self.queue = flight + self.queue
            self.listed = None
            self._read_again()
        elif error is not None:
            self.fail(flight)
        else:
            self._tell_all(flight)
            if self.queue:
                self.home.dirty(self)

    def _tell_all(self, flight: list[Pending]) -> None:
        """It is stored: tell the other processes, then everybody here, then those who did it."""
        effects = [effect for pending in flight for effect in pending.effects]
        try:
            if effects:
                self.home.stored(self, effects[0].seq, [body for pending in flight for body in pending.bodies])
                self.broadcast(effects)
        except Exception:  # noqa: BLE001 - a bug in telling: everybody shall come back and start afresh
            _LOG.exception("a broadcast failed")
            self.fail()
        for pending in flight:
            _tell(pending, pending.outcome)

    def fail(self, flight: Iterable[Pending] = ()) -> None:
        """The store is gone: say so to everybody who waits, and close."""
        self.closed = True
        for pending in (*flight, *self.queue):
            _tell(pending, UNAVAILABLE)
        self.queue = []
        self.home.failed(self)

    # what other processes have done

    def receive(self, first: int, bodies: Sequence[bytes]) -> None:
        """Entries that another process has stored."""
        if self.closed or self.reading or self.flying or self.queue:
            return  # a race that we have lost: the store will tell, and we read it all again
        if first > self.fold.seq + 1:
            self._read_again()
            return
        self._follow(bodies[self.fold.seq + 1 - first :])

    def _follow(self, bodies: Sequence[bytes]) -> None:
        effects = [self.fold.apply(log.decode(body)) for body in bodies]
        if effects:
            self.used = now_ms()
            self.broadcast(effects)

    def _read_again(self) -> None:
        if not self.reading:
            self.reading = True
            self.home.stale(self)

    def reread(self, bodies: Sequence[bytes]) -> None:
        """The whole log from the store: start again from it, then decide what was waiting anew."""
        self.reading = False
        known = self.durable.seq
        try:
            fold, effects = fold_log(bodies, known)
        except CorruptRecord:
            self.fail()
            return
        self.fold = fold
        if effects:
            self.broadcast(effects)
        waiting, self.queue = self.queue, []
        for pending in waiting:
            self._run(pending)

    # telling

    def broadcast(self, effects: list[Effect]) -> None:
        """Tell every stream what these entries mean to it, in one message each."""
        last = effects[-1]
        table = None
        if last.table is not self.durable.table:
            shown = table_view(last.table)
            table, self.shown = diff(self.shown, shown), shown
        self.durable = last
        for effect in effects:
            if effect.reset and effect.events:  # a new game
                self.chat.clear()
            if effect.line is not None:
                self.chat.append((effect.line, effect.to))
        del self.chat[:-CHAT_KEPT]
        told = [(event, wire_event(event)) for effect in effects for event in effect.events]
        afresh = any(effect.reset for effect in effects)
        self._rehouse(greet=not afresh)
        self._shut_out()
        if afresh:
            self._sync_all(told)
        else:
            self._update_all(effects, told, table)
        self.home.changed(self)

    def _update_all(self, effects: list[Effect], told: list[tuple[Any, Any]], table: wire.Patch | None) -> None:
        last, game = effects[-1], self.fold.game
        spoken = [(effect.line, effect.to) for effect in effects if effect.line is not None]
        fresh_you = table is not None or bool(told and game.phase(last.state) in ("assassinate", "over"))
        for seat, stream in list(self.streams.items()):
            if not stream.members and stream.warm_until < self.used:
                del self.streams[seat]
                continue
            events = [raw for event, raw in told if event.to is None or seat in event.to]
            lines = tuple(line for line, to in spoken if to is None or seat in to)
            data = stream.update(game, last, events, lines, table)
            if data is not None:
                for member in stream.members:
                    member.send(self._with_you(member, data) if fresh_you else data)

    def _with_you(self, member: Subscriber, data: bytes) -> bytes:
        you = self.you(member.visitor)
        if you == member.you:
            return data
        member.you = you
        return data[:-1] + b',"you":' + encode(you) + b"}"

    def _sync_all(self, told: list[tuple[Any, Any]]) -> None:
        for seat, stream in list(self.streams.items()):
            stream.stand(self.fold.game, self.durable)
            events = tuple(raw for event, raw in told if event.to is None or seat in event.to)
            for member in stream.members:
                member.send(self._sync(member, stream, events))

    def _rehouse(self, *, greet: bool) -> None:
        """Who has got or lost a chair belongs to another stream now, and starts from scratch there."""
        moved = [
            member
            for stream in self.streams.values()
            for member in stream.members
            if self.durable.table.seat_of(member.visitor) != member.seat
        ]
        for member in moved:
            self.streams[member.seat].members.discard(member)
            if greet:
                self._welcome(member, None, None)
            else:
                member.seat = self.durable.table.seat_of(member.visitor)
                self.stream(member.seat).members.add(member)

    def may_look(self, visitor: str) -> bool:
        """Whether a visitor may see the table go on: everybody, unless the table plays among itself."""
        table = self.durable.table
        return (
            table.settings.watch
            or table.status == "lobby"
            or visitor == table.host
            or table.seat_of(visitor) is not None
        )

    def _shut_out(self) -> None:
        watchers = self.streams.get(None)
        for member in list(watchers.members) if watchers else ():
            if not self.may_look(member.visitor):
                member.close(4403)

    # connections

    def join(self, member: Subscriber, since: int | None, seat: int | None, *, quiet: bool = False) -> None:
        """Somebody connects, having heard all up to `since` as `seat`. Quiet: no greeting if he missed nothing."""
        self.used = now_ms()
        self._welcome(member, since, seat, quiet=quiet)
        self.home.changed(self)

    def _welcome(self, member: Subscriber, since: int | None, seat: int | None, *, quiet: bool = False) -> None:
        own = self.durable.table.seat_of(member.visitor)
        stream = self.stream(own)
        stream.members.add(member)
        missed = stream.missed(since) if since is not None and seat == own else None
        member.seat = own
        if missed is None:
            member.send(self._sync(member, stream))
            return
        for data in missed:
            member.send(data)
        member.you = self.you(member.visitor)
        if missed or not quiet:
            member.send(encode(wire.Update(n=stream.n, asks=stream.asks, you=member.you)))

    def stream(self, seat: int | None) -> Stream:
        """A seat's stream, standing where the table stands."""
        stream = self.streams.get(seat)
        if stream is None:
            stream = self.streams[seat] = Stream(seat)
            stream.stand(self.fold.game, self.durable)
        return stream

    def part(self, member: Subscriber, *, warm: bool = False) -> None:
        """Somebody disconnects. A warm stream goes on for a while, for the next poll."""
        stream = self.streams.get(member.seat)
        if stream is not None:
            stream.members.discard(member)
            if warm:
                stream.warm_until = now_ms() + WARM_MS
        self.home.changed(self)

    def _sync(self, member: Subscriber, stream: Stream, events: tuple[Any, ...] = ()) -> bytes:
        member.you = self.you(member.visitor)
        lines = [line for line, to in self.chat if to is None or stream.seat in to]
        return encode(
            Sync(
                n=stream.n,
                now=now_ms(),
                you=member.you,
                table=self.shown,
                view=stream.view,
                asks=stream.asks,
                chat=tuple(lines[-200:]),
                events=events,
            )
        )

    def you(self, visitor: str) -> You:
        """What a visitor is here."""
        table = self.durable.table
        return You(
            seat=table.seat_of(visitor),
            host=visitor == table.host,
            channels=channels(table, self.fold.game, self.durable.state, visitor),
        )

    def here(self) -> tuple[frozenset[int], int]:
        """The seats with somebody connected to this process, and the number of watchers."""
        now = now_ms()
        seats = {
            seat
            for seat, stream in self.streams.items()
            if seat is not None and (stream.members or stream.warm_until > now)
        }
        watchers = self.streams.get(None)
        return frozenset(seats), len(watchers.members) if watchers else 0

    def members(self) -> list[Subscriber]:
        """Everybody connected here."""
        return [member for stream in self.streams.values() for member in stream.members]


def _tell(pending: Pending, outcome: Ok | Refused) -> None:
    if pending.reply is not None:
        pending.reply(outcome)


def fold_log(bodies: Sequence[bytes], known: int = 0) -> tuple[Fold, list[Effect]]:
    """A table from its log, and the effects of the entries after number `known`."""
    try:
        first = log.decode(bodies[0])
        if not isinstance(first, log.Opened):
            raise CorruptRecord("the log does not begin with its table")
        fold = Fold(first)
        effects = [effect for body in bodies if (effect := fold.apply(log.decode(body))).seq > known]
    except (msgspec.MsgspecError, LookupError, Refused) as error:
        raise CorruptRecord(f"the log cannot be read: {error}") from None
    return fold, effects
