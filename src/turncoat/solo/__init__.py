"""Playing alone: a game with undo, named deals, a result to share, and statistics."""

from turncoat.solo.deals import Deal, daily, numbered
from turncoat.solo.session import Session
from turncoat.solo.stats import Statistics, Stats

__all__ = ["Deal", "Session", "Statistics", "Stats", "daily", "numbered"]
