"""Names that earlier versions used on the wire and in stored logs are still read."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from tests.server.harness import ServerProcess, running
from turncoat.client import Client, ServerRefused
from turncoat.server.tables import commands, entries

COMMANDS = [
    (b'{"do":"entropy","ref":3,"word":"salt"}', commands.AddEntropy(ref=3, entropy="salt")),
    (
        b'{"do":"propose","motion":"recover","seat":2,"name":"B"}',
        commands.OpenMotion(motion="recover", seat=2, name="B"),
    ),
]
ENTRIES = [
    (b'{"e":"entropy","at":5,"seat":1,"word":"salt"}', entries.EntropyAdded(at=5, seat=1, entropy="salt")),
    (b'{"e":"passed","at":5,"seat":1,"visitor":"v"}', entries.ChairTransferred(at=5, seat=1, visitor="v")),
]


@pytest.mark.parametrize(("old", "meant"), COMMANDS, ids=lambda case: type(case).__name__)
def test_a_command_with_an_old_name_is_understood(old: bytes, meant: commands.Command) -> None:
    assert commands.decode(old) == meant
    assert commands.decode(msgspec.json.encode(meant)) == meant


@pytest.mark.parametrize(("old", "meant"), ENTRIES, ids=lambda case: type(case).__name__)
def test_a_stored_entry_with_an_old_name_is_understood(old: bytes, meant: entries.Entry) -> None:
    assert entries.decode(old) == meant
    assert entries.decode(entries.encode(meant)) == meant


@pytest.mark.parametrize(
    "bad",
    [
        b'{"do":"entropy","word":"salt","entropy":"salt"}',
        b'{"do":"entropy"}',
        b'{"do":"entropy","word":7}',
        b'{"do":["entropy"],"word":"salt"}',
        b'{"do":"fly"}',
        b"7",
    ],
)
def test_what_no_version_understood_is_refused(bad: bytes) -> None:
    with pytest.raises(msgspec.ValidationError):
        commands.decode(bad)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("server")
    with running(f"sqlite:///{folder}/tables.db", folder / "log") as process:
        yield process


def test_old_names_are_understood_over_rest(server: ServerProcess) -> None:
    host = Client(server.address)
    table = host.create(ruleset="classic", players=5, name="Ann")
    host.do(table, "entropy", word="lemon")
    assert host.table(table)["table"]["proof"]["entropy"] == ["lemon"]
    for nothing in ({}, {"word": "a", "entropy": "b"}):
        with pytest.raises(ServerRefused):
            host.do(table, "entropy", **nothing)
    with pytest.raises(ServerRefused) as no_game:
        host.do(table, "propose", motion="pause")
    assert no_game.value.code == "NOT_NOW"
