"""The league of strangers: many ideas, two halves that share none, and the arena's test of one seat among them."""

from __future__ import annotations

import json
from itertools import chain

import pytest

from turncoat.arena import Cell, Mixed, play_game
from turncoat.bots import expand, make_bot
from turncoat.cli import run as turncoat
from turncoat.core import Ask
from turncoat.games import find_game
from turncoat.games.resistance.bots.league.readers import READERS
from turncoat.games.resistance.bots.league.stranger import league, measuring_half, training_half
from turncoat.games.resistance.bots.league.voters import VOTERS


def test_the_league_has_forty_kinds_half_of_them_for_measuring() -> None:
    assert len(training_half()) >= 20
    assert len(measuring_half()) >= 20
    assert len(READERS) + len(VOTERS) >= 16


@pytest.mark.parametrize("part", ["reader", "voter", "evil", "merlin"])
def test_no_idea_is_in_both_halves(part: str) -> None:
    """Otherwise a bot would be measured against what it was trained with."""
    ideas = {
        half: {getattr(kind, part) for kind in league().kind.values() if kind.half == half}
        for half in ("training", "measuring")
    }
    assert ideas["training"].isdisjoint(ideas["measuring"])


def test_every_idea_is_played_by_some_kind() -> None:
    kinds = league().kind.values()
    assert {kind.reader for kind in kinds} == set(READERS)
    assert {kind.voter for kind in kinds} == set(VOTERS)
    assert {kind.evil for kind in kinds} == set(league().evil)
    assert {kind.merlin for kind in kinds} == set(league().merlin)


@pytest.mark.parametrize(
    ("ruleset", "players", "roles", "options"),
    [
        ("classic", 5, (), {"plot": True}),
        ("avalon", 7, ("percival", "morgana", "mordred"), {"lady": True}),
        ("avalon", 10, ("percival", "morgana", "oberon"), {"targeting": True}),
        ("cards", 6, (), {}),
        ("changelings", 8, (), {}),
    ],
)
def test_strangers_play_every_game_of_the_family_to_its_end(
    ruleset: str, players: int, roles: tuple[str, ...], options: dict[str, bool]
) -> None:
    for number, half in enumerate((training_half(), measuring_half())):
        cell = Cell(
            lineup=Mixed(half), ruleset=ruleset, players=players, roles=roles, options=options, seed="strangers"
        )
        for game in range(6):
            assert play_game(cell, 10 * number + game).winner in ("good", "evil")


def test_a_stranger_answers_by_what_its_seat_sees_and_its_seed_alone() -> None:
    from turncoat.core import Match, Seed, Setup

    game = find_game("avalon")
    match = Match(game, Setup(ruleset="avalon", players=5), Seed.of("strangers"))
    while asks := game.asks(match.state):
        ask: Ask = asks[0]
        assert ask.seat is not None
        view = game.view(match.state, ask.seat)
        answers = [make_bot("stranger:rates-quorum", str(ask.seat)).answer(view, ask) for _ in range(2)]
        assert answers[0] == answers[1]
        match.play(ask.seat, answers[0])


def test_an_unknown_stranger_and_an_unknown_group_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for words in ("--good stranger:nobody-knows", "--among @strangers --seat simple"):
        assert turncoat(["arena", *words.split(), "--games", "1"]) == 2
        assert "BAD_BOT" in capsys.readouterr().err


def test_one_seat_is_measured_among_every_kind_of_a_group(capsys: pytest.CaptureFixture[str]) -> None:
    """The gain is over the kind itself in the same seat of the same deals."""
    assert expand(["simple", "@measuring"], "avalon") == ("simple", *measuring_half())
    few = ",".join(measuring_half()[:2])
    line = f"arena --among {few} --seat simple --ruleset avalon --players 5 --games 40 --workers 1 --json"
    assert turncoat(line.split()) == 0
    rows = [json.loads(row) for row in capsys.readouterr().out.splitlines()]
    assert [(row["base"], row["guest"]) for row in rows] == list(
        chain.from_iterable(((kind, "simple"), (kind, kind)) for kind in measuring_half()[:2])
    )
    for guest, own in (rows[:2], rows[2:]):
        assert "gain" not in own
        for side in ("good", "evil"):
            assert guest["gain"][side]["games"] == guest[side]["games"] == own[side]["games"]
            rise = 100 * (guest[side]["rate"] - own[side]["rate"])
            assert guest["gain"][side]["mean"] == pytest.approx(rise)
