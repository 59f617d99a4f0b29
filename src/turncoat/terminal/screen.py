"""A terminal to draw pages on and to read lines and keys from; tests put a list of lines in its place."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from rich.console import Console, RenderableType
from rich.text import Text

_ARROWS = {"\x1b[C": "n", "\x1bOC": "n", "\x1b[D": "p", "\x1bOD": "p", "\x1b": "q", "\x03": "q", "\x04": "q"}
_GUARD = 0.3  # seconds in which a key was still meant for the last page
_WIPE = "\x1b[3J\x1b[2J\x1b[H"  # what has scrolled off goes first: it may hold a secret


class Left(Exception):
    """The player went away: end of input, or an interrupt."""


class Keyboard(Protocol):
    """Where answers come from."""

    def line(self) -> str:
        """One typed line. Raises Left at the end of input."""

    def key(self) -> str:
        """One key, arrows as `n` and `p`; without a real keyboard, the first letter of a line."""

    def forget(self) -> None:
        """Drop what was typed ahead."""


class Typed:
    """Lines from a function that raises StopIteration or EOFError when there are no more."""

    def __init__(self, read: Callable[[], str]) -> None:
        self._read = read

    def line(self) -> str:
        try:
            return self._read()
        except (EOFError, StopIteration, KeyboardInterrupt):
            raise Left from None

    def key(self) -> str:
        return self.line().strip()[:1]

    def forget(self) -> None:
        """Nothing is typed ahead here."""


class StandardInput(Typed):
    """The person at this terminal. No line history: the next player must not find the last one's answer."""

    def __init__(self) -> None:
        super().__init__(_read_line)

    def key(self) -> str:
        try:
            import termios
            import tty
        except ImportError:  # not a Unix terminal
            return super().key()
        if not sys.stdin.isatty():
            return super().key()
        number = sys.stdin.fileno()
        before = termios.tcgetattr(number)
        try:
            tty.setraw(number)
            pressed = os.read(number, 8).decode(errors="replace")
        finally:
            termios.tcsetattr(number, termios.TCSAFLUSH, before)
        return _ARROWS.get(pressed, pressed[:1])

    def forget(self) -> None:
        try:
            import termios
        except ImportError:
            return
        if sys.stdin.isatty():
            time.sleep(_GUARD)
            termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)


def _read_line() -> str:
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line


def make_console(**settings: Any) -> Console:
    """A console that prints what it is told: square brackets and colons in names mean nothing to it."""
    return Console(highlight=False, markup=False, emoji=False, **settings)


class Screen:
    """Pages on a console, answers from a keyboard."""

    def __init__(self, console: Console, keyboard: Keyboard) -> None:
        self.console = console
        self.keyboard = keyboard

    @classmethod
    def standard(cls) -> Screen:
        """The terminal this process runs in."""
        return cls(make_console(), StandardInput())

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Use the terminal's second page while the game lasts, so that nothing secret stays in its history."""
        own = self.console.is_terminal and self.console.set_alt_screen(True)
        try:
            yield
        finally:
            if own:
                self.wipe()
                self.console.set_alt_screen(False)

    def wipe(self) -> None:
        """Leave nothing on the terminal, nor above it."""
        if self.console.is_terminal:
            self.console.file.write(_WIPE)
            self.console.file.flush()

    def page(self, *parts: RenderableType) -> None:
        """Draw a page in place of what was there."""
        self.wipe()
        self.console.print(*parts, sep="\n")

    def ask(self) -> str:
        """One typed answer after the page, without the spaces around it."""
        self.console.print(Text("> ", style="bold"), end="")
        return self.keyboard.line().strip()

    def wait(self, *parts: RenderableType) -> None:
        """Draw a page and wait for Enter."""
        self.page(*parts)
        self.keyboard.line()

    def guard(self, *parts: RenderableType) -> None:
        """Draw a page and wait for a new Enter: what was typed before, in haste, does not count."""
        self.page(*parts)
        self.keyboard.forget()
        self.keyboard.line()
        self.wipe()

    def glance(self, *parts: RenderableType) -> None:
        """Draw a page that any key takes away again."""
        self.page(*parts)
        self.keyboard.key()
        self.wipe()
