"""The server tells what the public facts allow: in a running game, in its history, and at every step of a record."""

from __future__ import annotations

from itertools import pairwise

from tests.server.harness import ServerProcess, dealt, play_out, visitor


async def test_the_possible_sides_of_a_game_and_of_its_history(server: ServerProcess) -> None:
    async with dealt(server, players=5) as seats:
        table = seats[0].table["id"]
        client = visitor(server)
        now = client.request("GET", f"/api/tables/{table}/deduction")
        assert len(now["sides"]) == 10
        assert now["seats"] == [4] * 5
        first, *later = client.request("GET", f"/api/tables/{table}/history")["steps"]
        assert first["sides"] == now["sides"]
        assert not any("sides" in step for step in later)
        await play_out(seats)
        (record,) = seats[0].table["records"]
        steps = client.request("GET", f"/api/records/{record}/replay")["steps"]
        told = [step["sides"] for step in steps if "sides" in step]
        roles = client.request("GET", f"/api/tables/{table}/history")["steps"][-1]["view"]["set"]["roles"]
        assert told[0] == now["sides"]
        assert told[-1] == [[seat for seat, role in enumerate(roles) if role == "spy"]]
        for before, after in pairwise(told):
            assert {*map(tuple, after)} < {*map(tuple, before)}
