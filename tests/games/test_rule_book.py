"""The rule book agrees with the engine, says everything in every language, and answers every refusal."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import asdict

from turncoat.core import AnyGame, Match, Refused, Seed, Setup, offered
from turncoat.core.capabilities import Book, BookSection, RuleBook
from turncoat.core.rule_book import BookWords, holds, read_plan, read_words
from turncoat.games import find_game, games
from turncoat.games.maquis import rule_book as maquis_book
from turncoat.games.maquis.rules import moves as solo
from turncoat.games.maquis.rules.cards import MAQUIS, MISSIONS, SPY
from turncoat.games.resistance.narration import rule_book as family_book
from turncoat.games.resistance.rules import moves as mv
from turncoat.games.resistance.rules.ruleset import charts
from turncoat.games.resistance.rules.setup import compile_setup
from turncoat.games.resistance.samples import random_setup

FAMILY = ("classic", "cards", "changelings", "avalon")
LANGUAGES = ("en", "es", "fr")
BOOKS: tuple[RuleBook, ...] = (family_book, maquis_book)
PACKAGES = [book.__name__ for book in (family_book, maquis_book)]
CLASSIC = Setup(ruleset="classic", players=5)
MALFORMED = {"BAD_REQUEST", "UNKNOWN_PLAYER"}
"""What no prompt can send: the request itself makes no sense."""


def section(book: Book, name: str) -> BookSection:
    return next(one for one in book.sections if one.id == name)


def samples(ruleset: str, count: int) -> Iterator[Setup]:
    chance = Random(f"rule book {ruleset}")
    for _ in range(count):
        yield random_setup(ruleset, chance.choice(range(5, 11)), chance)


# what was agreed


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruleset", FAMILY)
def test_every_option_that_is_not_as_usual_is_told_and_no_other(ruleset: str, language: str) -> None:
    offers = find_game(ruleset).capabilities
    options = offered(offers.catalogue, "options").options(ruleset)
    usual = {name: msgspec.json.encode(option.default) for name, option in options.items()}
    assert family_book.agreed(Setup(ruleset=ruleset, players=7), language) == ()
    for setup in samples(ruleset, 40):
        values = asdict(compile_setup(setup).options)
        told = family_book.agreed(setup, language)
        changed = {name for name in usual if msgspec.json.encode(values[name]) != usual[name]}
        assert {one.option for one in told} == changed
        assert all(one.name and one.text for one in told)


def test_the_summary_of_a_set_up_says_how_it_is_played() -> None:
    """rules.md, "Options": a fifth rejection, who votes, and the die that only counts."""

    def summary(ruleset: str, **options: Any) -> str:
        return " ".join(family_book.summary(Setup(ruleset=ruleset, players=7, options=options)))

    assert "spies win at once" in summary("classic")
    assert "spies win at once" in summary("cards", five_rejections="evil_wins")
    assert "spies get the point" in summary("classic", five_rejections="point")
    assert "not on the team" in summary("cards")
    assert "not on the team" not in summary("cards", electorate="all")
    assert "name Merlin" in summary("avalon")
    assert "name Merlin" not in summary("avalon", merlin=False)
    die = summary("changelings", five_rejections="point")
    assert "A die counts" in die
    assert "win at once" not in die


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruleset", FAMILY)
def test_the_advice_for_a_role_names_nobody_who_can_be_missing(ruleset: str, language: str) -> None:
    names = offered(find_game(ruleset).capabilities.catalogue, "words").words(ruleset)[language]
    advice = read_words(family_book.__name__, language).things["roles"]
    for setup in samples(ruleset, 60):
        rules = compile_setup(setup)
        absent = [names[role] for role in rules.ruleset.roles if role not in rules.roles]
        for role in set(rules.roles):
            assert not [name for name in absent if name.lower() in advice[role]["advice"].lower()], (setup, role)


# the engine


@pytest.mark.parametrize("ruleset", FAMILY)
def test_the_chart_is_what_the_engine_plays(ruleset: str) -> None:
    """rules.md, "Charts": sizes, two-fail marks and numbers of evil, whatever the options; one row is this table's."""
    for setup in samples(ruleset, 40):
        rules = compile_setup(setup)
        table = section(family_book.book(setup), "team-sizes").table
        assert table is not None
        assert [row.head for row in table.rows] == [str(players) for players in charts().sides]
        (row,) = [row for row in table.rows if row.here]
        *sizes, evil = row.cells
        assert row.head == str(setup.players)
        assert [int(cell.text) for cell in sizes] == list(rules.team_sizes)
        assert [2 if cell.mark == "two" else 1 for cell in sizes] == list(rules.fails_needed)
        assert int(evil.text) == sum(rules.sides[role] == "evil" for role in rules.roles)


@pytest.mark.parametrize("ruleset", FAMILY)
def test_who_sees_whom_is_what_the_deal_tells(ruleset: str) -> None:
    """rules.md, "Who knows whom": a cell says what the seats with one role learn about those with another."""
    for number, setup in enumerate(samples(ruleset, 60)):
        match: Match[Any] = Match(find_game(ruleset), setup, Seed.of(str(number)))
        dealt = match.game.deal(match.state)["roles"]
        roles = list(dict.fromkeys(compile_setup(setup).roles))
        table = section(family_book.book(setup), "who-sees-whom").table
        assert table is not None
        for seat, viewer in enumerate(dealt):
            knows = match.game.view(match.state, seat).you.knows
            cells = table.rows[roles.index(viewer)].cells
            for other, role in enumerate(dealt):
                cell = cells[roles.index(role)]
                if other == seat:
                    continue
                known_as = knows.get(other)
                assert cell.mark == {None: "none", "evil": "evil"}.get(known_as, "good"), (setup, viewer, role)
                assert (known_as == "merlin-or-morgana") == cell.text.endswith("?")


def test_a_tap_on_a_character_gives_a_set_up_that_can_be_played() -> None:
    for setup in samples("avalon", 40):
        for card in section(family_book.book(setup), "characters").cards:
            if card.tapped is not None:
                changed = Setup(ruleset="avalon", players=setup.players, options=setup.options, roles=card.tapped)
                assert (card.id in compile_setup(changed).roles) is not card.here
            elif card.id not in ("servant", "minion"):
                assert card.refused or not card.here


def test_the_deck_of_plot_cards_is_that_of_the_table() -> None:
    """rules.md, "The Plot Thickens"."""
    for players in charts().sides:
        setup = Setup(ruleset="classic", players=players, options={"plot": True})
        deck = compile_setup(setup).deck
        for card in section(family_book.book(setup), "plot-cards").cards:
            assert card.here == (card.id in deck)
            assert not card.here or f"{deck.count(card.id)} in the deck" in card.note


def test_a_rule_that_an_option_changes_stands_as_it_is_played() -> None:
    def voting(**options: Any) -> str:
        return " ".join(section(family_book.book(Setup(ruleset="classic", players=7, options=options)), "voting").rules)

    assert "spies win at once" in voting()
    assert "spies get the point" in voting(five_rejections="point")
    assert "without a vote" in voting(fifth_proposal="auto_approve")
    assert "Only those who are not on the team vote" in voting(electorate="non_team")


def test_all_ninety_cards_of_the_solitaire_game_are_there() -> None:
    book = maquis_book.book(Setup(ruleset="maquis", players=1))
    assert {card.id for card in section(book, "maquis").cards} == set(MAQUIS)
    assert {card.id for card in section(book, "missions").cards} == set(MISSIONS)
    counted = [int(card.text[1].split()[3]) for card in section(book, "enemies").cards]
    spies, civilians = section(book, "others").cards
    numbers = [int(word) for word in spies.text[0].replace(",", "").split() if word.isdigit()]
    assert len(MAQUIS) + len(MISSIONS) + sum(counted) + sum(numbers) + int(civilians.text[0].split()[3]) == 90


# words


def keys(words: BookWords) -> dict[str, Any]:
    """The ids of everything that is said, with the placeholders of each sentence where they must agree."""
    said = asdict(words)
    things = {kind: {name: sorted(texts) for name, texts in found.items()} for kind, found in words.things.items()}
    plain = {name: sorted(said[name]) for name in ("titles", "rules", "why", "glossary", "labels", "terms")}
    return {**plain, "things": things, "options": {name: sorted(texts) for name, texts in words.options.items()}}


@pytest.mark.parametrize("package", PACKAGES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_the_same_things(package: str, language: str) -> None:
    words = read_words(package, language)
    assert keys(words) == keys(read_words(package, "en"))
    plan = read_plan(package)
    assert set(words.rules) == {rule.id for part in plan.section for rule in part.rules}
    assert set(words.why) == {why.id for why in plan.why}
    assert set(words.titles) == {part.id for part in plan.section}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_every_value_of_every_option_is_explained(game: AnyGame, language: str) -> None:
    package = offered(game.capabilities.rule_book, "rule book").__name__  # type: ignore[attr-defined]
    words = read_words(package, language)
    for ruleset in game.rulesets:
        for name, option in offered(game.capabilities.catalogue, "catalogue").options(ruleset).items():
            texts = words.options[name]
            values = option.values or ((True, False) if option.type == "bool" else ())
            assert texts["name"]
            assert "any" in texts or {str(value).lower() for value in values} <= set(texts), name


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_placeholder_and_no_empty_sentence_is_left(language: str) -> None:
    for ruleset in FAMILY:
        for setup in samples(ruleset, 10):
            assert list(flaws(family_book.book(setup, language))) == []
    assert list(flaws(maquis_book.book(Setup(ruleset="maquis", players=1), language))) == []


def flaws(book: Book) -> Iterator[str]:
    for part in book.sections:
        sentences = [*part.rules, *(text for card in part.cards for text in card.text)]
        rows = part.table.rows if part.table else ()
        texts = [part.title, *sentences, *(cell.text for row in rows for cell in row.cells if cell.mark != "own")]
        yield from (text for text in texts if not text or set(text) & set("{}"))
        yield from (text for text in part.rules if text[-1] not in ".!" or text[0] in string.ascii_lowercase)
    for why in book.why_not:
        yield from (text for text in (why.question, why.answer) if not text or set(text) & set("{}"))
        named = next(part for part in book.sections if part.id == why.section)
        if not 0 <= why.rule <= len(named.rules):
            yield f"{why.id} leads to rule {why.rule} of {why.section}"


def test_an_unknown_language_is_refused() -> None:
    for book in BOOKS:
        for language in ("tlh", "plan", "../en"):
            with pytest.raises(Refused, match="language"):
                book.book(Setup(ruleset="maquis", players=1) if book is maquis_book else CLASSIC, language)


def test_a_condition_may_name_several_values() -> None:
    assert holds({"a": [1, 2], "b": True}, {"a": 2, "b": True})
    assert not holds({"a": [1, 2]}, {"a": 3})
    assert not holds({"a": 1}, {})


# refusals


def family_tries(players: int) -> list[Any]:
    """Moves that somebody might try at any time."""
    seats = range(players)
    teams = [tuple(range(size)) for size in range(1, 7)] + [(0, 0), (0, 0, 1), (0, 0, 1, 2), (0, 0, 1, 2, 3)]
    tries: list[Any] = [mv.Propose(team=team, mission=mission) for team in teams for mission in (None, 1, 2, 5)]
    tries += [mv.Vote(approve=True), mv.PlayCard(success=True), mv.PlayCard(success=False), mv.Pass()]
    tries += [mv.PassLoyalty(side=side) for side in ("good", "evil")]
    cards = tuple(charts().plot_cards)
    for seat in seats:
        tries += [mv.Examine(seat=seat), mv.Assassinate(seat=seat), mv.Look(at=seat), mv.Show(to=seat)]
        tries += [mv.Give(card=card, to=seat) for card in cards]  # type: ignore[arg-type]
        tries += [mv.Take(card=card, holder=seat) for card in cards]  # type: ignore[arg-type]
        tries += [mv.Use(card=card, on=seat) for card in cards]  # type: ignore[arg-type]
    return tries


def refusals(match: Match[Any], seats: range, tries: list[Any]) -> set[tuple[str, str]]:
    """Every refusal of the open phase, by phase and code."""
    found = set()
    for seat in seats:
        for move in tries:
            try:
                match.game.play(match.state, seat, move)
            except Refused as refusal:
                found.add((match.game.phase(match.state), refusal.code))
    return {(phase, code) for phase, code in found if code not in MALFORMED}


def play_on(match: Match[Any], chance: Random) -> bool:
    """One random answer; False if the game is over."""
    asks = match.game.asks(match.state)
    if not asks:
        return False
    ask = chance.choice(asks)
    match.play(ask.seat, chance.choice(ask.moves))
    return True


def answered(book: Book) -> set[tuple[str, str]]:
    return {(phase, code) for why in book.why_not for phase in why.phases for code in why.codes}


@pytest.mark.parametrize("ruleset", FAMILY)
def test_every_refusal_of_every_phase_has_an_answer(ruleset: str) -> None:
    """Random games with random options: whatever anybody tries in a phase, the book says why it is refused."""
    chance = Random(ruleset)
    seen: set[tuple[str, str]] = set()
    for number, setup in enumerate(samples(ruleset, 16)):
        match: Match[Any] = Match(find_game(ruleset), setup, Seed.of(str(number)))
        known, tries = answered(family_book.book(setup)), family_tries(setup.players)
        looked: dict[str, int] = {}
        while True:
            phase = match.game.phase(match.state)
            looked[phase] = looked.get(phase, 0) + 1
            if looked[phase] <= 3:
                found = refusals(match, range(setup.players), tries)
                assert found <= known, (setup, found - known)
                seen |= found
            if not play_on(match, chance):
                break
    assert {("propose", "TEAM_SIZE"), ("mission", "GOOD_MUST_SUCCEED"), ("over", "GAME_OVER")} <= seen


def test_every_refusal_of_the_solitaire_game_has_an_answer() -> None:
    chance, seen = Random("resist"), set()
    cards, missions = [*MAQUIS, SPY], list(MISSIONS)
    tries: list[Any] = [solo.Play(card, persona) for card in cards for persona in ("hidden", "revealed")]
    tries += [solo.PickCard(card) for card in cards] + [solo.Keep(card) for card in cards]
    tries += [kind(mission) for kind in (solo.Choose, solo.PickMission) for mission in missions]
    tries += [solo.PickEnemy(mission, slot) for mission in missions for slot in range(6)]
    tries += [solo.Done(), solo.Continue(), solo.End(), solo.Act(use=True), solo.Sort(("abel",)), solo.Sort((SPY, SPY))]
    for number in range(20):
        options = {"setup": chance.choice(["shuffle", "draft"]), "stop_early": chance.random() < 0.5}
        setup = Setup(ruleset="maquis", players=1, options=options)
        match: Match[Any] = Match(find_game("maquis"), setup, Seed.of(str(number)))
        known = answered(maquis_book.book(setup))
        while True:
            found = refusals(match, range(1), tries)
            assert found <= known, found - known
            seen |= found
            if not play_on(match, chance):
                break
    assert {code for _, code in seen} >= {"GUARDS_FIRST", "GRUNTS_FIRST", "TOO_STRONG", "SPY_UNPLAYABLE", "GAME_OVER"}


@pytest.mark.parametrize(
    ("language", "other"),
    [("es", ("dirige", "dirigía", "coge", "misión derrotada")), ("fr", ("mène", "refus", "paquet", "mission vaincue"))],
)
def test_the_book_uses_the_words_of_the_table(language: str, other: tuple[str, ...]) -> None:
    """One thing has one name: the table says líder and chef, rejet, pioche, and that a mission is accomplished."""
    for package in PACKAGES:
        words = msgspec.json.encode(read_words(package, language)).decode().lower()
        assert [word for word in other if re.search(rf"\b{word}\b", words)] == []
