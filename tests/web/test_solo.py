"""RESIST! through the page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Opener


def _answer(page: Page, *, wide: bool) -> None:
    asked = page.locator("[data-ask]")
    kind = asked.get_attribute("data-ask") if asked.count() else "none"
    if kind == "none":
        return
    go = page.locator(".answer.go")
    if kind == "attack":
        card = page.locator(".hand .top:not([disabled])" if wide else ".stub:not(:has(.no))").first
        if card.get_attribute("aria-pressed") != "true":
            card.click()
        page.locator("button.play:not([aria-disabled=true])").last.click()
    elif kind == "sort":
        while go.get_attribute("aria-disabled") == "true":
            page.locator(".answer[aria-pressed=false]").first.click()
        go.click()
    elif page.locator("button.enemy").count():
        page.locator("button.enemy").first.click()
        go.click()
    elif page.locator("button.poster").count():
        page.locator("button.poster").first.click()
        go.click()
    else:
        page.locator(".answer").first.click()


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
def test_a_whole_game_alone(opened: Opener, width: int, height: int) -> None:
    page = opened(width, height)
    page.goto("/solo")
    page.get_by_role("button", name="New game").click()
    page.wait_for_selector("[data-ask]")
    for _ in range(300):
        if page.locator(".end").count():
            break
        _answer(page, wide=width >= 1200)
        page.wait_for_timeout(60)
    expect(page.get_by_role("button", name="Play again")).to_be_visible()


def test_undo_takes_back_what_taught_nothing(opened: Opener) -> None:
    page = opened(1440, 900)
    page.goto("/solo")
    page.get_by_role("button", name="New game").click()
    page.wait_for_selector("[data-ask=plan]")
    before = page.locator(".hand article").count()
    page.locator(".hand .top:not([disabled])").first.click()
    page.locator("button.play:not([aria-disabled=true])").first.click()
    expect(page.locator(".hand article")).to_have_count(before - 1)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".hand article")).to_have_count(before)
