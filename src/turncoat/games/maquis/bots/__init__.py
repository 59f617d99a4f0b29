"""Bots that play RESIST!, and the advice they give to people. They see views only."""

from turncoat.core.capabilities import BotRoster, Solitaire
from turncoat.games.maquis.bots.hint import Advice, advise, how_far

__all__ = ["ROSTER", "SOLITAIRE", "Advice", "advise", "how_far"]

ROSTER = BotRoster(
    bots={
        "random": "turncoat.bots.random_bot:RandomBot",
        "greedy": f"{__name__}.greedy:GreedyBot",
        "search": f"{__name__}.search:SearchBot",
    },
    opponent="greedy",
    stand_in="greedy",
)


class _Solitaire:
    player_side = "maquis"
    advise = staticmethod(advise)
    how_far = staticmethod(how_far)


SOLITAIRE: Solitaire = _Solitaire()
