"""One of our bots served by the protocol: the site calls us over HTTP.

A session holds its first message and the mission cards that the bot has played, which later messages do not repeat.
Everything else is in every message, so a bot may be asked in any order, and more than once.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import secrets
import threading
from collections import OrderedDict
from typing import Any

import msgspec
from litestar import Litestar, MediaType, Request, Response, get, post
from litestar.config.app import AppConfig
from litestar.exceptions import HTTPException

from turncoat.bots import make_bot
from turncoat.core import Ask, Refused
from turncoat.games.resistance.adapters.proavalon import messages
from turncoat.games.resistance.adapters.proavalon.messages import Act, Action, Capability, Info, Session, Start
from turncoat.games.resistance.adapters.proavalon.messages_to_views import Seating, ask_of, bad, seating_of, view_of
from turncoat.games.resistance.adapters.proavalon.moves_and_actions import action_of
from turncoat.games.resistance.rules.moves import PlayCard
from turncoat.games.resistance.rules.ruleset import charts
from turncoat.games.resistance.rules.view import View

_LOG = logging.getLogger("turncoat.proavalon")
MAX_BODY = 64 * 1024
MAX_SESSIONS = 1000
_STATUS = {"BAD_REQUEST": 400, "UNSUPPORTED": 400, "UNAUTHORIZED": 401, "NO_SESSION": 404}
_CAPABLE = Capability(
    num_players=tuple(charts().sides),
    roles=(*messages.CHOSEN, *(messages.ROLES[role] for role in messages.CHOSEN)),  # both spellings
    cards=(messages.LADY, "Lady of the Lake"),
)


class Game(msgspec.Struct):
    """A session."""

    seating: Seating
    seed: str
    played: dict[int, bool] = {}


class BotService:
    """One bot at many tables. When there are too many, the one that has not been used for longest is forgotten."""

    def __init__(self, bot: str, key: str = "", seed: str | None = None, sessions: int = MAX_SESSIONS) -> None:
        make_bot(bot, "")  # a wrong name is an error now, not in the first game
        self._bot = bot
        self._key = key
        self._seed = seed
        self._most = sessions
        self._games: OrderedDict[str, Game] = OrderedDict()
        self._lock = threading.Lock()

    def admit(self, key: str) -> None:
        """Raises Refused for a wrong key."""
        if not hmac.compare_digest(key.encode(), self._key.encode()):
            raise Refused("UNAUTHORIZED", "The key is wrong.")

    def info(self) -> Info:
        """What the bot is, and what it can play."""
        return Info(name=self._bot, chat=False, capabilities=(_CAPABLE,))

    def start(self, start: Start) -> Session:
        """Begin a game. Raises Refused."""
        seating = seating_of(start)
        name = secrets.token_urlsafe(18)
        with self._lock:
            self._games[name] = Game(seating, self._seed if self._seed is not None else name)
            while len(self._games) > self._most:
                self._games.popitem(last=False)
        return Session(session_id=name)

    def act(self, act: Act) -> Action:
        """What the bot does. Raises Refused."""
        game = self._game(act.session_id)
        seating = game.seating
        view = view_of(seating, act.game_info, game.played)
        ask = ask_of(seating, view)
        move = self._think(game.seed, view, ask)
        if isinstance(move, PlayCard) and view.mission is not None:
            game.played[view.mission] = move.success
        return action_of(move, seating.players)

    def _think(self, seed: str, view: View, ask: Ask) -> Any:
        """The bot's move, or any legal one if it fails, for example because no deal fits what the site says."""
        try:
            return make_bot(self._bot, seed).answer(view, ask)
        except Exception as error:  # noqa: BLE001 - whatever is wrong with a bot, the table must go on
            _LOG.error("bot %s failed: %s", self._bot, type(error).__name__)
            return make_bot("random", seed).answer(view, ask)

    def end(self, session: Session) -> None:
        """Forget a game. Raises Refused."""
        self._game(session.session_id)
        with self._lock:
            self._games.pop(session.session_id, None)

    def _game(self, session: str) -> Game:
        with self._lock:
            game = self._games.get(session)
            if game is None:
                raise Refused("NO_SESSION", "There is no such session.")
            self._games.move_to_end(session)
        return game


def _body(data: bytes, kind: type[Any]) -> Any:
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise bad(f"That is not the message that belongs here: {error}."[:200]) from None


AnyRequest = Request[Any, Any, Any]


def make_app(service: BotService) -> Litestar:
    """The web application of a bot."""

    async def read(request: AnyRequest, kind: type[Any]) -> Any:
        service.admit(request.headers.get("authorization", ""))
        return _body(await request.body(), kind)

    @get("/v0/info")
    async def info() -> Response[bytes]:
        return _reply(service.info())

    @post("/v0/session", status_code=200)
    async def start(request: AnyRequest) -> Response[bytes]:
        return _reply(service.start(await read(request, Start)))

    @post("/v0/session/act", status_code=200)
    async def act(request: AnyRequest) -> Response[bytes]:
        wanted = await read(request, Act)
        return _reply(await asyncio.to_thread(service.act, wanted))  # others are answered meanwhile

    @post(["/v0/session/gameover", "/v0/session/delete"], status_code=200)
    async def end(request: AnyRequest) -> Response[bytes]:
        service.end(await read(request, Session))
        return Response(b"{}", media_type=MediaType.JSON)

    return Litestar(
        route_handlers=[info, start, act, end],
        exception_handlers={Refused: _refused, HTTPException: _http_error, Exception: _crash},
        request_max_body_size=MAX_BODY,
        openapi_config=None,
        on_app_init=[_no_request_log],
    )


def _no_request_log(config: AppConfig) -> AppConfig:
    config.logging_config = None
    return config


def _reply(message: msgspec.Struct) -> Response[bytes]:
    return Response(msgspec.json.encode(message), media_type=MediaType.JSON)


def _error(status: int, code: str, message: str) -> Response[Any]:
    return Response({"error": code, "message": message}, status_code=status, media_type=MediaType.JSON)


def _refused(request: AnyRequest, refusal: Refused) -> Response[Any]:
    return _error(_STATUS.get(refusal.code, 400), refusal.code, refusal.message)


def _http_error(request: AnyRequest, error: HTTPException) -> Response[Any]:
    return _error(error.status_code, "BAD_REQUEST", error.detail[:200])


def _crash(request: AnyRequest, error: Exception) -> Response[Any]:
    _LOG.error("the bot failed: %s", type(error).__name__, exc_info=error)
    return _error(500, "BUG", "Something went wrong here. It has been noted.")


def serve_bot(service: BotService, host: str, port: int) -> None:
    """Serve until told to stop."""
    import uvicorn

    uvicorn.run(
        make_app(service),
        host=host,
        port=port,
        access_log=False,
        server_header=False,
        log_level="warning",
        limit_concurrency=200,
        timeout_graceful_shutdown=5,
    )
