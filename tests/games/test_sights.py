"""rules.md, "Who knows whom": the table of who sees whom agrees with what the deal tells each seat."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from turncoat.core import Match, Refused, Seed, Setup
from turncoat.games import find_game
from turncoat.games.resistance.narration.sights import sights
from turncoat.games.resistance.samples import random_setup


def avalon(roles: str, players: int = 10, **options: Any) -> Setup:
    return Setup(ruleset="avalon", players=players, roles=tuple(roles.split()), options=options)


def texts(setup: Setup, language: str = "en") -> list[str]:
    return [sight.text for sight in sights(setup, language)]


def test_merlin_sees_all_evil_but_mordred() -> None:
    assert texts(avalon("mordred oberon")) == [
        "The evil players know one another, but not Oberon.",
        "Merlin sees the Assassin, Oberon and the minion, but not Mordred.",
    ]


def test_an_oberon_whom_merlin_does_not_see() -> None:
    setup = avalon("oberon", oberon_seen_by_merlin=False)
    assert texts(setup)[1] == "Merlin sees the Assassin and the minions, but not Oberon."


def test_roles_are_named_as_each_language_names_them() -> None:
    setup = avalon("percival morgana oberon", players=10)
    assert [texts(setup, language)[1:] for language in ("en", "es", "fr")] == [
        [
            "Merlin sees the Assassin, Morgana, Oberon and the minion.",
            "Percival sees Merlin and Morgana, and cannot tell which is which.",
        ],
        [
            "Merlín ve al Asesino, a Morgana, a Oberón y al esbirro.",
            "Perceval ve a Merlín y a Morgana, sin saber quién es quién.",
        ],
        [
            "Merlin voit l'Assassin, Morgane, Obéron et le sbire.",
            "Perceval voit Merlin et Morgane, sans les distinguer.",
        ],
    ]


@pytest.mark.parametrize(
    ("language", "unseen"),
    [
        ("en", "Merlin sees the Assassin and the minion, but not Mordred or Oberon."),
        ("es", "Merlín ve al Asesino y al esbirro, pero no a Mordred ni a Oberón."),
        ("fr", "Merlin voit l'Assassin et le sbire, mais pas Mordred ni Obéron."),
    ],
)
def test_those_whom_merlin_does_not_see_are_joined_as_after_a_no(language: str, unseen: str) -> None:
    assert texts(avalon("mordred oberon", oberon_seen_by_merlin=False), language)[1] == unseen


@pytest.mark.parametrize("language", ["es", "fr"])
def test_no_character_is_seen_without_its_article(language: str) -> None:
    """For one, two and many of the evil side: `ve a Asesino` and `voit Assassin` are not written."""
    bare = {"es": r"\b(ve|a|y|ni) (Asesino|esbirros?)\b", "fr": r"\b(voit|et|ni|pas) (Assassin|sbires?)\b"}
    for players in range(5, 11):
        for roles in ("", "morgana percival", "mordred", "oberon", "mordred morgana percival"):
            try:
                said = texts(avalon(roles, players=players), language)
            except Refused:
                continue  # too many characters for so few players
            assert not [text for text in said if re.search(bare[language], text)]


def test_a_merlin_who_sees_nobody() -> None:
    options = {"oberon_seen_by_merlin": False, "assassin": False, "assassin_fallback": "collective"}
    assert texts(avalon("mordred oberon", players=5, **options))[1] == "Merlin sees nobody."


def test_percival_cannot_tell_merlin_from_morgana() -> None:
    assert texts(avalon("percival morgana"))[2].startswith("Percival sees Merlin and Morgana, and cannot tell")
    assert texts(avalon("percival mordred"))[2] == "Percival sees Merlin."


def test_spies_who_are_blind() -> None:
    blind = Setup(ruleset="classic", players=5, options={"blind_spies": True, "allow": ["blind_spies"]})
    assert texts(blind) == ["The spies do not know one another."]
    assert texts(Setup(ruleset="classic", players=5)) == ["The spies know one another; nobody else knows anything."]


@pytest.mark.parametrize("ruleset", ["avalon", "classic", "cards", "changelings"])
def test_the_table_agrees_with_every_deal(ruleset: str) -> None:
    """In any set-up, a seat learns about exactly the seats whose roles its entry names."""
    chance = Random(ruleset)
    for number in range(60):
        players = chance.choice(range(5, 11))
        setup = random_setup(ruleset, players, chance)
        rows = sights(setup)
        match: Match[Any] = Match(find_game(ruleset), setup, Seed.of(str(number)))
        roles = match.game.deal(match.state)["roles"]
        for seat, role in enumerate(roles):
            sees = {seen for row in rows if role in row.viewers for seen in row.sees}
            expected = {other for other, its in enumerate(roles) if other != seat and its in sees}
            assert set(match.game.view(match.state, seat).you.knows) == expected


@pytest.mark.parametrize("language", ["en", "es", "fr"])
def test_every_language_says_it(language: str) -> None:
    for text in texts(avalon("percival morgana mordred oberon"), language):
        assert text.endswith(".")
        assert "{" not in text
