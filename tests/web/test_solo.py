"""RESIST! through the page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Opener
from tests.web.solo import answer, start


def _play_out(page: Page, *, wide: bool) -> None:
    for _ in range(300):
        if page.locator(".end").count():
            break
        answer(page, wide=wide)
        page.wait_for_timeout(60)
    expect(page.get_by_role("button", name="Play again")).to_be_visible()


def _play_first_hidden(page: Page) -> None:
    page.locator(".hand .top:not([disabled])").first.click()
    page.locator("button.play:not([aria-disabled=true])").first.click()


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
def test_a_whole_game_alone(opened: Opener, width: int, height: int) -> None:
    page = opened(width, height)
    start(page)
    _play_out(page, wide=width >= 1200)


def test_a_game_with_hint_undo_and_redo_and_its_replay(opened: Opener) -> None:
    page = opened(1440, 900)
    start(page)
    undo, redo = page.get_by_role("button", name="Undo"), page.get_by_role("button", name="Redo")
    expect(undo).to_have_attribute("aria-disabled", "true")
    page.get_by_role("button", name="Hint").click()
    hint = page.get_by_role("region", name="Hint")
    expect(hint).to_contain_text("points to expect")
    hands = page.locator(".hand article")
    before = hands.count()
    _play_first_hidden(page)
    expect(hands).to_have_count(before - 1)
    expect(hint).to_have_count(0)
    undo.click()
    expect(hands).to_have_count(before)
    expect(undo).to_have_attribute("aria-disabled", "true")
    redo.click()
    expect(hands).to_have_count(before - 1)
    expect(redo).to_have_attribute("aria-disabled", "true")
    _play_out(page, wide=True)
    page.get_by_role("link", name="Replay").click()
    slider = page.get_by_role("slider")
    expect(slider).to_have_value("0")
    expect(page.locator(".hand article")).to_have_count(before)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".sentence")).to_contain_text("Play ")
    page.keyboard.press("End")
    assert int(slider.input_value()) == int(slider.get_attribute("max") or 0) > 3
    page.keyboard.press("Home")
    slider.fill("2")
    expect(slider).to_have_value("2")


def test_the_replay_of_a_solo_game_is_also_found_under_its_older_address(opened: Opener) -> None:
    page = opened(1440, 900)
    start(page)
    _play_out(page, wide=True)
    link = page.get_by_role("link", name="Replay").get_attribute("href") or ""
    assert link.startswith("/replay/")
    page.goto("/solo" + link)
    expect(page.get_by_role("slider")).to_be_visible()


def test_at_the_aftermath_the_hint_weighs_ending_against_going_on(opened: Opener) -> None:
    page = opened(390, 844)
    start(page)
    for _ in range(60):
        if page.locator("[data-ask=end]").count():
            break
        answer(page, wide=False)
        page.wait_for_timeout(60)
    page.get_by_role("button", name="Hint").click()
    hint = page.get_by_role("region", name="Hint")
    expect(hint).to_contain_text("If you end now: A draw")
    expect(hint.locator("li").first).to_contain_text("%")


def test_a_loss_tells_how_far_the_deal_could_have_gone_and_is_counted(opened: Opener) -> None:
    page = opened(1440, 900)
    start(page)
    _play_out(page, wide=True)
    page.get_by_role("button", name="How far could this deal have gone?").click()
    expect(page.get_by_text("At least this far")).to_be_visible(timeout=30_000)
    page.get_by_role("link", name="How you have done").click()
    expect(page.get_by_text("1 played")).to_be_visible()
    expect(page.locator(".bars li").first).to_be_visible()


def test_the_keys_choose_play_and_take_back(opened: Opener) -> None:
    page = opened(1440, 900)
    start(page)
    hands = page.locator(".hand article")
    before = hands.count()
    cards = page.locator(".hand .top").all()
    place = next(k for k, card in enumerate(cards) if card.is_enabled())
    page.keyboard.press(str(place + 1))
    page.keyboard.press("h")
    expect(hands).to_have_count(before - 1)
    page.keyboard.press("u")
    expect(hands).to_have_count(before)
    page.keyboard.press("y")
    expect(hands).to_have_count(before - 1)


def test_a_card_is_dragged_into_play(opened: Opener) -> None:
    page = opened(1440, 900)
    start(page)
    hands = page.locator(".hand article")
    before = hands.count()
    page.locator(".hand article[draggable=true]").first.drag_to(page.get_by_role("group", name="Hidden"))
    expect(hands).to_have_count(before - 1)
