"""Small look-up tables, all computed from their definition."""

from __future__ import annotations

from itertools import combinations, permutations
from math import comb
from typing import Any

import jax.numpy as jnp
import numpy as np
import numpy.typing as npt
from jax import Array

from turncoat.games.resistance.network.action_numbers import TEAMS_PER_SIZE
from turncoat.games.resistance.rules.game_rules import mask, seats
from turncoat.games.resistance.simulator.bits import ABSENT, NOBODY, SEATS

Table = npt.NDArray[np.int32]


def _teams() -> Table:
    """teams[(size - 2) * 256 + index]: the index-th set of that size, smaller integers first.

    In this order the teams of n players are the first comb(n, size), whatever n is.
    """
    table = np.zeros((4, TEAMS_PER_SIZE), np.int32)
    for size in range(2, 6):
        teams = sorted(map(mask, combinations(range(SEATS), size)))
        table[size - 2, : len(teams)] = teams
    return table.ravel()


def _members() -> Table:
    """members[team]: the first seven members of a set in groups of four bits, NOBODY where there are fewer."""
    table = np.zeros(1 << SEATS, np.int32)
    for team in range(1 << SEATS):
        members = (*seats(team), *[NOBODY] * 7)
        table[team] = sum(seat << (4 * place) for place, seat in enumerate(members[:7]))
    return table


def _nth() -> npt.NDArray[np.int8]:
    """nth[index * 1024 + team]: the index-th member of a set, NOBODY past its end."""
    table = np.full((SEATS, 1 << SEATS), NOBODY, np.int8)
    for team in range(1 << SEATS):
        members = seats(team)
        table[: len(members), team] = members
    return table.ravel()


def _orders() -> Table:
    """orders[ORDER_START[k] + i]: the i-th order of k evil seats in groups of four bits.

    Place ABSENT holds 6, which is past the last evil seat in `members`, so that an absent character finds NOBODY.
    """
    rows = [order for count in (2, 3, 4) for order in permutations(range(count))]
    past = 6 << (4 * ABSENT)
    return np.array([sum(p << (4 * i) for i, p in enumerate(row)) | past for row in rows], np.int32)


def _team_counts() -> Table:
    """team_counts[players]: how many teams of each size there are, eight bits each, size 5 lowest."""
    words = [sum(comb(players, size) << (8 * (5 - size)) for size in range(2, 6)) for players in range(SEATS + 1)]
    return np.array(words, np.uint32).view(np.int32)


ORDER_START = {2: 0, 3: 2, 4: 8}

TEAMS = _teams()
MEMBERS = _members()
NTH = _nth()
ORDERS = _orders()
TEAM_COUNTS = _team_counts()


def look_up(table: Any, index: Any) -> Array:
    """A table's entry as int32. The index must lie inside: no bounds are checked."""
    entry = jnp.asarray(table).at[jnp.asarray(index).astype(jnp.uint32)].get(mode="promise_in_bounds")
    return entry.astype(jnp.int32)


def team_seats(size: int, index: int) -> tuple[int, ...]:
    """The team that an action proposes."""
    return seats(int(TEAMS[(size - 2) * TEAMS_PER_SIZE + index]))
