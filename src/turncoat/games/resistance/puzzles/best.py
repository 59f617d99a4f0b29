"""Questions about what is most likely, by how people usually play. Two different readings must agree on the answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, count
from random import Random
from typing import Any, NamedTuple

import numpy as np

from turncoat.core.puzzles import Kind, Puzzle
from turncoat.games.resistance.belief.all_deals import Floats, all_deals
from turncoat.games.resistance.belief.people.merlin_counts import MerlinCounts
from turncoat.games.resistance.belief.people.people_reading import PeopleReading, basis_of, people_reading
from turncoat.games.resistance.belief.people.weights import shipped_weights
from turncoat.games.resistance.belief.possible_deals import Belief
from turncoat.games.resistance.belief.public_history import TeamNamed, public_history
from turncoat.games.resistance.belief.reading import reading_of
from turncoat.games.resistance.puzzles import forced
from turncoat.games.resistance.puzzles.self_play import LIKE_PEOPLE, Moment, avalon_setup, moments, plain_setup
from turncoat.games.resistance.rules.moves import Assassinate
from turncoat.games.resistance.rules.view import View

MARGIN = 0.15
_SURE = 0.985
"""What is more likely than this is a question about facts."""
_ACTS = 4
_FORCED_SHARE = 0.25
_MOST_SHARE = 0.32
"""No question makes up more of the puzzles than this."""


class Candidate(NamedTuple):
    """A question with the chance of each choice, the likeliest first."""

    ask: str
    seat: int
    choices: list[dict[str, Any]]
    chances: list[float]
    acts: list[dict[str, Any]]


def make(seed: str) -> Iterator[Puzzle | None]:
    """Puzzles about the best move without end, at most one from each game; None for a game that gave none."""
    asked: Counter[str] = Counter()
    for number in count():
        chance = Random(f"{seed} best {number}")
        if chance.random() < _FORCED_SHARE:
            yield forced.find(chance, f"{seed} forced {number}")
            continue
        setup = plain_setup(chance) if chance.random() < 0.25 else avalon_setup(chance, lady=0.0)
        found = [one for one in moments(setup, LIKE_PEOPLE, f"{seed} best {number}") if one.state.resolved >= 2]
        puzzle = _first(found, chance, asked)
        asked[puzzle.question["ask"] if puzzle else ""] += 1
        yield puzzle


def _first(found: Sequence[Moment], chance: Random, asked: Counter[str]) -> Puzzle | None:
    last = [one for one in found if one.state.phase == "assassinate"]
    rest = [one for one in found if one.state.phase == "propose"]
    chance.shuffle(rest)
    for moment in [*last, *rest[:3]]:
        if basis_of(moment.view(None).rules) != "people":
            return None
        candidates = [one for find in QUESTIONS for one in find(moment, chance)]
        for one in sorted(candidates, key=lambda one: (asked[one.ask], chance.random())):
            is_too_common = asked[one.ask] > 3 + _MOST_SHARE * (asked.total() - asked[""])
            if not is_too_common and _agrees(moment, one):
                return puzzle_of(moment, one, "best")
    return None


def puzzle_of(moment: Moment, asked: Candidate, kind: Kind, **more: Any) -> Puzzle:
    """The puzzle of a question, with its choices in the order of the seats."""
    order = sorted(range(len(asked.choices)), key=lambda at: asked.choices[at]["seats"])
    return Puzzle(
        kind=kind,
        rating=_rating(asked, moment.state.rules.players),
        record=moment.text,
        seat=asked.seat,
        question={"ask": asked.ask, **more},
        choices=tuple(asked.choices[at] for at in order),
        right=order.index(0),
        hint={"proposal": asked.acts[0]["proposal"]},
        why={
            "chances": [round(asked.chances[at], 2) for at in order],
            "acts": asked.acts,
            "roles": moment.state.deal.roles,
        },
    )


def _rating(asked: Candidate, players: int) -> int:
    """An estimate: the less clear the answer and the more of them, the harder."""
    lead = asked.chances[0] - asked.chances[1]
    return round(1750 - 700 * lead + 60 * (len(asked.choices) - 2) + 30 * (players - 5))


def _agrees(moment: Moment, asked: Candidate) -> bool:
    """Whether the reading of bots' styles finds the same choice likeliest, and it is the truth."""
    view = moment.view(asked.seat)
    other = chances_of(asked.ask, reading_of(view).private(view), asked.choices)
    return max(range(len(other)), key=other.__getitem__) == 0 and is_true(moment, asked.ask, asked.choices[0])


def is_true(moment: Moment, ask: str, choice: dict[str, Any]) -> bool:
    """Whether a choice is what was dealt."""
    roles, sides = moment.state.deal.roles, moment.state.rules.sides
    if ask == "likely-clean":
        return all(sides[roles[seat]] == "good" for seat in choice["seats"])
    (seat,) = choice["seats"]
    return sides[roles[seat]] == "evil" if ask == "likely-evil" else roles[seat] == "merlin"


def believed(view: View) -> Belief:
    """What the seat may believe. Merlin is found by counts alone here, because these are the acts that are shown."""
    return people_reading(view, shipped_weights().by_counts_alone()).private(view)


def chances_of(ask: str, belief: Belief, choices: Sequence[dict[str, Any]]) -> list[float]:
    """How likely each choice is to be true, by a belief."""
    if ask == "likely-clean":
        clean = [~belief.deals.members[:, choice["seats"]].any(axis=1) for choice in choices]
        return [float(belief.sides @ one) for one in clean]
    by_seat = belief.evil if ask == "likely-evil" else belief.merlin
    return [float(by_seat[choice["seats"][0]]) for choice in choices]


def _ranked(
    ask: str, moment: Moment, seat: int, choices: list[dict[str, Any]], most: int, least: float
) -> Candidate | None:
    """The likeliest choice and others that are clearly behind it; None where nothing is clear, or all of it certain."""
    view = moment.view(seat)
    found = chances_of(ask, believed(view), choices)
    order = sorted(range(len(choices)), key=lambda at: -found[at])
    best = order[0]
    behind = [at for at in order[1:] if found[best] - found[at] >= MARGIN and found[at] > 0.005]
    if not least <= found[best] <= _SURE or len(behind) < 1:
        return None
    kept = [best, *behind[: most - 1]]
    ranked = [choices[at] for at in kept]
    acts = merlin_acts(view, ranked) if ask in ("shoot", "merlin", "missed") else suspicious_acts(view, ask, ranked)
    return Candidate(ask, seat, ranked, [found[at] for at in kept], acts) if acts else None


def shoot(moment: Moment, chance: Random) -> list[Candidate]:
    """The Assassin: who is Merlin?"""
    if moment.state.phase != "assassinate":
        return []
    ask = moment.game.asks(moment.state)[0]
    assert ask.seat is not None
    choices = [{"seats": [move.seat]} for move in ask.moves if isinstance(move, Assassinate)]
    view = moment.view(ask.seat)
    known = {seat for seat, label in (view.you.knows if view.you else {}).items() if label == "evil"}
    found = _ranked("shoot", moment, ask.seat, [one for one in choices if one["seats"][0] not in known], 5, 0.4)
    return [found] if found and len(found.choices) >= 3 else []


def merlin(moment: Moment, chance: Random) -> list[Candidate]:
    """Percival: which of the two is Merlin?"""
    roles = moment.state.deal.roles
    if "percival" not in roles or moment.state.phase != "propose":
        return []
    seat = roles.index("percival")
    pair = moment.state.deal.sight[seat]
    if len(pair) != 2:
        return []
    found = _ranked("merlin", moment, seat, [{"seats": [one]} for one in sorted(pair)], 2, 0.68)
    return [found] if found else []


def likely_evil(moment: Moment, chance: Random) -> list[Candidate]:
    """Who is most likely evil?"""
    seat = _good_seat(moment, chance)
    if seat is None:
        return []
    others = [{"seats": [one]} for one in range(moment.state.rules.players) if one != seat]
    found = _ranked("likely-evil", moment, seat, others, 4, 0.6)
    return [found] if found and len(found.choices) >= 3 else []


def likely_clean(moment: Moment, chance: Random) -> list[Candidate]:
    """You lead: which team is most likely clean?"""
    state = moment.state
    if state.phase != "propose" or state.mission is None:
        return []
    seat = state.leader
    if state.rules.sides[state.deal.roles[seat]] != "good" or moment.view(seat).you.knows:  # type: ignore[union-attr]
        return []
    size = state.rules.team_sizes[state.mission - 1]
    teams = [{"seats": list(team)} for team in combinations(range(state.rules.players), size) if seat in team]
    found = _ranked("likely-clean", moment, seat, teams, 4, 0.5)
    return [found] if found and len(found.choices) >= 3 else []


QUESTIONS: tuple[Callable[[Moment, Random], list[Candidate]], ...] = (shoot, merlin, likely_evil, likely_clean)


def _good_seat(moment: Moment, chance: Random) -> int | None:
    """A good seat that was shown nobody."""
    roles, sides = moment.state.deal.roles, moment.state.rules.sides
    if moment.state.phase != "propose":
        return None
    plain = [seat for seat, role in enumerate(roles) if sides[role] == "good" and not moment.state.deal.sight[seat]]
    return chance.choice(plain) if plain else None


# the acts that tell


def _proposal_numbers(view: View) -> list[int]:
    """For each public action the place of its proposal."""
    numbers, at = [], -1
    for action in public_history(view):
        at += isinstance(action, TeamNamed)
        numbers.append(at)
    return numbers


def merlin_acts(view: View, ranked: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """What the likeliest Merlin did that a Merlin does, and the next one did not: the strongest first."""
    right, other = ranked[0]["seats"][0], ranked[1]["seats"][0]
    belief = believed(view)
    group = int(np.argmax(belief.groups * (belief.fitting.merlin == right)))
    seen = np.array([belief.deals.seen[belief.fitting.seen[group]]])
    weights, support = shipped_weights().merlin, Counter[int]()
    for number, action in zip(_proposal_numbers(view), public_history(view), strict=True):
        counts = MerlinCounts.of(view.rules.players, seen, [action]).counts[0]
        support[number] += float((counts[right] - counts[other]) @ weights)  # type: ignore[assignment]
    strong = sorted((number for number in support if support[number] > 0.05), key=lambda one: -support[one])[:_ACTS]
    return [{"proposal": number, "seat": right, "against": other} for number in strong]


def suspicious_acts(view: View, ask: str, ranked: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """What made the suspects suspicious: after which proposals they became likelier to be evil."""
    shares = _evil_by_proposal(view)
    if ask == "likely-evil":
        suspects = [ranked[0]["seats"][0]]
    else:
        away = {seat for choice in ranked[1:] for seat in choice["seats"]} - {*ranked[0]["seats"]}
        suspects = sorted(away, key=lambda seat: -shares[-1][seat])[:2]
    rises = [
        (float(shares[number + 1][seat] - shares[number][seat]), number, seat)
        for seat in suspects
        for number in range(len(view.proposals))
    ]
    strong = sorted((rise for rise in rises if rise[0] > 0.03), key=lambda rise: (-rise[0], rise[1]))[:_ACTS]
    return [{"proposal": number, "seat": seat} for _, number, seat in strong]


def _evil_by_proposal(view: View) -> list[Floats]:
    """By how many proposals are counted: how likely each seat is evil, in the deals that are possible in the end."""
    deals, history, numbers = all_deals(view.rules), public_history(view), _proposal_numbers(view)
    final = believed(view)
    possible = final.sides > 0
    found = []
    for count_ in range(len(view.proposals) + 1):
        part = history[: sum(number < count_ for number in numbers)]
        scores = np.where(possible, PeopleReading(deals, part).side_scores, -np.inf)
        weights = np.exp(scores - scores.max())
        found.append(np.asarray(weights / weights.sum() @ deals.members))
    return found
