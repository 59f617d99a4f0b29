"""Visitors: one secret token per device, in a cookie or a header. The server keeps only a digest of it.

A token is handed out only on request. If every response set one, the first requests of a page would each get a
different token, and the last to arrive would replace the one that the others were made with. Requests without a token
are anonymous and read-only.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from turncoat.core import Refused

COOKIE = "turncoat"
_YEAR = 31_536_000
_MIN_TOKEN = 32
_MAX_TOKEN = 128

ANONYMOUS = ""
_NETLOC = re.compile(rb"(?:[a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::[0-9]{0,5})?")

Headers = Iterable[tuple[bytes, bytes]]


def new_token() -> str:
    """A fresh token."""
    return secrets.token_urlsafe(32)


def visitor_of(scope: Any) -> str:
    """The name under which the server knows the sender of a request; `ANONYMOUS` without a token."""
    token = find_token(scope)
    return ANONYMOUS if token is None else digest(token)


def need_visitor(visitor: str) -> str:
    """The same visitor. Raises Refused for anonymous requests."""
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
    """Browsers name the page that sends a request; it must be one of ours. Programs name none."""
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
