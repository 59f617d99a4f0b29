"""The deal: everybody turns a card, reads it and says so, and nobody is asked anything before."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.web.conftest import Opener
from tests.web.person import gather

PARTS = ["What you know", "How good wins", "What you can do", "A good start"]


@pytest.mark.parametrize("size", [(390, 844), (360, 640), (1440, 900)], ids=["phone", "small", "desktop"])
def test_one_click_deals_a_card_that_says_who_you_are_and_bots_wait(opened: Opener, size: tuple[int, int]) -> None:
    page = opened(*size)
    page.goto("/")
    page.get_by_role("button", name="Play now with bots").click()
    deal = page.get_by_role("dialog", name="Your card is being dealt")
    expect(deal).to_be_visible()
    expect(page.locator(".face")).to_have_count(0)
    page.wait_for_timeout(2500)
    expect(page.locator("[data-ask=vote], [data-ask=propose]")).to_have_count(0)
    deal.get_by_role("button", name="Show my card").click()
    heads = deal.locator("h3").all_inner_texts()
    assert [head.lower().replace("evil", "good") for head in heads] == [part.lower() for part in PARTS]
    face = deal.locator(".inner")
    assert face.evaluate("(element) => element.scrollHeight <= element.clientHeight + 1"), "all of it is seen at once"
    got = deal.get_by_role("button", name="Got it")
    got.click()
    expect(deal).to_have_count(0)
    page.wait_for_selector("[data-ask=vote], [data-ask=propose], .wait")


def test_the_card_is_turned_and_put_away_by_enter_alone(opened: Opener) -> None:
    page = opened(1440, 900)
    gather([page], 5, moments=True)
    deal = page.get_by_role("dialog", name="Your card is being dealt")
    expect(deal.get_by_role("button", name="Show my card")).to_be_focused()
    page.keyboard.press("Enter")
    expect(deal.get_by_role("button", name="Got it")).to_be_focused()
    page.wait_for_timeout(1600)
    page.keyboard.press("Enter")
    expect(deal).to_have_count(0)


def test_the_first_question_waits_for_everybody_and_only_their_number_is_told(opened: Opener) -> None:
    host, guest = opened(), opened()
    gather([host, guest], 5, moments=True, ruleset="avalon")
    for page, ready in ((host, "4 of 5 ready"), (guest, "")):
        page.get_by_role("button", name="Show my card").click()
        page.wait_for_timeout(1600)
        page.get_by_role("button", name="Got it").click()
        if ready:
            expect(page.get_by_text(ready)).to_be_visible()
            expect(page.locator("[data-ask=propose]")).to_have_count(0)
    expect(host.locator("[data-ask=propose]")).to_be_visible()


def test_the_tab_calls_nobody_to_their_turn_before_they_have_seen_their_card(opened: Opener) -> None:
    page = opened()
    code = gather([page], 5, moments=True)
    show = page.get_by_role("button", name="Show my card")
    expect(show).to_be_visible()
    expect(page).to_have_title(f"{code} · Turncoat")
    show.click()
    page.wait_for_timeout(1600)
    expect(page).to_have_title(f"{code} · Turncoat")
    page.get_by_role("button", name="Got it").click()
    expect(page.locator("[data-ask=propose]")).to_be_visible()
    expect(page).to_have_title(f"Choose now · Turncoat {code}")


def test_a_card_that_was_put_away_stays_away_after_a_reload(opened: Opener) -> None:
    host, guest = opened(), opened()
    gather([host, guest], 5, moments=True)
    host.get_by_role("button", name="Show my card").click()
    host.wait_for_timeout(1600)
    host.get_by_role("button", name="Got it").click()
    host.reload()
    expect(host.get_by_role("button", name="Read my card again")).to_be_visible()
    expect(host.get_by_role("dialog")).to_have_count(0)


TURNED = """async () => {
    document.querySelector('.veil .go').click();
    await new Promise((done) => setTimeout(done, 300));
    return document.querySelector('.veil .go').getAttribute('aria-disabled');
}"""


@pytest.mark.parametrize(("game", "waits"), [(1, "true"), (2, "false")], ids=["first", "second"])
def test_a_second_game_in_a_row_is_quicker(opened: Opener, game: int, waits: str) -> None:
    """Everybody knows by then how it goes: the card can be put away as soon as it is turned."""
    page = opened()

    def count(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda text: socket.send(str(text).replace('"game":1,', f'"game":{game},')))

    page.route_web_socket("**/socket?*", count)
    gather([page], 5, moments=True)
    page.get_by_role("button", name="Show my card").wait_for()
    assert page.evaluate(TURNED) == waits


def test_alone_with_bots_the_role_may_stay_in_sight(opened: Opener) -> None:
    page = opened()
    gather([page], 5, moments=True)
    page.get_by_role("button", name="Show my card").click()
    page.get_by_role("switch", name="Keep my role visible").click()
    page.wait_for_timeout(1600)
    page.get_by_role("button", name="Got it").click()
    expect(page.locator(".hold")).to_have_text(re.compile("Resistance|Spy"))


def test_with_other_people_no_role_stays_in_sight(opened: Opener) -> None:
    host, guest = opened(), opened()
    host.add_init_script("localStorage.setItem('turncoat.settings', JSON.stringify({ keepRole: true }))")
    gather([host, guest], 5)
    expect(host.locator(".hold")).to_have_text("Hold to see who you are")


def test_a_tap_on_the_card_itself_turns_it(opened: Opener) -> None:
    page = opened(has_touch=True, is_mobile=True)
    gather([page], 5, moments=True)
    page.locator(".cardback").tap()
    expect(page.get_by_role("button", name="Got it")).to_be_visible()
