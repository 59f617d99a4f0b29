"""The server's settings: defaults, then a file, then the environment, then flags."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

PREFIX = "TURNCOAT_"
_LISTS = ("origins", "bots")


class Config(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a server runs. `docs/server.md` explains each setting."""

    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535)] = 8000
    database: str = ""
    redis: str = ""
    origins: tuple[str, ...] = ()
    secure_cookies: bool = False
    trust_proxy: bool = False
    fixed_deals: bool = False
    test_secret: str = ""
    bots: tuple[str, ...] = ()
    bot_workers: Annotated[int, Meta(ge=1, le=64)] = 1
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_json: bool = False
    web: str = ""
    rate_limits: bool = True
    metrics: bool = True
    beat_ms: int = 1000
    lease_ms: int = 3500


def load_config(flags: Mapping[str, Any], environ: Mapping[str, str] = os.environ, file: Path | None = None) -> Config:
    """Later sources win: defaults, file, environment (`TURNCOAT_PORT=…`), flags. Raises ValueError."""
    values: dict[str, Any] = {}
    if file is not None:
        values.update(tomllib.loads(file.read_text("utf-8")))
    for name in Config.__struct_fields__:
        text = environ.get(PREFIX + name.upper())
        if text is not None:
            values[name] = text.split(",") if name in _LISTS else text
    values.update({name: value for name, value in flags.items() if value is not None})
    try:
        return msgspec.convert(values, Config, strict=False)
    except msgspec.ValidationError as error:
        raise ValueError(f"settings: {error}") from None
