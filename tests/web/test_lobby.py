"""The lobby: what is chosen there, what is said there, and in which order things stand."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web import scene
from tests.web.conftest import Opener
from tests.web.person import settings_of, wait_until

FILLED = """() => {
  const left = document.querySelector('.lobby .left .editor').getBoundingClientRect();
  return left.bottom / innerHeight;
}"""


def _new(page: Page, ruleset: str) -> str:
    page.goto(f"/new/{ruleset}")
    page.wait_for_url("**/t/*")
    page.wait_for_selector(".verdict li")
    return page.url.rsplit("/", 1)[-1]


def test_the_set_up_of_the_plain_game_tells_who_plays_and_what_is_ahead(opened: Opener) -> None:
    """It used to be two thirds empty: nothing is chosen there but options."""
    page = opened(1440, 900)
    _new(page, "classic")
    expect(page.locator(".plain")).to_contain_text("×4 Resistance")
    expect(page.locator(".plain")).to_contain_text("×3 Spy")
    missions = page.get_by_role("region", name="Five missions")
    expect(missions.locator("li")).to_have_count(5)
    expect(missions.locator("li").nth(3)).to_contain_text("two fails needed")
    expect(missions).to_contain_text("4 of 7 must approve a team.")
    assert page.evaluate(FILLED) > 0.75


def test_every_mode_says_how_it_differs(opened: Opener) -> None:
    page = opened(1440, 900)
    _new(page, "classic")
    modes = {
        "Avalon": "if they name Merlin",
        "Changelings": "A die counts",
        "With playing cards": "Only those who are not on the team vote.",
        "The Resistance": "Spies win when three missions have failed. If five teams",
    }
    for name, said in modes.items():
        page.locator(".rulesets").get_by_role("button", name=name, exact=True).click()
        expect(page.locator(".rulesets [aria-pressed=true]")).to_have_text(name)
        expect(page.locator(".mode")).to_contain_text(said)


def test_the_levels_come_first_and_the_other_bots_under_more(opened: Opener) -> None:
    page = opened(1440, 900)
    _new(page, "avalon")
    strength = page.get_by_label("Bot strength")
    levels = strength.locator("> option").evaluate_all("(all) => all.map((each) => each.value)")
    assert levels == ["beginner", "casual", "regular", "expert"]
    more = strength.locator("optgroup")
    expect(more).to_have_attribute("label", "more")
    assert more.locator("option").evaluate_all("(all) => all.map((each) => each.value)") == [
        "bayes",
        "net",
        "search",
        "optimal",
    ]


def test_the_speed_of_the_bots_is_chosen_in_plain_words(opened: Opener) -> None:
    page = opened()
    code = _new(page, "classic")
    speed = page.get_by_label("Bot speed")
    expect(speed).to_have_value("human")
    assert speed.locator("option").all_inner_texts() == ["slow, time to talk", "normal", "quick", "instant"]
    speed.select_option("quick")
    wait_until(page, lambda: settings_of(page, code)["pace"] == "quick")


def test_people_talk_before_the_game(opened: Opener) -> None:
    page, guest = opened(), opened()
    table = scene.gathering(page)
    page.goto(f"/t/{table.code}")
    guest.goto(f"/t/{table.code}")
    expect(guest.locator(".lobbytalk")).to_have_count(0)  # whoever has no chair only listens
    guest.get_by_label("Your name").fill("Zoe")
    guest.get_by_role("button", name="Take a seat").click()
    guest.get_by_role("button", name="One minute, please.").click()
    expect(page.locator(".lobbytalk .log p")).to_have_text(["Zoe One minute, please."])
    page.get_by_placeholder("Tell the table").fill("No hurry")
    page.get_by_role("button", name="Send").click()
    expect(guest.locator(".lobbytalk .log p")).to_have_count(2)


@pytest.mark.parametrize("size", [(360, 640), (390, 844)], ids=["small", "phone"])
def test_on_a_phone_the_deal_stands_under_the_seats_and_floats_over_nothing(
    opened: Opener, size: tuple[int, int]
) -> None:
    page = opened(*size)
    _new(page, "avalon")
    deal, seats, cards = page.get_by_role("button", name="Deal"), page.locator(".chairs"), page.locator(".editor")
    assert deal.evaluate("(each) => getComputedStyle(each).position") == "static"
    tops = [box["y"] for each in (seats, deal, cards) if (box := each.bounding_box())]
    assert tops == sorted(tops)


def test_whoever_scanned_the_code_meets_the_field_for_the_name_first(opened: Opener) -> None:
    page, guest = opened(), opened()
    table = scene.gathering(page)
    guest.goto(f"/t/{table.code}")
    field = guest.get_by_label("Your name")
    expect(field).to_be_visible()
    expect(guest.get_by_role("img", name="QR code")).to_have_count(0)
    field.fill("Zoe")
    guest.get_by_role("button", name="Take a seat").click()
    code = guest.get_by_role("img", name="QR code").bounding_box()
    name = field.bounding_box()
    assert code is not None
    assert name is not None
    assert code["y"] > name["y"]


def test_filling_with_bots_is_no_warning(opened: Opener) -> None:
    page = opened(1440, 900)
    _new(page, "classic")
    line = page.locator(".verdict li").filter(has_text="empty seats")
    expect(line).to_contain_text("bots will take them")
    expect(line.locator("[data-sign=warn], .warn")).to_have_count(0)


@pytest.mark.parametrize("language", ["en", "es", "fr"])
def test_on_the_smallest_phone_a_guest_sees_the_button_that_says_ready(opened: Opener, language: str) -> None:
    """It used to be below the talk and the code. What it answers does not move it."""
    guest = opened(360, 640, locale=language)
    guest.goto(f"/t/{scene.gathering(opened()).code}")
    guest.get_by_role("textbox").first.fill("Zoe")
    guest.locator(".name .main").click()
    ready = guest.locator(".ready .start")
    expect(ready).to_be_in_viewport(ratio=1)
    before = ready.bounding_box()
    ready.click()
    expect(guest.locator(".ready [role=status]")).to_be_visible()
    assert ready.bounding_box() == before


@pytest.mark.parametrize("language", ["en", "es", "fr"])
def test_on_the_smallest_phone_the_head_of_the_lobby_is_one_bar(opened: Opener, language: str) -> None:
    """ "The Resistance" and "Waiting for players" used to run over its edge."""
    guest = opened(360, 640, locale=language)
    guest.goto(f"/t/{scene.of_others(opened())}")
    bar = guest.locator(".lobby > header")
    expect(bar).to_be_visible()
    outside = bar.evaluate("""(bar) => [...bar.querySelectorAll('h1, .note')].filter((each) => {
      const [a, b] = [each.getBoundingClientRect(), bar.getBoundingClientRect()];
      return a.top < b.top || a.bottom > b.bottom;
    }).map((each) => each.innerText)""")
    assert outside == []
    assert bar.evaluate("(bar) => bar.offsetHeight") <= 60


def test_on_a_phone_the_host_is_told_what_is_played_and_led_to_the_other_games(opened: Opener) -> None:
    """They are chosen below everything that people wait for."""
    page = opened(has_touch=True, is_mobile=True)
    _new(page, "avalon")
    expect(page.locator(".playing")).to_contain_text("Avalon, 7 players")
    page.get_by_role("button", name="Change the game").tap()
    expect(page.locator(".rulesets").get_by_role("button", name="The Resistance")).to_be_in_viewport(ratio=1)
