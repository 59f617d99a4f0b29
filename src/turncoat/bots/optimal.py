"""Perfect play of the plain game, from tables that `tools/solve_plain.py` makes.

Good follows one plan as a table: the plan and the table coin fix the team of the round, good leaders name it and
good seats approve it and nothing else. Evil fails by its own plan; it names teams and votes as a plain good seat
would that plays as `bayes` does, so that these tell nothing. Where the plan does not apply (characters, plot
cards, a team that is not the plan's) it plays as `bayes` throughout.
"""

from __future__ import annotations

import gzip
import random
from functools import cache
from importlib.resources import files
from itertools import accumulate
from typing import Any, NamedTuple

import msgspec

from turncoat.bots.bayes import BayesBot
from turncoat.bots.dice import Dice
from turncoat.core import Ask
from turncoat.games.resistance.moves import PlayCard, Propose, Vote
from turncoat.games.resistance.rules import COIN_SIDES, MAX_REJECTIONS
from turncoat.games.resistance.ruleset import charts, rulesets
from turncoat.games.resistance.view import RulesView, View, You

Classes = tuple[tuple[int, ...], ...]


class Plan(msgspec.Struct, frozen=True):
    """The solved game of one size. Nodes are named by what went before, teams by how many of each class."""

    players: int
    value: tuple[int, int]
    good: dict[str, dict[str, float]]
    evil: dict[str, float]


@cache
def plan_for(players: int) -> Plan:
    """The tables of one size."""
    data = (files("turncoat.bots") / "data" / f"plain-{players}.json.gz").read_bytes()
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


def track(view: View) -> Track:
    """Follow the missions of a view."""
    found = Track("", (tuple(range(view.rules.players)),))
    for mission in view.missions:
        if mission is not None and mission.team is not None:
            found = found.team(mission.team)
            found = found._replace(path=found.path + ("o" if mission.success else "x"))
    return found


@cache
def is_plain(rules: RulesView) -> bool:
    """Whether the tables speak about this game."""
    options = rules.options
    roles = rulesets()[rules.ruleset].roles
    sizes = rules.team_sizes == charts().teams[rules.players]
    odd = options.targeting or options.plot or options.blind_spies or not options.two_fail_mission4
    return sizes and not odd and options.electorate == "all" and all(roles[name].plain for name in rules.roles)


def planned_team(view: View) -> tuple[int, ...] | None:
    """The team of this round by the plan and the coin; None where the plan does not say."""
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


class OptimalBot:
    """Attains the value of the plain game on either side when the table is its own."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._other = BayesBot(seed, straight=True)

    def answer(self, view: View, ask: Ask) -> Any:
        you = view.you
        if you is None or len(ask.moves) == 1 or not is_plain(view.rules):
            return self._other.answer(view, ask)
        if ask.kind == "mission":
            return self._card(view, you, ask)
        team = planned_team(view) if you.side == "good" else None
        if team is None:
            return self._other.answer(view, ask)
        if ask.kind == "propose":
            return Propose(team=team)
        return Vote(approve=view.team == team or view.rejections == MAX_REJECTIONS - 1)

    def _card(self, view: View, you: You, ask: Ask) -> PlayCard:
        """The lowest evil seats of the team answer for all of it, with just as many fails as are needed."""
        team, evil = view.team or (), {*you.knows, you.seat}
        aboard = sorted(evil & set(team))
        assert view.mission is not None
        needed = view.rules.fails_needed[view.mission - 1]
        if len(aboard) < needed or you.seat not in aboard[:needed]:
            return PlayCard(success=True)
        after = track(view).team(team)
        orbit = "".join(str(len(evil & set(group))) for group in after.classes)
        chance = plan_for(view.rules.players).evil.get(f"{after.path}|{orbit}", 1.0)
        return PlayCard(success=Dice.of(self._seed, view, ask).random() >= chance)
