"""A table where a vote can be changed until the last ballot is in, as its players see it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Opener
from tests.web.person import GUARD_MS, settings_of, wait_for_ask, wait_until
from tests.web.scene import FIVE, ROLES, Scene, gathering

SIZES = [(390, 844), (1440, 900)]


def _voting(page: Page, **settings: object) -> Scene:
    deal = {"roles": ROLES, "leader": 1}
    scene = Scene(page, FIVE, ruleset="classic", deal=deal, **settings).deal().propose(1, (1, 2)).open()
    wait_for_ask(page, "vote")
    return scene


@pytest.mark.parametrize("size", SIZES, ids=["phone", "desktop"])
def test_a_vote_lies_on_the_lining_and_can_be_changed_until_the_last_one_is_in(
    opened: Opener, size: tuple[int, int]
) -> None:
    page = opened(*size)
    scene = _voting(page, change_vote=True)
    page.get_by_role("button", name="Approve").click()
    sheet = page.locator(".sheet.lining")
    expect(sheet).to_contain_text("Your vote is in: Approve.")
    expect(sheet).to_contain_text("You can change it until the last ballot is in.")
    expect(page.locator(".centre").first).to_contain_text("1 of 5 ballots in")
    page.wait_for_timeout(GUARD_MS)
    sheet.get_by_role("button", name="Change to Reject").click()
    expect(sheet).to_contain_text("Your vote is in: Reject.")
    expect(page.locator(".centre").first).to_contain_text("1 of 5 ballots in")
    page.reload()
    expect(sheet).to_contain_text("Your vote is in: Reject.")
    scene.vote({1, 2, 3, 4}, (1, 2, 3, 4))
    expect(page.locator(".time")).to_contain_text("Ben, Cai, Dee and Eva approved. You rejected.")
    expect(sheet).to_have_count(0)


def test_by_keys_alone(opened: Opener) -> None:
    page = opened(1440, 900)
    _voting(page, change_vote=True)
    page.keyboard.press("a")
    page.keyboard.press("Enter")
    sheet = page.locator(".sheet.lining")
    expect(sheet).to_contain_text("Your vote is in: Approve.")
    page.wait_for_timeout(GUARD_MS)
    page.keyboard.press("r")
    page.keyboard.press("Enter")
    expect(sheet).to_contain_text("Your vote is in: Reject.")


def test_a_vote_given_is_no_turn_any_more(opened: Opener) -> None:
    page = opened()
    _voting(page, change_vote=True)
    assert "Vote" in page.title()
    page.get_by_role("button", name="Approve").click()
    expect(page.locator(".sheet.lining")).to_be_visible()
    assert "Vote" not in page.title()
    page.reload()
    expect(page.locator(".sheet.lining")).to_be_visible()
    assert "Vote" not in page.title()


def test_elsewhere_a_vote_says_which_way_it_went_and_offers_nothing(opened: Opener) -> None:
    page = opened()
    _voting(page)
    page.get_by_role("button", name="Approve").click()
    expect(page.locator(".wait")).to_contain_text("Your vote is in: Approve.")
    expect(page.get_by_role("button", name="Change to Reject")).to_have_count(0)


def test_the_tap_that_came_too_late_closes_nothing(opened: Opener) -> None:
    """Where the other ballot was, the result has a button a moment later."""
    page = opened()
    page.clock.install(time=0)
    scene = _voting(page, change_vote=True)
    page.get_by_role("button", name="Approve").click()
    expect(page.locator(".sheet.lining")).to_be_visible()
    page.clock.pause_at("1970-01-01T01:00:00Z")
    scene.vote({1, 2, 3, 4}, (1, 2, 3, 4))
    go_on = page.locator(".time").get_by_role("button")
    go_on.click()
    expect(go_on).to_be_visible()
    page.clock.run_for(700)
    go_on.click()  # turns the ballots at once
    expect(go_on).to_be_visible()
    page.clock.run_for(700)
    go_on.click()
    expect(go_on).to_have_count(0)


def test_the_host_switches_it_on_and_everybody_reads_it(opened: Opener) -> None:
    page, guest = opened(1440, 900), opened()
    table = gathering(page).open()
    switch = page.get_by_role("switch", name="Votes can be changed")
    expect(switch).to_have_attribute("aria-checked", "false")
    switch.click()
    expect(switch).to_have_attribute("aria-checked", "true")
    wait_until(page, lambda: settings_of(page, table.code).get("change_vote") is True)
    guest.goto(f"/t/{table.code}")
    expect(guest.locator(".contract").first).to_contain_text("Votes can be changed: until the last ballot is in")
    switch.click()
    wait_until(page, lambda: "change_vote" not in settings_of(page, table.code))
