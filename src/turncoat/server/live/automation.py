"""What happens at a table by itself: bots answer, clocks run out, absent players' chairs are taken over.

Every process with people at a table looks after it, but only one of them drives it (`Hub.drives`). Should two do
so for a moment, the store lets only one of them append.
"""

from __future__ import annotations

import asyncio
import random
import secrets
from typing import Any, Protocol

import msgspec

from turncoat.core import Ask, Refused
from turncoat.games.resistance.claims import AnyClaim
from turncoat.server.live.bot_pool import Brains, Matter
from turncoat.server.live.room import Room, now_ms
from turncoat.server.tables import entries as log
from turncoat.server.tables.asks import ask_id
from turncoat.server.tables.decisions import Context, Decision, answer_entry, claim_entries
from turncoat.server.tables.table import Table
from turncoat.server.tables.table_state import Effect
from turncoat.server.tables.talk import said
from turncoat.server.tables.wire import Ok

HUMAN_DELAY = (0.6, 2.2)
_TIMEOUT = msgspec.Raw(b'{"move":"timeout"}')
_HONEST = ("STALE_ASK", "ALREADY_ANSWERED", "NOT_NOW", "PAUSED", "GAME_OVER", "UNAVAILABLE")


class Household(Protocol):
    """What a driver needs to know."""

    brains: Brains

    def drives(self, room: Room) -> bool:
        """Whether this process drives the table now."""

    def present(self, room: Room) -> tuple[frozenset[int], int]:
        """The seats with somebody connected anywhere, and the number of watchers."""


class Driver:
    """The timers and thinking bots of one table."""

    def __init__(self, room: Room, household: Household) -> None:
        self._room = room
        self._house = household
        self._thinking: dict[str, asyncio.Task[None]] = {}
        self._timer: asyncio.TimerHandle | None = None
        self.gone: dict[int, int] = {}
        # games that were started before bots had a secret of their own
        self._fallback_secret = secrets.token_hex(32)

    def stop(self) -> None:
        """Forget everything."""
        for task in self._thinking.values():
            task.cancel()
        self._thinking.clear()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def poke(self) -> None:
        """Something may have changed: see what is to be done now, and when next."""
        room = self._room
        table = room.durable.table
        here, _ = self._house.present(room)
        self._count_absence(table, here)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if not here or room.closed or not self._house.drives(room):
            return
        if table.status == "playing" and not table.paused:
            self._let_bots_think(room.durable)
        due = self._act(table)
        if due is not None:
            wait = max(0.02, (due - now_ms()) / 1000)
            self._timer = asyncio.get_running_loop().call_later(wait, self.poke)

    # absence

    def deadlines(self) -> dict[int, int | None]:
        """The absent persons' seats, and when a bot will take each over."""
        table = self._room.durable.table
        running = table.status == "playing" and not table.paused and table.settings.takeover
        wait = table.settings.takeover * 1000
        return {seat: since + wait if running else None for seat, since in sorted(self.gone.items())}

    def _count_absence(self, table: Table, here: frozenset[int]) -> None:
        absent = {seat for seat, chair in enumerate(table.chairs) if chair.person and seat not in here}
        now = now_ms()
        self.gone = {seat: self.gone.get(seat, now) for seat in absent} if here else {}

    def _act(self, table: Table) -> int | None:
        """Do what is due; the time of what is due next."""
        now = now_ms()
        dues: list[int] = []
        if table.status == "lobby" and table.settings.takeover:
            self._replace_host(table, now, dues)
        if table.status != "playing" or table.paused:
            return min(dues, default=None)
        for seat, due in self.deadlines().items():
            if due is not None and due <= now:
                self._stand_in(seat)
            elif due is not None:
                dues.append(due)
        stage = table.stage
        if stage is not None and stage.due is not None:
            if stage.due <= now:
                here, _ = self._house.present(self._room)
                self._room.attempt("", lambda ctx: _time_is_up(ctx, here))
            else:
                dues.append(stage.due)
        return min(dues, default=None)

    def _stand_in(self, seat: int) -> None:
        def take_over(ctx: Context) -> Decision:
            ctx.need_game()
            if not ctx.table.chairs[seat].person:
                return Decision()
            bot = ctx.table.settings.stand_in
            return Decision((log.StoodIn(at=ctx.now, seat=seat, bot=bot, absent=True),))

        self._room.attempt("", take_over)

    def give_back(self, seat: int) -> None:
        """The owner of a chair that was taken over in his absence is here again."""

        def give(ctx: Context) -> Decision:
            back = seat < len(ctx.table.chairs) and ctx.table.chairs[seat].away == "absent"
            return Decision((log.Returned(at=ctx.now, seat=seat),) if back else ())

        self._room.attempt("", give)

    def _replace_host(self, table: Table, now: int, dues: list[int]) -> None:
        host = table.seat_of(table.host)
        if host is None or host not in self.gone:
            return
        due = self.gone[host] + table.settings.takeover * 1000
        heirs = [c.visitor for s, c in enumerate(table.chairs) if c.visitor and s not in self.gone]
        if due > now:
            dues.append(due)
        elif heirs:
            heir = heirs[0]
            self._room.attempt("", lambda ctx: Decision((log.Hosted(at=ctx.now, visitor=heir),)))

    # bots

    def _let_bots_think(self, at: Effect) -> None:
        table = at.table
        wanted = {}
        for ask in at.asks:
            if ask.seat is not None and not table.chairs[ask.seat].person:
                wanted[f"{ask.seat}:{ask_id(table.game, at.counts[ask.seat], ask.kind)}"] = ask
        for key in [key for key in self._thinking if key not in wanted]:
            self._thinking.pop(key).cancel()
        for key, ask in wanted.items():
            if key not in self._thinking:
                self._thinking[key] = asyncio.create_task(self._answer(at, ask))

    async def _answer(self, at: Effect, ask: Ask) -> None:
        room, table, seat = self._room, at.table, ask.seat
        assert seat is not None
        stand_in = table.settings.stand_in
        bots = tuple(dict.fromkeys((table.chairs[seat].bot or stand_in, stand_in)))
        name = ask_id(table.game, at.counts[seat], ask.kind)
        pause = random.uniform(*HUMAN_DELAY) / 2 if table.settings.pace == "human" else 0.0
        await asyncio.sleep(pause)
        view = room.fold.game.view(at.state, seat)
        seed = f"{table.bot_secret or self._fallback_secret}:{seat}:{name}"
        thinking = self._house.brains.answer(bots, Matter(seed, view, ask, said(room.chat)))
        # how long a thought takes depends on the cards, so it must not show: it is had within the pause
        thought, _ = await asyncio.gather(thinking, asyncio.sleep(pause))
        if thought.claim is not None:
            self._say(seat, thought.claim)
        self._offer(seat, name, thought.bot, [thought.move, *ask.moves])

    def _say(self, seat: int, claim: AnyClaim) -> None:
        """A bot claims something, unless the table is silent or the chair is a person's."""

        def say(ctx: Context) -> Decision:
            ctx.need_game()
            if ctx.table.settings.talk == "silent" or not ctx.table.chairs[seat].bot:
                return Decision()
            return Decision(claim_entries(ctx, seat, claim))

        self._room.attempt("", say)

    def _offer(self, seat: int, name: str, bot: str, moves: list[Any]) -> None:
        """Answer with the first of these moves. Should the rules refuse a bot's choice, the next one is tried."""
        raw = msgspec.Raw(msgspec.json.encode(moves[0]))

        def answer(ctx: Context) -> Decision:
            if ctx.table.chairs[seat].person:
                raise Refused("NOT_NOW", "The owner is back.")
            return Decision((answer_entry(ctx.fold, ctx.now, seat, name, raw, bot),))

        def heard(outcome: Ok | Refused) -> None:
            if not isinstance(outcome, Refused):
                return
            self._thinking.pop(f"{seat}:{name}", None)
            if outcome.code not in _HONEST and len(moves) > 1:
                self._offer(seat, name, bot, moves[1:])

        self._room.attempt("", answer, heard)


def _time_is_up(ctx: Context, here: frozenset[int]) -> Decision:
    """The clock's own move where the game has one; otherwise bots take the late chairs over."""
    stage, match = ctx.table.stage, ctx.fold.match
    if ctx.table.status != "playing" or match is None or stage is None or stage.due is None or stage.due > ctx.now:
        return Decision()
    try:
        move = msgspec.json.decode(_TIMEOUT, type=match.game.move_type)
        match.game.play(match.state, None, move)
    except (Refused, msgspec.ValidationError):
        late = sorted({ask.seat for ask in ctx.fold.asks if ask.seat is not None})
        bot = ctx.table.settings.stand_in
        return Decision(
            tuple(
                log.StoodIn(at=ctx.now, seat=seat, bot=bot, absent=seat not in here)
                for seat in late
                if ctx.table.chairs[seat].person
            )
        )
    return Decision((log.Moved(at=ctx.now, seat=None, kind="timeout", move=_TIMEOUT),))
