"""Asks as they go over the wire: complete, but a team of five out of ten is one line and not 252 moves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import comb
from typing import Any

import msgspec

from turncoat.core import Ask
from turncoat.server.tables.wire import AskView, Pick

FEW = 2
_cache: dict[int, tuple[Any, tuple[tuple[Any, ...], tuple[Pick, ...]]]] = {}
_CACHE_SIZE = 4096


def ask_id(game: int, count: int, kind: str) -> str:
    """The name of a seat's open ask: the game, how many answers the seat has given in it, and the kind."""
    return f"{game}.{count}.{kind}"


def ask_views(asks: Iterable[Ask], seat: int | None, game: int, count: int) -> tuple[AskView, ...]:
    """A seat's open asks."""
    if seat is None:
        return ()
    found = []
    for ask in asks:
        if ask.seat == seat:
            moves, picks = _described(ask.moves)
            found.append(AskView(id=ask_id(game, count, ask.kind), kind=ask.kind, moves=moves, picks=picks))
    return tuple(found)


def _described(moves: Sequence[Any]) -> tuple[tuple[Any, ...], tuple[Pick, ...]]:
    """`moves` split into those listed and those described. Kept by identity: games share their lists of moves."""
    if len(moves) <= FEW:
        return tuple(moves), ()
    kept = _cache.get(id(moves))
    if kept is not None and kept[0] is moves:
        return kept[1]
    if len(_cache) >= _CACHE_SIZE:
        _cache.clear()
    described = describe(moves)
    _cache[id(moves)] = (moves, described)
    return described


def describe(moves: Sequence[Any]) -> tuple[tuple[Any, ...], tuple[Pick, ...]]:
    """Find the families "any `count` of these" among the moves; the others are listed as they are."""
    groups: dict[bytes, tuple[str, dict[str, Any], list[tuple[Any, ...]]]] = {}
    rest: list[Any] = []
    for move in moves:
        raw = msgspec.to_builtins(move)
        field = next((name for name, value in raw.items() if isinstance(value, list | tuple) and value), None)
        if field is None:
            rest.append(move)
            continue
        chosen = tuple(raw.pop(field))
        key = msgspec.json.encode([field, len(chosen), raw])
        groups.setdefault(key, (field, raw, []))[2].append(chosen)
    picks: list[Pick] = []
    for field, base, choices in groups.values():
        pool = _pool(choices)
        if len(choices) > 1 and pool is not None:
            picks.append(Pick(move=base, field=field, count=len(choices[0]), of=pool))
        else:
            rest += [{**base, field: list(chosen)} for chosen in choices]
    return tuple(rest), tuple(picks)


def _pool(choices: list[tuple[Any, ...]]) -> tuple[Any, ...] | None:
    """What is chosen from, if the choices are all combinations of it in order."""
    pool = tuple(dict.fromkeys(member for chosen in choices for member in chosen))
    if all(isinstance(member, int) for member in pool):
        pool = tuple(sorted(pool))
    count = len(choices[0])
    if len(set(choices)) != len(choices) or len(choices) != comb(len(pool), count):
        return None
    place = {member: index for index, member in enumerate(pool)}
    in_order = all(place[one] < place[other] for chosen in choices for one, other in pairwise(chosen))
    return pool if in_order else None
