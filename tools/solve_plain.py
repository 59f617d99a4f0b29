"""Solve the plain game exactly and write the tables of the `optimal` bot: python tools/solve_plain.py 5 6 7 8 9 10

Needs scipy, which Turncoat itself does not. Good acts as one on public information and a public coin; evil knows
itself and answers only by failing a mission or not, with just as many fails as are needed. Seats that have been on
the same missions are alike (a class), so a team is told by how many it takes of each class. The linear programme
runs over evil's plans, the dual variables of its rows are good's plan.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csr_matrix

from turncoat.games.resistance.belief.evil_sides import evil_sides
from turncoat.games.resistance.rules.game_rules import seats
from turncoat.games.resistance.rules.ruleset import charts

OUT = Path(__file__).parent.parent / "src/turncoat/games/resistance/belief/data"
Classes = list[tuple[int, ...]]
Reach = dict[int, tuple[float, int | None]]  # evil side -> constant or variable


class Programme:
    """The linear programme and what its rows and variables mean."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.sizes = charts().teams[players]
        self.needed = charts().fails_needed(players)
        self.sides = sorted(evil_sides(players), key=seats)
        self.variables = 0
        self.entries: list[tuple[int, int, float]] = []
        self.bounds: list[float] = []
        self.equal: list[tuple[int, int, float]] = []
        self.equal_to: list[float] = []
        self.row_names: list[tuple[str, str]] = []  # node, team
        self.splits: list[tuple[str, int, int]] = []  # evil's decision, its fail and its success variable
        start: Reach = {at: (1.0 / len(self.sides), None) for at in range(len(self.sides))}
        self.root = self.node("", [tuple(range(players))], (0, 0), start)

    def variable(self) -> int:
        self.variables += 1
        return self.variables - 1

    def node(self, path: str, classes: Classes, score: tuple[int, int], reach: Reach) -> int:
        """Good chooses a team; the variable is what evil's plan leaves it from here."""
        value = self.variable()
        number = sum(score)
        for counts in picks(classes, self.sizes[number]):
            name = "".join(map(str, counts))
            row = {value: -1.0}
            constant = self.team(f"{path}/{name}", split(classes, counts), counts, classes, score, reach, row)
            self.entries += [(len(self.bounds), column, factor) for column, factor in row.items() if factor]
            self.bounds.append(-constant)
            self.row_names.append((path, name))
        return value

    def team(
        self,
        path: str,
        after: Classes,
        counts: tuple[int, ...],
        classes: Classes,
        score: tuple[int, int],
        reach: Reach,
        row: dict[int, float],
    ) -> float:
        """Add a team's worth to its row; what is constant of it is returned."""
        good, bad = score
        mask = sum(1 << seat for group, count in zip(classes, counts, strict=True) for seat in group[:count])
        able = {at for at in reach if (self.sides[at] & mask).bit_count() >= self.needed[good + bad]}
        unable = {at: reach[at] for at in reach if at not in able}
        if good == 2:
            constant = sum(term[0] for term in unable.values())
            for _, column in unable.values():
                if column is not None:
                    row[column] = row.get(column, 0.0) + 1.0
            if bad < 2 and able:
                self.add(row, self.node(f"{path}x", after, (good, bad + 1), {at: reach[at] for at in able}))
            return constant
        if bad == 2:
            if unable:
                self.add(row, self.node(f"{path}o", after, (good + 1, bad), unable))
            return 0.0
        failed, passed = self.decide(path, after, able, reach)
        self.add(row, self.node(f"{path}o", after, (good + 1, bad), unable | passed))
        if able:
            self.add(row, self.node(f"{path}x", after, (good, bad + 1), failed))
        return 0.0

    @staticmethod
    def add(row: dict[int, float], column: int) -> None:
        row[column] = row.get(column, 0.0) + 1.0

    def decide(self, path: str, after: Classes, able: set[int], reach: Reach) -> tuple[Reach, Reach]:
        """Evil sides that are alike share one decision: to fail or not."""
        known: dict[str, tuple[int, int]] = {}
        failed: Reach = {}
        passed: Reach = {}
        for at in sorted(able):
            orbit = "".join(str(sum(self.sides[at] >> seat & 1 for seat in group)) for group in after)
            if orbit not in known:
                known[orbit] = self.variable(), self.variable()
                constant, column = reach[at]
                line = len(self.equal_to)
                self.equal += [(line, known[orbit][0], 1.0), (line, known[orbit][1], 1.0)]
                if column is not None:
                    self.equal.append((line, column, -1.0))
                self.equal_to.append(constant)
                self.splits.append((f"{path}|{orbit}", *known[orbit]))
            fail, success = known[orbit]
            failed[at], passed[at] = (0.0, fail), (0.0, success)
        return failed, passed

    def solve(self) -> dict[str, Any]:
        """Both sides' plans: for good, teams by node; for evil, the chance of a fail by decision."""
        cost = np.zeros(self.variables)
        cost[self.root] = 1.0
        result = linprog(
            cost,
            A_ub=_matrix(self.entries, len(self.bounds), self.variables),
            b_ub=self.bounds,
            A_eq=_matrix(self.equal, len(self.equal_to), self.variables),
            b_eq=self.equal_to,
            bounds=[(0, None)] * self.variables,
            method="highs-ipm",
        )
        value = Fraction(result.fun).limit_denominator(5000)
        print(self.players, "players:", value, float(value), len(self.bounds), "rows", flush=True)
        good: dict[str, dict[str, float]] = {}
        for (node, team), flow in zip(self.row_names, -result.ineqlin.marginals, strict=True):
            if flow > 1e-9:
                good.setdefault(node, {})[team] = float(flow)
        evil = {}
        for name, fail, success in self.splits:
            both = result.x[fail] + result.x[success]
            if both > 1e-9 and result.x[fail] < both - 1e-9:
                evil[name] = round(float(result.x[fail] / both), 6)
        plans = {
            node: {team: round(flow / sum(flows.values()), 6) for team, flow in flows.items()}
            for node, flows in good.items()
        }
        return {
            "players": self.players,
            "value": [value.numerator, value.denominator],
            "good": plans,
            "evil": evil,
        }


def _matrix(entries: list[tuple[int, int, float]], rows: int, columns: int) -> Any:
    lines, places, factors = zip(*entries, strict=True)
    return csr_matrix((factors, (lines, places)), shape=(rows, columns))


def picks(classes: Classes, size: int) -> Iterator[tuple[int, ...]]:
    """Every way to take `size` seats, told by how many of each class."""
    if not classes:
        if size == 0:
            yield ()
        return
    for count in range(min(size, len(classes[0])) + 1):
        for rest in picks(classes[1:], size - count):
            yield (count, *rest)


def split(classes: Classes, counts: tuple[int, ...]) -> Classes:
    """The classes once the first `counts` of each have been on a mission: those on it, then those off it."""
    halves = (half for group, count in zip(classes, counts, strict=True) for half in (group[:count], group[count:]))
    return [half for half in halves if half]


def main(sizes: list[int]) -> None:
    OUT.mkdir(exist_ok=True)
    for players in sizes:
        data = json.dumps(Programme(players).solve(), sort_keys=True, separators=(",", ":")).encode()
        (OUT / f"plain-{players}.json.gz").write_bytes(gzip.compress(data, 9, mtime=0))


if __name__ == "__main__":
    main([int(word) for word in sys.argv[1:]] or list(charts().sides))
