"""Questions with one answer that follows from the rules, whatever anybody had in mind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, count
from random import Random
from typing import Any

import numpy as np

from turncoat.core.puzzles import Puzzle
from turncoat.games.resistance.belief.all_deals import Ints
from turncoat.games.resistance.puzzles.clues import Clue, Clues, Holds
from turncoat.games.resistance.puzzles.self_play import QUICK, Moment, avalon_setup, moments, plain_setup
from turncoat.games.resistance.rules.state import LoyaltyFact

CHOICES = 4
_FEWEST_CLUES = 2
"""What follows from a single clue is no puzzle."""
_FROM_MISSION = 3
_MOST_SHARE = 0.22
"""No question makes up more of the puzzles than this."""
_CHARACTERS = ("mordred", "oberon", "morgana", "merlin", "percival")
Choice = dict[str, Any]


class Asked:
    """A question that can be asked in a position, before its wrong choices are drawn."""

    def __init__(self, ask: str, right: Choice, holds: Holds, wrong: list[Choice], **more: Any) -> None:
        self.question = {"ask": ask, **more}
        self.right, self.holds, self.wrong = right, holds, wrong


def make(seed: str) -> Iterator[Puzzle | None]:
    """Facts puzzles without end, at most one from each game; None for a game that gave none."""
    asked: Counter[str] = Counter()
    for number in count():
        chance = Random(f"{seed} facts {number}")
        setup = plain_setup(chance) if chance.random() < 0.45 else avalon_setup(chance, lady=0.4)
        names = QUICK if chance.random() < 0.8 else ("casual",)
        found = [one for one in moments(setup, names, f"{seed} facts {number}") if is_worth_asking(one)]
        puzzle = _first(found, chance, asked)
        asked[puzzle.question["ask"] if puzzle else ""] += 1
        yield puzzle


def is_worth_asking(moment: Moment) -> bool:
    """Whether enough has happened, and no loyalty was seen that would hide what the reveal told."""
    state = moment.state
    overwritten = any(
        isinstance(fact, LoyaltyFact) and fact.seat in state.deal.sight[owner] for owner, fact in state.facts
    )
    return state.resolved >= _FROM_MISSION - 1 and not overwritten


def _first(found: list[Moment], chance: Random, asked: Counter[str]) -> Puzzle | None:
    """A puzzle from one of these positions, those after more missions first; rather with a question asked seldom."""
    for moment in sorted(found, key=lambda one: -one.state.resolved + chance.random())[:3]:
        seats: list[int | None] = [None, *range(moment.state.rules.players)]
        chance.shuffle(seats)
        for seat in seats[:4]:
            puzzle = ask(moment, seat, chance, asked)
            if puzzle is not None:
                return puzzle
    return None


def ask(moment: Moment, seat: int | None, chance: Random, asked: Counter[str]) -> Puzzle | None:
    """A question to this seat about facts; None if nothing worth asking follows."""
    clues = Clues(moment.view(seat))
    found = [one for find in QUESTIONS for one in find(clues, chance)]
    for one in sorted(found, key=lambda one: (asked[one.question["ask"]], chance.random())):
        if asked[one.question["ask"]] > 3 + _MOST_SHARE * (asked.total() - asked[""]):
            continue
        core = clues.needed(one.holds)
        if core is not None and _is_interesting(core) and len(one.wrong) >= (1 if _is_pair(one) else 2):
            return _puzzle(moment, seat, clues, one, core)
    return None


def _is_pair(asked: Asked) -> bool:
    """Percival's two are two: nobody else comes into question."""
    return bool(asked.question["ask"] == "has-role")


def _is_interesting(core: list[Clue]) -> bool:
    return len(core) >= _FEWEST_CLUES and any(clue.data["clue"] == "mission" for clue in core)


def _puzzle(moment: Moment, seat: int | None, clues: Clues, asked: Asked, core: list[Clue]) -> Puzzle:
    wrong = asked.wrong[: CHOICES - 1]
    choices = sorted([asked.right, *wrong], key=lambda choice: [*choice.values()])
    missions = [clue.data for clue in core if clue.data["clue"] == "mission"]
    return Puzzle(
        kind="facts",
        rating=rating(clues, core, len(choices)),
        record=moment.text,
        seat=seat,
        question=asked.question,
        choices=tuple(choices),
        right=choices.index(asked.right),
        hint={"proposal": missions[0]["proposal"]},
        why={
            "clues": [clue.data for clue in core],
            "left": clues.sides(clues.rows),
            "of": clues.sides(np.arange(len(clues.deals.table))),
            "roles": moment.state.deal.roles,
        },
    )


def rating(clues: Clues, core: list[Clue], choices: int) -> int:
    """An estimate: more clues to combine, more players, and more left open make a question harder."""
    open_sides = min(clues.sides(clues.rows), 12)
    return 780 + 190 * len(core) + 35 * (clues.deals.players - 5) + 14 * open_sides + 25 * choices


# the questions


def _unknown(clues: Clues) -> list[int]:
    """The seats of which the player was shown nothing."""
    you = clues.view.you
    known = set() if you is None else {you.seat, *you.knows}
    return [seat for seat in range(clues.deals.players) if seat not in known]


def _suspects(clues: Clues, seats: Sequence[int], *, most_first: bool, chance: Random) -> list[int]:
    often = clues.evil[clues.rows].mean(axis=0)
    sign = -1 if most_first else 1
    return sorted(seats, key=lambda seat: (sign * round(float(often[seat]), 6), chance.random()))


def _must_be(clues: Clues, chance: Random, *, evil: bool) -> list[Asked]:
    seats = _unknown(clues)
    sure = [seat for seat in seats if bool((clues.evil[clues.rows, seat] == evil).all())]
    rest = _suspects(clues, [seat for seat in seats if seat not in sure], most_first=evil, chance=chance)
    if not sure or not rest:
        return []
    right = chance.choice(sure)
    name = "must-be-evil" if evil else "must-be-good"

    def holds(rows: Ints) -> bool:
        return len(rows) > 0 and bool((clues.evil[rows, right] == evil).all())

    return [Asked(name, {"seats": [right]}, holds, [{"seats": [seat]} for seat in rest])]


def must_be_evil(clues: Clues, chance: Random) -> list[Asked]:
    """Who must be evil?"""
    return _must_be(clues, chance, evil=True)


def must_be_good(clues: Clues, chance: Random) -> list[Asked]:
    """Who must be good?"""
    return _must_be(clues, chance, evil=False)


def not_both_good(clues: Clues, chance: Random) -> list[Asked]:
    """Which two cannot both be good?"""
    evil, seats = clues.evil[clues.rows], _unknown(clues)
    sure = {seat for seat in seats if evil[:, seat].all()}
    pairs = [pair for pair in combinations(seats, 2) if not sure & set(pair)]
    right = [(a, b) for a, b in pairs if (evil[:, a] | evil[:, b]).all()]
    if not right:
        return []
    a, b = chance.choice(right)
    wrong = [pair for pair in pairs if pair not in right]
    wrong.sort(key=lambda pair: (-len({a, b} & set(pair)), chance.random()))

    def holds(rows: Ints) -> bool:
        return len(rows) > 0 and bool((clues.evil[rows, a] | clues.evil[rows, b]).all())

    return [Asked("not-both-good", {"seats": [a, b]}, holds, [{"seats": list(pair)} for pair in wrong])]


def _teams(clues: Clues, chance: Random, *, clean: bool) -> list[Asked]:
    view, mission = clues.view, clues.view.mission
    if mission is None or view.phase != "propose":
        return []
    size = view.rules.team_sizes[mission - 1]
    teams = list(combinations(range(clues.deals.players), size))
    evil = clues.evil[clues.rows]
    sure = [team for team in teams if bool((~evil[:, team].any(axis=1) if clean else evil[:, team].any(axis=1)).all())]
    if not sure or len(sure) == len(teams):
        return []
    right = chance.choice(sure)
    wrong = [team for team in teams if team not in sure]
    wrong.sort(key=lambda team: (-len(set(right) & set(team)), chance.random()))

    def holds(rows: Ints) -> bool:
        dirty = clues.evil[rows][:, right].any(axis=1)
        return len(rows) > 0 and bool((~dirty if clean else dirty).all())

    name = "clean-team" if clean else "spoiled-team"
    return [Asked(name, {"seats": list(right)}, holds, [{"seats": list(team)} for team in wrong], mission=mission)]


def clean_team(clues: Clues, chance: Random) -> list[Asked]:
    """Which team has nobody evil on it for certain?"""
    return _teams(clues, chance, clean=True)


def spoiled_team(clues: Clues, chance: Random) -> list[Asked]:
    """Which team has somebody evil on it for certain?"""
    return _teams(clues, chance, clean=False)


def has_role(clues: Clues, chance: Random) -> list[Asked]:
    """Who is Mordred, or another character?"""
    deals, you = clues.deals, clues.view.you
    found = []
    for role in _CHARACTERS:
        if role not in deals.names or (you is not None and you.role == role):
            continue
        is_role = deals.table == deals.names.index(role)
        sure = np.nonzero(is_role[clues.rows].all(axis=0))[0]
        could = np.nonzero(is_role[clues.before].any(axis=0))[0]
        if len(sure) != 1 or len(could) < 2:
            continue
        found.append(_role_asked(is_role, role, int(sure[0]), [int(seat) for seat in could], chance))
    return found


def _role_asked(is_role: Any, role: str, right: int, could: list[int], chance: Random) -> Asked:
    wrong = [seat for seat in could if seat != right]
    chance.shuffle(wrong)

    def holds(rows: Ints) -> bool:
        return len(rows) > 0 and bool(is_role[rows, right].all())

    return Asked("has-role", {"seats": [right]}, holds, [{"seats": [seat]} for seat in wrong], role=role)


def how_many_sides(clues: Clues, chance: Random) -> list[Asked]:
    """How many evil sides are still possible?"""
    right, most = clues.sides(clues.rows), 12
    if not 2 <= right <= 9 or chance.random() < 0.6:
        return []
    near = [count for count in range(max(1, right - 3), min(most, right + 4)) if count != right]
    chance.shuffle(near)

    def holds(rows: Ints) -> bool:
        return clues.sides(rows) == right

    return [Asked("how-many-sides", {"number": right}, holds, [{"number": count} for count in near])]


QUESTIONS: tuple[Callable[[Clues, Random], list[Asked]], ...] = (
    must_be_evil,
    must_be_good,
    not_both_good,
    clean_team,
    spoiled_team,
    has_role,
    how_many_sides,
)
