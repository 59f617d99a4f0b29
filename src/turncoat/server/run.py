"""Running the server: logging, the default database, uvicorn."""

from __future__ import annotations

import contextlib
import gc
import importlib
import logging
import os
import signal
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import platformdirs
import uvicorn
from pythonjsonlogger.msgspec import MsgspecFormatter
from sqlalchemy.engine import make_url

from turncoat.bots import language_model, name_bot
from turncoat.bots.llm.limits import set_limits
from turncoat.bots.llm.names import allow_addresses
from turncoat.core import Refused
from turncoat.extras import need_extra
from turncoat.server.config import Config
from turncoat.server.http.app import App
from turncoat.server.http.bounded_http import MAX_BODY, BoundedHttp
from turncoat.server.http.fast_frames import DirectProtocol

_LOG = logging.getLogger("turncoat")
_NOISY = ("alembic", "uvicorn", "httpx", "httpx2", "httpcore2", "openai")
"""Their lines name tables and addresses."""


class JsonLines(MsgspecFormatter):
    """One JSON object per line: `at`, `level`, `from`, `message`, and `trace` where there is one."""

    def __init__(self) -> None:
        names = {"asctime": "at", "levelname": "level", "name": "from", "exc_info": "trace"}
        super().__init__(["asctime", "levelname", "name", "message"], "%Y-%m-%dT%H:%M:%SZ", rename_fields=names)
        self.converter = time.gmtime

    def process_log_record(self, log_data: dict[str, Any]) -> dict[str, Any]:
        return {**log_data, "level": log_data["level"].lower()}


def database_address(config: Config) -> str:
    """The database as configured, or a file in the user's data folder."""
    if config.database:
        return config.database
    folder = Path(platformdirs.user_data_dir("turncoat"))
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'turncoat.db'}"


def set_up_logging(config: Config) -> None:
    """Log to standard error, as text or as JSON."""
    handler = logging.StreamHandler()
    text = logging.Formatter("%(asctime)s %(levelname)-7s %(name)s: %(message)s")
    handler.setFormatter(JsonLines() if config.log_json else text)
    logging.basicConfig(level=config.log_level.upper(), handlers=[handler], force=True)
    for noisy in _NOISY:
        logging.getLogger(noisy).setLevel(logging.WARNING)
    # It logs a traceback where a connection is cut off while the store hangs, which `turncoat.store` says in one line.
    logging.getLogger("sqlalchemy.pool").setLevel(logging.CRITICAL)


def name_bots(config: Config) -> None:
    """Register the bots that the owner of the server has named. Raises Refused."""
    for text in config.bots:
        name, _, bot = text.partition("=")
        try:
            name_bot(name.strip(), bot.strip())
        except LookupError as error:
            raise Refused("USAGE", f"settings: {error}.") from None


def _nothing(port: int) -> None: ...


class _Server(uvicorn.Server):
    """Says where it is when it is there."""

    def __init__(self, config: uvicorn.Config, database: str, when_ready: Callable[[int], None]) -> None:
        super().__init__(config)
        self._database = database
        self._when_ready = when_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started and not self.should_exit:
            database = make_url(self._database).render_as_string(hide_password=True)
            _LOG.info("games are kept in %s", database)
            port = self.servers[0].sockets[0].getsockname()[1]  # with port 0 the system has chosen it
            _LOG.info("Turncoat at http://%s:%d", self.config.host, port)
            self._when_ready(port)


def need_drivers(config: Config) -> None:
    """Raise Refused now, and not in the middle of the start."""
    if database_address(config).startswith("postgres"):
        need_extra("postgres", "asyncpg")
    if config.redis:
        need_extra("redis", "redis")
    if config.traces:
        need_extra("otel", "opentelemetry.exporter.otlp.proto.http")


def need_port(config: Config) -> None:
    """Raise Refused if the server cannot listen where it should."""
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    with socket.socket(family) as probe:
        if sys.platform != "win32":  # as the server itself: a port that was just given back is free
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((config.host, config.port))
        except OSError as error:
            why = os.strerror(error.errno) if error.errno and error.errno > 0 else str(error)
            raise Refused(
                "CANNOT_LISTEN", f"Cannot listen on {config.host}, port {config.port}: {why}. Try another --port."
            ) from None


def set_up_language_models(config: Config) -> None:
    """Allow the addresses that the owner names, with their limits. Raises Refused."""
    set_limits(config.model_limits())
    allow_addresses(config.llm_addresses)
    if config.llm_addresses or any(language_model(text.partition("=")[2].strip()) for text in config.bots):
        need_extra("llm", "openai")
        importlib.import_module("turncoat.bots.llm.model")  # takes seconds, which no table should wait for


def make_server(config: Config, when_ready: Callable[[int], None] = _nothing) -> uvicorn.Server:
    """A uvicorn server, not started."""
    database = database_address(config)
    return _Server(
        uvicorn.Config(
            App(config, database),
            host=config.host,
            port=config.port,
            http=BoundedHttp,
            ws=DirectProtocol,
            ws_max_size=MAX_BODY,
            ws_per_message_deflate=False,
            ws_ping_interval=10,
            ws_ping_timeout=10,
            lifespan="on",
            access_log=False,
            server_header=False,
            log_config=None,
            proxy_headers=config.trust_proxy,
            forwarded_allow_ips=",".join(config.proxies),
            timeout_graceful_shutdown=8,
        ),
        database,
        when_ready,
    )


def calm_collector() -> None:
    """Make full garbage collections rare: each one walks over all tables and stops play meanwhile."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 100)


def serve(config: Config, when_ready: Callable[[int], None] = _nothing) -> None:
    """Run until told to stop. `when_ready` is called with the port as soon as the server listens."""
    set_up_logging(config)
    need_drivers(config)
    need_port(config)
    set_up_language_models(config)
    name_bots(config)
    calm_collector()
    # uvicorn sends itself the signal that has ended it. A process that dies of it leaves the bots' semaphores behind.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with contextlib.suppress(KeyboardInterrupt):
        make_server(config, when_ready).run()
