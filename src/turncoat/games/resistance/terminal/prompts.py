"""Turns an ask into a question that a person answers by typing. The choices come from the ask's moves alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from turncoat.core import Ask
from turncoat.games.resistance.narration.questions import answer, choose_team, question
from turncoat.games.resistance.narration.vocabulary import CARD_HELP, CARDS, Vocabulary
from turncoat.games.resistance.rules.moves import PlayCard, Propose, Use
from turncoat.games.resistance.rules.view import View
from turncoat.terminal.typed import fold

SELF = ("me", "myself", "i")


class Unclear(Exception):
    """What was typed is not an answer. The message says what would be."""


class Choice(NamedTuple):
    """Something to choose: what may be typed for it, how it is shown, and the move or the next prompt."""

    keys: tuple[str, ...]
    label: str
    result: Any


def pick(typed: str, choices: Sequence[Choice]) -> Choice:
    """The choice that was typed: one of its keys, or the beginning of a key of this choice alone. Raises Unclear."""
    wanted = fold(typed)
    exact = [choice for choice in choices if wanted in map(fold, choice.keys)]
    begun = [choice for choice in choices if any(fold(key).startswith(wanted) for key in choice.keys)]
    found = exact or (begun if wanted else [])
    if len(found) == 1:
        return found[0]
    keys = ", ".join(choice.keys[0] for choice in choices)
    if found:
        raise Unclear(f"{_quoted(typed)} could be {' or '.join(choice.keys[-1] for choice in found)}.")
    raise Unclear(f"{_quoted(typed)} is not one of {keys}." if wanted else f"Type one of {keys}.")


def _quoted(typed: str) -> str:
    shown = "".join(letter for letter in typed if letter.isprintable())
    return f"“{shown[:20]}{'…' if len(shown) > 20 else ''}”"


class Menu:
    """Asks for one of several choices."""

    def __init__(self, title: str, choices: Sequence[Choice]) -> None:
        self.title = title
        self.choices = choices

    @property
    def help(self) -> str:
        """What may be typed."""
        return "   ".join(f"{choice.keys[0]} {choice.label}" for choice in self.choices)

    def read(self, typed: str) -> Any:
        """The move that was typed, or the next prompt. Raises Unclear."""
        return pick(typed, self.choices).result


class Team:
    """Asks for a team of a given size."""

    def __init__(self, title: str, size: int, seats: Sequence[Choice], mission: int | None) -> None:
        self.title = title
        self.size = size
        self._seats = seats
        self._mission = mission

    @property
    def help(self) -> str:
        example = " ".join(choice.keys[0] for choice in self._seats[: self.size])
        return f"Type {self.size} numbers or names, as {example}."

    def read(self, typed: str) -> Propose:
        words = [word for word in typed.replace(",", " ").split() if fold(word) != "and"]
        if len(words) == 1 and words[0].isdecimal() and len(words[0]) == self.size:
            words = list(words[0])
        if not words:
            raise Unclear(self.help)
        team = tuple(pick(word, self._seats).result for word in words)
        return Propose(team=team, mission=self._mission)


Prompt = Menu | Team


def prompt_for(asks: Sequence[Ask], view: View, words: Vocabulary) -> Prompt:
    """The prompt for a seat that has to answer these asks."""
    if len(asks) == 1:
        return _MAKE.get(asks[0].kind, _anything)(asks[0], view, words)
    prompts = {_DEEDS.get(ask.kind, ask.kind): prompt_for((ask,), view, words) for ask in asks}
    choices = [Choice((str(number), deed), deed, prompt) for number, (deed, prompt) in enumerate(prompts.items(), 1)]
    return Menu("What do you do first?", choices)


_DEEDS = {"give": "hand out a plot card", "show": "show your loyalty"}


def _seat(seat: int, words: Vocabulary, result: Any) -> Choice:
    me = SELF if seat == words.viewer else ()
    return Choice((str(seat), *me, words.names[seat]), words.names[seat], result)


def _seats(pairs: Iterable[tuple[int, Any]], words: Vocabulary) -> list[Choice]:
    return [_seat(seat, words, result) for seat, result in pairs]


def _propose(ask: Ask, view: View, words: Vocabulary) -> Prompt:
    everybody = _seats(((seat, seat) for seat in range(view.rules.players)), words)
    teams = {}
    for move in ask.moves:
        number = move.mission or view.mission
        if number not in teams:
            size = len(move.team)
            teams[number] = Team(choose_team(size, number, words), size, everybody, move.mission)
    if len(teams) == 1:
        return next(iter(teams.values()))
    choices = [
        Choice((str(number),), f"{words.mission} {number}, {team.size} go", team) for number, team in teams.items()
    ]
    return Menu(f"You lead. Which {words.mission} shall it be?", choices)


def _vote(ask: Ask, view: View, words: Vocabulary) -> Prompt:
    keys = {True: ("y", "yes", "approve"), False: ("n", "no", "reject")}
    return Menu(
        question(ask, view, words), [Choice(keys[move.approve], keys[move.approve][-1], move) for move in ask.moves]
    )


def _mission(ask: Ask, view: View, words: Vocabulary) -> Prompt:
    """Both cards are always offered, so that the screen does not show who is evil. The rules refuse the wrong card."""
    both = [Choice(("s", "success"), "success", PlayCard(True)), Choice(("f", "fail"), "fail", PlayCard(False))]
    return Menu(question(ask, view, words), both)


def _give(ask: Ask, view: View, words: Vocabulary) -> Prompt:
    cards = sorted({move.card for move in ask.moves})
    menus = [
        Menu(
            f"Who gets {CARDS[card]} ({CARD_HELP[card]})?",
            _seats(((move.to, move) for move in ask.moves if move.card == card), words),
        )
        for card in cards
    ]
    if len(menus) == 1:
        return menus[0]
    choices = [
        Choice((str(number), CARDS[card]), CARDS[card], menu)
        for number, (card, menu) in enumerate(zip(cards, menus, strict=True), 1)
    ]
    return Menu(question(ask, view, words), choices)


def _use(ask: Ask, view: View, words: Vocabulary) -> Prompt:
    choices = []
    for number, move in enumerate(ask.moves, 1):
        if isinstance(move, Use):
            label = answer(move, words)
            choices.append(Choice((str(number), label.removeprefix("use ")), label, move))
        else:
            choices.append(Choice(("p", "pass"), "pass", move))
    return Menu(question(ask, view, words), choices)


def _take(ask: Ask, view: View, words: Vocabulary) -> Prompt:
    choices = [Choice((str(number),), answer(move, words), move) for number, move in enumerate(ask.moves, 1)]
    return Menu(question(ask, view, words), choices)


def _loyalty(ask: Ask, view: View, words: Vocabulary) -> Prompt:
    choices = [Choice((move.side,), words.side(move.side), move) for move in ask.moves]
    return Menu(question(ask, view, words), choices)


def _pick(field: str) -> Callable[[Ask, View, Vocabulary], Prompt]:
    def make(ask: Ask, view: View, words: Vocabulary) -> Prompt:
        return Menu(question(ask, view, words), _seats(((getattr(move, field), move) for move in ask.moves), words))

    return make


def _anything(ask: Ask, view: View, words: Vocabulary) -> Prompt:
    choices = [Choice((str(n),), str(move), move) for n, move in enumerate(ask.moves, 1)]
    return Menu(question(ask, view, words), choices)


_MAKE: dict[str, Callable[[Ask, View, Vocabulary], Prompt]] = {
    "propose": _propose,
    "vote": _vote,
    "mission": _mission,
    "give": _give,
    "use": _use,
    "take": _take,
    "loyalty": _loyalty,
    "look": _pick("at"),
    "show": _pick("to"),
    "examine": _pick("seat"),
    "assassinate": _pick("seat"),
}
