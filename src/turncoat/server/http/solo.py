"""Solitaire: a table with one chair, the deal of the day, and statistics."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from turncoat.core import CorruptRecord, Record, Refused, load_record
from turncoat.core.solitaire import Result, named_seed, summarise
from turncoat.games import find_game, games
from turncoat.server.live.bot_pool import solitaire_of
from turncoat.server.live.clock import now_ms
from turncoat.server.live.fair_turns import Asker
from turncoat.server.live.hub import Hub
from turncoat.server.live.table_runtime import TableRuntime
from turncoat.server.store import Database
from turncoat.server.tables import entries as log
from turncoat.server.tables.daily import daily_name, daily_secret, day_in, day_of, is_running, table_of_try
from turncoat.server.tables.decisions import normal_settings
from turncoat.server.tables.names import clean_name
from turncoat.server.tables.resources import Daily, DailyResult, RecordListing, SoloGame, SoloStats
from turncoat.server.tables.settings import Settings

_LOG = logging.getLogger("turncoat.app")
_MANY = 2000
_PLOTTED = 60


def today() -> str:
    """The day by which deals change."""
    return day_of(now_ms())


def default_solitaire() -> str:
    """The solitaire ruleset to offer first. Raises Refused where there is none."""
    for game in games():
        if game.capabilities.solitaire is not None:
            return game.rulesets[0]
    raise Refused("NOT_FOUND", "There is no solitaire game here.")


async def daily_table(hub: Hub, visitor: str, wanted: SoloGame) -> str | None:
    """The caller's table for today's deal, if they have one."""
    if not wanted.daily:
        return None
    ruleset = wanted.ruleset or default_solitaire()
    return await hub.database.daily_table(visitor, daily_name(ruleset, today()))


async def deal(hub: Hub, visitor: str, wanted: SoloGame) -> TableRuntime:
    """A new solitaire game. Raises Refused."""
    ruleset = wanted.ruleset or default_solitaire()
    options = {} if wanted.daily else wanted.options
    settings = normal_settings(
        Settings(ruleset=ruleset, players=1, options=options, takeover=0, watch=False), fixed_deals=False
    )
    now = now_ms()
    first: list[log.Entry] = [
        log.Joined(at=now, seat=0, visitor=visitor, name=clean_name(wanted.name)),
        log.Started(at=now, bot_secret=hub.secrets.draw("bots", settings)),
    ]
    if wanted.daily:
        name = daily_name(ruleset, today())
        secret = daily_secret(await hub.database.server_key("daily"), name)
        only = table_of_try(name, visitor)
        return await hub.open(settings, visitor, first, secret=secret, daily=name, only=only)
    if wanted.deal is not None:
        return await hub.open(settings, visitor, first, secret=named_seed(ruleset, "deal", wanted.deal).hex)
    return await hub.open(settings, visitor, first)


def with_seat(listing: bytes, seat: int) -> bytes:
    """A record's line with the caller's seat in it."""
    line = msgspec.json.decode(listing, type=RecordListing)
    return msgspec.json.encode(msgspec.structs.replace(line, seat=seat))


async def hint(hub: Hub, runtime: TableRuntime, asker: Asker) -> bytes:
    """Advice for the open ask, as JSON: the same as in the terminal. Raises Refused."""
    at = runtime.audience.stored
    seat = at.table.seat_of(asker.visitor)
    if len(at.table.chairs) != 1:
        raise Refused("NOT_ALLOWED", "There is advice only in solitaire.")
    if seat is None:
        raise Refused("NOT_SEATED", "You have no chair at this table.")
    if not at.asks:
        raise Refused("NOT_NOW", "Nothing is asked of you.")
    return await hub.bots.advise(asker, at.table.settings.ruleset, at.game.view(at.state, seat), at.asks[0])


async def how_far(hub: Hub, record: Record, asker: Asker) -> bytes:
    """How far a bot gets with the deal of a finished game, as JSON. Raises Refused."""
    if record.players != 1 or record.proof is None or record.proof.secret is None:
        raise Refused("NOT_FOUND", "Only the deal of a solitaire game can be tried again.")
    return await hub.bots.how_far(asker, record.ruleset, record.proof.secret, dict(record.options))


def has_won(ruleset: str, winner: str | None) -> bool:
    """Whether the player has won."""
    return winner == solitaire_of(ruleset).player_side


async def stats(database: Database, visitor: str) -> SoloStats:
    """A visitor's solitaire results."""
    rows = await database.records_of(visitor, None, 2**53, _MANY, solo=True)
    lines = [(msgspec.json.decode(listing, type=RecordListing), day) for listing, _, day in reversed(rows)]
    points = [line.points for line, _ in lines if line.points is not None]
    return SoloStats(
        **msgspec.structs.asdict(summarise(_outcome(line) for line, _ in lines)),
        points=tuple(points[-_PLOTTED:]),
        daily={day_in(day): "won" if _outcome(line).won else "lost" for line, day in lines if day},
    )


def _outcome(line: RecordListing) -> Result:
    won = has_won(line.ruleset, line.winner)
    lost = not won and line.winner is not None
    return Result(won=won, lost=lost, reason=line.reason, grade=line.grade, points=line.points)


async def board(database: Database) -> Daily:
    """Today's results: wins first, then by number of moves, then by time. Raises Refused."""
    ruleset = default_solitaire()
    bodies = await database.daily_records(daily_name(ruleset, today()), _MANY)
    lines = sorted(_results(bodies, ruleset), key=lambda line: (not line.won, line.moves, line.seconds))
    return Daily(date=today(), ruleset=ruleset, board=tuple(lines[:100]))


def _results(bodies: Iterable[bytes], ruleset: str) -> Iterator[DailyResult]:
    """The results of these records, without those that are damaged."""
    for body in bodies:
        try:
            record = load_record(body, find_game)
            if _counts(record, ruleset):
                yield _result(record)
        except (CorruptRecord, LookupError, TypeError, msgspec.ValidationError) as error:
            _LOG.error("a record of the deal of the day is damaged: %s", type(error).__name__)


def _counts(record: Record, ruleset: str) -> bool:
    """Whether a game is a try at the day's deal. Earlier versions kept the day for later games at the same table."""
    is_first = str(record.meta["id"]).endswith("-1")
    return is_first and (record.ruleset, record.players, dict(record.options)) == (ruleset, 1, {})


async def need_shown(database: Database, record: Record, visitor: str | None) -> None:
    """Refuse what would show a deal that others may still be playing, unless the visitor has played it here."""
    if is_running(record.meta.get("daily"), now_ms()) and not (
        visitor and await database.seat_in(visitor, str(record.meta["id"])) is not None
    ):
        raise Refused(
            "NOT_NOW", "Today's deal is still being played. Its records are shown when the day is over (UTC)."
        )


def _result(record: Record) -> DailyResult:
    meta: Any = record.meta
    return DailyResult(
        name=meta["names"][0],
        won=has_won(record.ruleset, meta["winner"]),
        reason=meta["reason"],
        moves=sum(seat is not None for seat, _ in record.moves),
        seconds=(meta["finished"] - meta["started"]) // 1000,
        record=meta["id"],
    )
