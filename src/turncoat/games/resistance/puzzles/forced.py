"""Positions in which one vote decides, and the question which vote wins by force: found by rule, proved elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

from turncoat.core import Match, Seed, Setup
from turncoat.core.puzzles import Puzzle
from turncoat.games import find_game
from turncoat.games.resistance.belief.all_deals import Ints
from turncoat.games.resistance.puzzles.clues import Clue, Clues
from turncoat.games.resistance.puzzles.self_play import Moment, moments
from turncoat.games.resistance.rules.game_rules import WINS_NEEDED
from turncoat.games.resistance.rules.moves import Propose, Vote

_CHOICES: tuple[dict[str, Any], ...] = ({"approve": True}, {"approve": False}, {"approve": None})
_MOST_DEALS = 12
"""With more deals left than this, the search that proves the answer takes too long."""
_FEWEST_CLUES = 2
_GAMES = 60
_REJECT = 1
_CLEAN_SHARE = 0.5
_LAST_VOTE = 3
"""The rejections before the last team that is put to the vote, where the fifth needs none."""


def find(chance: Random, seed: str) -> Puzzle | None:
    """A position from a game with open votes, in which the last vote decides; None if no game gave one.

    The games are played at random, because only facts count here, and few games leave the right facts.
    """
    for number in range(_GAMES):
        found = list(_in_game(chance, f"{seed} {number}"))
        if found:
            chance.shuffle(found)
            return min(found, key=lambda one: one.right != _REJECT)  # the rarest first
    return None


def _in_game(chance: Random, seed: str) -> Iterator[Puzzle]:
    fifth = chance.choice(("vote", "auto_approve", "auto_approve"))
    players = chance.choice((5, 5, 6, 6, 7))
    setup = Setup(ruleset="classic", players=players, options={"vote_style": "open", "fifth_proposal": fifth})
    for moment in moments(setup, ("random",), seed):
        if moment.state.phase == "propose" and moment.state.good == WINS_NEEDED - 1:
            yield from _decisive(moment, chance)


def _is_last_vote(moment: Moment) -> bool:
    """Whether a rejection gives the next leader a team that goes without a vote."""
    options = moment.state.rules.options
    return options.fifth_proposal == "auto_approve" and moment.state.rejections == _LAST_VOTE


def _decisive(moment: Moment, chance: Random) -> Iterator[Puzzle]:
    """The same position after a team and votes that leave one voter to decide, who is good and knows a clean team."""
    state = moment.state
    if state.rules.options.fifth_proposal == "auto_approve" and state.rejections > _LAST_VOTE:
        return
    for voter, role in enumerate(state.deal.roles):
        clues = Clues(moment.view(voter))
        if state.rules.sides[role] != "good" or len(clues.rows) > _MOST_DEALS:
            continue
        clean, rest = _sorted_teams(moment, clues, chance)
        core = _proof(clues, clean[0]) if clean else None
        if core is not None and len(core) >= _FEWEST_CLUES and rest:
            team = clean[0] if chance.random() < _CLEAN_SHARE else rest[0]
            yield _puzzle(_voted(moment, team, voter, chance), voter, team, clean[0], core)


def _proof(clues: Clues, team: tuple[int, ...]) -> list[Clue] | None:
    """The clues that prove a team clean."""
    return clues.needed(lambda rows: _is_clean(clues, rows, team))


def _is_clean(clues: Clues, rows: Ints, team: tuple[int, ...]) -> bool:
    return len(rows) > 0 and not clues.evil[rows][:, team].any()


def _sorted_teams(moment: Moment, clues: Clues, chance: Random) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
    """The teams that are clean in every possible deal, and the others, the safest first."""
    state = moment.state
    assert state.mission is not None
    teams = list(combinations(range(state.rules.players), state.rules.team_sizes[state.mission - 1]))
    dirty = {team: float(clues.evil[clues.rows][:, team].any(axis=1).mean()) for team in teams}
    order = sorted(teams, key=lambda team: (round(dirty[team], 6), chance.random()))
    return [team for team in order if not dirty[team]], [team for team in order if dirty[team]]


def _voted(moment: Moment, team: tuple[int, ...], voter: int, chance: Random) -> Moment:
    """The position once everybody else has voted, with the votes as even as the last one needs to decide."""
    record, game = moment.record, find_game(moment.record.ruleset)
    match: Match[Any] = Match(game, record.setup, Seed.of("votes"))
    for seat, move in record.moves:
        match.play(seat, move)
    match.play(moment.state.leader, Propose(team=team))
    others = [seat for seat in range(record.players) if seat != voter]
    for_it = {*chance.sample(others, record.players // 2)}
    for seat in others:
        match.play(seat, Vote(approve=seat in for_it))
    return Moment(game, match.record(), match.state)


def _right(moment: Moment, voter: int, is_clean: bool) -> int:
    """The place of the vote that wins: for a clean team, or against another before one's own."""
    if is_clean:
        return 0
    following = (moment.state.leader + 1) % moment.state.rules.players
    return _REJECT if _is_last_vote(moment) and following == voter else len(_CHOICES) - 1


def _puzzle(moment: Moment, voter: int, team: tuple[int, ...], clean: tuple[int, ...], core: list[Clue]) -> Puzzle:
    right = _right(moment, voter, team == clean)
    clues = [clue.data for clue in core]
    missions = [clue["proposal"] for clue in clues if clue["clue"] == "mission"]
    return Puzzle(
        kind="best",
        rating=900 + 150 * len(clues) + 30 * (moment.state.rules.players - 5) + 150 * right,
        record=moment.text,
        seat=voter,
        question={"ask": "vote"},
        choices=_CHOICES,
        right=right,
        hint={"proposal": missions[0]} if missions else {},
        why={"clues": clues, "team": team, "clean": clean, "roles": moment.state.deal.roles},
    )
