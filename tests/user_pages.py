"""What the pages for newcomers lead to, in whatever environment they are followed: the tree's, or that of a wheel."""

from __future__ import annotations

import asyncio
import re
import shutil

from tests.followed_pages import DOCS, FEW, Terminal, followed
from tests.server.harness import free_port
from tests.server.stores import Redis, running_postgres
from turncoat.client import Client


def for_bot_authors(terminal: Terminal) -> None:
    """A class and a program that are measured and sit at a table."""
    with followed("for-bot-authors.md", terminal):
        said = "".join(terminal.said.values())
        assert "forfeit" not in said
        assert "winner" in terminal.said["python watch.py"]
        assert "winner" in terminal.said["python play.py"]
        assert "mybot:MyBot" in (terminal.folder / "strangers.html").read_text("utf-8")


def for_data_people(terminal: Terminal) -> None:
    """Tables of games of bots, of people and of the simulator. This needs JAX."""
    with followed("for-data.md", terminal):
        tables = {"games", "seats", "proposals", "votes"}
        for name, form in (("tables", "csv"), ("parquet", "parquet"), ("random", "parquet"), ("people", "csv")):
            assert {path.name for path in (terminal.folder / name).iterdir()} == {f"{table}.{form}" for table in tables}
        assert "Chloé" in (terminal.folder / "people/seats.csv").read_text("utf-8")
        assert "evil" in terminal.said["python approvals.py"]
        assert terminal.said["python records.py"].count(" votes") >= FEW
        assert "Seat 1 named seat 2 as Merlin" in terminal.said["turncoat analyse people.jsonl --game friends-1"]


def for_researchers(terminal: Terminal) -> None:
    """A network that is trained, measured and offered to hosts. This needs JAX."""
    shutil.copy(DOCS.parent / "examples/trained_bot.py", terminal.folder)
    with followed("for-researchers.md", terminal, games=100):
        assert "The network is in" in terminal.said["python trained_bot.py"]
        (measured,) = (said for command, said in terminal.said.items() if command.startswith("turncoat arena"))
        assert "trained_bot:Tra" in measured
        here = Client(f"http://127.0.0.1:{terminal.port}")
        table = here.create(ruleset="classic", players=5)
        here.do(table, "bot", bot="mine")


def for_hosts(terminal: Terminal) -> None:
    """A server that stays, and two that share a database, with the PostgreSQL and the Redis to which the page leads."""
    redis, second = Redis(), str(free_port())
    redis.start()
    try:
        with running_postgres() as postgres:
            elsewhere = {
                "postgresql://turncoat:PASSWORD@localhost/turncoat": postgres.fresh(),
                "redis://localhost": redis.address,
                "8001": second,
            }
            with followed("for-hosts.md", terminal, elsewhere=elsewhere):
                said = terminal.said
                assert said["turncoat migrate --check --config server.toml"].endswith("revision 0003.\n")
                assert re.search("^ok +sockets", "".join(said.values()), re.MULTILINE)
                assert (terminal.folder / "old/games.db").exists()
                assert said['turncoat restore "$(ls -t backups/*.backup | head -1)"'].startswith("Restored: ")
                assert re.search("^ok +redis", said["turncoat doctor"], re.MULTILINE)
                asyncio.run(_a_game_through_both(terminal.port, second))
    finally:
        redis.stop()


async def _a_game_through_both(port: str, second: str) -> None:
    """Somebody opens a table on one server and plays it on the other."""
    here = Client(f"http://127.0.0.1:{port}")
    table = await asyncio.to_thread(lambda: here.play(ruleset="classic", players=5, name="Ann", pace="instant"))
    async with Client(f"http://127.0.0.1:{second}", here.token).sit(table) as seat:
        async for asks in seat.questions():
            await seat.answer(asks[0], asks[0].choices()[0])
        assert seat.view is not None
        assert seat.view["outcome"] is not None
