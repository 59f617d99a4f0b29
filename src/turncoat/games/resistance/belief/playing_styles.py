"""Styles of play: for each, how likely an action is from a good seat, from Merlin, and from evil.

Rows are seats; columns are evil sides (for Merlin: what Merlin sees of them). `human` plays at
the rates of `human_play`; `logic` is the player who acts on one deal picked among those that fit the
facts; `bayes` is the strongest player of the ladder; `random` is anybody else.
"""

from __future__ import annotations

from math import comb
from typing import Any, NamedTuple

import numpy as np

from turncoat.games.resistance.belief import human_play as people
from turncoat.games.resistance.belief.all_deals import Bools, Floats, Ints
from turncoat.games.resistance.belief.plain_plan import Track
from turncoat.games.resistance.belief.public_history import LAST_ATTEMPT, CardsPlayed, Situation

STYLES = ("bayes", "logic", "human", "random")
PRIOR = np.log(np.array([0.35, 0.25, 0.25, 0.15]))
SLIP = 0.02  # how often somebody acts otherwise than their style


class BayesDials(NamedTuple):
    """The dials of the `bayes` style. Leanings are in logits."""

    vote_heat: float = 0.1
    vote_lean: float = 0.25
    team_heat: float = 0.03
    merlin_lean: float = 0.3
    merlin_team: float = 0.4
    evil_lean: float = 0.0
    merlin_stake: float = 1.5
    evil_stake: float = 0.5
    first_fail: float = 0.45
    second_fail: float = 1.0


BAYES_DIALS = BayesDials()


class Odds(NamedTuple):
    """Likelihoods of one kind of answer, by style: from good seats, from evil ones, from Merlin."""

    good: Floats
    evil: Floats
    merlin: Floats


class VoteCase(NamedTuple):
    """A team up for the vote as the styles see it. `calm` is the `bayes` logit of a plain good seat, by seat."""

    situation: Situation
    leader: int
    on_team: Bools  # by seat
    calm: Floats  # by seat
    guess: Floats  # by seat: the share of fitting evil sides that leave leader and team good
    dirty: Bools  # by evil side: enough evil on the team to fail the mission
    seen_dirty: Bools  # by what Merlin sees
    tainted: Bools  # by evil side: leader or team not all good
    seen_tainted: Bools


def sigmoid(logits: Floats) -> Floats:
    """The probabilities of these logits."""
    return np.asarray(1.0 / (1.0 + np.exp(-logits)))


def calm_votes(trust: Floats, hope: Floats, leader: int, attempt: int, dials: BayesDials = BAYES_DIALS) -> Floats:
    """Logits of approval by seat for a good player who is nobody: trust in this team against hope of a better."""
    logits = (trust - hope) / dials.vote_heat + dials.vote_lean
    logits[leader] = max(logits[leader], 3.0)
    return np.full_like(logits, 5.0) if attempt == LAST_ATTEMPT else np.clip(logits, -4.0, 4.0)


def merlin_lean(situation: Situation, dials: BayesDials = BAYES_DIALS) -> tuple[float, float]:
    """How far Merlin leans against a team with evil that Merlin sees, and for one without."""
    if situation.attempt == LAST_ATTEMPT:
        return 0.0, 0.0
    return (dials.merlin_stake if situation.evil == 2 else dials.merlin_lean), dials.merlin_lean


def evil_lean(situation: Situation, dials: BayesDials = BAYES_DIALS) -> tuple[float, float]:
    """How far evil leans for a team that can fail, and against one that cannot."""
    if situation.attempt == LAST_ATTEMPT:
        return 0.0, (6.0 if situation.good == 2 else 0.0)
    for_it = dials.evil_stake if situation.evil == 2 else dials.evil_lean
    against = dials.evil_stake if situation.good == 2 else dials.evil_lean
    return for_it, against


def vote_odds(case: VoteCase) -> Odds:
    """The chance of an approval."""
    rows = _good_votes(case), _evil_votes(case), _merlin_votes(case)
    return Odds(*(np.clip(np.stack(row), SLIP, 1.0 - SLIP) for row in rows))


def _good_votes(case: VoteCase) -> list[Floats]:
    shape = (len(case.calm), len(case.dirty))
    bayes = np.broadcast_to(sigmoid(case.calm)[:, None], shape)
    logic = np.broadcast_to(_logic(case, case.guess)[:, None], shape)
    human = _by_team(case.on_team, case.dirty, people.GOOD_APPROVES, case.situation)
    return [bayes, logic, human, np.full(shape, 0.5)]


def _merlin_votes(case: VoteCase) -> list[Floats]:
    shape = (len(case.calm), len(case.seen_dirty))
    against, for_it = merlin_lean(case.situation)
    bayes = sigmoid(case.calm[:, None] + np.where(case.seen_dirty, -against, for_it)[None, :])
    logic = np.broadcast_to(_logic(case, (~case.seen_tainted).astype(float))[None, :], shape)
    human = _by_team(case.on_team, case.seen_dirty, people.MERLIN_APPROVES, case.situation)
    return [bayes, logic, human, np.full(shape, 0.5)]


def _evil_votes(case: VoteCase) -> list[Floats]:
    shape = (len(case.calm), len(case.dirty))
    for_it, against = evil_lean(case.situation)
    bayes = sigmoid(case.calm[:, None] + np.where(case.dirty, for_it, -against)[None, :])
    logic = np.broadcast_to(_logic(case, case.tainted.astype(float))[None, :], shape)
    human = _by_team(case.on_team, case.dirty, people.EVIL_APPROVES, case.situation)
    return [bayes, logic, human, np.full(shape, 0.5)]


def _logic(case: VoteCase, odds: Floats) -> Floats:
    return np.ones_like(odds) if case.situation.attempt == LAST_ATTEMPT else odds


def _by_team(on_team: Bools, dirty: Bools, rates: people.Approvals, situation: Situation) -> Floats:
    """How often people approve, by seat and evil side."""
    if situation.attempt == LAST_ATTEMPT:
        return np.full((len(on_team), len(dirty)), people.FIFTH_PROPOSAL_APPROVED)
    on = np.where(dirty, rates.on_dirty, rates.on_clean)
    off = np.where(dirty, rates.off_dirty, rates.off_clean)
    return np.where(on_team[:, None], on[None, :], off[None, :])


class TeamCase(NamedTuple):
    """A leader's choice as the styles see it. Rows of the matrices are teams."""

    situation: Situation
    chosen: int
    players: int
    good_seats: int
    own: Bools  # by team: the leader is on it
    calm: Floats  # by team: the `bayes` logits of a plain good leader
    fits: float  # mean over the evil sides that fit of whether the chosen team is all good
    clean: Bools  # by evil side: the chosen team is all good
    dirty: Bools  # teams by evil side
    seen_clean: Bools  # by what Merlin sees, the chosen team
    seen_dirty: Bools  # teams by what Merlin sees
    needed: int


def team_odds(case: TeamCase) -> Odds:
    """The chance that this leader names this team."""
    teams = len(case.calm)
    uniform = 1.0 / teams
    own, on_own = case.own, people.LEADER_ON_OWN_TEAM
    inside = on_own / own.sum() if own[case.chosen] else (1.0 - on_own) / max(1, (~own).sum())
    crew = round(case.players * own.sum() / teams)
    picks = 1.0 / comb(case.good_seats, crew) if crew <= case.good_seats else uniform
    sides, sights = case.dirty.shape[1], case.seen_dirty.shape[1]
    good = _columns(sides, _chosen(case.calm, case.chosen), case.fits * picks, inside, uniform)
    merlin = _columns(
        sights, _merlin_pick(case), case.seen_clean * picks, np.where(case.seen_clean, 1.5, 0.7) * inside, uniform
    )
    evil = _columns(sides, _evil_pick(case), uniform, inside, uniform)
    return Odds(*((1.0 - SLIP) * odds + SLIP * uniform for odds in (good, evil, merlin)))


def _columns(width: int, *rows: Any) -> Floats:
    return np.stack([np.broadcast_to(np.asarray(row, float), (width,)) for row in rows])


def _chosen(logits: Floats, chosen: int) -> float:
    weights = np.exp(logits - logits.max())
    return float(weights[chosen] / weights.sum())


def _merlin_pick(case: TeamCase) -> Floats:
    """Merlin picks as a plain seat would, with a lean to teams on which Merlin sees no evil."""
    base = np.exp(case.calm - case.calm.max())
    lean = np.exp(-(BAYES_DIALS.merlin_stake if case.situation.evil == 2 else BAYES_DIALS.merlin_team))
    weights = np.where(case.seen_dirty, lean, 1.0) * base[:, None]
    return np.asarray(weights[case.chosen] / weights.sum(axis=0))


def _evil_pick(case: TeamCase) -> Floats:
    """Evil picks as a plain seat would; where two fails are needed it leans to teams that hold two of them."""
    base = np.exp(case.calm - case.calm.max())
    lean = np.exp(-BAYES_DIALS.evil_stake) if case.needed > 1 else 1.0
    weights = np.where(case.dirty, 1.0, lean) * base[:, None]
    return np.asarray(weights[case.chosen] / weights.sum(axis=0))


def fail_chance(mapped: bool, situation: Situation, track: Track, evil: int, dials: BayesDials = BAYES_DIALS) -> float:
    """How often `bayes` evil fails a mission that it can fail; by the plan of the plain game if that applies."""
    if situation.good == 2 or situation.evil == 2:
        return 1.0
    if mapped:
        return track.fail_chance(evil)
    return dials.first_fail if situation.good + situation.evil == 0 else dials.second_fail


def card_odds(action: CardsPlayed, aboard: Ints, needed: int, chance: Floats) -> Floats:
    """The chance of this number of fails by style (row) and evil side (column); `chance` is that of `bayes`."""
    fails, situation = action.fails, action.situation
    able = aboard >= needed
    enough = chance if fails == needed else (1.0 - chance if fails == 0 else np.zeros_like(chance))
    joint = np.where(able, enough, float(fails == 0))
    mission = situation.mission - 1
    human = np.where(aboard > 1, people.EACH_OF_TWO_EVIL_FAILS[mission], people.LONE_EVIL_FAILS[mission])
    coin = _binomial(aboard, fails, np.full(len(aboard), 0.5))
    rows = [joint, (aboard == fails).astype(float), _binomial(aboard, fails, human), coin]
    return np.stack([(1.0 - SLIP) * row + SLIP * coin for row in rows])  # whatever is possible stays possible


def _binomial(trials: Ints, hits: int, chance: Floats) -> Floats:
    ways = np.array([comb(int(count), hits) for count in trials], float)
    misses = np.maximum(trials - hits, 0)
    return ways * chance**hits * (1.0 - chance) ** misses
