"""This device's results, by side, character and game."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web import scene
from tests.web.conftest import Opener


def test_a_finished_game_is_counted_by_side_role_and_game(opened: Opener) -> None:
    page = opened()
    scene.avalon_over(page).open()
    page.wait_for_selector(".end")
    page.goto("/")
    page.get_by_role("link", name="Your results").click()
    for title, row in (("By side", "Good"), ("By role", "Percival"), ("By game", "Avalon")):
        table = page.locator("table", has=page.get_by_text(title, exact=True))
        expect(table.get_by_role("row", name=f"{row} 1 1")).to_be_visible()
