"""Somebody who plays through the page alone: by taps, or by keys."""

from __future__ import annotations

from typing import Any

HOLD_MS = 1150


class Person:
    """A page at a table. Every answer is given through what the page offers."""

    def __init__(self, page: Any, *, touch: bool = False) -> None:
        self.page = page
        self.touch = touch

    def tap(self, target: Any) -> None:
        if self.touch:
            target.tap()
        else:
            target.click()

    @property
    def ask(self) -> str:
        """The kind of the open ask, `none`, or `` while there is no prompt."""
        found = self.page.locator("[data-ask]")
        return (found.first.get_attribute("data-ask") or "") if found.count() else ""

    @property
    def is_over(self) -> bool:
        return bool(self.page.locator(".end").count())

    def skip(self) -> None:
        button = self.page.locator(".time .button")
        if button.count():
            button.first.click(timeout=500)

    def answer(self) -> str:
        """Answer the open ask somehow; returns its kind."""
        kind = self.ask
        if kind in ("", "none"):
            return ""
        self.page.wait_for_timeout(420)
        getattr(self, "_" + kind, self._target)()
        return kind

    def _vote(self) -> None:
        self.tap(self.page.locator(".ballot.yes"))

    def _mission(self) -> None:
        self.hold(self.page.locator(".cards .card").first)

    def hold(self, target: Any) -> None:
        box = target.bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.wait_for_timeout(HOLD_MS)
        self.page.mouse.up()

    def _propose(self) -> None:
        missions = self.page.locator("ol li.open button, .sheet.open")
        if missions.count():
            self.tap(missions.first)
        go = self.page.locator("[data-ask] .go")
        seats = self.page.locator("button.seat[aria-pressed=false]")
        while go.get_attribute("aria-disabled") == "true":
            self.tap(seats.first)
        self.tap(go)

    def _target(self) -> None:
        cards = self.page.locator("[data-ask] button.plot")
        if cards.count():
            self.tap(cards.first)
        go = self.page.locator("[data-ask] .go").first
        if go.get_attribute("aria-disabled") == "true":
            self.tap(self.page.locator("button.seat").first)
        self.tap(go)
