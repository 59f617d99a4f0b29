"""Write `web/src/maquis/lesson/round.json`: the first round of RESIST! that is taught, as the engine plays it.

The deal is fixed. At each step the learner sees the engine's own view; where something is to be played or chosen, the
engine's own ask lists what can be, and `right` is the move that the lesson goes on with.

Usage: python web/scripts/write_resist_lesson.py [--check]
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import msgspec
from generated import write_or_check

from turncoat.core import Match, Seed, Setup
from turncoat.games import find_game
from turncoat.games.maquis.rules.moves import Act, Choose, Continue, Move, PickEnemy, PickMission, Play

OUT = Path(__file__).parent.parent / "src" / "maquis" / "lesson" / "round.json"
BORDER = "cross-the-border"
SPY_MASTER, RADIO_OPERATOR, GRUNT = range(3)
Step = dict[str, Any]


class Round:
    """The round so far, and the steps that have been shown of it."""

    def __init__(self) -> None:
        setup = Setup(ruleset="maquis", players=1)
        self._match: Match[Any] = Match(find_game("maquis"), setup, Seed.of("lesson 59"))
        self.steps: list[Step] = []

    def look(self, show: str) -> None:
        """A step that only shows something."""
        view = self._match.game.view(self._match.state, 0)
        self.steps.append({"show": show, "view": msgspec.to_builtins(view)})

    def ask(self, show: str, right: Move) -> None:
        """A step at which the learner answers. Of the hand, only the card that is spoken of can be played."""
        self.look(show)
        (ask,) = self._match.asks
        moves = [move for move in ask.moves if isinstance(move, Play) == isinstance(right, Play)]
        if isinstance(right, Play):
            moves = [move for move in moves if move.card == right.card]
        self.steps[-1] |= {"moves": msgspec.to_builtins(moves), "right": msgspec.to_builtins(right)}
        self.play(right)

    def play(self, *moves: Move) -> None:
        for move in moves:
            self._match.play(0, move)


def steps() -> list[Step]:
    """Plan with one card, attack with two, an action, and everything defeated with exactly the strength there is."""
    game = Round()
    game.look("missions")
    game.look("hand")
    game.ask("card", Play(card="sagrario", persona="hidden"))
    game.ask("missions", Choose(mission=BORDER))
    game.ask("card", Play(card="roberto", persona="revealed"))
    game.ask("card", Play(card="adolfo", persona="hidden"))
    game.play(Act(use=True))
    game.ask("raid", PickEnemy(mission=BORDER, slot=SPY_MASTER))
    game.ask("raid", PickMission(mission=BORDER))
    game.play(PickEnemy(mission=BORDER, slot=GRUNT - 1), PickEnemy(mission=BORDER, slot=RADIO_OPERATOR - 1))
    game.look("missions")
    game.play(Continue())
    game.look("hand")
    return game.steps


def render() -> str:
    """The whole file."""
    return json.dumps(steps(), separators=(",", ":"), ensure_ascii=False) + "\n"


if __name__ == "__main__":
    sys.exit(write_or_check({OUT: render()}))
