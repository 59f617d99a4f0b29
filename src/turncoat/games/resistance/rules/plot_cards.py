"""Plot cards (rules.md, "The Plot Thickens"): handing them out, cards that act at once, cards that are used later."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from turncoat.core import Event, Refused, Step
from turncoat.games.resistance.rules.events import CardSeen, NewLeader, Passed, PlotDiscarded, PlotGiven, PlotUsed
from turncoat.games.resistance.rules.flow import (
    CLOSE_EYE,
    NO_CONFIDENCE,
    SPOTLIGHT,
    STRONG_LEADER,
    discard,
    draw_plot,
    drop,
    nullify_team,
    pass_window,
    start_mission,
)
from turncoat.games.resistance.rules.loyalty import learn, settle_plot
from turncoat.games.resistance.rules.moves import Give, Look, Pass, Show, Take, Use
from turncoat.games.resistance.rules.state import CardFact, PendingEffect, Plot, State, Window

ESTABLISH = "establish-confidence"
IMMEDIATE: dict[str, Literal["look", "show", "take"]] = {
    "overheard-conversation": "look",
    "open-up": "show",
    "take-responsibility": "take",
}
_TARGETED = (SPOTLIGHT, CLOSE_EYE)


def neighbours(state: State, seat: int) -> tuple[int, int]:
    """The seats to the right and to the left, the lower number first."""
    n = state.rules.players
    low, high = sorted(((seat - 1) % n, (seat + 1) % n))
    return low, high


def takeable(plot: Plot, seat: int) -> tuple[tuple[str, int], ...]:
    """The plot cards that lie before other players, as (card, holder)."""
    hands = ((holder, sorted(set(hand))) for holder, hand in enumerate(plot.held) if holder != seat)
    return tuple((card, holder) for holder, hand in hands for card in hand)


def _plot(state: State) -> Plot:
    if state.plot is None:
        raise Refused("OPTION_DISABLED", "The game is played without plot cards.")
    return state.plot


def _check_other(state: State, seat: int, target: int) -> None:
    state.rules.check_seat(target)
    if target == seat:
        raise Refused("SELF_TARGET", "Choose another player.")


def give(state: State, seat: int, move: Give) -> Step[State]:
    """The leader hands out one drawn card. A card that acts at once has to be carried out before the next one."""
    plot = _plot(state)
    if state.phase != "plot" or state.pending is not None:
        raise Refused("WRONG_PHASE", "It is not the time to hand out plot cards.")
    if seat != state.leader:
        raise Refused("NOT_LEADER", f"Seat {state.leader} hands out the plot cards.")
    if move.card not in plot.drawn or move.card == ESTABLISH:
        raise Refused("NO_SUCH_CARD", "You have no such card to give.")
    state.rules.check_seat(move.to)
    if move.to == seat:
        raise Refused("PLOT_TO_SELF", "Give the card to another player.")
    events: list[Event] = [PlotGiven(card=move.card, by=seat, seat=move.to)]
    state = replace(state, plot=_undrawn(plot, move.card))
    return Step(settle_plot(_receive(state, move.to, move.card, events)), tuple(events))


def _undrawn(plot: Plot, card: str) -> Plot:
    drawn = list(plot.drawn)
    drawn.remove(card)
    return replace(plot, drawn=tuple(drawn))


def _receive(state: State, seat: int, card: str, events: list[Event]) -> State:
    plot = state.plot
    assert plot is not None
    kind = IMMEDIATE.get(card)
    if kind is None:
        return replace(state, plot=_hold(plot, seat, card))
    state = replace(state, plot=replace(plot, discarded=(*plot.discarded, card)))
    if kind == "take" and not takeable(plot, seat):
        events.append(PlotDiscarded(card=card, seat=seat))
        return state
    return replace(state, pending=PendingEffect(kind, seat, card))


def _hold(plot: Plot, seat: int, card: str) -> Plot:
    hand = (*plot.held[seat], card)
    return replace(plot, held=(*plot.held[:seat], hand, *plot.held[seat + 1 :]))


def _check_pending(state: State, seat: int, kind: str) -> PendingEffect:
    pending = state.pending
    if pending is None or pending.kind != kind:
        raise Refused("WRONG_PHASE", f"No {kind} is due.")
    if pending.seat != seat:
        raise Refused("NOT_YOUR_TURN", f"Seat {pending.seat} is to answer.")
    return pending


def look(state: State, seat: int, move: Look) -> Step[State]:
    """Overheard Conversation: look at a neighbour's loyalty in private."""
    _plot(state)
    pending = _check_pending(state, seat, "look")
    _check_other(state, seat, move.at)
    if move.at not in neighbours(state, seat):
        raise Refused("NOT_ADJACENT", "Look at a neighbour.")
    events: list[Event] = []
    return Step(learn(replace(state, pending=None), seat, move.at, pending.means, events), tuple(events))


def show(state: State, seat: int, move: Show) -> Step[State]:
    """Open Up (whoever received it) or Establish Confidence (the leader). Nobody may show a card at another time."""
    means = _shown_because_of(state, seat)
    _check_other(state, seat, move.to)
    events: list[Event] = []
    plot = _plot(state)
    if means == ESTABLISH:
        plot = replace(_undrawn(plot, ESTABLISH), discarded=(*plot.discarded, ESTABLISH))
    return Step(learn(replace(state, pending=None, plot=plot), move.to, seat, means, events), tuple(events))


def _shown_because_of(state: State, seat: int) -> str:
    """The plot card that makes this seat show its loyalty now. Raises Refused if there is none."""
    pending, plot = state.pending, state.plot
    if pending is not None and pending.kind == "show" and pending.seat == seat:
        return pending.means
    distributing = state.phase == "plot" and pending is None and seat == state.leader
    if distributing and plot is not None and ESTABLISH in plot.drawn:
        return ESTABLISH
    window = state.window
    asked = window is not None and window.queue[0] == seat
    lady = state.phase == "lady" and pending is None and seat == state.lady
    if distributing or asked or lady or (pending is not None and pending.seat == seat):
        raise Refused("WRONG_PHASE", "Another answer is due from you.")
    raise Refused("FORBIDDEN_REVEAL", "A character card is never shown.")


def take(state: State, seat: int, move: Take) -> Step[State]:
    """Take Responsibility: take one plot card from another player."""
    plot = _plot(state)
    _check_pending(state, seat, "take")
    _check_other(state, seat, move.holder)
    if move.card not in plot.held[move.holder]:
        raise Refused("NO_SUCH_CARD", "That player has no such card.")
    plot = _hold(drop(plot, move.holder, move.card), seat, move.card)
    given = PlotGiven(card=move.card, by=move.holder, seat=seat)
    return Step(settle_plot(replace(state, plot=plot, pending=None)), (given,))


def check_complete(move: Use) -> None:
    """Refuse a card with a target if none is given, whatever the state of the game."""
    if move.card in _TARGETED and move.on is None:
        raise Refused("BAD_REQUEST", "Say on whom the card is used.")


def use(state: State, seat: int, move: Use) -> Step[State]:
    """Use a held card at a moment that allows it."""
    plot = _plot(state)
    _check_card(state, plot, seat, move.card)
    _check_turn(state, seat, move.card)
    target = move.on if move.card in _TARGETED else None
    if target is not None:
        _check_target(state, plot, seat, move.card, target)
    events: list[Event] = [PlotUsed(card=move.card, seat=seat, on=target)]
    state = discard(state, seat, move.card)
    return Step(_apply(state, seat, move.card, target, events), tuple(events))


def _check_card(state: State, plot: Plot, seat: int, card: str) -> None:
    if card not in plot.held[seat]:
        raise Refused("NOT_CARD_HOLDER", "You do not hold that card.")
    if card == STRONG_LEADER and seat == state.leader:
        raise Refused("ALREADY_LEADER", "You lead already.")
    if card == STRONG_LEADER and plot.locked:
        raise Refused("CARD_LOCKED", "Another Strong Leader must wait for a vote.")


def _check_turn(state: State, seat: int, card: str | None) -> None:
    window = state.window
    if window is None or (card is not None and card not in window.cards):
        raise Refused("WRONG_PHASE", "It is not the time for this card.")
    if window.done >> seat & 1:
        raise Refused("PASSED", "You have had your chance.")
    if window.queue[0] != seat:
        raise Refused("NOT_YOUR_TURN", f"Seat {window.queue[0]} is asked first.")


def _check_target(state: State, plot: Plot, seat: int, card: str, target: int) -> None:
    state.rules.check_seat(target)
    own = card == CLOSE_EYE or state.rules.options.spotlight_self == "forbid"
    if own and target == seat:
        raise Refused("SELF_TARGET", "Choose another player.")
    if target not in (state.team or ()):
        raise Refused("NOT_ON_TEAM", "That player is not on the team.")
    if card == CLOSE_EYE and plot.examined >> target & 1:
        raise Refused("ALREADY_EXAMINED", "That card has been looked at.")


def _apply(state: State, seat: int, card: str, target: int | None, events: list[Event]) -> State:
    if card == STRONG_LEADER:
        return _lead(state, seat, events)
    if card == NO_CONFIDENCE:
        return nullify_team(state, events)
    assert target is not None
    if card == CLOSE_EYE:
        return _peek(state, seat, target, events)
    state = replace(state, spotlight=target)
    single = state.rules.options.post_approval_windows == "single"
    return pass_window(state, events) if single else start_mission(state)


def _lead(state: State, seat: int, events: list[Event]) -> State:
    """Strong Leader: the holder leads. By option, the turn then goes on from them or from the leader they replaced."""
    stays = state.rules.options.strong_leader_succession == "from_holder"
    plot = replace(_plot(state), locked=True)
    rotation = seat if stays else state.rotation
    state = replace(state, leader=seat, rotation=rotation, plot=plot, window=None)
    events.append(NewLeader(seat=seat, mission=state.mission, rejections=state.rejections))
    return draw_plot(state, events)


def _peek(state: State, seat: int, target: int, events: list[Event]) -> State:
    """Close Eye: look at one mission card in private."""
    assert state.mission is not None
    success = bool(state.yes >> target & 1)
    events.append(CardSeen(to=(seat,), seat=target, mission=state.mission, success=success))
    plot = _plot(state)
    plot = replace(plot, examined=plot.examined | 1 << target)
    fact = CardFact(target, state.mission, success)
    return pass_window(replace(state, plot=plot, facts=(*state.facts, (seat, fact))), events)


def decline(state: State, seat: int, move: Pass) -> Step[State]:
    """Decline to use a held card at this moment."""
    _plot(state)
    _check_turn(state, seat, None)
    events: list[Event] = [Passed(seat=seat)]
    return Step(pass_window(state, events), tuple(events))


def window_uses(state: State, window: Window) -> tuple[Use, ...]:
    """How the seat that is asked may use its cards, apart from passing."""
    seat = window.queue[0]
    hand = _plot(state).held[seat]
    moves: list[Use] = []
    for card in window.cards:
        if card not in hand:
            continue
        if card not in _TARGETED:
            moves.append(Use(card=card))  # type: ignore[arg-type]
        else:
            moves += [Use(card=card, on=target) for target in _targets(state, seat, card)]  # type: ignore[arg-type]
    return tuple(moves)


def _targets(state: State, seat: int, card: str) -> tuple[int, ...]:
    plot = _plot(state)
    legal = []
    for target in state.team or ():
        try:
            _check_target(state, plot, seat, card, target)
        except Refused:
            continue
        legal.append(target)
    return tuple(legal)
