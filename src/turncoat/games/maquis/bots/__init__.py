"""Bots that play RESIST!, and the advice they give to people. They see views only.

This module is the capability `turncoat.core.capabilities.Solitaire`.
"""

from turncoat.core.capabilities import BotRoster
from turncoat.games.maquis.bots.hint import Advice, advise, how_far

__all__ = ["ROSTER", "Advice", "advise", "how_far", "player_side"]

ROSTER = BotRoster(
    bots={
        "random": "turncoat.bots.random_bot:RandomBot",
        "greedy": f"{__name__}.greedy:GreedyBot",
        "search": f"{__name__}.search:SearchBot",
    },
    opponent="greedy",
    stand_in="greedy",
)

player_side = "maquis"
