"""Games that bots play against each other, in many set-ups: where the positions of puzzles come from."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import msgspec

from turncoat.bots import make_bot
from turncoat.core import AnyGame, Match, Record, Seed, Setup, print_record
from turncoat.games import find_game
from turncoat.games.resistance.rules.state import State
from turncoat.games.resistance.rules.view import View

LIKE_PEOPLE = ("casual", "regular", "expert")
QUICK = ("simple", "logic", "bayes", "bayes")

_PLAIN = (("classic", 5), ("classic", 6), ("classic", 7), ("classic", 8), ("classic", 9), ("classic", 10))
_VARIANTS = (("cards", 5), ("cards", 7), ("changelings", 6), ("changelings", 8))
_AVALON = (
    (5, ("percival", "morgana")),
    (5, ("mordred",)),
    (6, ("percival", "morgana")),
    (6, ("percival", "mordred")),
    (7, ("percival", "morgana")),
    (7, ("percival", "morgana", "mordred")),
    (7, ("percival", "morgana", "oberon")),
    (7, ("oberon",)),
    (8, ("percival", "morgana", "mordred")),
    (8, ("percival", "morgana", "oberon")),
    (9, ("percival", "morgana", "mordred")),
    (10, ("percival", "morgana", "mordred", "oberon")),
    (10, ("mordred", "oberon")),
)
_LADY_FROM = 7
"""The Lady is recommended for so many players and more."""


class Moment(NamedTuple):
    """A position in a game: what everybody has done so far."""

    game: AnyGame
    record: Record
    state: State

    @property
    def text(self) -> str:
        """The record as a puzzle keeps it."""
        return print_record(msgspec.structs.replace(self.record, proof=None, meta={}, fixed=()))

    def view(self, seat: int | None) -> View:
        """What a seat may know; None is somebody who watches."""
        view: View = self.game.view(self.state, seat)
        return view


def plain_setup(chance: Random) -> Setup:
    """A set-up without characters."""
    ruleset, players = chance.choice(_PLAIN if chance.random() < 0.7 else _VARIANTS)
    return Setup(ruleset=ruleset, players=players)


def avalon_setup(chance: Random, *, lady: float) -> Setup:
    """A set-up with characters; `lady` is how often the Lady of the Lake is in a game of seven or more."""
    players, roles = chance.choice(_AVALON)
    options = {"lady": True} if players >= _LADY_FROM and chance.random() < lady else {}
    return Setup(ruleset="avalon", players=players, roles=roles, options=options)


def moments(setup: Setup, names: tuple[str, ...], seed: str) -> Iterator[Moment]:
    """A game played by such bots: the position at each question to a leader, and at the naming of Merlin."""
    game = find_game(setup.ruleset)
    match: Match[Any] = Match(game, setup, Seed.of(seed))
    chance = Random(f"{seed} bots")
    bots = [make_bot(chance.choice(names), f"{seed} {seat}", setup.ruleset) for seat in range(setup.players)]
    while asks := match.asks:
        if asks[0].kind in ("propose", "assassinate"):
            yield Moment(game, match.record(), match.state)
        for ask in asks:
            assert ask.seat is not None
            match.play(ask.seat, bots[ask.seat].answer(game.view(match.state, ask.seat), ask))
