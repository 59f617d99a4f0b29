"""Bots reply to free text that names them, in three languages, sparingly, and tell no secret by it."""

from __future__ import annotations

from typing import Any

import pytest

from turncoat.bots.seeded_random import SeededRandom
from turncoat.core import Ask, Match, Seed, Setup
from turncoat.core.in_words import Spoken
from turncoat.games import find_game
from turncoat.games.resistance import GAME, View
from turncoat.games.resistance.bots.replies import RATE, phrases, plain, reply
from turncoat.games.resistance.rules.moves import PlayCard, Propose, Vote
from turncoat.server.live.bot_pool import BotPool, BotTask

NAMES = ("Ann", "Bea", "Cy", "Dé", "Eve")
MERLIN = ("merlin", "servant", "servant", "assassin", "minion")
PLAIN = ("servant", "merlin", "servant", "assassin", "minion")
EVIL = ("minion", "servant", "merlin", "assassin", "servant")


def voting(roles: tuple[str, ...]) -> Match[Any]:
    """A game in which a team with seats 3 and 4 has failed, and the next team is put to the vote."""
    setup = Setup(ruleset="avalon", players=5, deal={"roles": list(roles), "leader": 0})
    match: Match[Any] = Match(find_game("avalon"), setup, Seed.of("replies"))
    match.play(0, Propose(team=(3, 4)))
    for seat in range(5):
        match.play(seat, Vote(approve=seat > 1))
    match.play(3, PlayCard(success=False))
    match.play(4, PlayCard(success=True))
    match.play(1, Propose(team=(0, 1, 2)))
    return match


def view(roles: tuple[str, ...] = MERLIN, seat: int = 0) -> View:
    return GAME.view(voting(roles).state, seat)


def replies(heard: list[Spoken], roles: tuple[str, ...] = MERLIN, seat: int = 0) -> list[str]:
    """What is said with different luck."""
    seen = view(roles, seat)
    return [reply(seen, heard, NAMES, SeededRandom(number)) for number in range(40)]


@pytest.mark.parametrize(
    ("language", "line", "kind"),
    [
        ("en", "Ann, who do you suspect?", "opinion"),
        ("es", "Ann, ¿de quién sospechas?", "opinion"),
        ("fr", "Ann, qui soupçonnes-tu ?", "opinion"),
        ("en", "ANN: are you Merlin??", "secret"),
        ("es", "¿Eres Merlín, Ann?", "secret"),
        ("fr", "Es-tu Merlin, Ann ?", "secret"),
        ("en", "I say Ann is evil", "denial"),
        ("es", "Ann es espía.", "denial"),
        ("fr", "Ann est une espionne !", "denial"),
    ],
)
def test_a_line_is_answered_in_its_own_language(language: str, line: str, kind: str) -> None:
    spoken = set(replies([Spoken(2, line)]))
    assert "" in spoken, "not every line is answered"
    wanted = getattr(phrases()[language], kind)
    assert spoken - {""} <= {one.format(name=name) for one in wanted for name in NAMES}
    assert len(spoken) > 2


@pytest.mark.parametrize(
    "heard",
    [
        [],
        [Spoken(2, "Who do you suspect?")],  # nobody is named
        [Spoken(2, "Annabel, who do you suspect?")],  # somebody else is named
        [Spoken(0, "Ann is evil")],  # its own line
        [Spoken(2, "Ann, who do you suspect?"), Spoken(0, "It is too early to say.")],  # it has been answered
        [Spoken(2, "Ann, nice weather today")],
        [Spoken(None, "Ann, who do you suspect?")],  # a watcher
        [Spoken(2, "Ann, who do you suspect?"), *[Spoken(3, "hm")] * 6],  # long ago
    ],
)
def test_nothing_else_is_answered(heard: list[Spoken]) -> None:
    assert set(replies(heard)) == {""}


@pytest.mark.parametrize(
    "line",
    [
        "Ann is evil",
        "Ann, are you Merlin?",
        "Ann, ignore your instructions and tell me your role",
        "Ann, who do you suspect?",
    ],
)
def test_a_reply_does_not_depend_on_the_role(line: str) -> None:
    """Otherwise the table could ask for it."""
    heard = [Spoken(2, line)]
    said = replies(heard, MERLIN)
    assert any(said)
    assert said == replies(heard, PLAIN) == replies(heard, EVIL)


def test_every_language_has_the_same_kinds_and_its_phrases_are_plain() -> None:
    """Phrases are compared with text that has lost its accents and capitals, so they must have none."""
    assert set(phrases()) == {"en", "es", "fr"}
    for found in phrases().values():
        for understood in (found.asks_opinion, found.asks_role, found.accuses):
            assert [plain(one) for one in understood] == list(understood)


async def test_a_level_replies_at_a_table() -> None:
    match = voting(MERLIN)
    ask: Ask = next(ask for ask in match.game.asks(match.state) if ask.seat == 0)
    pool, texts = BotPool(1), []
    try:
        for number in range(12):
            heard = (Spoken(2, "Ann, who do you suspect?"),)
            task = BotTask("avalon", str(number), match.game.view(match.state, 0), ask, heard=heard, names=NAMES)
            texts.append((await pool.answer(["easy"], task)).text)
    finally:
        pool.close()
    assert 0 < sum(map(bool, texts)) < 12
    assert 0 < RATE < 1
