"""A bot that is another program: it reads one JSON line a question and writes one JSON line an answer.

Question: `{"seed": …, "view": …, "ask": {"seat": …, "kind": …, "moves": [...]}}`.
Answer: `{"answer": K}`, the place of the chosen move in `moves`, from 0. A program keeps nothing between
questions that it could not work out again: the view holds the whole history its seat may know.
"""

from __future__ import annotations

import atexit
import shlex
import subprocess
from typing import Any

import msgspec

from turncoat.core import Ask


class ExternalError(RuntimeError):
    """The program ended, or answered something else than the place of a move."""


class _Answer(msgspec.Struct):
    answer: int


_PROGRAMS: dict[str, subprocess.Popen[bytes]] = {}


def _program(command: str) -> subprocess.Popen[bytes]:
    """One process for all bots of a command in this process."""
    if command not in _PROGRAMS:
        pipe = subprocess.PIPE
        _PROGRAMS[command] = subprocess.Popen(shlex.split(command), stdin=pipe, stdout=pipe)
    return _PROGRAMS[command]


@atexit.register
def close_programs() -> None:
    """End every program that was started: its input closes, and it gets a second to go."""
    while _PROGRAMS:
        _, program = _PROGRAMS.popitem()
        try:
            program.communicate(timeout=1.0)
        except subprocess.TimeoutExpired:
            program.kill()
            program.communicate()


class ExternalBot:
    """Asks a program."""

    def __init__(self, seed: str, command: str) -> None:
        self._seed = seed
        self._command = command

    def answer(self, view: Any, ask: Ask) -> Any:
        program = _program(self._command)
        assert program.stdin is not None
        assert program.stdout is not None
        asked = {"seat": ask.seat, "kind": ask.kind, "moves": ask.moves}
        try:
            program.stdin.write(msgspec.json.encode({"seed": self._seed, "view": view, "ask": asked}) + b"\n")
            program.stdin.flush()
            reply = msgspec.json.decode(program.stdout.readline(), type=_Answer)
            if reply.answer < 0:
                raise IndexError(reply.answer)
            return ask.moves[reply.answer]
        except (OSError, msgspec.MsgspecError, IndexError) as error:
            raise ExternalError(f"{self._command!r} gave no answer: {error}") from None
