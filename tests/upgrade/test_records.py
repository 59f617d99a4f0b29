"""Records and referee transcripts made before the move still mean the same."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.upgrade.kept import in_old_terms, kept
from turncoat.core import dump_record, load_record, parse_record, print_record, replay, verify
from turncoat.core.referee import Referee
from turncoat.games import find_game, rulesets

RECORDS = kept("records")
TRANSCRIPTS = kept("referee")


def _name(made: Any) -> str:
    return f"{made['json']['ruleset']}-{made['json']['players']}"


def test_there_is_a_record_of_every_ruleset() -> None:
    assert {made["json"]["ruleset"] for made in RECORDS} >= set(rulesets())


@pytest.mark.parametrize("made", RECORDS, ids=_name)
def test_a_record_replays_to_the_same_end(made: Any) -> None:
    record = load_record(msgspec.json.encode(made["json"]), find_game)
    game = find_game(record.ruleset)
    state = replay(game, record)
    assert msgspec.to_builtins(game.outcome(state)) == made["outcome"]
    for seat, old in zip((None, *range(record.players)), made["views"], strict=True):
        view = msgspec.json.decode(msgspec.json.encode(game.view(state, seat)))
        assert in_old_terms(view, old) == old
    assert verify(record, find_game) == []


@pytest.mark.parametrize("made", RECORDS, ids=_name)
def test_a_record_is_written_as_it_was_in_both_forms(made: Any) -> None:
    record = load_record(msgspec.json.encode(made["json"]), find_game)
    assert msgspec.json.decode(dump_record(record)) == made["json"]
    assert print_record(record) == made["text"]
    assert parse_record(made["text"], find_game) == record


@pytest.mark.parametrize("transcript", TRANSCRIPTS)
def test_the_referee_answers_as_it_did_byte_by_byte(transcript: Any) -> None:
    referee = Referee(find_game)
    for line in transcript:
        answer, old = msgspec.json.decode(referee.answer(line["in"])), line["out"]
        assert msgspec.json.encode(in_old_terms(answer, msgspec.json.decode(old))).decode() == old, line["in"]
