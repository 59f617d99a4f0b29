"""What happens at a table by itself: bots answer, clocks run out, absent players' chairs are taken over.

Every process with people at a table looks after it, but only one of them acts (`OtherProcesses.leave_to_us`).
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterable
from operator import itemgetter
from typing import Any

import msgspec

from turncoat.bots import Said, is_remote
from turncoat.core import Ask, Refused
from turncoat.core.in_words import Spoken
from turncoat.server.live.answer_schedule import AnswerSchedule
from turncoat.server.live.audience import Audience
from turncoat.server.live.bot_pool import BotAnswer, BotTask, longest_thought
from turncoat.server.live.clock import now_ms
from turncoat.server.live.services import Services
from turncoat.server.tables import entries as log
from turncoat.server.tables.answers import answer_entry
from turncoat.server.tables.decisions import Context, Decision, bot_line, claim_entries, review_requests
from turncoat.server.tables.table_info import TableInfo
from turncoat.server.tables.table_state import Effect, ask_id
from turncoat.server.tables.talk import said, spoken
from turncoat.server.tables.wire import Ok, Presence

RETURN_MS = 10_000  # clients try again every five seconds at the latest
_NEVER = 2**53
_ALL, _LATEST = 200, 12  # how many lines of talk a language model, and any other bot, is given
_TIMEOUT = msgspec.Raw(b'{"move":"timeout"}')
# Refusals that say that the answer came too late, not that it was wrong.
_TOO_LATE = ("STALE_ASK", "ALREADY_ANSWERED", "NOT_NOW", "PAUSED", "GAME_OVER", "UNAVAILABLE")

AskKey = tuple[int, str]
"""An open ask: the seat, and the name of the ask."""


class Automation:
    """The thinking bots, the clock and the absent players of one table. It acts through `attempt`, like visitors."""

    def __init__(self, audience: Audience, services: Services, attempt: Callable[..., None]) -> None:
        self._audience = audience
        self._services = services
        self._attempt = attempt
        self._id = audience.stored.table.id
        self._thinking: dict[AskKey, asyncio.Task[BotAnswer]] = {}
        self._groups: set[asyncio.Task[None]] = set()
        self._schedule = AnswerSchedule()
        self._timer: asyncio.TimerHandle | None = None
        self._absent_since: dict[int, int] = {}
        self._awake_since = _NEVER
        self._stopped = False
        # for games that were started before bots had a secret of their own
        self._fallback_secret = secrets.token_hex(32)

    def stop(self) -> None:
        """Cancel everything that is under way, for good."""
        self._stopped = True
        self._forget(list(self._thinking))
        for group in self._groups:
            group.cancel()
        self._stop_timer()
        self._attempt = _nothing  # lets go of the table, whose memory is then free at once

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def look(self) -> None:
        """Something may have changed: do what is due now, and come back when the next thing is due."""
        if self._stopped:
            return
        self._stop_timer()
        table = self._audience.stored.table
        if table.status != "playing":
            self._forget(list(self._thinking))
        ours, watching = self._audience.here()
        elsewhere, watching_elsewhere = self._services.others.people_at(self._id)
        here = ours | elsewhere
        self._give_chairs_back(table, ours)
        self._note_absence(table, here)
        watchers = watching + watching_elsewhere
        is_awake = here or (watchers and not any(chair.person for chair in table.chairs))  # bots play for watchers
        if is_awake and (ours or watching) and self._services.others.leave_to_us(self._id):
            held = table.held_until()
            if table.status == "playing" and not table.paused and held <= now_ms():
                self._let_bots_think(self._audience.stored)
            if table.motions:
                self._attempt("", lambda ctx: review_requests(ctx, calm=self._calm_at() <= ctx.now))
            ends = held if held > now_ms() else None
            due = min((at for at in (self._act(table, here), ends) if at is not None), default=None)
            if due is not None:
                wait = max(0.02, (due - now_ms()) / 1000)
                self._timer = asyncio.get_running_loop().call_later(wait, self.look)
        gone = self._takeovers(table)
        self._audience.show_presence(Presence(here=tuple(sorted(here)), watchers=watchers, gone=gone))

    def people_here(self) -> frozenset[int]:
        """The seats whose owners are connected, to this process or another."""
        return self._audience.here()[0] | self._services.others.people_at(self._id)[0]

    # absence

    def _calm_at(self) -> int:
        """When everybody who was cut off together has had time to come back."""
        return self._awake_since + RETURN_MS

    def _note_absence(self, table: TableInfo, here: frozenset[int]) -> None:
        absent = {seat for seat, chair in enumerate(table.chairs) if chair.person and seat not in here}
        now = now_ms()
        self._awake_since = min(self._awake_since, now) if here else _NEVER
        self._absent_since = {seat: self._absent_since.get(seat, now) for seat in absent} if here else {}

    def _takeovers(self, table: TableInfo) -> dict[int, int | None]:
        """The seats of absent players, and when a bot will take each of them over."""
        running = table.status == "playing" and not table.paused and table.settings.takeover
        wait = table.settings.takeover * 1000
        return {seat: since + wait if running else None for seat, since in sorted(self._absent_since.items())}

    def _give_chairs_back(self, table: TableInfo, here: frozenset[int]) -> None:
        """A player whose chair was taken over in their absence gets it back by coming back."""
        for seat, chair in enumerate(table.chairs):
            if chair.away == "absent" and seat in here:
                self._give_back(seat)

    def _give_back(self, seat: int) -> None:
        def give(ctx: Context) -> Decision:
            back = seat < len(ctx.table.chairs) and ctx.table.chairs[seat].away == "absent"
            return Decision((log.Returned(at=ctx.now, seat=seat),) if back else ())

        self._attempt("", give)

    def _take_over(self, seat: int) -> None:
        def take_over(ctx: Context) -> Decision:
            ctx.need_game()
            if not ctx.table.chairs[seat].person:
                return Decision()
            bot = ctx.table.settings.stand_in
            return Decision((log.StoodIn(at=ctx.now, seat=seat, bot=bot, absent=True),))

        self._attempt("", take_over)

    # what is due

    def _act(self, table: TableInfo, here: frozenset[int]) -> int | None:
        """Do what is due. Returns the time when the next thing is due."""
        now = now_ms()
        next_due: list[int] = []
        if table.status == "lobby" and table.settings.takeover:
            self._replace_host(table, now, next_due)
        next_due += [max(motion.due, self._calm_at()) for motion in table.motions if motion.due is not None]
        if table.status == "playing" and not table.paused:
            for seat, due in self._takeovers(table).items():
                if due is not None and due <= now:
                    self._take_over(seat)
                elif due is not None:
                    next_due.append(due)
            clock = None if table.deadline is None else table.deadline.due
            if clock is not None and clock <= now:
                self._attempt("", lambda ctx: _time_is_up(ctx, here))
            elif clock is not None:
                next_due.append(clock)
        return min(next_due, default=None)

    def _replace_host(self, table: TableInfo, now: int, next_due: list[int]) -> None:
        host = table.seat_of(table.host)
        if host is None or host not in self._absent_since:
            return
        due = self._absent_since[host] + table.settings.takeover * 1000
        heirs = [c.visitor for s, c in enumerate(table.chairs) if c.visitor and s not in self._absent_since]
        if due > now:
            next_due.append(due)
        elif heirs:
            heir = heirs[0]
            self._attempt("", lambda ctx: Decision((log.HostChanged(at=ctx.now, visitor=heir),)))

    # bots

    def _let_bots_think(self, at: Effect) -> None:
        wanted = {}
        for ask in at.asks:
            if ask.seat is not None and not at.table.chairs[ask.seat].person:
                wanted[ask.seat, ask_id(at.table.game, at.counts[ask.seat], ask.kind)] = ask
        self._forget(self._thinking.keys() - wanted.keys())
        fresh = {key: ask for key, ask in wanted.items() if key not in self._thinking}
        if fresh:
            claims = said(self._audience.stored.game, self._audience.chat)
            thoughts = {key: asyncio.create_task(self._think(at, *key, ask, claims)) for key, ask in fresh.items()}
            self._thinking.update(thoughts)
            group = asyncio.create_task(self._answer_together(at.table, fresh, thoughts))
            self._groups.add(group)
            group.add_done_callback(self._groups.discard)

    def _forget(self, keys: Iterable[AskKey]) -> None:
        """These answers are not wanted any more."""
        for key in keys:
            self._thinking.pop(key).cancel()

    async def _answer_together(
        self, table: TableInfo, asks: dict[AskKey, Ask], thoughts: dict[AskKey, asyncio.Task[BotAnswer]]
    ) -> None:
        """Wait for the bots that are asked at the same time, and give each answer when the schedule says."""
        clock = asyncio.get_running_loop().time
        asked = clock()
        delays = self._schedule.draw(table.settings.pace, len(asks))
        limit = longest_thought(table.chairs[seat].bot or "" for seat, _ in asks)
        done, _ = await asyncio.wait(thoughts.values())
        in_vain = any(thought.result().in_vain for thought in done if not thought.cancelled())
        delays = self._schedule.put_off(delays, clock() - asked, limit, in_vain=in_vain)
        for delay, (key, ask) in sorted(zip(delays, asks.items(), strict=True), key=itemgetter(0)):
            rest = asked + delay - clock()
            if rest > 0:
                await asyncio.sleep(rest)
            if self._thinking.get(key) is thoughts[key]:
                self._give(*key, ask, thoughts[key].result())

    async def _think(self, at: Effect, seat: int, name: str, ask: Ask, claims: tuple[Said, ...]) -> BotAnswer:
        table = at.table
        stand_in = table.settings.stand_in
        bots = tuple(dict.fromkeys((table.chairs[seat].bot or stand_in, stand_in)))
        seed = f"{table.bot_secret or self._fallback_secret}:{seat}:{name}"
        task = BotTask(
            table.settings.ruleset,
            seed,
            at.game.view(at.state, seat),
            ask,
            claims,
            heard=self._heard(seat, _ALL if is_remote(bots[0]) else _LATEST),
            names=tuple(chair.name or "" for chair in table.chairs),
            silent=table.settings.talk == "silent",
            game=f"{table.id} {table.game} {seat}",
        )
        return await self._services.bots.answer(bots, task)

    def _heard(self, seat: int, most: int) -> tuple[Spoken, ...]:
        """What was said lately, as a bot hears it."""
        return tuple(map(spoken, self._audience.heard(seat)[-most:]))

    def _give(self, seat: int, name: str, ask: Ask, answer: BotAnswer) -> None:
        if answer.claim is not None or answer.text:
            self._say(seat, answer.claim, answer.text)
        self._offer(seat, name, answer.bot, [answer.move, *ask.moves])

    def _say(self, seat: int, claim: Any, text: str) -> None:
        """Let a bot claim or say something, unless the table does not talk so or the chair is a person's again."""

        def say(ctx: Context) -> Decision:
            ctx.need_game()
            talk = ctx.table.settings.talk
            if talk == "silent" or not ctx.table.chairs[seat].bot:
                return Decision()
            lines = (bot_line(ctx, seat, text),) if text and talk == "open" else ()
            return Decision((*lines, *(() if claim is None else claim_entries(ctx, seat, claim))))

        self._attempt("", say)

    def _offer(self, seat: int, name: str, bot: str, moves: list[Any]) -> None:
        """Answer with the first of these moves. If the rules refuse a bot's choice, the next one is tried."""
        raw = msgspec.Raw(msgspec.json.encode(moves[0]))

        def answer(ctx: Context) -> Decision:
            if ctx.table.chairs[seat].person:
                raise Refused("NOT_NOW", "The owner is back.")
            return Decision((answer_entry(ctx.state, ctx.now, seat, name, raw, bot),))

        def hear(outcome: Ok | Refused) -> None:
            if not isinstance(outcome, Refused):
                return
            self._thinking.pop((seat, name), None)
            if outcome.code not in _TOO_LATE and len(moves) > 1:
                self._offer(seat, name, bot, moves[1:])

        self._attempt("", answer, hear)


def _nothing(*_: object) -> None:
    """Takes the place of `attempt` when it is over."""


def _time_is_up(ctx: Context, here: frozenset[int]) -> Decision:
    """The clock's own move where the game has one; otherwise bots take over the chairs that are late."""
    deadline, match = ctx.table.deadline, ctx.state.match
    if ctx.table.status != "playing" or match is None or deadline is None:
        return Decision()
    if deadline.due is None or deadline.due > ctx.now:
        return Decision()
    try:
        move = log.read_move(match.game, _TIMEOUT)
        match.game.play(match.state, None, move)
    except (Refused, msgspec.ValidationError):
        late = sorted({ask.seat for ask in ctx.state.asks if ask.seat is not None})
        bot = ctx.table.settings.stand_in
        return Decision(
            tuple(
                log.StoodIn(at=ctx.now, seat=seat, bot=bot, absent=seat not in here)
                for seat in late
                if ctx.table.chairs[seat].person
            )
        )
    return Decision((log.Moved(at=ctx.now, seat=None, kind="timeout", move=_TIMEOUT),))
