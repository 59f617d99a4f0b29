"""`turncoat import`: whatever is in the files, each game becomes a record or is refused with a reason."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.people.logs import NAMES, line, logged, site_game
from turncoat.cli import run as turncoat
from turncoat.core import Record, load_record
from turncoat.games import find_game
from turncoat.terminal.log_files import LONGEST
from turncoat.terminal.record_files import read_record

FILE = "2019-03-13T22:31:15.519Z_WJE"


def imported(source: Path, format_name: str = "jsonl") -> list[Record]:
    """The records that the command writes."""
    out = source.with_name("records.out")
    turncoat(["import", str(source), "--format", format_name, "--out", str(out)])
    return [load_record(text, find_game) for text in out.read_bytes().splitlines()]


def test_a_compressed_log_gives_the_same_records(tmp_path: Path) -> None:
    plain, packed = tmp_path / "log.jsonl", tmp_path / "log.gz"
    text = b"".join(map(line, range(4)))
    plain.write_bytes(text)
    packed.write_bytes(gzip.compress(text))
    assert len(imported(plain)) == 4
    assert imported(plain) == imported(packed)


@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "compressed"])
def test_a_pretty_printed_game_is_understood(tmp_path: Path, pack: Callable[[bytes], bytes]) -> None:
    """In a folder beside one with a game a line."""
    folder = tmp_path / "logs"
    folder.mkdir()
    (folder / "a.json").write_bytes(pack(msgspec.json.format(line(0), indent=2)))
    (folder / "b.jsonl").write_bytes(line(1))
    plain = tmp_path / "log.jsonl"
    plain.write_bytes(line(0) + line(1))
    assert imported(folder) == imported(plain)


def flat(texts: list[bytes]) -> bytes:
    return b"[" + b", ".join(text.strip() for text in texts) + b"]"


def laid_out(texts: list[bytes]) -> bytes:
    return msgspec.json.format(flat(texts), indent=2)


def one_after_another(texts: list[bytes]) -> bytes:
    return b"\n".join(msgspec.json.format(text, indent=2) for text in texts)


@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "compressed"])
@pytest.mark.parametrize("spread", [flat, laid_out, one_after_another])
def test_a_list_of_games_is_understood(
    tmp_path: Path, spread: Callable[[list[bytes]], bytes], pack: Callable[[bytes], bytes]
) -> None:
    """Every line of it was refused. Signs of JSON in names do not confuse the reader."""
    texts = [line(0), line(1, names=["{", '"}', "\\", '\\"{', "E"]), line(2)]
    (tmp_path / "list.json").write_bytes(pack(spread(texts)))
    (tmp_path / "log.jsonl").write_bytes(b"".join(texts))
    assert len(imported(tmp_path / "list.json")) == 3
    assert imported(tmp_path / "list.json") == imported(tmp_path / "log.jsonl")


BAD_LISTS: dict[str, tuple[bytes, int, str]] = {
    "empty": (b"[]", 0, "no game is in this list"),
    "of something else": (b'["a", 5]', 0, "no game is in this list"),
    "with something else": (b"[" + line(1).strip() + b", 5]", 1, "not a list of games alone"),
    "with something after it": (b"[" + line(1).strip() + b"] nonsense", 1, "not a list of games alone"),
    "cut off": (b"[" + line(1).strip() + b", " + line(2)[:300], 1, "not JSON: Input data was truncated"),
    "with another object": (b"[\n" + line(1) + b',\n{"a": 1}]', 1, "list.json line 4"),
    "with an endless object": (b"[" + line(1) + b', {"a": "' + b"x" * 3 * LONGEST + b'"}]', 1, "longer than 1 MiB"),
    "compressed and cut off": (gzip.compress(b"[" + line(1) + b"," + line(2))[:-20], 1, "breaks off"),
}


@pytest.mark.parametrize("bad", BAD_LISTS)
def test_what_is_wrong_with_a_list_is_said_and_its_games_are_imported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], bad: str
) -> None:
    text, games, reason = BAD_LISTS[bad]
    (tmp_path / "list.json").write_bytes(text)
    assert len(imported(tmp_path / "list.json")) == games
    said = capsys.readouterr().err
    assert f"{games} imported, 1 refused" in said
    assert reason in said


def test_games_that_have_numbers_for_names_are_found_by_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Their whole file was refused as one corrupt record. The place in the file goes before the number in the log."""
    (tmp_path / "log.jsonl").write_bytes(line(0, id=2) + line(1, id=17) + line(2, id=18))
    records = tmp_path / "records.jsonl"
    assert turncoat(["import", str(tmp_path / "log.jsonl"), "--out", str(records)]) == 0
    assert read_record(records, "17") == read_record(records, "2")
    assert read_record(records, "18") == read_record(records, "3")
    assert turncoat(["export", str(records), "--out", str(tmp_path / "tables")]) == 0
    assert capsys.readouterr().err.splitlines()[-1] == "3 exported, 0 refused"
    assert (tmp_path / "tables/games.csv").read_text().splitlines()[2].startswith("17,")


def test_who_forgets_to_import_a_log_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "log.jsonl").write_bytes(line(1))
    for command in (["analyse"], ["replay"], ["export", "--out", str(tmp_path / "tables")]):
        assert turncoat([*command, str(tmp_path / "log.jsonl")]) != 0
        assert "it has no `format`. Make records of other logs with `turncoat import`" in capsys.readouterr().err


def test_both_formats_give_the_same_game(tmp_path: Path) -> None:
    folder = tmp_path / "logs" / "site"
    folder.mkdir(parents=True)
    for number in range(3):
        (folder / f"{number}_WJE").write_text(json.dumps(site_game(number)))
    (tmp_path / "log.jsonl").write_bytes(b"".join(map(line, range(3))))
    bare = [[msgspec.structs.replace(one, meta={}) for one in imported(tmp_path / "log.jsonl")]]
    bare += [[msgspec.structs.replace(one, meta={}) for one in imported(tmp_path / "logs", "avalonlogs")]]
    assert len(bare[0]) == 3
    assert bare[0] == bare[1]


def test_names_and_dates_survive_and_accounts_do_not(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(json.dumps(site_game(1)))
    (record,) = imported(tmp_path / FILE, "avalonlogs")
    assert record.meta == {
        "imported": "WJE-2019-03-13T22:31:15.519Z",
        "names": list(NAMES[:5]),
        "started": 1552516275519,
        "finished": 1552517946160,
    }
    log = tmp_path / "log.jsonl"
    log.write_bytes(line(1, names=NAMES[:5], started=1, finished=2))
    (record,) = imported(log)
    assert record.meta == {"imported": "g0-1", "names": list(NAMES[:5]), "started": 1, "finished": 2}


def without_votes(raw: dict[str, Any]) -> dict[str, Any]:
    raw["proposals"][0]["votes"].pop()
    return raw


def with_stranger(raw: dict[str, Any]) -> dict[str, Any]:
    raw["missions"][0]["proposals"][0]["votes"].append("NOBODY")
    return raw


def with_other_cards(raw: dict[str, Any]) -> dict[str, Any]:
    raw["outcome"]["votes"][0] = {"ANN": True}
    return raw


BAD_LINES: dict[str, tuple[Callable[[], bytes], str]] = {
    "cut off": (lambda: line(1)[:300] + b"\n", "not JSON"),
    "binary": (lambda: b"\xff\x00\xfe{}\n", "not JSON"),
    "a number": (lambda: b"17\n", "not a game in this form"),
    "nested too deeply": (lambda: b'{"roles":' + b"[" * 5000 + b"\n", "not"),
    "no such role": (lambda: line(1, roles=["queen"] * 5), "queen"),
    "too many Merlins": (lambda: line(1, roles=["merlin"] * 5), ""),
    "a vote is missing": (lambda: json.dumps(without_votes(logged(1))).encode() + b"\n", "a vote of every seat"),
    "the wrong winner": (lambda: line(1, winner="nobody"), "nobody won"),
    "a name is missing": (lambda: line(1, names=["ANN"]), "a name for every seat"),
    "no proposals": (lambda: line(1, proposals=[]), "no proposal"),
    "an endless line": (lambda: b" " * (3 * LONGEST) + b"\n", "longer than 1 MiB"),
}


@pytest.mark.parametrize("bad", BAD_LINES)
def test_a_bad_line_is_refused_and_the_rest_is_imported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], bad: str
) -> None:
    text, reason = BAD_LINES[bad]
    log = tmp_path / "log.jsonl"
    log.write_bytes(line(1) + text() + line(2))
    assert [one.meta["imported"] for one in imported(log)] == ["g0-1", "g0-2"]
    said = capsys.readouterr().err
    assert "2 imported, 1 refused" in said
    assert "  1 × " in said
    assert reason in said
    assert "line 2)" in said
    assert "Traceback" not in said


BAD_FILES: dict[str, tuple[Callable[[], bytes], str]] = {
    "empty": (lambda: b"", "not JSON"),
    "cut off": (lambda: json.dumps(site_game(1)).encode()[:900], "not JSON"),
    "not finished": (lambda: json.dumps({"players": [], "missions": []}).encode(), "outcome"),
    "abandoned": (
        lambda: json.dumps({**site_game(1), "outcome": {**site_game(1)["outcome"], "state": "CANCELED"}}).encode(),
        "not played to its end",
    ),
    "a stranger votes": (lambda: json.dumps(with_stranger(site_game(1))).encode(), "does not sit at the table"),
    "other cards": (lambda: json.dumps(with_other_cards(site_game(1))).encode(), "a mission card of every member"),
    "somebody without a role": (lambda: json.dumps({**site_game(1), "players": []}).encode(), "and a role"),
    "compressed nonsense": (lambda: gzip.compress(b"x" * 99)[:12], "cannot be read"),
}


@pytest.mark.parametrize("bad", BAD_FILES)
def test_a_bad_file_is_refused_and_the_rest_is_imported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], bad: str
) -> None:
    text, reason = BAD_FILES[bad]
    folder = tmp_path / "logs"
    folder.mkdir()
    for name in ("1_AAA", "3_CCC"):
        (folder / name).write_text(json.dumps(site_game(1)))
    (folder / "2_BBB").write_bytes(text())
    assert [one.meta["imported"] for one in imported(folder, "avalonlogs")] == ["AAA-1", "CCC-3"]
    said = capsys.readouterr().err
    assert "2 imported, 1 refused" in said
    assert reason in said
    assert "2_BBB" in said


@pytest.mark.parametrize("format_name", ["jsonl", "avalonlogs"])
def test_a_gigabyte_is_refused_and_the_rest_is_imported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], format_name: str
) -> None:
    folder = tmp_path / "logs"
    folder.mkdir()
    (folder / "2_AAA").write_bytes(line(1) if format_name == "jsonl" else json.dumps(site_game(1)).encode())
    with (folder / "1_HUGE").open("wb") as huge:
        huge.truncate(1 << 30)  # takes no room on the disk
    assert len(imported(folder, format_name)) == 1
    assert "1 × longer than 1 MiB" in capsys.readouterr().err


def test_the_games_before_a_break_in_a_compressed_file_are_imported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "log.gz"
    packed = gzip.compress(line(1)) + gzip.compress(line(2))
    log.write_bytes(packed[:-40])
    assert [one.meta["imported"] for one in imported(log)] == ["g0-1"]
    assert "1 × the file breaks off" in capsys.readouterr().err


def test_refusals_are_counted_by_reason(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "log.jsonl"
    wrong = logged(1)["proposals"]
    turned = [{**one, "leader": (one["leader"] + at) % 5} for at, one in enumerate(wrong)]
    further = [{**one, "leader": (one["leader"] + 2 * at) % 5} for at, one in enumerate(wrong)]
    log.write_bytes(line(1, proposals=turned) + line(1, proposals=further) + line(1, winner="nobody"))
    assert turncoat(["import", str(log), "--out", str(tmp_path / "out")]) == 1
    said = capsys.readouterr().err.splitlines()
    assert said[0] == "0 imported, 3 refused"
    assert said[1].startswith("  2 × seat ")
    assert said[2].startswith("  1 × the log says that nobody won")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [(["log.jsonl", "--format", "xml"], "BAD_FORMAT"), (["none.jsonl"], "NO_FILE"), (["empty"], "NO_FILE")],
)
def test_what_cannot_be_opened_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], code: str
) -> None:
    (tmp_path / "log.jsonl").write_bytes(line(1))
    (tmp_path / "empty").mkdir()
    assert turncoat(["import", str(tmp_path / arguments[0]), *arguments[1:]]) == 2
    assert code in capsys.readouterr().err
