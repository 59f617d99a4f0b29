"""What a list of games shows: win rates of teams, of one replaced seat, and ratings by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import reduce
from statistics import fmean
from typing import Any

import msgspec

from turncoat.arena.contest import Replaced
from turncoat.arena.play import Played
from turncoat.arena.stats import Gain, Rate, gain, rate
from turncoat.bots.llm.limits import Spending


class Summary(msgspec.Struct, frozen=True):
    """How often good won, and how the games ended."""

    good: Rate
    reasons: dict[str, int]  # how many games ended for each reason
    moves: float  # average per game
    winners: dict[str, str]  # the side that wins for each reason


def summary(games: Sequence[Played]) -> Summary:
    """The result of a match between two teams."""
    wins = sum(game.winner == "good" for game in games)
    moves = sum(game.moves for game in games) / max(1, len(games))
    reasons = dict(Counter(game.reason for game in games).most_common())
    return Summary(rate(wins, len(games)), reasons, moves, {game.reason: game.winner for game in games})


class GuestRates(msgspec.Struct, frozen=True):
    """How often the guest's side won: in all games, as good, and as evil."""

    all: Rate
    good: Rate
    evil: Rate


def guest_rates(games: Iterable[Played]) -> GuestRates:
    """The result of games in which one seat was replaced."""
    counts: Counter[tuple[str, bool]] = Counter()
    for game in games:
        side = game.sides[Replaced.seat(game.number, len(game.sides))]
        counts[side, game.winner[0] == side] += 1
    good, evil = (rate(counts[side, True], counts[side, True] + counts[side, False]) for side in "ge")
    return GuestRates(rate(good.wins + evil.wins, good.games + evil.games), good, evil)


class GuestGains(msgspec.Struct, frozen=True):
    """How much more often the guest's side won than the base's did in the same seat of the same deals."""

    good: Gain
    evil: Gain


def guest_gains(guest: Iterable[Played], own: Iterable[Played]) -> GuestGains:
    """The gain of a guest over the bot that it replaces, game by game."""
    before = {game.number: game.winner for game in own}
    differences: dict[str, list[int]] = {"g": [], "e": []}
    for game in guest:
        if game.number in before:
            side = game.sides[Replaced.seat(game.number, len(game.sides))]
            differences[side].append((game.winner[0] == side) - (before[game.number][0] == side))
    return GuestGains(gain(differences["g"]), gain(differences["e"]))


def model_use(games: Iterable[Played]) -> Spending | None:
    """What the language models of these games did and used, all together; None if there were none."""
    found = [spent for game in games for spent in game.models.values()]
    return reduce(Spending.plus, found) if found else None


class Rating(msgspec.Struct, frozen=True):
    """A bot's strength on one side. Every bot starts at 25; `doubt` is the standard deviation of the estimate."""

    bot: str
    side: str
    mean: float
    doubt: float
    games: int  # counted once for each seat
    wins: Rate  # of the games in which it had a seat of that side


def ratings(games: Iterable[Played]) -> list[Rating]:
    """Ratings of each bot on each side, from games with mixed line-ups. Good comes first, then by strength."""
    from openskill.models import PlackettLuce

    model = PlackettLuce(tau=0.0)  # bots do not get better with time, so early games count as much as late ones
    rated: dict[tuple[str, str], Any] = {}
    seats: Counter[tuple[str, str]] = Counter()
    played: Counter[tuple[str, str]] = Counter()
    won: Counter[tuple[str, str]] = Counter()
    for game in games:
        keys = list(zip(game.bots, game.sides, strict=True))
        seats.update(keys)
        played.update(set(keys))
        won.update(key for key in set(keys) if key[1] == game.winner[0])
        _rate(game, [[key for key in keys if key[1] == side] for side in "ge"], rated, model)
    names = {"g": "good", "e": "evil"}
    found = [
        Rating(key[0], names[key[1]], one.mu, one.sigma, seats[key], rate(won[key], played[key]))
        for key, one in rated.items()
    ]
    return sorted(found, key=lambda one: (one.side != "good", -one.mean))


def _rate(game: Played, teams: list[list[tuple[str, str]]], rated: dict[tuple[str, str], Any], model: Any) -> None:
    """Update the ratings after a game. A bot with several seats in a team gets the average of their new ratings."""
    before = [[rated.setdefault(key, model.rating()) for key in team] for team in teams]
    ranks = [0.0, 1.0] if game.winner == "good" else [1.0, 0.0]
    for team, after in zip(teams, model.rate(before, ranks=ranks), strict=True):
        for key in set(team):
            own = [one for seat, one in zip(team, after, strict=True) if seat == key]
            rated[key] = model.rating(mu=fmean(one.mu for one in own), sigma=fmean(one.sigma for one in own))
