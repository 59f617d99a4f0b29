"""Calls a chat-completions server by the official client. A reply is bounded in size, and never logged."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, cast

import httpx2  # comes with the client
import msgspec
from openai import (
    APIConnectionError,
    APIError,
    APIStatusError,
    APITimeoutError,
    AsyncOpenAI,
    DefaultAsyncHttpxClient,
)

from turncoat.bots.llm.limits import Spending
from turncoat.bots.llm.names import ModelName
from turncoat.bots.llm.prompt import Message
from turncoat.core import Refused

MOST_BYTES = 256 * 1024
MOST_TOKENS = 2_000
_NO_KEY = "none"  # servers without keys ignore it, and the client insists on one
_UNSUPPORTED = (400, 415, 422)
_LETTERS = 4  # about as many make a token; used where the server does not count
_FORMS = (
    ("max_tokens", True),
    ("max_tokens", False),
    ("max_completion_tokens", True),
    ("max_completion_tokens", False),
)
"""How to ask: what the length of a reply is called, which is another word for some hosted models, and whether the
server is to enforce the form of the reply."""
_known: dict[ModelName, int] = {}
"""The first form that the server of a model did not refuse."""


class _Message(msgspec.Struct):
    content: str | None = None


class _Choice(msgspec.Struct):
    message: _Message | None = None
    delta: _Message | None = None
    finish_reason: str | None = None


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
    first = _known.get(name, 0)
    for number, (length, enforced) in enumerate(_FORMS[first:], first):
        more = {"response_format": form, "stream_options": {"include_usage": True}} if enforced else {}
        try:
            text = await _complete(name, messages, {length: MOST_TOKENS, **more}, spent)
        except Refused as refusal:
            if refusal.code != "BOT_UNSUPPORTED":
                raise
            continue
        _known[name] = number
        return text
    raise Refused("BOT_ERROR", "The language model's server refuses every form of request.")


async def _complete(name: ModelName, messages: Sequence[Message], more: dict[str, Any], spent: Spending) -> str:
    key = name.key or _NO_KEY
    if not (key.isascii() and key.isprintable()):
        raise Refused("BOT_UNAUTHORIZED", "The key for the language model has letters that no key has.")
    client = AsyncOpenAI(base_url=name.base_url, api_key=key, max_retries=1, http_client=_http())
    bill = _Bill(spent, messages)
    try:
        async with (
            client,
            client.chat.completions.with_streaming_response.create(
                model=name.model, messages=cast("Any", messages), stream=True, **more
            ) as response,
        ):
            body = await _bounded(response, bill)
    except APITimeoutError:
        raise Refused("BOT_TIMEOUT", "The language model took too long.") from None
    except (APIConnectionError, httpx2.HTTPError, httpx2.StreamError):
        raise Refused("BOT_UNREACHABLE", "The language model cannot be reached.") from None
    except APIStatusError as error:
        bill.cancel()
        raise _refusal(error.status_code) from None
    except APIError:
        raise Refused("BOT_ANSWER", "The language model's reply could not be read.") from None
    reply = _content(body)
    bill.settle(reply.usage or _Usage(bill.read, len(reply.text) // _LETTERS))
    return reply.text


def _http() -> httpx2.AsyncClient:
    """A connection that stays where it was sent: people are told where a model runs, and owners allow addresses."""
    return DefaultAsyncHttpxClient(follow_redirects=False, event_hooks={"response": [_drop_refusals]})


async def _drop_refusals(response: httpx2.Response) -> None:
    """Hang up on a reply that refuses: the client would read all of it, and it may have no end."""
    if not response.is_success:
        await response.aclose()


class _Bill:
    """What a call adds to the spending: an estimate as long as the server has not counted, or never does.

    Whoever hangs up pays all the same.
    """

    def __init__(self, spent: Spending, messages: Sequence[Message]) -> None:
        self._spent = spent
        self.read, self._written = 0, 0
        self.settle(_Usage(len(msgspec.json.encode(messages)) // _LETTERS))

    def settle(self, usage: _Usage) -> None:
        """From now on this is what the call took."""
        read, written = max(0, usage.prompt_tokens or 0), max(0, usage.completion_tokens or 0)
        self._spent.tokens_read += read - self.read
        self._spent.tokens_written += written - self._written
        self.read, self._written = read, written

    def grow(self, letters: int) -> None:
        """So much has come back so far."""
        self.settle(_Usage(self.read, letters // _LETTERS))

    def cancel(self) -> None:
        """The server refused: the call took nothing."""
        self.settle(_Usage())


def _refusal(status: int) -> Refused:
    if status in (401, 403):
        return Refused("BOT_UNAUTHORIZED", "The language model wants another key.")
    if status in _UNSUPPORTED:
        return Refused("BOT_UNSUPPORTED", "The language model's server does not know that form of request.")
    return Refused("BOT_ERROR", f"The language model's server answered {status}.")


async def _bounded(response: Any, bill: _Bill) -> bytes:
    body = bytearray()
    async for part in response.iter_bytes():
        body += part
        bill.grow(len(body))
        if len(body) > MOST_BYTES:
            raise Refused("BOT_ANSWER", "The language model's reply was too long.")
    return bytes(body)


def _content(body: bytes) -> _Whole:
    """What a reply says and how many tokens it took. It came whole or as a stream of events.

    A reply that was too long for its model to finish says nothing: it may be a thought.
    """
    text, usage, finished = "", None, True
    try:
        for reply in [msgspec.json.decode(part, type=_Reply) for part in _parts(body)]:
            for choice in reply.choices[:1]:
                said = choice.delta or choice.message
                text += (said.content if said else None) or ""
                finished = finished and choice.finish_reason != "length"
            usage = reply.usage or usage
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise Refused("BOT_ANSWER", "The language model's reply could not be read.") from None
    return _Whole(text if finished else "", usage)


def _parts(body: bytes) -> list[bytes]:
    if not body.lstrip().startswith((b"data:", b"event:", b":", b"id:")):
        return [body]
    lines = [line[5:].strip() for line in body.splitlines() if line.startswith(b"data:")]
    return [line for line in lines if line and line != b"[DONE]"]
