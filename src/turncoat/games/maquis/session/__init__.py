"""Playing alone: a game with undo, named deals, a result to share, and statistics."""

from turncoat.games.maquis.session.deals import Deal, daily, numbered
from turncoat.games.maquis.session.session import Session
from turncoat.games.maquis.session.stats import Statistics

__all__ = ["Deal", "Session", "Statistics", "daily", "numbered"]
