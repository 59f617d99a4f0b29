"""The state of a game: everything about it at one moment. Sets of seats are bit masks, because they are fast."""

from __future__ import annotations

from typing import Literal

import msgspec

from turncoat.core import Outcome
from turncoat.games.resistance.rules.game_rules import MISSIONS, Rules

Phase = Literal[
    "deal",
    "coin",
    "strong-leader",
    "plot",
    "propose",
    "opinion",
    "vote",
    "no-confidence",
    "spotlight",
    "mission",
    "close-eye",
    "lady",
    "assassinate",
    "over",
]


class Deal(msgspec.Struct, frozen=True):
    """What was dealt, and what follows from it alone. It never changes during the game."""

    roles: tuple[str, ...]  # by seat
    evil: int  # the evil seats, as a bit mask
    namers: int  # the seats that may name Merlin at the end, as a bit mask
    duty: int | None  # the seat that names Merlin in games without an Assassin card
    sight: tuple[dict[int, str], ...]  # for each seat: the seats it knows from the reveal, and as what
    leader: int  # the first leader
    deck: tuple[str, ...]  # the plot deck in the order it was shuffled


class Proposal(msgspec.Struct, frozen=True):
    """A team and the vote on it."""

    mission: int
    leader: int
    team: tuple[int, ...]
    voters: int  # who had a vote, as a bit mask
    yes: int  # who approved, as a bit mask
    shown: int  # whose ballots are public, as a bit mask
    approved: bool
    nullified: bool = False  # approved, and then rejected by No Confidence


class Result(msgspec.Struct, frozen=True):
    """A finished mission. A mission lost to five rejections has neither fails nor a team."""

    success: bool
    fails: int | None = None
    team: tuple[int, ...] | None = None
    saboteurs: int = 0  # who played Fail, as a bit mask; secret until the game is over
    spotlight: int | None = None  # the seat whose card everybody saw


class LoyaltyFact(msgspec.Struct, frozen=True, tag_field="fact", tag="loyalty"):
    """Somebody's loyalty, seen in private."""

    seat: int
    side: str
    means: str  # the plot card that allowed the look, or "lady"


class CardFact(msgspec.Struct, frozen=True, tag_field="fact", tag="card"):
    """Somebody's mission card, seen in private."""

    seat: int
    mission: int
    success: bool


class Plot(msgspec.Struct, frozen=True):
    """The plot cards. The deck is secret, everything else is public."""

    deck: tuple[str, ...]  # the cards not yet drawn, top first
    held: tuple[tuple[str, ...], ...]  # each seat's hand
    drawn: tuple[str, ...] = ()  # drawn by the leader and not yet handed out
    discarded: tuple[str, ...] = ()
    drew: bool = False  # whether the leader of this round has drawn
    locked: bool = False  # whether a Strong Leader has been played since the last vote; a second must wait
    examined: int = 0  # the seats whose mission card somebody has looked at, as a bit mask


class PendingEffect(msgspec.Struct, frozen=True):
    """The effect of a card that waits for one seat's answer. Nothing else goes on before it."""

    kind: Literal["look", "show", "take", "loyalty"]
    seat: int  # who has to answer
    means: str  # the plot card, or "lady"
    learner: int | None = None  # who will learn the loyalty, where a Loyalty card has to be passed


class Window(msgspec.Struct, frozen=True):
    """A moment at which held plot cards may be used. Their holders are asked one after the other."""

    cards: tuple[str, ...]  # the cards that fit this moment
    queue: tuple[int, ...]  # who is asked now, and who comes next
    done: int = 0  # who has been asked, as a bit mask


class State(msgspec.Struct, frozen=True):
    """Everything about a game at one moment. Only `view` decides who may see which part of it.

    Votes, mission cards and names for Merlin are sealed answers: several seats answer at once, and nobody sees an
    answer before all are in. `participants`, `waiting`, `answered`, `yes` and `shown` hold them as bit masks of seats.
    """

    rules: Rules
    phase: Phase
    deal: Deal
    plot: Plot | None = None  # None: the game is played without plot cards
    leader: int = -1  # who names the team; -1 before the deal
    rotation: int = -1  # the seat whose left neighbour leads next
    mission: int | None = None  # 1 to 5; None under Targeting until the leader has chosen
    rejections: int = 0  # in this round
    resolved: int = 0  # how many missions are over
    results: tuple[Result | None, ...] = (None,) * MISSIONS  # by mission
    good: int = 0  # points of the good side
    evil: int = 0  # points of the evil side
    team: tuple[int, ...] | None = None  # proposed or on the mission
    participants: int = 0  # sealed answers: everybody who has to give one
    waiting: int = 0  # those who have to give it now
    answered: int = 0  # those who gave it
    yes: int = 0  # those who said Approve or Success
    shown: int = 0  # those whose answer everybody has already seen
    proposals: tuple[Proposal, ...] = ()  # all of the game, oldest first
    coin: int | None = None  # the table coin of this round
    lady: int | None = None  # who holds the Lady of the Lake
    ladies: int = 0  # who has used the Lady, as a bit mask
    spotlight: int | None = None  # whose mission card will be seen by everybody
    pending: PendingEffect | None = None  # what one seat has to answer before anything else
    window: Window | None = None  # open while holders of plot cards are asked
    facts: tuple[tuple[int, LoyaltyFact | CardFact], ...] = ()  # (the seat that knows it, what it knows)
    shots: tuple[tuple[int, int], ...] = ()  # (who named, whom they named as Merlin)
    outcome: Outcome | None = None


def known(state: State, seat: int) -> dict[int, str]:
    """The seats that a seat knows, and as what. A loyalty seen during play replaces what the reveal told."""
    knows = dict(state.deal.sight[seat])
    for owner, fact in state.facts:
        if owner == seat and isinstance(fact, LoyaltyFact):
            knows[fact.seat] = fact.side
    return knows


def holders(state: State, cards: tuple[str, ...]) -> tuple[int, ...]:
    """The seats that hold any of these plot cards, clockwise from the leader."""
    plot = state.plot
    if plot is None:
        return ()
    n = state.rules.players
    order = ((state.leader + step) % n for step in range(n))
    return tuple(seat for seat in order if any(card in plot.held[seat] for card in cards))


def open_missions(state: State) -> tuple[int, ...]:
    """The missions that the leader may choose: the current one, or any that is left (rules.md, "Targeting")."""
    if not state.rules.options.targeting:
        assert state.mission is not None
        return (state.mission,)
    left = (number for number, result in enumerate(state.results, 1) if result is None)
    return tuple(number for number in left if number < MISSIONS or state.good >= 2)
