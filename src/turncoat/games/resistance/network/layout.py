"""How an observation vector is laid out, in the simulator and in every environment.

There is one vector of zeros and ones per seat. Seats are relative: place 0 is the observer, place 1 the seat to its
left, and so on; places past the last player stay 0. `seats` is the room for seats, which may be more than the game has.
"""

from __future__ import annotations

from itertools import accumulate

from turncoat.games.resistance.rules.ruleset import charts

PROPOSALS = 25
"""Five rounds of five proposals at most; proposal p of round r stands in row 5 * r + p."""

ROLES = ("merlin", "percival", "servant", "assassin", "minion", "mordred", "morgana", "oberon")
FIRST_EVIL_ROLE = ROLES.index("assassin")
"""From here on roles are evil."""
CHARACTERS = ("merlin", "percival", "assassin", "mordred", "morgana", "oberon")
KNOWN_AS = ("evil", "good", "merlin", "merlin-or-morgana")
PHASES = ("propose", "vote", "mission", "lady", "assassinate", "over")
FLAGS = (
    "two_fails",
    "non_team",
    "not_leader",
    "point",
    "auto_fifth",
    "targeting",
    "lady",
    "lady_by_number",
    "blind",
    "merlin_sees_oberon",
    "assassination",
    "duty",
)
PLAYER_COUNTS = tuple(charts().sides)
SEATS = max(PLAYER_COUNTS)
"""The most seats a game has."""


def sizes(seats: int) -> dict[str, int]:
    """The named pieces of an observation in order, with their lengths."""
    return {
        "proposals": PROPOSALS * 3 * seats,  # each: its leader, its team, who approved
        "leader": seats,
        "team": seats,
        "lady": seats,
        "past_ladies": seats,
        "known": len(KNOWN_AS) * seats,
        "proposal_facts": PROPOSALS * 8,  # used, voted on, approved, mission 1 to 5
        "missions": 5 * 7,  # over, succeeded, forfeited, fails at least 1 to 4
        "phase": len(PHASES),
        "mission": 5,
        "rejections": 6,
        "role": len(ROLES),
        "duty": 1,
        "to_act": 1,
        "players": len(PLAYER_COUNTS),
        "characters": len(CHARACTERS),
        "flags": len(FLAGS),
    }


def layout(seats: int) -> dict[str, slice]:
    """Where each named piece lies in the vector."""
    lengths = sizes(seats)
    ends = list(accumulate(lengths.values()))
    return {name: slice(end - length, end) for (name, length), end in zip(lengths.items(), ends, strict=True)}


def size(seats: int) -> int:
    """The length of the vector."""
    return sum(sizes(seats).values())
