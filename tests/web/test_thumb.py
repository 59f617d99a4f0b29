"""What a thumb or a key does by accident: nothing skips a result, nothing moves away, and no tap is silent."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.web.conftest import Opener
from tests.web.person import GUARD_MS, Person, wait_for_ask
from tests.web.scene import ALL, avalon, avalon_fourth

PHONES = pytest.mark.parametrize("size", [(390, 844), (360, 640)], ids=["phone", "small"])
SIZES = pytest.mark.parametrize("size", [(390, 844), (360, 640), (1440, 900)], ids=["phone", "small", "desktop"])


def box_of(element: Locator) -> FloatRect:
    box = element.bounding_box()
    assert box is not None
    return box


@contextmanager
def finger_on(page: Page, x: float, y: float) -> Iterator[None]:
    """A finger is down at a place, whatever comes to lie under it."""
    finger = page.context.new_cdp_session(page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    yield
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    finger.detach()


@SIZES
def test_a_tap_on_a_mission_card_says_that_it_is_to_be_held(opened: Opener, size: tuple[int, int]) -> None:
    page = opened(*size, has_touch=True)
    avalon_fourth(page).open()
    wait_for_ask(page, "mission")
    hint = page.locator("[data-ask] .hint")
    expect(hint).to_be_visible()
    keys = ", or hold the space bar on it." if size[0] > 1000 else "."
    help_text = f"Hold a card for a second to play it{keys}"
    expect(hint).to_have_text(help_text)
    plain = hint.evaluate("hint => getComputedStyle(hint).backgroundColor")
    for card in page.locator("[data-ask] .card").all():
        card.tap()
        expect(page.locator("[data-ask] [role=status]")).to_have_text(help_text)
        assert hint.evaluate("hint => getComputedStyle(hint).backgroundColor") != plain
    expect(page.locator("[data-ask=mission]")).to_be_visible()


@PHONES
def test_a_card_that_may_not_be_played_says_so_and_moves_nothing(opened: Opener, size: tuple[int, int]) -> None:
    page = opened(*size)
    avalon_fourth(page).open()
    wait_for_ask(page, "mission")
    stays = page.locator("[data-ask] .card, .ring .seat, .ring > .centre").all()
    assert len(stays) == 10
    before = [box_of(each) for each in stays]
    Person(page).hold(page.locator("[data-ask] .card").last)
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("You're good, so you can only play Success.")
    alert.get_by_role("button", name="See the rule").click(trial=True)
    assert [box_of(each) for each in stays] == before


@PHONES
def test_letting_go_of_the_card_leaves_the_result_that_came_under_the_finger(
    opened: Opener, size: tuple[int, int]
) -> None:
    page = opened(*size, has_touch=True)
    avalon_fourth(page).open()
    wait_for_ask(page, "mission")
    card = box_of(page.locator("[data-ask] .card").first)
    go_on = page.locator(".time .button")
    with finger_on(page, card["x"] + card["width"] / 2, card["y"] + card["height"] * 0.8):
        expect(go_on).to_be_visible()
        page.wait_for_timeout(GUARD_MS)
        under = box_of(go_on)
        assert under["y"] < card["y"] + card["height"] * 0.8 < under["y"] + under["height"]
    expect(page.locator(".result h2")).to_be_visible()
    expect(go_on).to_be_visible()
    go_on.tap()
    expect(page.locator(".time")).to_have_count(0)


def test_a_key_that_is_still_down_leaves_the_result(opened: Opener) -> None:
    page = opened(1440, 900)
    table = avalon_fourth(page).open()
    wait_for_ask(page, "mission")
    page.keyboard.down("Enter")
    table.cards((0,))
    go_on = page.locator(".time .button")
    expect(page.locator(".result h2")).to_be_visible()
    go_on.focus()
    page.keyboard.down("Enter")  # held: the key repeats
    expect(go_on).to_be_visible()
    page.wait_for_timeout(GUARD_MS)
    expect(go_on).to_be_visible()
    page.keyboard.up("Enter")
    page.keyboard.press("Enter")
    expect(page.locator(".time")).to_have_count(0)


@PHONES
def test_the_result_of_a_quest_is_read_whole(opened: Opener, size: tuple[int, int]) -> None:
    page = opened(*size)
    table = avalon_fourth(page).open()
    wait_for_ask(page, "mission")
    table.cards((0,))
    page.wait_for_selector(".result h2")
    page.wait_for_timeout(400)
    first, last = map(box_of, page.locator(".result > *").all())
    cards, sheet = (box_of(page.locator(where)) for where in (".reveal .cards", ".time"))
    assert cards["y"] + cards["height"] <= first["y"]
    assert last["y"] + last["height"] <= sheet["y"]


@pytest.mark.parametrize(
    ("face", "size"),
    [("t", (390, 844)), ("t", (360, 640)), ("t", (1440, 900)), ("board", (1920, 1080))],
    ids=["phone", "small", "desktop", "tv"],
)
def test_the_result_of_a_failed_quest_is_read_whole(opened: Opener, face: str, size: tuple[int, int]) -> None:
    """The crack under a fail keeps clear of the words, and the words of the sheet below them."""
    page = opened(*size)
    table = avalon(page).propose(2, (0, 5, 6)).vote(ALL).cards((5, 6), fails={6})
    table.open(f"/{face}/{{code}}")
    page.wait_for_selector(".ring")
    table.cards((0,))
    page.wait_for_selector(".crack")
    page.wait_for_timeout(500)
    crack = box_of(page.locator(".crack"))
    first, last = map(box_of, page.locator(".result > *").all())
    assert crack["y"] + crack["height"] <= first["y"]
    assert last["y"] + last["height"] <= (box_of(page.locator(".time"))["y"] if face == "t" else size[1])


@SIZES
def test_the_middle_of_the_table_does_not_wait_for_others_while_this_card_is_due(
    opened: Opener, size: tuple[int, int]
) -> None:
    page = opened(*size)
    avalon_fourth(page).open()
    wait_for_ask(page, "mission")
    centre = page.locator(".ring > .centre")
    expect(centre).to_contain_text("Play your card")
    expect(centre).not_to_contain_text("Waiting")
