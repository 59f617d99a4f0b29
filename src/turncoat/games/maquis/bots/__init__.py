"""Players of the maquis, weakest first. They see views only."""

from __future__ import annotations

from collections.abc import Callable

from turncoat.bots import Bot
from turncoat.bots.random_bot import RandomBot
from turncoat.games.maquis.bots.greedy import GreedyBot
from turncoat.games.maquis.bots.hint import Advice, advise, how_far
from turncoat.games.maquis.bots.search import SearchBot

BOTS: dict[str, Callable[[str], Bot]] = {"random": RandomBot, "greedy": GreedyBot, "search": SearchBot}

__all__ = ["BOTS", "Advice", "GreedyBot", "RandomBot", "SearchBot", "advise", "how_far"]
