"""The lobby on a television, and how strong the bots are."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web import scene
from tests.web.conftest import Opener
from tests.web.person import do

SMALLEST = """() => Math.min(...[...document.querySelectorAll('.tv *')]
  .filter((each) => [...each.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()))
  .map((each) => parseFloat(getComputedStyle(each).fontSize)))"""


def test_the_lobby_on_a_television_can_be_read_from_five_metres(opened: Opener) -> None:
    """Nothing is smaller than 36 px, the QR code is 500 px, and the band counts who is missing."""
    page = opened(1920, 1080)
    table = scene.gathering(page)
    page.goto(f"/board/{table.code}")
    expect(page.get_by_text("5 of 7 are here")).to_be_visible()
    assert page.evaluate(SMALLEST) >= 36
    box = page.get_by_role("img", name="QR code").bounding_box()
    assert box is not None
    assert box["width"] >= 490
    expect(page.locator(".band")).to_contain_text("2 more")
    do(page, table.code, "bot", bot="random")
    expect(page.locator(".band")).to_contain_text("Ready? 6 of 7")
    assert page.evaluate("() => document.documentElement.scrollHeight <= innerHeight")


def test_a_table_opened_on_a_television_shows_its_board_at_once(opened: Opener) -> None:
    """The link to the board used to lead to the form it was on."""
    tv, phone = opened(1920, 1080), opened()
    tv.goto("/new?board")
    tv.wait_for_selector(".tv")
    code = tv.url.rsplit("/", 1)[-1]
    phone.goto(f"/t/{code}")
    phone.get_by_label("Your name").fill("Zoe")
    phone.get_by_role("button", name="Take a seat").click()
    expect(tv.locator("li.new")).to_contain_text("Zoe")
    phone.get_by_role("button", name="I'm ready").click()
    tv.get_by_role("button", name="Deal").click()
    tv.wait_for_selector(".board")
    phone.wait_for_selector(".play")


def _bots(page: Page) -> list[str | None]:
    code = page.url.rsplit("/", 1)[-1]
    chairs = scene.call(page, "GET", f"/tables/{code}")["table"]["chairs"]
    return [chair["bot"] for chair in chairs if chair["player"] == "bot"]


def test_the_strength_of_the_bots_is_chosen_at_the_start_and_in_the_lobby(opened: Opener) -> None:
    """Whatever the game's roster offers; the usual one until somebody chooses."""
    page = opened()
    offered = next(info for info in scene.call(page, "GET", "/rulesets") if info["id"] == "avalon")
    page.goto("/")
    strength = page.get_by_label("Bot strength")
    expect(strength).to_have_value(offered["opponent"])
    found = strength.locator("option").evaluate_all("(all) => all.map((each) => each.value)")
    assert found[:4] == offered["levels"]
    assert sorted(found) == sorted(offered["bots"])
    strength.select_option(offered["bots"][0])
    page.get_by_role("button", name="Play now with bots").click()
    page.wait_for_url("**/t/*")
    assert set(_bots(page)) == {offered["bots"][0]}
    page.goto("/new/classic")
    page.wait_for_url("**/t/*")
    expect(page.get_by_label("Bot strength")).to_have_value(offered["bots"][0])
    page.get_by_role("button", name="Fill with bots").click()
    expect(page.get_by_text("bot, random").first).to_be_visible()
