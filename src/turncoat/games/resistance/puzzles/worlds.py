"""Every deal that fits what a seat has seen, found by trying all of them on the engine itself.

This is the second opinion on puzzles: it shares no code with the belief of bots or with the search for puzzles. A deal
is tried by playing the whole record again with other roles. If it can be played, and the seat sees exactly the same,
the deal is possible.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from itertools import groupby
from typing import Any

import msgspec

from turncoat.core import AnyGame, CorruptRecord, Record, replay, steps
from turncoat.games import find_game
from turncoat.games.resistance.rules.moves import PlayCard
from turncoat.games.resistance.rules.state import LoyaltyFact

Roles = tuple[str, ...]


class Worlds:
    """The possible deals of a record, as `seat` (None: somebody who watches) sees it."""

    def __init__(self, record: Record, seat: int | None) -> None:
        self.record = record
        self.seat = seat
        self.game: AnyGame = find_game(record.ruleset)
        self.states: list[Any] = [step.state for step in steps(self.game, record)]
        self.rules = self.states[-1].rules
        self.seen = self.game.view(self.states[-1], seat)

    @cached_property
    def deals(self) -> list[Roles]:
        """Every possible deal."""
        possible: dict[frozenset[int], bool] = {}
        found = []
        for roles in self._candidates():
            evil = self.evil(roles)
            if evil not in possible:
                possible[evil] = self.played_as(roles) is not None
            if possible[evil]:
                found.append(roles)
        return found

    @cached_property
    def sides(self) -> set[frozenset[int]]:
        """Every possible evil side."""
        return {self.evil(roles) for roles in self.deals}

    def evil(self, roles: Roles) -> frozenset[int]:
        """The evil seats of a deal."""
        return frozenset(seat for seat, role in enumerate(roles) if self.rules.sides[role] == "evil")

    def played_as(self, roles: Roles) -> Any | None:
        """The state if these had been the roles and the seat had seen the same; None if that is impossible."""
        try:
            state = replay(self.game, self._record(roles))
        except CorruptRecord:
            return None
        return state if self.game.view(state, self.seat) == self.seen else None

    def _candidates(self) -> Iterator[Roles]:
        """Deals in which the seat has its role and is shown the same in the reveal, and later by the Lady."""
        counts = Counter(self.rules.roles)
        fixed = {} if self.seat is None else {self.seat: self.states[-1].deal.roles[self.seat]}
        yield from self._fill((), counts, fixed)

    def _fill(self, roles: Roles, left: Counter[str], fixed: dict[int, str]) -> Iterator[Roles]:
        at = len(roles)
        if at == self.rules.players:
            yield roles
            return
        for role in sorted(left):
            if left[role] and fixed.get(at, role) == role and self._looks_the_same(at, role):
                left[role] -= 1
                yield from self._fill((*roles, role), left, fixed)
                left[role] += 1

    def _looks_the_same(self, other: int, role: str) -> bool:
        if self.seat is None or other == self.seat:
            return True
        final = self.states[-1]
        own = final.deal.roles[self.seat]
        if self.rules.sight((own, role), 0).get(1) != final.deal.sight[self.seat].get(other):
            return False
        shown = (fact for owner, fact in final.facts if owner == self.seat and isinstance(fact, LoyaltyFact))
        return all(fact.seat != other or fact.side == self.rules.sides[role] for fact in shown)

    def _record(self, roles: Roles) -> Record:
        """The record with these roles, in which as many fails were played by those who are evil."""
        moves = list(self.record.moves)
        cards = [index for index, (_, move) in enumerate(moves) if isinstance(move, PlayCard)]
        for mission in _runs(cards):
            failing = self._failing({moves[index][0]: moves[index][1].success for index in mission}, roles)
            for index in mission:
                moves[index] = (moves[index][0], PlayCard(success=moves[index][0] not in failing))
        return msgspec.structs.replace(self.record, deal={**self.record.deal, "roles": roles}, moves=tuple(moves))

    def _failing(self, cards: dict[Any, bool], roles: Roles) -> set[int]:
        """Who failed a mission. The seat knows its own card; which of the other evil ones did, nobody can see.

        If there are not enough of them, others are named, and the engine refuses their cards.
        """
        evil = self.evil(roles)
        own = {self.seat} if cards.get(self.seat) is False else set()
        others = sorted((seat for seat in cards if seat != self.seat), key=lambda seat: (seat not in evil, seat))
        wanted = sum(not success for success in cards.values()) - len(own)
        return {*own, *others[:wanted]}


def _runs(numbers: list[int]) -> list[list[int]]:
    """The runs of consecutive numbers: the cards of one mission stand side by side.

    >>> _runs([4, 5, 9])
    [[4, 5], [9]]
    """
    ranked = groupby(enumerate(numbers), lambda pair: pair[1] - pair[0])
    return [[number for _, number in run] for _, run in ranked]
