"""Reads what a language model wrote: JSON as it was asked for, or whatever else says clearly which number is meant."""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec

MOST_TEXT = 200
_MARK = r"(?:think|thinking|thought|reason|reasoning|analysis)"
_THOUGHT = re.compile(rf"[<\[◁](?P<mark>{_MARK})[>\]▷].*?([<\[◁]/(?P=mark)[>\]▷]|$)", re.DOTALL | re.IGNORECASE)
_END_OF_THOUGHT = re.compile(rf"[<\[◁]/{_MARK}[>\]▷]", re.IGNORECASE)
_CHANNEL = re.compile(r"<\|channel\|>\s*(\w*)[^<]*<\|message\|>")
_NUMBER = re.compile(r"(?:answer|choice|number|option)(?: is)?\W{1,12}(\d{1,4})\b(?!\.\d)", re.IGNORECASE)
_ALONE = re.compile(r"\W*(\d{1,4})\W*")


class Written(msgspec.Struct, frozen=True):
    """What a model decided: a number, what it says to the table, and what it claims."""

    answer: int
    say: str = ""
    claim: Any = None


def read(content: str, most: int) -> Written | None:
    """The decision in a text, if it names exactly one number from 1 to `most`.

    Thoughts are dropped first: they are the model's own and go nowhere.

    >>> read("<think>Bo lies.</think> The answer is: **2**", most=3)
    Written(answer=2, say='', claim=None)
    """
    plain = without_thoughts(content)
    for found in _objects(plain):
        number = _whole(found.get("answer"))
        if number is not None and 1 <= number <= most:
            return Written(number, one_line(found.get("say")), found.get("claim"))
    alone = _ALONE.fullmatch(plain)
    numbers = {int(alone[1])} if alone else {int(number) for number in _NUMBER.findall(plain)}
    meant = [number for number in numbers if 1 <= number <= most]
    return Written(meant[0]) if len(numbers) == len(meant) == 1 else None


def read_speech(content: str) -> Written:
    """What a model says that does not move: its JSON, or nothing."""
    for found in _objects(without_thoughts(content)):
        return Written(0, one_line(found.get("say")), found.get("claim"))
    return Written(0)


def without_thoughts(content: str) -> str:
    """What a model wrote for others. Servers mark its thoughts in several ways, and some omit the first mark.

    >>> without_thoughts("Bo lies.</think>2")
    '2'
    """
    channels = _CHANNEL.split(content)  # what stands before the first, and then a name and a text for each
    if len(channels) > 1:
        content = " ".join(text for name, text in zip(channels[1::2], channels[2::2], strict=True) if name == "final")
    return _END_OF_THOUGHT.split(_THOUGHT.sub(" ", content))[-1]


def one_line(text: object) -> str:
    """Text as it may be said at the table: one line of printable characters, not too long."""
    if not isinstance(text, str):
        return ""
    plain = "".join(letter if letter.isprintable() else " " for letter in text[: 4 * MOST_TEXT])
    return " ".join(plain.split())[:MOST_TEXT].rstrip()


def _whole(value: object) -> int | None:
    if isinstance(value, str) and value.strip().isdecimal() and len(value) < 6:
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _objects(text: str) -> list[dict[str, Any]]:
    """Every JSON object that stands in a text, the last one first."""
    found = []
    decoder = json.JSONDecoder()
    at = text.find("{")
    while at >= 0:
        try:
            value, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            end = at + 1
        else:
            if isinstance(value, dict):
                found.append(value)
        at = text.find("{", end)
    return found[::-1]
