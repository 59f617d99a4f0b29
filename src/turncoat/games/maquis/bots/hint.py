"""Advice for the player, and the best result that a bot can reach on a deal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random
from time import perf_counter
from typing import Any

import msgspec

from turncoat.core import Ask, Match, Seed, Setup
from turncoat.games.maquis import GAME, MaquisOutcome, MaquisView, State
from turncoat.games.maquis.belief import Belief
from turncoat.games.maquis.bots import policy
from turncoat.games.maquis.bots.search import FIRST_LOOK, Node, Search, SearchBot, draw
from turncoat.games.maquis.rules.moves import Continue, End
from turncoat.games.maquis.rules.rounds import grade_of
from turncoat.games.maquis.rules.state import MutableState, Position
from turncoat.games.maquis.words import GRADES, say_move


class Advice(msgspec.Struct, frozen=True):
    """The move to make and why. In the AFTERMATH, also the chances of each choice."""

    move: Any
    sentence: str
    expected: float
    end_now: str | None = None
    """The grade of ending now."""
    go_on: Mapping[str, float] | None = None
    """The chance of each grade if the resistance continues."""
    second: Any = None
    """The second best move. `second_expected` are the points to expect from it."""
    second_expected: float | None = None


def advise(view: MaquisView, ask: Ask, random: Random, seconds: float = 1.0, turns: int | None = None) -> Advice:
    """What the search would do. With `turns` instead of `seconds` the result is repeatable.

    >>> from turncoat import Match, Setup, find_game
    >>> game = find_game("maquis")
    >>> match = Match(game, Setup(ruleset="maquis"), Seed.of("1"))
    >>> advice = advise(game.view(match.state, 0), match.asks[0], Random(1), turns=1)
    >>> advice.move in match.asks[0].moves, advice.sentence.partition(":")[0]
    (True, 'Choose Cross the Border')
    """
    if len(ask.moves) == 1:
        return Advice(ask.moves[0], f"There is only one thing to do: {say_move(ask.moves[0], view)}.", 0.0)
    if ask.kind == "draft":
        return _draft_advice(view, ask, random)
    search = Search(view, random)
    for _ in range(FIRST_LOOK):  # even if one answer is clear, because the advice says what to expect
        search.heat()
    search.think(seconds, turns)
    return _end_advice(view, search, random) if ask.kind == "end" else _move_advice(view, search)


def _draft_advice(view: MaquisView, ask: Ask, random: Random) -> Advice:
    move = policy.answer(Belief(view).world(random), ask)
    words = say_move(move, view)
    return Advice(move, f"{words[0].upper()}{words[1:]}: the stronger card to have in every round.", 0.0)


def _move_advice(view: MaquisView, search: Search) -> Advice:
    (move, expected), *others = search.ranked()
    words = say_move(move, view)
    sentence = f"{words[0].upper()}{words[1:]}: expected score {expected:.1f}."
    if not others:
        return Advice(move, sentence, expected)
    second, less = others[0]
    sentence += f" Next best: {say_move(second, view)}, {less:.1f}."
    return Advice(move, sentence, expected, second=second, second_expected=less)


def _end_advice(view: MaquisView, search: Search, random: Random) -> Advice:
    expected = search.root.children[Continue()].mean
    chances = forecast(view, search, random)
    now = grade_of(len(view.defeated), view.points, view.options.zero_points)
    better = expected > view.points
    reason = f"expected score {expected:.1f} if you go on, {view.points} if you end now"
    risk = f"the chance to lose it all is about {100 * chances['loss']:.0f} %"
    words = "Go on" if better else f"End the resistance with a {GRADES[now]}"
    return Advice(Continue() if better else End(), f"{words}: {reason}; {risk}.", expected, now, chances)


def forecast(view: MaquisView, search: Search, random: Random, worlds: int = 200) -> dict[str, float]:
    """The chance of each grade if the game continues: one round by the search tree, then by heuristics."""
    belief = Belief(view)
    grades = Counter(_play_on(belief.world(random), search.root, random).grade for _ in range(worlds))
    return {grade: grades[grade] / worlds for grade in GRADES}


def _play_on(world: State, node: Node | None, random: Random) -> MaquisOutcome:
    imagined, first = MutableState.copy_of(world), True
    while (ask := imagined.ask) is not None:
        if ask.lottery is not None:
            imagined.answer(draw(ask, random))
            continue
        move = Continue() if first else _line(imagined, ask, node)
        node = node.children.get(move) if node is not None else None
        first = False
        imagined.answer(move)
    assert imagined.outcome is not None
    return imagined.outcome


def _line(position: Position, ask: Ask, node: Node | None) -> Any:
    tried = [move for move in ask.moves if node is not None and move in node.children]
    if node is not None and tried and node.visits > 20:
        return max(tried, key=lambda move: node.children[move].visits)
    return policy.answer(position, ask)


def how_far(seed: Seed, options: Mapping[str, Any], seconds: float = 5.0, tries: int | None = None) -> MaquisOutcome:
    """The best of several games that the search bot plays on the same deal. It sees views only.

    >>> outcome = how_far(Seed.of("5"), {}, tries=1)
    >>> outcome.points, outcome.grade
    (3, 'draw')
    """
    deadline = perf_counter() + seconds
    best = _bot_plays(seed, options, 0)
    number = 1
    while number < tries if tries is not None else perf_counter() < deadline:
        best = max(best, _bot_plays(seed, options, number), key=lambda outcome: outcome.points)
        number += 1
    return best


def _bot_plays(seed: Seed, options: Mapping[str, Any], number: int) -> MaquisOutcome:
    match: Match[State] = Match(GAME, Setup(ruleset="maquis", options=options), seed)
    bot = SearchBot(f"how far {number}", turns=40)
    while (ask := match.state.ask) is not None:
        match.play(0, bot.answer(GAME.view(match.state, 0), ask))
    assert match.state.outcome is not None
    return match.state.outcome
