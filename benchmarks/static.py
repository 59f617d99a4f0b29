"""What it costs to send the files of the browser client.

Litestar's own router for static files is measured beside it, with its compression: it is why ours is written by hand.
Both are called as ASGI applications, without a socket, and serve the built client (`make web`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, NamedTuple

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.static_files import create_static_files_router

from benchmarks.report import Row, options, rates, show, yardstick
from turncoat.server.http.static import Static, client_folder

REQUESTS = 50


class Answer(NamedTuple):
    """What a browser gets for one request."""

    status: int
    etag: bytes
    size: int


class Files:
    """An application that serves files, and the loop that it runs in."""

    def __init__(self, app: Any, loop: asyncio.AbstractEventLoop) -> None:
        self._app = app
        self._loop = loop

    def ask(self, path: str, etag: bytes = b"") -> Answer:
        """One request by a browser that accepts gzip, and has the file already if it names an etag."""
        return self._loop.run_until_complete(self._ask(path, etag))

    def ask_often(self, path: str, etag: bytes) -> int:
        """The same many times."""
        for _ in range(REQUESTS):
            self.ask(path, etag)
        return REQUESTS

    async def _ask(self, path: str, etag: bytes) -> Answer:
        sent: list[dict[str, Any]] = []

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": b"", "more_body": False}

        await self._app(_scope(path, etag), receive, send)
        headers = dict(sent[0]["headers"])
        size = sum(len(message.get("body", b"")) for message in sent[1:])
        return Answer(sent[0]["status"], headers.get(b"etag", b""), size)


def _scope(path: str, etag: bytes) -> dict[str, Any]:
    headers = [(b"accept-encoding", b"gzip"), (b"host", b"localhost")]
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": b"",
        "headers": [*headers, (b"if-none-match", etag)] if etag else headers,
        "client": ("127.0.0.1", 1),
        "server": ("localhost", 80),
        "state": {},
    }


@contextmanager
def applications() -> Iterator[tuple[Files, Files]]:
    """Ours and the library's."""
    router = create_static_files_router("/", [client_folder("")], html_mode=True)
    library = Litestar([router], compression_config=CompressionConfig(backend="gzip"), openapi_config=None)
    with asyncio.Runner() as runner:
        loop = runner.get_loop()
        yield Files(Static(""), loop), Files(library, loop)


def largest_script() -> str:
    """The address of the biggest file that is loaded as a script."""
    folder = client_folder("") / "assets"
    scripts = sorted(folder.glob("*.js"), key=lambda path: path.stat().st_size)
    if not scripts:
        raise SystemExit("The client is not built: make web")
    return f"/assets/{scripts[-1].name}"


def run(*, quick: bool = False) -> Iterator[Row]:
    """Every measurement, as it is made."""
    seconds = 1.0 if quick else 6.0
    yield yardstick(0.5)
    with applications() as both:
        for name, path in (("a script", largest_script()), ("the page", "/index.html")):
            yield from _compare(name, both, path, [b"", b""], seconds)
            yield from _compare(f"{name} again", both, path, [files.ask(path).etag for files in both], seconds)


def _compare(name: str, both: Sequence[Files], path: str, etags: Sequence[bytes], seconds: float) -> Iterator[Row]:
    asked = [partial(files.ask_often, path, etag) for files, etag in zip(both, etags, strict=True)]
    by_hand, by_library = rates(asked, seconds)
    small, large = (files.ask(path, etag).size / 1024 for files, etag in zip(both, etags, strict=True))
    yield Row(name, 1e6 / by_hand, "µs")
    yield Row(f"{name}, with the library", 1e6 / by_library, "µs")
    yield Row(name, by_hand / by_library, "times as fast", "the library")
    yield Row(name, small, "KB")
    yield Row(f"{name}, with the library", large, "KB")


def main(arguments: Sequence[str] | None = None) -> None:
    """Print every measurement."""
    wanted = options("static", arguments)
    show(run(quick=wanted.quick), wanted.json)


if __name__ == "__main__":
    main()
