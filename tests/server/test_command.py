"""`turncoat serve` hands its flags to the server."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from turncoat.cli import run
from turncoat.server import run as server_run


def test_flags_become_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Any] = []
    monkeypatch.setattr(server_run, "serve", lambda config, _: seen.append(config))
    monkeypatch.setenv("TURNCOAT_HOST", "0.0.0.0")
    origins = ["--origin", "https://a.example", "--origin", "http://b"]
    assert run(["serve", "--port", "8123", *origins, "--log-json"]) == 0
    (config,) = seen
    assert (config.port, config.host, config.origins, config.log_json) == (
        8123,
        "0.0.0.0",
        ("https://a.example", "http://b"),
        True,
    )


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("PORT", "many"),
        ("LLM_ADDRESSES", "localhost:11434"),
        ("LLM_ADDRESSES", "http://localhost:port/v1"),
        ("LLM_COST", "0.5"),  # without a price it could never be reached
    ],
)
def test_bad_settings_are_refused_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str, text: str
) -> None:
    monkeypatch.setattr(server_run, "serve", lambda config, _: None)
    monkeypatch.setenv(f"TURNCOAT_{name}", text)
    assert run(["serve"]) == 2
    assert "USAGE" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "port", "code", "words"),
    [
        (["--help"], "0", 0, "TURNCOAT_PORT"),
        (["--port", "8123"], "0", 2, "turncoat serve --help"),
        ([], "many", 2, "Expected `int`"),
    ],
    ids=["help", "unknown argument", "bad setting"],
)
def test_the_module_serves_only_when_asked_in_its_own_way(
    arguments: list[str], port: str, code: int, words: str
) -> None:
    command = [sys.executable, "-m", "turncoat.server", *arguments]
    environment = {**os.environ, "TURNCOAT_PORT": port}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == code
    assert words in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_a_port_that_is_taken_is_one_sentence() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        for command in (
            ["-c", "from turncoat.cli import main; main()", "serve", "--port", port],
            ["-m", "turncoat.server"],
        ):
            done = subprocess.run(
                [sys.executable, *command],
                env={**os.environ, "TURNCOAT_PORT": port, "TURNCOAT_DATABASE": "sqlite:////nowhere/tables.db"},
                capture_output=True,
                text=True,
                timeout=60,
                check=False,
            )
            assert done.returncode == 2
            assert f"CANNOT_LISTEN: Cannot listen on 127.0.0.1, port {port}: Address already in use." in done.stderr
            assert "Traceback" not in done.stderr


def test_with_port_0_it_says_which_port_the_system_has_chosen(tmp_path: Path) -> None:
    program = "from turncoat.cli import main; main()"
    arguments = [sys.executable, "-c", program, "serve", "--port", "0", "--database", f"sqlite:///{tmp_path}/t.db"]
    with subprocess.Popen(arguments, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        line = next(line for line in process.stderr if "Turncoat at" in line)
        found = re.search(r"http://127\.0\.0\.1:[1-9][0-9]*", line)
        assert found
        assert httpx.get(f"{found[0]}/health/ready", timeout=20).status_code == 200
        process.terminate()
