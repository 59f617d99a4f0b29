"""Visitors: one secret token per device, in a cookie or a header. The server keeps only a digest of it.

The server issues tokens, and signs them with a key from its database. Issuing one therefore stores nothing, and nobody
can make up visitors of their own. Tokens that are older than the key are valid if their visitor owns something.

A token is handed out only on request. If every response set one, the first requests of a page would each get a
different token, and the last to arrive would replace the one that the others were made with. Requests without a token
are anonymous and read-only.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from sqlalchemy.exc import SQLAlchemyError

from turncoat.core import Refused
from turncoat.server.http.limits import Limits, Sender, sender
from turncoat.server.live.hub import Hub

COOKIE = "turncoat"
UNKNOWN = "UNKNOWN_VISITOR"
_YEAR = 31_536_000
_MIN_TOKEN = 32
_MAX_TOKEN = 128
_NAME_BYTES = _SIGNATURE_BYTES = 18
_NAME_LENGTH = 24
_REMEMBERED = 10_000

ANONYMOUS = ""
_NETLOC = re.compile(rb"(?:[a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::[0-9]{0,5})?")

Headers = Iterable[tuple[bytes, bytes]]


class Visitors:
    """Issues tokens, and tells whom a token stands for."""

    def __init__(self, hub: Hub, limits: Limits) -> None:
        self._hub = hub
        self._limits = limits
        self._older: set[str] = set()

    def new_token(self) -> str:
        """A fresh token: a random name and its signature."""
        name = secrets.token_urlsafe(_NAME_BYTES)
        return name + self._sign(name)

    async def identify(self, scope: Any) -> Sender:
        """Who sends a request. Raises Refused for a token that this server has not issued."""
        token, anonymous = find_token(scope), anonymous_sender(scope)
        if token is None:
            return anonymous
        visitor = digest(token)
        if not (self._has_issued(token) or await self._is_older(visitor, anonymous)):
            raise Refused(UNKNOWN, "This server does not know that secret. Ask for a new one.")
        return sender(visitor, host_of(scope))

    def _sign(self, name: str) -> str:
        signature = hmac.digest(self._hub.visitor_key, b"turncoat-token-1" + name.encode(), "sha256")
        return urlsafe_b64encode(signature[:_SIGNATURE_BYTES]).decode()

    def _has_issued(self, token: str) -> bool:
        name, signature = token[:_NAME_LENGTH], token[_NAME_LENGTH:]
        return hmac.compare_digest(self._sign(name), signature)

    async def _is_older(self, visitor: str, anonymous: Sender) -> bool:
        """Whether a visitor from before tokens were signed owns something."""
        if visitor in self._older:
            return True
        self._limits.take("token", anonymous)
        try:
            is_known = await self._hub.database.is_known(visitor)
        except (SQLAlchemyError, OSError):
            raise Refused("UNAVAILABLE", "The store does not answer. Try again.") from None
        if is_known:
            if len(self._older) >= _REMEMBERED:
                self._older.clear()
            self._older.add(visitor)
        return is_known


def host_of(scope: Any) -> str | None:
    """The network address that a request comes from."""
    client = scope.get("client")
    return client[0] if client else None


def anonymous_sender(scope: Any) -> Sender:
    """The sender of a request, whatever token it has."""
    return sender(ANONYMOUS, host_of(scope))


def need_visitor(visitor: str) -> str:
    """The visitor who sends a request. Raises Refused for anonymous requests."""
    if visitor == ANONYMOUS:
        raise Refused("NO_VISITOR", "Ask for a secret of your own first, and send it with this.")
    return visitor


def digest(token: str) -> str:
    """The name under which the server knows the holder of a token."""
    return hashlib.sha256(b"turncoat-visitor-1" + token.encode()).hexdigest()[:32]


def find_token(scope: Any) -> str | None:
    """The token in a request's Authorization header or cookie."""
    alone: Any = {"type": scope["type"], "headers": scope["headers"], "state": {}}  # nothing stays in a socket's scope
    request: ASGIConnection[Any, Any, Any, Any] = ASGIConnection(alone)
    authorization = request.headers.get("authorization", "")
    is_bearer = authorization[:7].lower() == "bearer "
    token = authorization[7:].strip() if is_bearer else request.cookies.get(COOKIE, "")
    return token if _MIN_TOKEN <= len(token) <= _MAX_TOKEN and token.isascii() else None


def cookie_of(token: str, *, secure: bool) -> Cookie:
    """The cookie that gives a browser its token."""
    return Cookie(key=COOKIE, value=token, max_age=_YEAR, httponly=True, samesite="lax", secure=secure)


def host_is_valid(headers: Headers) -> bool:
    """Whether the Host header, which links are made of, is a host and perhaps a port."""
    return all(_netloc_of(b"http://" + value) == value.lower() for name, value in headers if name == b"host")


def origin_allowed(headers: Headers, allowed: tuple[str, ...]) -> bool:
    """Whether a request comes from one of our pages. Browsers name the page in a header; programs name none."""
    host = origin = site = b""
    for name, value in headers:
        if name == b"host":
            host = value
        elif name == b"origin":
            origin = value
        elif name == b"sec-fetch-site":
            site = value
    if origin:
        return origin.decode("latin-1") in allowed or _netloc_of(origin) == host.lower()
    return site in (b"", b"same-origin", b"none", b"same-site")


def _netloc_of(address: bytes) -> bytes | None:
    """Host and port of an address, in small letters; None where it has no valid ones."""
    try:
        parts = urlsplit(address.decode("ascii"))
        port_is_valid = (parts.port or 0) < 65536
    except ValueError:
        return None
    netloc = parts.netloc.lower().encode()
    return netloc if port_is_valid and _NETLOC.fullmatch(netloc) else None
