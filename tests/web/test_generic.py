"""A game that the client has no folder for is played all the same."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web import pages
from tests.web.conftest import Opener
from tests.web.wire import messages, moves_of


def test_an_unknown_game_is_played_by_its_moves_alone(opened: Opener) -> None:
    page = opened()
    sent = messages(page, "framesent")
    pages.generic(page)
    picks = page.get_by_role("group", name="team")
    for name in ("You", "Oskar", "Priya", "Jun"):
        picks.get_by_role("button", name=name, exact=True).click()
    page.get_by_role("button", name="Propose", exact=True).click()
    expect(page.locator("[data-ask=vote]")).to_be_visible()
    page.get_by_role("button", name="Vote · approve yes").click()
    expect(page.locator("[data-ask]")).to_have_count(0)
    expect(page.get_by_text("Waiting for the others.")).to_be_visible()
    assert moves_of(sent) == [{"move": "propose", "team": [0, 1, 2, 3]}, {"move": "vote", "approve": True}]
