"""Write `web/src/resistance/lesson/game.json`: the scripted first game, as the engine plays it.

The deal and the answers of the bots are fixed. The learner's vote on the first team, and the companion they choose for
the third mission, make the branches; each is a real game from its deal to its end.

Usage: python web/scripts/write_lesson.py [--check]
"""

from __future__ import annotations

import json
import sys
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any

import msgspec
from generated import write_or_check

from turncoat.core import Match, Seed, Setup
from turncoat.games import find_game
from turncoat.games.resistance.rules.moves import PlayCard, Propose, Vote

OUT = Path(__file__).parent.parent / "src" / "resistance" / "lesson" / "game.json"
YOU, ADA, BO, CLEO, DEE = range(5)
SPIES = {BO, CLEO}
ROLES = ["spy" if seat in SPIES else "resistance" for seat in range(5)]


class Lesson:
    """One branch of the scripted game."""

    def __init__(self) -> None:
        setup = Setup(ruleset="classic", players=5, deal={"roles": ROLES, "leader": CLEO})
        self._match: Match[Any] = Match(find_game("classic"), setup, Seed.of("the first lesson"))

    def view(self) -> Any:
        """What the learner sees now."""
        return msgspec.to_builtins(self._match.game.view(self._match.state, YOU))

    def propose(self, leader: int, *team: int) -> None:
        self._match.play(leader, Propose(team=tuple(sorted(team))))

    def vote(self, against: Collection[int]) -> None:
        for seat in range(5):
            self._match.play(seat, Vote(approve=seat not in against))

    def cards(self, team: Iterable[int], fails: Collection[int] = ()) -> None:
        for seat in sorted(team):
            self._match.play(seat, PlayCard(success=seat not in fails))


def branch(rejects: bool, companion: int) -> dict[str, Any]:
    """The moments of one branch: each is the view at one step of the lesson."""
    game, seen = Lesson(), {}
    seen["dealt"] = game.view()
    game.propose(CLEO, CLEO, YOU)
    seen["proposed"] = game.view()
    game.vote({YOU, DEE} if rejects else {DEE})
    seen["voted"] = game.view()
    game.cards((CLEO, YOU))
    game.propose(DEE, ADA, BO, CLEO)
    game.vote({YOU})
    game.cards((ADA, BO, CLEO), {BO})
    seen["failed"] = game.view()
    third_mission(game, companion)
    seen["third"] = game.view()
    last_mission(game, companion)
    seen["end"] = game.view()
    return seen


def third_mission(game: Lesson, companion: int) -> None:
    """Only Dee stayed out of the mission that failed. With anybody else, the table votes the team down."""
    if companion != DEE:
        game.propose(YOU, YOU, companion)
        game.vote({ADA, DEE, *(SPIES - {companion})})
        game.propose(ADA, YOU, DEE)
    else:
        game.propose(YOU, YOU, DEE)
    game.vote(SPIES)
    game.cards((YOU, DEE))


def last_mission(game: Lesson, companion: int) -> None:
    if companion != DEE:
        for leader in (BO, CLEO):
            game.propose(leader, YOU, BO, CLEO)
            game.vote({YOU, ADA, DEE})
    game.propose(DEE if companion != DEE else ADA, YOU, ADA, DEE)
    game.vote(SPIES)
    game.cards((YOU, ADA, DEE))


def render() -> str:
    """The whole file. Moments that do not depend on the companion are stored once for each vote."""
    lesson: dict[str, Any] = {"spies": sorted(SPIES), "stayedOut": DEE}
    for vote, rejects in (("approve", False), ("reject", True)):
        branches = {str(seat): branch(rejects, seat) for seat in (ADA, BO, CLEO, DEE)}
        shared = branches[str(DEE)]
        lesson[vote] = {
            **{moment: shared[moment] for moment in ("dealt", "proposed", "voted", "failed")},
            "then": {seat: {moment: seen[moment] for moment in ("third", "end")} for seat, seen in branches.items()},
        }
    return json.dumps(lesson, separators=(",", ":"), ensure_ascii=False) + "\n"


if __name__ == "__main__":
    sys.exit(write_or_check({OUT: render()}))
