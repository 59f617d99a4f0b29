"""Item 12 of the threat model: whatever is sent, the answer is a refusal with a code, never an error of the server."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect

from tests.server.harness import ServerProcess, running, visitor
from tests.server.stores import Fresh
from tests.server.test_crash import postgres as postgres_fixture
from tests.server.test_fuzz import VALID
from turncoat.client import Client
from turncoat.server.config import Config
from turncoat.server.http.app import App

NESTED = b"[" * 7000 + b"]" * 7000
NEARLY = b"[" * 900 + b"]" * 900  # not too deep for one step, but for the next
OPERATIONS = [
    (method.upper(), path)
    for path, operations in App(Config(), "").rest.openapi_schema.to_schema()["paths"].items()
    for method in operations
]

postgres = postgres_fixture


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[ServerProcess]:
    """A server on PostgreSQL, which is stricter about text than SQLite. Its log shows no failure at the end."""
    fresh: Fresh = request.getfixturevalue("postgres")
    folder = tmp_path_factory.mktemp("input")
    with running(fresh(), folder / "log") as process:
        yield process
        log = process.log.read_text()
    assert "Traceback" not in log, log[-4000:]
    assert " ERROR " not in log, log[-4000:]


@pytest.fixture(scope="module")
def ann(server: ServerProcess) -> Client:
    """A visitor with a chair at `table`."""
    return visitor(server)


@pytest.fixture(scope="module")
def table(ann: Client) -> str:
    return ann.create(ruleset="classic", name="Ann")


def send(client: Client, method: str, path: str, body: bytes = b"", **headers: str | bytes) -> httpx.Response:
    own = {"authorization": f"Bearer {client.token}", "content-type": "application/json", **headers}
    with httpx.Client(base_url=client.address, timeout=30) as http:
        return http.request(method, path, content=body or None, headers=own)  # type: ignore[arg-type]  # bytes too


def need_refusal(reply: httpx.Response) -> None:
    assert 400 <= reply.status_code < 500, (reply.status_code, reply.text[:200])
    assert set(reply.json()) == {"error", "message"}
    assert reply.json()["error"] not in ("", "BUG")


@pytest.mark.parametrize("nested", [NESTED, NEARLY, b"[" * 16_000, b'{"a":' * 2000], ids=len)
@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/tables", b'{"ruleset":"classic","options":{"a":%b}}'),
        ("/api/play", b"%b"),
        ("/api/tables/{table}/claim", b'{"claim":{"claim":%b}}'),
        ("/api/tables/{table}/answer", b'{"ask":"1.0.vote","move":{"move":%b}}'),
        ("/api/tables/{table}/settings", b'{"settings":{"ruleset":"classic","options":{"a":%b}}}'),
    ],
)
def test_nested_json_is_refused(ann: Client, table: str, path: str, body: bytes, nested: bytes) -> None:
    need_refusal(send(ann, "POST", path.format(table=table), (body % nested)[:16_000]))


@pytest.mark.parametrize(
    "body", [b'{"ruleset":"cl\xffassic"}', b'{"ruleset":"classic","name":"\xc3\x28"}', b"\xff\xfe"]
)
def test_invalid_utf_8_is_refused(ann: Client, body: bytes) -> None:
    need_refusal(send(ann, "POST", "/api/tables", body))


@pytest.mark.parametrize("origin", ["http://[", "http://]", "//", "http://a:b", "null", "http://a:99999", "\u00ff"])
def test_an_origin_that_is_no_address_is_refused(ann: Client, origin: str) -> None:
    reply = send(ann, "POST", "/api/tables", b'{"ruleset":"classic"}', origin=origin.encode("latin-1"))
    assert (reply.status_code, reply.json()["error"]) == (403, "FORBIDDEN_ORIGIN")


@pytest.mark.parametrize("host", ["[", "a:b", "a:99999", "a" * 5000, "a b", "\u00ff", "a/b", "a@b"])
def test_a_host_that_is_no_host_is_refused(ann: Client, table: str, host: str) -> None:
    need_refusal(send(ann, "GET", f"/api/tables/{table}/qr.svg", host=host.encode("latin-1")))


@pytest.mark.parametrize(
    "path", ["/api/tables/a%00b", "/api/records/%00", "/api/records/%00/text", "/api/records?ruleset=%00", "/%00"]
)
def test_nul_in_an_address_is_refused(ann: Client, path: str) -> None:
    need_refusal(send(ann, "GET", path))


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/solo", b'{"daily":true,"ruleset":"\\u0000"}'),
        ("/api/tables", b'{"ruleset":"\\u0000"}'),
        ("/api/tables", b'{"ruleset":"classic","name":"A\\u0000"}'),
        ("/api/tables/{table}/chat", b'{"text":"\\\\\\u0000"}'),
    ],
)
def test_nul_in_a_body_is_refused(ann: Client, table: str, path: str, body: bytes) -> None:
    need_refusal(send(ann, "POST", path.format(table=table), body))


def test_a_backslash_before_the_letters_of_nul_is_text(ann: Client, table: str) -> None:
    reply = send(ann, "POST", f"/api/tables/{table}/chat", b'{"text":"\\\\u0000 is NUL"}')
    assert reply.status_code == 200, reply.text


ODD_TEXTS = [
    b"\x00",
    b"\xff",
    b"\xed\xa0\x80",
    b"\\u0000",
    b"\\ud800",
    b"\xf0\x9f\x8e\xb2" * 30,
    b"x" * 3000,
    b"\xc0\x80",
    b"%s",
]
ODD_KEYS = [b'"ref"', b'"name"', b'"\x00"', b'"\xff"']
ODD_VALUES = [b"null", b"-1", b"1e999", b"9" * 400, b"true", b"{}", b"[]", NEARLY, b"[[[[[[]]]]]]", b"NaN"]


def odd_body(generator: random.Random) -> bytes:
    """A command with something odd in the place of one value, or cut off."""
    message: dict[str, Any] = {key: value for key, value in generator.choice(VALID).items() if key != "do"}
    odd = generator.choice(ODD_VALUES) if generator.random() < 0.5 else b'"' + generator.choice(ODD_TEXTS) + b'"'
    fields = [(json.dumps(key).encode(), json.dumps(value).encode()) for key, value in message.items()]
    place = generator.randrange(len(fields) + 1)
    key = fields[place][0] if place < len(fields) else generator.choice(ODD_KEYS)
    fields[place : place + 1] = [(key, odd)]
    body = b"{" + b",".join(name + b":" + value for name, value in fields) + b"}"
    return body[: generator.randrange(len(body))] if generator.random() < 0.1 else body


def odd_path(generator: random.Random, path: str, table: str) -> str:
    odd = ["%00", "%ff", "%ed%a0%80", "%2f", "..", "%", "%F0%9F%8E%B2", "x" * 300, "-1", table, table, table]
    for name in ("table", "name"):
        path = path.replace("{" + name + "}", generator.choice(odd))
    query = generator.choice(
        ["", "?since=%00", "?limit=%ff&mine=x", "?ruleset=%00", "?seat=99999999999", "?&&==", "?wait=0"]
    )
    return path + query


def fuzz_rest(ann: Client, table: str, requests: int, seed: object) -> None:
    generator = random.Random(str(seed))
    headers = {"authorization": f"Bearer {ann.token}", "content-type": "application/json"}
    with httpx.Client(base_url=ann.address, headers=headers, timeout=30) as http:
        for _ in range(requests):
            method, path = generator.choice(OPERATIONS)
            body = odd_body(generator) if method == "POST" else None
            where = odd_path(generator, path, table)
            reply = http.request(method, where, content=body)
            assert reply.status_code < 500, (method, where, body, reply.text[:300])
            if reply.status_code >= 400:
                assert set(reply.json()) == {"error", "message"}, (method, where, body)


def test_odd_requests_to_every_route(ann: Client, table: str) -> None:
    fuzz_rest(ann, table, 800, "short")


@pytest.mark.long
def test_many_odd_requests_to_every_route(ann: Client, table: str) -> None:
    fuzz_rest(ann, table, 40_000, "long")


async def ask_time(socket: ClientConnection) -> None:
    """The socket still works: a ping is answered."""
    await socket.send('{"do":"ping","ref":4711}')
    while json.loads(await socket.recv()).get("ref") != 4711:
        pass


@pytest.mark.parametrize("fragments", [1, 3])
async def test_odd_messages_on_the_socket(ann: Client, table: str, fragments: int) -> None:
    generator = random.Random(f"socket {fragments}")
    headers = {"authorization": f"Bearer {ann.token}"}
    where = f"ws{ann.address[4:]}/api/tables/{table}/socket"
    async with connect(where, additional_headers=headers, compression=None) as socket, asyncio.timeout(60):
        for number in range(300):
            name = generator.choice(VALID)["do"].encode()
            text = b'{"do":"' + name + b'",' + odd_body(generator)[1:]
            size = -(-len(text) // fragments)
            parts = [text[at : at + size] for at in range(0, len(text), size)]
            await socket.send(parts[0] if fragments == 1 else parts, text=True)
            if number % 50 == 49:
                await ask_time(socket)


@pytest.mark.parametrize("name", ["%00", "%ff", "a%00b", "..", "%2F"])
async def test_a_socket_to_no_table_is_closed_with_its_code(ann: Client, name: str) -> None:
    async with connect(f"ws{ann.address[4:]}/api/tables/{name}/socket") as socket:
        await socket.wait_closed()
        assert socket.close_code == 4404
