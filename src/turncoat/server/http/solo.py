"""Games alone: a table with one chair, the day's deal, and how people have done."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from statistics import fmean
from typing import Any

import msgspec

from turncoat.core import Record, Refused, Seed, load_record
from turncoat.games import find_game, rulesets
from turncoat.server.live.clock import now_ms
from turncoat.server.live.hub import Hub
from turncoat.server.live.table_runtime import TableRuntime
from turncoat.server.store import Database
from turncoat.server.tables import entries as log
from turncoat.server.tables.decisions import clean_name, normal_settings
from turncoat.server.tables.resources import Daily, DailyResult, RecordListing, SoloGame, SoloStats
from turncoat.server.tables.settings import Settings

RULESET = "maquis"
_LOST = ("regime", "evil", None)
_MANY = 2000
_PLOTTED = 60
LOSS = "loss"


def today() -> str:
    """The day by which deals change."""
    return datetime.now(UTC).date().isoformat()


def daily_name(ruleset: str, day: str) -> str:
    """What a day's deal is called."""
    return f"{ruleset}:{day}"


def named_seed(ruleset: str, kind: str, name: object) -> str:
    """The seed of a deal with a name: the same here as in the terminal game, for ever."""
    return Seed.of(f"{ruleset} {kind} {name}").hex


async def daily_table(hub: Hub, visitor: str, wanted: SoloGame) -> str | None:
    """The caller's table for today's deal, if they have one."""
    if not wanted.daily:
        return None
    return await hub.database.daily_table(visitor, daily_name(wanted.ruleset, today()))


async def deal(hub: Hub, visitor: str, wanted: SoloGame) -> TableRuntime:
    """A new game alone."""
    options = {} if wanted.daily else wanted.options
    settings = normal_settings(
        Settings(ruleset=wanted.ruleset, players=1, options=options, takeover=0, watch=False), fixed_deals=False
    )
    now = now_ms()
    first: list[log.AnyEntry] = [
        log.Joined(at=now, seat=0, visitor=visitor, name=clean_name(wanted.name)),
        log.Started(at=now, bot_secret=hub.secrets.draw("bots", settings)),
    ]
    if wanted.daily:
        day = today()
        secret = named_seed(wanted.ruleset, "daily", day)
        return await hub.open(settings, visitor, first, secret=secret, daily=daily_name(wanted.ruleset, day))
    if wanted.deal is not None:
        secret = named_seed(wanted.ruleset, "deal", wanted.deal)
        return await hub.open(settings, visitor, first, secret=secret)
    return await hub.open(settings, visitor, first)


def with_seat(listing: bytes, seat: int) -> bytes:
    """A record's line with the caller's seat in it."""
    line = msgspec.json.decode(listing, type=RecordListing)
    return msgspec.json.encode(msgspec.structs.replace(line, seat=seat))


async def hint(hub: Hub, runtime: TableRuntime, visitor: str) -> bytes:
    """What the search would do now, as JSON: the same advice as in the terminal game. Raises Refused."""
    at = runtime.audience.stored
    seat = at.table.seat_of(visitor)
    if len(at.table.chairs) != 1:
        raise Refused("NOT_ALLOWED", "There is advice only in a game alone.")
    if seat is None:
        raise Refused("NOT_SEATED", "You have no chair at this table.")
    if not at.asks:
        raise Refused("NOT_NOW", "Nothing is asked of you.")
    return await hub.bots.advise(at.game.view(at.state, seat), at.asks[0])


async def how_far(hub: Hub, record: Record) -> bytes:
    """How far the deal of a finished game could have gone at least, as JSON. Raises Refused."""
    if record.players != 1 or record.proof is None or record.proof.secret is None:
        raise Refused("NOT_FOUND", "Only the deal of a game alone can be tried again.")
    return await hub.bots.how_far(record.proof.secret, dict(record.options))


def has_won(winner: str | None) -> bool:
    """Whether the player alone has won."""
    return winner not in _LOST


async def stats(database: Database, visitor: str) -> SoloStats:
    """How a visitor has done alone."""
    rows = await database.records_of(visitor, None, 2**53, _MANY, solo=True)
    lines = [(msgspec.json.decode(listing, type=RecordListing), day) for listing, _, day in reversed(rows)]
    streak = best = 0
    for line, _ in lines:
        streak = streak + 1 if has_won(line.winner) else 0
        best = max(best, streak)
    points = [line.points for line, _ in lines if line.points is not None]
    return SoloStats(
        played=len(lines),
        won=sum(has_won(line.winner) for line, _ in lines),
        streak=streak,
        best_streak=best,
        average_points=fmean(points) if points else 0.0,
        points=tuple(points[-_PLOTTED:]),
        grades=dict(Counter(line.grade for line, _ in lines if line.grade is not None)),
        reasons=dict(Counter(line.reason for line, _ in lines)),
        losses=dict(Counter(line.reason for line, _ in lines if line.grade == LOSS)),
        daily={day.split(":")[1]: "won" if has_won(line.winner) else "lost" for line, day in lines if day},
    )


async def board(database: Database) -> Daily:
    """Today's results: wins, then fewest moves, then time."""
    if RULESET not in rulesets():
        raise Refused("NOT_FOUND", "There is no game for one here.")
    bodies = await database.daily_records(daily_name(RULESET, today()), _MANY)
    lines = sorted(
        (_result(load_record(body, find_game)) for body in bodies),
        key=lambda line: (not line.won, line.moves, line.seconds),
    )
    return Daily(date=today(), ruleset=RULESET, board=tuple(lines[:100]))


def _result(record: Record) -> DailyResult:
    meta: Any = record.meta
    return DailyResult(
        name=meta["names"][0],
        won=has_won(meta["winner"]),
        reason=meta["reason"],
        moves=sum(seat is not None for seat, _ in record.moves),
        seconds=(meta["finished"] - meta["started"]) // 1000,
        record=meta["id"],
    )
