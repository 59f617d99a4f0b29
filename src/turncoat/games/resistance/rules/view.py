"""What a seat may know. A view starts empty and each field is added on purpose; no state is copied and censored."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from turncoat.core import Outcome
from turncoat.core.remembered import by_identity
from turncoat.games.resistance.rules.deal import BeforeDeal
from turncoat.games.resistance.rules.flow import ballots
from turncoat.games.resistance.rules.game_rules import Rules, RulesView, seats
from turncoat.games.resistance.rules.state import CardFact, LoyaltyFact, Plot, Proposal, Result, State, known


class Score(msgspec.Struct, frozen=True, gc=False):
    """Missions won by each side."""

    good: int
    evil: int


class MissionView(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A finished mission. `spotlight` is the card that everybody saw; `cards` shows all of them after the game."""

    success: bool
    fails: int | None
    team: tuple[int, ...] | None
    spotlight: dict[int, bool] | None = None
    cards: dict[int, bool] | None = None


class ProposalView(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A proposed team. `votes` are by seat: None where there is no vote, or it is not public."""

    mission: int
    leader: int
    team: tuple[int, ...]
    votes: tuple[bool | None, ...]
    approved: bool | None
    approvals: int | None = None
    rejections: int | None = None
    nullified: bool = False


class PlotView(msgspec.Struct, frozen=True, gc=False):
    """The plot cards in hands, those the leader still has to hand out, those used, and how many are in the deck."""

    held: dict[int, tuple[str, ...]]
    drawn: tuple[str, ...]
    discarded: tuple[str, ...]
    deck: int


class You(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The part of a view that only its own seat may see.

    `ballot` and `card` are the seat's own sealed answers; `played` are its cards in finished missions.
    """

    seat: int
    role: str
    side: str
    knows: dict[int, str]
    seen: tuple[LoyaltyFact | CardFact, ...]
    assassin: bool = False
    ballot: bool | None = None
    card: bool | None = None
    played: dict[int, bool] = {}


class View(msgspec.Struct, frozen=True, gc=False):
    """A game as one seat may know it, or a spectator, for whom `you` is None.

    `face_up` is the card in the Spotlight, where everybody sees it before the others have played.
    """

    rules: RulesView
    phase: str
    leader: int | None
    mission: int | None
    rejections: int
    score: Score
    missions: tuple[MissionView | None, ...]
    team: tuple[int, ...] | None
    proposals: tuple[ProposalView, ...]
    waiting: tuple[int, ...]
    you: You | None
    plot: PlotView | None
    lady: int | None
    ladies: tuple[int, ...]
    spotlight: int | None
    face_up: bool | None
    die: int | None
    coin: int | None
    outcome: Outcome | None
    roles: tuple[str, ...] | None


def view(state: State | BeforeDeal, seat: int | None) -> View:
    """What a seat (None: a spectator) may know. Raises Refused if there is no such seat."""
    rules = state.rules
    if seat is not None and not 0 <= seat < rules.players:  # repeated here because a call costs 2 % of a view
        rules.check_seat(seat)
    if isinstance(state, BeforeDeal):
        return empty_view(rules)
    over = state.phase == "over"
    missions, played = _results(state.results, rules.players)
    if over or state.plot is not None:  # cards may be on show, and they are dictionaries
        missions = tuple(_mission(result, over) for result in state.results)
    return View(  # in the order of the fields: by name, making a view takes half as long again
        rules.public,
        state.phase,
        state.leader,
        state.mission,
        state.rejections,
        _score(state.good, state.evil),
        missions,
        state.team,
        _proposals(state),
        _waiting(state, seat),
        None if seat is None else _you(state, seat, played[seat]),
        None if state.plot is None else _plot(state.plot),
        state.lady,
        seats(state.ladies) if state.ladies else (),
        state.spotlight,
        None if state.spotlight is None else _face_up(state, state.spotlight),
        state.rejections + 1 if rules.has_die else None,
        state.coin,
        state.outcome,
        state.deal.roles if over else None,
    )


# A view is made for every decision, and most of it has been in the view before. Whatever is remembered below cannot
# be changed by whoever gets it, so views may share it; dictionaries can be, so every view has its own.


_score = lru_cache(maxsize=None)(Score)


def empty_view(rules: Rules) -> View:
    """What everybody knows before the deal."""
    return View(
        rules=rules.public,
        phase="deal",
        leader=None,
        mission=None,
        rejections=0,
        score=Score(0, 0),
        missions=(None,) * 5,
        team=None,
        proposals=(),
        waiting=(),
        you=None,
        plot=None,
        lady=None,
        ladies=(),
        spotlight=None,
        face_up=None,
        die=1 if rules.has_die else None,
        coin=None,
        outcome=None,
        roles=None,
    )


def _face_up(state: State, lit: int) -> bool | None:
    """The card in the Spotlight under `target_first`: it was shown as soon as it was played."""
    open_now = state.phase in ("mission", "close-eye") and state.shown >> lit & 1
    return bool(state.yes >> lit & 1) if open_now else None


def _waiting(state: State, seat: int | None) -> tuple[int, ...]:
    """The seats that have to answer. Who names Merlin is known only to the seat itself."""
    if state.pending is not None:
        return (state.pending.seat,)
    if state.phase == "assassinate":
        return (seat,) if seat is not None and state.waiting >> seat & 1 else ()
    if state.window is not None:
        return state.window.queue[:1]
    if state.waiting:
        return seats(state.waiting)
    if state.phase == "lady":
        return (state.lady,) if state.lady is not None else ()
    return (state.leader,) if state.phase in ("propose", "plot") else ()


Missions = tuple[MissionView | None, ...]
Hands = tuple[dict[int, bool], ...]


@by_identity
def _results(results: tuple[Result | None, ...], players: int) -> tuple[Missions, Hands]:
    """The finished missions as everybody sees them during play, and for each seat the cards that it played."""
    return tuple(_mission(result, over=False) for result in results), _played(results, players)


def _played(results: tuple[Result | None, ...], players: int) -> Hands:
    cards: Hands = tuple({} for _ in range(players))
    for number, result in enumerate(results, 1):
        if result is not None and result.team is not None:
            for seat in result.team:
                cards[seat][number] = _succeeds(result, seat)
    return cards


def _mission(result: Result | None, over: bool) -> MissionView | None:
    if result is None:
        return None
    lit = None if result.spotlight is None else {result.spotlight: _succeeds(result, result.spotlight)}
    cards = {seat: _succeeds(result, seat) for seat in result.team} if over and result.team else None
    return MissionView(result.success, result.fails, result.team, lit, cards)


def _succeeds(result: Result, seat: int) -> bool:
    """Whether the card that a seat played was Success."""
    return not result.saboteurs >> seat & 1


def _proposals(state: State) -> tuple[ProposalView, ...]:
    if state.phase not in ("opinion", "vote"):
        return _decided(state.proposals, state.rules.players)
    assert state.mission is not None
    assert state.team is not None
    shown = state.shown
    return _with_open(
        state.proposals, state.team, state.mission, state.leader, state.rules.players, shown, state.yes & shown
    )


@by_identity
def _with_open(
    proposals: tuple[Proposal, ...],
    team: tuple[int, ...],
    mission: int,
    leader: int,
    players: int,
    shown: int,
    yes: int,
) -> tuple[ProposalView, ...]:
    """All proposals while one is voted on, which has the ballots that everybody has seen."""
    return (*_decided(proposals, players), ProposalView(mission, leader, team, ballots(players, shown, yes), None))


@by_identity
def _decided(proposals: tuple[Proposal, ...], players: int) -> tuple[ProposalView, ...]:
    return tuple(_proposal(proposal, players) for proposal in proposals)


@by_identity
def _proposal(proposal: Proposal, players: int) -> ProposalView:
    yes, cast = proposal.yes.bit_count(), proposal.voters.bit_count()
    return ProposalView(
        proposal.mission,
        proposal.leader,
        proposal.team,
        ballots(players, proposal.shown, proposal.yes),
        proposal.approved,
        yes,
        cast - yes,
        proposal.nullified,
    )


def _plot(plot: Plot) -> PlotView:
    held = {seat: hand for seat, hand in enumerate(plot.held) if hand}
    return PlotView(held, plot.drawn, plot.discarded, len(plot.deck))


def _you(state: State, seat: int, played: dict[int, bool]) -> You:
    role, phase = state.deal.roles[seat], state.phase
    ballot = card = None
    if state.answered >> seat & 1:
        gave = bool(state.yes >> seat & 1)
        if phase in ("opinion", "vote"):
            ballot = gave
        elif phase in ("mission", "close-eye") and seat in (state.team or ()):
            card = gave
    return You(
        seat,
        role,
        state.rules.sides[role],
        dict(sorted(known(state, seat).items())) if state.facts else state.deal.sight[seat].copy(),
        tuple(fact for owner, fact in state.facts if owner == seat) if state.facts else (),
        state.deal.duty == seat,
        ballot,
        card,
        played.copy(),
    )
