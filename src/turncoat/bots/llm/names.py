"""The names of language models, and which addresses the owner of a server allows."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from urllib.parse import urlsplit

import msgspec

KEYS = "TURNCOAT_LLM_KEYS"
"""The environment variable with the keys: `BASE_URL=KEY`, separated by commas. Nothing else ever holds a key."""
_URL = re.compile(r"https?://[^\s?#@]{1,90}")
_NAME = re.compile(
    rf"llm(?:\+(?P<mover>[a-z][a-z0-9-]{{0,23}}))?:(?P<model>[\w./:@-]{{1,100}})@(?P<url>{_URL.pattern})"
)
_allowed: set[str] = set()


class ModelName(msgspec.Struct, frozen=True):
    """A language model: its own name, where it runs, and the bot that moves for it, if one does."""

    model: str
    base_url: str
    mover: str | None = None

    @property
    def host(self) -> str:
        """Where the model runs, as people are told."""
        parts = urlsplit(self.base_url)
        return parts.hostname or "" if parts.port is None else f"{parts.hostname}:{parts.port}"

    @property
    def key(self) -> str | None:
        """The key for this address, from the environment."""
        pairs = (pair.strip().partition("=") for pair in os.environ.get(KEYS, "").split(","))
        return next((key for address, _, key in pairs if _normal(address) == self.base_url and key), None)


def read_name(name: str) -> ModelName | None:
    """The language model of that name; None if it is not one.

    >>> read_name("llm:qwen3:8b@http://localhost:11434/v1").model
    'qwen3:8b'
    """
    found = _NAME.fullmatch(name)
    if found is None or not is_base_url(found["url"]):
        return None
    return ModelName(found["model"], _normal(found["url"]), found["mover"])


def is_base_url(address: str) -> bool:
    """Whether a model can be called there: `http` or `https`, a host, and a port if it has one.

    >>> is_base_url("http://localhost:11434/v1"), is_base_url("localhost:11434"), is_base_url("http://x:99999/v1")
    (True, False, False)
    """
    try:
        parts = urlsplit(_normal(address))
        return _URL.fullmatch(_normal(address)) is not None and bool(parts.hostname) and parts.port != 0
    except ValueError:  # a port that is none, half an address in brackets
        return False


def allow_addresses(addresses: Iterable[str]) -> None:
    """From now on hosts of tables in this process may name models at these addresses, and no others."""
    _allowed.clear()
    _allowed.update(filter(None, map(_normal, addresses)))


def allowed_addresses() -> tuple[str, ...]:
    """The addresses at which hosts may name models."""
    return tuple(sorted(_allowed))


def is_allowed(name: ModelName) -> bool:
    """Whether the owner of the server allows hosts to name this model."""
    return name.base_url in _allowed


def _normal(address: str) -> str:
    return address.strip().rstrip("/")
