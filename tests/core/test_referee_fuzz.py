"""The referee survives any input: one JSON answer each, no traceback, and a refusal changes nothing."""

from __future__ import annotations

import io
import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turncoat.core.referee import Referee, serve
from turncoat.games import find_game, rulesets

HUGE = 10**400
DEEP = "[" * 100_000
ODD: list[Any] = [
    None, True, -1, 0, 5, 7, 2**31, 2**63, 2**64, HUGE, -HUGE, 1.5, 1e308, "", "x", "\x00", "\ud800", "é" * 1000,
    [], {}, [[]], [None], {"a": {}}, {"move": "vote"}, ["spy"] * 1000, {"move": "propose", "team": [HUGE]},
    {"move": "use", "card": "strong-leader", "on": -HUGE}, {"move": "draw", "of": "roles", "drawn": [1]},
]  # fmt: skip
LINES: list[bytes] = [
    b"null", b"[]", b"{}", b"0", b'"new"', b"{", b"}", b"nonsense", b"{'op':'new'}", b"\xff\xfe", b"\x00",
    b'{"op":"new","ruleset":"\xff"}', b'{"op":[]}', b'{"op":{}}', b'{"op":null}', b'{"op":"NEW"}',
    b'{"op":"new"}', b'{"op":"new","ruleset":"chess"}', b'{"op":"new","ruleset":"classic","players":1e400}',
    b'{"op":"new","ruleset":"classic","players":' + b"9" * 5000 + b"}",
    b'{"op":"new","ruleset":"classic","players":5,"seed":' + b"9" * 5000 + b"}",
    b'{"op":"new","ruleset":"classic","players":5,"seed":"\\ud800"}',
    b'{"op":"new","ruleset":"classic","players":5,"options":{"\\ud800":1}}',
    b'{"op":"new","ruleset":"classic","players":5,"options":{"host":' + b"9" * 5000 + b"}}",
    b'{"op":"new","ruleset":"avalon","players":5,"roles":["\\ud800"]}',
    b'{"op":"new","ruleset":"classic","players":5,"deal":{"leader":1e30}}',
    b'{"op":"move","seat":0,"move":{"move":"propose","team":[1e999,0]}}',
    b'{"op":"move","seat":' + b"1" * 30 + b',"move":{"move":"pass"}}',
    b'{"op":"view","seat":' + b"1" * 30 + b"}",
    b'{"op":"load","record":{"format":1,"ruleset":"classic","version":1,"players":5,"moves":' + DEEP.encode(),
    DEEP.encode(), b'{"op":' * 50_000, b'{"op":"load","record":' + b'{"a":' * 3000 + b"1" + b"}" * 3000 + b"}",
]  # fmt: skip


def seated() -> Referee:
    referee = Referee(find_game)
    first = {"op": "new", "ruleset": "avalon", "players": 7, "seed": 1, "options": {"plot": True, "lady": True}}
    assert json.loads(referee.answer(json.dumps(first)))["ok"]
    return referee


def snapshot(referee: Referee) -> list[bytes]:
    return [referee.answer(b'{"op":"record"}'), referee.answer(b'{"op":"asks"}'), referee.answer(b'{"op":"view"}')]


def answered(referee: Referee, line: str | bytes) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(referee.answer(line))
    if answer["ok"] is not True:
        assert set(answer) == {"ok", "error", "message"}
        assert answer["error"].isupper()
        assert len(answer["message"]) < 1000
        assert "Traceback" not in answer["message"]
    return answer


@pytest.mark.parametrize("line", LINES, ids=range(len(LINES)))
def test_a_bad_line_is_a_bad_request_and_changes_nothing(line: bytes) -> None:
    referee = seated()
    before = snapshot(referee)
    answer = answered(referee, line)
    if not answer["ok"]:
        assert snapshot(referee) == before
    assert answer["ok"] or answer["error"] in ("BAD_REQUEST", "PLAYER_COUNT", "UNKNOWN_PLAYER", "ROLE_SET")


def mutated(request: Any, choose: random.Random) -> Any:
    """The same request with one part of it, at any depth, replaced by an unexpected value."""
    if isinstance(request, dict) and request and choose.random() < 0.8:
        key = choose.choice(list(request))
        return {**request, key: mutated(request[key], choose)}
    if isinstance(request, list) and request and choose.random() < 0.8:
        at = choose.randrange(len(request))
        return [*request[:at], mutated(request[at], choose), *request[at + 1 :]]
    return choose.choice(ODD)


def test_requests_with_one_odd_part() -> None:
    choose = random.Random("odd parts")
    referee = seated()
    record = json.loads(referee.answer(b'{"op":"record"}'))["record"]
    deal = {"roles": ["spy"] * 2 + ["resistance"] * 3, "leader": 0, "plot": ["strong-leader"]}
    requests: list[dict[str, Any]] = [
        {
            "op": "new",
            "ruleset": ruleset,
            "players": 5,
            "roles": ["oberon"],
            "options": {"host": 1, "allow": []},
            "deal": deal,
        }
        for ruleset in rulesets()
    ]
    requests += [
        {"op": "load", "record": record, "seed": "1"},
        {"op": "view", "seat": 0},
        {"op": "asks"},
        {"op": "move", "seat": 0, "move": {"move": "propose", "team": [0, 1], "mission": 1}},
        {"op": "move", "seat": 0, "move": {"move": "give", "card": "open-up", "to": 1}},
        {"op": "move", "seat": None, "move": {"move": "timeout"}},
    ]
    for _ in range(3000):
        line = json.dumps(mutated(choose.choice(requests), choose))
        before = snapshot(referee)
        if not answered(referee, line)["ok"]:
            assert snapshot(referee) == before, line


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)
REFEREE = seated()


@given(st.binary(max_size=200) | st.text(max_size=200) | JSON.map(json.dumps))
@settings(max_examples=300, deadline=None, derandomize=True)
def test_any_bytes_text_or_json(line: str | bytes) -> None:
    assert answered(REFEREE, line)["ok"] is False


def test_blank_lines_get_no_answer_and_bad_bytes_do_not_end_the_stream() -> None:
    answers = io.StringIO()
    serve(find_game, [b"\n", b"  \r\n", b"\xff\n", b'{"op":"asks"}\n', b""], answers)
    errors = [json.loads(line)["error"] for line in answers.getvalue().splitlines()]
    assert errors == ["BAD_REQUEST", "BAD_REQUEST"]


def test_a_refusal_repeats_no_more_than_a_little_of_what_was_sent() -> None:
    long = "x" * 100_000
    referee = seated()
    for request in (
        {"op": long},
        {"op": "new", "ruleset": long},
        {"op": "new", "ruleset": "avalon", "players": 7, "roles": [long]},
        {"op": "new", "ruleset": "classic", "players": 7, "options": {long: 1}},
        {"op": "move", "seat": 0, "move": {"move": long}},
    ):
        assert len(answered(referee, json.dumps(request))["message"]) < 400
