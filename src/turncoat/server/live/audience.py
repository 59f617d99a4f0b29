"""The way out: what is stored becomes a message for everybody who is connected to the table here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import UNSET

from turncoat.core.padding import padded
from turncoat.server.live.clock import now_ms
from turncoat.server.live.streams import Stream, Subscriber, encode, wire_event
from turncoat.server.tables import wire
from turncoat.server.tables.patch import diff
from turncoat.server.tables.table_info import table_view
from turncoat.server.tables.table_state import Effect, TableState
from turncoat.server.tables.talk import channels, council
from turncoat.server.tables.wire import Presence, Sync, TableView, You

WARM_MS = 60_000
CHAT_KEPT = 1000
CHAT_SENT = 200
CODE_RESTART = 1012
CODE_NOT_ALLOWED = 4403


class Audience:
    """The streams of one table and their subscribers. `stored` is how the table stands after the last stored entry."""

    def __init__(self, state: TableState) -> None:
        self.stored: Effect = state.snapshot()
        self.shown: TableView = table_view(state.table, now_ms())
        self.chat = list(state.chat)
        self._streams: dict[int | None, Stream] = {}
        self._council = self._seats_in_council()
        self._presence: bytes | None = None

    # telling

    def tell(self, effects: list[Effect]) -> None:
        """Tell every stream what these entries mean to it, in one message each."""
        before, self.stored = self.stored, effects[-1]
        self._keep_chat(effects)
        events = [(event, wire_event(event)) for effect in effects for event in effect.events]
        from_scratch = any(effect.reset for effect in effects)
        table = None
        if self.stored.table is not before.table:
            shown = table_view(self.stored.table, now_ms())
            table, self.shown = diff(self.shown, shown), shown
            self._follow_chairs(greet=not from_scratch)
            self._close_watchers()
        if from_scratch:
            self._sync_all(events)
        else:
            self._update_all(effects, events, table)

    def _keep_chat(self, effects: Iterable[Effect]) -> None:
        for effect in effects:
            if effect.reset and effect.events:  # a new game
                self.chat.clear()
            if effect.line is not None:
                self.chat.append((effect.line, effect.to))
        del self.chat[:-CHAT_KEPT]

    def _update_all(self, effects: list[Effect], events: list[tuple[Any, Any]], table: wire.Patch | None) -> None:
        spoken = [(effect.line, effect.to) for effect in effects if effect.line is not None]
        before, self._council = self._council, self._seats_in_council()
        may_change_you = table is not None or before != self._council
        for seat, stream in list(self._streams.items()):
            if not stream.members and stream.warm_until < now_ms():
                del self._streams[seat]
                continue
            heard = [raw for event, raw in events if event.to is None or seat in event.to]
            lines = tuple(line for line, to in spoken if to is None or seat in to)
            data = stream.update(self.stored, heard, lines, table, self._council)
            if data is not None:
                for member in stream.members:
                    member.send(self._with_you(member, data) if may_change_you else data)

    def _seats_in_council(self) -> frozenset[int | None]:
        return council(self.stored.table, self.stored.game, self.stored.state)

    def _with_you(self, member: Subscriber, data: bytes) -> bytes:
        you = self.you(member.visitor)
        if you == member.you:
            return data
        member.you = you
        return padded(data.rstrip()[:-1] + b',"you":' + encode(you).rstrip() + b"}")

    def _sync_all(self, events: list[tuple[Any, Any]]) -> None:
        self._council = self._seats_in_council()
        for seat, stream in list(self._streams.items()):
            stream.stand(self.stored)
            heard = tuple(raw for event, raw in events if event.to is None or seat in event.to)
            for member in stream.members:
                member.send(self._sync(member, stream, heard))

    def _follow_chairs(self, *, greet: bool) -> None:
        """Whoever got or lost a chair belongs to another stream now and starts from scratch there."""
        seat_of = self.stored.table.seat_of
        moved = [member for member in self.members() if seat_of(member.visitor) != member.seat]
        for member in moved:
            self._streams[member.seat].members.discard(member)
            if greet:
                self._welcome(member, None, None)
            else:
                member.seat = self.stored.table.seat_of(member.visitor)
                self._stream(member.seat).members.add(member)

    def may_look(self, visitor: str) -> bool:
        """Whether a visitor may follow the game: everybody, unless the table has switched watchers off."""
        table = self.stored.table
        return (
            table.settings.watch
            or table.status == "lobby"
            or visitor == table.host
            or table.seat_of(visitor) is not None
        )

    def _close_watchers(self) -> None:
        watchers = self._streams.get(None)
        for member in list(watchers.members) if watchers else ():
            if not self.may_look(member.visitor):
                member.close(CODE_NOT_ALLOWED)

    # connections

    def join(self, member: Subscriber, since: int | None, seat: int | None, *, quiet: bool = False) -> None:
        """Somebody connects, having received every message up to number `since` as `seat`.

        Quiet: no greeting for a member that missed nothing.
        """
        self._welcome(member, since, seat, quiet=quiet)
        if self._presence is not None:
            member.send(self._presence)

    def _welcome(self, member: Subscriber, since: int | None, seat: int | None, *, quiet: bool = False) -> None:
        own = self.stored.table.seat_of(member.visitor)
        stream = self._stream(own)
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
            again = wire.Update(n=stream.n, asks=stream.asks, you=member.you)
            again.sealed, again.pointing = stream.sealed or UNSET, stream.pointing or UNSET
            member.send(encode(again))

    def part(self, member: Subscriber, *, warm: bool = False) -> None:
        """Somebody disconnects. A warm stream is kept for a while, for the next poll."""
        stream = self._streams.get(member.seat)
        if stream is not None:
            stream.members.discard(member)
            if warm:
                stream.warm_until = now_ms() + WARM_MS

    def close(self) -> None:
        """Disconnect everybody. Clients come back and find the table afresh."""
        for member in self.members():
            member.close(CODE_RESTART)

    def _stream(self, seat: int | None) -> Stream:
        stream = self._streams.get(seat)
        if stream is None:
            stream = self._streams[seat] = Stream(seat)
            stream.stand(self.stored)
        return stream

    def _sync(self, member: Subscriber, stream: Stream, events: tuple[Any, ...] = ()) -> bytes:
        member.you = self.you(member.visitor)
        lines = self.heard(stream.seat)
        return encode(
            Sync(
                n=stream.n,
                now=now_ms(),
                you=member.you,
                table=self.shown,
                view=stream.view,
                asks=stream.asks,
                chat=tuple(lines),
                events=events,
                sealed=stream.sealed or UNSET,
                pointing=stream.pointing or UNSET,
            )
        )

    def _may_read(self, seat: int | None, to: frozenset[int | None] | None) -> bool:
        """Whether a stream is shown an earlier line: private talk only during the game; later others may sit there."""
        return to is None or (seat in to and (seat is None or self.stored.table.status == "playing"))

    def you(self, visitor: str) -> You:
        """What a visitor is at this table."""
        at = self.stored
        return You(
            seat=at.table.seat_of(visitor),
            host=visitor == at.table.host,
            channels=channels(at.table, at.game, at.state, visitor),
        )

    # presence

    def heard(self, seat: int | None) -> list[wire.ChatLine]:
        """What was said lately and may be read from this seat (None: by watchers)."""
        return [line for line, to in self.chat if self._may_read(seat, to)][-CHAT_SENT:]

    def here(self) -> tuple[frozenset[int], int]:
        """The seats with somebody connected to this process, and the number of watchers."""
        now = now_ms()
        seats = {
            seat
            for seat, stream in self._streams.items()
            if seat is not None and (stream.members or stream.warm_until > now)
        }
        watchers = self._streams.get(None)
        return frozenset(seats), len(watchers.members) if watchers else 0

    def members(self) -> list[Subscriber]:
        """Everybody connected here."""
        return [member for stream in self._streams.values() for member in stream.members]

    def show_presence(self, presence: Presence) -> None:
        """Tell everybody who is connected, if that has changed."""
        members = self.members()
        message = encode(presence) if members else None
        if message is not None and message != self._presence:
            for member in members:
                member.send(message)
        self._presence = message
