"""Bots on loopback that speak the ProAvalon bot API: ours, and one that answers what it is told to."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import uvicorn

from turncoat.games.resistance.adapters.proavalon.service import BotService, make_app

INFO = b'{"name":"x","chat":false,"capabilities":[{"numPlayers":[5],"roles":[],"cards":[]}]}'
ACT = "/v0/session/act"
Answer = Callable[[str], tuple[int, bytes]]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def served(service: BotService) -> Iterator[str]:
    """A bot on loopback."""
    port = free_port()
    config = uvicorn.Config(make_app(service), host="127.0.0.1", port=port, log_level="error", access_log=False)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive()
            time.sleep(0.01)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join()


@contextmanager
def foreign(answer: Answer, delay: float = 0.0) -> Iterator[str]:
    """A bot of somebody else's, which answers what the test wants."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.rfile.read(int(self.headers.get("content-length") or 0))
            status, body = answer(self.path)
            self.send_response(status)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            for byte in body[:20] if delay else ():
                self.wfile.write(bytes([byte]))
                time.sleep(delay)
            self.wfile.write(body[20:] if delay else body)

        do_POST = do_GET  # noqa: N815 - the library's spelling

        def log_message(self, *_: Any) -> None:
            pass

        def handle_one_request(self) -> None:
            try:
                super().handle_one_request()
            except OSError:  # the other side has lost patience
                self.close_connection = True

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def answers(**changed: tuple[int, bytes]) -> Answer:
    usual = {"info": (200, INFO), "session": (200, b'{"sessionID":"s"}'), "act": (200, b'{"buttonPressed":"yes"}')}
    return lambda path: {**usual, "gameover": (200, b""), **changed}[path.rsplit("/", 1)[-1]]
