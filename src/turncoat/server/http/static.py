"""The files of the browser client, held in memory: hashed files are cached for ever, the page itself never.

Written by hand because Litestar's static files router cannot do three things that the client needs: answer 304 to
`If-None-Match`, serve files that were compressed once at the start, and answer the page for an address that is no file.
`python -m benchmarks static` measures both.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

_COMPRESSED = ("text/", "application/javascript", "application/json", "application/manifest", "image/svg")
_PLAIN_PAGE = b"""<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Turncoat</title>
<h1>Turncoat</h1>
<p>The server runs. The web client is not built into this installation; the interface is described in
<a href="/api/schema/openapi.json">openapi.json</a>.</p>
</html>
"""


class Asset(msgspec.Struct, frozen=True):
    """One file, ready to send."""

    body: bytes
    zipped: bytes | None
    media: str
    etag: str
    cache: str


def client_folder(folder: str) -> Path:
    """The folder that the owner has named, or that of the client in the package."""
    return Path(folder) if folder else Path(str(files("turncoat"))) / "web"


def load_assets(folder: str) -> dict[str, Asset]:
    """Every file of the built client by its address; only a plain page where the client is not built."""
    root = client_folder(folder)
    found = {}
    if (root / "index.html").is_file():
        for path in sorted(root.rglob("*")):
            if path.is_file() and path.suffix != ".py":
                address = "/" + path.relative_to(root).as_posix()
                found[address] = _asset(path.read_bytes(), path.name, immutable="/assets/" in address)
    else:
        found["/index.html"] = _asset(_PLAIN_PAGE, "index.html", immutable=False)
    return found


def _asset(body: bytes, name: str, *, immutable: bool) -> Asset:
    media = mimetypes.guess_type(name)[0] or "application/octet-stream"
    if name.endswith((".js", ".mjs")):
        media = "text/javascript"
    elif name.endswith(".webmanifest"):
        media = "application/manifest+json"
    zipped = gzip.compress(body, 9, mtime=0) if media.startswith(_COMPRESSED) else None
    if media.startswith("text/"):
        media += "; charset=utf-8"
    cache = "public, max-age=31536000, immutable" if immutable else "no-cache"
    return Asset(body, zipped, media, f'"{hashlib.sha256(body).hexdigest()[:20]}"', cache)


class Static:
    """Serves the files. For an address that is no file it serves the page, which shows what the address means."""

    def __init__(self, folder: str) -> None:
        self._assets = load_assets(folder)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["method"] not in ("GET", "HEAD"):
            await _answer(send, 405, b"", [])
            return
        asset = self._assets.get(scope["path"])
        if asset is None:
            if "." in scope["path"].rsplit("/", 1)[-1]:
                await _answer(send, 404, b"", [])
                return
            asset = self._assets["/index.html"]
        wanted = dict(scope["headers"])
        headers = [
            (b"content-type", asset.media.encode()),
            (b"cache-control", asset.cache.encode()),
            (b"etag", asset.etag.encode()),
            (b"vary", b"accept-encoding"),
        ]
        if wanted.get(b"if-none-match") == asset.etag.encode():
            await _answer(send, 304, b"", headers)
            return
        body = asset.body
        if asset.zipped is not None and b"gzip" in wanted.get(b"accept-encoding", b""):
            body = asset.zipped
            headers.append((b"content-encoding", b"gzip"))
        await _answer(send, 200, body, headers, head=scope["method"] == "HEAD")


async def _answer(
    send: Any, status: int, body: bytes, headers: list[tuple[bytes, bytes]], *, head: bool = False
) -> None:
    length = [(b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers + length})
    await send({"type": "http.response.body", "body": b"" if head else body})
