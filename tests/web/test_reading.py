"""The reading during a game: only where the table allows it, and only for those who ask."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.conftest import Opener
from tests.web.scene import FIVE, ROLES, Scene


def _notes(page: Page, **settings: object) -> None:
    deal = {"roles": ROLES, "leader": 1}
    Scene(page, FIVE, ruleset="classic", deal=deal, **settings).deal().open()
    page.get_by_role("button", name="Notes").click()
    expect(page.get_by_role("heading", name="Your marks")).to_be_visible()


def test_facts_lie_on_paper_and_the_estimate_on_the_lining_for_those_who_ask(opened: Opener) -> None:
    page = opened()
    _notes(page, reading=True)
    facts = page.locator("section.paper", has_text="What the facts allow")
    expect(facts).to_contain_text("10 of 10 spy pairs are left")
    estimate = page.locator(".lining .estimate")
    expect(estimate).not_to_contain_text("%")
    estimate.get_by_role("button", name="Show the estimate").click()
    expect(estimate.locator("li")).to_have_count(5)  # the first thought starts a process
    shares = [int(share.rstrip("%")) for share in estimate.locator("li b").all_inner_texts()]
    assert sum(shares) == 200
    assert min(shares) == 0, "everybody knows their own side"


def test_elsewhere_nothing_is_offered(opened: Opener) -> None:
    page = opened()
    _notes(page)
    expect(page.get_by_text("What the facts allow")).to_have_count(0)
    expect(page.get_by_text("How people usually play")).to_have_count(0)


def test_the_host_allows_it_in_the_lobby(opened: Opener) -> None:
    page = opened(1440, 900)
    page.goto("/new/classic")
    switch = page.get_by_role("switch", name="Allow the reading during the game")
    expect(switch).to_have_attribute("aria-checked", "false")
    switch.click()
    expect(switch).to_have_attribute("aria-checked", "true")
