"""Puts a rule book together from a plan, which says what holds when, and the words of one language.

A game writes both as data files: `plan.toml` once, and one file for each language. Every sentence has an id, so that a
plan can name the rule behind a refusal, and a test can find what a language lacks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from turncoat.core.capabilities import Agreed, BookCard, BookCell, BookRow, BookSection, BookTable, OptionInfo, WhyNot
from turncoat.core.errors import Refused

Facts = Mapping[str, Any]


class PlannedRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sentence that stands in the book when the facts of the set-up are as `when` says.

    `brief`: it stands in the summary too.
    """

    id: str
    when: dict[str, Any] = {}
    brief: bool = False


class PlannedSection(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A section; without rules, a table or cards it is left out."""

    id: str
    part_of: str = ""
    when: dict[str, Any] = {}
    rules: tuple[PlannedRule, ...] = ()


class PlannedWhy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A refusal: in which phases it can come, under which codes, and which rule is behind it. No phases: in all."""

    id: str
    rule: str
    phases: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()
    when: dict[str, Any] = {}


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The order of a book, and what stands in it when."""

    section: tuple[PlannedSection, ...]
    why: tuple[PlannedWhy, ...]


class WhyWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A refusal in one language: what somebody would like to do, and why they cannot."""

    ask: str
    answer: str


class BookWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words of a book in one language.

    An option has its `name`, and a sentence for each value; `any` stands for all of them. `terms` replace placeholders,
    by ruleset. `things` are the names and texts of roles and cards, by kind and id.
    """

    titles: dict[str, str]
    rules: dict[str, str]
    why: dict[str, WhyWords]
    options: dict[str, dict[str, str]]
    glossary: dict[str, dict[str, str]]
    labels: dict[str, str]
    things: dict[str, dict[str, dict[str, str]]]
    terms: dict[str, dict[str, str]]


@cache
def read_plan(package: str) -> Plan:
    """The plan in a package."""
    return msgspec.toml.decode((files(package) / "plan.toml").read_bytes(), type=Plan)


@cache
def read_words(package: str, language: str) -> BookWords:
    """The words in a package. Raises Refused if the package has no such language."""
    found = [entry for entry in files(package).iterdir() if entry.name == f"{language}.toml" and language != "plan"]
    if not found:
        raise Refused("BAD_REQUEST", f"There is no language {language[:40]!r} in this rule book.")
    return msgspec.toml.decode(found[0].read_bytes(), type=BookWords)


def holds(when: Facts, facts: Facts) -> bool:
    """Whether the facts are as a condition says; a list names several that will do."""
    return all(facts.get(name) in (value if isinstance(value, list) else [value]) for name, value in when.items())


def _is_changed(option: OptionInfo, value: Any) -> bool:
    return msgspec.json.encode(value) != msgspec.json.encode(option.default)


class Composer:
    """Composes one book. The `facts` decide what stands in it; `numbers` are terms that the rules themselves hold."""

    def __init__(
        self, plan: Plan, words: BookWords, ruleset: str, facts: Facts, numbers: Mapping[str, int] | None = None
    ) -> None:
        self._plan, self._words, self._facts = plan, words, facts
        self._terms: dict[str, str | int] = {**words.terms[ruleset], **(numbers or {})}

    def fill(self, text: str, **parts: str | int) -> str:
        """A text with its terms, and with other parts."""
        return text.format(**{**self._terms, **parts})

    def say(self, text: str) -> str:
        """A sentence with its terms. It begins with a capital."""
        said = self.fill(text)
        return said[:1].upper() + said[1:]

    def label(self, name: str, **parts: str | int) -> str:
        """A word or two beside a table or a card."""
        return self.fill(self._words.labels[name], **parts)

    def sections(
        self, tables: Mapping[str, BookTable], cards: Mapping[str, tuple[BookCard, ...]]
    ) -> tuple[BookSection, ...]:
        """Every section that has something in it."""
        made = [self._section(one, tables, cards) for one in self._plan.section if holds(one.when, self._facts)]
        parents = {section.part_of for section in made if section.rules or section.table or section.cards}
        return tuple(one for one in made if one.rules or one.table or one.cards or one.id in parents)

    def _section(
        self, one: PlannedSection, tables: Mapping[str, BookTable], cards: Mapping[str, tuple[BookCard, ...]]
    ) -> BookSection:
        return BookSection(
            id=one.id,
            title=self.say(self._words.titles[one.id]),
            part_of=one.part_of,
            rules=tuple(self.say(self._words.rules[rule.id]) for rule in self._standing(one)),
            table=tables.get(one.id),
            cards=cards.get(one.id, ()),
        )

    def _standing(self, section: PlannedSection) -> list[PlannedRule]:
        return [rule for rule in section.rules if holds(rule.when, self._facts)]

    def summary(self) -> tuple[str, ...]:
        """The sentences that say what the set-up comes to."""
        sections = [one for one in self._plan.section if holds(one.when, self._facts)]
        rules = [rule for one in sections for rule in self._standing(one) if rule.brief]
        return tuple(self.say(self._words.rules[rule.id]) for rule in rules)

    def why_not(self, phases: tuple[str, ...]) -> tuple[WhyNot, ...]:
        """Every refusal of these phases that this set-up can bring."""
        return tuple(self._why(one, one.phases or phases) for one in self._plan.why if holds(one.when, self._facts))

    def _why(self, one: PlannedWhy, phases: tuple[str, ...]) -> WhyNot:
        words = self._words.why[one.id]
        section, rule = self._place(one.rule)
        question, answer = self.say(words.ask), self.say(words.answer)
        return WhyNot(
            id=one.id, question=question, answer=answer, section=section, rule=rule, phases=phases, codes=one.codes
        )

    def _place(self, rule: str) -> tuple[str, int]:
        """The section of a rule and its number there; 0 for a rule that does not stand in this book, or a section."""
        for section in self._plan.section:
            if rule == section.id:
                return section.id, 0
            if any(rule == planned.id for planned in section.rules):
                standing = [planned.id for planned in self._standing(section)]
                return section.id, standing.index(rule) + 1 if rule in standing else 0
        raise KeyError(rule)

    def options(self, offered: Mapping[str, OptionInfo], values: Facts) -> BookTable:
        """Every option with what holds at this table; those that differ from the default are marked."""
        rows = [
            BookRow(
                head=one.name, cells=(BookCell(one.text),), here=_is_changed(offered[one.option], values[one.option])
            )
            for one in self._in_words(offered, values)
        ]
        return BookTable(head=(self.label("option"), self.label("here")), rows=tuple(rows))

    def agreed(self, offered: Mapping[str, OptionInfo], values: Facts) -> tuple[Agreed, ...]:
        """Those that differ from the default."""
        found = self._in_words(offered, values)
        return tuple(one for one in found if _is_changed(offered[one.option], values[one.option]))

    def _in_words(self, offered: Iterable[str], values: Facts) -> list[Agreed]:
        return [
            Agreed(name, self.say(self._words.options[name]["name"]), self.say(self._option(name, values[name])))
            for name in offered
        ]

    def _option(self, name: str, value: Any) -> str:
        texts = self._words.options[name]
        return texts.get(str(value).lower()) or texts["any"]

    def glossary(self) -> BookTable:
        """The words of the game, each with its meaning."""
        pairs = [(self.say(one["name"]), self.say(one["means"])) for one in self._words.glossary.values()]
        rows = tuple(BookRow(head=word, cells=(BookCell(means),)) for word, means in pairs)
        return BookTable(head=(self.label("word"), self.label("means")), rows=rows)
