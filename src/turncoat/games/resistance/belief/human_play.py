"""How people play, as rates.

They were counted in some thirteen thousand games on the web, of 5 to 10 players with all sets of characters. A team is
dirty if there is evil on it, and clean otherwise. Votes are those before the fifth proposal.
"""

from __future__ import annotations

from typing import NamedTuple


class Approvals(NamedTuple):
    """How often somebody approves, by whether they are on the team and whether the team is clean."""

    on_clean: float
    on_dirty: float
    off_clean: float
    off_dirty: float


GOOD_APPROVES = Approvals(0.82, 0.67, 0.54, 0.38)
MERLIN_APPROVES = Approvals(0.91, 0.54, 0.74, 0.35)
EVIL_APPROVES = Approvals(0.76, 0.76, 0.39, 0.48)
FIFTH_PROPOSAL_APPROVED = 0.96
LEADER_ON_OWN_TEAM = 0.89
LONE_EVIL_FAILS = (0.25, 0.69, 0.76, 0.73, 0.95)
"""By mission: the only evil seat of a team fails it."""
EACH_OF_TWO_EVIL_FAILS = (0.20, 0.43, 0.52, 0.84, 0.92)
"""By mission: either of two evil seats of a team fails it."""
