"""The deal of the day: one solitaire deal for everybody, once for each visitor, secret until the day (UTC) is over."""

from __future__ import annotations

import hashlib
import hmac
from datetime import UTC, datetime


def day_of(now: int) -> str:
    """The day of a time in milliseconds since 1970."""
    return datetime.fromtimestamp(now / 1000, UTC).date().isoformat()


def daily_name(ruleset: str, day: str) -> str:
    """What a day's deal is called."""
    return f"{ruleset}:{day}"


def day_in(name: str) -> str:
    """The day of a deal that is called this."""
    return name.rsplit(":", 1)[1]


def is_running(name: str | None, now: int) -> bool:
    """Whether this is the name of a day's deal that people may still be playing."""
    return name is not None and day_in(name) >= day_of(now)


def daily_secret(key: bytes, name: str) -> str:
    """The seed of a day's deal. Nobody can compute it without the server's key."""
    return hmac.new(key, f"turncoat-daily-1 {name}".encode(), hashlib.sha256).hexdigest()


def table_of_try(name: str, visitor: str) -> str:
    """The id of the table where a visitor plays a day's deal: always the same, so there cannot be two."""
    return hashlib.sha256(f"turncoat-daily-1 {name} {visitor}".encode()).hexdigest()[:16]
