"""An attack: evil that has our code tries to tell Merlin from what bots claim.

The attacker computes what a plain good player would claim at each position, and names the good seat whose claims differ
from that most often. What a bot claims must follow from what a plain good player in its seat would know.

Item 28 of docs/security.md.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
import pytest
from msgspec.structs import replace

from turncoat.arena import Cell, Teams
from turncoat.arena.play import record_game
from turncoat.core import steps
from turncoat.games import find_game
from turncoat.games.resistance.belief.reading import reading_of
from turncoat.games.resistance.bots import talk
from turncoat.games.resistance.claims import AnyClaim
from turncoat.games.resistance.rules.view import View, You

GAMES = 60
PLAIN = "servant"
Speaks = Callable[[View], AnyClaim | None]


@cache
def games(players: int, roles: tuple[str, ...], count: int = GAMES) -> tuple[tuple[View, ...], ...]:
    """By game: the views of all good seats whenever a team is put to the vote."""
    cell = Cell(lineup=Teams("bayes", "bayes"), ruleset="avalon", players=players, roles=roles, seed="claims")
    game, found = find_game("avalon"), []
    for number in range(count):
        views: list[View] = []
        for step in steps(game, record_game(cell, number)):
            asks = game.asks(step.state)
            if asks and asks[0].kind == "vote" and len(asks) == players:
                seen = [game.view(step.state, seat) for seat in range(players)]
                views += [view for view in seen if view.you and view.you.side == "good"]
        found.append(tuple(views))
    return tuple(found)


def you(view: View) -> You:
    assert view.you is not None
    return view.you


def as_plain(view: View) -> View:
    return replace(view, you=replace(you(view), role=PLAIN, knows={}))


def hits(speaks: Speaks, role: str, players: int, roles: tuple[str, ...] = ()) -> tuple[float, float]:
    """How often the attacker names the seat with a role, and how often chance would."""
    named, chance = 0.0, 0.0
    for views in games(players, roles):
        strange: dict[int, int] = {}
        for view in views:
            seat = you(view).seat
            strange[seat] = strange.get(seat, 0) + (speaks(view) != talk.speak(as_plain(view), ()))
        (wanted,) = {you(view).seat for view in views if you(view).role == role}
        suspects = [seat for seat, count in strange.items() if count == max(strange.values())]
        named += (wanted in suspects) / len(suspects)
        chance += 1 / len(strange)
    return named / GAMES, chance / GAMES


def speak(view: View) -> AnyClaim | None:
    return talk.speak(view, ())


@pytest.mark.parametrize(
    ("role", "players", "roles"),
    [("merlin", 5, ()), ("merlin", 7, ("percival", "morgana")), ("percival", 7, ("percival", "morgana"))],
)
def test_claims_do_not_tell_who_knows_more(role: str, players: int, roles: tuple[str, ...]) -> None:
    named, chance = hits(speak, role, players, roles)
    assert named == pytest.approx(chance)


def test_the_attack_finds_a_merlin_whose_opinion_is_reckoned_differently(monkeypatch: pytest.MonkeyPatch) -> None:
    """Until the claims were mended, Merlin's opinion was the onlookers' and a plain player's its own."""

    def leaking(view: View, reading: object) -> object:
        if you(view).role == PLAIN:
            return reading_of(view).private(view).evil
        return np.asarray(reading_of(view).as_good[you(view).seat] @ reading_of(view).deals.members)

    monkeypatch.setattr(talk, "_apparent", leaking)
    named, chance = hits(speak, "merlin", 5)
    assert named > chance + 0.2
