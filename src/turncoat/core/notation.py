"""A compact text form of records. Reading what was written gives the same record.

    [format 1]
    [players 5]
    [deal.leader 0]

    0:propose=0,1 0,1,2,3,4:vote=++++- 0,1:mission=+-

A header line is a key and a JSON value. A move is `seat:name=field;field`. Lists are joined by commas, true and false
are `+` and `-`, null is `_`, and the seat of chance and of the clock is `*`. Consecutive moves that differ only in
their seat and their single true or false are written together.
"""

from __future__ import annotations

import re
import types
import typing
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

import msgspec

from turncoat.core.errors import CorruptRecord
from turncoat.core.record import FindGame, Record, type_record

_NESTED = ("options", "deal", "meta")
_WIDTH = 100
_PLAIN_NAME = re.compile(r"[\w.-]+")


def print_record(record: Record) -> str:
    """The text form of a record.

    >>> from turncoat import Match, Seed, Setup
    >>> from turncoat.games import default_ruleset, find_game
    >>> setup = Setup(ruleset=default_ruleset(), players=5)
    >>> record = Match(find_game(setup.ruleset), setup, Seed.of("1")).record()
    >>> print_record(record).splitlines()[0]
    '[format 1]'
    """
    raw = msgspec.to_builtins(record)
    moves = raw.pop("moves", [])
    lines = [f"[{key} {msgspec.json.encode(value).decode()}]" for key, value in _flat(raw)]
    return "\n".join([*lines, "", *_wrap(_print_moves(moves)), ""])


def parse_record(text: str, find_game: FindGame) -> Record:
    """Read the text form. Raises CorruptRecord.

    >>> from turncoat import Match, Seed, Setup
    >>> from turncoat.games import default_ruleset, find_game
    >>> setup = Setup(ruleset=default_ruleset(), players=5)
    >>> record = Match(find_game(setup.ruleset), setup, Seed.of("1")).record()
    >>> parse_record(print_record(record), find_game).players
    5
    """
    raw: dict[str, Any] = {}
    tokens: list[str] = []
    for line in text.split("\n"):  # not splitlines: texts in the header may contain rarer line ends
        if line.startswith("["):
            _read_header(line, raw)
        else:
            tokens += line.split()
    try:
        shapes = _shapes(find_game(raw["ruleset"]).move_type)
    except (LookupError, TypeError) as error:
        raise CorruptRecord(f"not a record: no ruleset {error}") from None
    raw["moves"] = [move for token in tokens for move in _parse_moves(token, shapes)]
    return type_record(raw, find_game)


def _flat(raw: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for key, value in raw.items():
        if key in _NESTED and all(_PLAIN_NAME.fullmatch(name) for name in value):
            yield from ((f"{key}.{name}", part) for name, part in value.items())
        else:
            yield key, value


def _read_header(line: str, raw: dict[str, Any]) -> None:
    key, _, value = line.strip()[1:-1].partition(" ")
    try:
        decoded = msgspec.json.decode(value)
    except (msgspec.DecodeError, RecursionError):
        raise CorruptRecord(f"cannot read the header line of {key[:40]!r}") from None
    outer, dot, inner = key.partition(".")
    if dot and outer in _NESTED:
        group = raw.setdefault(outer, {})
        if not isinstance(group, dict):
            raise CorruptRecord(f"cannot read the header line of {key[:40]!r}")
        group[inner] = decoded
    else:
        raw[key] = decoded


def _wrap(words: Iterable[str]) -> Iterator[str]:
    line = ""
    for word in words:
        if line and len(line) + len(word) >= _WIDTH:
            yield line
            line = word
        else:
            line = f"{line} {word}".lstrip()
    if line:
        yield line


def _print_moves(moves: list[Any]) -> Iterator[str]:
    for (name, answer), group in groupby(moves, _group):
        if answer is None:
            yield from (_print_one(seat, name, move) for seat, move in group)
            continue
        rows = list(group)
        signs = "".join(_text(move[answer]) for _, move in rows)
        yield f"{','.join(_seat(seat) for seat, _ in rows)}:{name}={signs}"


def _group(entry: Any) -> tuple[str, str | None]:
    """A move's name and the name of its only true-or-false field. Without such a field a move is written alone."""
    fields = [key for key in entry[1] if key != "move"]
    single = fields[0] if len(fields) == 1 and isinstance(entry[1][fields[0]], bool) else None
    return entry[1]["move"], single


def _print_one(seat: int | None, name: str, move: Mapping[str, Any]) -> str:
    fields = ";".join(_text(value) for key, value in move.items() if key != "move")
    return f"{_seat(seat)}:{name}" + (f"={fields}" if fields else "")


def _seat(seat: int | None) -> str:
    return "*" if seat is None else str(seat)


def _text(value: Any) -> str:
    if value is None:
        return "_"
    if isinstance(value, bool):
        return "+" if value else "-"
    return ",".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


Shapes = dict[str, list[tuple[str, Any]]]


def _shapes(move_type: Any) -> Shapes:
    """For each name of a move, its fields as they are called in JSON, and their types."""
    shapes: Shapes = {}
    for cls in typing.get_args(move_type):
        hints = typing.get_type_hints(cls)
        fields = [(field.encode_name, hints[field.name]) for field in msgspec.structs.fields(cls)]
        shapes[cls.__struct_config__.tag] = fields
    return shapes


def _parse_moves(token: str, shapes: Shapes) -> Iterator[tuple[int | None, dict[str, Any]]]:
    seats, colon, rest = token.partition(":")
    name, _, body = rest.partition("=")
    if not colon or name not in shapes:
        raise CorruptRecord(f"cannot read the move {token[:40]!r}")
    holders = [_parse_seat(seat, token) for seat in seats.split(",")]
    if len(holders) > 1 and len(holders) != len(body):
        raise CorruptRecord(f"cannot read the move {token[:40]!r}")
    bodies = list(body) if len(holders) > 1 else [body]
    for seat, part in zip(holders, bodies, strict=True):
        values = part.split(";") if part else []
        if len(values) > len(shapes[name]):
            raise CorruptRecord(f"cannot read the move {token[:40]!r}")
        fields = {key: _value(text, hint) for (key, hint), text in zip(shapes[name], values, strict=False)}
        yield seat, {"move": name, **fields}


def _parse_seat(text: str, token: str) -> int | None:
    if text == "*":
        return None
    if not text.isdecimal() or len(text) > 4:
        raise CorruptRecord(f"cannot read the seat of {token[:40]!r}")
    return int(text)


def _value(text: str, hint: Any) -> Any:
    if text == "_":
        return None
    if _is_list(hint):
        return [_scalar(part) for part in text.split(",")] if text else []
    return {"+": True, "-": False}.get(text, _scalar(text))


def _scalar(text: str) -> str | int:
    return int(text) if text.isdecimal() and len(text) < 19 else text


def _is_list(hint: Any) -> bool:
    origin = typing.get_origin(hint)
    if origin in (typing.Union, types.UnionType):
        return any(_is_list(part) for part in typing.get_args(hint))
    return origin in (tuple, list)
