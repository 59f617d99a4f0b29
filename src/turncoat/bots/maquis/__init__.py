"""Players of the maquis, weakest first. They see views only."""

from __future__ import annotations

from collections.abc import Callable

from turncoat.bots import Bot
from turncoat.bots.maquis.greedy import GreedyBot
from turncoat.bots.maquis.hint import Advice, advise, how_far
from turncoat.bots.maquis.search import SearchBot
from turncoat.bots.random_bot import RandomBot

BOTS: dict[str, Callable[[str], Bot]] = {"random": RandomBot, "greedy": GreedyBot, "search": SearchBot}

__all__ = ["BOTS", "Advice", "GreedyBot", "RandomBot", "SearchBot", "advise", "how_far"]
