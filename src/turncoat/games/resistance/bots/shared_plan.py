"""Playing the plain game by a plan that all good seats know, and telling by it who is evil.

Good seats that keep to the plan name its team and approve nothing else, except on the last attempt of a round. Whoever
acts otherwise has strayed, and is taken for evil. If more seats stray than can be evil, this table does not play by the
plan. Where enough seats are in none of the evil sides that still fit, the plan sends them. A smaller suspicion changes
nothing while the plan can still win, because evil could raise it on purpose. So evil that keeps to the plan holds good
down to what the plan is worth, and no evil does better (`docs/bots.md`).
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import comb, log
from typing import Any, NamedTuple

from turncoat.core import Ask
from turncoat.games.resistance.belief.evil_sides import all_evil, fail_counts, sides_that_fit, times_evil
from turncoat.games.resistance.belief.plain_plan import WINS, doomed_sides, fixed_plans
from turncoat.games.resistance.bots.optimal import is_plain
from turncoat.games.resistance.rules.game_rules import MAX_REJECTIONS, RulesView, mask, seats
from turncoat.games.resistance.rules.moves import PlayCard, Propose, Vote
from turncoat.games.resistance.rules.view import MissionView, View, You

Team = tuple[int, ...]
_CHANCES = 20  # as unlikely must it be that good names the plan's teams by chance


class PlanProgress(NamedTuple):
    """Where a game by the plan stands: its missions so far, who has named the plan's team, who has strayed."""

    rules: RulesView
    missions: tuple[MissionView, ...] = ()
    keepers: tuple[int, ...] = ()
    strays: frozenset[int] = frozenset()

    @property
    def course(self) -> str:
        """The results so far, `o` or `x`."""
        return "".join("o" if mission.success else "x" for mission in self.missions)

    @property
    def sides(self) -> tuple[int, ...]:
        """The evil sides that fit the missions, if everybody who has strayed is evil."""
        return sides_that_fit(self.rules.players, (all_evil(mask(self.strays)), *fail_counts(self.missions)))

    @property
    def team(self) -> Team:
        """Whom the plan sends now.

        Sure successes do not hurt it: a side that loses to the plan loses as well when it passes a mission.
        """
        times = times_evil(self.sides, self.rules.players)
        clean = [seat for seat in range(self.rules.players) if not times[seat]]
        size = self.rules.team_sizes[len(self.missions)]
        return tuple(clean[:size]) if len(clean) >= size else fixed_plans()[self.rules.players][self.course]

    @property
    def is_hopeless(self) -> bool:
        """Whether every evil side that fits wins against the plan."""
        return not any(self.dooms(side, self.course) for side in self.sides)

    def dooms(self, side: int, course: str) -> bool:
        """Whether this evil side cannot win any more after such results, whatever it fails."""
        return (self.sides == (side,) and course.count("x") < WINS) or side in _doomed(self.rules.players)[course]

    def with_proposal(self, leader: int, right: bool, strays: set[int]) -> PlanProgress:
        """After a leader has named the plan's team, or another, and some have voted otherwise than it asks."""
        if right:
            return self._replace(keepers=(*self.keepers, leader), strays=self.strays | strays)
        return self._replace(strays=self.strays | strays | {leader})


@cache
def _doomed(players: int) -> dict[str, frozenset[int]]:
    return doomed_sides(players, fixed_plans()[players])


@lru_cache(maxsize=64)
def has_plan(rules: RulesView) -> bool:
    """Whether there is a plan for this game, and everybody sees who keeps to it."""
    options = rules.options
    seen = options.vote_style == "simultaneous" and options.ballots_named
    return is_plain(rules) and seen and not options.table_coin


def plan_progress(view: View, you: You) -> PlanProgress | None:
    """How a table has kept to the plan; None where there is none, or the seat's side has left it.

    Good leaves it for good where it is hopeless. Evil keeps to it once good leaders have so often that it cannot
    well be chance, and while nobody of good strays.
    """
    if not has_plan(view.rules):
        return None
    progress, chances = PlanProgress(view.rules), 0
    missions = tuple(mission for mission in view.missions if mission is not None)
    for proposal in view.proposals:
        if proposal.mission - 1 > len(progress.missions):
            progress, chances = progress._replace(missions=missions[: proposal.mission - 1]), 0
        if _is_left(progress, you):
            return None
        chances += 1
        right = proposal.team == progress.team
        asked = right or chances == MAX_REJECTIONS
        strays = {seat for seat, vote in enumerate(proposal.votes) if vote is not None and vote != asked}
        progress = progress.with_proposal(proposal.leader, right, strays)
        if proposal.approved and not right:
            return None
    progress = progress._replace(missions=missions)
    return None if _is_left(progress, you) or (you.side == "evil" and not _is_shown(progress, you)) else progress


def _is_shown(progress: PlanProgress, you: You) -> bool:
    """Whether good leaders have named the plan's team too often for chance."""
    times = sum(leader != you.seat and leader not in you.knows for leader in progress.keepers)
    return times * log(comb(progress.rules.players, progress.rules.team_sizes[0])) >= log(_CHANCES)


def _is_left(progress: PlanProgress, you: You) -> bool:
    if not progress.sides:  # more have strayed than can be evil
        return True
    return progress.is_hopeless if you.side == "good" else not progress.strays <= {*you.knows, you.seat}


def planned_answer(view: View, ask: Ask) -> Any | None:
    """What the plan asks of a seat; None where it is not followed, or leaves the answer open."""
    you = view.you
    if you is None or ask.kind not in ("propose", "vote", "mission") or (progress := plan_progress(view, you)) is None:
        return None
    if ask.kind == "mission":
        return _card(progress, you, view.team or ())
    if ask.kind == "propose":
        return Propose(team=progress.team)
    return Vote(approve=view.team == progress.team or view.rejections == MAX_REJECTIONS - 1)


def _card(progress: PlanProgress, you: You, team: Team) -> PlayCard | None:
    """Evil's card where only one result of the mission leaves it a way to win; as few fail as are needed."""
    side = mask((*you.knows, you.seat))
    aboard, needed = seats(side & mask(team)), progress.rules.fails_needed[len(progress.missions)]
    if len(aboard) < needed:
        return PlayCard(success=True)
    doomed = progress.dooms(side, progress.course + "o")
    if doomed == progress.dooms(side, progress.course + "x"):
        return None
    return PlayCard(success=not doomed or you.seat not in aboard[:needed])
