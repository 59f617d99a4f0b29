"""The server's settings: defaults, then a file, then the environment, then flags."""

from __future__ import annotations

import ipaddress
import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from turncoat.bots.llm.limits import ModelLimits
from turncoat.bots.llm.names import is_base_url

PREFIX = "TURNCOAT_"
_LISTS = ("origins", "proxies", "bots", "limits", "llm_addresses", "puzzles")


class Limit(msgspec.Struct, frozen=True):
    """How many a visitor, an address and a network may do in how many seconds; 0 seconds: at the same time.

    All of them may come at once. Friends in one room and pupils in one class share an address.
    """

    visitor: Annotated[int, Meta(ge=1)]
    address: Annotated[int, Meta(ge=1)]
    network: Annotated[int, Meta(ge=1)]
    seconds: Annotated[int, Meta(ge=0)] = 0


LIMITS = {
    "request": Limit(200, 1000, 4000, 4),
    "command": Limit(40, 400, 2000, 4),
    "chat": Limit(5, 40, 200, 5),
    "thought": Limit(20, 100, 400, 20),
    "join": Limit(10, 120, 360, 300),
    "lookup": Limit(20, 120, 360, 600),
    "table": Limit(30, 120, 480, 3600),
    "public": Limit(10, 40, 120, 86_400),
    "visitor": Limit(120, 120, 480, 600),
    "token": Limit(60, 60, 240, 60),
    "socket": Limit(20, 120, 600),
}
"""`docs/server.md` says what each kind is."""


class Config(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a server runs. `docs/server.md` explains each setting."""

    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535)] = 8000
    database: str = ""
    redis: str = ""
    origins: tuple[str, ...] = ()
    secure_cookies: bool = False
    trust_proxy: bool = False
    proxies: tuple[str, ...] = ("127.0.0.1", "::1")
    fixed_deals: bool = False
    test_secret: str = ""
    bots: tuple[str, ...] = ()
    mcp: bool = False
    puzzles: tuple[str, ...] = ()
    llm_addresses: tuple[str, ...] = ()
    llm_seconds: Annotated[float, Meta(gt=0, le=600)] = ModelLimits().seconds
    llm_total: Annotated[float, Meta(gt=0)] = ModelLimits().total
    llm_tokens: Annotated[int, Meta(ge=1)] = ModelLimits().tokens
    llm_lines: Annotated[int, Meta(ge=0)] = ModelLimits().lines
    llm_price: str = ModelLimits().price
    llm_cost: Annotated[float, Meta(ge=0)] = ModelLimits().cost
    bot_workers: Annotated[int, Meta(ge=1, le=64)] = 1
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_json: bool = False
    web: str = ""
    rate_limits: bool = True
    limits: tuple[str, ...] = ()
    metrics: bool = True
    traces: bool = False
    keep_tables_days: Annotated[int, Meta(ge=0)] = 90
    keep_records_days: Annotated[int, Meta(ge=0)] = 0
    keep_visitors_days: Annotated[int, Meta(ge=0)] = 0
    beat_ms: int = 1000
    lease_ms: int = 3500

    def __post_init__(self) -> None:
        self.all_limits()
        self.model_limits()
        for proxy in self.proxies:
            _need_network(proxy)
        for address in self.llm_addresses:
            if address.strip() and not is_base_url(address):
                raise ValueError(f"llm_addresses: {address!r} is no base URL, such as http://localhost:11434/v1")

    def all_limits(self) -> dict[str, Limit]:
        """The limit of every kind: those of `limits`, and the defaults. Raises ValueError."""
        return {**LIMITS, **dict(_read_limit(text) for text in self.limits)}

    def model_limits(self) -> ModelLimits:
        """What a language model may use. Raises ValueError."""
        return ModelLimits(**{name: getattr(self, f"llm_{name}") for name in ModelLimits.__struct_fields__})


def _need_network(text: str) -> None:
    try:
        ipaddress.ip_network(text.strip())
    except ValueError:
        raise ValueError(f"proxies: {text!r} is neither an address nor a network") from None


def _read_limit(text: str) -> tuple[str, Limit]:
    """`chat=5/40/200/5`: a kind, and the amounts of a visitor, an address, a network, in so many seconds."""
    kind, _, numbers = text.partition("=")
    kind = kind.strip()
    if kind not in LIMITS:
        raise ValueError(f"limits: there is no kind {kind!r}; there are {', '.join(LIMITS)}")
    is_rate = LIMITS[kind].seconds > 0
    parts = numbers.split("/")
    if len(parts) != 3 + is_rate or (is_rate and not parts[3].strip("0 ")):
        raise ValueError(f"limits: {kind} needs VISITOR/ADDRESS/NETWORK{'/SECONDS' if is_rate else ''}")
    try:
        return kind, msgspec.convert(dict(zip(Limit.__struct_fields__, parts, strict=False)), Limit, strict=False)
    except msgspec.ValidationError as error:
        raise ValueError(f"limits: {kind}: {error}") from None


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
