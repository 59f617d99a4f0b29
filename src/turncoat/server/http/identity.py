"""Visitors: one secret per device, in a cookie or a header. Only a digest of it is ever kept.

A secret is handed out only where it is asked for. Were it handed out with any answer, the first requests of a
page would each get one, and the last to arrive would take away what was done under the others. Who sends none is
nobody: he may look, and can own nothing.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from urllib.parse import urlsplit

from turncoat.core import Refused

COOKIE = "turncoat"
_YEAR = 31_536_000
_MIN_TOKEN = 32
_MAX_TOKEN = 128

NOBODY = ""

Headers = Iterable[tuple[bytes, bytes]]


def new_token() -> str:
    """A fresh secret."""
    return secrets.token_urlsafe(32)


def visitor_of(headers: Headers) -> str:
    """The name under which the server knows who sends these headers; `NOBODY` without a secret."""
    token = find_token(headers)
    return NOBODY if token is None else digest(token)


def need_visitor(visitor: str) -> str:
    """The same visitor. Raises Refused where it is nobody."""
    if visitor == NOBODY:
        raise Refused("NO_VISITOR", "Ask for a secret of your own first, and send it with this.")
    return visitor


def digest(token: str) -> str:
    """The name under which the server knows the holder of a secret."""
    return hashlib.sha256(b"turncoat-visitor-1" + token.encode()).hexdigest()[:32]


def find_token(headers: Headers) -> str | None:
    """The secret in a request's Authorization header or cookie."""
    cookie = None
    for name, value in headers:
        if name == b"authorization" and value[:7].lower() == b"bearer ":
            return _checked(value[7:].strip())
        if name == b"cookie":
            cookie = _from_cookie(value) or cookie
    return cookie


def _from_cookie(value: bytes) -> str | None:
    for part in value.split(b";"):
        name, _, content = part.strip().partition(b"=")
        if name == COOKIE.encode():
            return _checked(content)
    return None


def _checked(token: bytes) -> str | None:
    if not _MIN_TOKEN <= len(token) <= _MAX_TOKEN or not token.isascii():
        return None
    return token.decode()


def set_cookie(token: str, *, secure: bool) -> str:
    """The header that gives a browser its secret."""
    flags = "; Secure" if secure else ""
    return f"{COOKIE}={token}; Max-Age={_YEAR}; Path=/; HttpOnly; SameSite=Lax{flags}"


def origin_allowed(headers: Headers, allowed: tuple[str, ...]) -> bool:
    """Browsers name the page that asks: it must be ours. Programs name none."""
    host = origin = site = b""
    for name, value in headers:
        if name == b"host":
            host = value
        elif name == b"origin":
            origin = value
        elif name == b"sec-fetch-site":
            site = value
    if origin:
        text = origin.decode("latin-1")
        return text in allowed or urlsplit(text).netloc.lower() == host.decode("latin-1").lower()
    return site in (b"", b"same-origin", b"none", b"same-site")
