"""The server as one ASGI application: sockets, REST, static files, and the headers of every response."""

from __future__ import annotations

import logging
from typing import Any

import msgspec
from litestar import Litestar, MediaType, Response, get
from litestar.config.app import AppConfig
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from prometheus_client import CONTENT_TYPE_LATEST

from turncoat import __version__
from turncoat.core import CorruptRecord, Refused
from turncoat.server.config import Config
from turncoat.server.http.bounded_http import MAX_BODY
from turncoat.server.http.errors import CODES, status_of
from turncoat.server.http.identity import UNKNOWN, Visitors, anonymous_sender, host_is_valid, origin_allowed
from turncoat.server.http.limits import Limits, Sender
from turncoat.server.http.mcp_endpoint import PATH as MCP_PATH
from turncoat.server.http.mcp_endpoint import McpEndpoint
from turncoat.server.http.metrics import Metrics
from turncoat.server.http.plain_json import PlainRequest
from turncoat.server.http.puzzle_book import PuzzleBook
from turncoat.server.http.puzzles import PUZZLES
from turncoat.server.http.rest import HANDLERS, AnyRequest
from turncoat.server.http.rest_commands import COMMANDS
from turncoat.server.http.scribe import SCRIBE
from turncoat.server.http.sockets import Sockets
from turncoat.server.http.static import Static
from turncoat.server.live.hub import Hub
from turncoat.server.store.errors import why_not_opened
from turncoat.server.tables.wire import ErrorReply

_LOG = logging.getLogger("turncoat.app")
_SAFE = ("GET", "HEAD", "OPTIONS")
_FOR_NEWCOMERS = ("/api/visitors", "/api/visitors/cookie")
_POLICY = (
    b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    b"connect-src 'self'; manifest-src 'self'; worker-src 'self'; media-src 'self'; base-uri 'none'; "
    b"form-action 'self'; frame-ancestors 'none'"
)
_HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), interest-cohort=()"),
    (
        b"content-security-policy",
        _POLICY,
    ),
]


class App:
    """The application that uvicorn runs."""

    def __init__(self, config: Config, database: str) -> None:
        self._config = config
        self._database = database
        self._limits = Limits(config.all_limits(), on=config.rate_limits)
        self.hub = Hub(config)
        self._visitors = Visitors(self.hub, self._limits)
        self._metrics = Metrics(self.hub)
        self._sockets = Sockets(self.hub, self._visitors, self._limits, self._metrics)
        self._static = Static(config.web)
        self._mcp = McpEndpoint(self, on=config.mcp)
        self.rest = make_rest(self.hub, self._visitors, self._limits, self._metrics)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            await self._sockets(scope, receive, send)
        elif scope["type"] == "lifespan":
            await self._live(receive, send)
        else:
            await self._http(scope, receive, send)

    async def _live(self, receive: Any, send: Any) -> None:
        await receive()
        try:
            await self.hub.start(self._database)
        except Exception as error:  # noqa: BLE001 - whatever it is, the server says why it cannot start
            _LOG.error("cannot start: %s", why_not_opened(error))
            await send({"type": "lifespan.startup.failed", "message": ""})  # or uvicorn would say it again
            return
        async with self._mcp.running():
            await send({"type": "lifespan.startup.complete"})
            await receive()
        await self.hub.stop()
        await send({"type": "lifespan.shutdown.complete"})

    async def _http(self, scope: Any, receive: Any, send: Any) -> None:
        path = scope["path"]
        more = list(_HEADERS)
        secure = self._config.secure_cookies or scope.get("scheme") == "https"
        if secure:
            more.append((b"strict-transport-security", b"max-age=31536000"))

        async def wrapped(message: Any) -> None:
            if message["type"] == "http.response.start":
                self._metrics.requested(path, message["status"])
                message["headers"] = [*message.get("headers", ()), *more, *_api_headers(path)]
            await send(message)

        try:
            self._check(scope)
            scope.setdefault("state", {})["sender"] = await self._admit(scope)
        except Refused as refusal:
            self._metrics.refused(refusal.code)
            await _send_error(wrapped, refusal)
            return
        if path.startswith(("/api/", "/health/")) or path == "/metrics":
            await self.rest(scope, receive, wrapped)
        elif path == MCP_PATH and self._mcp.is_on:
            await self._mcp(scope, receive, wrapped)
        else:
            await self._static(scope, receive, wrapped)

    async def _admit(self, scope: Any) -> Sender:
        """Who sends the request, within their limits. Raises Refused."""
        if not scope["path"].startswith(("/api/", MCP_PATH)):
            return anonymous_sender(scope)
        try:
            sender = await self._visitors.identify(scope)
        except Refused as refusal:
            if refusal.code != UNKNOWN or scope["path"] not in _FOR_NEWCOMERS:
                raise
            sender = anonymous_sender(scope)
        self._limits.take("request", sender)
        return sender

    def _check(self, scope: Any) -> None:
        """Refuse malformed addresses, requests from foreign pages and bodies that are too long. Raises Refused."""
        headers = scope["headers"]
        if "\0" in scope["path"] or b"%00" in scope["query_string"] or not host_is_valid(headers):
            raise Refused("BAD_REQUEST", "That is not an address.")
        if scope["method"] not in _SAFE and not origin_allowed(headers, self._config.origins):
            raise Refused("FORBIDDEN_ORIGIN", "Another site's page may not do that.")
        for name, value in headers:
            if name == b"content-length" and (not value.isdigit() or int(value) > MAX_BODY):
                raise Refused("TOO_LARGE", "That is too long.")


def _api_headers(path: str) -> list[tuple[bytes, bytes]]:
    return [(b"cache-control", b"no-store")] if path.startswith("/api/") else []


async def _send_error(send: Any, refusal: Refused) -> None:
    body = msgspec.json.encode(ErrorReply(refusal.code, refusal.message))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    headers += [(name.encode(), value.encode()) for name, value in _retry_headers(refusal).items()]
    await send({"type": "http.response.start", "status": status_of(refusal), "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _retry_headers(refusal: Refused) -> dict[str, str]:
    return {"retry-after": "2"} if status_of(refusal) in (429, 503) else {}


def make_rest(hub: Hub, visitors: Visitors, limits: Limits, metrics: Metrics) -> Litestar:
    """The Litestar application behind /api, /health and /metrics."""

    @get("/health/live", include_in_schema=False, media_type=MediaType.TEXT)
    async def live() -> str:
        return "ok"

    @get("/health/ready", include_in_schema=False, media_type=MediaType.TEXT)
    async def ready() -> Response[str]:
        return Response("ok", status_code=200) if hub.is_ready else Response("not ready", status_code=503)

    @get("/metrics", include_in_schema=False, media_type=CONTENT_TYPE_LATEST)
    async def numbers() -> bytes:
        if not hub.config.metrics:
            raise Refused("NOT_FOUND", "There are no metrics here.")
        return metrics.render()

    return Litestar(
        route_handlers=[*HANDLERS, *COMMANDS, *PUZZLES, *SCRIBE, live, ready, numbers],
        state=State({"hub": hub, "visitors": visitors, "limits": limits, "puzzles": PuzzleBook(hub.config.puzzles)}),
        exception_handlers={
            Refused: _refused(metrics),
            CorruptRecord: _damaged,
            HTTPException: _http_error,
            Exception: _crash,
        },
        openapi_config=OpenAPIConfig(
            title="Turncoat",
            version=__version__,
            path="/api/schema",
            render_plugins=[JsonRenderPlugin()],
            use_handler_docstrings=True,
        ),
        request_class=PlainRequest,
        request_max_body_size=MAX_BODY,
        on_app_init=[_plain],
    )


def _plain(config: AppConfig) -> AppConfig:
    """Switch the framework's request logging off: its lines could hold what players do."""
    config.logging_config = None
    return config


def _error(status: int, code: str, message: str, headers: dict[str, str] | None = None) -> Response[ErrorReply]:
    return Response(ErrorReply(code, message), status_code=status, media_type=MediaType.JSON, headers=headers)


def _refused(metrics: Metrics) -> Any:
    def handle(request: AnyRequest, refusal: Refused) -> Response[ErrorReply]:
        metrics.refused(refusal.code, request.scope["path"])
        return _error(status_of(refusal), refusal.code, refusal.message, _retry_headers(refusal))

    return handle


def _damaged(request: AnyRequest, error: CorruptRecord) -> Response[ErrorReply]:
    _LOG.error("a record is damaged")
    return _error(410, "CORRUPT_RECORD", "This record was damaged in the store and cannot be read any more.")


def _http_error(request: AnyRequest, error: HTTPException) -> Response[ErrorReply]:
    status = error.status_code if error.status_code < 500 else 503
    code = CODES.get(status, "BAD_REQUEST")
    extra = error.extra if isinstance(error.extra, list) else []
    details = "; ".join(str(item.get("message", "")) for item in extra if isinstance(item, dict))
    headers = {str(k): str(v) for k, v in (error.headers or {}).items()}
    return _error(status, code, (details or error.detail or "The request is malformed.")[:300], headers)


def _crash(request: AnyRequest, error: Exception) -> Response[ErrorReply]:
    _LOG.error("a request failed: %s in %s", type(error).__name__, request.route_handler, exc_info=error)
    return _error(500, "BUG", "Something went wrong here. It has been noted.")
