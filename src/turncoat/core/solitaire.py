"""What all games for one person share: deals with a name, when a move can be taken back, and statistics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Literal

import msgspec

from turncoat.core.chance import Seed
from turncoat.core.types import Event


def named_seed(ruleset: str, kind: Literal["daily", "deal"], name: object) -> Seed:
    """The seed of a deal with a name: the deal of a day, or a numbered one. It is the same everywhere, for ever.

    >>> named_seed("patience", "deal", 7).hex == named_seed("patience", "deal", "7").hex
    True
    """
    return Seed.of(f"{ruleset} {kind} {name}")


def can_take_back(events: Iterable[Event]) -> bool:
    """Whether the move that led to these events can be taken back: it must have revealed nothing."""
    return not any(event.reveals for event in events)


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """How a game ended. A game that was neither won nor lost is a draw."""

    won: bool
    lost: bool
    reason: str
    grade: str | None = None
    points: int | None = None


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """Statistics of a player. Streaks are of victories; `losses` counts the reasons of lost games."""

    played: int
    won: int
    streak: int
    best_streak: int
    average_points: float
    grades: dict[str, int]
    reasons: dict[str, int]
    losses: dict[str, int]


def summarise(results: Iterable[Result]) -> Summary:
    """The statistics of finished games, given in order of time."""
    games = list(results)
    streak = best = 0
    for game in games:
        streak = streak + 1 if game.won else 0
        best = max(best, streak)
    points = [game.points for game in games if game.points is not None]
    return Summary(
        played=len(games),
        won=sum(game.won for game in games),
        streak=streak,
        best_streak=best,
        average_points=sum(points) / len(points) if points else 0.0,
        grades=dict(Counter(game.grade for game in games if game.grade is not None)),
        reasons=dict(Counter(game.reason for game in games)),
        losses=dict(Counter(game.reason for game in games if game.lost)),
    )
