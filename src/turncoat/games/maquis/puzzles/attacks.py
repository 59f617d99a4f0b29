"""Attacks that can be won without losing a civilian, if the right Maquis stand up.

At the start of an attack the garrison lies open, and every Maquis in hand will be played. What is left to decide is who
is revealed, in which order, and what to do with the actions. A choice of who is revealed is right if some line of play
wins the Mission, adds nobody to the graveyard, and touches no deck: then it wins whatever lies in the decks. It is
wrong if no line of play does it, even for somebody who knows every card.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, count
from random import Random
from typing import Any

import msgspec

from turncoat.core import Match, Record, Seed, Setup, print_record
from turncoat.core.puzzles import Puzzle
from turncoat.games.maquis import GAME, State
from turncoat.games.maquis.bots.greedy import GreedyBot
from turncoat.games.maquis.bots.search import draw
from turncoat.games.maquis.rules.cards import REVEALED
from turncoat.games.maquis.rules.moves import PickEnemy, Play
from turncoat.games.maquis.rules.ongoing_effects import reveals_left
from turncoat.games.maquis.rules.state import MutableState, Position

_BUDGET = 2500
_FEWEST_CARDS = 3
_MOST_REVEALED = 2
_FEWEST_WRONG, _MOST_WRONG = 2, 3


class TooLong(Exception):
    """The search was given up."""


class Search:
    """Every line of play from the start of an attack in which exactly these Maquis are revealed."""

    def __init__(self, state: State, revealed: frozenset[str]) -> None:
        self._state = state
        self._revealed = revealed
        self._left = _BUDGET
        self._seen: set[Any] = set()

    def line(self, *, touches_decks: bool) -> list[Any] | None:
        """A line of play that wins and loses nobody; None if there is none. Raises TooLong."""
        self._seen.clear()
        return self._from(MutableState.copy_of(self._state), touches_decks)

    def _from(self, at: MutableState, touches_decks: bool) -> list[Any] | None:
        self._left -= 1
        if self._left < 0:
            raise TooLong
        if at.graveyard != self._state.graveyard:
            return None
        if at.ask is None or at.phase == "aftermath":  # from here on the decks may be touched
            return [] if at.raid.mission in at.defeated else None
        if not touches_decks and (at.ask.lottery is not None or _decks(at) != _decks(self._state)):
            return None
        frozen = at.frozen()
        if frozen in self._seen:
            return None
        self._seen.add(frozen)
        if at.ask.lottery is not None:
            return self._after(frozen, [draw(at.ask, Random(0))], touches_decks)
        return self._after(frozen, [move for move in at.ask.moves if self._is_wanted(move)], touches_decks)

    def _after(self, frozen: State, moves: list[Any], touches_decks: bool) -> list[Any] | None:
        for move in moves:
            following = MutableState.copy_of(frozen)
            following.answer(move)
            rest = self._from(following, touches_decks)
            if rest is not None:
                return [move, *rest]
        return None

    def _is_wanted(self, move: Any) -> bool:
        return not isinstance(move, Play) or (move.persona == REVEALED) == (move.card in self._revealed)


def _decks(at: Position) -> Any:
    return at.hidden.cards, at.hidden.known, at.recruit.cards, at.recruit.known, at.enemy.cards, at.enemy.known


def make(seed: str) -> Iterator[Puzzle | None]:
    """Puzzles without end, one for each attack of a game that holds one; None for an attack that does not."""
    for number in count():
        chance = Random(f"{seed} attack {number}")
        match: Match[State] = Match(GAME, Setup(ruleset="maquis"), Seed.of(f"{seed} attack {number}"))
        bot = GreedyBot(f"{seed} {number}")
        asked_at = -1
        while (ask := match.state.ask) is not None:
            if ask.kind == "attack" and match.state.round != asked_at:
                asked_at = match.state.round
                yield puzzle_at(match.state, match.record(), chance)
            match.play(0, bot.answer(GAME.view(match.state, 0), ask))


def puzzle_at(state: State, record: Record, chance: Random) -> Puzzle | None:
    """The puzzle of an attack; None unless somebody must be revealed, and only one smallest choice of them wins."""
    hand = state.maquis_in_hand()
    if len(hand) < _FEWEST_CARDS or not reveals_left(state):
        return None
    try:
        for size in range(_MOST_REVEALED + 1):
            chosen = [frozenset(cards) for cards in combinations(hand, size)]
            right = [cards for cards in chosen if Search(state, cards).line(touches_decks=True) is not None]
            if right:
                break
        else:
            return None
        line = Search(state, right[0]).line(touches_decks=False)
    except TooLong:
        return None
    is_clear = size > 0 and len(right) == 1 and len(chosen) > _FEWEST_WRONG
    wrong = [cards for cards in chosen if cards != right[0]]
    return _puzzle(state, record, right[0], wrong, line, chance) if is_clear and line else None


def _puzzle(
    state: State, record: Record, right: frozenset[str], wrong: list[frozenset[str]], line: list[Any], chance: Random
) -> Puzzle:
    chance.shuffle(wrong)
    wrong.sort(key=lambda cards: -len(cards & right))
    choices = sorted(({"cards": sorted(cards)} for cards in (right, *wrong[:_MOST_WRONG])), key=str)
    garrison = state.chosen().garrison
    return Puzzle(
        kind="best",
        rating=1000 + 130 * len(state.maquis_in_hand()) + 60 * len(garrison) + 120 * (len(right) - 1),
        record=print_record(msgspec.structs.replace(record, proof=None, meta={}, fixed=())),
        seat=0,
        question={"ask": "reveal", "mission": state.raid.mission},
        choices=tuple(choices),
        right=choices.index({"cards": sorted(right)}),
        hint={"cards": sorted(right)[:1]} if len(right) > 1 else {"hidden": sorted(wrong[0] - right)[:1]},
        why={"line": _told(state, line)},
    )


def _told(state: State, line: list[Any]) -> list[dict[str, Any]]:
    """The moves of a line as data, with the name of each Enemy that is picked."""
    told = []
    at = MutableState.copy_of(state)
    for move in line:
        data = msgspec.to_builtins(move)
        if isinstance(move, PickEnemy):
            data["enemy"] = at.site(move.mission).garrison[move.slot].card
        told.append(data)
        at.answer(move)
    return told
