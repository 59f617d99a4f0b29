"""Write `web/src/resistance/lesson/lessons.json`: the lessons beyond the first game, as the engine plays them.

Each lesson is a game with a fixed deal; what the learner is shown are views of the engine, one for each step.

Usage: python web/scripts/write_lessons.py [--check]
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
from turncoat.games.resistance.rules.loyalty import side_of
from turncoat.games.resistance.rules.moves import (
    Assassinate,
    Examine,
    Give,
    PlayCard,
    Propose,
    Use,
    Vote,
)

OUT = Path(__file__).parent.parent / "src" / "resistance" / "lesson" / "lessons.json"
YOU, ADA, BO, CLEO, DEE, ELI, FLO = range(7)
Step = dict[str, Any]


class Table:
    """A game with a fixed deal, as the learner at seat 0 sees it."""

    def __init__(self, ruleset: str, roles: list[str], leader: int, **more: Any) -> None:
        chosen = tuple(role for role in roles if role in ("percival", "mordred", "morgana", "oberon"))
        deal = {"roles": roles, "leader": leader, **more.pop("deal", {})}
        setup = Setup(ruleset=ruleset, players=len(roles), roles=chosen, options=more, deal=deal)
        self.match: Match[Any] = Match(find_game(ruleset), setup, Seed.of("a lesson"))
        self.players = len(roles)

    def step(self, show: str, **more: Any) -> Step:
        """What the learner sees now, and what of it is spoken of."""
        view = msgspec.to_builtins(self.match.game.view(self.match.state, YOU))
        return {"show": show, "view": view, **more}

    def end(self) -> Step:
        """The roles lie open. No server tells the lesson which of them are evil."""
        sides = [side_of(self.match.state, seat) for seat in range(self.players)]
        return self.step("end", sides=sides)

    def play(self, seat: int, move: Any) -> None:
        self.match.play(seat, move)

    def propose(self, leader: int, team: Iterable[int], against: Collection[int] = ()) -> None:
        """A team and the vote on it."""
        self.play(leader, Propose(team=tuple(sorted(team))))
        for seat in range(self.players):
            self.play(seat, Vote(approve=seat not in against))

    def quest(
        self, leader: int, team: Iterable[int], fails: Collection[int] = (), against: Collection[int] = ()
    ) -> None:
        members = sorted(team)
        self.propose(leader, members, against)
        for seat in members:
            self.play(seat, PlayCard(success=seat not in fails))


def merlin() -> list[Step]:
    """You are Merlin; Bo and Cleo are evil, and Bo shoots at the end."""
    table = Table("avalon", ["merlin", "servant", "assassin", "minion", "servant"], BO)
    steps = [table.step("card")]
    table.propose(BO, (BO, YOU), against={ADA, DEE, YOU})
    steps.append(table.step("ring", lit=[YOU, BO]))
    table.quest(CLEO, (CLEO, ADA))
    table.quest(DEE, (ADA, DEE, CLEO), fails={CLEO}, against={BO})
    steps.append(table.step("pick", open=[BO, CLEO, ADA, DEE], right=[ADA, DEE]))
    table.quest(YOU, (YOU, DEE), against={BO, CLEO})
    table.quest(ADA, (ADA, DEE, YOU), against={BO, CLEO})
    steps.append(table.step("ring", lit=[BO, CLEO]))
    table.play(BO, Assassinate(seat=ADA))
    return [*steps, table.end()]


def percival() -> list[Step]:
    """You are Percival; Ada is Merlin, Cleo Morgana, Bo the Assassin."""
    table = Table("avalon", ["percival", "merlin", "assassin", "morgana", "servant"], DEE)
    steps = [table.step("card"), table.step("ring", lit=[ADA, CLEO], asked=[ADA, CLEO])]
    table.quest(DEE, (DEE, YOU))
    table.propose(YOU, (YOU, BO, DEE), against={ADA, BO, CLEO})
    table.quest(ADA, (ADA, YOU, DEE), against={BO, CLEO})
    table.quest(BO, (BO, CLEO), fails={BO}, against={ADA})
    steps.append(table.step("sheet"))
    steps.append(table.step("pick", open=[ADA, CLEO], right=[ADA]))
    table.quest(CLEO, (YOU, ADA, DEE))
    table.play(BO, Assassinate(seat=YOU))
    return [*steps, table.end()]


def mordred() -> list[Step]:
    """You are Merlin and see only Bo; Ada is Mordred."""
    table = Table("avalon", ["merlin", "mordred", "assassin", "servant", "servant"], CLEO)
    steps = [table.step("card"), table.step("ring", lit=[ADA, CLEO, DEE], asked=[ADA, CLEO, DEE])]
    table.quest(CLEO, (CLEO, DEE))
    table.quest(DEE, (ADA, DEE, YOU), fails={ADA})
    steps.append(table.step("sheet"))
    steps.append(table.step("pick", open=[ADA, BO, CLEO, DEE], right=[CLEO]))
    return [*steps, table.step("ring", lit=[ADA, DEE], asked=[ADA, DEE])]


def oberon() -> list[Step]:
    """You are the Assassin; Ada is Oberon, Bo is Merlin."""
    table = Table("avalon", ["assassin", "oberon", "merlin", "servant", "servant"], CLEO)
    steps = [table.step("card"), table.step("ring", lit=[ADA, BO, CLEO, DEE], asked=[ADA, BO, CLEO, DEE])]
    table.quest(CLEO, (CLEO, DEE))
    table.quest(DEE, (ADA, CLEO, DEE), fails={ADA}, against={BO})
    steps.append(table.step("ring", lit=[ADA, CLEO, DEE], asked=[ADA, CLEO, DEE]))
    table.quest(YOU, (CLEO, BO))
    table.propose(ADA, (ADA, YOU, BO), against={BO, CLEO, DEE})
    table.quest(BO, (BO, CLEO, DEE), against={YOU, ADA})
    steps.append(table.step("pick", open=[ADA, BO, CLEO, DEE], right=[BO]))
    table.play(YOU, Assassinate(seat=BO))
    return [*steps, table.end()]


def lady() -> list[Step]:
    """You hold the Lady; Bo, Dee and Flo are evil."""
    roles = ["servant", "merlin", "assassin", "servant", "minion", "servant", "minion"]
    table = Table("avalon", roles, ADA, lady=True)
    steps = [table.step("ring", lit=[YOU])]
    table.quest(ADA, (ADA, CLEO))
    table.quest(BO, (BO, CLEO, ELI), fails={BO}, against={ADA})
    looks = {seat: _looked(table, seat) for seat in (BO, CLEO, ELI)}
    steps.append(table.step("pick", open=list(looks), right=list(looks)))
    return [
        *steps,
        {"show": "card", "views": looks},
        {"show": "ring", "views": looks, "lit": [ADA, DEE, FLO, YOU, *looks]},
    ]


def _looked(table: Table, seat: int) -> Any:
    """The view after the Lady has looked at a seat. The table itself does not go on."""
    game, state = table.match.game, table.match.state
    return msgspec.to_builtins(game.view(game.play(state, YOU, Examine(seat=seat)).state, YOU))


def plot() -> list[Step]:
    """You are given No Confidence, and stop a team of spies."""
    roles = ["resistance", "resistance", "spy", "spy", "resistance"]
    table = Table("classic", roles, CLEO, plot=True, deal={"plot": ["no-confidence", "opinion-maker"]})
    steps = [table.step("ring", lit=[CLEO])]
    table.play(CLEO, Give(card="no-confidence", to=YOU))
    steps.append(table.step("plot", lit=[YOU]))
    table.propose(CLEO, (BO, CLEO), against={YOU, DEE})
    steps.append(table.step("use", lit=[BO, CLEO]))
    table.play(YOU, Use(card="no-confidence"))
    return [*steps, table.step("ring", lit=[DEE])]


LESSONS = {"merlin": merlin, "percival": percival, "mordred": mordred, "oberon": oberon, "lady": lady, "plot": plot}


def render() -> str:
    """The whole file."""
    lessons = {name: make() for name, make in LESSONS.items()}
    return json.dumps(lessons, separators=(",", ":"), ensure_ascii=False) + "\n"


if __name__ == "__main__":
    sys.exit(write_or_check({OUT: render()}))
