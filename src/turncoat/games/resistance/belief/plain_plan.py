"""The exact solution of the plain game, from tables that `tools/solve_plain.py` makes.

Seats that have been on the same missions form a class. A node of the plan is named by the missions before it: for each,
how many seats of each class went, and `o` for a success or `x` for a failure. That plan picks teams by a coin. There
are also fixed plans without a coin, which `tools/fix_plain.py` searches for.
"""

from __future__ import annotations

import gzip
import random
from functools import cache
from importlib.resources import files
from itertools import accumulate
from typing import NamedTuple

import msgspec

from turncoat.games.resistance.belief.evil_sides import evil_sides
from turncoat.games.resistance.rules.game_rules import COIN_SIDES, RulesView, mask
from turncoat.games.resistance.rules.ruleset import charts
from turncoat.games.resistance.rules.view import View

Classes = tuple[tuple[int, ...], ...]
Course = dict[str, tuple[int, ...]]
"""A team for every course of results so far, such as `ox` for a success and then a failure."""
WINS = 3


class Plan(msgspec.Struct, frozen=True):
    """The solved game of one size. Nodes are named by what went before, teams by how many of each class."""

    players: int
    value: tuple[int, int]
    good: dict[str, dict[str, float]]
    evil: dict[str, float]


@cache
def plan_for(players: int) -> Plan:
    """The tables of one size."""
    data = (files(__package__) / "data" / f"plain-{players}.json.gz").read_bytes()
    return msgspec.json.decode(gzip.decompress(data), type=Plan)


class Track(NamedTuple):
    """Where a game stands in the plan: its node, and the seats by the missions they have been on."""

    path: str
    classes: Classes

    def team(self, members: tuple[int, ...]) -> Track:
        """The track once a team has gone."""
        counts = "".join(str(len(set(group) & set(members))) for group in self.classes)
        halves = (
            tuple(seat for seat in group if (seat in members) == inside)
            for group in self.classes
            for inside in (True, False)
        )
        return Track(f"{self.path}/{counts}", tuple(half for half in halves if half))

    def result(self, success: bool) -> Track:
        """The track once the team's mission is over."""
        return self._replace(path=self.path + ("o" if success else "x"))

    def fail_chance(self, evil: int) -> float:
        """How often evil (a mask) fails the mission of the team just taken, if it can."""
        orbit = "".join(str(sum(evil >> seat & 1 for seat in group)) for group in self.classes)
        return plan_for(sum(map(len, self.classes))).evil.get(f"{self.path}|{orbit}", 1.0)


def start(players: int) -> Track:
    """Before the first mission all seats are alike."""
    return Track("", (tuple(range(players)),))


def track(view: View) -> Track:
    """Follow the missions of a view."""
    found = start(view.rules.players)
    for mission in view.missions:
        if mission is not None and mission.team is not None:
            found = found.team(mission.team).result(mission.success)
    return found


@cache
def is_mapped(rules: RulesView) -> bool:
    """Whether the missions are those of the plain game, so that evil's plan speaks about them."""
    options = rules.options
    odd = options.targeting or options.plot or options.blind_spies or not options.two_fail_mission4
    return not odd and options.five_rejections == "evil_wins" and rules.team_sizes == charts().teams[rules.players]


@cache
def fixed_plans() -> dict[int, Course]:
    """By number of players a plan that evil may foresee and still not do better than `sides_beaten` says."""
    data = (files(__package__) / "data" / "fixed.json").read_bytes()
    return msgspec.json.decode(data, type=dict[int, Course])


def doomed_sides(players: int, plan: Course) -> dict[str, frozenset[int]]:
    """For every course of results the evil sides that lose from there to a fixed plan, whatever they fail."""
    every, fails_needed = frozenset(evil_sides(players)), charts().fails_needed(players)
    found: dict[str, frozenset[int]] = {}

    def doomed(course: str) -> frozenset[int]:
        if WINS in (course.count("o"), course.count("x")):
            found[course] = every if course.count("o") == WINS else frozenset()
            return found[course]
        team, needed = mask(plan[course]), fails_needed[len(course)]
        passed, failed = doomed(course + "o"), doomed(course + "x")
        unable = (side for side in passed - failed if (side & team).bit_count() < needed)
        found[course] = (passed & failed).union(unable)
        return found[course]

    doomed("")
    return found


def sides_beaten(players: int, plan: Course) -> tuple[int, int]:
    """How many of the sides that evil can have lose to a fixed plan, and how many there are."""
    return len(doomed_sides(players, plan)[""]), len(evil_sides(players))


def _fixed_team(view: View) -> tuple[int, ...] | None:
    """The team by the fixed plan, as long as every mission's was."""
    plan, course = fixed_plans()[view.rules.players], ""
    for mission in view.missions:
        if mission is None:
            break
        if mission.team != plan.get(course):
            return None
        course += "o" if mission.success else "x"
    return plan.get(course)


def planned_team(view: View) -> tuple[int, ...] | None:
    """The team of this round by the plan; None where the plan does not say.

    With a table coin it is drawn by the coin. Without one the fixed plan tells it, and where the missions have
    left that one, a draw that everybody can foresee.
    """
    if view.coin is None and (team := _fixed_team(view)) is not None:
        return team
    at = track(view)
    choices = plan_for(view.rules.players).good.get(at.path)
    if choices is None:
        return None
    coin = view.coin if view.coin is not None else random.Random(at.path).randrange(COIN_SIDES)
    names, sums = list(choices), list(accumulate(choices.values()))
    share = (coin + 0.5) / COIN_SIDES * sums[-1]
    counts = next(name for name, top in zip(names, sums, strict=True) if share < top)
    draw = random.Random(f"{at.path} {coin}")
    picked = (draw.sample(group, int(count)) for group, count in zip(at.classes, counts, strict=True))
    return tuple(sorted(seat for seats in picked for seat in seats))
