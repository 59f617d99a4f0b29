"""Loyalty seen in private: by plot cards and by the Lady (RULES 5, 6.6)."""

from __future__ import annotations

from msgspec.structs import replace

from turncoat.core import Event, Refused, Step
from turncoat.games.resistance.rules import events as told
from turncoat.games.resistance.rules.flow import begin_round, end
from turncoat.games.resistance.rules.moves import PassLoyalty
from turncoat.games.resistance.rules.state import Due, LoyaltyFact, State

LADY = "lady"


def side_of(state: State, seat: int) -> str:
    """The side printed on a seat's character card."""
    return "evil" if state.deal.evil >> seat & 1 else "good"


def learn(state: State, learner: int, shower: int, means: str, events: list[Event]) -> State:
    """Everybody sees who learns about whom; the loyalty itself goes to the learner alone."""
    events.append(told.LoyaltyShown(by=learner, seat=shower, means=means))
    if state.rules.options.loyalty_card == "automatic":
        return _tell(state, learner, shower, means, events)
    return replace(state, due=Due("loyalty", shower, means, learner))


def pass_loyalty(state: State, seat: int, move: PassLoyalty) -> Step[State]:
    """Under `manual` a wrong card is refused; under `forfeit` it loses the game for the offender's side."""
    mode = state.rules.options.loyalty_card
    if mode == "automatic":
        raise Refused("OPTION_DISABLED", "Loyalty cards pass by themselves in this game.")
    due = state.due
    if due is None or due.kind != "loyalty":
        raise Refused("WRONG_PHASE", "No Loyalty card is due.")
    if due.seat != seat:
        raise Refused("NOT_YOUR_TURN", f"Seat {due.seat} passes a Loyalty card.")
    events: list[Event] = []
    side = side_of(state, seat)
    if move.side != side:
        if mode == "manual":
            raise Refused("WRONG_LOYALTY", "Pass the card of your own side.")
        return Step(end(state, "good" if side == "evil" else "evil", "wrong-loyalty", events), tuple(events))
    assert due.learner is not None
    state = _tell(replace(state, due=None), due.learner, seat, due.means, events)
    return Step(state, tuple(events))


def _tell(state: State, learner: int, shower: int, means: str, events: list[Event]) -> State:
    side = side_of(state, shower)
    events.append(told.LoyaltyLearnt(to=(learner,), seat=shower, side=side, means=means))
    fact = LoyaltyFact(shower, side, means)
    state = replace(state, facts=(*state.facts, (learner, fact)))
    return _pass_lady(state, learner, shower, events) if means == LADY else settle_plot(state)


def _pass_lady(state: State, holder: int, examined: int, events: list[Event]) -> State:
    events.append(told.LadyMoved(seat=examined))
    return begin_round(replace(state, lady=examined, ladies=state.ladies | 1 << holder), events)


def settle_plot(state: State) -> State:
    """After a plot card has been dealt with: the leader proposes once all drawn cards are out."""
    plot = state.plot
    done = state.due is None and plot is not None and not plot.drawn
    return replace(state, phase="propose") if done else state
