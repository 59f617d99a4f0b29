"""Where the secrets of a table come from: the seed of a deal, what bots draw their randomness from, codes."""

from __future__ import annotations

import hashlib
import secrets

import msgspec

from turncoat.server.tables.decisions import Purpose
from turncoat.server.tables.settings import Settings

_REPEATABLE = ("deal", "bots")


class SecretSource:
    """Draws secrets that nobody can guess.

    Tests inject a secret of their own. At a table with a fixed deal, the deal and the bots' randomness then follow from
    that secret and the deal, so the same answers give the same game.
    """

    def __init__(self, injected: str = "") -> None:
        self._injected = injected

    def draw(self, purpose: Purpose, settings: Settings) -> str:
        """A new secret for a table with these settings."""
        if not (self._injected and settings.deal and purpose in _REPEATABLE):
            return secrets.token_hex(32)
        deal = msgspec.json.encode(settings.deal, order="deterministic").decode()
        return hashlib.sha256(f"turncoat-test-1 {self._injected} {purpose} {deal}".encode()).hexdigest()
