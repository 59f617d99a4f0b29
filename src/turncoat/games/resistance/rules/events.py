"""Everything that can become known in a game of the family. `to` says to whom; None means to everybody."""

from __future__ import annotations

from collections.abc import Mapping

from turncoat.core import Event


class Dealt(Event, frozen=True, kw_only=True, tag="dealt"):
    """The roles are dealt. Everybody knows which roles are in play, but not who has them."""

    roles: tuple[str, ...]


class YourRole(Event, frozen=True, kw_only=True, tag="role"):
    """Told to one seat: its role, and whom it knows from the reveal."""

    seat: int
    role: str
    side: str
    knows: Mapping[int, str]
    assassin: bool = False


class NewLeader(Event, frozen=True, kw_only=True, tag="leader"):
    """Somebody becomes the leader. `mission` is None under Targeting, where the leader chooses it."""

    seat: int
    mission: int | None
    rejections: int


class CoinTossed(Event, frozen=True, kw_only=True, tag="coin"):
    """The table coin was tossed for this round. Everybody sees the number."""

    coin: int


class Proposed(Event, frozen=True, kw_only=True, tag="proposed"):
    """The leader has proposed a team."""

    leader: int
    team: tuple[int, ...]
    mission: int


class Voted(Event, frozen=True, kw_only=True, tag="voted"):
    """A seat has voted; nobody learns how."""

    seat: int


class VotesShown(Event, frozen=True, kw_only=True, tag="votes-shown"):
    """Votes that are shown before the others vote: those of Opinion Makers, or any under open voting."""

    votes: Mapping[int, bool]


class VoteResult(Event, frozen=True, kw_only=True, tag="votes"):
    """All votes, shown together, by seat. Where ballots are unnamed only the numbers are told."""

    votes: tuple[bool | None, ...]
    approvals: int
    rejections: int
    approved: bool


class CardPlayed(Event, frozen=True, kw_only=True, tag="mission-card"):
    """A team member has played a card. `success` is told only for a card in the Spotlight that is played first."""

    seat: int
    success: bool | None = None


class MissionResult(Event, frozen=True, kw_only=True, tag="mission"):
    """The shuffled cards are shown. `spotlight` has the card that was played face up, by seat."""

    mission: int
    team: tuple[int, ...]
    success: bool
    fails: int
    spotlight: Mapping[int, bool] = {}


class Forfeited(Event, frozen=True, kw_only=True, tag="forfeited"):
    """Five teams were rejected, which gives evil a point."""

    mission: int


class PlotDrawn(Event, frozen=True, kw_only=True, tag="plot-drawn"):
    """The leader drew plot cards."""

    leader: int
    cards: tuple[str, ...]


class PlotGiven(Event, frozen=True, kw_only=True, tag="plot-given"):
    """A plot card went to `seat` from `by`: the leader, or the player it was taken from."""

    card: str
    by: int
    seat: int


class PlotDiscarded(Event, frozen=True, kw_only=True, tag="plot-discarded"):
    """A plot card had no effect and was discarded."""

    card: str
    seat: int


class PlotUsed(Event, frozen=True, kw_only=True, tag="plot-used"):
    """A held plot card was played."""

    card: str
    seat: int
    on: int | None = None


class Passed(Event, frozen=True, kw_only=True, tag="passed"):
    """A player did not use a held plot card."""

    seat: int


class LoyaltyShown(Event, frozen=True, kw_only=True, tag="loyalty-shown"):
    """Everybody sees that `by` learns the loyalty of `seat`, and by which means."""

    by: int
    seat: int
    means: str


class LoyaltyLearnt(Event, frozen=True, kw_only=True, tag="loyalty"):
    """Told to one seat: the loyalty it has just seen."""

    seat: int
    side: str
    means: str


class CardSeen(Event, frozen=True, kw_only=True, tag="card-seen"):
    """Told to one seat: the mission card it has just seen."""

    seat: int
    mission: int
    success: bool


class LadyMoved(Event, frozen=True, kw_only=True, tag="lady"):
    """This seat now holds the Lady of the Lake."""

    seat: int


class Assassination(Event, frozen=True, kw_only=True, tag="assassination"):
    """Good has three successes, and evil may now name Merlin."""


class Shot(Event, frozen=True, kw_only=True, tag="shot"):
    """Seat `by` named `seat` as Merlin. Both are None if nobody was named in time."""

    seat: int | None
    by: int | None


class Over(Event, frozen=True, kw_only=True, tag="over"):
    """The game is over: who won, why, and everybody's role."""

    winner: str
    reason: str
    roles: tuple[str, ...]
