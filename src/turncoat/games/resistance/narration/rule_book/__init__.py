"""The rule book of the family, made from its charts, sights, roles, plot cards and options.

This package is the capability `turncoat.core.capabilities.RuleBook`. `plan.toml` says what stands in a book when, and
each language has a file of words.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

from msgspec.structs import asdict, replace

from turncoat.core import Refused, Setup
from turncoat.core.capabilities import Agreed, Book, BookCard, BookCell, BookRow, BookTable, Sight
from turncoat.core.rule_book import Composer, read_plan, read_words
from turncoat.games.resistance.narration.phrases import capital
from turncoat.games.resistance.narration.sights import sights
from turncoat.games.resistance.rules.catalogue import CATALOGUE
from turncoat.games.resistance.rules.game_rules import Rules
from turncoat.games.resistance.rules.ruleset import charts
from turncoat.games.resistance.rules.setup import compile_setup
from turncoat.games.resistance.rules.state import Phase

languages = ("en", "es", "fr")
PHASES: tuple[str, ...] = tuple(phase for phase in get_args(Phase) if phase not in ("deal", "coin"))


def book(setup: Setup, language: str = "en") -> Book:
    """The rules of a set-up. Raises Refused."""
    return _Writer(setup, language).book()


def summary(setup: Setup, language: str = "en") -> tuple[str, ...]:
    """What a set-up comes to, in a few sentences. Raises Refused."""
    return _Writer(setup, language).summary()


def agreed(setup: Setup, language: str = "en") -> tuple[Agreed, ...]:
    """Every option that the set-up changes, in words. Raises Refused."""
    return _Writer(setup, language).agreed()


def facts_of(rules: Rules) -> dict[str, Any]:
    """What the plan's conditions can ask for: every option, and what follows from the set-up."""
    options = rules.options
    by_duty = "duty" if options.assassin_duty else "collective"
    return asdict(options) | {
        "hunted": rules.has_assassination,
        "named_by": "assassin" if rules.assassin_role else by_duty,
        "two_fails": max(rules.fails_needed) > 1,
        "has_characters": rules.ruleset.assassination is not None,
        "plain_evil": rules.ruleset.plain("evil") in rules.roles,
        "offers_plot": options.plot or "plot_draw" in rules.ruleset.options,
        "offers_lady": "lady" in rules.ruleset.options,
    }


class _Writer:
    def __init__(self, setup: Setup, language: str) -> None:
        self._setup = setup
        self._rules = compile_setup(setup)
        self._words = read_words(__package__, language)
        self._names = self._rules.ruleset.words[language]
        self._sights = sights(setup, language)
        plan, facts = read_plan(__package__), facts_of(self._rules)
        self._composer = Composer(plan, self._words, self._rules.ruleset.id, facts)
        self._label = self._composer.label
        self._language = language

    def summary(self) -> tuple[str, ...]:
        return self._composer.summary()

    def agreed(self) -> tuple[Agreed, ...]:
        return self._composer.agreed(CATALOGUE.options(self._rules.ruleset.id), asdict(self._rules.options))

    def book(self) -> Book:
        tables = {
            "team-sizes": self._team_sizes(),
            "who-sees-whom": self._who_sees_whom(),
            "options": self._options(),
            "words": self._composer.glossary(),
        }
        cards = {"characters": tuple(self._characters()), "plot-cards": tuple(self._plot_cards())}
        return Book(
            ruleset=self._rules.ruleset.id,
            language=self._language,
            title=self._names["title"],
            players=self._rules.players,
            roles=self._setup.roles,
            sections=self._composer.sections(tables, cards),
            why_not=self._composer.why_not(PHASES),
        )

    def _name(self, role: str) -> str:
        return capital(self._names[role])

    def _picture(self, role: str) -> str:
        return f"role:{role}:{self._rules.sides[role]}"

    # tables

    def _team_sizes(self) -> BookTable:
        missions = tuple(map(str, range(1, len(self._rules.team_sizes) + 1)))
        return BookTable(
            head=(self._label("players"), *missions, self._label("evil_head")),
            rows=tuple(self._size(players) for players in charts().sides),
            above=self._label("team_for"),
            note=self._label("two") if self._rules.options.two_fail_mission4 else "",
        )

    def _size(self, players: int) -> BookRow:
        marked = self._rules.options.two_fail_mission4
        fails = charts().fails_needed(players)
        sizes = zip(charts().teams[players], fails, strict=True)
        cells = [BookCell(str(size), "two" if marked and needed > 1 else "") for size, needed in sizes]
        _, evil = charts().sides[players]
        here = players == self._rules.players
        return BookRow(head=str(players), cells=(*cells, BookCell(str(evil))), here=here)

    def _who_sees_whom(self) -> BookTable:
        roles = tuple(dict.fromkeys(self._rules.roles))
        rows = tuple(
            BookRow(
                head=self._name(role),
                picture=self._picture(role),
                cells=tuple(self._seen(role, other) for other in roles),
            )
            for role in roles
        )
        head = (self._label("sees"), *map(self._name, roles))
        in_words = tuple(sight.text for sight in self._sights)
        return BookTable(head=head, rows=rows, note=self._matrix_note(), in_words=in_words)

    def _seen(self, viewer: str, other: str) -> BookCell:
        """What the viewer learns about those who have the other role."""
        if viewer == other and self._rules.roles.count(viewer) == 1:
            return BookCell("", "own")
        sight = next((sight for sight in self._sights if viewer in sight.viewers and other in sight.sees), None)
        if sight is None:
            return BookCell("–", "none")
        if sight.known_as == "evil":
            return BookCell(self._label("one_evil"), "evil")
        name = self._name(self._rules.target or "")
        return BookCell(self._label("same", a=name) if self._is_doubtful(sight) else name, "good")

    def _is_doubtful(self, sight: Sight) -> bool:
        return sight.known_as != "evil" and len(sight.sees) > 1

    def _matrix_note(self) -> str:
        doubtful = next((sight for sight in self._sights if self._is_doubtful(sight)), None)
        if doubtful is None:
            return self._label("dash")
        one, other = map(self._name, doubtful.sees)
        return f"{self._label('same', a=one)} {self._label('either', a=one, b=other)} {self._label('dash')}"

    def _options(self) -> BookTable:
        return self._composer.options(CATALOGUE.options(self._rules.ruleset.id), asdict(self._rules.options))

    # cards

    def _characters(self) -> Iterator[BookCard]:
        for role, data in self._rules.ruleset.roles.items():
            words = self._words.things["roles"][role]
            tapped, refused = self._tapped(role)
            sees = next((sight.text for sight in self._sights if role in sight.viewers), "")
            here = role in self._rules.roles
            texts = (sees if here else words["sees"], words["text"])
            yield BookCard(
                id=role,
                name=self._name(role),
                text=tuple(self._composer.say(text) for text in texts if text),
                note=words["note"],
                side=data.side,
                picture=self._picture(role),
                here=here,
                tapped=tapped,
                refused=refused,
            )

    def _tapped(self, role: str) -> tuple[tuple[str, ...] | None, str]:
        """The chosen roles with this one, or without it; None and a reason where that cannot be played."""
        data, chosen = self._rules.ruleset.roles[role], self._setup.roles
        if data.plain:
            return None, ""
        if data.option is not None:
            return None, self._label("always") if role in self._rules.roles else ""
        changed = tuple(one for one in chosen if one != role) if role in chosen else (*chosen, role)
        try:
            compile_setup(replace(self._setup, roles=changed))
        except Refused as refusal:
            return None, self._label("no_seat" if refusal.code == "ROLE_SET" else "needs")
        return changed, ""

    def _plot_cards(self) -> Iterator[BookCard]:
        deck, is_on = self._rules.deck, self._rules.options.plot
        for card, data in charts().plot_cards.items():
            words = self._words.things["plot"][card]
            copies = deck.count(card)
            count = self._label("copies", n=copies) if copies else self._label("no_copies")
            yield BookCard(
                id=card,
                name=words["name"],
                text=(self._composer.say(words["text"]),),
                note=f"{self._label(data.kind)} · {count}",
                picture=f"plot:{card}",
                here=is_on and copies > 0,
            )
