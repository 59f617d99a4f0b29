"""A bot that is another program: it reads one JSON line a question and writes one JSON line an answer.

Question: `{"seed": …, "view": …, "ask": {"seat": …, "kind": …, "moves": [...]}}`.
Answer: `{"answer": K}`, the place of the chosen move in `moves`, from 0. A program keeps nothing between
questions that it could not work out again: the view holds the whole history its seat may know.
"""

from __future__ import annotations

import atexit
import selectors
import shlex
import shutil
import subprocess
import time
from typing import Any

import msgspec

from turncoat.core import Ask, Refused

PATIENCE = 20.0
"""How many seconds a program may take for an answer."""
_MAX_ANSWER = 1 << 16


class _Answer(msgspec.Struct):
    answer: int


_PROGRAMS: dict[str, subprocess.Popen[bytes]] = {}


def _program(command: str) -> subprocess.Popen[bytes]:
    """One process for all bots of a command in this process; a new one after it has ended."""
    program = _PROGRAMS.get(command)
    if program is None or program.poll() is not None:
        pipe = subprocess.PIPE
        program = _PROGRAMS[command] = subprocess.Popen(shlex.split(command), stdin=pipe, stdout=pipe, bufsize=0)
    return program


def _end(command: str) -> None:
    program = _PROGRAMS.pop(command, None)
    if program is not None:
        program.kill()
        program.communicate()


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
    """Asks a program. A program that gives no answer in time is ended; the next question starts it anew."""

    def __init__(self, seed: str, command: str, patience: float = PATIENCE) -> None:
        """Raises LookupError where there is no such program."""
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise LookupError(f"the command {command!r} cannot be read: {error}") from None
        if not words or shutil.which(words[0]) is None:
            raise LookupError(f"there is no program {words[0] if words else ''!r}")
        self._seed = seed
        self._command = command
        self._patience = patience

    def answer(self, view: Any, ask: Ask) -> Any:
        """Raises Refused: BOT_TIMEOUT, BOT_UNREACHABLE for a program that ends, BOT_ANSWER for nonsense."""
        asked = {"seat": ask.seat, "kind": ask.kind, "moves": ask.moves}
        line = self._exchange(msgspec.json.encode({"seed": self._seed, "view": view, "ask": asked}) + b"\n")
        try:
            number = msgspec.json.decode(line, type=_Answer).answer
        except (msgspec.MsgspecError, UnicodeDecodeError):
            raise self._failed("BOT_ANSWER", f"gave an answer that cannot be read: {line[:80]!r}") from None
        if not 0 <= number < len(ask.moves):
            raise self._failed("BOT_ANSWER", f"chose {number} of {len(ask.moves)} moves, which are counted from 0")
        return ask.moves[number]

    def _exchange(self, question: bytes) -> bytes:
        try:
            program = _program(self._command)
            assert program.stdin is not None
            program.stdin.write(question)
            return self._read_line(program)
        except OSError as error:
            _end(self._command)
            raise self._failed("BOT_UNREACHABLE", f"has ended, or cannot be run ({type(error).__name__})") from None

    def _read_line(self, program: subprocess.Popen[bytes]) -> bytes:
        assert program.stdout is not None
        line, deadline = b"", time.monotonic() + self._patience
        with selectors.DefaultSelector() as ready:
            ready.register(program.stdout, selectors.EVENT_READ)
            while not line.endswith(b"\n"):
                if not ready.select(max(0.0, deadline - time.monotonic())):
                    _end(self._command)
                    raise self._failed("BOT_TIMEOUT", f"gave no answer within {self._patience:g} seconds")
                piece = program.stdout.read(_MAX_ANSWER)
                if not piece:
                    raise BrokenPipeError
                line += piece
                if len(line) > _MAX_ANSWER:
                    _end(self._command)
                    raise self._failed("BOT_ANSWER", "gave an answer that is too long")
        return line

    def _failed(self, code: str, what: str) -> Refused:
        return Refused(code, f"The program {self._command!r} {what}.")
