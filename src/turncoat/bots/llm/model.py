"""Calls a chat-completions server by the official client. A reply is bounded in size, and never logged."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, cast

import httpx2  # comes with the client
import msgspec
from openai import APIConnectionError, APIError, APIStatusError, APITimeoutError, AsyncOpenAI

from turncoat.bots.llm.limits import Spending
from turncoat.bots.llm.names import ModelName
from turncoat.bots.llm.prompt import Message
from turncoat.core import Refused

MOST_BYTES = 256 * 1024
MOST_TOKENS = 2_000
_NO_KEY = "none"  # servers without keys ignore it, and the client insists on one
_UNSUPPORTED = (400, 404, 415, 422)
_LETTERS = 4  # about as many make a token; used where the server does not count
_plain: set[ModelName] = set()
"""The models whose servers refused to enforce the form of a reply."""


class _Message(msgspec.Struct):
    content: str | None = None


class _Choice(msgspec.Struct):
    message: _Message | None = None
    delta: _Message | None = None


class _Usage(msgspec.Struct):
    prompt_tokens: int | None = None
    completion_tokens: int | None = None


class _Reply(msgspec.Struct):
    choices: list[_Choice] = []
    usage: _Usage | None = None


class _Whole(NamedTuple):
    text: str
    usage: _Usage | None


async def complete(name: ModelName, messages: Sequence[Message], form: dict[str, Any], spent: Spending) -> str:
    """The text of a model's reply. Raises Refused with a code that says what went wrong."""
    if name not in _plain:
        try:
            more = {"response_format": form, "stream_options": {"include_usage": True}}
            return await _complete(name, messages, more, spent)
        except Refused as refusal:
            if refusal.code != "BOT_UNSUPPORTED":
                raise
        _plain.add(name)
    return await _complete(name, messages, {}, spent)


async def _complete(name: ModelName, messages: Sequence[Message], more: dict[str, Any], spent: Spending) -> str:
    client = AsyncOpenAI(base_url=name.base_url, api_key=name.key or _NO_KEY, max_retries=1)
    try:
        async with (
            client,
            client.chat.completions.with_streaming_response.create(
                model=name.model, messages=cast("Any", messages), max_tokens=MOST_TOKENS, stream=True, **more
            ) as response,
        ):
            body = await _bounded(response)
    except APITimeoutError:
        raise Refused("BOT_TIMEOUT", "The language model took too long.") from None
    except (APIConnectionError, httpx2.HTTPError, httpx2.StreamError):
        raise Refused("BOT_UNREACHABLE", "The language model cannot be reached.") from None
    except APIStatusError as error:
        raise _refusal(error.status_code, supported=not more) from None
    except APIError:
        raise Refused("BOT_ANSWER", "The language model's reply could not be read.") from None
    reply = _content(body)
    used = reply.usage or _Usage(len(msgspec.json.encode(messages)) // _LETTERS, len(reply.text) // _LETTERS)
    spent.tokens_read += max(0, used.prompt_tokens or 0)
    spent.tokens_written += max(0, used.completion_tokens or 0)
    return reply.text


def _refusal(status: int, *, supported: bool) -> Refused:
    if status in (401, 403):
        return Refused("BOT_UNAUTHORIZED", "The language model wants another key.")
    if status in _UNSUPPORTED and not supported:
        return Refused("BOT_UNSUPPORTED", "The language model's server does not know that form of request.")
    return Refused("BOT_ERROR", f"The language model's server answered {status}.")


async def _bounded(response: Any) -> bytes:
    body = bytearray()
    async for part in response.iter_bytes():
        body += part
        if len(body) > MOST_BYTES:
            raise Refused("BOT_ANSWER", "The language model's reply was too long.")
    return bytes(body)


def _content(body: bytes) -> _Whole:
    """What a reply says and how many tokens it took. It came whole or as a stream of events."""
    text, usage = "", None
    try:
        for reply in [msgspec.json.decode(part, type=_Reply) for part in _parts(body)]:
            for choice in reply.choices[:1]:
                said = choice.delta or choice.message
                text += (said.content if said else None) or ""
            usage = reply.usage or usage
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise Refused("BOT_ANSWER", "The language model's reply could not be read.") from None
    return _Whole(text, usage)


def _parts(body: bytes) -> list[bytes]:
    if not body.lstrip().startswith((b"data:", b"event:", b":", b"id:")):
        return [body]
    lines = [line[5:].strip() for line in body.splitlines() if line.startswith(b"data:")]
    return [line for line in lines if line and line != b"[DONE]"]
