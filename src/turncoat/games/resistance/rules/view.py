"""What a seat may know. A view starts empty and each field is added on purpose; no state is copied and censored."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from turncoat.core import Outcome
from turncoat.games.resistance.rules.deal import BeforeDeal
from turncoat.games.resistance.rules.flow import ballots
from turncoat.games.resistance.rules.game_rules import Rules, mask, seats
from turncoat.games.resistance.rules.options import Options
from turncoat.games.resistance.rules.state import CardFact, LoyaltyFact, Plot, Proposal, Result, State, known


class RulesView(msgspec.Struct, frozen=True):
    """The set-up of the game. All of it is public.

    `voters` and `approvals_needed` are by mission: how many seats vote on its team, and how many of them must approve.
    `votes_per_round` is how many teams of a round are put to the vote.
    """

    ruleset: str
    players: int
    roles: tuple[str, ...]
    options: Options
    team_sizes: tuple[int, ...]
    fails_needed: tuple[int, ...]
    voters: tuple[int, ...]
    approvals_needed: tuple[int, ...]
    votes_per_round: int


class Score(msgspec.Struct, frozen=True):
    """Missions won by each side."""

    good: int
    evil: int


class MissionView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A finished mission. `spotlight` is the card that everybody saw; `cards` shows all of them after the game."""

    success: bool
    fails: int | None
    team: tuple[int, ...] | None
    spotlight: dict[int, bool] | None = None
    cards: dict[int, bool] | None = None


class ProposalView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A proposed team. `votes` are by seat: None where there is no vote, or it is not public."""

    mission: int
    leader: int
    team: tuple[int, ...]
    votes: tuple[bool | None, ...]
    approved: bool | None
    approvals: int | None = None
    rejections: int | None = None
    nullified: bool = False


class PlotView(msgspec.Struct, frozen=True):
    """The plot cards in hands, those the leader still has to hand out, those used, and how many are in the deck."""

    held: dict[int, tuple[str, ...]]
    drawn: tuple[str, ...]
    discarded: tuple[str, ...]
    deck: int


class You(msgspec.Struct, frozen=True, omit_defaults=True):
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


class View(msgspec.Struct, frozen=True, kw_only=True):
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
    if seat is not None:
        state.rules.check_seat(seat)
    if isinstance(state, BeforeDeal):
        return empty_view(state.rules)
    over = state.phase == "over"
    return View(
        rules=rules_view(state.rules),
        phase=state.phase,
        leader=state.leader,
        mission=state.mission,
        rejections=state.rejections,
        score=Score(state.good, state.evil),
        missions=tuple(_mission(result, over) for result in state.results),
        team=state.team,
        proposals=_proposals(state),
        waiting=_waiting(state, seat),
        you=None if seat is None else _you(state, seat),
        plot=_plot(state.plot),
        lady=state.lady,
        ladies=seats(state.ladies),
        spotlight=state.spotlight,
        face_up=_face_up(state),
        die=_die(state.rules, state.rejections),
        coin=state.coin,
        outcome=state.outcome,
        roles=state.deal.roles if over else None,
    )


def rules_view(rules: Rules) -> RulesView:
    """The set-up as everybody may see it."""
    return RulesView(
        rules.ruleset.id,
        rules.players,
        rules.roles,
        rules.options,
        rules.team_sizes,
        rules.fails_needed,
        rules.voter_counts,
        rules.approvals_needed,
        rules.votes_per_round,
    )


def empty_view(rules: Rules) -> View:
    """What everybody knows before the deal."""
    return View(
        rules=rules_view(rules),
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
        die=_die(rules, 0),
        coin=None,
        outcome=None,
        roles=None,
    )


def _die(rules: Rules, rejections: int) -> int | None:
    """Where a die is the vote track, it shows one more than the rejections (RULES 7)."""
    return rejections + 1 if rules.options.vote_track == "die" else None


def _face_up(state: State) -> bool | None:
    """The card in the Spotlight under `target_first`: it was shown as soon as it was played."""
    lit = state.spotlight
    open_now = lit is not None and state.phase in ("mission", "close-eye") and state.shown >> lit & 1
    return bool(state.yes >> lit & 1) if open_now and lit is not None else None


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


def _mission(result: Result | None, over: bool) -> MissionView | None:
    if result is None:
        return None
    cards = {seat: not result.saboteurs >> seat & 1 for seat in result.team or ()}
    lit = {result.spotlight: cards[result.spotlight]} if result.spotlight is not None else None
    return MissionView(result.success, result.fails, result.team, lit, cards if over and cards else None)


def _proposals(state: State) -> tuple[ProposalView, ...]:
    done = tuple(_proposal(state.rules.players, proposal) for proposal in state.proposals)
    if state.phase not in ("opinion", "vote"):
        return done
    assert state.mission is not None
    assert state.team is not None
    votes = ballots(state.rules.players, state.shown, state.yes)
    return (*done, ProposalView(state.mission, state.leader, state.team, votes, None))


@lru_cache(maxsize=4096)  # all views of a game show the same proposals
def _proposal(players: int, proposal: Proposal) -> ProposalView:
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


def _plot(plot: Plot | None) -> PlotView | None:
    if plot is None:
        return None
    held = {seat: hand for seat, hand in enumerate(plot.held) if hand}
    return PlotView(held, plot.drawn, plot.discarded, len(plot.deck))


def _you(state: State, seat: int) -> You:
    role = state.deal.roles[seat]
    gave: Any = bool(state.yes >> seat & 1) if state.answered >> seat & 1 else None
    carrying = state.phase in ("mission", "close-eye") and bool(mask(state.team or ()) >> seat & 1)
    return You(
        seat,
        role,
        state.rules.sides[role],
        dict(sorted(known(state, seat).items())),
        tuple(fact for owner, fact in state.facts if owner == seat),
        state.deal.duty == seat,
        gave if state.phase in ("opinion", "vote") else None,
        gave if carrying else None,
        _played(state, seat),
    )


def _played(state: State, seat: int) -> dict[int, bool]:
    return {
        number: not result.saboteurs >> seat & 1
        for number, result in enumerate(state.results, 1)
        if result is not None and seat in (result.team or ())
    }
