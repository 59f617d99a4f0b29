"""The server's own refusals and their HTTP status. A game's refusals are 409."""

from __future__ import annotations

from turncoat.core import Refused

STATUS = {
    "BAD_REQUEST": 400,
    "NO_VISITOR": 401,
    "UNKNOWN_VISITOR": 401,
    "NOT_HOST": 403,
    "NOT_SEATED": 403,
    "NOT_ALLOWED": 403,
    "NOT_INVITED": 403,
    "FORBIDDEN_ORIGIN": 403,
    "WATCHING_OFF": 403,
    "NOT_FOUND": 404,
    "NOT_OFFERED": 404,
    "METHOD": 405,
    "NOT_NOW": 409,
    "SEAT_TAKEN": 409,
    "TABLE_FULL": 409,
    "TABLE_LOCKED": 409,
    "NOT_READY": 409,
    "CONTRACT_CHANGED": 409,
    "ALREADY_ANSWERED": 409,
    "STALE_ASK": 409,
    "NAME_TAKEN": 409,
    "BAD_CODE": 409,
    "PAUSED": 409,
    "TOO_SLOW": 408,
    "TABLE_BROKEN": 410,
    "CORRUPT_RECORD": 410,
    "TOO_LARGE": 413,
    "MEDIA_TYPE": 415,
    "RATE_LIMIT": 429,
    "HEAD_TOO_LARGE": 431,
    "UNAVAILABLE": 503,
}
CODES = {status: code for code, status in reversed(STATUS.items())}


def status_of(refusal: Refused) -> int:
    """The HTTP status of a refusal."""
    return STATUS.get(refusal.code, 409)
