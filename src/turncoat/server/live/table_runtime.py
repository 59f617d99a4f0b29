"""A table in play in this process.

The way in: a command is checked and applied to the head at once, and its entries wait for the store. The way out: when
they are stored, the other processes, the streams and the sender hear of them. If another process appended first, the
head is thrown away, the log is read again, and the waiting commands are decided anew, so each is accepted or refused on
what really happened. Everything runs in one thread, and nothing waits in the middle of a change.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence

import msgspec

from turncoat.core import Refused
from turncoat.server.live.audience import Audience
from turncoat.server.live.automation import Automation
from turncoat.server.live.clock import now_ms
from turncoat.server.live.fanout import News
from turncoat.server.live.services import Services
from turncoat.server.live.stored_log import TableBroken, replay
from turncoat.server.live.streams import Subscriber
from turncoat.server.live.tracing import NO_TRACE, Trace
from turncoat.server.store import Conflict, Write
from turncoat.server.tables import commands
from turncoat.server.tables import entries as log
from turncoat.server.tables.answers import AlreadyDone
from turncoat.server.tables.decisions import Context, Decision, decide
from turncoat.server.tables.listing import people_of, record_rows, summary_row
from turncoat.server.tables.table_info import TableInfo
from turncoat.server.tables.table_state import Effect, TableState
from turncoat.server.tables.wire import Ok

_LOG = logging.getLogger("turncoat.table")
MAX_PENDING = 256
_LISTED_MS = 3_600_000  # a table in use is never so much older in the lists, by which old tables are removed
UNAVAILABLE = Refused("UNAVAILABLE", "The server could not store that. Try again.")

Decide = Callable[[Context], Decision]
Reply = Callable[[Ok | Refused], None]


class Pending(msgspec.Struct):
    """A command that was decided on the head. It waits for its entries to be stored, or for the commands before it."""

    visitor: str
    decide: Decide
    reply: Reply | None
    trace: Trace = NO_TRACE
    outcome: Ok | Refused = Ok()
    effects: list[Effect] = []
    bodies: list[bytes] = []

    def answer(self, outcome: Ok | Refused) -> None:
        if self.reply is not None:
            self.reply(outcome)
        self.trace.end(outcome)


class TableRuntime:
    """One table: its head, the commands on their way to the store, its audience and its automation."""

    def __init__(self, state: TableState, services: Services) -> None:
        self.id = state.table.id
        self.state = state
        self.audience = Audience(state)
        self.closed = False
        self.used = now_ms()
        self._services = services
        self._automation = Automation(self.audience, services, self.attempt)
        self._waiting: list[Pending] = []
        self._storing: list[Pending] = []
        self._reading: asyncio.Task[None] | None = None
        self._contested = 0
        self._listed: tuple[TableInfo, str, int] | None = None
        self._will_look = False

    @property
    def busy(self) -> bool:
        """Whether something is on its way to or from the store."""
        return bool(self._waiting or self._storing or self._reading)

    # the way in: command, decision, entries, store

    def execute(self, visitor: str, command: commands.Command, reply: Reply | None = None) -> None:
        """Do what a visitor asks, or refuse it. The reply comes when it is stored."""
        trace = self._services.traces.begin(str(command.__struct_config__.tag))
        self._take(Pending(visitor, lambda ctx: decide(ctx, command), reply, trace))

    def attempt(self, visitor: str, decide: Decide, reply: Reply | None = None) -> None:
        """Decide something on the head as it is now, and again if the head turns out to be wrong."""
        self._take(Pending(visitor, decide, reply))

    def _take(self, pending: Pending) -> None:
        self.used = now_ms()
        if self.closed or len(self._waiting) > MAX_PENDING:
            pending.answer(UNAVAILABLE)
        elif self._reading:
            self._waiting.append(pending)
        else:
            self._decide(pending)

    def _decide(self, pending: Pending) -> None:
        pending.trace.enter("decide")
        pending.effects, pending.bodies = [], []
        services = self._services
        present = self._automation.people_here
        ctx = Context(self.state, pending.visitor, self.used, services.secrets.draw, services.fixed_deals, present)
        try:
            decision = pending.decide(ctx)
            for entry in decision.entries:
                pending.effects.append(self.state.apply(entry))
                pending.bodies.append(log.encode(entry))
        except AlreadyDone:
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
            pending.trace.enter("store")
            self._waiting.append(pending)
            self._services.committer.mark(self._collect)
        elif self._waiting or self._storing:
            self._waiting.append(pending)
        else:
            pending.answer(pending.outcome)

    def _collect(self) -> Write | None:
        """What goes into the next transaction. At most one write of a table is under way."""
        if self._storing or self._reading or not self._waiting:
            return None
        self._storing, self._waiting = self._waiting, []
        rows = [
            {"table_id": self.id, "seq": effect.seq, "node": self._services.node, "body": body}
            for pending in self._storing
            for effect, body in zip(pending.effects, pending.bodies, strict=True)
        ]
        if not rows:
            self._stored(None)
            return None
        effects = [effect for pending in self._storing for effect in pending.effects]
        write = Write(self.id, rows, self._stored, public=sum(effect.to is None for effect in effects))
        self._summarise(write, effects)
        return write

    def _summarise(self, write: Write, effects: list[Effect]) -> None:
        """Add what lists of tables and records need, where it has changed."""
        last = effects[-1]
        phase = last.game.phase(last.state) if last.state is not None and last.table.settings.public else ""
        before = self._listed
        if before is None or before[:2] != (last.table, phase) or self.used - before[2] > _LISTED_MS:
            write.summary = summary_row(last.table, last.game, last.state, self.used)
            if before is None or people_of(before[0]) != people_of(last.table):
                write.people = people_of(last.table)
            self._listed = (last.table, phase, self.used)
        write.records = [record_rows(effect.table, effect.record) for effect in effects if effect.record is not None]

    # the way out: stored, other processes, streams, replies

    def _stored(self, error: Exception | None) -> None:
        done, self._storing = self._storing, []
        if isinstance(error, Conflict):
            self._contested = next(effect.seq for pending in done for effect in pending.effects)
            self._waiting = done + self._waiting
            self._listed = None
            self.read_again()
        elif error is not None:
            self.fail(done)
        else:
            self._publish(done)
            if self._waiting:
                self._services.committer.mark(self._collect)

    def _publish(self, done: list[Pending]) -> None:
        effects = [effect for pending in done for effect in pending.effects]
        for pending in done:
            pending.trace.enter("tell")
        if effects:
            self._services.fanout.publish(News(self._services.node, self.id))
            self._tell(effects)
        for pending in done:
            pending.answer(pending.outcome)

    def _tell(self, effects: list[Effect]) -> None:
        try:
            self.audience.tell(effects)
        except Exception:  # noqa: BLE001 - a bug in telling: everybody comes back and starts from scratch
            _LOG.exception("a broadcast failed")
            self.fail()
        self.look()

    # what other processes have done

    def receive(self, rows: Sequence[tuple[int, bytes]]) -> None:
        """Take in entries that another process has stored, as numbers and bodies."""
        if self.closed or self.busy:
            return  # a lost race: the store will say so, and the log is read again
        new = {seq: body for seq, body in rows if seq > self.state.seq}
        if list(new) != list(range(self.state.seq + 1, self.state.seq + 1 + len(new))) or not all(new.values()):
            self.read_again()  # a row is missing, or the table was removed
            return
        effects = [self.state.apply(log.decode(body)) for body in new.values()]
        if effects:
            self.used = now_ms()
            self._tell(effects)

    def read_again(self) -> None:
        """Start again from the log in the store; commands wait meanwhile."""
        if self._reading is None:
            self._reading = asyncio.create_task(self._read_log())

    async def _read_log(self) -> None:
        try:
            rows = await self._services.database.load(self.id)
            self.state, effects = replay(rows, self.audience.stored.seq)
            if self.state.seq < self._contested:  # nobody was faster: the store would reject it again and again
                raise TableBroken
        except Refused as refusal:
            self.fail(why=refusal)
            return
        except Exception:  # noqa: BLE001 - whatever it is, the senders of waiting commands must be told
            _LOG.exception("the log cannot be read again")
            self.fail()
            return
        finally:
            self._reading = None
        if effects:
            self._tell(effects)
        waiting, self._waiting = self._waiting, []
        for pending in waiting:
            self._decide(pending)

    # people and time

    def join(self, member: Subscriber, since: int | None, seat: int | None, *, quiet: bool = False) -> None:
        """Somebody connects: see `Audience.join`."""
        self.used = now_ms()
        self.audience.join(member, since, seat, quiet=quiet)
        self.look()

    def part(self, member: Subscriber, *, warm: bool = False) -> None:
        """Somebody disconnects: see `Audience.part`."""
        self.audience.part(member, warm=warm)
        self.look()

    def look(self) -> None:
        """Something happened, or somebody came or went: soon, and once for many changes, see what is to be done."""
        if not self._will_look:
            self._will_look = True
            asyncio.get_running_loop().call_soon(self._look)

    def _look(self) -> None:
        self._will_look = False
        self._automation.look()

    # the end

    def stop_automation(self) -> None:
        """No bot, clock or absence acts any more."""
        self._automation.stop()

    def fail(self, pending: Iterable[Pending] = (), why: Refused = UNAVAILABLE) -> None:
        """The table is of no use any more: tell everybody who waits, and close it."""
        waiting, self._waiting = self._waiting, []
        self.close()
        for one in (*pending, *waiting):
            one.answer(why)

    def close(self) -> None:
        """Stop, and disconnect everybody."""
        self.closed = True
        self._automation.stop()
        self.audience.close()
