"""Loyalty seen in private, by plot cards or by the Lady (rules.md, R12 and "The Lady of the Lake")."""

from __future__ import annotations

from msgspec.structs import replace

from turncoat.core import Event, Refused, Step
from turncoat.games.resistance.rules.events import LadyMoved, LoyaltyLearnt, LoyaltyShown
from turncoat.games.resistance.rules.flow import begin_round, end
from turncoat.games.resistance.rules.moves import PassLoyalty
from turncoat.games.resistance.rules.state import LoyaltyFact, PendingEffect, State

LADY = "lady"


def side_of(state: State, seat: int) -> str:
    """The side printed on a seat's character card."""
    return "evil" if state.deal.evil >> seat & 1 else "good"


def learn(state: State, learner: int, shower: int, means: str, events: list[Event]) -> State:
    """Everybody sees who learns whose loyalty; only the learner sees the loyalty itself."""
    events.append(LoyaltyShown(by=learner, seat=shower, means=means))
    if state.rules.options.loyalty_card == "automatic":
        return _tell(state, learner, shower, means, events)
    return replace(state, pending=PendingEffect("loyalty", shower, means, learner))


def pass_loyalty(state: State, seat: int, move: PassLoyalty) -> Step[State]:
    """Pass a Loyalty card. The wrong card is refused under `manual`; under `forfeit` it loses the game for its side."""
    mode = state.rules.options.loyalty_card
    if mode == "automatic":
        raise Refused("OPTION_DISABLED", "Loyalty cards pass by themselves in this game.")
    pending = state.pending
    if pending is None or pending.kind != "loyalty":
        raise Refused("WRONG_PHASE", "No Loyalty card is due.")
    if pending.seat != seat:
        raise Refused("NOT_YOUR_TURN", f"Seat {pending.seat} passes a Loyalty card.")
    events: list[Event] = []
    side = side_of(state, seat)
    if move.side != side:
        if mode == "manual":
            raise Refused("WRONG_LOYALTY", "Pass the card of your own side.")
        return Step(end(state, "good" if side == "evil" else "evil", "wrong-loyalty", events), tuple(events))
    assert pending.learner is not None
    state = _tell(replace(state, pending=None), pending.learner, seat, pending.means, events)
    return Step(state, tuple(events))


def _tell(state: State, learner: int, shower: int, means: str, events: list[Event]) -> State:
    side = side_of(state, shower)
    events.append(LoyaltyLearnt(to=(learner,), seat=shower, side=side, means=means))
    fact = LoyaltyFact(shower, side, means)
    state = replace(state, facts=(*state.facts, (learner, fact)))
    return _pass_lady(state, learner, shower, events) if means == LADY else settle_plot(state)


def _pass_lady(state: State, holder: int, examined: int, events: list[Event]) -> State:
    events.append(LadyMoved(seat=examined))
    return begin_round(replace(state, lady=examined, ladies=state.ladies | 1 << holder), events)


def settle_plot(state: State) -> State:
    """After a plot card's effect: once all drawn cards are handed out, the leader proposes a team."""
    plot = state.plot
    done = state.pending is None and plot is not None and not plot.drawn
    return replace(state, phase="propose") if done else state
