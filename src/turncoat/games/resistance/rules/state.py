"""The whole truth about a game at one moment. Immutable; seats as bits where many answer at once."""

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
    """The characters by seat and what follows from them alone."""

    roles: tuple[str, ...]
    evil: int  # bit mask
    namers: int  # the seats that may name Merlin, as a bit mask
    duty: int | None  # the holder of the assassin's duty, where there is no Assassin card
    sight: tuple[dict[int, str], ...]
    leader: int  # the first one
    deck: tuple[str, ...]  # the plot deck as it was shuffled


class Proposal(msgspec.Struct, frozen=True):
    """A team that was voted on. Who voted, who approved and whose ballot lies open are bit masks."""

    mission: int
    leader: int
    team: tuple[int, ...]
    voters: int
    yes: int
    shown: int
    approved: bool
    nullified: bool = False


class Result(msgspec.Struct, frozen=True):
    """A mission that is over. A forfeited one has neither fails nor team."""

    success: bool
    fails: int | None = None
    team: tuple[int, ...] | None = None
    saboteurs: int = 0  # bit mask; secret until the game is over
    spotlight: int | None = None


class LoyaltyFact(msgspec.Struct, frozen=True, tag_field="fact", tag="loyalty"):
    """Somebody's loyalty, seen privately."""

    seat: int
    side: str
    means: str


class CardFact(msgspec.Struct, frozen=True, tag_field="fact", tag="card"):
    """Somebody's mission card, seen privately."""

    seat: int
    mission: int
    success: bool


class Plot(msgspec.Struct, frozen=True):
    """The plot cards. `deck` is secret, all else is public."""

    deck: tuple[str, ...]
    held: tuple[tuple[str, ...], ...]
    drawn: tuple[str, ...] = ()
    discarded: tuple[str, ...] = ()
    drew: bool = False  # in this round
    locked: bool = False  # a Strong Leader was played and no vote has been held since
    examined: int = 0  # seats whose mission card a Close Eye has seen


class Due(msgspec.Struct, frozen=True):
    """An answer that must come before anything else: look, show, take, or pass a Loyalty card."""

    kind: Literal["look", "show", "take", "loyalty"]
    seat: int
    means: str  # the plot card, or "lady"
    learner: int | None = None


class Window(msgspec.Struct, frozen=True):
    """An opportunity for held plot cards: who is asked now and next, and who has had the chance."""

    cards: tuple[str, ...]
    queue: tuple[int, ...]
    done: int = 0


class State(msgspec.Struct, frozen=True):
    """Everything. Only `view` decides who may see which part of it."""

    rules: Rules
    phase: Phase
    deal: Deal
    plot: Plot | None = None
    leader: int = -1
    rotation: int = -1  # the seat whose left neighbour leads next
    mission: int | None = None
    rejections: int = 0
    resolved: int = 0  # missions over, in order of time
    results: tuple[Result | None, ...] = (None,) * MISSIONS
    good: int = 0
    evil: int = 0
    team: tuple[int, ...] | None = None
    asked: int = 0  # sealed answers, as bit masks: who takes part, who owes one now, who gave one,
    owing: int = 0
    answered: int = 0
    yes: int = 0  # who said yes or success,
    shown: int = 0  # and whose answer lies open
    proposals: tuple[Proposal, ...] = ()
    coin: int | None = None  # the table coin of this round
    lady: int | None = None
    ladies: int = 0  # seats that have used the Lady
    spotlight: int | None = None
    due: Due | None = None
    window: Window | None = None
    facts: tuple[tuple[int, LoyaltyFact | CardFact], ...] = ()  # (who knows it, what)
    shots: tuple[tuple[int, int], ...] = ()
    outcome: Outcome | None = None


def known(state: State, seat: int) -> dict[int, str]:
    """Whom a seat knows, and as what; a loyalty seen later overwrites the reveal."""
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
    """The missions the leader may propose: the current one, or under Targeting any that is left (RULES 6.7)."""
    if not state.rules.options.targeting:
        assert state.mission is not None
        return (state.mission,)
    left = (number for number, result in enumerate(state.results, 1) if result is None)
    return tuple(number for number in left if number < MISSIONS or state.good >= 2)
