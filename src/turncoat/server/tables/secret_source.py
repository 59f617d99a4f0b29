"""Where the secrets of a table come from: the seed of a deal, and what bots draw their randomness from."""

from __future__ import annotations

import hashlib
import secrets
from typing import Literal

import msgspec

from turncoat.server.tables.settings import Settings

Purpose = Literal["deal", "bots"]


class SecretSource:
    """Draws secrets that nobody can guess.

    Tests inject a secret of their own. Tables with a fixed deal then follow from it and from their deal, so that
    the same answers give the same game.
    """

    def __init__(self, injected: str = "") -> None:
        self._injected = injected

    def draw(self, purpose: Purpose, settings: Settings) -> str:
        """A new secret for one game at a table with these settings."""
        if not (self._injected and settings.deal):
            return secrets.token_hex(32)
        deal = msgspec.json.encode(settings.deal, order="deterministic").decode()
        return hashlib.sha256(f"turncoat-test-1 {self._injected} {purpose} {deal}".encode()).hexdigest()
