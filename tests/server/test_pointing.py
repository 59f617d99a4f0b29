"""Pointing at a player while some confer in private: who may, at whom, who is told, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.attacks.test_metrics import DEAL, win_three_missions
from tests.server.harness import ServerProcess, dealt, running
from turncoat.client import Client, Pointing, Seat, ServerRefused
from turncoat.server.tables import entries as log
from turncoat.server.tables.settings import Settings
from turncoat.server.tables.table_state import read_log

AVALON: dict[str, Any] = {"ruleset": "avalon", "roles": ["percival", "morgana"], "deal": DEAL, "takeover": 0}
MORGANA, ASSASSIN = 3, 4
GOOD = (0, 1, 2)


async def conferring(seats: list[Seat]) -> tuple[Seat, Seat]:
    await win_three_missions(seats)
    pointer, namer = seats[MORGANA], seats[ASSASSIN]
    for seat in (pointer, namer):
        await seat.until(lambda seat=seat: seat.pointing is not None)
    return pointer, namer


async def test_a_hand_is_put_up_moved_and_taken_back(server: ServerProcess) -> None:
    async with dealt(server, **AVALON) as seats:
        pointer, namer = await conferring(seats)
        assert pointer.pointing == Pointing(may=GOOD, hands={})
        for target, hands in ((1, {MORGANA: 1}), (2, {MORGANA: 2}), (None, {})):
            await pointer.do("point", seat=target)
            for seat in (pointer, namer):
                await seat.until(lambda seat=seat, hands=hands: seat.pointing.hands == hands)
        assert all(seats[seat].pointing is None for seat in GOOD)
        assert namer.chat == []


async def test_the_same_hand_again_changes_nothing(server: ServerProcess) -> None:
    async with dealt(server, **AVALON) as seats:
        pointer, _ = await conferring(seats)
        assert (await pointer.do("point", seat=None))["again"]
        await pointer.do("point", seat=1)
        number = pointer.n
        assert (await pointer.do("point", seat=1))["again"]
        assert pointer.n == number


async def test_nobody_points_at_themselves_at_an_ally_or_at_an_empty_place(server: ServerProcess) -> None:
    async with dealt(server, **AVALON) as seats:
        pointer, _ = await conferring(seats)
        for target in (MORGANA, ASSASSIN, 9):
            with pytest.raises(ServerRefused, match="NOT_ALLOWED: You cannot point at that player"):
                await pointer.do("point", seat=target)
        for wrong in (-1, 32, "1"):
            with pytest.raises(ServerRefused, match="BAD_REQUEST"):
                await pointer.do("point", seat=wrong)


async def test_whoever_has_to_name_somebody_does_not_point(server: ServerProcess) -> None:
    async with dealt(server, **AVALON) as seats:
        _, namer = await conferring(seats)
        assert namer.pointing == Pointing(may=(), hands={})
        with pytest.raises(ServerRefused, match="NOT_ALLOWED"):
            await namer.do("point", seat=1)


async def test_nobody_points_at_a_silent_table(server: ServerProcess) -> None:
    async with dealt(server, talk="silent", **AVALON) as seats:
        await win_three_missions(seats)
        await seats[ASSASSIN].until(lambda: bool(seats[ASSASSIN].asks))
        with pytest.raises(ServerRefused, match="NOT_ALLOWED"):
            await seats[MORGANA].do("point", seat=1)
        assert seats[MORGANA].pointing is None


async def test_oberon_points_only_where_he_confers(server: ServerProcess) -> None:
    """RULES 6.5: Oberon knows nobody, and may point at anybody else if the option allows Oberon to talk at all."""
    roles = ["servant", "merlin", "percival", "servant", "morgana", "oberon", "assassin"]
    wanted = {"ruleset": "avalon", "roles": ["percival", "morgana", "oberon"], "takeover": 0}
    deal = {"roles": roles, "leader": 0}
    for option, expected in ((False, None), (True, Pointing(may=(0, 1, 2, 3, 4, 6), hands={}))):
        options = {"oberon_in_assassin_talk": option}
        async with dealt(server, 7, **wanted, deal=deal, options=options) as seats:
            await win_three_missions(seats, teams=([0, 1], [0, 1, 2], [0, 1, 2]))
            await seats[4].until(lambda seats=seats: seats[4].pointing is not None)
            await seats[4].do("point", seat=5)
            hands = None if expected is None else Pointing(may=expected.may, hands={4: 5})
            await seats[0].do("chat", text="well?")
            await seats[5].until(lambda seats=seats: bool(seats[5].chat))
            assert seats[5].pointing == hands


async def test_hands_outlive_a_restart_and_a_lost_connection(tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path}/tables.db", tmp_path / "log") as server:
        async with dealt(server, **AVALON) as seats:
            pointer, namer = await conferring(seats)
            await pointer.do("point", seat=2)
            connections = namer.connections
            server.kill()
            server.start()
            await namer.until(lambda: namer.connections > connections)
            assert namer.pointing == Pointing(may=(), hands={MORGANA: 2})
            await pointer.do("point", seat=None)
            await namer.until(lambda: namer.pointing == Pointing(may=(), hands={}))


async def test_pointing_by_request(server: ServerProcess) -> None:
    async with dealt(server, **AVALON) as seats:
        pointer, namer = await conferring(seats)
        by_rest = Client(server.address, pointer._headers["authorization"][7:])
        by_rest.do(pointer.table["id"], "point", seat=0)
        await namer.until(lambda: namer.pointing is not None and namer.pointing.hands == {MORGANA: 0})
        (message,) = by_rest.request("GET", f"/api/tables/{pointer.table['id']}/messages")[:1]
        assert message["pointing"] == {"may": list(GOOD), "hands": {str(MORGANA): 0}}


def test_hands_that_were_lines_of_talk_are_still_read_as_talk() -> None:
    """Before there was a command, clients wrote a hand and a name. Logs with such lines load, and put up no hand."""
    settings = Settings(players=5, **AVALON)
    entries: list[log.Entry] = [log.Opened(at=0, id="t", code="C", host="v0", settings=settings, secret="0")]
    entries += [log.Joined(at=0, seat=seat, visitor=f"v{seat}", name=f"P{seat}") for seat in range(5)]
    entries.append(log.Started(at=0))
    bodies = [log.encode(entry) for entry in entries]
    bodies.append(
        msgspec.json.encode({"e": "said", "at": 1, "channel": "council", "name": "P3", "seat": 3, "text": "☞ P1"})
    )
    state, _ = read_log(bodies)
    assert [line.text for line, _ in state.chat] == ["☞ P1"]
    assert state.hands == {}
