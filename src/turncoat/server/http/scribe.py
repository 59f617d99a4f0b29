"""Games that are played elsewhere and written down here. Every request brings the whole game; nothing is stored.

A game is written in a thread of its own, so that nobody's long game keeps the tables waiting.
"""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from litestar import MediaType, Response, post
from litestar.params import JSONBody
from msgspec.structs import asdict

from turncoat.core import Record, Refused, Setup, dump_record, offered
from turncoat.core.capabilities import Chances, Scribe
from turncoat.games import find_game, rulesets
from turncoat.server.http.replay_steps import record_steps
from turncoat.server.http.rest import ERRORS, AnyRequest, asker_of, count, hub_of, numbered
from turncoat.server.tables import resources

_NAME = "written"


@post("/api/scribe", status_code=200, responses=ERRORS)
async def write(request: AnyRequest, data: JSONBody[resources.ScribeAsk]) -> resources.ScribeReply:
    """How far a game has been written down, what is to be written next, and what is known."""
    count(request, "thought" if data.estimate else "command")
    reply, seen = await asyncio.to_thread(_written, data)  # a new chart takes a tenth of a second
    if not data.estimate or not reply.facts.sides:
        return reply
    told = await hub_of(request).bots.read(asker_of(request), data.ruleset, seen)
    return msgspec.structs.replace(reply, estimate=msgspec.json.decode(told, type=Chances))


@post("/api/scribe/record", status_code=200, responses=ERRORS)
async def write_record(request: AnyRequest, data: JSONBody[resources.WrittenGame]) -> Response[dict[str, Any]]:
    """A game that is written down to its end, as a record."""
    count(request, "command")
    raw: Any = dump_record(await asyncio.to_thread(_record, data))
    return Response(raw, media_type=MediaType.JSON)


@post("/api/scribe/replay", status_code=200, responses=ERRORS)
async def replay_written(request: AnyRequest, data: JSONBody[resources.ReplayAsk]) -> resources.Replay:
    """A game that is written down to its end, step by step, as one seat or a watcher saw it."""
    count(request, "command")
    return await asyncio.to_thread(_replayed, data)


@post("/api/scribe/analysis", status_code=200, responses=ERRORS)
async def study_written(request: AnyRequest, data: JSONBody[resources.WrittenGame]) -> Response[dict[str, Any]]:
    """The study of a game that is written down to its end."""
    count(request, "thought")
    raw: Any = await hub_of(request).bots.study(asker_of(request), await asyncio.to_thread(_record, data))
    return Response(raw, media_type=MediaType.JSON)


def _written(data: resources.ScribeAsk) -> tuple[resources.ScribeReply, Any]:
    """The page, and the view from which an estimate can be told."""
    scribe, setup, entries = _read(data)
    page = scribe.write(setup, entries, data.eyes)
    reply = resources.ScribeReply(**asdict(page), chart=scribe.chart(setup) if data.chart else None)
    return reply, scribe.through(page, data.eyes)


def _replayed(data: resources.ReplayAsk) -> resources.Replay:
    record = _record(data)
    if data.seat is not None and data.seat >= record.players:
        raise Refused("NOT_FOUND", f"There is no seat {data.seat}.")
    steps = record_steps(find_game(record.ruleset), record, data.seat)
    return resources.Replay(id=_NAME, seat=data.seat, steps=numbered(steps))


def _record(data: resources.WrittenGame) -> Record:
    scribe, setup, entries = _read(data)
    if len(data.names) not in (0, data.players):
        raise Refused("BAD_REQUEST", "A name for every seat is needed, or none at all.")
    return scribe.record(setup, entries, **({"names": data.names} if data.names else {}))


def _read(data: resources.WrittenGame) -> tuple[Scribe, Setup, list[Any]]:
    if data.ruleset not in rulesets():
        raise Refused("NOT_FOUND", f"There is no ruleset {data.ruleset!r}.")
    scribe = offered(find_game(data.ruleset).capabilities.scribe, "scribe")
    setup = Setup(ruleset=data.ruleset, players=data.players, options=data.options, roles=data.roles)
    try:
        entries = msgspec.convert(list(data.entries), list[scribe.entry_type])  # type: ignore[name-defined]
    except msgspec.ValidationError as error:
        raise Refused("BAD_REQUEST", f"Entries: {error}.") from None
    return scribe, setup, entries


SCRIBE = [write, write_record, replay_written, study_written]
