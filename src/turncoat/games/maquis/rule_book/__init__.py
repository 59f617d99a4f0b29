"""The rule book of RESIST!, with all its cards, made from the data that the game plays by.

This package is the capability `turncoat.core.capabilities.RuleBook`. `plan.toml` says what stands in a book when, and
each language has a file of words.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import asdict

from turncoat.core import Setup
from turncoat.core.capabilities import Agreed, Book, BookCard
from turncoat.core.rule_book import Composer, read_plan, read_words
from turncoat.games.maquis.catalogue import CATALOGUE
from turncoat.games.maquis.rules.cards import (
    CIVILIANS,
    ENEMIES,
    ENEMY_CARDS,
    HIDDEN_SPIES,
    MAQUIS,
    MISSIONS,
    RESERVE_SPIES,
    SPY,
    Enemy,
    Side,
)
from turncoat.games.maquis.rules.rounds import CIVILIANS_TO_LOSE, FAILURES_TO_LOSE, GRADES
from turncoat.games.maquis.rules.setup import opening

languages = ("en", "es", "fr")
PHASES = ("draft", "plan", "attack", "defeat", "aftermath", "over")
_NUMBERS = {
    "civilians": CIVILIANS_TO_LOSE,
    "failures": FAILURES_TO_LOSE,
    "maquis": len(MAQUIS),
    "spies": HIDDEN_SPIES,
    **{grade: points for points, grade in GRADES},
}


def book(setup: Setup, language: str = "en") -> Book:
    """The rules of a set-up. Raises Refused."""
    options = asdict(opening(setup).options)
    composer = _composer(setup, language)
    cards = _Cards(composer, read_words(__package__, language).things)
    tables = {
        "options": composer.options(CATALOGUE.options(setup.ruleset), options),
        "words": composer.glossary(),
    }
    pictures = {
        "maquis": tuple(cards.maquis()),
        "missions": tuple(cards.missions()),
        "enemies": tuple(cards.enemies()),
        "others": tuple(cards.others()),
    }
    return Book(
        ruleset=setup.ruleset,
        language=language,
        title="RESIST!",
        players=setup.players,
        roles=(),
        sections=composer.sections(tables, pictures),
        why_not=composer.why_not(PHASES),
    )


def summary(setup: Setup, language: str = "en") -> tuple[str, ...]:
    """What a set-up comes to, in a few sentences. Raises Refused."""
    return _composer(setup, language).summary()


def agreed(setup: Setup, language: str = "en") -> tuple[Agreed, ...]:
    """Every option that the set-up changes, in words. Raises Refused."""
    options = asdict(opening(setup).options)
    return _composer(setup, language).agreed(CATALOGUE.options(setup.ruleset), options)


def _composer(setup: Setup, language: str) -> Composer:
    options = asdict(opening(setup).options)
    return Composer(read_plan(__package__), read_words(__package__, language), setup.ruleset, options, _NUMBERS)


class _Cards:
    def __init__(self, composer: Composer, things: dict[str, dict[str, dict[str, str]]]) -> None:
        self._composer, self._things = composer, things
        self._label = composer.label

    def maquis(self) -> Iterator[BookCard]:
        for card in MAQUIS.values():
            sides = (self._side("hidden", card.hidden), self._side("revealed", card.revealed))
            yield BookCard(id=card.id, name=card.name, text=sides, picture=f"maquis:{card.id}")

    def _side(self, persona: str, side: Side) -> str:
        head = self._label(persona, attack=side.attack)
        if side.action is None:
            return f"{head} · {self._label('no_action')}"
        when = self._label(side.when[0] if len(side.when) == 1 else "either")
        return f"{head} · {self._does(when, side.action)}"

    def _does(self, when: str, effect: str) -> str:
        """`Attack: Draw 1 hidden card.` The words of some effects are not a whole sentence."""
        text = self._composer.say(self._things["effects"][effect]["text"])
        return self._label("does", when=when, effect=text if text.endswith(".") else f"{text}.")

    def missions(self) -> Iterator[BookCard]:
        for card in MISSIONS.values():
            numbers = self._label("mission", defense=card.defense, points=card.points, garrison=card.garrison)
            yield BookCard(
                id=card.id,
                name=self._things["missions"][card.id]["name"],
                text=(self._does(self._label(card.when), card.effect), numbers),
                note=self._label("era", era="I" * card.era),
                picture=f"mission:{card.id}",
            )

    def enemies(self) -> Iterator[BookCard]:
        kinds: dict[str, list[Enemy]] = {}
        for card in ENEMY_CARDS:
            kinds.setdefault(card.rsplit("-", 1)[0], []).append(ENEMIES[card])
        for kind, copies in kinds.items():
            values = ", ".join(str(copy.defense) for copy in copies)
            yield BookCard(
                id=kind,
                name=self._things["enemies"][kind]["name"],
                text=(
                    self._does(self._label(copies[0].when), copies[0].effect),
                    self._label("copies", n=len(copies), values=values),
                ),
                picture=f"enemy:{copies[0].id}",
            )

    def others(self) -> Iterator[BookCard]:
        spies = self._label("spy", hidden=HIDDEN_SPIES, reserve=RESERVE_SPIES)
        yield BookCard(id=SPY, name=self._label("spy_name"), text=(spies,), picture=f"maquis:{SPY}")
        values = ", ".join(map(str, sorted(CIVILIANS)))
        civilians = self._label("civilians", n=len(CIVILIANS), values=values)
        yield BookCard(id="civilian", name=self._label("civilian"), text=(civilians,), picture="civilian")
