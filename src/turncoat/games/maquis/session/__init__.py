"""Playing alone: a game with undo and named deals, a result to share, and statistics."""

from turncoat.games.maquis.session.deals import Deal, daily, numbered
from turncoat.games.maquis.session.results import Results
from turncoat.games.maquis.session.session import Session

__all__ = ["Deal", "Results", "Session", "daily", "numbered"]
