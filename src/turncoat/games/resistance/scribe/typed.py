"""A scribe at a keyboard: the sheet and the questions as text, and answers that are typed in a few keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from turncoat.core import Draw, Refused
from turncoat.core.capabilities import ScribePage, ScribeQuestion
from turncoat.core.in_words import counted
from turncoat.games.resistance.narration.phrases import capital, listed
from turncoat.games.resistance.narration.vocabulary import CARDS, Vocabulary, card_name
from turncoat.games.resistance.rules.moves import Examine, Give, Look, Pass, Propose, Show, Take, Use
from turncoat.games.resistance.rules.view import ProposalView, View
from turncoat.games.resistance.scribe.entries import Ballots, FaceUp, Fails, LoyaltyPassed, Named, Tally

Names = Sequence[str]
_ALL = "all"


def sheet(page: ScribePage, names: Names) -> tuple[str, ...]:
    """The history as a table: + approves, - rejects, * is on the team, > leads."""
    view: View = page.view
    width = max(5, *map(len, names)) + 1
    lines = ["      " + "".join(name.ljust(width) for name in names)] if view.proposals else []
    for number, proposal in enumerate(view.proposals):
        lines.append(_label(view, number) + "".join(_cell(proposal, seat).ljust(width) for seat in range(len(names))))
        lines[-1] += _score(proposal)
        lines += _result(view, proposal, names)
    return tuple(lines)


def _label(view: View, number: int) -> str:
    mission = view.proposals[number].mission
    before = sum(proposal.mission == mission for proposal in view.proposals[: number + 1])
    return f"{mission}.{before}".ljust(6)


def _cell(proposal: ProposalView, seat: int) -> str:
    vote = {True: "+", False: "-", None: "."}[proposal.votes[seat]]
    return vote + "*" * (seat in proposal.team) + ">" * (seat == proposal.leader)


def _score(proposal: ProposalView) -> str:
    if proposal.approved is None:
        return ""
    verdict = "nullified" if proposal.nullified else "approved" if proposal.approved else "rejected"
    return f"{proposal.approvals} to {proposal.rejections}, {verdict}"


def _result(view: View, proposal: ProposalView, names: Names) -> list[str]:
    result = view.missions[proposal.mission - 1]
    if result is None or result.team is None or not proposal.approved or proposal.nullified:
        return []
    fails = counted(result.fails, "fail") if result.fails else "no fails"
    word = capital(Vocabulary(view.rules, names).mission)
    return [f"      {word} {proposal.mission} {'succeeded' if result.success else 'failed'}: {fails}."]


def question(page: ScribePage, names: Names) -> tuple[str, ...]:
    """What is asked, and how to answer it."""
    asked = page.question
    if asked is None:
        return ("The game is written down.",)
    text = _QUESTIONS[asked.kind](page, asked, names)
    options = () if asked.kind in _TYPED else tuple(_options(asked, names))
    return (text, *options)


def _options(asked: ScribeQuestion, names: Names) -> list[str]:
    if asked.kind == "plot":
        cards = list(dict.fromkeys(map(str, asked.pool)))
        return [f"  {number} {CARDS[card]}" for number, card in enumerate(cards, 1)]
    return [f"  {number} {_ENTRY_TEXTS[type(entry)](entry, names)}" for number, entry in enumerate(asked.entries, 1)]


_ENTRY_TEXTS: dict[type, Callable[[Any, Names], str]] = {
    FaceUp: lambda entry, names: card_name(entry.success),
    LoyaltyPassed: lambda entry, names: f"the wrong card: {entry.winner} wins" if entry.winner else "the right card",
    Named: lambda entry, names: "nobody in time" if entry.seat is None else names[entry.seat],
    Draw: lambda entry, names: names[int(entry.drawn[0])],
    Pass: lambda entry, names: "not used",
    Use: lambda entry, names: CARDS[entry.card] + ("" if entry.on is None else f": {names[entry.on]}"),
    Give: lambda entry, names: f"{CARDS[entry.card]}: {names[entry.to]}",
    Take: lambda entry, names: f"{CARDS[entry.card]}: {names[entry.holder]}",
    Look: lambda entry, names: names[entry.at],
    Show: lambda entry, names: names[entry.to],
    Examine: lambda entry, names: names[entry.seat],
}
"""An entry of a list in a few words."""


def _name(asked: ScribeQuestion, names: Names) -> str:
    return "" if asked.seat is None else names[asked.seat]


def _ask_team(page: ScribePage, asked: ScribeQuestion, names: Names) -> str:
    if asked.pool:
        missions = ", ".join(map(str, asked.pool))
        return f"{_name(asked, names)} leads. Which mission ({missions}), and who? Such as 2: 1 4 5."
    word = Vocabulary(page.view.rules, names).mission
    return f"{_name(asked, names)} leads. Which {asked.take} go on {word} {page.view.mission}? Such as 1 4."


def _ask_ballots(page: ScribePage, asked: ScribeQuestion, names: Names) -> str:
    everyone = (
        "" if len(asked.seats) == len(names) else f" {listed([names[seat] for seat in asked.seats], 'and')} vote."
    )
    return f"Who rejected?{everyone} Enter for nobody, all for everybody."


def _ask_roles(page: ScribePage, asked: ScribeQuestion, names: Names) -> str:
    words = Vocabulary(page.view.rules, names)
    wanted = ", ".join(words.role(role) for role in _to_place(asked))
    return f"Who was who? Seats of: {wanted}. The others are {words.role(_common(asked))}."


_QUESTIONS: dict[str, Callable[[ScribePage, ScribeQuestion, Names], str]] = {
    "leader": lambda page, asked, names: "Who leads first? A number or the beginning of a name.",
    "propose": _ask_team,
    "ballots": _ask_ballots,
    "tally": lambda page, asked, names: f"How many of {len(asked.entries) - 1} approved?",
    "fails": lambda page, asked, names: f"How many fails ({asked.entries[0].fails} to {asked.entries[-1].fails})?",
    "face-up": lambda page, asked, names: f"Which card did {_name(asked, names)} play in the Spotlight?",
    "plot": lambda page, asked, names: f"Which {asked.take} plot cards did {_name(asked, names)} draw?",
    "coin": lambda page, asked, names: f"Which number does the table coin show ({asked.pool[0]} to {asked.pool[-1]})?",
    "give": lambda page, asked, names: f"Which card does {_name(asked, names)} give to whom?",
    "use": lambda page, asked, names: f"Does {_name(asked, names)} use a card?",
    "look": lambda page, asked, names: f"Whose loyalty does {_name(asked, names)} look at?",
    "show": lambda page, asked, names: f"To whom does {_name(asked, names)} show their loyalty?",
    "take": lambda page, asked, names: f"Which card does {_name(asked, names)} take from whom?",
    "examine": lambda page, asked, names: f"Whom does {_name(asked, names)} examine?",
    "loyalty": lambda page, asked, names: f"Which Loyalty card did {_name(asked, names)} pass?",
    "named": lambda page, asked, names: "Whom did evil name as Merlin?",
    "roles": _ask_roles,
    "assassin": lambda page, asked, names: "Who had to name Merlin?",
}
_TYPED = ("leader", "propose", "ballots", "tally", "fails", "coin", "roles")
"""Questions whose answers are not chosen from a numbered list."""


def read_entry(text: str, page: ScribePage, names: Names) -> Any:
    """What was typed, as an entry. Raises Refused if it cannot be read; the rules have not checked it yet."""
    asked = page.question
    if asked is None:
        raise Refused("GAME_OVER", "Everything is written down.")
    return _READERS.get(asked.kind, _read_choice)(text.strip(), asked, names)


def _read_seats(text: str, names: Names) -> tuple[int, ...]:
    return tuple(_read_seat(word, names) for word in text.replace(",", " ").split())


def _read_seat(word: str, names: Names) -> int:
    """A seat by its number from 1, or by the beginning of a name that nobody else's has."""
    if word.isdecimal():
        if not 1 <= int(word) <= len(names):
            raise Refused("UNKNOWN_PLAYER", f"There is no player {word}: they are numbered from 1 to {len(names)}.")
        return int(word) - 1
    found = [seat for seat, name in enumerate(names) if name.lower().startswith(word.lower())]
    if len(found) != 1:
        raise Refused("UNKNOWN_PLAYER", f"{'Several names begin' if found else 'No name begins'} with {word[:24]!r}.")
    return found[0]


def _read_number(text: str) -> int:
    if not text.isdecimal() or len(text) > 9:
        raise Refused("BAD_REQUEST", "Type a number.")
    return int(text)


def _read_leader(text: str, asked: ScribeQuestion, names: Names) -> Draw:
    return Draw("leader", (_read_seat(text, names),))


def _read_team(text: str, asked: ScribeQuestion, names: Names) -> Propose:
    if not asked.pool:
        return Propose(team=_read_seats(text, names))
    mission, colon, team = text.partition(":")
    if not colon:
        raise Refused("QUEST_REQUIRED", "Name the mission as well as the team, such as 2: 1 4 5.")
    return Propose(team=_read_seats(team, names), mission=_read_number(mission.strip()))


def _read_ballots(text: str, asked: ScribeQuestion, names: Names) -> Ballots:
    rejecting = asked.seats if text.lower() == _ALL else _read_seats(text, names)
    if set(rejecting) - set(asked.seats):
        raise Refused("NOT_A_VOTER", f"Only {listed([names[seat] for seat in asked.seats], 'and')} vote.")
    return Ballots(tuple(seat not in rejecting if seat in asked.seats else None for seat in range(len(names))))


def _read_plot(text: str, asked: ScribeQuestion, names: Names) -> Draw:
    cards = list(dict.fromkeys(map(str, asked.pool)))
    numbers = [_read_number(word) for word in text.replace(",", " ").split()]
    if any(not 1 <= number <= len(cards) for number in numbers):
        raise Refused("NO_SUCH_CARD", f"The cards are numbered from 1 to {len(cards)}.")
    return Draw("plot", tuple(cards[number - 1] for number in numbers))


def _read_choice(text: str, asked: ScribeQuestion, names: Names) -> Any:
    number = _read_number(text)
    if not 1 <= number <= len(asked.entries):
        raise Refused("BAD_REQUEST", f"The answers are numbered from 1 to {len(asked.entries)}.")
    return asked.entries[number - 1]


def _read_roles(text: str, asked: ScribeQuestion, names: Names) -> Draw:
    seats, wanted = _read_seats(text, names), _to_place(asked)
    if len(seats) != len(wanted) or len(set(seats)) != len(seats):
        raise Refused("ROLE_SET", f"Name {len(wanted)} different players, in the order of the roles.")
    roles = dict(zip(seats, wanted, strict=True))
    return Draw("roles", tuple(roles.get(seat, _common(asked)) for seat in range(len(names))))


def _common(asked: ScribeQuestion) -> str:
    """The role that most players have."""
    roles = list(map(str, asked.pool))
    return max(roles, key=roles.count)


def _to_place(asked: ScribeQuestion) -> tuple[str, ...]:
    return tuple(str(role) for role in asked.pool if role != _common(asked))


_READERS: dict[str, Callable[[str, ScribeQuestion, Names], Any]] = {
    "leader": _read_leader,
    "propose": _read_team,
    "ballots": _read_ballots,
    "tally": lambda text, asked, names: Tally(_read_number(text)),
    "fails": lambda text, asked, names: Fails(_read_number(text)),
    "coin": lambda text, asked, names: Draw("coin", (_read_number(text),)),
    "plot": _read_plot,
    "roles": _read_roles,
}
