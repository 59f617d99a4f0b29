"""The bot that reads everybody's actions, plays by its belief, and takes care of what its own actions reveal.

Merlin and evil mostly act as a plain good player would. Merlin leans away from teams with evil that Merlin sees, evil
leans towards them, and both lean more when the next mission may end the game. The bots model each other with the policy
that they actually play (the style `bayes` of `belief.playing_styles`), so their inferences are calibrated.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np

from turncoat.bots.protocol import Said, Speech
from turncoat.bots.seeded_random import SeededRandom
from turncoat.core import Ask
from turncoat.core.in_words import Spoken
from turncoat.games.resistance.belief.all_deals import EVIL, Floats
from turncoat.games.resistance.belief.playing_styles import (
    BAYES_DIALS,
    STYLES,
    calm_votes,
    evil_lean,
    fail_chance,
    merlin_lean,
    sigmoid,
)
from turncoat.games.resistance.belief.possible_deals import Belief
from turncoat.games.resistance.belief.public_history import LAST_ATTEMPT, Situation, TeamNamed, situation_of
from turncoat.games.resistance.belief.reading import Reading, reading_of
from turncoat.games.resistance.bots.plot_card_heuristics import PlotCardHeuristics
from turncoat.games.resistance.bots.replies import reply
from turncoat.games.resistance.bots.talk import RATE, hints, speak
from turncoat.games.resistance.claims import AnyClaim
from turncoat.games.resistance.rules.moves import PlayCard, Propose, Vote
from turncoat.games.resistance.rules.view import View, You

_BOLD = 4.0  # how evil or Merlin leans, in logits, where nobody reads votes
_BLIND = [STYLES.index("logic"), STYLES.index("random")]
_SURE = 0.75


class BayesBot:
    """Belief over all deals from the facts and from how likely everybody's actions were.

    A `straight` one never leans: as evil or Merlin it names teams and votes just as a plain good seat would.
    """

    def __init__(self, seed: str, *, straight: bool = False) -> None:
        self._seed = seed
        self._straight = straight
        self._said: tuple[Said, ...] = ()

    def answer(self, view: View, ask: Ask) -> Any:
        if len(ask.moves) == 1:
            return ask.moves[0]
        rng = SeededRandom.of(self._seed, view, ask)
        return _Thought(view, rng, self._said, straight=self._straight).answer(ask)

    def hear(self, said: Sequence[Said]) -> None:
        """Everything that has been claimed at the table and not been taken back."""
        self._said = tuple(said)

    def speak(self, view: View, ask: Ask) -> AnyClaim | None:
        """What it claims before it answers this ask, if anything."""
        talkative = SeededRandom.of(f"{self._seed} talk", view, ask).random() < RATE
        return speak(view, self._said) if talkative else None

    def converse(self, view: View, ask: Ask, heard: tuple[Spoken, ...], names: Sequence[str]) -> Speech | None:
        """What it claims, and a reply to what was said to it in free text."""
        text = reply(view, heard, names, SeededRandom.of(f"{self._seed} reply", view, ask))
        return Speech(text, self.speak(view, ask))


class _Thought:
    """One decision."""

    def __init__(self, view: View, rng: SeededRandom, said: Sequence[Said], *, straight: bool) -> None:
        assert view.you is not None
        self.view = view
        self.you: You = view.you
        self.rng = rng
        self.straight = straight
        self.reading: Reading = reading_of(view)
        self.deals = self.reading.deals
        self.hints = hints(self.deals, said) if said else None
        self.good = self.you.side == "good"
        self.plain = self.good and self.you.role != self.deals.rules.target  # neither evil nor Merlin: may be read

    def answer(self, ask: Ask) -> Any:
        if ask.kind == "propose":
            return self.propose(ask)
        if ask.kind == "vote":
            return self.vote()
        if ask.kind == "mission":
            return self.card()
        belief = self.belief
        if ask.kind == "assassinate":
            return self.rng.best(ask.moves, [float(belief.merlin[move.seat]) for move in ask.moves])
        return PlotCardHeuristics(self.view, self.you, belief.evil.tolist(), self.rng).answer(ask)

    @cached_property
    def belief(self) -> Belief:
        return self.reading.private(self.view, self.hints)

    @cached_property
    def shown(self) -> Floats:
        """The belief about evil sides on which a plain good player in this seat would act.

        It is the seat's own where it is one; Merlin and evil pretend.
        """
        if self.plain:
            return self.belief.sides
        sides = self.reading.as_good[self.you.seat]
        if self.hints is None:
            return np.asarray(sides)
        weights = sides * np.exp(self.hints - self.hints.max())
        return np.asarray(weights / weights.sum())

    @property
    def friends(self) -> set[int]:
        """The evil seats this seat knows of, itself included if it is one."""
        known = {seat for seat, label in self.you.knows.items() if label == EVIL}
        return known if self.good else known | {self.you.seat}

    def vote(self) -> Vote:
        proposal = self.view.proposals[-1]
        action = TeamNamed(situation_of(self.view, proposal.mission), proposal.leader, proposal.team)
        logit = self.calm(action) + (0.0 if self.plain else self.lean(action))
        return Vote(approve=self.rng.random() < float(sigmoid(np.array(logit))))

    def calm(self, action: TeamNamed) -> float:
        """The approval of a plain good seat that acts on the belief shown."""
        sides, situation = self.shown, action.situation
        trust = (self.reading.safe(situation.mission) @ sides)[None, :]
        hope = self.reading.hopes(situation, action.leader, trust, sides[None, :])
        at = self.deals.index(len(action.members), action.members)
        leader = 0 if action.leader == self.you.seat else -1
        logits = calm_votes(np.array([trust[0, at], 1.0]), np.array([hope[0], 1.0]), leader, situation.attempt)
        return float(logits[0])

    def lean(self, action: TeamNamed) -> float:
        """How far Merlin or evil departs from what a plain good seat would vote."""
        if self.straight:
            return 0.0
        needed = self.deals.rules.fails_needed[action.situation.mission - 1]
        dirty = len(self.friends & set(action.members)) >= needed
        lean = merlin_lean(action.situation)[::-1] if self.good else evil_lean(action.situation)
        if action.situation.attempt < LAST_ATTEMPT and self.unread:
            lean = _BOLD, _BOLD
        for_it, against = lean
        return for_it if dirty != self.good else -against

    @cached_property
    def unread(self) -> bool:
        """Whether the other side plays as if votes told nothing: then neither evil nor Merlin need hide."""
        side = int(np.argmax(self.belief.sides))
        others = np.nonzero(self.deals.members[side] == self.good)[0]
        blind = [self.reading.style(int(seat), side)[_BLIND].sum() for seat in others]
        return float(np.mean(blind)) > _SURE

    def propose(self, ask: Ask) -> Propose:
        missions = {move.mission for move in ask.moves}
        logits = np.concatenate([self.ranks(mission) for mission in sorted(missions, key=lambda m: m or 0)])
        found: Propose = self.rng.by_logits(ask.moves, logits)
        return found

    def ranks(self, mission: int | None) -> Floats:
        """How this leader ranks the teams of a mission."""
        situation = situation_of(self.view, mission)
        trust = self.reading.safe(situation.mission) @ self.shown
        calm = self.reading.leader_logits(situation.mission, self.you.seat, trust)
        return calm if self.plain else calm + self.team_lean(situation)

    def team_lean(self, situation: Situation) -> Floats:
        rules = self.deals.rules
        if self.straight:
            return np.zeros(1)
        size, needed = rules.team_sizes[situation.mission - 1], rules.fails_needed[situation.mission - 1]
        friends = self.friends
        dirty = np.array([len(friends & set(team)) >= needed for team in self.deals.teams[size][0]])
        if self.good:
            lean = BAYES_DIALS.merlin_stake if situation.evil == 2 else BAYES_DIALS.merlin_team
            lean = _BOLD if self.unread else lean
            return np.where(dirty, -lean, 0.0)
        return np.where(dirty, 0.0, -BAYES_DIALS.evil_stake if needed > 1 else 0.0)

    def card(self) -> PlayCard:
        """One evil card is enough where one fail is: friends on the team leave it to the lowest seats."""
        view = self.view
        situation = situation_of(view)
        needed = self.deals.rules.fails_needed[situation.mission - 1]
        aboard = sorted(self.friends & set(view.team or ()))
        must = situation.good == 2
        if view.spotlight == self.you.seat and not must:
            return PlayCard(success=True)
        if len(aboard) < needed:
            return PlayCard(success=not must)
        mine = self.you.seat in aboard[:needed]
        return PlayCard(success=not (mine and self.rng.random() < self.fail_chance(situation, needed)))

    def fail_chance(self, situation: Situation, needed: int) -> float:
        if needed > 1 or self.unread:
            return 1.0
        evil = sum(1 << seat for seat in self.friends)
        return fail_chance(self.deals.mapped, situation, self.reading.track.team(self.view.team or ()), evil)
