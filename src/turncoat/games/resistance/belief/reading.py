"""What everybody can read from the public actions of a game, seat by seat.

A reading holds, for each seat and each style of play, how likely the seat's actions were if it is good, if it is
Merlin, and if it is evil, for every evil side. A seat's style is not known either, and is summed out. From this follow
the beliefs of a spectator, of any seat with its private knowledge, and of a plain good seat, which knows nothing in
private and which the others pretend to be.
"""

from __future__ import annotations

from collections import OrderedDict
from functools import cached_property, lru_cache
from threading import RLock
from typing import NamedTuple

import numpy as np

from turncoat.games.resistance.belief.all_deals import AllDeals, Bools, Floats, all_deals, popcount
from turncoat.games.resistance.belief.evil_sides import card_facts
from turncoat.games.resistance.belief.plain_plan import Track, start
from turncoat.games.resistance.belief.playing_styles import (
    BAYES_DIALS,
    PRIOR,
    STYLES,
    TeamCase,
    VoteCase,
    calm_votes,
    card_odds,
    fail_chance,
    team_odds,
    vote_odds,
)
from turncoat.games.resistance.belief.possible_deals import Belief, allowed_sides, fitting_deals, possible_sides
from turncoat.games.resistance.belief.public_history import (
    LAST_ATTEMPT,
    CardsPlayed,
    History,
    PublicAction,
    Situation,
    TeamNamed,
    VotesCast,
    public_history,
)
from turncoat.games.resistance.rules.game_rules import mask
from turncoat.games.resistance.rules.view import View

_ELSE = 0.12  # what a good seat may still hope for when evil names the last team


class LogLikelihoods(NamedTuple):
    """Log-likelihoods so far, by style, seat and evil side (for Merlin: what Merlin sees); `cards` without seats."""

    good: Floats
    evil: Floats
    merlin: Floats
    cards: Floats


class Reading:
    """What everybody can conclude from the public actions so far."""

    def __init__(self, deals: AllDeals, possible: Bools, by_style: LogLikelihoods, track: Track) -> None:
        self.deals = deals
        self.possible = possible  # evil sides that the public facts allow
        self.by_style = by_style
        self.track = track
        self._trust: dict[int, Floats] = {}
        self._plans: dict[int, Floats] = {}

    @cached_property
    def logs(self) -> LogLikelihoods:
        """The log-likelihoods with the styles summed out."""
        return LogLikelihoods(*(_mixed(part) for part in self.by_style))

    @cached_property
    def tilt(self) -> Floats:
        """By seat and pair of `deals.parts`: how much likelier the seat's actions are if it is Merlin than if not."""
        sides, seen = self.deals.parts
        found: Floats = self.logs.merlin[:, seen] - self.logs.good[:, sides]
        return found

    @cached_property
    def sides(self) -> Floats:
        """An onlooker's belief over evil sides."""
        deals, logs = self.deals, self.logs
        total = np.where(deals.members.T, logs.evil, logs.good).sum(axis=0) + logs.cards
        if deals.rules.target is not None:
            sides, _ = deals.parts
            tilt = np.where(deals.members[sides].T, 0.0, np.exp(np.minimum(self.tilt, 30.0)))
            total = total + np.log(tilt.reshape(deals.players, len(deals.sets), -1).sum(axis=(0, 2)))
        total = np.where(self.possible, total, -np.inf)
        weights = np.exp(total - total.max())
        return np.asarray(weights / weights.sum())

    @cached_property
    def as_good(self) -> Floats:
        """By seat: the belief over evil sides of a plain good player sitting there."""
        rows = np.where(self.deals.members.T, 0.0, self.sides[None, :])
        sums = rows.sum(axis=1, keepdims=True)
        free = np.where(self.deals.members.T, 0.0, self.possible[None, :] + 1e-12)
        return np.asarray(
            np.where(sums > 1e-12, rows / np.maximum(sums, 1e-12), free / free.sum(axis=1, keepdims=True))
        )

    def safe(self, mission: int) -> Floats:
        """Teams by evil sides: 1 where the side cannot fail this mission with that team."""
        rules = self.deals.rules
        return _safe(self.deals, rules.team_sizes[mission - 1], rules.fails_needed[mission - 1])

    def trust(self, mission: int) -> Floats:
        """Seats by teams: how sure a plain good player there would be of a team."""
        found = self._trust.get(mission)
        if found is None:
            found = self._trust[mission] = np.asarray(self.as_good @ self.safe(mission).T)
        return found

    def plans(self, mission: int) -> Floats:
        """Leaders by teams: what a plain good leader names, as `bayes` plays it."""
        found = self._plans.get(mission)
        if found is None:
            logits = np.stack([self.leader_logits(mission, seat) for seat in range(self.deals.players)])
            weights = np.exp(logits - logits.max(axis=1, keepdims=True))
            found = self._plans[mission] = weights / weights.sum(axis=1, keepdims=True)
        return found

    def leader_logits(self, mission: int, seat: int, trust: Floats | None = None) -> Floats:
        """How a plain good leader ranks the teams."""
        size = self.deals.rules.team_sizes[mission - 1]
        own = self.deals.teams[size][1] >> seat & 1
        trusted = self.trust(mission)[seat] if trust is None else trust
        return np.asarray(trusted / BAYES_DIALS.team_heat - 60.0 * (1 - own))

    def hopes(self, situation: Situation, leader: int, trust: Floats, sides: Floats) -> Floats:
        """What rows of `trust` may expect of the proposals that follow if this one is rejected.

        `sides` holds for each row what it believes about the evil side.
        """
        plans, evil = self.plans(situation.mission), (sides @ self.deals.members).T
        value = np.zeros(len(trust))
        for attempt in range(LAST_ATTEMPT, situation.attempt, -1):
            next_leader = (leader + attempt - situation.attempt) % self.deals.players
            named = trust @ plans[next_leader]
            worst = np.full(len(trust), _ELSE) if attempt == LAST_ATTEMPT else value
            value = (1.0 - evil[next_leader]) * np.maximum(named, value) + evil[next_leader] * worst
        return value

    def calm(self, action: TeamNamed | VotesCast) -> Floats:
        """By seat: the logit with which a plain good `bayes` player approves of this team."""
        situation = action.situation
        trust = self.trust(situation.mission)
        at = self.deals.index(len(action.members), action.members)
        hopes = self.hopes(situation, action.leader, trust, self.as_good)
        return calm_votes(trust[:, at].copy(), hopes, action.leader, situation.attempt)

    def after(self, action: PublicAction) -> Reading:
        """The reading once one more action is seen."""
        if isinstance(action, CardsPlayed):
            return self._after_cards(action)
        return self._after_votes(action) if isinstance(action, VotesCast) else self._after_team(action)

    def _after_cards(self, action: CardsPlayed) -> Reading:
        deals, by_style = self.deals, self.by_style
        needed = deals.rules.fails_needed[action.situation.mission - 1]
        aboard = popcount(deals.sets & mask(action.members))
        fits = allowed_sides(deals.players, card_facts(action.members, action.fails, dict(action.shown)))
        track = self.track.team(action.members)
        chance = np.array([fail_chance(deals.mapped, action.situation, track, int(side)) for side in deals.sets])
        odds = np.log(np.maximum(card_odds(action, aboard, needed, chance), 1e-12))
        after = track.result(action.fails < needed)
        return Reading(deals, self.possible & fits, by_style._replace(cards=by_style.cards + odds), after)

    def _after_votes(self, action: VotesCast) -> Reading:
        odds = vote_odds(self.vote_case(action))
        yes = np.array([vote is True for vote in action.votes])[:, None]
        voted = np.array([vote is not None for vote in action.votes])[:, None]
        return self._with(*(np.where(voted, np.log(np.where(yes, part, 1.0 - part)), 0.0) for part in odds))

    def vote_case(self, action: TeamNamed | VotesCast) -> VoteCase:
        """The vote on a team, as the styles of play see it."""
        deals, situation = self.deals, action.situation
        team, needed = mask(action.members), deals.rules.fails_needed[situation.mission - 1]
        with_leader = team | 1 << action.leader
        tainted = deals.sets & with_leader != 0
        fitting = np.where(deals.members.T, 0.0, self.possible[None, :].astype(float))
        guess = fitting @ ~tainted / np.maximum(fitting.sum(axis=1), 1.0)
        return VoteCase(
            situation,
            action.leader,
            (team >> np.arange(deals.players) & 1).astype(bool),
            self.calm(action),
            guess,
            popcount(deals.sets & team) >= needed,
            popcount(deals.seen & team) >= needed,
            tainted,
            deals.seen & with_leader != 0,
        )

    def _after_team(self, action: TeamNamed) -> Reading:
        leader, players = action.leader, self.deals.players
        parts = []
        for part in team_odds(self._team_case(action)):
            logs = np.zeros((len(STYLES), players, part.shape[1]))
            logs[:, leader] = np.log(part)
            parts.append(logs)
        return self._with(*parts)

    def _team_case(self, action: TeamNamed) -> TeamCase:
        deals, mission, size = self.deals, action.situation.mission, len(action.members)
        needed = deals.rules.fails_needed[mission - 1]
        at = deals.index(size, action.members)
        team = mask(action.members)
        clean = deals.sets & team == 0
        fitting = self.possible & ~deals.members[:, action.leader]
        return TeamCase(
            action.situation,
            at,
            deals.players,
            deals.players - int(deals.members[0].sum()),
            (deals.teams[size][1] >> action.leader & 1).astype(bool),
            self.leader_logits(mission, action.leader),
            float(clean[fitting].mean()) if fitting.any() else 0.0,
            clean,
            deals.overlap(size) >= needed,
            deals.seen & team == 0,
            deals.overlap(size, merlin=True) >= needed,
            needed,
        )

    def _with(self, good: Floats, evil: Floats, merlin: Floats) -> Reading:
        old = self.by_style
        by_style = LogLikelihoods(old.good + good, old.evil + evil, old.merlin + merlin, old.cards)
        return Reading(self.deals, self.possible, by_style, self.track)

    def style(self, seat: int, side: int) -> Floats:
        """How likely each style is for a seat, if `side` (its place in `deals.sets`) is the evil one."""
        part = self.by_style.evil if self.deals.members[side, seat] else self.by_style.good
        logs = part[:, seat, side] + PRIOR
        weights = np.exp(logs - logs.max())
        return np.asarray(weights / weights.sum())

    def private(self, view: View, hints: Floats | None = None) -> Belief:
        """The belief of the view's seat: this reading of the others, and what only that seat knows.

        `hints` are further log-likelihoods by evil side, such as those of claims.
        """
        deals, logs, fitting = self.deals, self.logs, fitting_deals(view)
        by_side = np.where(deals.members.T, logs.evil, logs.good)
        you = view.you.seat if view.you is not None else -1
        total = by_side.sum(axis=0) - (by_side[you] if you >= 0 else 0.0) + logs.cards
        if hints is not None:
            total = total + hints
        groups = total[fitting.evil]
        if deals.rules.target is not None:
            tilt = logs.merlin[fitting.merlin, fitting.seen] - logs.good[fitting.merlin, fitting.evil]
            groups = groups + np.where(fitting.merlin == you, 0.0, tilt)
        return Belief(fitting, possible_sides(view), groups)


def _mixed(part: Floats) -> Floats:
    """Sum the styles out of log-likelihoods."""
    weighed = part + PRIOR.reshape((-1,) + (1,) * (part.ndim - 1))
    top = weighed.max(axis=0)
    return np.asarray(top + np.log(np.exp(weighed - top).sum(axis=0)))


@lru_cache(maxsize=512)
def _safe(deals: AllDeals, size: int, needed: int) -> Floats:
    return (deals.overlap(size) < needed).astype(float)


class Readings:
    """A cache of readings.

    A reading that has been continued is dropped first. So the newest reading of a game is dropped only when there are
    more games than the capacity, however long they are.
    """

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._kept: OrderedDict[tuple[AllDeals, History], Reading] = OrderedDict()
        self._lock = RLock()

    def read(self, deals: AllDeals, actions: History) -> Reading:
        """The reading of a history, continued from the longest beginning of it that is kept."""
        key = deals, actions
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
            self._kept[key] = found = self._read_on(deals, actions)
            while len(self._kept) > self._capacity:
                self._kept.popitem(last=False)
        return found

    def _read_on(self, deals: AllDeals, actions: History) -> Reading:
        if not actions:
            return _unread(deals)
        before = self.read(deals, actions[:-1])
        self._kept.move_to_end((deals, actions[:-1]), last=False)
        return before.after(actions[-1])


_READINGS = Readings(capacity=256)


def _unread(deals: AllDeals) -> Reading:
    """What is known before anybody has done anything."""
    shape = len(STYLES), deals.players
    sides, seen = len(deals.sets), len(deals.seen)
    nothing = LogLikelihoods(
        np.zeros((*shape, sides)),
        np.zeros((*shape, sides)),
        np.zeros((*shape, seen)),
        np.zeros((len(STYLES), sides)),
    )
    return Reading(deals, np.ones(sides, bool), nothing, start(deals.players))


def reading_of(view: View) -> Reading:
    """What the public actions in a view tell."""
    return _READINGS.read(all_deals(view.rules), public_history(view))
