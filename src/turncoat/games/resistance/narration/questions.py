"""What a seat is asked, and each legal answer, in English."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from turncoat.core import Ask
from turncoat.games.resistance.narration.stakes import stakes
from turncoat.games.resistance.narration.vocabulary import CARD_HELP, CARDS, Vocabulary, card_name
from turncoat.games.resistance.rules import moves as mv
from turncoat.games.resistance.rules.view import View


def question(ask: Ask, view: View, words: Vocabulary) -> str:
    """The question, and what follows from a dangerous answer."""
    ask_for = _QUESTIONS.get(ask.kind)
    text = f"Your answer ({ask.kind})?" if ask_for is None else ask_for(ask, view, words)
    return " ".join([text, *(stake.text for stake in stakes(view, ask))])


def answer(move: Any, words: Vocabulary) -> str:
    """A move in a few words, without a full stop."""
    return _ANSWERS[type(move)](move, words)


def choose_team(size: int, number: int | None, words: Vocabulary) -> str:
    """What the leader is asked when the mission is already known."""
    return f"You lead. Choose {size} for {words.mission} {number}."


def _propose(ask: Ask, view: View, words: Vocabulary) -> str:
    sizes = {move.mission or view.mission: len(move.team) for move in ask.moves}
    if len(sizes) > 1:
        return f"You lead. Choose a {words.mission} and a team for it."
    ((number, size),) = sizes.items()
    return choose_team(size, number, words)


def _use(ask: Ask, view: View, words: Vocabulary) -> str:
    helps = {CARD_HELP[move.card] for move in ask.moves if isinstance(move, mv.Use)}
    return f"Do you use your plot card? You may {'; or '.join(sorted(helps))}."


def _team(move: mv.Propose, words: Vocabulary) -> str:
    team = words.team(move.team)
    return team if move.mission is None else f"{words.mission} {move.mission}: {team}"


def _card(move: mv.Use, words: Vocabulary) -> str:
    on = "" if move.on is None else f" on {words.name(move.on)}"
    return f"use {CARDS[move.card]}{on}"


_QUESTIONS: dict[str, Callable[[Ask, View, Vocabulary], str]] = {
    "propose": _propose,
    "vote": lambda ask, view, words: f"Shall {words.team(view.team or ())} go?",
    "mission": lambda ask, view, words: f"You are on {words.mission} {view.mission}. Which card do you play?",
    "give": lambda ask, view, words: "Which plot card do you hand out?",
    "use": _use,
    "take": lambda ask, view, words: "Which plot card do you take?",
    "loyalty": lambda ask, view, words: "Which Loyalty card do you pass? It must be your own side's.",
    "look": lambda ask, view, words: "Overheard Conversation: whose loyalty do you look at?",
    "show": lambda ask, view, words: "To whom do you show your loyalty?",
    "examine": lambda ask, view, words: "The Lady of the Lake: whose loyalty do you look at?",
    "assassinate": lambda ask, view, words: "Who is Merlin?",
}

_ANSWERS: dict[type, Callable[[Any, Vocabulary], str]] = {
    mv.Propose: _team,
    mv.Vote: lambda move, words: "approve" if move.approve else "reject",
    mv.PlayCard: lambda move, words: card_name(move.success),
    mv.Give: lambda move, words: f"{CARDS[move.card]} ({CARD_HELP[move.card]}) to {words.name(move.to)}",
    mv.Use: _card,
    mv.Pass: lambda move, words: "pass",
    mv.Look: lambda move, words: words.name(move.at),
    mv.Show: lambda move, words: words.name(move.to),
    mv.Take: lambda move, words: f"{CARDS[move.card]} from {words.name(move.holder)}",
    mv.Examine: lambda move, words: words.name(move.seat),
    mv.Assassinate: lambda move, words: words.name(move.seat),
    mv.PassLoyalty: lambda move, words: words.side(move.side),
}
