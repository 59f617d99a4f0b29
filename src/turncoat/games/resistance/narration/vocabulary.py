"""The words of a game: what its ruleset calls things, and how to speak of a seat, a side, a role or a secret."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from importlib.resources import files

import msgspec

from turncoat.core.rule_book import read_words
from turncoat.games.resistance.narration.phrases import capital, listed
from turncoat.games.resistance.rules.game_rules import RulesView
from turncoat.games.resistance.rules.ruleset import Ruleset, rulesets
from turncoat.games.resistance.rules.state import LoyaltyFact
from turncoat.games.resistance.rules.view import You

_BOOK = f"{__package__}.rule_book"
NUMBERS = ("no", "one", "two", "three", "four", "five")

_WORDS = msgspec.toml.decode((files(__package__) / "words.toml").read_bytes(), type=dict[str, dict[str, str]])
CARDS, CARD_HELP = _WORDS["cards"], _WORDS["card_help"]
MEANS = {"lady": "the Lady of the Lake", **CARDS}
WARNINGS, SUMMARIES = _WORDS["warnings"], _WORDS["summaries"]


def card_name(success: bool) -> str:
    """`Success` or `Fail`."""
    return "Success" if success else "Fail"


class Vocabulary:
    """Speaks about one game to one viewer (None: to everybody)."""

    def __init__(self, rules: RulesView, names: Sequence[str], viewer: int | None = None) -> None:
        self.rules = rules
        self.names = names
        self.viewer = viewer
        self.ruleset: Ruleset = rulesets()[rules.ruleset]
        self._words = self.ruleset.words["en"]

    def to(self, viewer: int | None) -> Vocabulary:
        """The same for another viewer."""
        return Vocabulary(self.rules, self.names, viewer)

    @property
    def title(self) -> str:
        """What the ruleset is called."""
        return self._words["title"]

    @property
    def mission(self) -> str:
        """What a mission is called."""
        return self._words["mission"]

    def side(self, side: str) -> str:
        """`good`, `the spies`."""
        return self._words[side]

    @property
    def evil_scores(self) -> str:
        """`evil scores`, `the spies score`."""
        return self._words["evil_scores"]

    def is_side(self, side: str) -> str:
        """What follows `is` or `are`: `evil`, `with the spies`."""
        word = self.side(side)
        return f"with {word}" if word.startswith("the ") else word

    def role(self, role: str) -> str:
        """`Merlin`, `spy`."""
        return self._words.get(role, role)

    def a_role(self, role: str) -> str:
        """What follows `you are`: `Merlin`, `a spy`, `with the resistance`."""
        return self._words.get(f"a_{role}", self.role(role))

    def roles(self, roles: Iterable[str]) -> str:
        """`Merlin, 2 × servant, Assassin and minion`."""
        counted = Counter(map(self.role, roles)).items()
        return listed([name if count == 1 else f"{count} × {name}" for name, count in counted], "and")

    def name(self, seat: int) -> str:
        """The name of a seat, `you` for the viewer's own."""
        return "you" if seat == self.viewer else self.names[seat]

    def team(self, seats: Iterable[int]) -> str:
        """`Bo, Fay and you`: the viewer comes last."""
        return listed([self.name(seat) for seat in sorted(seats, key=lambda seat: seat == self.viewer)], "and")

    def does(self, seat: int, verb: str) -> str:
        """`Bo leads`, `You lead`."""
        if seat == self.viewer:
            return f"You {verb}"
        ending = "es" if verb.endswith(("s", "sh", "ch", "x")) else "s"
        return f"{self.names[seat]} {verb}{ending}"

    def whose(self, seat: int) -> str:
        """`Bo's`, `your`."""
        return "your" if seat == self.viewer else f"{self.names[seat]}'s"

    def win(self, winner: str) -> str:
        """`Good wins`, `The spies win`."""
        word = self.side(winner)
        return f"{capital(word)} {'win' if word.startswith('the ') and word.endswith('s') else 'wins'}"

    def reason(self, reason: str) -> str:
        return _WORDS["reasons"].get(reason, reason).format(mission=self.mission)

    def identity(self, you: You) -> str:
        """`You are Merlin; you are good.` Where each side has only one role, the role says it all."""
        duty = " You name Merlin at the end." if you.assassin else ""
        side = f"; you are {self.is_side(you.side)}" if len(self.ruleset.roles) > len(("good", "evil")) else ""
        return f"You are {self.a_role(you.role)}{side}.{duty}"

    def advice(self, you: You) -> str:
        """One line of advice for a role."""
        return read_words(_BOOK, "en").things["roles"][you.role]["advice"]

    def knowledge(self, knows: dict[int, str]) -> list[str]:
        """What a seat knows about others, with one sentence for each kind of knowledge."""
        groups: dict[str, list[int]] = {}
        for seat, known_as in sorted(knows.items()):
            groups.setdefault(known_as, []).append(seat)
        return [self._known(known_as, seats) for known_as, seats in groups.items()]

    def _known(self, known_as: str, seats: list[int]) -> str:
        who = capital(self.team(seats))
        verb = "are" if len(seats) > 1 or seats[0] == self.viewer else "is"
        if known_as in ("good", "evil"):
            return f"{who} {verb} {self.is_side(known_as)}."
        if known_as == "merlin-or-morgana" and len(seats) > 1:
            return f"One of {self.team(seats)} is Merlin. The other is Morgana."
        return f"{who} {verb} {listed(map(capital, known_as.split('-or-')), 'or')}."

    def facts(self, you: You) -> list[str]:
        """What a seat has seen during the game."""
        said = []
        for fact in you.seen:
            if isinstance(fact, LoyaltyFact):
                said.append(f"By {MEANS[fact.means]} you saw: {self.name(fact.seat)} {self._is(fact.seat, fact.side)}.")
            else:
                card = card_name(fact.success)
                said.append(f"In {self.mission} {fact.mission} you saw that {self.name(fact.seat)} played {card}.")
        return said

    def _is(self, seat: int, side: str) -> str:
        return f"{'are' if seat == self.viewer else 'is'} {self.is_side(side)}"

    def all_known(self, you: You) -> list[str]:
        """Everything a seat knows about others, with a sentence even if that is nothing."""
        return self.private(you) or ["You know nobody else."]

    def private(self, you: You) -> list[str]:
        """What a seat knows from the reveal and then what it has seen, nothing twice."""
        seen = {fact.seat for fact in you.seen if isinstance(fact, LoyaltyFact)}
        revealed = {seat: known_as for seat, known_as in you.knows.items() if seat not in seen}
        return [*self.knowledge(revealed), *self.facts(you)]
