"""Somebody who plays RESIST! through the page."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page

from tests.web.person import fix_deal

# What cannot be had now only says why.
OPEN_ENEMY = "button.enemy:not([aria-disabled=true])"
OPEN_POSTER = "button.poster:not([aria-disabled=true])"


def _nothing(state: str) -> None:
    """Nobody looks."""


def answer(page: Page, *, wide: bool, look: Callable[[str], None] = _nothing) -> None:
    """Answer the open question somehow. `look` is called before and after something is chosen."""
    asked = page.locator("[data-ask]")
    kind = asked.get_attribute("data-ask") if asked.count() else "none"
    if kind == "none" or kind is None:
        return
    look(kind)
    go = page.locator(".answer.go")
    if kind == "attack":
        card = page.locator(".hand .top:not([disabled])" if wide else ".stub:not(:has(.no))").first
        if card.get_attribute("aria-pressed") != "true":
            card.click()
        look(f"{kind}, chosen")
        page.locator("button.play:not([aria-disabled=true])").last.click()
    elif kind == "sort":
        while go.get_attribute("aria-disabled") == "true":
            page.locator(".answer[aria-pressed=false]").first.click()
        look(f"{kind}, chosen")
        go.click()
    elif (target := page.locator(OPEN_ENEMY if page.locator(OPEN_ENEMY).count() else OPEN_POSTER)).count():
        target.first.click()
        look(f"{kind}, chosen")
        go.click()
    else:
        page.locator(".answer").first.click()


def start(page: Page) -> None:
    """A new game by its button; the same deal each time, so that the same answers give the same game."""
    fix_deal(page, "solo", 1)
    page.goto("/solo")
    page.get_by_role("button", name="New game").click()
    page.wait_for_selector("[data-ask=plan]")
