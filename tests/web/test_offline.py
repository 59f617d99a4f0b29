"""Once the start page has been loaded, lessons and puzzles are played without a connection, pictures and all."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.conftest import Opener
from tests.web.person import GUARD_MS, wait_until

KEPT = "JSON.parse(localStorage.getItem('turncoat.puzzles.kept') ?? '[]').length"
BROKEN = "() => [...document.images].filter((each) => each.complete && !each.naturalWidth).map((each) => each.src)"


def _offline(page: Page) -> None:
    """The service worker has everything, and there is no network any more."""
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.context.set_offline(True)


def test_lessons_are_opened_without_a_connection(opened: Opener) -> None:
    page = opened(1440, 900)
    page.goto("/")
    _offline(page)
    page.goto("/lesson-resist")
    expect(page.locator("h1 small")).to_have_text("step 1 of 10")
    expect(page.locator("img").first).to_be_visible()
    page.wait_for_timeout(500)
    assert page.evaluate(BROKEN) == []
    page.goto("/first-game")
    forward = page.get_by_role("button", name="Next")
    forward.wait_for()
    page.wait_for_timeout(GUARD_MS)
    forward.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("step 2 of 9")
    page.goto("/lesson-plot")
    expect(page.locator("h1 small")).to_contain_text("step 1 of")


def test_the_last_puzzles_are_solved_without_a_connection(opened: Opener) -> None:
    page = opened()
    page.goto("/puzzle")
    expect(page.locator(".choice").first).to_be_visible()
    wait_until(page, lambda: page.evaluate(KEPT) == 7)
    _offline(page)
    page.goto("/puzzle")
    page.locator(".choice").first.click()
    expect(page.locator(".verdict h2")).to_be_visible()
    page.goto("/")
    expect(page.get_by_role("link", name="Puzzle of the day")).to_be_visible()
    assert page.evaluate(BROKEN) == []
