"""What a rule book is made of, and the capability that gives it. `capabilities` hands these names on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import msgspec

from turncoat.core.types import Setup


class BookCell(msgspec.Struct, frozen=True, omit_defaults=True):
    """A cell of a table in a rule book. `mark` says how it is drawn: `good`, `evil`, `own`, `none` or `two`."""

    text: str
    mark: str = ""


class BookRow(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A row of a table. `here` marks what holds at the table that the book was asked for."""

    head: str
    cells: tuple[BookCell, ...]
    picture: str = ""
    here: bool = False


class BookTable(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A table of a rule book. `above` spans all columns; `in_words` says the same in sentences, for small screens."""

    head: tuple[str, ...]
    rows: tuple[BookRow, ...]
    above: str = ""
    note: str = ""
    in_words: tuple[str, ...] = ()


class BookCard(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A role or a card. `tapped` are the roles of the set-up with it, or without it if it is `here`.

    Where that set-up cannot be played, `tapped` is None and `refused` says why.
    """

    id: str
    name: str
    text: tuple[str, ...]
    note: str = ""
    side: str = ""
    picture: str = ""
    here: bool = True
    tapped: tuple[str, ...] | None = None
    refused: str = ""


class BookSection(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A section of a rule book: numbered rules, a table and cards. `part_of` is the section that it belongs to."""

    id: str
    title: str
    part_of: str = ""
    rules: tuple[str, ...] = ()
    table: BookTable | None = None
    cards: tuple[BookCard, ...] = ()


class WhyNot(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Why something is refused in some phases, with the codes of those refusals and the rule behind them.

    It is the same for every seat: nothing in it depends on what was dealt.
    """

    id: str
    question: str
    answer: str
    section: str
    phases: tuple[str, ...]
    rule: int = 0
    codes: tuple[str, ...] = ()


class Book(msgspec.Struct, frozen=True, kw_only=True):
    """The rules of a set-up in one language."""

    ruleset: str
    language: str
    title: str
    players: int
    roles: tuple[str, ...]
    sections: tuple[BookSection, ...]
    why_not: tuple[WhyNot, ...]


class Agreed(msgspec.Struct, frozen=True):
    """An option that a set-up does not leave as it is by default, and what it comes to."""

    option: str
    name: str
    text: str


class RuleBook(Protocol):
    """The rules for people to read, made from the data that the game itself plays by."""

    @property
    def languages(self) -> Sequence[str]:
        """The languages there are."""

    def book(self, setup: Setup, language: str = "en") -> Book:
        """The rules of a set-up. Raises Refused."""

    def summary(self, setup: Setup, language: str = "en") -> tuple[str, ...]:
        """What a set-up comes to, in a few sentences. Raises Refused."""

    def agreed(self, setup: Setup, language: str = "en") -> tuple[Agreed, ...]:
        """Every option that the set-up changes, in words. Raises Refused."""
