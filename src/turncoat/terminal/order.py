"""What a player asks for on the command line of `turncoat play`."""

from __future__ import annotations

from typing import Any

import msgspec


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """What the player asked for on the command line of `turncoat play`."""

    ruleset: str
    players: int | None = None
    roles: tuple[str, ...] = ()
    options: dict[str, Any] = {}
    seats: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    seed: str | None = None
    quick: bool = False
    save: str | None = None
    deal: int | None = None
    daily: bool = False
    hint: bool = False
    """These three are for playing alone."""
