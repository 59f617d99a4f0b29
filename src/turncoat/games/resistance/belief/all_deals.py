"""Every way the characters of a game can be dealt, as arrays; made once for each set of roles."""

from __future__ import annotations

from functools import cached_property, lru_cache
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from turncoat.games.resistance.belief.plain_plan import is_mapped
from turncoat.games.resistance.rules.game_rules import Rules, RulesView
from turncoat.games.resistance.rules.setup import rules_of

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

EVIL = "evil"


class AllDeals:
    """All deals of one set of roles: one row of `table` each, role numbers by seat.

    Sets of seats are bit masks. `sets` are the possible evil sides, `seen` what Merlin may see of them.
    """

    def __init__(self, rules: Rules, mapped: bool) -> None:
        self.rules = rules
        self.mapped = mapped  # whether evil's plan of the plain game speaks about its missions
        self.players = rules.players
        self.names = tuple(dict.fromkeys(rules.roles))
        self.evil_role = np.array([rules.sides[name] == EVIL for name in self.names])
        self.table = _deals(tuple(rules.roles.count(name) for name in self.names))
        self.evil = _masks(self.evil_role[self.table])
        self.sets, self.set_of = _distinct(self.evil)

    @cached_property
    def labels(self) -> tuple[str | None, ...]:
        """What a character can be known as, beside not at all."""
        return (None, *sorted({sight.known_as for sight in self.rules.ruleset.sight}))

    @cached_property
    def sight(self) -> Ints:
        """The number of the label by which a role (row) knows another (column) after the reveal."""
        pairs = [[self.rules.sight((a, b), 0).get(1) for b in self.names] for a in self.names]
        return np.array([[self.labels.index(label) for label in row] for row in pairs])

    @cached_property
    def members(self) -> Bools:
        """Whether a seat (column) is in an evil set (row)."""
        return (self.sets[:, None] >> np.arange(self.players) & 1).astype(bool)

    @cached_property
    def merlin(self) -> Ints:
        """Merlin's seat in each deal; -1 where nobody is Merlin."""
        target = self.rules.target
        if target is None:
            return np.full(len(self.table), -1)
        return np.asarray(np.argmax(self.table == self.names.index(target), axis=1), np.int64)

    @cached_property
    def _seen(self) -> tuple[Ints, Ints]:
        if self.rules.target is None:
            return np.zeros(1, np.int64), np.zeros(len(self.table), np.int64)
        row = self.sight[self.names.index(self.rules.target)]
        return _distinct(_masks((row == self.labels.index(EVIL))[self.table]))

    @property
    def seen(self) -> Ints:
        """The sets of seats that Merlin may see as evil."""
        return self._seen[0]

    @property
    def seen_of(self) -> Ints:
        """For each deal, which of `seen` its Merlin sees."""
        return self._seen[1]

    @cached_property
    def parts(self) -> tuple[Ints, Ints]:
        """Pairs (evil set, what Merlin sees of it) that occur, as two index arrays."""
        codes = np.unique(self.set_of * len(self.seen) + self.seen_of)
        return codes // len(self.seen), codes % len(self.seen)

    @cached_property
    def teams(self) -> dict[int, tuple[tuple[tuple[int, ...], ...], Ints]]:
        """Teams by size, as tuples and as masks."""
        found = {}
        for size in set(self.rules.team_sizes):
            teams = tuple(combinations(range(self.players), size))
            found[size] = teams, np.array([sum(1 << seat for seat in team) for team in teams])
        return found

    def index(self, size: int, team: tuple[int, ...]) -> int:
        """Where a team stands among those of its size."""
        return self._team_index[size][team]

    @cached_property
    def _team_index(self) -> dict[int, dict[tuple[int, ...], int]]:
        return {size: {team: at for at, team in enumerate(teams)} for size, (teams, _) in self.teams.items()}

    @cached_property
    def _overlaps(self) -> dict[tuple[int, bool], Ints]:
        return {}

    def overlap(self, size: int, *, merlin: bool = False) -> Ints:
        """How many of an evil set (or of what Merlin sees) each team of a size holds: teams by sets."""
        found = self._overlaps.get((size, merlin))
        if found is None:
            sets = self.seen if merlin else self.sets
            found = popcount(self.teams[size][1][:, None] & sets[None, :])
            self._overlaps[size, merlin] = found
        return found


def _deals(counts: tuple[int, ...]) -> NDArray[np.int8]:
    """Every distinct row that holds role r exactly counts[r] times."""
    free = np.arange(sum(counts), dtype=np.int8)[None]
    taken = free[:, :0]  # the seats of the roles so far, one role after the other
    for count in counts:
        ways = [(*some, *_others(some, free.shape[1])) for some in combinations(range(free.shape[1]), count)]
        split = free[:, np.array(ways)].reshape(-1, free.shape[1])
        taken = np.hstack([np.repeat(taken, len(ways), axis=0), split[:, :count]])
        free = split[:, count:]
    table = np.empty_like(taken)
    np.put_along_axis(table, taken, np.repeat(np.arange(len(counts), dtype=np.int8), counts)[None], axis=1)
    return table


def _others(some: tuple[int, ...], total: int) -> tuple[int, ...]:
    return tuple(at for at in range(total) if at not in some)


def _masks(flags: Bools) -> Ints:
    """Rows of flags by seat as bit masks."""
    return flags @ (1 << np.arange(flags.shape[1]))


def _distinct(masks: Ints) -> tuple[Ints, Ints]:
    """The different masks in order, and which of them each is: `np.unique` without sorting, for small numbers."""
    occurs = np.bincount(masks) > 0
    return np.flatnonzero(occurs), (np.cumsum(occurs) - 1)[masks]


_BITS = np.array([bin(number).count("1") for number in range(1 << 10)])


def popcount(masks: Any) -> Ints:
    """How many seats each mask holds."""
    counts: Ints = _BITS[masks]
    return counts


@lru_cache(maxsize=64)
def all_deals(rules: RulesView) -> AllDeals:
    """Every deal of a game, worked out once."""
    return AllDeals(rules_of(rules), is_mapped(rules))
