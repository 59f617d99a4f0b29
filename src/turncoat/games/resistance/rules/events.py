"""What can become known in the family, and to whom (`to`; None means everybody)."""

from __future__ import annotations

from collections.abc import Mapping

from turncoat.core import Event


class Dealt(Event, frozen=True, kw_only=True, tag="dealt"):
    """The characters are dealt. Which ones are in play is public; who has them is not."""

    roles: tuple[str, ...]


class YourRole(Event, frozen=True, kw_only=True, tag="role"):
    """To one seat: its character, and whom it knows from the reveal."""

    seat: int
    role: str
    side: str
    knows: Mapping[int, str]
    assassin: bool = False


class NewLeader(Event, frozen=True, kw_only=True, tag="leader"):
    """Somebody leads. `mission` is None under Targeting, where the leader will choose."""

    seat: int
    mission: int | None
    rejections: int


class CoinTossed(Event, frozen=True, kw_only=True, tag="coin"):
    """The table coin of a round fell; `coin` is a number everybody sees."""

    coin: int


class Proposed(Event, frozen=True, kw_only=True, tag="proposed"):
    """The leader names a team."""

    leader: int
    team: tuple[int, ...]
    mission: int


class Voted(Event, frozen=True, kw_only=True, tag="voted"):
    """A ballot is in; what it says is not told."""

    seat: int


class VotesShown(Event, frozen=True, kw_only=True, tag="votes-shown"):
    """Ballots that are shown before the others vote: Opinion Makers, or open voting."""

    votes: Mapping[int, bool]


class VoteResult(Event, frozen=True, kw_only=True, tag="votes"):
    """All ballots are shown together, by seat. Without names only the numbers are told."""

    votes: tuple[bool | None, ...]
    approvals: int
    rejections: int
    approved: bool


class CardPlayed(Event, frozen=True, kw_only=True, tag="mission-card"):
    """A team member's card is down; `success` is told only in the Spotlight played first."""

    seat: int
    success: bool | None = None


class MissionResult(Event, frozen=True, kw_only=True, tag="mission"):
    """The shuffled cards are shown. `spotlight` is the card that lay face up, with its owner."""

    mission: int
    team: tuple[int, ...]
    success: bool
    fails: int
    spotlight: Mapping[int, bool] = {}


class Forfeited(Event, frozen=True, kw_only=True, tag="forfeited"):
    """Five rejections gave evil a point."""

    mission: int


class PlotDrawn(Event, frozen=True, kw_only=True, tag="plot-drawn"):
    """The leader drew plot cards."""

    leader: int
    cards: tuple[str, ...]


class PlotGiven(Event, frozen=True, kw_only=True, tag="plot-given"):
    """A plot card changed hands. `by` gave it up: the leader, or the player it was taken from."""

    card: str
    by: int
    seat: int


class PlotDiscarded(Event, frozen=True, kw_only=True, tag="plot-discarded"):
    """A plot card left the game without effect."""

    card: str
    seat: int


class PlotUsed(Event, frozen=True, kw_only=True, tag="plot-used"):
    """A held plot card was played."""

    card: str
    seat: int
    on: int | None = None


class Passed(Event, frozen=True, kw_only=True, tag="passed"):
    """A holder let the opportunity go by."""

    seat: int


class LoyaltyShown(Event, frozen=True, kw_only=True, tag="loyalty-shown"):
    """Everybody sees that `by` learns the loyalty of `seat`, and by what."""

    by: int
    seat: int
    means: str


class LoyaltyLearnt(Event, frozen=True, kw_only=True, tag="loyalty"):
    """To one seat: the loyalty it has just seen."""

    seat: int
    side: str
    means: str


class CardSeen(Event, frozen=True, kw_only=True, tag="card-seen"):
    """To one seat: the mission card it has just looked at."""

    seat: int
    mission: int
    success: bool


class LadyMoved(Event, frozen=True, kw_only=True, tag="lady"):
    """The Lady of the Lake lies with this seat."""

    seat: int


class Assassination(Event, frozen=True, kw_only=True, tag="assassination"):
    """Good has three successes; evil may now name Merlin."""


class Shot(Event, frozen=True, kw_only=True, tag="shot"):
    """The name that was given, with the seat that answers for it; None if no name was given in time."""

    seat: int | None
    by: int | None


class Over(Event, frozen=True, kw_only=True, tag="over"):
    """The end: who won, why, and all roles."""

    winner: str
    reason: str
    roles: tuple[str, ...]
