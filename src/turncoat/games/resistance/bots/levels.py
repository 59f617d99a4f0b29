"""The levels that people can choose for a bot: they play as people of that strength do.

All of them begin with what people do in their place (`belief.people.policy`). A `casual` player does just that. The
others also look one step ahead, at how often good wins when people go on from there. A stronger level leans to what
serves its side, and the stronger it is, the more; it stays near what people do, because the others at its table are
people and take anything else for a sign. A `beginner` leans the other way: of the things that people do, it does more
of those that turn out badly, which is hard to tell from a person; answers at random are not. An `expert` that is
Merlin also takes care not to act as Merlins do.

Where the recorded games tell nothing (plot cards, Targeting, secret ballots), the levels play by the network, and the
weaker ones have lapses.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple

import numpy as np

from turncoat.bots.protocol import Said, Speech
from turncoat.bots.seeded_random import SeededRandom
from turncoat.core import Ask
from turncoat.core.in_words import Spoken
from turncoat.games.resistance.belief.all_deals import EVIL, Floats, all_deals
from turncoat.games.resistance.belief.people.look_ahead import LookAhead
from turncoat.games.resistance.belief.people.merlin_counts import MerlinCounts
from turncoat.games.resistance.belief.people.people_reading import PeopleReading, was_played
from turncoat.games.resistance.belief.people.policy import PeoplePolicy, chance
from turncoat.games.resistance.belief.people.weights import PeopleWeights, shipped_weights
from turncoat.games.resistance.belief.public_history import PublicAction, TeamNamed, VotesCast, public_history
from turncoat.games.resistance.bots.bayes import BayesBot
from turncoat.games.resistance.bots.logic import LogicBot
from turncoat.games.resistance.bots.net import NetBot
from turncoat.games.resistance.bots.simple import SimpleBot
from turncoat.games.resistance.bots.talk import hints
from turncoat.games.resistance.claims import AnyClaim
from turncoat.games.resistance.rules.game_rules import mask
from turncoat.games.resistance.rules.moves import PlayCard, Propose, Vote
from turncoat.games.resistance.rules.view import View

_FEWEST = 5
"""The smallest number of players."""
_MANY = 7
"""At a smaller table every good seat counts for more, and few could be Merlin."""
_MODELLED = ("propose", "vote", "mission", "assassinate")


class Strength(NamedTuple):
    """How a level departs from what people do."""

    care: float  # what the logits of people are multiplied by: below 1 more is left to chance, above 1 less
    ahead: float = 0.0  # logits for a certain win over a certain loss, one step ahead; below 0 it leans to the loss
    few: float = 1.0  # what `ahead` is multiplied by at a table of five or six
    aim: float = 1.0  # by how much the Assassin prefers likelier Merlins: 0 not at all, 1 in proportion
    shows: float = 1.0  # how far Merlin looks ahead with secret knowledge, rather than as a plain player would
    hides: float = 0.0  # how far Merlin avoids what Merlins do; below 0 they do more of it
    lapse: float = 0.0  # how often it answers hastily where there is no model of people


class PeopleBot:
    """Plays what people would play in its place, each move as often as they would."""

    strength: ClassVar[Strength] = Strength(care=1.0, lapse=0.5)
    as_evil: ClassVar[Strength | None] = None
    """The strength of an evil seat, if it is another one."""

    def __init__(self, seed: str, weights: PeopleWeights | None = None) -> None:
        """`weights` are other fitted numbers than those of the package."""
        self._seed = seed
        self.weights = weights
        shipped_weights()  # reads them now, so that no decision waits for the file
        self._listener = BayesBot(seed)
        self._quick = SimpleBot(seed), LogicBot(seed)
        self._best = NetBot(seed, by_plan=False)
        self._said: tuple[Said, ...] = ()

    def answer(self, view: View, ask: Ask, policy: PeoplePolicy | None = None) -> Any:
        """`policy` is what people do in this place, if the caller has it already and nobody has claimed anything."""
        if len(ask.moves) == 1:
            return ask.moves[0]
        if ask.kind in _MODELLED and was_played(view.rules):
            return self._thought(view, ask).answer(policy)
        rng = self._rng(view, ask)
        if rng.random() < self.strength.lapse:
            return rng.choice(self._quick).answer(view, ask)
        heeds = self._said and view.you is not None and view.you.side == "good"
        return (self._listener if heeds else self._best).answer(view, ask)

    def shots(self, view: View, ask: Ask) -> Floats:
        """How likely the Assassin is to make each move of the ask."""
        return self._thought(view, ask).shots()

    def _thought(self, view: View, ask: Ask) -> _Thought:
        strength, weights = self._strength(view), self.weights or shipped_weights()
        return _Thought(view, ask, self._rng(view, ask), self._said, strength, weights)

    def _rng(self, view: View, ask: Ask) -> SeededRandom:
        return SeededRandom.of(f"{self._seed} level", view, ask)

    def _strength(self, view: View) -> Strength:
        is_evil = view.you is not None and view.you.side == EVIL
        return self.as_evil if is_evil and self.as_evil is not None else self.strength

    def hear(self, said: Sequence[Said]) -> None:
        """Listens as `bayes` does."""
        self._said = tuple(said)
        self._listener.hear(said)

    def speak(self, view: View, ask: Ask) -> AnyClaim | None:
        """Talks as `bayes` does."""
        return self._listener.speak(view, ask)

    def converse(self, view: Any, ask: Ask, heard: tuple[Spoken, ...], names: Sequence[str]) -> Speech | None:
        """Replies as `bayes` does."""
        return self._listener.converse(view, ask, heard, names)


class BeginnerBot(PeopleBot):
    """Does what people do, rather what serves the other side, and is easy to recognise as Merlin."""

    strength = Strength(care=1.1, ahead=-4.0, hides=-2.0, lapse=0.7)
    as_evil = Strength(care=1.0, ahead=-2.0, aim=0.0, lapse=0.7)


class CasualBot(PeopleBot):
    """Does what most people do."""

    strength = Strength(care=1.1, lapse=0.4)
    as_evil = Strength(care=1.0, aim=0.4, lapse=0.4)


class RegularBot(PeopleBot):
    """Does what careful people do, and looks ahead a little."""

    strength = Strength(care=1.1, ahead=5.5, few=0.73, shows=0.5, hides=0.7, lapse=0.2)
    as_evil = Strength(care=1.1, ahead=2.5, aim=2.0, lapse=0.2)


class ExpertBot(PeopleBot):
    """Looks ahead before anything else, names the likeliest Merlin, and hides as Merlin."""

    strength = Strength(care=2.0, ahead=20.0, hides=4.0)
    as_evil = Strength(care=2.0, ahead=40.0, aim=20.0)


class _Thought:
    """One decision."""

    def __init__(
        self, view: View, ask: Ask, rng: SeededRandom, said: Sequence[Said], strength: Strength, weights: PeopleWeights
    ) -> None:
        assert view.you is not None
        self.weights = weights
        self.view, self.ask, self.rng, self.strength = view, ask, rng, strength
        self.you = view.you
        self.hints = hints(all_deals(view.rules), said) if said else None
        self.for_good = 1.0 if view.you.side == "good" else -1.0

    def answer(self, policy: PeoplePolicy | None) -> Any:
        if self.ask.kind == "assassinate":
            return self.rng.choices(self.ask.moves, self.shots().tolist())[0]
        policy = policy or PeoplePolicy(self.view, self.weights, self.hints)
        ahead = LookAhead(policy.table, self.weights, self.shows if self.is_merlin else 1.0)
        answers = {"vote": self.vote, "propose": self.propose, "mission": self.card}
        return answers[self.ask.kind](policy, ahead)

    def vote(self, policy: PeoplePolicy, ahead: LookAhead) -> Vote:
        at = int(np.nonzero((policy.table.teams == policy.team).all(axis=1))[0][0])
        gain = ahead.team(at) - ahead.rejected()
        logit = self.strength.care * policy.approve_logit() + self.ahead * self.for_good * gain
        if self.hides:
            logit -= self.hides * self.gives_away_by_vote(policy)
        return Vote(approve=self.rng.random() < chance(logit))

    def propose(self, policy: PeoplePolicy, ahead: LookAhead) -> Propose:
        logits = self.strength.care * policy.team_logits() + self.ahead * self.for_good * ahead.teams()
        teams = [tuple(np.nonzero(team)[0].tolist()) for team in policy.table.teams]
        if self.hides:
            logits = logits - self.hides * self.gives_away_by_team(policy, teams)
        by_team = dict(zip(teams, logits, strict=True))
        found: Propose = self.rng.by_logits(self.ask.moves, np.array([by_team[move.team] for move in self.ask.moves]))
        return found

    def card(self, policy: PeoplePolicy, ahead: LookAhead) -> PlayCard:
        """A Fail gains nothing where another evil seat plays one; the others are taken to fail as this seat would."""
        logit = policy.fail_logit()
        others = int((policy.table.knowers.evil[0] & policy.team).sum()) - 1
        decides = (1.0 - chance(logit)) ** others if policy.table.needed == 1 else 1.0
        gain = decides * (ahead.after(success=True) - ahead.after(success=False))
        logit = self.strength.care * logit + self.ahead * gain
        return PlayCard(success=self.rng.random() >= chance(logit))

    def shots(self) -> Floats:
        """How likely each move is: it names a seat as Merlin."""
        reading = PeopleReading(all_deals(self.view.rules), public_history(self.view), weights=self.weights)
        belief = reading.private(self.view).merlin
        chances = np.array([float(belief[move.seat]) for move in self.ask.moves])
        logits = self.strength.aim * np.log(np.maximum(chances, 1e-9))
        shares = np.exp(logits - logits.max())
        return np.asarray(shares / shares.sum())

    @property
    def ahead(self) -> float:
        """How much the look ahead counts."""
        return self.strength.ahead * (self.strength.few if self.view.rules.players < _MANY else 1.0)

    @property
    def is_merlin(self) -> bool:
        """Whether this seat is the one that evil looks for."""
        return self.you.role == all_deals(self.view.rules).rules.target

    @property
    def shows(self) -> float:
        """How far Merlin uses secret knowledge: less at a table of five or six, where few others could be Merlin."""
        return self.strength.shows * min(1.0, (self.view.rules.players - _FEWEST + 1) / (_MANY - _FEWEST + 1))

    @property
    def hides(self) -> float:
        """How far this seat, if it is Merlin, avoids what gives it away: less among many who could be Merlin."""
        return self.strength.hides * _FEWEST / self.view.rules.players if self.is_merlin else 0.0

    def gives_away_by_vote(self, policy: PeoplePolicy) -> float:
        """By how much approving the team gives Merlin away, above rejecting it."""
        table, members = policy.table, tuple(np.nonzero(policy.team)[0].tolist())
        nobody = (False,) * len(policy.team)
        alone = tuple(seat == self.you.seat for seat in range(len(nobody)))
        for_it, against = (VotesCast(table.situation, table.leader, members, cast) for cast in (alone, nobody))
        return self.gives_away(for_it) - self.gives_away(against)

    def gives_away_by_team(self, policy: PeoplePolicy, teams: Sequence[tuple[int, ...]]) -> Floats:
        """By how much naming each team gives Merlin away, by the known evil on it and whether Merlin is on it."""
        table, told = policy.table, {}
        kinds = [(len(self.seen.intersection(team)), self.you.seat in team) for team in teams]
        for kind, team in dict(zip(kinds, teams, strict=True)).items():
            told[kind] = self.gives_away(TeamNamed(table.situation, table.leader, team))
        return np.array([told[kind] for kind in kinds])

    @property
    def seen(self) -> set[int]:
        """The seats that this one was shown as evil."""
        return {seat for seat, label in self.you.knows.items() if label == EVIL}

    def gives_away(self, action: PublicAction) -> float:
        """By how much an action makes it likelier, to those who know evil, that this seat is Merlin."""
        seen = np.array([mask(sorted(self.seen))])
        counts: Floats = MerlinCounts.of(self.view.rules.players, seen, [action]).counts
        return float(counts[0, self.you.seat] @ self.weights.merlin)
