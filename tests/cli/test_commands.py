"""The commands as other programs and people call them."""

from __future__ import annotations

import gzip
import importlib.util
import inspect
import json
import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cli.typist import Typist
from turncoat import __version__
from turncoat.cli import run
from turncoat.cli.app import COMMANDS
from turncoat.games import games, rulesets
from turncoat.terminal.order import Order
from turncoat.terminal.record_files import read_record, write_record

PROGRAM = [sys.executable, "-c", "from turncoat.cli import main; main()"]


def turncoat(*arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*PROGRAM, *arguments], input=given, capture_output=True, timeout=60, check=False)


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished game."""
    path = tmp_path_factory.mktemp("records") / "game.json"
    Typist(seed=5).play(Order(ruleset="avalon", seed="5", save=str(path), quick=True))
    return path


@pytest.mark.parametrize("command", COMMANDS)
def test_help_on_a_command_says_all_that_its_docstring_says(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    module, _, function = COMMANDS[command][0].partition(":")
    doc = inspect.getdoc(getattr(importlib.import_module(module), function))
    text, _, _ = (doc or "").partition("\n\nArgs:")
    assert run([command, "--help"]) == 0
    assert text
    assert " ".join(text.replace("`", "").split()) in " ".join(capsys.readouterr().out.split())


OF_GAMES = [name for game in games() for name in game.capabilities.commands]


@pytest.mark.parametrize("command", [*COMMANDS, *OF_GAMES])
def test_flags_are_alike_in_every_command(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A few had --no-json beside --json, and --empty-roles."""
    assert run([command, "--help"]) == 0
    assert not re.search(r"--empty-|--no-json ", capsys.readouterr().out)


def test_help_lists_every_command_with_its_summary(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--help"]) == 0
    told = " ".join(capsys.readouterr().out.replace("│", " ").split())
    assert all(summary in told for _, summary in COMMANDS.values())


def test_the_referee_answers_line_by_line_and_survives_nonsense() -> None:
    lines = [
        b'{"op":"new","ruleset":"classic","players":5,"seed":"1"}',
        b"",
        b"\xff\xfe\x00",
        b'{"op":"asks"}',
        b"[]",
    ]
    done = turncoat("referee", given=b"\n".join(lines))
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["ok"] for answer in answers] == [True, False, True, False]
    assert (done.returncode, done.stderr) == (0, b"")


def test_the_referee_answers_before_its_input_ends() -> None:
    with subprocess.Popen([*PROGRAM, "referee"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b'{"op":"new","ruleset":"avalon"}\n')
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["ok"] is True
        process.stdin.close()
        assert process.wait(timeout=30) == 0


def test_the_referee_is_quiet_when_nobody_reads_it() -> None:
    with subprocess.Popen(
        [*PROGRAM, "referee"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.write(b'{"op":"new","ruleset":"avalon"}\n' * 50)
        process.stdin.close()
        assert process.wait(timeout=30) == 0
        assert process.stderr.read() == b""


def test_bad_input_to_the_program_is_one_line_on_standard_error() -> None:
    done = turncoat("play", "avalon", "--players", "4")
    assert done.returncode == 2
    assert done.stdout == b""
    assert done.stderr.decode().splitlines() == ["turncoat: PLAYER_COUNT: The game is for 5 to 10 players."]


def test_play_takes_its_answers_from_a_pipe() -> None:
    done = turncoat("play", "classic", "--seat", "bot", "--quick", "--save", "/dev/null", "--seed", "3")
    assert done.returncode == 0
    assert b"knew" in done.stdout


BAD = [
    (["foo"], "USAGE"),
    (["play", "nonsense"], "BAD_RULESET"),
    (["rulesets", "nonsense"], "BAD_RULESET"),
    (["play", "avalon", "--players", "x"], "USAGE"),
    (["play", "avalon", "--players", "99999999999999999999"], "PLAYER_COUNT"),
    (["play", "avalon", "--roles", "percival"], "ROLE_DEPENDENCY"),
    (["play", "avalon", "--roles", "gandalf"], "ROLE_SET"),
    (["play", "classic", "--option", "lady=true"], "OPTION_CONFLICT"),
    (["play", "classic", "--option", "lady"], "BAD_OPTION"),
    (["play", "classic", "--option", "plot=3"], "BAD_REQUEST"),
    (["play", "classic", "--option", "nothing=3"], "BAD_REQUEST"),
    (["play", "classic", "--seat", "ghost"], "BAD_SEATS"),
    (["play", "classic", "--seat", *["human"] * 6], "BAD_SEATS"),
    (["play", "classic", "--names", "Ana", "ana"], "BAD_NAMES"),
    (["play", "classic", "--names", "7"], "BAD_NAMES"),
    (["play", "classic", "--names", "q"], "BAD_NAMES"),
    (["play", "classic", "--save", "/no/such/folder/x.json"], "NO_FILE"),
    (["play", "--resume", "/no/such/file"], "NO_FILE"),
    (["replay", "/no/such/file"], "NO_FILE"),
    (["replay", "/"], "NO_FILE"),
    (["verify", "/no/such/file"], "NO_FILE"),
    (["verify"], "USAGE"),
    (["referee", "--fast"], "USAGE"),
]


@pytest.mark.parametrize(("arguments", "code"), BAD, ids=lambda value: " ".join(value)[:60] if value else "")
def test_bad_input_gets_a_code_and_a_sentence(
    arguments: list[str], code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) == 2
    told = capsys.readouterr()
    assert told.out == ""
    (line,) = told.err.splitlines()
    assert line.startswith(f"turncoat: {code}: ")
    assert line.endswith(".")


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "3", "[ruleset 3]", '[ruleset "avalon"]', "[meta 3]\n[meta.x 3]", "\xff"]
)
@pytest.mark.parametrize("command", [["verify"], ["replay", "--print"], ["play", "--resume"]])
def test_a_file_that_is_no_record_is_refused(
    text: str, command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "x"
    path.write_bytes(text.encode("latin-1"))
    assert run([*command, str(path)]) == 2
    assert "turncoat: CORRUPT_RECORD: " in capsys.readouterr().err


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_damaged_record_never_ends_in_a_traceback(saved: Path, data: st.DataObject) -> None:
    from turncoat.core import CorruptRecord, Refused, verify
    from turncoat.games import find_game
    from turncoat.games.resistance.terminal.replay import print_story
    from turncoat.terminal.errors import UsageError

    raw = bytearray(saved.read_bytes())
    for _ in range(data.draw(st.integers(1, 3))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(32, 126))
    damaged = saved.with_name("damaged.json")
    damaged.write_bytes(raw)
    try:
        record = read_record(damaged)
        verify(record, find_game)
        print_story(record, "1", False, Typist().screen.console)
    except (CorruptRecord, Refused, UsageError):
        pass


def test_verify_tells_a_changed_deal(saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", str(saved)]) == 0
    assert "The deal is proved" in capsys.readouterr().out
    raw = json.loads(saved.read_bytes())
    raw["proof"]["commitment"] = "0" * 64
    changed = tmp_path / "changed.json"
    changed.write_text(json.dumps(raw))
    assert run(["verify", str(changed)]) == 1
    assert "not the one committed to" in capsys.readouterr().out
    raw["proof"]["secret"] = None
    changed.write_text(json.dumps(raw))
    assert run(["verify", str(changed)]) == 1
    assert "does not tell its seed" in capsys.readouterr().out


def test_names_in_a_record_cannot_disturb_the_terminal(saved: Path, tmp_path: Path) -> None:
    raw = json.loads(saved.read_bytes())
    raw["meta"]["names"][1] = "\x1b[2JEvil\x07" + "e" * 90
    evil = tmp_path / "evil.json"
    evil.write_text(json.dumps(raw))
    done = turncoat("replay", str(evil), "--print")
    assert done.returncode == 0
    assert b"\x1b" not in done.stdout
    assert b"\x07" not in done.stdout


def test_a_record_cannot_make_us_run_a_strangers_code(saved: Path, tmp_path: Path) -> None:
    raw = json.loads(saved.read_bytes())
    raw["moves"] = raw["moves"][:3]
    raw["meta"]["seats"] = ["human", "os:_exit", "this:s", "human", "bot"]
    trap = tmp_path / "trap.json"
    trap.write_text(json.dumps(raw))
    pages = Typist(leave_after=1).play(Order(ruleset="", save=str(tmp_path / "x.json")), resume=trap)
    assert len(pages) == 3
    assert read_record(tmp_path / "x.json").meta["seats"] == ["human", "casual", "casual", "human", "casual"]


def test_names_may_look_like_markup() -> None:
    names = ("[/b]", ":tada:", "[red]x", "a b")
    pages = Typist(seed=1).play(Order(ruleset="avalon", names=names, seed="1", save="/dev/null"))
    assert all(name in pages[-1] for name in names)
    assert "Only for [/b]" in pages[0]


def test_a_replay_prints_the_story_of_a_seat_by_number_or_name(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stories = []
    for seat in ("1", "bo"):
        assert run(["replay", str(saved), "--seat", seat, "--print"]) == 0
        stories.append(capsys.readouterr().out)
    assert stories[0] == stories[1]
    assert "You are" in stories[0]
    assert run(["replay", str(saved), "--seat", "9"]) == 2
    assert "UNKNOWN_PLAYER" in capsys.readouterr().err
    assert run(["replay", str(saved), "--all"]) == 0
    assert "Merlin" in capsys.readouterr().out


def test_both_forms_of_a_record_are_read(saved: Path, tmp_path: Path) -> None:
    record = read_record(saved)
    write_record(tmp_path / "x.txt", record)
    assert read_record(tmp_path / "x.txt") == record


@pytest.mark.parametrize(
    ("module", "arguments", "extra"),
    [
        ("asyncpg", ["serve", "--database", "postgresql://localhost/turncoat"], "postgres"),
        ("redis", ["serve", "--redis", "redis://localhost"], "redis"),
        ("mcp", ["mcp"], "mcp"),
        ("opentelemetry.exporter.otlp.proto.http", ["serve", "--traces"], "otel"),
        ("ray", ["arena", "--ray", "local", "--good", "random", "--evil", "random", "--games", "1"], "ray"),
    ],
)
def test_a_missing_extra_is_one_sentence_with_what_to_install(
    module: str, arguments: list[str], extra: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == module else found(name))
    assert run(arguments) == 2
    error = capsys.readouterr().err.splitlines()[-1]
    assert error == f'turncoat: MISSING_EXTRA: This needs another package: pip install "turncoat[{extra}]"'


@pytest.fixture
def several(saved: Path, tmp_path: Path) -> Path:
    """Three games in a file, compressed, as `turncoat import` writes them; the second is called "two"."""
    record = msgspec.json.decode(saved.read_bytes())
    named = [{**record, "meta": {"imported": name, "names": [f"{name} {seat}" for seat in range(5)]}} for name in IDS]
    path = tmp_path / "records.jsonl.gz"
    path.write_bytes(gzip.compress(b"".join(msgspec.json.encode(one) + b"\n" for one in named)))
    return path


IDS = ("one", "two", "three")


@pytest.mark.parametrize("game", ["2", "two"])
def test_one_of_several_records_is_named_by_its_number_or_id(
    several: Path, game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for command, says in (("replay", "two 3"), ("analyse", "5 players")):
        assert run([command, str(several), "--game", game]) == 0
        assert says in capsys.readouterr().out


@pytest.mark.parametrize(
    ("flags", "code"), [((), "WHICH_GAME"), (("--game", "4"), "NO_GAME"), (("--game", "four"), "NO_GAME")]
)
def test_no_game_is_guessed(
    several: Path, flags: tuple[str, ...], code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["analyse", str(several), *flags]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"turncoat: {code}: ")
    assert error.count("\n") == 1


def test_a_record_may_be_laid_out_over_many_lines(saved: Path, tmp_path: Path) -> None:
    pretty = tmp_path / "pretty.json"
    pretty.write_bytes(msgspec.json.format(saved.read_bytes(), indent=2))
    assert run(["replay", str(pretty), "--print"]) == 0


def test_versions_and_rulesets(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["version"], ["--version"]):
        assert run(arguments) == 0
        assert capsys.readouterr().out.strip() == __version__
    assert run(["rulesets"]) == 0
    told = capsys.readouterr().out
    assert all(name in told for name in rulesets())
    assert run(["rulesets", "avalon"]) == 0
    told = capsys.readouterr().out
    assert "percival" in told
    assert "lady" in told


def test_starting_up_imports_no_game_and_no_server() -> None:
    games = "('turncoat.games.', 'turncoat.server')"
    code = f"import sys, turncoat.cli; print(*[m for m in sys.modules if m.startswith({games})])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60, check=True)
    assert done.stdout.strip() == b""


@pytest.mark.parametrize("wish", [["--deal", "7"], ["--daily"], ["--hint"]])
def test_what_only_a_game_alone_can_do_is_refused_at_a_table(wish: list[str], saved: Path) -> None:
    for game in (["classic"], ["--resume", str(saved)]):
        done = turncoat("play", *game, *wish)
        assert done.returncode == 2
        assert f"ONLY_ALONE: {wish[0]} is for games for one player".encode() in done.stderr
