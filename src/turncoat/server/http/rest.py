"""The REST interface, apart from the commands at a table."""

from __future__ import annotations

import secrets
from typing import Annotated, Any

import msgspec
from litestar import MediaType, Request, Response, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from msgspec import UNSET

from turncoat import __version__
from turncoat.bots import bot_names, roster
from turncoat.bots.llm.limits import current_limits
from turncoat.bots.llm.names import allowed_addresses
from turncoat.core import Match, Record, Refused, Seed, load_record, offered, print_record
from turncoat.core.capabilities import Book, Chances
from turncoat.games import default_ruleset, find_game
from turncoat.server.http import solo
from turncoat.server.http.catalog import catalogue, check_setup, narrate, recommended, rule_book, smallest
from turncoat.server.http.identity import ANONYMOUS, Visitors, cookie_of, need_visitor
from turncoat.server.http.limits import Limits, Sender
from turncoat.server.http.long_poll import poll
from turncoat.server.http.qr import qr_svg
from turncoat.server.http.replay_steps import match_steps, record_steps
from turncoat.server.http.sockets import find_table
from turncoat.server.live.clock import now_ms
from turncoat.server.live.fair_turns import Asker
from turncoat.server.live.hub import Hub
from turncoat.server.live.streams import encode
from turncoat.server.live.table_runtime import TableRuntime
from turncoat.server.tables import entries as log
from turncoat.server.tables import resources, wire
from turncoat.server.tables.decisions import free_bot_names, need_bot, normal_settings
from turncoat.server.tables.names import clean_name
from turncoat.server.tables.settings import Settings
from turncoat.server.tables.table_in_words import table_in_words
from turncoat.server.tables.table_state import setup_of
from turncoat.server.tables.talk import claim_states, claims_made, recorded_talk

AnyRequest = Request[Any, Any, Any]
ERRORS = {
    status: ResponseSpec(data_container=wire.ErrorReply, description=text, generate_examples=False)
    for status, text in {
        400: "malformed",
        401: "no visitor",
        403: "not yours to do",
        404: "no such thing",
        405: "no such method",
        408: "too slow",
        409: "not now, or not by the rules",
        410: "damaged in the store",
        413: "too long",
        415: "not JSON",
        429: "too often",
        431: "head too long",
        503: "try again",
    }.items()
}
_DAY_MS = 86_400_000
_PUBLIC_FOR = _DAY_MS
_LISTED = 200

Limit = Annotated[int, QueryParameter(ge=1, le=200)]
Moment = Annotated[int, QueryParameter(ge=0, le=2**53)]
OptionalSeat = Annotated[int | None, QueryParameter(ge=0, le=31)]


def hub_of(request: AnyRequest) -> Hub:
    """The process's hub."""
    hub: Hub = request.app.state.hub
    return hub


def sender_of(request: AnyRequest) -> Sender:
    """Who sends the request, and from where."""
    sender: Sender = request.scope["state"]["sender"]
    return sender


def visitor_of(request: AnyRequest) -> str:
    """Who sends the request; `ANONYMOUS` without a token."""
    return sender_of(request).visitor


def owner_of(request: AnyRequest) -> str:
    """Who sends a request that needs an owner. Raises Refused for anonymous requests."""
    return need_visitor(visitor_of(request))


def asker_of(request: AnyRequest) -> Asker:
    """Who asks for advice, a reading or a study, so that visitors take turns at the bots that give it."""
    sender = sender_of(request)
    return Asker(sender.address, sender.visitor)


def count(request: AnyRequest, kind: str) -> None:
    """Count the request against the sender's rate limits. Raises Refused."""
    limits: Limits = request.app.state.limits
    limits.take(kind, sender_of(request))


async def table_of(request: AnyRequest, table: str) -> TableRuntime:
    """A table. Raises Refused."""
    return await find_table(hub_of(request), request.app.state.limits, sender_of(request), table)


def reply_of(runtime: TableRuntime, visitor: str) -> resources.TableReply:
    """A table as its caller sees it."""
    return resources.TableReply(table=runtime.audience.shown, you=runtime.audience.you(visitor))


def raw_list(items: list[bytes]) -> Response[Any]:
    """A JSON list of items that are JSON already."""
    return Response(b"[" + b",".join(items) + b"]", media_type=MediaType.JSON)


@get("/api/info", responses=ERRORS)
async def info() -> resources.ServerInfo:
    """What this server is and offers."""
    names = bot_names()
    limits = current_limits()
    models = resources.LanguageModels(
        addresses=allowed_addresses(),
        seconds=limits.seconds,
        total=limits.total,
        tokens=limits.tokens,
        lines=limits.lines,
        cost=limits.cost,
    )
    return resources.ServerInfo(
        name="Turncoat",
        version=__version__,
        bots=names,
        stand_in=roster().stand_in,
        now=now_ms(),
        language_models=models,
    )


@get("/api/rulesets", responses=ERRORS)
async def list_rulesets() -> tuple[resources.RulesetInfo, ...]:
    """Every ruleset that can be played here."""
    return catalogue()


@get("/api/rulesets/{ruleset:str}/rules", responses=ERRORS)
async def show_rules(
    ruleset: FromPath[str],
    players: Annotated[int | None, QueryParameter(ge=1, le=32)] = None,
    roles: Annotated[str | None, QueryParameter(max_length=400)] = None,
    options: Annotated[str | None, QueryParameter(max_length=2000)] = None,
    language: Annotated[str, QueryParameter(max_length=40)] = "en",
) -> Book:
    """The rule book of a set-up: `roles` with commas, `options` as a JSON object; without, as recommended."""
    usual = recommended(ruleset, players or smallest(ruleset))
    check = resources.SetupCheck(
        ruleset=ruleset,
        players=usual.players,
        roles=usual.roles if roles is None else tuple(filter(None, roles.split(","))),
        options=usual.options if options is None else _json_object(options),
        language=language,
    )
    return rule_book(check)


def _json_object(text: str) -> dict[str, Any]:
    try:
        return msgspec.json.decode(text, type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError):
        raise Refused("BAD_REQUEST", "The options are not a JSON object.") from None


@post("/api/setups", status_code=200, responses=ERRORS)
async def check(data: JSONBody[resources.SetupCheck]) -> resources.SetupReport:
    """Check a set-up before a table is made with it."""
    return check_setup(data)


@post("/api/narration", status_code=200, responses=ERRORS)
async def narration(data: JSONBody[resources.SetupCheck]) -> resources.Script:
    """What is read out before a game with this set-up, in the language of the request."""
    return narrate(data)


@post("/api/visitors", responses=ERRORS)
async def new_visitor(request: AnyRequest) -> resources.Visitor:
    """A new identity for a program."""
    return resources.Visitor(token=_new_token(request))


@post("/api/visitors/cookie", status_code=200, responses=ERRORS)
async def keep_cookie(request: AnyRequest) -> Response[resources.CookieReply]:
    """Give the browser an identity, as a cookie that no script can read. A browser that has one keeps it."""
    if visitor_of(request) != ANONYMOUS:
        return Response(resources.CookieReply(new=False))
    secure = hub_of(request).config.secure_cookies or request.url.scheme == "https"
    return Response(resources.CookieReply(new=True), cookies=[cookie_of(_new_token(request), secure=secure)])


def _new_token(request: AnyRequest) -> str:
    count(request, "visitor")
    visitors: Visitors = request.app.state.visitors
    return visitors.new_token()


# tables


@get("/api/tables", responses=ERRORS)
async def list_tables(request: AnyRequest) -> Response[list[resources.TableListing]]:
    """Public tables: those where somebody is connected, then the others; of each the newest first."""
    hub = hub_of(request)
    since = now_ms() - _PUBLIC_FOR
    return raw_list(await hub.database.public_tables(since, _LISTED, hub.tables_with_people()))


@get("/api/tables/mine", responses=ERRORS)
async def my_tables(request: AnyRequest) -> Response[list[resources.TableListing]]:
    """Tables where the caller sits or hosts."""
    return raw_list(await hub_of(request).database.tables_of(visitor_of(request), solo=False, limit=_LISTED))


@post("/api/tables", responses=ERRORS)
async def make_table(request: AnyRequest, data: JSONBody[resources.NewTable]) -> resources.TableReply:
    """Make a table and, with a name, take a chair at it."""
    hub, visitor = hub_of(request), owner_of(request)
    count(request, "table")
    fields = msgspec.structs.asdict(data)
    name = fields.pop("name")
    settings = normal_settings(Settings(**fields), fixed_deals=hub.config.fixed_deals)
    if settings.public:
        count(request, "public")
    first: list[log.Entry] = []
    if name is not None:
        first.append(log.Joined(at=now_ms(), seat=0, visitor=visitor, name=clean_name(name)))
    return reply_of(await hub.open(settings, visitor, first), visitor)


@post("/api/play", responses=ERRORS)
async def quick_play(request: AnyRequest, data: JSONBody[resources.QuickPlay]) -> resources.TableReply:
    """Make a table with bots in the other chairs, and deal."""
    hub, visitor = hub_of(request), owner_of(request)
    count(request, "table")
    settings = _quick_settings(data)
    name = clean_name(data.name)
    bot = need_bot(data.bot or roster(settings.ruleset).opponent, settings.ruleset)
    players, now = settings.players or 1, now_ms()
    seat = secrets.randbelow(players)
    first: list[log.Entry] = [log.Joined(at=now, seat=seat, visitor=visitor, name=name)]
    others = [other for other in range(players) if other != seat]
    names = free_bot_names((name,))
    first += [log.BotSeated(at=now, seat=s, bot=bot, name=n) for s, n in zip(others, names, strict=False)]
    first.append(log.Started(at=now, bot_secret=hub.secrets.draw("bots", settings)))
    return reply_of(await hub.open(settings, visitor, first), visitor)


def _quick_settings(data: JSONBody[resources.QuickPlay]) -> Settings:
    ruleset = data.ruleset or default_ruleset()
    plain = normal_settings(Settings(ruleset=ruleset, players=data.players), fixed_deals=False)
    line = recommended(ruleset, plain.players or 1)
    chosen = Settings(
        ruleset=ruleset,
        players=plain.players,
        roles=line.roles if data.roles is None else data.roles,
        options=line.options if data.options is None else data.options,
        pace=data.pace,
        moments=data.moments or UNSET,
    )
    return normal_settings(chosen, fixed_deals=False)


@get("/api/tables/{table:str}", responses=ERRORS)
async def show_table(request: AnyRequest, table: FromPath[str]) -> resources.TableReply:
    """A table, and the caller's place at it."""
    return reply_of(await table_of(request, table), visitor_of(request))


@get("/api/tables/{table:str}/qr.svg", responses=ERRORS, media_type="image/svg+xml")
async def show_qr(request: AnyRequest, table: FromPath[str], board: FromQuery[bool] = False) -> Response[bytes]:
    """The join link as a QR code; or the link to the board for a television."""
    runtime = await table_of(request, table)
    link = f"{request.url.scheme}://{request.url.netloc}/{'board' if board else 't'}/{runtime.state.table.code}"
    return Response(qr_svg(link), media_type="image/svg+xml")


@get("/api/tables/{table:str}/messages", responses=ERRORS)
async def long_poll(
    request: AnyRequest,
    table: FromPath[str],
    since: Annotated[int | None, QueryParameter(ge=0, le=2**31)] = None,
    seat: OptionalSeat = None,
    wait: Annotated[int, QueryParameter(ge=0, le=25)] = 0,
) -> Response[list[wire.Sync | wire.Update]]:
    """The messages that a socket would have sent after number `since`. Waits for the first of them."""
    limits: Limits = request.app.state.limits
    with limits.connected(sender_of(request)):
        runtime = await table_of(request, table)
        return raw_list(await poll(runtime, visitor_of(request), since, seat, wait))


@get("/api/tables/{table:str}/history", responses=ERRORS)
async def history(request: AnyRequest, table: FromPath[str]) -> Response[resources.Replay]:
    """The game so far, step by step, as the caller saw it."""
    runtime = await _watched(request, table)
    at = runtime.audience.stored
    seat = at.table.seat_of(visitor_of(request))
    if at.state is None:
        return _sealed(resources.Replay(id=runtime.id, seat=seat, you=seat, steps=()))
    game = at.game
    match: Match[Any] = Match(game, setup_of(at.table.settings), Seed.of(at.table.secret), at.table.entropy)
    given = [(one.seat, log.read_move(game, one.move)) for one in runtime.state.given[: at.moves]]
    steps = numbered(match_steps(match, given, seat))
    return _sealed(resources.Replay(id=runtime.id, seat=seat, you=seat, steps=steps))


def _sealed(replay: resources.Replay) -> Response[resources.Replay]:
    """A game that goes on: the size of the response does not tell the caller's sealed answers."""
    raw: Any = encode(replay)
    return Response(raw, media_type=MediaType.JSON)


@get("/api/tables/{table:str}/deduction", responses=ERRORS)
async def deduction(request: AnyRequest, table: FromPath[str]) -> resources.Deduction:
    """The hidden sides that the public facts of the game still allow: the same for everybody."""
    audience = (await _watched(request, table)).audience
    at = audience.stored
    deduce = offered(at.game.capabilities.deduction, "deduction")
    if at.state is None:
        raise Refused("NOT_NOW", "There is no game going on.")
    view = at.game.view(at.state, None)
    sides = deduce.possible_sides(view)
    at_first = deduce.possible_sides(at.game.view(at.game.start(setup_of(at.table.settings)), None))
    seats = tuple(sum(seat in side for side in sides) for seat in range(len(at.table.chairs)))
    lines = [line for line, _ in audience.chat]
    return resources.Deduction(
        sides=sides,
        of=len(at_first),
        seats=seats,
        claims=claims_made(lines),
        claim_states=claim_states(at.game, lines, view),
    )


@get("/api/tables/{table:str}/words", responses=ERRORS)
async def words(request: AnyRequest, table: FromPath[str]) -> Response[resources.ViewInWords]:
    """The game as the caller may know it, in English text, with every legal answer numbered."""
    runtime = await _watched(request, table)
    at = runtime.audience.stored
    seat = at.table.seat_of(visitor_of(request))
    raw: Any = encode(table_in_words(at, seat, runtime.audience.heard(seat)))
    return Response(raw, media_type=MediaType.JSON)


@get("/api/tables/{table:str}/reading", responses=ERRORS)
async def reading(request: AnyRequest, table: FromPath[str]) -> Response[Chances]:
    """How likely each seat is evil to the caller, given how people usually play. The table's settings must allow it."""
    count(request, "thought")
    at = (await _watched(request, table)).audience.stored
    offered(at.game.capabilities.deduction, "reading")
    if not at.table.settings.reading:
        raise Refused("NOT_ALLOWED", "This table does without the reading while a game goes on.")
    if at.state is None:
        raise Refused("NOT_NOW", "There is no game going on.")
    view = at.game.view(at.state, at.table.seat_of(visitor_of(request)))
    raw: Any = await hub_of(request).bots.read(asker_of(request), at.table.settings.ruleset, view)
    return Response(raw, media_type=MediaType.JSON)


async def _watched(request: AnyRequest, table: str) -> TableRuntime:
    """A table that the caller may look at. Raises Refused."""
    count(request, "command")
    runtime = await table_of(request, table)
    if not runtime.audience.may_look(visitor_of(request)):
        raise Refused("WATCHING_OFF", "This table has no watchers.")
    return runtime


def numbered(steps: tuple[resources.Step, ...]) -> tuple[resources.Step, ...]:
    """The steps of a replay, counted from 1."""
    for number, step in enumerate(steps, 1):
        step.n = number
    return steps


# records


@get("/api/records", responses=ERRORS)
async def list_records(
    request: AnyRequest,
    mine: FromQuery[bool] = False,
    ruleset: Annotated[str | None, QueryParameter(max_length=64)] = None,
    before: Moment = 2**53,
    limit: Limit = 50,
) -> Response[list[resources.RecordListing]]:
    """Finished games, the newest first: the caller's own, or those of public tables."""
    count(request, "command")
    database = hub_of(request).database
    if not mine:
        return raw_list(await database.public_records(ruleset, before, limit))
    rows = await database.records_of(visitor_of(request), ruleset, before, limit)
    return raw_list([solo.with_seat(listing, seat) for listing, seat, _ in rows])


async def find_record(request: AnyRequest, name: str, *, whole: bool = False) -> tuple[bytes, Record]:
    """A finished game. With `whole` the caller is about to learn more than they saw while playing. Raises Refused."""
    database = hub_of(request).database
    body = await database.record(name)
    if body is None:
        raise Refused("NOT_FOUND", "There is no such record.")
    record = load_record(body, find_game)
    await solo.need_shown(database, record, None if whole else visitor_of(request))
    return body, record


@get("/api/records/{name:str}", responses=ERRORS)
async def show_record(request: AnyRequest, name: FromPath[str]) -> Response[dict[str, Any]]:
    """A finished game as a file."""
    body, _ = await find_record(request, name, whole=True)
    headers = {"content-disposition": f'attachment; filename="turncoat-{name}.json"'}
    raw: Any = body
    return Response(raw, media_type=MediaType.JSON, headers=headers)


@get("/api/records/{name:str}/text", responses=ERRORS, media_type=MediaType.TEXT)
async def show_record_text(request: AnyRequest, name: FromPath[str]) -> str:
    """A finished game in text notation."""
    _, record = await find_record(request, name, whole=True)
    return print_record(record)


@get("/api/records/{name:str}/replay", responses=ERRORS)
async def show_replay(request: AnyRequest, name: FromPath[str], seat: OptionalSeat = None) -> resources.Replay:
    """A finished game step by step, as one seat or a watcher saw it."""
    count(request, "command")
    _, record = await find_record(request, name)
    if seat is not None and seat >= record.players:
        raise Refused("NOT_FOUND", f"There is no seat {seat}.")
    game = find_game(record.ruleset)
    steps = record_steps(game, record, seat)
    you = await hub_of(request).database.seat_in(visitor_of(request), name)
    claims = claims_made(recorded_talk(game, record))
    return resources.Replay(id=name, seat=seat, you=you, steps=numbered(steps), claims=claims)


@get("/api/records/{name:str}/analysis", responses=ERRORS)
async def show_analysis(request: AnyRequest, name: FromPath[str]) -> Response[dict[str, Any]]:
    """The study of a finished game: what each player could believe when, and the turning points."""
    count(request, "thought")
    _, record = await find_record(request, name)
    raw: Any = await hub_of(request).bots.study(asker_of(request), record)
    return Response(raw, media_type=MediaType.JSON)


# solitaire


@post("/api/solo", responses=ERRORS)
async def play_alone(request: AnyRequest, data: JSONBody[resources.SoloGame]) -> resources.TableReply:
    """Deal a solitaire game."""
    hub, visitor = hub_of(request), owner_of(request)
    known = await solo.daily_table(hub, visitor, data)
    if known is not None:
        return reply_of(await hub.find(known), visitor)
    count(request, "table")
    return reply_of(await solo.deal(hub, visitor, data), visitor)


@get("/api/solo", responses=ERRORS)
async def my_solo_games(request: AnyRequest) -> Response[list[resources.TableListing]]:
    """The caller's unfinished solitaire games."""
    return raw_list(await hub_of(request).database.tables_of(visitor_of(request), solo=True, limit=_LISTED))


@get("/api/solo/daily", responses=ERRORS)
async def daily(request: AnyRequest) -> resources.Daily:
    """Today's deal and the results so far."""
    count(request, "command")
    return await solo.board(hub_of(request).database)


@get("/api/solo/stats", responses=ERRORS)
async def stats(request: AnyRequest) -> resources.SoloStats:
    """The caller's solitaire results."""
    count(request, "command")
    return await solo.stats(hub_of(request).database, visitor_of(request))


@get("/api/tables/{table:str}/hint", responses=ERRORS)
async def hint(request: AnyRequest, table: FromPath[str]) -> Response[dict[str, Any]]:
    """Advice for the open question of a solitaire game."""
    count(request, "thought")
    raw: Any = await solo.hint(hub_of(request), await table_of(request, table), asker_of(request))
    return Response(raw, media_type=MediaType.JSON)


@get("/api/records/{name:str}/how-far", responses=ERRORS)
async def show_how_far(request: AnyRequest, name: FromPath[str]) -> Response[dict[str, Any]]:
    """How far a bot gets with the deal of a finished solitaire game, seeing only what a player sees."""
    count(request, "thought")
    _, record = await find_record(request, name)
    raw: Any = await solo.how_far(hub_of(request), record, asker_of(request))
    return Response(raw, media_type=MediaType.JSON)


HANDLERS = [
    info,
    list_rulesets,
    show_rules,
    check,
    narration,
    new_visitor,
    keep_cookie,
    list_tables,
    my_tables,
    make_table,
    quick_play,
    show_table,
    show_qr,
    long_poll,
    history,
    deduction,
    words,
    reading,
    list_records,
    show_record,
    show_record_text,
    show_replay,
    show_analysis,
    play_alone,
    my_solo_games,
    daily,
    stats,
    hint,
    show_how_far,
]
