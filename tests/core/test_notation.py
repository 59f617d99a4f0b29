"""The text form of a record: what it looks like, and what it refuses."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from turncoat.core import CorruptRecord, Match, Seed, Setup, dump_record, parse_record, print_record
from turncoat.games import find_game
from turncoat.games.resistance.rules.moves import PlayCard, Propose, Vote


def one_mission() -> Match[object]:
    deal = {"roles": ["resistance", "spy", "resistance", "spy", "resistance"], "leader": 0}
    match: Match[object] = Match(find_game("classic"), Setup(ruleset="classic", players=5, deal=deal), Seed.of("1"))
    match.play(0, Propose(team=(0, 1)))
    for seat, approve in enumerate((True, True, True, True, False)):
        match.play(seat, Vote(approve=approve))
    match.play(1, PlayCard(success=False))
    match.play(0, PlayCard(success=True))
    return match


def test_moves_are_short_and_stand_by_seat() -> None:
    text = print_record(one_mission().record())
    assert text.splitlines()[-1] == "0:propose=0,1 0,1,2,3,4:vote=++++- 0,1:mission=+-"
    assert '[ruleset "classic"]' in text


@pytest.mark.parametrize(
    "meta", [{"seat 0": "Ann"}, {"a\nb": "c"}, {"": 1}, {"who": "\u2028 \x85 ]"}, {"a.b": {"c": [1, None]}}, {}]
)
def test_any_words_in_meta_round_trip(meta: dict[str, object]) -> None:
    record = replace(one_mission().record(), meta=meta)
    assert dump_record(parse_record(print_record(record), find_game)) == dump_record(record)


@pytest.mark.parametrize(
    "damage",
    [
        ("0:propose=0,1", "0:propose"),
        ("0:propose=0,1", "0:fly=0,1"),
        ("0:propose=0,1", "zero:propose=0,1"),
        ("0:propose=0,1", "0:propose=0,1;_;7"),
        ("vote=++++-", "vote=+++-"),
        ("vote=++++-", "vote=++++?"),
        ("[players 5]", "[players five]"),
        ("[players 5]", "[players 4]\n[options 3]\n[options.lady true]"),
        ('[ruleset "classic"]', '[ruleset "chess"]'),
        ('[ruleset "classic"]', "[ruleset [1]]"),
        ('[ruleset "classic"]', ""),
    ],
)
def test_damage_is_told_as_such(damage: tuple[str, str]) -> None:
    text = print_record(one_mission().record())
    assert damage[0] in text
    with pytest.raises(CorruptRecord):
        parse_record(text.replace(*damage), find_game)
