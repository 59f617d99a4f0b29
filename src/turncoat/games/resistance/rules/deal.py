"""The deal: chance draws what the set-up has not fixed, and with the last draw the game begins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from turncoat.core import CHANCE, Ask, Draw, Event, Lottery, Refused, Setup, Step
from turncoat.games.resistance.rules.events import Dealt, LadyMoved, YourRole
from turncoat.games.resistance.rules.flow import begin_round
from turncoat.games.resistance.rules.game_rules import Rules, seats
from turncoat.games.resistance.rules.moves import Card
from turncoat.games.resistance.rules.setup import compile_setup
from turncoat.games.resistance.rules.state import Deal, Plot, State


class Fixed(msgspec.Struct, frozen=True):
    """The parts of the deal that a set-up may fix. `plot` is the top of the plot deck."""

    roles: tuple[str, ...] | None = None
    leader: int | None = None
    assassin: int | None = None
    plot: tuple[Card, ...] | None = None


class BeforeDeal(msgspec.Struct, frozen=True):
    """A game whose deal is not complete. Chance draws the parts in this order; None is not drawn yet."""

    rules: Rules
    fixed: Fixed
    roles: tuple[str, ...] | None = None
    assassin: int | None = None  # only in games where chance picks who names Merlin
    leader: int | None = None


def start(setup: Setup) -> BeforeDeal:
    """Check the set-up and the parts of the deal that it fixes. Raises Refused."""
    rules = compile_setup(setup)
    fixed = _read_fixed(setup.deal)
    _check_roles(rules, fixed)
    _check_assassin(rules, fixed)
    _check_plot(rules, fixed)
    if fixed.leader is None and rules.options.first_leader == "host":
        fixed = replace(fixed, leader=rules.options.host)
    return BeforeDeal(rules, fixed)


def _read_fixed(deal: Mapping[str, Any]) -> Fixed:
    try:
        return msgspec.convert(deal, Fixed)
    except msgspec.ValidationError as error:
        raise Refused("BAD_REQUEST", f"Deal: {error}.") from None


def _check_roles(rules: Rules, fixed: Fixed) -> None:
    if fixed.leader is not None:
        rules.check_seat(fixed.leader)
    if fixed.roles is not None and Counter(fixed.roles) != Counter(rules.roles):
        raise Refused("ROLE_SET", f"The deal must hold exactly {', '.join(rules.roles)}.")


def _check_assassin(rules: Rules, fixed: Fixed) -> None:
    if fixed.assassin is None:
        return
    rules.check_seat(fixed.assassin)
    if not rules.has_duty:
        raise Refused("OPTION_DISABLED", "The assassin's duty is dealt only under assassin_duty.")
    if fixed.roles is None:
        raise Refused("BAD_REQUEST", "Fix the roles too: the duty falls to an evil seat.")
    if rules.sides[fixed.roles[fixed.assassin]] != "evil":
        raise Refused("ROLE_SET", "The assassin's duty falls to an evil seat.")


def _check_plot(rules: Rules, fixed: Fixed) -> None:
    if fixed.plot is None:
        return
    if not rules.options.plot:
        raise Refused("OPTION_DISABLED", "The game is played without plot cards.")
    if Counter[str](fixed.plot) - Counter(rules.deck):
        raise Refused("BAD_REQUEST", "The deck does not hold these plot cards.")


def deal_ask(before: BeforeDeal) -> Ask:
    """The next thing that chance has to draw."""
    rules, fixed = before.rules, before.fixed
    if before.roles is None:
        return _ask("roles", fixed.roles, rules.roles, rules.players)
    if rules.has_duty and before.assassin is None:
        given = None if fixed.assassin is None else (fixed.assassin,)
        return _ask("assassin", given, seats(_evil(rules, before.roles)), 1)
    if before.leader is None:
        given = None if fixed.leader is None else (fixed.leader,)
        return _ask("leader", given, tuple(range(rules.players)), 1)
    rest = Counter(rules.deck) - Counter(fixed.plot or ())
    pool = tuple(rest.elements())
    return _ask("plot", None if pool else (), pool, len(pool))


def _ask(kind: str, given: tuple[Any, ...] | None, pool: tuple[Any, ...], take: int) -> Ask:
    if given is not None:
        return Ask(CHANCE, kind, (Draw(kind, given),))
    return Ask(CHANCE, kind, (), Lottery(pool, take))


def play_draw(before: BeforeDeal, move: Draw) -> Step[Any]:
    """Chance draws one part of the deal. With the last part the game begins."""
    _check_draw(deal_ask(before), move)
    if move.of == "roles":
        return _next(replace(before, roles=move.drawn))
    if move.of == "plot":
        return _begin(before, (*(before.fixed.plot or ()), *map(str, move.drawn)))
    return _next(replace(before, **{move.of: move.drawn[0]}))


def _check_draw(ask: Ask, move: Draw) -> None:
    if ask.moves:
        legal = move in ask.moves
    else:
        assert ask.lottery is not None
        short = Counter(move.drawn) - Counter(ask.lottery.pool)
        legal = move.of == ask.kind and len(move.drawn) == ask.lottery.take and not short
    if not legal:
        raise Refused("BAD_REQUEST", f"This cannot be drawn as {ask.kind}.")


def _next(before: BeforeDeal) -> Step[Any]:
    plot = before.rules.options.plot
    return Step(before) if plot or before.leader is None else _begin(before, ())


def _evil(rules: Rules, roles: tuple[str, ...]) -> int:
    return sum(1 << seat for seat, role in enumerate(roles) if rules.sides[role] == "evil")


def _begin(before: BeforeDeal, deck: tuple[str, ...]) -> Step[State]:
    rules, leader, roles = before.rules, before.leader, before.roles
    assert leader is not None
    assert roles is not None
    n = rules.players
    plot = Plot(deck, ((),) * n) if rules.options.plot else None
    deal = deal_of(rules, roles, before.assassin, leader, deck)
    state = State(rules, "deal", deal, plot, rotation=(leader - 1) % n)
    events: list[Event] = [Dealt(roles=rules.roles), *_role_events(state.deal, rules)]
    if rules.options.lady:
        state = replace(state, lady=(leader - 1) % n)
        events.append(LadyMoved(seat=(leader - 1) % n))
    return Step(begin_round(state, events), tuple(events))


def deal_of(rules: Rules, roles: tuple[str, ...], duty: int | None, leader: int, deck: tuple[str, ...] = ()) -> Deal:
    """The deal and what follows from it: who is evil, who may name Merlin, who sees whom."""
    evil = _evil(rules, roles)
    sight = tuple(rules.sight(roles, seat) for seat in range(rules.players))
    return Deal(roles, evil, _namers(rules, roles, duty, evil), duty, sight, leader, deck)


def _namers(rules: Rules, roles: tuple[str, ...], duty: int | None, evil: int) -> int:
    if not rules.has_assassination:
        return 0
    if duty is not None:
        return 1 << duty
    return 1 << roles.index(rules.assassin_role) if rules.assassin_role else evil


def _role_events(deal: Deal, rules: Rules) -> list[Event]:
    return [
        YourRole(
            to=(seat,),
            seat=seat,
            role=role,
            side=rules.sides[role],
            knows=deal.sight[seat],
            assassin=deal.duty == seat,
        )
        for seat, role in enumerate(deal.roles)
    ]


def full_deal(state: State | BeforeDeal) -> dict[str, Any]:
    """The deal so far, in the form that `Setup.deal` takes."""
    if isinstance(state, BeforeDeal):
        parts: dict[str, Any] = {"roles": state.roles, "leader": state.leader, "assassin": state.assassin}
    else:
        deal = state.deal
        parts = {"roles": deal.roles, "leader": deal.leader, "assassin": deal.duty}
        parts["plot"] = deal.deck if state.plot is not None else None
    return {name: part for name, part in parts.items() if part is not None}
