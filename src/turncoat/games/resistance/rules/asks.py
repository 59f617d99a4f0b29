"""The open asks of a state, each with all its legal moves in a fixed order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from turncoat.core import CHANCE, Ask, Lottery
from turncoat.games.resistance.rules.answers import shot_targets
from turncoat.games.resistance.rules.deal import BeforeDeal, deal_ask
from turncoat.games.resistance.rules.flow import lady_targets
from turncoat.games.resistance.rules.game_rules import COIN_SIDES, seats
from turncoat.games.resistance.rules.loyalty import side_of
from turncoat.games.resistance.rules.moves import Assassinate, Examine, Give, Look, Pass, PassLoyalty, Show, Take
from turncoat.games.resistance.rules.plot_cards import ESTABLISH, neighbours, takeable, window_uses
from turncoat.games.resistance.rules.state import PendingEffect, Phase, State, open_missions

Asks = tuple[Ask, ...]


def asks(state: State | BeforeDeal) -> Asks:
    """Every open ask; none when the game is over."""
    if isinstance(state, BeforeDeal):
        return (deal_ask(state),)
    if state.pending is not None:
        return (Ask(state.pending.seat, state.pending.kind, _pending_moves(state, state.pending)),)
    return _BY_PHASE[state.phase](state)


def _coin(state: State) -> Asks:
    return (Ask(CHANCE, "coin", (), Lottery(range(COIN_SIDES), 1)),)


def _propose(state: State) -> Asks:
    return state.rules.propose_ask(state.leader, open_missions(state))


def _vote(state: State) -> Asks:
    return state.rules.vote_asks(state.waiting)


def _mission(state: State) -> Asks:
    return state.rules.mission_asks(state.waiting, state.deal.evil)


def _window(state: State) -> Asks:
    assert state.window is not None
    moves = (*window_uses(state, state.window), Pass())
    return (Ask(state.window.queue[0], "use", moves),)


def _plot(state: State) -> Asks:
    """The leader hands out the drawn cards in any order; Establish Confidence makes them show their own loyalty."""
    assert state.plot is not None
    others = [seat for seat in range(state.rules.players) if seat != state.leader]
    cards = sorted({card for card in state.plot.drawn if card != ESTABLISH})
    found = []
    if cards:
        gives: Any = tuple(Give(card=card, to=seat) for card in cards for seat in others)  # type: ignore[arg-type]
        found.append(Ask(state.leader, "give", gives))
    if ESTABLISH in state.plot.drawn:
        found.append(Ask(state.leader, "show", tuple(Show(to=seat) for seat in others), card=ESTABLISH))
    return tuple(found)


def _lady(state: State) -> Asks:
    return (Ask(state.lady, "examine", tuple(Examine(seat=seat) for seat in lady_targets(state))),)


def _assassinate(state: State) -> Asks:
    return tuple(
        Ask(seat, "assassinate", tuple(Assassinate(seat=target) for target in shot_targets(state, seat)))
        for seat in seats(state.waiting)
    )


def _none(state: State) -> Asks:
    return ()


def _pending_moves(state: State, pending: PendingEffect) -> tuple[Any, ...]:
    if pending.kind == "look":
        return tuple(Look(at=seat) for seat in neighbours(state, pending.seat))
    if pending.kind == "show":
        return tuple(Show(to=seat) for seat in range(state.rules.players) if seat != pending.seat)
    if pending.kind == "take":
        assert state.plot is not None
        return tuple(Take(card=card, holder=holder) for card, holder in takeable(state.plot, pending.seat))  # type: ignore[arg-type]
    if state.rules.options.loyalty_card == "forfeit":
        return (PassLoyalty(side="good"), PassLoyalty(side="evil"))
    return (PassLoyalty(side=side_of(state, pending.seat)),)  # type: ignore[arg-type]


_BY_PHASE: dict[Phase, Callable[[State], Asks]] = {
    "coin": _coin,
    "propose": _propose,
    "opinion": _vote,
    "vote": _vote,
    "mission": _mission,
    "strong-leader": _window,
    "no-confidence": _window,
    "spotlight": _window,
    "close-eye": _window,
    "plot": _plot,
    "lady": _lady,
    "assassinate": _assassinate,
    "over": _none,
}
