"""Every game keeps the promises of the protocol, with default options and with any others."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings

from tests.kit.cases import every_game
from turncoat.core import AnyGame, Record, Setup, dump_record, load_record, parse_record, print_record, replay
from turncoat.games import find_game
from turncoat.testing import check_conformance, random_setup
from turncoat.testing.conformance import fingerprint
from turncoat.testing.strategies import records


@every_game()
def test_default_options(game: AnyGame, ruleset: str, players: int) -> None:
    assert check_conformance(game, Setup(ruleset=ruleset, players=players), f"default {ruleset} {players}") > 0


@every_game()
def test_options_at_random(game: AnyGame, ruleset: str, players: int) -> None:
    choose = Random(f"conformance {ruleset} {players}")
    setup = random_setup(game, ruleset, players, choose)
    assert check_conformance(game, setup, f"random {ruleset} {players}") > 0


@pytest.mark.long
@every_game()
def test_many_options_at_random(game: AnyGame, ruleset: str, players: int) -> None:
    choose = Random(f"long conformance {ruleset} {players}")
    for number in range(25):
        setup = random_setup(game, ruleset, players, choose)
        check_conformance(game, setup, f"long {ruleset} {players} {number}")


@given(records())
@settings(max_examples=40, deadline=None, derandomize=True)
def test_records_round_trip_in_both_forms(record: Record) -> None:
    plain = dump_record(record)
    assert dump_record(load_record(plain, find_game)) == plain
    assert dump_record(parse_record(print_record(record), find_game)) == plain


@given(records(most_moves=40))
@settings(max_examples=20, deadline=None, derandomize=True)
def test_a_record_read_back_leads_to_the_same_state(record: Record) -> None:
    game = find_game(record.ruleset)
    again = parse_record(print_record(record), find_game)
    here, there = (fingerprint(game, replay(game, each), record.players) for each in (record, again))
    assert here == there
