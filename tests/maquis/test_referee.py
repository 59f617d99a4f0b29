"""Whatever a line holds, the referee answers it and lives on."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.maquis.desk import BORDER
from turncoat.core.referee import Referee
from turncoat.games import find_game

TAGS = ["keep", "play", "choose", "act", "mission", "enemy", "card", "sort", "done", "continue", "end", "draw"]
values = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.sampled_from(["abel", "spy", BORDER, "hidden", ""]),
    st.lists(st.sampled_from(["abel", "spy", "guard-1"]), max_size=4),
)
fields = st.sampled_from(["card", "mission", "slot", "persona", "use", "top", "of", "drawn"])
moves = st.builds(lambda tag, rest: {**rest, "move": tag}, st.sampled_from(TAGS), st.dictionaries(fields, values))
seats = st.sampled_from([0, None, 1, -1])


def _send(referee: Referee, **request: Any) -> dict[str, Any]:
    answer: dict[str, Any] = msgspec.json.decode(referee.answer(msgspec.json.encode(request)))
    return answer


@given(st.lists(st.tuples(seats, moves), max_size=12), st.sampled_from(["shuffle", "draft"]))
@settings(max_examples=60, deadline=None)
def test_no_move_brings_the_referee_down(tried: list[tuple[int | None, dict[str, Any]]], setup: str) -> None:
    referee = Referee(find_game)
    assert _send(referee, op="new", ruleset="maquis", seed="1", options={"setup": setup})["ok"]
    for seat, move in tried:
        before = _send(referee, op="view", seat=0)
        answer = _send(referee, op="move", seat=seat, move=move)
        if not answer["ok"]:
            assert answer["error"].isupper()
            assert answer["message"]
            assert _send(referee, op="view", seat=0) == before


deals = st.dictionaries(st.sampled_from(["hidden", "recruit", "missions", "enemies", "civilians", "maquis"]), values)


@given(deals, st.dictionaries(st.sampled_from(["setup", "stop_early", "crossroads", "zero_points"]), values))
@settings(max_examples=60, deadline=None)
def test_no_set_up_brings_the_referee_down(deal: dict[str, Any], options: dict[str, Any]) -> None:
    answer = _send(Referee(find_game), op="new", ruleset="maquis", seed="1", deal=deal, options=options)
    assert answer["ok"] or answer["error"] in ("BAD_REQUEST", "OPTION_CONFLICT")


def test_an_option_that_the_game_lacks_is_a_conflict() -> None:
    """Detail 13 of docs/referee.md. A wrong value of an option that exists is a bad request."""
    answer = _send(Referee(find_game), op="new", ruleset="maquis", seed="1", options={"lady": True})
    assert answer["error"] == "OPTION_CONFLICT"
    assert answer["message"] == "maquis has no option lady."
    answer = _send(Referee(find_game), op="new", ruleset="maquis", seed="1", options={"stop_early": "perhaps"})
    assert answer["error"] == "BAD_REQUEST"


@pytest.mark.parametrize("seat", [0, None, 7])
def test_a_client_cannot_draw(seat: int | None) -> None:
    """A move that no player can make is refused before everything else (docs/referee.md, order of checks)."""
    referee = Referee(find_game)
    _send(referee, op="new", ruleset="maquis", seed="1")
    move = {"move": "draw", "of": "shuffle", "drawn": ["abel"]}
    assert _send(referee, op="move", seat=seat, move=move)["error"] == "BAD_REQUEST"


def test_a_record_is_loaded_and_goes_on() -> None:
    referee = Referee(find_game)
    _send(referee, op="new", ruleset="maquis", seed="5")
    mission = _send(referee, op="view", seat=0)["view"]["missions"][0]["mission"]
    _send(referee, op="move", seat=0, move={"move": "choose", "mission": mission})
    record = _send(referee, op="record")["record"]
    again = Referee(find_game)
    assert _send(again, op="load", record=record)["ok"]
    assert _send(again, op="view", seat=0) == _send(referee, op="view", seat=0)
    assert _send(again, op="asks") == _send(referee, op="asks")
