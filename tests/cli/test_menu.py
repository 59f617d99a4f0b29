"""A bare `turncoat` in a terminal offers what one can do; anywhere else it prints the list of commands."""

from __future__ import annotations

import io
import os
import socket
import subprocess
import sys
from collections.abc import Sequence

import pytest

from turncoat.cli import run
from turncoat.cli.menu import OFFERS, choose_command
from turncoat.cli.network import free_port, local_url, network_url
from turncoat.terminal.screen import Screen, Typed, make_console

PROGRAM = [sys.executable, "-c", "from turncoat.cli import main; main()"]


def _chosen(*typed: str) -> tuple[Sequence[str] | None, str]:
    """What is chosen by typing these lines, and what was shown meanwhile."""
    out = io.StringIO()
    lines = iter(typed)
    console = make_console(file=out, width=100, height=30, color_system=None)
    return choose_command(Screen(console, Typed(lambda: next(lines)))), out.getvalue()


@pytest.mark.parametrize("typed", ["", "1", "play"])
def test_enter_a_number_and_a_name_choose(typed: str) -> None:
    assert _chosen(typed)[0] == ["play"]


def test_every_offer_is_shown_and_leads_to_a_command() -> None:
    for number, (name, summary) in enumerate(OFFERS, 1):
        chosen, shown = _chosen(str(number), "game.json")
        assert chosen is not None
        assert f"{number}  {name}" in shown
        assert summary in shown
        assert run([chosen[0], "--help"]) == 0


def test_the_browser_game_is_for_this_machine_and_hosting_for_the_network() -> None:
    browser, host = _chosen("browser")[0], _chosen("host")[0]
    assert browser is not None
    assert host is not None
    assert "--host" not in browser
    assert "0.0.0.0" in host


@pytest.mark.parametrize("typed", [["q"], [], ["4"], ["4", "q"], ["4", "", "q"]])
def test_one_can_leave_everywhere(typed: list[str]) -> None:
    assert _chosen(*typed)[0] is None


def test_what_is_not_offered_is_asked_again() -> None:
    chosen, shown = _chosen("5", "0", "-1", "x" * 99, "analyse", "game of mine.json")
    assert chosen == ["analyse", "game of mine.json"]
    assert "There is no '5' here." in shown
    assert "x" * 21 not in shown


def test_a_taken_port_is_passed_over() -> None:
    with socket.socket() as taken:
        port = free_port()
        taken.bind(("127.0.0.1", port))
        taken.listen()
        assert free_port() != port


def test_addresses_that_a_browser_can_open() -> None:
    assert local_url("0.0.0.0", 80) == "http://127.0.0.1:80/"
    assert local_url("10.1.2.3", 80) == "http://10.1.2.3:80/"
    assert network_url("127.0.0.1", 80) is None
    assert "0.0.0.0" not in (network_url("0.0.0.0", 80) or "")


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="needs a terminal of our own")
def test_in_a_terminal_the_choice_is_carried_out() -> None:
    """Enter, Enter: play here, the first game. It begins, and q leaves."""
    import pty

    master, slave = pty.openpty()
    with subprocess.Popen(PROGRAM, stdin=slave, stdout=slave, stderr=slave, env={**os.environ, "TERM": "xterm"}) as it:
        os.close(slave)
        assert "host" in _read_until(master, "> ")
        os.write(master, b"1\n")
        assert "players" in _read_until(master, "> ")
        os.write(master, b"q\n")
        assert it.wait(30) == 0
    os.close(master)


def _read_until(terminal: int, end: str) -> str:
    told = ""
    while not told.rstrip("\x1b[0m").endswith(end):
        told += os.read(terminal, 4096).decode()
    return told


def test_without_a_terminal_the_commands_are_listed() -> None:
    done = subprocess.run(PROGRAM, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True, timeout=60)
    assert "Usage: turncoat COMMAND" in done.stdout


HEAVY = {"alembic", "httpx", "litestar", "markdown_it", "numpy", "pygments", "sqlalchemy", "uvicorn", "websockets"}


def test_the_list_of_commands_loads_nothing_heavy() -> None:
    """It answers in a moment (`python -m benchmarks startup`) because of what it does not load."""
    code = "import sys; from turncoat.cli import run; run(['--help']); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    loaded = done.stderr.split()
    assert {name.partition(".")[0] for name in loaded} & HEAVY == set()
    assert [name for name in loaded if name.startswith(("turncoat.server", "turncoat.arena"))] == []
