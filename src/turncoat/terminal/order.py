"""The order for a game: what a player asked for on the command line of `turncoat play`."""

from __future__ import annotations

from typing import Any

import msgspec


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that can be given to `turncoat play`. An empty ruleset means that the player chooses on screen."""

    ruleset: str
    players: int | None = None
    roles: tuple[str, ...] = ()
    options: dict[str, Any] = {}
    seats: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    seed: str | None = None
    quick: bool = False
    silent: bool = False
    save: str | None = None
    # Only for games for one player:
    deal: int | None = None
    daily: bool = False
    hint: bool = False
