"""What everybody can read from the public actions of a game, seat by seat.

A reading holds, for each seat and each style of play, how likely the seat's actions were if it is good, if it is
Merlin, and if it is evil, for every evil side. A seat's style is not known either: it is summed out, so that the
way somebody plays earns or loses the weight of his actions. From this follow the belief of an onlooker, of any
seat with its private knowledge, and of "a good seat that is nobody", whom the others pretend to be.
"""

from __future__ import annotations

from collections import OrderedDict
from functools import cached_property, lru_cache
from threading import RLock
from typing import NamedTuple

import numpy as np

from turncoat.games.resistance.belief.cast import Bools, Cast, Floats, cast_of, popcount
from turncoat.games.resistance.belief.evil_sides import card_facts
from turncoat.games.resistance.belief.history import LAST, Cards, Deed, Stage, Story, Team, Votes, story
from turncoat.games.resistance.belief.plain_plan import Track, start
from turncoat.games.resistance.belief.possible_deals import Belief, allowed_sides, possible_sides, room_of
from turncoat.games.resistance.belief.styles import (
    MANNER,
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
from turncoat.games.resistance.rules.game_rules import mask
from turncoat.games.resistance.rules.view import View

_ELSE = 0.12  # what a good seat may still hope for when evil names the last team


class Tally(NamedTuple):
    """Log-likelihoods so far, by style, seat and evil side (for Merlin: what he sees); `cards` without seats."""

    good: Floats
    evil: Floats
    merlin: Floats
    cards: Floats


class Reading:
    """The state of the public mind after some deeds."""

    def __init__(self, cast: Cast, possible: Bools, tally: Tally, track: Track) -> None:
        self.cast = cast
        self.possible = possible  # evil sides that the public facts allow
        self.tally = tally
        self.track = track
        self._trust: dict[int, Floats] = {}
        self._plans: dict[int, Floats] = {}

    @cached_property
    def logs(self) -> Tally:
        """The tally with the styles summed out."""
        return Tally(*(_mixed(part) for part in self.tally))

    @cached_property
    def tilt(self) -> Floats:
        """By seat and part of the cast: how much likelier the seat's actions are if it is Merlin than if not."""
        sides, seen = self.cast.parts
        found: Floats = self.logs.merlin[:, seen] - self.logs.good[:, sides]
        return found

    @cached_property
    def sides(self) -> Floats:
        """An onlooker's belief over evil sides."""
        cast, logs = self.cast, self.logs
        total = np.where(cast.members.T, logs.evil, logs.good).sum(axis=0) + logs.cards
        if cast.rules.target is not None:
            sides, _ = cast.parts
            tilt = np.where(cast.members[sides].T, 0.0, np.exp(np.minimum(self.tilt, 30.0)))
            total = total + np.log(tilt.reshape(cast.players, len(cast.sets), -1).sum(axis=(0, 2)))
        total = np.where(self.possible, total, -np.inf)
        weights = np.exp(total - total.max())
        return np.asarray(weights / weights.sum())

    @cached_property
    def as_good(self) -> Floats:
        """By seat: the belief over evil sides of a plain good player sitting there."""
        rows = np.where(self.cast.members.T, 0.0, self.sides[None, :])
        sums = rows.sum(axis=1, keepdims=True)
        free = np.where(self.cast.members.T, 0.0, self.possible[None, :] + 1e-12)
        return np.asarray(
            np.where(sums > 1e-12, rows / np.maximum(sums, 1e-12), free / free.sum(axis=1, keepdims=True))
        )

    def safe(self, mission: int) -> Floats:
        """Teams by evil sides: 1 where the side cannot fail this mission with that team."""
        rules = self.cast.rules
        return _safe(self.cast, rules.team_sizes[mission - 1], rules.fails_needed[mission - 1])

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
            logits = np.stack([self.leader_logits(mission, seat) for seat in range(self.cast.players)])
            weights = np.exp(logits - logits.max(axis=1, keepdims=True))
            found = self._plans[mission] = weights / weights.sum(axis=1, keepdims=True)
        return found

    def leader_logits(self, mission: int, seat: int, trust: Floats | None = None) -> Floats:
        """How a plain good leader ranks the teams."""
        size = self.cast.rules.team_sizes[mission - 1]
        own = self.cast.teams[size][1] >> seat & 1
        trusted = self.trust(mission)[seat] if trust is None else trust
        return np.asarray(trusted / MANNER.team_heat - 60.0 * (1 - own))

    def hopes(self, stage: Stage, leader: int, trust: Floats, sides: Floats) -> Floats:
        """What rows of `trust` may expect of the proposals that follow if this one is rejected.

        `sides` holds for each row what it believes about the evil side.
        """
        plans, evil = self.plans(stage.mission), (sides @ self.cast.members).T
        value = np.zeros(len(trust))
        for attempt in range(LAST, stage.attempt, -1):
            next_leader = (leader + attempt - stage.attempt) % self.cast.players
            named = trust @ plans[next_leader]
            worst = np.full(len(trust), _ELSE) if attempt == LAST else value
            value = (1.0 - evil[next_leader]) * np.maximum(named, value) + evil[next_leader] * worst
        return value

    def calm(self, deed: Team | Votes) -> Floats:
        """By seat: the logit with which a plain good `bayes` player approves of this team."""
        stage = deed.stage
        trust = self.trust(stage.mission)
        at = self.cast.index(len(deed.members), deed.members)
        hopes = self.hopes(stage, deed.leader, trust, self.as_good)
        return calm_votes(trust[:, at].copy(), hopes, deed.leader, stage.attempt)

    def after(self, deed: Deed) -> Reading:
        """The reading once one more deed is seen."""
        if isinstance(deed, Cards):
            return self._after_cards(deed)
        return self._after_votes(deed) if isinstance(deed, Votes) else self._after_team(deed)

    def _after_cards(self, deed: Cards) -> Reading:
        cast, tally = self.cast, self.tally
        needed = cast.rules.fails_needed[deed.stage.mission - 1]
        aboard = popcount(cast.sets & mask(deed.members))
        fits = allowed_sides(cast.players, card_facts(deed.members, deed.fails, dict(deed.shown)))
        track = self.track.team(deed.members)
        chance = np.array([fail_chance(cast.mapped, deed.stage, track, int(side)) for side in cast.sets])
        odds = np.log(np.maximum(card_odds(deed, aboard, needed, chance), 1e-12))
        after = track.result(deed.fails < needed)
        return Reading(cast, self.possible & fits, tally._replace(cards=tally.cards + odds), after)

    def _after_votes(self, deed: Votes) -> Reading:
        odds = vote_odds(self.vote_case(deed))
        yes = np.array([vote is True for vote in deed.votes])[:, None]
        cast = np.array([vote is not None for vote in deed.votes])[:, None]
        return self._with(*(np.where(cast, np.log(np.where(yes, part, 1.0 - part)), 0.0) for part in odds))

    def vote_case(self, deed: Team | Votes) -> VoteCase:
        """The vote on a team, as the styles of play see it."""
        cast, stage = self.cast, deed.stage
        team, needed = mask(deed.members), cast.rules.fails_needed[stage.mission - 1]
        with_leader = team | 1 << deed.leader
        tainted = cast.sets & with_leader != 0
        fitting = np.where(cast.members.T, 0.0, self.possible[None, :].astype(float))
        guess = fitting @ ~tainted / np.maximum(fitting.sum(axis=1), 1.0)
        return VoteCase(
            stage,
            deed.leader,
            (team >> np.arange(cast.players) & 1).astype(bool),
            self.calm(deed),
            guess,
            popcount(cast.sets & team) >= needed,
            popcount(cast.seen & team) >= needed,
            tainted,
            cast.seen & with_leader != 0,
        )

    def _after_team(self, deed: Team) -> Reading:
        leader, players = deed.leader, self.cast.players
        parts = []
        for part in team_odds(self._team_case(deed)):
            logs = np.zeros((len(STYLES), players, part.shape[1]))
            logs[:, leader] = np.log(part)
            parts.append(logs)
        return self._with(*parts)

    def _team_case(self, deed: Team) -> TeamCase:
        cast, mission, size = self.cast, deed.stage.mission, len(deed.members)
        needed = cast.rules.fails_needed[mission - 1]
        at = cast.index(size, deed.members)
        team = mask(deed.members)
        clean = cast.sets & team == 0
        fitting = self.possible & ~cast.members[:, deed.leader]
        return TeamCase(
            deed.stage,
            at,
            cast.players,
            cast.players - int(cast.members[0].sum()),
            (cast.teams[size][1] >> deed.leader & 1).astype(bool),
            self.leader_logits(mission, deed.leader),
            float(clean[fitting].mean()) if fitting.any() else 0.0,
            clean,
            cast.overlap(size) >= needed,
            cast.seen & team == 0,
            cast.overlap(size, merlin=True) >= needed,
            needed,
        )

    def _with(self, good: Floats, evil: Floats, merlin: Floats) -> Reading:
        old = self.tally
        tally = Tally(old.good + good, old.evil + evil, old.merlin + merlin, old.cards)
        return Reading(self.cast, self.possible, tally, self.track)

    def style(self, seat: int, side: int) -> Floats:
        """How likely each style is for a seat, if `side` (its place among the cast's sets) is the evil one."""
        part = self.tally.evil if self.cast.members[side, seat] else self.tally.good
        logs = part[:, seat, side] + PRIOR
        weights = np.exp(logs - logs.max())
        return np.asarray(weights / weights.sum())

    def private(self, view: View, hints: Floats | None = None) -> Belief:
        """The belief of the view's seat: this reading of the others, and what only that seat knows.

        `hints` are further log-likelihoods by evil side, such as those of claims.
        """
        cast, logs, room = self.cast, self.logs, room_of(view)
        by_side = np.where(cast.members.T, logs.evil, logs.good)
        you = view.you.seat if view.you is not None else -1
        total = by_side.sum(axis=0) - (by_side[you] if you >= 0 else 0.0) + logs.cards
        if hints is not None:
            total = total + hints
        groups = total[room.evil]
        if cast.rules.target is not None:
            tilt = logs.merlin[room.merlin, room.seen] - logs.good[room.merlin, room.evil]
            groups = groups + np.where(room.merlin == you, 0.0, tilt)
        return Belief(room, possible_sides(view), groups)


def _mixed(part: Floats) -> Floats:
    """Sum the styles out of log-likelihoods."""
    weighed = part + PRIOR.reshape((-1,) + (1,) * (part.ndim - 1))
    top = weighed.max(axis=0)
    return np.asarray(top + np.log(np.exp(weighed - top).sum(axis=0)))


@lru_cache(maxsize=512)
def _safe(cast: Cast, size: int, needed: int) -> Floats:
    return (cast.overlap(size) < needed).astype(float)


class Readings:
    """The readings of late.

    What has been read on from is the first to be forgotten, so a game's newest reading is forgotten only when
    there are more games than there is room, however long they are.
    """

    def __init__(self, room: int) -> None:
        self._room = room
        self._kept: OrderedDict[tuple[Cast, Story], Reading] = OrderedDict()
        self._lock = RLock()

    def read(self, cast: Cast, deeds: Story) -> Reading:
        """The reading of a story, from that of its longest beginning that is kept."""
        key = cast, deeds
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
            self._kept[key] = found = self._read_on(cast, deeds)
            while len(self._kept) > self._room:
                self._kept.popitem(last=False)
        return found

    def _read_on(self, cast: Cast, deeds: Story) -> Reading:
        if not deeds:
            return _unread(cast)
        before = self.read(cast, deeds[:-1])
        self._kept.move_to_end((cast, deeds[:-1]), last=False)
        return before.after(deeds[-1])


_READINGS = Readings(room=256)


def _unread(cast: Cast) -> Reading:
    """What is known before anybody has done anything."""
    shape = len(STYLES), cast.players
    sides, seen = len(cast.sets), len(cast.seen)
    nothing = Tally(
        np.zeros((*shape, sides)),
        np.zeros((*shape, sides)),
        np.zeros((*shape, seen)),
        np.zeros((len(STYLES), sides)),
    )
    return Reading(cast, np.ones(sides, bool), nothing, start(cast.players))


def reading_of(view: View) -> Reading:
    """What the public actions in a view tell."""
    return _READINGS.read(cast_of(view.rules), story(view))
