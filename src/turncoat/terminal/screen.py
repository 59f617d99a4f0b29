"""The terminal: it draws pages, and reads lines and keys. Tests replace the keyboard by a list of lines."""

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
_GUARD = 0.3  # seconds during which a key press may still be meant for the previous page
_WIPE = "\x1b[3J\x1b[2J\x1b[H"  # clears the scrollback first, because it may show a secret


class Left(Exception):
    """The player has left: the input ended, or there was an interrupt."""


class Keyboard(Protocol):
    """Where answers come from."""

    def line(self) -> str:
        """One typed line. Raises Left at the end of input."""

    def key(self) -> str:
        """One key, with arrows as `n` and `p`. Without a real keyboard, the first letter of a line."""

    def forget(self) -> None:
        """Discard what was typed before now."""


class Typed:
    """Reads lines from a function that raises StopIteration or EOFError at the end."""

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
        """There is nothing to discard."""


class StandardInput(Typed):
    """Reads from this terminal, without a line history: the next player must not find the answers of the last one."""

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
    """A console that prints text as it is. Square brackets and colons in names have no special meaning."""
    return Console(highlight=False, markup=False, emoji=False, **settings)


class Screen:
    """Draws pages on a console and reads answers from a keyboard."""

    def __init__(self, console: Console, keyboard: Keyboard) -> None:
        self.console = console
        self.keyboard = keyboard

    @classmethod
    def standard(cls) -> Screen:
        """The terminal this process runs in."""
        return cls(make_console(), StandardInput())

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Use the terminal's alternate screen during the game, so that no secret stays in the scrollback."""
        own = self.console.is_terminal and self.console.set_alt_screen(True)
        try:
            yield
        finally:
            if own:
                self.wipe()
                self.console.set_alt_screen(False)

    def wipe(self) -> None:
        """Clear the terminal and its scrollback."""
        if self.console.is_terminal:
            self.console.file.write(_WIPE)
            self.console.file.flush()

    def page(self, *parts: RenderableType) -> None:
        """Replace what is on the screen by a new page."""
        self.wipe()
        self.console.print(*parts, sep="\n")

    def ask(self) -> str:
        """Read one line below the page, without the spaces around it."""
        self.console.print(Text("> ", style="bold"), end="")
        return self.keyboard.line().strip()

    def wait(self, *parts: RenderableType) -> None:
        """Draw a page and wait for Enter."""
        self.page(*parts)
        self.keyboard.line()

    def guard(self, *parts: RenderableType) -> None:
        """Draw a page and wait for Enter. Keys that were pressed before do not count."""
        self.page(*parts)
        self.keyboard.forget()
        self.keyboard.line()
        self.wipe()

    def step_through(self, draw: Callable[[int, str], RenderableType], count: int) -> None:
        """Let the person go forward and back through pages until they leave. `draw` gets a page number and the keys."""
        at, last = 0, count - 1
        steps = {"n": 1, " ": 1, "\r": 1, "\n": 1, "": 1, "p": -1, "b": -1, "f": last, "l": last, "a": -last}
        with self.opened():
            while True:
                self.page(draw(at, "n or → next   p or ← back   a first   l last   q quit"))
                try:
                    key = self.keyboard.key().lower()
                except Left:
                    return
                if key == "q":
                    return
                at = max(0, min(last, at + steps.get(key, 0)))

    def glance(self, *parts: RenderableType) -> None:
        """Draw a page until any key is pressed."""
        self.page(*parts)
        self.keyboard.key()
        self.wipe()
