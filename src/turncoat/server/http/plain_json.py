"""What every JSON text from outside must be before it is decoded, over REST and on the socket."""

from __future__ import annotations

import re
from typing import Any

from litestar import Request

from turncoat.core import Refused

MAX_DEPTH = 32
"""How deeply lists and objects may be nested. Nothing that we understand comes near it. Decoding, comparing and
encoding are recursive, so without a limit some text could pass one of them and break the next."""

_STRINGS = re.compile(rb'"(?:[^"\\]|\\.)*+"?', re.DOTALL)
_BRACKETS = re.compile(rb"[\[\]{}]")
_NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")


def need_plain(text: bytes) -> None:
    """Refuse a JSON text that is nested too deeply, or that has the character NUL in it. Raises Refused."""
    if _is_deep(text):
        raise Refused("BAD_REQUEST", f"That is nested more than {MAX_DEPTH} deep.")
    if b"\\u0000" in text and _NUL.search(text):  # PostgreSQL stores no text with it
        raise Refused("BAD_REQUEST", "The character NUL is not allowed.")


def _is_deep(text: bytes) -> bool:
    if text.count(b"[") + text.count(b"{") <= MAX_DEPTH:
        return False
    depth = 0
    for bracket in _BRACKETS.findall(_STRINGS.sub(b"", text)):
        depth += 1 if bracket in b"[{" else -1
        if depth > MAX_DEPTH:
            return True
    return False


class PlainRequest(Request[Any, Any, Any]):
    """A REST request whose body is checked before it is decoded."""

    async def json(self) -> Any:
        """The decoded body. Raises Refused."""
        need_plain(await self.body())
        try:
            return await super().json()
        except UnicodeDecodeError:
            raise Refused("BAD_REQUEST", "That is not valid UTF-8.") from None
