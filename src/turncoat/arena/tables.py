"""From games to tables: team rates, the seat that was replaced, ratings by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from turncoat.arena.contest import Replaced
from turncoat.arena.play import Played
from turncoat.arena.stats import Rate, rate


class Summary(msgspec.Struct, frozen=True):
    """Good's wins in a cell, and how its games ended."""

    good: Rate
    reasons: dict[str, int]
    moves: float  # a game, on average
    winners: dict[str, str]  # who wins by each reason


def summary(games: Sequence[Played]) -> Summary:
    """What a team match came to."""
    wins = sum(game.winner == "good" for game in games)
    moves = sum(game.moves for game in games) / max(1, len(games))
    reasons = dict(Counter(game.reason for game in games).most_common())
    return Summary(rate(wins, len(games)), reasons, moves, {game.reason: game.winner for game in games})


class GuestRates(msgspec.Struct, frozen=True):
    """How often the guest's side won: over all games, where he was good, where he was evil."""

    all: Rate
    good: Rate
    evil: Rate


def guest_rates(games: Iterable[Played]) -> GuestRates:
    """The one-seat-replaced protocol."""
    counts: Counter[tuple[str, bool]] = Counter()
    for game in games:
        side = game.sides[Replaced.seat(game.number, len(game.sides))]
        counts[side, game.winner[0] == side] += 1
    good, evil = (rate(counts[side, True], counts[side, True] + counts[side, False]) for side in "ge")
    return GuestRates(rate(good.wins + evil.wins, good.games + evil.games), good, evil)


class Rating(msgspec.Struct, frozen=True):
    """A bot's strength on one side, with its doubt, as TrueSkill-like numbers: 25 is where all begin."""

    bot: str
    side: str
    mean: float
    doubt: float
    games: int


def ratings(games: Iterable[Played]) -> list[Rating]:
    """Ratings by bot and side from mixed tables; good and evil are rated apart, strongest first."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    held: dict[tuple[str, str], Any] = {}
    seen: Counter[tuple[str, str]] = Counter()
    for game in games:
        teams = [
            [(bot, side) for bot, mark in zip(game.bots, game.sides, strict=True) if mark == side] for side in "ge"
        ]
        now = [[held.setdefault(key, model.rating()) for key in team] for team in teams]
        ranks = [0.0, 1.0] if game.winner == "good" else [1.0, 0.0]
        for team, new in zip(teams, model.rate(now, ranks=ranks), strict=True):
            merged: dict[tuple[str, str], list[Any]] = {}
            for key, rated in zip(team, new, strict=True):
                merged.setdefault(key, []).append(rated)
                seen[key] += 1
            for key, several in merged.items():
                held[key] = model.rating(
                    mu=sum(one.mu for one in several) / len(several),
                    sigma=sum(one.sigma for one in several) / len(several),
                )
    names = {"g": "good", "e": "evil"}
    found = [Rating(bot, names[side], one.mu, one.sigma, seen[bot, side]) for (bot, side), one in held.items()]
    return sorted(found, key=lambda one: (one.side != "good", -one.mean))
