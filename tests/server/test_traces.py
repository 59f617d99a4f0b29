"""Item 29 of the threat model: traces tell how long a command took on its way, and nothing about the game."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from pathlib import Path
from socket import create_server
from threading import Thread
from typing import Any

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from tests.server.harness import ServerProcess, dealt, free_port, play_out, running, visitor
from turncoat import __version__
from turncoat.client import Client, ServerRefused
from turncoat.server.http.errors import STATUS
from turncoat.server.tables.commands import COMMANDS

KINDS = {kind.__struct_config__.tag for kind in COMMANDS}
STAGES = ("decide", "store", "tell")
STOPS_WITHIN = 10.0


class Collector:
    """What OpenTelemetry calls a collector: takes traces over HTTP, and keeps them."""

    def __init__(self, port: int) -> None:
        self.bodies: list[bytes] = []
        bodies = self.bodies

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                bodies.append(self.rfile.read(int(self.headers["content-length"])))
                self.send_response(200)
                self.end_headers()

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name in the base class
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", port), Handler)

    @property
    def exports(self) -> list[Any]:
        sent = [ExportTraceServiceRequest.FromString(body) for body in self.bodies]
        return [resource for export in sent for resource in export.resource_spans]

    @property
    def spans(self) -> list[Any]:
        return [span for resource in self.exports for scope in resource.scope_spans for span in scope.spans]

    def ways(self) -> list[tuple[dict[str, str], list[str]]]:
        """For each command: what is told about it, and its stages in order."""
        stages: dict[bytes, list[Any]] = {}
        for span in self.spans:
            stages.setdefault(span.parent_span_id, []).append(span)
        found = []
        for whole in sorted(stages.pop(b"", ()), key=lambda span: span.start_time_unix_nano):
            under = sorted(stages.pop(whole.span_id, ()), key=lambda span: span.start_time_unix_nano)
            assert all(span.trace_id == whole.trace_id for span in under)
            assert all(earlier.end_time_unix_nano <= later.start_time_unix_nano for earlier, later in pairwise(under))
            found.append((_told(whole), [span.name for span in under]))
        assert stages == {}, "a stage belongs to no command"
        return found


def _told(span: Any) -> dict[str, str]:
    return {"name": span.name, **{one.key: one.value.string_value for one in span.attributes}}


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """Where the servers of these tests look for a collector."""
    with pytest.MonkeyPatch.context() as patch:
        port = free_port()
        patch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", f"http://127.0.0.1:{port}")
        yield port


@contextmanager
def collecting(port: int) -> Iterator[Collector]:
    collector = Collector(port)
    Thread(target=collector.server.serve_forever, daemon=True).start()
    try:
        yield collector
    finally:
        collector.server.shutdown()
        collector.server.server_close()


@contextmanager
def serving(folder: Path, **settings: Any) -> Iterator[ServerProcess]:
    with running(f"sqlite:///{folder}/tables.db", folder / "log", **settings) as server:
        yield server
    assert "Traceback" not in server.log.read_text()


async def _play(server: ServerProcess) -> list[Any]:
    """A whole game with talk, over sockets; and commands over REST, one of them refused. The moves of its record."""
    async with dealt(server, takeover=0) as seats:
        table = seats[1].table["id"]
        by_rest = Client(server.address, seats[1]._headers["authorization"].removeprefix("Bearer "))
        await seats[0].do("chat", text="An ostrich!")
        await asyncio.to_thread(by_rest.do, table, "away")
        await asyncio.to_thread(by_rest.do, table, "back")
        with pytest.raises(ServerRefused, match="NOT_HOST"):
            await asyncio.to_thread(lambda: by_rest.do(table, "host", seat=2))
        await play_out(seats, "traces")
        (record,) = seats[0].table["records"]
    moves: list[Any] = by_rest.request("GET", f"/api/records/{record}")["moves"]
    return moves


@pytest.fixture(scope="module")
def traced(port: int, tmp_path_factory: pytest.TempPathFactory) -> tuple[Collector, list[Any]]:
    """What was collected of a game, after the server has stopped; and the moves of the game."""
    with collecting(port) as collector, serving(tmp_path_factory.mktemp("traced"), traces=1) as server:
        moves = asyncio.run(_play(server))
    return collector, moves


def test_a_command_is_traced_on_its_way_in_and_out(traced: tuple[Collector, list[Any]]) -> None:
    collector, moves = traced
    ways = collector.ways()
    assert ({"name": "command host", "turncoat.command": "host", "turncoat.outcome": "NOT_HOST"}, ["decide"]) in ways
    done = [(told["turncoat.command"], stages) for told, stages in ways if told["turncoat.outcome"] == "ok"]
    assert {tuple(stages) for _, stages in done} == {STAGES}
    number = Counter(command for command, _ in done)
    assert number["answer"] == sum(seat is not None for seat, _ in moves)
    assert [number[command] for command in ("join", "start", "chat", "away", "back")] == [4, 1, 1, 1, 1]


def test_traces_hold_kinds_stages_and_outcomes_and_nothing_else(traced: tuple[Collector, list[Any]]) -> None:
    """No table, code, seat, name, token, address, word or answer, in any field that OpenTelemetry has."""
    collector, _ = traced
    for told, _ in collector.ways():
        assert told.keys() == {"name", "turncoat.command", "turncoat.outcome"}
        assert told["name"] == f"command {told['turncoat.command']}"
        assert told["turncoat.command"] in KINDS
        assert told["turncoat.outcome"] in {"ok", *STATUS}
    for span in collector.spans:
        assert (list(span.events), list(span.links), span.trace_state, span.status.message) == ([], [], "", "")
        assert not span.parent_span_id or (span.name in STAGES and not span.attributes)
    of_all = {one.key: one.value.string_value for export in collector.exports for one in export.resource.attributes}
    ours = {key: value for key, value in of_all.items() if not key.startswith("telemetry.sdk.")}
    assert ours.keys() == {"service.name", "service.version", "service.instance.id"}
    assert (ours["service.name"], ours["service.version"]) == ("turncoat", __version__)


async def test_what_bots_do_is_not_traced(port: int, tmp_path: Path) -> None:
    """How long a bot thinks depends on its cards."""
    with collecting(port) as collector, serving(tmp_path, traces=1) as server:
        ann = visitor(server)
        table = ann.create(ruleset="classic", players=5, name="Ann", pace="instant", deal={"leader": 1})
        ann.do(table, "bot", bot="simple")
        async with ann.sit(table) as seat:
            await seat.do("start")
            await seat.until(lambda: seat.view is not None and seat.view["proposals"])
    assert [told["turncoat.command"] for told, _ in collector.ways()] == ["bot", "start"]


def _open_a_table(server: ServerProcess) -> None:
    ann = visitor(server)
    table = ann.create(ruleset="classic", players=5, name="Ann")
    ann.do(table, "chat", text="An ostrich!")


def test_without_the_setting_nothing_is_sent(port: int, tmp_path: Path) -> None:
    with collecting(port) as collector, serving(tmp_path) as server:
        _open_a_table(server)
    assert collector.bodies == []


def test_a_collector_that_never_answers_keeps_nobody_waiting(port: int, tmp_path: Path) -> None:
    with create_server(("127.0.0.1", port)), serving(tmp_path, traces=1) as server:
        _open_a_table(server)
        begin = time.monotonic()
        server.stop()
    assert time.monotonic() - begin < STOPS_WITHIN
