"""Games that are written down over REST: nothing is stored, every request brings the whole game."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.harness import ServerProcess, visitor
from turncoat.client import ServerRefused

GAME = {"ruleset": "classic", "players": 5}
LEADER = {"move": "draw", "of": "leader", "drawn": [0]}


def sent(*team: int, fails: int) -> list[dict[str, Any]]:
    ballots = {"move": "ballots", "votes": [True] * 5}
    return [{"move": "propose", "team": team}, ballots, {"move": "fails", "fails": fails}]


LOST = [LEADER, *sent(0, 1, fails=1), *sent(1, 2, 3, fails=1), *sent(1, 4, fails=1)]
ROLES = {"move": "draw", "of": "roles", "drawn": ["resistance", "spy", "spy", "resistance", "resistance"]}
NAMES = ["Ana", "Ben", "Chloe", "Dan", "Eva"]


def write(server: ServerProcess, door: str = "", **body: Any) -> Any:
    return visitor(server).request("POST", f"/api/scribe{door}", {**GAME, **body})


def test_the_scribe_is_asked_for_the_next_thing_and_told_what_is_certain(server: ServerProcess) -> None:
    first = write(server, chart=True)
    assert [entry["drawn"] for entry in first["question"]["entries"]] == [[seat] for seat in range(5)]
    assert first["chart"]["places"][0]["size"] == 2
    then = write(server, entries=[LEADER, *sent(0, 1, fails=1)])
    assert (then["question"]["kind"], then["question"]["seat"], then["question"]["take"]) == ("propose", 1, 3)
    assert (len(then["facts"]["sides"]), then["facts"]["of"]) == (7, 10)
    assert then["view"]["missions"][0]["fails"] == 1
    assert then["estimate"] is None


def test_the_estimate_is_told_to_those_who_ask_and_adds_up(server: ServerProcess) -> None:
    told = write(server, entries=LOST[:4], estimate=True, eyes=0)["estimate"]
    assert told["basis"] == "people"
    assert told["percent"][:2] == [0, 100]
    assert sum(told["percent"]) == 200


def test_eyes_that_the_facts_prove_evil_are_told_no_estimate(server: ServerProcess) -> None:
    told = write(server, entries=[LEADER, *sent(0, 1, fails=2)], estimate=True, eyes=0)
    assert told["facts"]["sides"] == []
    assert told["estimate"] is None


def test_an_entry_that_cannot_be_is_named_and_those_after_it_are_not_read(server: ServerProcess) -> None:
    page = write(server, entries=[LEADER, {"move": "propose", "team": [0, 1, 2]}, *sent(0, 1, fails=0)])
    assert page["refused"] == {"at": 1, "error": "TEAM_SIZE", "message": "The team needs 2. You chose 3."}
    assert page["rows"] == [0]
    assert page["question"]["kind"] == "propose"


def test_a_finished_game_is_a_record_that_can_be_replayed_and_studied(server: ServerProcess) -> None:
    entries = [*LOST, ROLES]
    record = write(server, "/record", entries=entries, names=NAMES)
    assert record["meta"] == {"written": True, "names": NAMES}
    steps = write(server, "/replay", entries=entries, seat=2)["steps"]
    assert steps[0]["view"]["set"]["you"]["role"] == "spy"
    assert steps[-1]["view"]["set"]["outcome"] == {"winner": "evil", "reason": "three-failures"}
    study = write(server, "/analysis", entries=entries)
    assert study["roles"] == ROLES["drawn"]


REFUSED: dict[str, tuple[str, dict[str, Any], str]] = {
    "an entry that is none": ("", {"entries": [{"move": "dance"}]}, "BAD_REQUEST"),
    "an entry without its fields": ("", {"entries": [{"move": "propose"}]}, "BAD_REQUEST"),
    "a ruleset that is none": ("", {"ruleset": "chess"}, "NOT_FOUND"),
    "a game that nobody writes down": ("", {"ruleset": "maquis", "players": 1}, "NOT_OFFERED"),
    "a set-up that is not allowed": ("", {"options": {"lady": True}}, "OPTION_CONFLICT"),
    "eyes that nobody has": ("", {"eyes": 9}, "UNKNOWN_PLAYER"),
    "a game without its end": ("/record", {"entries": LOST}, "NOT_NOW"),
    "roles that the facts contradict": (
        "/record",
        {"entries": [*LOST, {**ROLES, "drawn": ["spy", "resistance", "spy", "resistance", "resistance"]}]},
        "ROLES_CONTRADICT",
    ),
    "a name too few": ("/record", {"entries": [*LOST, ROLES], "names": NAMES[1:]}, "BAD_REQUEST"),
    "a seat that is not at the table": ("/replay", {"entries": [*LOST, ROLES], "seat": 5}, "NOT_FOUND"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_bad_requests_are_refused_with_a_code(server: ServerProcess, what: str) -> None:
    door, body, code = REFUSED[what]
    with pytest.raises(ServerRefused, match=code):
        write(server, door, **body)
