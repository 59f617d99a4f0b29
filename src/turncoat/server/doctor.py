"""Examines a server: what is wrong with its settings, its database, its machine and its proxy, and what to do."""

from __future__ import annotations

import asyncio
import os
import shutil
import stat
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

import httpx
import msgspec
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from turncoat import __version__
from turncoat.core import Refused
from turncoat.core.in_words import counted
from turncoat.server.config import Config
from turncoat.server.http.sockets import CLOSE_CODES
from turncoat.server.http.static import client_folder
from turncoat.server.run import database_address, need_drivers
from turncoat.server.store.errors import name_of
from turncoat.server.store.inspection import Facts, facts, looked_at
from turncoat.server.store.revisions import newest

_MIB = 1 << 20
_TOO_LITTLE, _LITTLE = 100 * _MIB, 1024 * _MIB
_OFF_BY_MS = 5000
_PATIENCE = 10.0
_COOKIE = "/api/visitors/cookie"
_NO_TABLE = "/api/tables/doctor/socket"


class Finding(msgspec.Struct, frozen=True):
    """One thing that was examined: how it is, in a sentence, and what to do if it is not well."""

    what: str
    state: Literal["well", "doubtful", "wrong"]
    says: str
    do: str = ""


def _well(what: str, says: str) -> Finding:
    return Finding(what, "well", says)


def _doubtful(what: str, says: str, do: str) -> Finding:
    return Finding(what, "doubtful", says, do)


def _wrong(what: str, says: str, do: str) -> Finding:
    return Finding(what, "wrong", says, do)


async def examine(config: Config, url: str = "") -> AsyncIterator[Finding]:
    """Examine everything. With the `url` that players use, what is between them and the server is examined too."""
    for finding in (*_settings(config), _page(config), *_origins(config)):
        yield finding
    address = database_address(config)
    async for finding in _database(address):
        yield finding
    if config.redis:
        yield await _redis(config.redis)
    if url:
        async for finding in _from_outside(url.rstrip("/"), config):
            yield finding


# settings


def _settings(config: Config) -> list[Finding]:
    found = []
    try:
        need_drivers(config)
    except Refused as refusal:
        found.append(_wrong("settings", refusal.message, "Install what is named, and start the server again."))
    if config.test_secret:
        says = "test_secret is set: whoever knows it can compute every fixed deal."
        found.append(_wrong("settings", says, "Remove test_secret from the settings. It is for tests."))
    if config.fixed_deals:
        says = "fixed_deals is on: hosts can choose who gets which role."
        found.append(_doubtful("settings", says, "Turn it off unless you teach or test here."))
    if not config.rate_limits:
        says = "rate_limits is off: anybody can look for private tables by trying codes."
        found.append(_wrong("settings", says, "Turn it on."))
    return found or [_well("settings", "Nothing in them is dangerous.")]


def _page(config: Config) -> Finding:
    folder = client_folder(config.web)
    if (folder / "index.html").is_file():
        return _well("page", f"The browser client is in {folder}.")
    return _wrong("page", f"There is no browser client in {folder}.", "Install the wheel, or run make web.")


def _origins(config: Config) -> list[Finding]:
    found = []
    for origin in config.origins:
        parts = urlsplit(origin)
        if parts.scheme not in ("http", "https") or not parts.netloc or f"{parts.scheme}://{parts.netloc}" != origin:
            says = f"{origin!r} is not an origin, so no page matches it."
            found.append(_wrong("origins", says, "Write scheme, host and port only: https://example.org"))
        elif parts.scheme == "http" and parts.hostname not in ("localhost", "127.0.0.1"):
            says = f"{origin} is not encrypted: whoever is between can change that page and play in its visitors' name."
            found.append(_doubtful("origins", says, "Serve that page over https."))
    return found or [_well("origins", f"{counted(len(config.origins), 'other page')} may use this server.")]


# database, disk, clock


async def _database(address: str) -> AsyncIterator[Finding]:
    url = make_url(address)
    file = Path(url.database or "") if url.get_backend_name() == "sqlite" else None
    if file is not None:
        yield await asyncio.to_thread(_disk, file.parent)
        if not file.exists():
            yield _well("database", f"{file} does not exist yet; the server will make it.")
            return
        yield _rights(file)
    try:
        found = await looked_at(address, facts)
    except Refused as refusal:
        yield _wrong("database", refusal.message, "Start the database, and check its address and password.")
    except (SQLAlchemyError, OSError) as error:
        says = f"The database cannot be used: {name_of(error)}."
        yield _wrong("database", says, "Check that it may be written to and that its disk is not full.")
    else:
        yield _state(found)
        yield _clock(found)


def _state(found: Facts) -> Finding:
    if found.is_damaged:
        return _wrong("database", "The file is damaged.", "Stop the server and restore a backup: turncoat restore")
    if found.revision != newest():
        says = f"It has revision {found.revision or 'none'}; this version needs {newest()}."
        return _doubtful("database", says, "Make a backup, then run turncoat migrate, or start the server.")
    held = f"{counted(found.tables, 'table')}, {counted(found.records, 'record')}"
    return _well("database", f"Revision {found.revision}, {held}; it takes writes.")


def _clock(found: Facts) -> Finding:
    now = time.time_ns() // 1_000_000
    if found.clock is not None and abs(found.clock - now) > _OFF_BY_MS:
        says = f"The database's clock differs from this machine's by {abs(found.clock - now) / 1000:.0f} s."
        return _wrong("clock", says, "Let both machines set their clocks by NTP.")
    if found.latest > now + _OFF_BY_MS:
        says = (
            f"A table was used {(found.latest - now) / 1000:.0f} s in the future: the clock was wrong then, or is now."
        )
        return _wrong("clock", says, "Let the machine set its clock by NTP.")
    return _well("clock", "It agrees with what is stored.")


def _rights(file: Path) -> Finding:
    mode = stat.S_IMODE(file.stat().st_mode)
    if os.name != "nt" and mode & 0o077:
        says = f"Others on this machine can read {file}, with every seed and token in it."
        return _wrong("file", says, f"chmod 600 {file}")
    if not os.access(file, os.W_OK) or not os.access(file.parent, os.W_OK):
        return _wrong("file", f"{file} or its folder cannot be written to.", "Give both to the server's user.")
    return _well("file", "Only its owner can read it.")


def _disk(folder: Path) -> Finding:
    if not folder.is_dir():
        return _wrong("disk", f"There is no folder {folder}.", f"mkdir -p {folder}")
    free = shutil.disk_usage(folder).free
    says = f"{free // _MIB:,} MiB are free in {folder.resolve()}."
    if free < _TOO_LITTLE:
        return _wrong("disk", says, "Make room now: without it, no move can be stored.")
    if free < _LITTLE:
        return _doubtful("disk", says, "Make room, or set keep_tables_days and keep_records_days.")
    return _well("disk", says)


async def _redis(address: str) -> Finding:
    try:
        from redis.asyncio import Redis
        from redis.exceptions import RedisError
    except ImportError:
        return _wrong("redis", "The driver is missing.", 'pip install "turncoat[redis]"')
    try:
        async with Redis.from_url(address, socket_connect_timeout=2, socket_timeout=5) as redis:
            seconds, _ = await redis.time()
    except (RedisError, OSError, ValueError) as error:
        says = f"It does not answer ({type(error).__name__}): other servers learn of moves a second late."
        return _wrong("redis", says, "Start it, and check its address and password.")
    if abs(seconds - time.time()) > _OFF_BY_MS / 1000:
        return _doubtful("redis", "Its clock differs from this machine's.", "Set both clocks by NTP.")
    return _well("redis", "It answers.")


# what players see


async def _from_outside(url: str, config: Config) -> AsyncIterator[Finding]:
    try:
        async with httpx.AsyncClient(base_url=url, timeout=_PATIENCE) as http:
            yield await _server(http)
            yield await _proxy(http, url, config)
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        yield _wrong("server", f"{url} cannot be reached: {type(error).__name__}.", "Start the server and its proxy.")
        return
    yield await _socket(url)


async def _server(http: httpx.AsyncClient) -> Finding:
    answer = await http.get("/api/info")
    try:
        info = answer.json() if answer.is_success else {}
    except ValueError:
        info = {}
    if not isinstance(info, dict) or "version" not in info:
        return _wrong(
            "server", f"Something else answers there (status {answer.status_code}).", "Check the address and the proxy."
        )
    ready = await http.get("/health/ready")
    if not ready.is_success:
        return _wrong(
            "server",
            "It runs, but is not ready.",
            "Look into its log: its database does not answer, or it is stopping.",
        )
    if info["version"] != __version__:
        return _doubtful(
            "server", f"It is version {info['version']}; this is {__version__}.", "Restart it after an upgrade."
        )
    off = abs(info["now"] - time.time_ns() // 1_000_000)
    if off > _OFF_BY_MS:
        return _doubtful("server", f"Its clock differs from this machine's by {off / 1000:.0f} s.", "Set both by NTP.")
    return _well("server", f"Version {info['version']} is ready.")


async def _proxy(http: httpx.AsyncClient, url: str, config: Config) -> Finding:
    """A page's request must arrive with the host that the browser knows, and as https if it was."""
    parts = urlsplit(url)
    answer = await http.post(_COOKIE, headers={"origin": f"{parts.scheme}://{parts.netloc}"})
    if answer.status_code == 403:
        return _wrong(
            "proxy",
            "The server does not know itself by this name: pages cannot do anything.",
            "Let the proxy forward the header Host.",
        )
    is_https = parts.scheme == "https"
    if is_https and "secure" not in answer.headers.get("set-cookie", "").lower():
        return _wrong(
            "proxy",
            "The server does not know that it is used over https.",
            "Let the proxy send X-Forwarded-Proto, and set trust_proxy and secure_cookies.",
        )
    if is_https and not config.trust_proxy:
        return _wrong(
            "proxy",
            "trust_proxy is off: all players count as one address and share its limits.",
            "Let the proxy send X-Forwarded-For, and set trust_proxy; name a proxy on another machine in proxies.",
        )
    if config.trust_proxy and not is_https:
        return _doubtful(
            "proxy", "trust_proxy is on, but this address is not https.", "Examine the address that players use."
        )
    return _well("proxy", "Pages are accepted, and cookies are as they should be.")


async def _socket(url: str) -> Finding:
    """A socket at a table that does not exist: the server accepts it, and closes it with a code of its own."""
    parts = urlsplit(url)
    scheme = "wss" if parts.scheme == "https" else "ws"
    origin = f"{parts.scheme}://{parts.netloc}"
    do = "Let the proxy forward Upgrade and Connection, and keep connections open for an hour."
    try:
        async with connect(
            f"{scheme}://{parts.netloc}{_NO_TABLE}", open_timeout=_PATIENCE, additional_headers={"origin": origin}
        ) as socket:
            await socket.recv()
    except ConnectionClosed as closed:
        if closed.rcvd is not None and closed.rcvd.code == CLOSE_CODES["NOT_FOUND"]:
            return _well("sockets", "They reach the server.")
        return _doubtful("sockets", f"One was closed with code {closed.rcvd.code if closed.rcvd else 'none'}.", do)
    except (InvalidHandshake, OSError, TimeoutError) as error:
        return _wrong("sockets", f"They do not reach the server ({type(error).__name__}): players wait in vain.", do)
    return _doubtful("sockets", "Something else answers there.", do)
