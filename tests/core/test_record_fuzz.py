"""Reading a damaged record raises CorruptRecord, whatever is wrong with it."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.core.test_referee_fuzz import mutated
from turncoat.core import (
    CorruptRecord,
    Setup,
    dump_record,
    load_record,
    parse_record,
    print_record,
    replay,
    verify,
)
from turncoat.games import find_game
from turncoat.testing.strategies import played


def a_record() -> Any:
    options = {"plot": True, "lady": True, "assassin_duty": True}
    setup = Setup(ruleset="avalon", players=7, options=options)
    return played(find_game("avalon"), setup, "damage", 60).record(reveal=True)


def test_a_record_with_one_odd_part() -> None:
    choose = random.Random("odd records")
    plain = json.loads(dump_record(a_record()))
    survived = 0
    for _ in range(1500):
        try:
            record = load_record(json.dumps(mutated(plain, choose)), find_game)
            verify(record, find_game)
            replay(find_game(record.ruleset), record)
        except CorruptRecord:
            continue
        survived += 1
    assert survived < 900  # many parts are free: names, the seed, values that mean the same


def test_a_text_with_one_character_changed() -> None:
    choose = random.Random("odd texts")
    text = print_record(a_record())
    for _ in range(800):
        at = choose.randrange(len(text))
        changed = text[:at] + choose.choice('0123456789,:;=+-_*[]"{} \nax\x00é') + text[at + 1 :]
        try:
            record = parse_record(changed, find_game)
            replay(find_game(record.ruleset), record)
        except CorruptRecord:
            continue


@given(st.text(max_size=100) | st.binary(max_size=100).map(lambda raw: raw.decode("latin-1")))
@settings(max_examples=150, deadline=None, derandomize=True)
def test_any_text_is_no_record(text: str) -> None:
    for read in (load_record, parse_record):
        try:
            read(text, find_game)
        except CorruptRecord:
            continue
        raise AssertionError(f"{read} takes {text!r} for a record")


def forged(**changes: Any) -> list[str]:
    """What is wrong with a record of a game just dealt, after these changes."""
    dealt = played(find_game("classic"), Setup(ruleset="classic", players=5), "forged", 0).record(reveal=True)
    raw = json.loads(dump_record(dealt))
    for name, change in changes.items():
        raw[name] = {**raw[name], **change}
    return verify(load_record(json.dumps(raw), find_game), find_game)


def test_a_forged_deal_is_found_out() -> None:
    assert forged() == []
    roles = ["spy", "resistance", "resistance", "resistance", "spy"]
    assert forged(deal={"roles": roles}) == ["roles of the deal does not follow from the seed"]
    assert forged(proof={"commitment": "0" * 64}) == ["the seed is not the one committed to"]


def test_a_record_may_not_fix_what_cannot_be_fixed_alone() -> None:
    raw = {**json.loads(dump_record(a_record())), "fixed": ["assassin"]}
    record = load_record(json.dumps(raw), find_game)
    with pytest.raises(CorruptRecord):
        verify(record, find_game)
