"""What happens after an answer without anybody choosing: rounds, proposals, windows, missions, the end.

The order is that of rules.md, "The common game".

Each function takes a state, appends what becomes known to `events`, and returns the next state.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from msgspec.structs import replace

from turncoat.core import Event, Outcome
from turncoat.games.resistance.rules.events import (
    Assassination,
    CoinTossed,
    Forfeited,
    MissionResult,
    NewLeader,
    Over,
    PlotDrawn,
    VoteResult,
    VotesShown,
)
from turncoat.games.resistance.rules.game_rules import MAX_REJECTIONS, WINS_NEEDED, majority, mask, seats
from turncoat.games.resistance.rules.state import Phase, Plot, Proposal, Result, State, Window, holders

Events = list[Event]

CLOSE_EYE = "keeping-a-close-eye-on-you"
NO_CONFIDENCE = "no-confidence"
STRONG_LEADER = "strong-leader"
OPINION_MAKER = "opinion-maker"
SPOTLIGHT = "in-the-spotlight"

_LADY_AFTER = (2, 3, 4)
_NO_ANSWERS = {"participants": 0, "waiting": 0, "answered": 0, "yes": 0, "shown": 0}


def begin_round(state: State, events: Events) -> State:
    """Start a round at the next mission, with the next leader."""
    mission = None
    if not state.rules.options.targeting:
        mission = state.results.index(None) + 1
    plot = state.plot and replace(state.plot, drew=False)
    state = replace(state, mission=mission, rejections=0, plot=plot)
    if state.rules.options.table_coin:
        return replace(state, phase="coin", coin=None)
    return next_leader(state, events)


def toss_coin(state: State, coin: int, events: Events) -> State:
    """The table coin is tossed once a round, so that a leader cannot get a new toss by having a team rejected."""
    events.append(CoinTossed(coin=coin))
    return next_leader(replace(state, coin=coin), events)


def next_leader(state: State, events: Events) -> State:
    """The leader card passes to the left, and a proposal begins."""
    leader = (state.rotation + 1) % state.rules.players
    mission = None if state.rules.options.targeting else state.mission
    state = replace(state, leader=leader, rotation=leader, mission=mission, team=None, spotlight=None)
    events.append(NewLeader(seat=leader, mission=mission, rejections=state.rejections))
    if state.plot is None:
        return replace(state, phase="propose")
    if not state.plot.locked:
        queue = tuple(seat for seat in holders(state, (STRONG_LEADER,)) if seat != leader)
        if queue:
            return _open(state, "strong-leader", (STRONG_LEADER,), queue)
    return draw_plot(state, events)


def draw_plot(state: State, events: Events) -> State:
    """Once a round, the leader draws plot cards before doing anything else (rules.md, "The Plot Thickens")."""
    plot = state.plot
    if plot is None or plot.drew:
        return replace(state, phase="propose")
    count = state.rules.plot_draw
    drawn = plot.deck[:count]
    state = replace(state, plot=replace(plot, deck=plot.deck[count:], drawn=drawn, drew=True))
    if not drawn:
        return replace(state, phase="propose")
    events.append(PlotDrawn(leader=state.leader, cards=drawn))
    return replace(state, phase="plot")


def open_vote(state: State, events: Events) -> State:
    """A team is proposed: Opinion Makers vote first and openly, or everybody votes, or no vote is needed."""
    if state.rejections == state.rules.votes_per_round:
        return approve_team(replace(state, **_NO_ANSWERS), events)
    voters = state.rules.voters(state.leader, state.team or ())
    first = voters & mask(holders(state, (OPINION_MAKER,))) if state.plot else 0
    if first:
        return _collect(state, "opinion", voters, first)
    return _collect(state, "vote", voters, voters)


def _collect(state: State, phase: Phase, participants: int, waiting: int) -> State:
    """Start to collect sealed answers from `participants`, and from those in `waiting` first."""
    return replace(
        state, phase=phase, window=None, participants=participants, waiting=waiting, answered=0, yes=0, shown=0
    )


def show_opinions(state: State, events: Events) -> State:
    """The Opinion Makers' votes are shown together, and then the others vote."""
    shown = state.answered
    votes = {seat: bool(state.yes >> seat & 1) for seat in seats(shown)}
    if state.rules.options.vote_style == "simultaneous":
        events.append(VotesShown(votes=votes))
    waiting = state.participants & ~shown
    state = replace(state, phase="vote", waiting=waiting, shown=shown)
    return state if waiting else count_votes(state, events)


def count_votes(state: State, events: Events) -> State:
    """The team is approved by a majority of the votes cast (rules.md, "The common game")."""
    approvals, cast = state.yes.bit_count(), state.participants.bit_count()
    approved = approvals >= majority(cast)
    if state.rules.options.ballots_named:
        state = replace(state, shown=state.participants)
    votes = ballots(state.rules.players, state.shown, state.yes)
    events.append(VoteResult(votes=votes, approvals=approvals, rejections=cast - approvals, approved=approved))
    return approve_team(state, events) if approved else reject_team(_keep(state, approved=False), events)


@lru_cache(maxsize=4096)  # room for all ballots of ten seats that are shown, and for some of fewer
def ballots(players: int, shown: int, yes: int) -> tuple[bool | None, ...]:
    """The ballots by seat; None where a seat has none, or it is not shown."""
    return tuple(bool(yes >> seat & 1) if shown >> seat & 1 else None for seat in range(players))


def _keep(state: State, *, approved: bool) -> State:
    """Add the proposal to the history and clear the ballots."""
    assert state.mission is not None
    assert state.team is not None
    proposal = Proposal(state.mission, state.leader, state.team, state.participants, state.yes, state.shown, approved)
    plot = state.plot
    if plot is not None and plot.locked:
        plot = replace(plot, locked=False)
    return replace(state, proposals=(*state.proposals, proposal), plot=plot, **_NO_ANSWERS)


def approve_team(state: State, events: Events) -> State:
    """The team goes, unless somebody plays No Confidence. Then the Spotlight may be put on one of its members."""
    state = _keep(state, approved=True)
    if state.plot is None:
        return start_mission(state)
    single = state.rules.options.post_approval_windows == "single"
    cards = (NO_CONFIDENCE, SPOTLIGHT) if single else (NO_CONFIDENCE,)
    queue = holders(state, cards)
    return _open(state, "no-confidence", cards, queue) if queue else close_window(state, "no-confidence", events)


def nullify_team(state: State, events: Events) -> State:
    """No Confidence: the approved team counts as rejected after all (rules.md, "The Plot Thickens")."""
    last = replace(state.proposals[-1], nullified=True)
    return reject_team(replace(state, proposals=(*state.proposals[:-1], last)), events)


def reject_team(state: State, events: Events) -> State:
    """Count one more rejection. The fifth one ends the round."""
    state = replace(state, rejections=state.rejections + 1, window=None, spotlight=None)
    return next_leader(state, events) if state.rejections < MAX_REJECTIONS else _forfeit(state, events)


def _forfeit(state: State, events: Events) -> State:
    options = state.rules.options
    if options.five_rejections == "evil_wins":
        return end(state, "evil", "five-rejections", events)
    assert state.mission is not None
    events.append(Forfeited(mission=state.mission))
    state = replace(state, evil=state.evil + 1, team=None, rejections=0)
    if options.forfeit_uses_mission:
        state = _mark(state, Result(success=False))
    if state.evil == WINS_NEEDED:
        return end(state, "evil", "three-failures", events)
    return _after_mission(state, events) if options.forfeit_uses_mission else begin_round(state, events)


def start_mission(state: State) -> State:
    """Every team member plays a card; under `target_first` the one in the Spotlight plays before the others."""
    team = mask(state.team or ())
    first = state.spotlight is not None and state.rules.options.spotlight_order == "target_first"
    waiting = 1 << state.spotlight if first and state.spotlight is not None else team
    return _collect(state, "mission", team, waiting)


def collect_cards(state: State, events: Events) -> State:
    """All cards are played. The holders of Close Eye may look at some before they are shuffled."""
    if state.plot is None:
        return score_mission(state, events)
    state = replace(state, plot=replace(state.plot, examined=0))
    return open_close_eye(state, holders(state, (CLOSE_EYE,)), 0, events)


def open_close_eye(state: State, queue: tuple[int, ...], done: int, events: Events) -> State:
    """Ask the next holder of Close Eye for whom there is still a card to look at."""
    queue = tuple(seat for seat in queue if close_eye_targets(state, seat))
    if not queue:
        return score_mission(replace(state, window=None), events)
    return replace(state, phase="close-eye", window=Window((CLOSE_EYE,), queue, done))


def close_eye_targets(state: State, seat: int) -> tuple[int, ...]:
    """The other team members whose card nobody has looked at yet."""
    examined = state.plot.examined if state.plot else 0
    return tuple(member for member in state.team or () if member != seat and not examined >> member & 1)


def score_mission(state: State, events: Events) -> State:
    """Show the shuffled cards and score them. Everybody learns the number of fails, and the card in the Spotlight."""
    assert state.mission is not None
    mission, team, lit = state.mission, state.team or (), state.spotlight
    saboteurs = state.participants & ~state.yes
    fails = saboteurs.bit_count()
    success = fails < state.rules.fails_needed[mission - 1]
    spotlight = {} if lit is None else {lit: bool(state.yes >> lit & 1)}
    events.append(MissionResult(mission=mission, team=team, success=success, fails=fails, spotlight=spotlight))
    state = _mark(state, Result(success, fails, state.team, saboteurs, lit))
    state = replace(state, team=None, spotlight=None, rejections=0, **_NO_ANSWERS)
    if success:
        return _good_point(replace(state, good=state.good + 1), events)
    state = replace(state, evil=state.evil + 1)
    if state.evil == WINS_NEEDED:
        return end(state, "evil", "three-failures", events)
    return _after_mission(state, events)


def _mark(state: State, result: Result) -> State:
    assert state.mission is not None
    at = state.mission - 1
    results = (*state.results[:at], result, *state.results[at + 1 :])
    return replace(state, results=results, resolved=state.resolved + 1)


def _good_point(state: State, events: Events) -> State:
    if state.good < WINS_NEEDED:
        return _after_mission(state, events)
    if not state.rules.has_assassination:
        return end(state, "good", "three-successes", events)
    events.append(Assassination())
    namers = state.deal.namers
    return replace(state, phase="assassinate", participants=namers, waiting=namers)


def _after_mission(state: State, events: Events) -> State:
    if state.lady is not None:
        by_number = state.rules.options.lady_timing == "by_quest_number"
        count = state.mission if by_number else state.resolved
        if count in _LADY_AFTER:
            return replace(state, phase="lady")
    return begin_round(state, events)


def lady_targets(state: State) -> tuple[int, ...]:
    """Everybody who neither holds the Lady nor has used it (rules.md, "The Lady of the Lake")."""
    barred = state.ladies | (1 << state.lady if state.lady is not None else 0)
    return tuple(seat for seat in range(state.rules.players) if not barred >> seat & 1)


def end(state: State, winner: Literal["good", "evil"], reason: str, events: Events) -> State:
    """End the game. From now on nothing is secret."""
    events.append(Over(winner=winner, reason=reason, roles=state.deal.roles))
    outcome = Outcome(winner, reason)
    return replace(state, phase="over", outcome=outcome, team=None, pending=None, window=None, **_NO_ANSWERS)


def _open(state: State, phase: Phase, cards: tuple[str, ...], queue: tuple[int, ...]) -> State:
    return replace(state, phase=phase, window=Window(cards, queue))


def pass_window(state: State, events: Events) -> State:
    """The seat that was asked has had its chance: ask the next one, or close the window."""
    window = state.window
    assert window is not None
    queue, done = window.queue[1:], window.done | 1 << window.queue[0]
    if state.phase == "close-eye":
        return open_close_eye(state, queue, done, events)
    if queue:
        return replace(state, window=replace(window, queue=queue, done=done))
    return close_window(replace(state, window=None), state.phase, events)


def close_window(state: State, phase: Phase, events: Events) -> State:
    """Go on after everybody in the window has been asked."""
    if phase == "strong-leader":
        return draw_plot(state, events)
    separate = state.rules.options.post_approval_windows == "separate"
    if phase == "no-confidence" and separate:
        queue = holders(state, (SPOTLIGHT,))
        if queue:
            return _open(state, "spotlight", (SPOTLIGHT,), queue)
    return start_mission(state)


def discard(state: State, seat: int, card: str) -> State:
    """Move a card from a hand to the discard pile."""
    plot = state.plot
    assert plot is not None
    return replace(state, plot=replace(drop(plot, seat, card), discarded=(*plot.discarded, card)))


def drop(plot: Plot, seat: int, card: str) -> Plot:
    """Remove one copy of a card from a hand."""
    hand = list(plot.held[seat])
    hand.remove(card)
    return replace(plot, held=(*plot.held[:seat], tuple(hand), *plot.held[seat + 1 :]))
