"""`turncoat export`: records, imports and the database of a server as tables."""

from __future__ import annotations

import asyncio
import csv
import gzip
import json
from collections import Counter
from pathlib import Path

import pyarrow.parquet as parquet
import pytest

from tests.server.harness import dealt, running
from turncoat.cli import run
from turncoat.core import dump_record, load_record
from turncoat.games import find_game

GAMES = 30


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Games of bots, kept by the arena."""
    path = tmp_path_factory.mktemp("export") / "records.jsonl"
    line = ["arena", "--good", "logic", "--evil", "random", "--ruleset", "avalon", "--games", str(GAMES)]
    assert run([*line, "--workers", "1", "--records", str(path)]) == 0
    return path


def read(folder: Path, table: str) -> list[dict[str, str]]:
    with (folder / f"{table}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_the_arena_keeps_whole_games(records: Path) -> None:
    found = [load_record(line, find_game) for line in records.read_bytes().splitlines()]
    assert len(found) == GAMES
    assert {bot for record in found for bot in record.meta["bots"]} == {"logic", "random"}


def test_tables_agree_with_the_records_and_with_each_other(records: Path, tmp_path: Path) -> None:
    assert run(["export", str(records), "--out", str(tmp_path)]) == 0
    games, seats, proposals, votes = (read(tmp_path, name) for name in ("games", "seats", "proposals", "votes"))
    found = [load_record(line, find_game) for line in records.read_bytes().splitlines()]
    moves = [move for record in found for _, move in record.moves]
    kinds = Counter(type(move).__name__ for move in moves)
    assert len(games) == GAMES
    assert len(proposals) == kinds["Propose"]
    assert len(votes) == kinds["Vote"]
    assert [row["role"] for row in seats] == [role for record in found for role in record.deal["roles"]]
    approvals = Counter((row["game"], row["proposal"]) for row in votes if row["approve"] == "True")
    assert all(int(row["approvals"]) == approvals[row["game"], row["proposal"]] for row in proposals)
    fails = sum(int(row["fails"]) for row in proposals if row["fails"])
    assert fails == sum(not move.success for move in moves if type(move).__name__ == "PlayCard")
    winners = {row["game"]: row["winner"] for row in games}
    assert all((row["won"] == "True") == (winners[row["game"]] == row["side"]) for row in seats)
    assert sum(row["was_named"] == "True" for row in seats) == kinds["Assassinate"]


def test_parquet_holds_the_same(records: Path, tmp_path: Path) -> None:
    assert run(["export", str(records), "--out", str(tmp_path), "--format", "parquet"]) == 0
    assert run(["export", str(records), "--out", str(tmp_path)]) == 0
    for table in ("games", "seats", "proposals", "votes"):
        rows = parquet.read_table(tmp_path / f"{table}.parquet").to_pylist()
        plain = [{name: "" if value is None else str(value) for name, value in row.items()} for row in rows]
        assert plain == read(tmp_path, table)


def test_what_cannot_be_read_is_counted_and_the_rest_is_exported(
    records: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = records.read_bytes().splitlines()
    record = json.loads(lines[1])
    record["moves"] = [[4, {"move": "vote", "approve": True}]]
    mixed = tmp_path / "mixed.jsonl"
    mixed.write_bytes(b"\n".join([lines[0], b"{", json.dumps(record).encode(), lines[2]]))
    assert run(["export", str(mixed), "--out", str(tmp_path / "out")]) == 0
    error = capsys.readouterr().err.splitlines()
    assert error[0] == "2 exported, 2 refused"
    assert len(error) == 3
    assert len(read(tmp_path / "out", "games")) == 2


@pytest.mark.parametrize("source", ["/no/such/file", "sqlite:////no/such/file", "nonsense://x"])
def test_a_source_that_is_not_there_is_one_sentence(
    source: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["export", source, "--out", str(tmp_path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


async def test_the_games_of_a_server_are_exported(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/games.db"
    with running(address, tmp_path / "log") as server:
        async with dealt(server, 5, pace="instant") as seats:
            for seat in seats[1:]:
                await seat.do("away")
            await seats[0].do("away")
            await seats[0].until(lambda: (seats[0].view or {})["outcome"] is not None)
    assert await asyncio.to_thread(run, ["export", address, "--out", str(tmp_path)]) == 0
    (game,) = read(tmp_path, "games")
    assert (game["ruleset"], game["players"]) == ("classic", "5")
    assert [row["name"] for row in read(tmp_path, "seats")] == [f"P{seat}" for seat in range(5)]


@pytest.mark.parametrize("length", [5, 15])
def test_a_compressed_file_that_is_cut_off_at_once_is_refused(
    length: int, records: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It ended in a traceback; `import` said that nothing was refused."""
    cut = tmp_path / "cut.gz"
    cut.write_bytes(gzip.compress(records.read_bytes())[:length])
    for command in ("export", "import"):
        assert run([command, str(cut), "--out", str(tmp_path / command)]) == 1
        said = capsys.readouterr().err
        assert said.startswith("0 ")
        assert "1 refused" in said
        assert "Compressed file ended" in said


def test_a_list_of_records_is_refused_without_being_repeated(
    records: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    listed = tmp_path / "list.json"
    listed.write_bytes(b"[" + b",".join(records.read_bytes().splitlines()) + b"]")
    assert run(["replay", str(listed), "--print"]) == 2
    said = capsys.readouterr().err
    assert said.endswith("not a record but a list: give each record a line of its own.\n")
    assert len(said) < 200


def test_a_record_that_was_written_by_hand_is_exported_too(records: Path, tmp_path: Path) -> None:
    record = load_record(records.read_bytes().splitlines()[0], find_game)
    (tmp_path / "pretty.json").write_text(json.dumps(json.loads(dump_record(record)), indent=2))
    assert run(["export", str(tmp_path), "--out", str(tmp_path / "out")]) == 0
    assert len(read(tmp_path / "out", "games")) == 1
