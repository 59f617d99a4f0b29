"""A player for tests, who reads the page on the terminal and types something that it offers."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Callable
from pathlib import Path

from turncoat.cli.play import start
from turncoat.terminal.order import Order
from turncoat.terminal.screen import Screen, Typed, make_console

KEYS = "? help"
Answer = Callable[[str, random.Random], str]


class Typist:
    """Plays one sitting. `pages` are what was shown before each answer, and last what was shown after all."""

    def __init__(
        self,
        *,
        seed: int = 0,
        width: int = 100,
        height: int = 30,
        answer: Answer | None = None,
        leave_after: int = 10**6,
    ) -> None:
        self.out = io.StringIO()
        self.pages: list[str] = []
        self.typed: list[str] = []
        self._answer = answer or sensible
        self._random = random.Random(seed)
        self._leave_after = leave_after
        console = make_console(file=self.out, width=width, height=height, color_system=None)
        self.screen = Screen(console, Typed(self._read))

    def play(self, order: Order, resume: Path | None = None) -> list[str]:
        """The pages of a whole sitting."""
        start(order, resume, self.screen)
        self._turn_page()
        return self.pages

    def _turn_page(self) -> str:
        page = self.out.getvalue()
        self.out.seek(0)
        self.out.truncate()
        self.pages.append(page)
        return page

    def _read(self) -> str:
        page = self._turn_page()
        if len(self.typed) >= self._leave_after:
            raise EOFError
        self.typed.append(self._answer(page, self._random))
        return self.typed[-1]


def sensible(page: str, chance: random.Random) -> str:
    """Something that the page offers, or Enter if the page only waits."""
    if KEYS not in page:
        return ""
    team = re.search(r"Type (\d) numbers or names", page)
    if team:
        seats = re.findall(r"^ +(\d) +\S", page, re.MULTILINE)
        return " ".join(chance.sample(seats, int(team[1])))
    return chance.choice(offered(page))


def offered(page: str) -> list[str]:
    """The keys between the question, or the complaint about the last answer, and the line of keys."""
    choices: list[str] = []
    for line in reversed(page.split(KEYS)[0].rstrip().splitlines()):
        if line.rstrip().endswith((".", "?")):
            break
        choices = [*re.split(r" {3,}", line.strip()), *choices]
    return [choice.split(" ")[0] for choice in choices]
