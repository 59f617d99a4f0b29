"""The scripted first game, for those who have never played."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Opener
from tests.web.pages import lasting
from tests.web.person import GUARD_MS, Person, Typist
from tests.web.scene import call
from tests.web.test_pages import LOOK, TWICE_THE_SIZE

LAST_STEP = """try {
  localStorage.setItem('turncoat.first-game', '{"step":9,"vote":"approve","companion":4,"over":false}')
} catch {}"""

CHOOSING = """try {
  localStorage.setItem('turncoat.first-game', '{"step":7,"vote":"approve","companion":null,"over":false}')
} catch {}"""
AS_LIST = "try { localStorage.setItem('turncoat.settings', JSON.stringify({ seats: 'list' })) } catch {}"

# The parts of a lesson that are not whole on the screen: seats beside the note or the buttons, and words in a button.
OUT_OF_SIGHT = """() => {
  const box = (element) => element.getBoundingClientRect();
  const note = box(document.querySelector('.note-card'));
  const buttons = box(document.querySelector('footer'));
  const seats = [...document.querySelectorAll('.thing .seat')].filter((seat) =>
    box(seat).bottom > buttons.top + 2 || (box(seat).top < note.bottom && box(seat).bottom > note.top &&
      box(seat).left < note.right && box(seat).right > note.left));
  const cut = [...document.querySelectorAll('footer .button')].filter((each) => each.scrollWidth > each.clientWidth);
  return [...seats, ...cut].map((each) => each.innerText);
}"""
RING = """() => {
  const { x, y, width, height } = document.querySelector('.thing .ring').getBoundingClientRect();
  return [x, y, width, height];
}"""


def _main(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def _step(page: Page, number: int) -> None:
    expect(page.get_by_role("heading", level=1)).to_contain_text(f"step {number} of 9")


def _enter(page: Page) -> None:
    """Go on by keyboard, no sooner than a table would take it."""
    page.wait_for_timeout(GUARD_MS)
    page.keyboard.press("Enter")


def test_a_newcomer_is_asked_once_and_learns_by_playing(opened: Opener) -> None:
    """From the start page through all nine steps, by touch, without a server once it is loaded."""
    page = opened(newcomer=True, has_touch=True, is_mobile=True)
    page.goto("/")
    page.get_by_role("button", name="Play now with bots").tap()
    expect(page.get_by_text("Played before?")).to_be_visible()
    page.get_by_role("link", name="No, show me (4 minutes)").tap()
    _step(page, 1)
    page.context.set_offline(True)
    page.wait_for_timeout(GUARD_MS)
    page.get_by_role("button", name="Next").tap()
    expect(page.locator(".lining")).to_be_visible()
    page.wait_for_timeout(GUARD_MS)
    page.get_by_role("button", name="Got it").tap()
    page.wait_for_timeout(GUARD_MS)
    page.get_by_role("button", name="Next").tap()
    _step(page, 4)
    expect(page.get_by_text("Three of five must approve")).to_be_visible()  # five cannot tie
    page.wait_for_timeout(GUARD_MS)
    page.get_by_role("button", name="Reject").tap()
    expect(page.get_by_text("Approved, 3 to 2.")).to_be_visible()
    page.wait_for_timeout(GUARD_MS)
    page.locator("button.card", has_text="Fail").tap()
    expect(page.locator(".answer")).to_have_text("Hold a card for a second to play it.")
    learner = Person(page, touch=True)
    learner.hold(page.locator("button.card", has_text="Fail"))
    expect(page.locator(".answer")).to_have_text(
        "You're loyal, so you can only play Success. Everyone is shown both cards, so that no screen tells a side."
    )
    learner.hold(page.locator("button.card", has_text="Success"))
    expect(page.get_by_text("At least one of these three is a spy")).to_be_visible()
    page.wait_for_timeout(GUARD_MS)
    page.get_by_role("button", name="Next").tap()
    _step(page, 7)
    expect(page.get_by_role("button", name="Choose 1 more")).to_have_attribute("aria-disabled", "true")
    page.locator("button.seat", has_text="Cleo").tap()
    expect(page.get_by_text("Cleo was on the team that failed. Pick Cleo anyway?")).to_be_visible()
    page.wait_for_timeout(GUARD_MS)
    page.get_by_role("button", name="Pick Cleo anyway").tap()
    expect(page.get_by_text("Ada sent you and Dee instead.")).to_be_visible()
    expect(page.locator("table")).to_be_visible()
    page.wait_for_timeout(GUARD_MS)
    page.get_by_role("button", name="Next").tap()
    expect(page.get_by_text("Bo and Cleo were the spies.")).to_be_visible()
    expect(page.locator(".role.evil")).to_have_text(["Spy", "Spy"])
    assert [seat.inner_text().split() for seat in page.locator(".words:has(.role.evil)").all()] == [
        ["Bo", "Spy"],
        ["Cleo", "Spy"],
    ]
    page.wait_for_timeout(GUARD_MS)
    page.get_by_role("button", name="Play a real game").tap()
    expect(page.locator(".answer")).to_be_visible()  # nobody can deal without a connection, and it says so


def test_the_first_real_game_is_the_one_just_learnt_against_the_weakest_bots(opened: Opener) -> None:
    page = opened(newcomer=True, has_touch=True, is_mobile=True)
    page.add_init_script(LAST_STEP)
    page.goto("/first-game")
    play = page.get_by_role("button", name="Play a real game")
    expect(play).to_be_visible()
    page.wait_for_timeout(GUARD_MS)
    play.tap()
    page.wait_for_url("**/t/*")
    table = call(page, "GET", f"/tables/{page.url.rsplit('/', 1)[1]}")["table"]
    assert table["settings"]["ruleset"] == "classic"
    assert {chair["bot"] for chair in table["chairs"] if chair["player"] == "bot"} == {"beginner"}


def test_keys_do_in_the_first_game_what_they_do_at_a_table(opened: Opener) -> None:
    """A letter picks a ballot and Enter sends it, a card is held, and a number picks a player."""
    page = opened(1440, 900, newcomer=True)
    page.goto("/first-game")
    for step in (1, 2, 3):
        _step(page, step)
        _enter(page)
    _step(page, 4)
    _enter(page)
    _step(page, 4)
    expect(page.locator(".answer")).to_have_text("A approve, R reject, then Enter")
    page.keyboard.press("r")
    expect(page.get_by_role("button", name="Chosen")).to_have_attribute("aria-pressed", "true")
    _enter(page)
    expect(page.get_by_text("Approved, 3 to 2.")).to_be_visible()
    _enter(page)
    expect(page.locator(".answer")).to_have_text("Hold a card for a second to play it.")
    Typist(page).hold(page.locator("button.card", has_text="Success"))
    _step(page, 6)
    _enter(page)
    page.keyboard.press("4")
    page.keyboard.press("5")
    expect(page.locator(".answer")).to_have_text("The team is full. Take somebody off it first.")
    page.keyboard.press("4")
    expect(page.locator("button.seat[aria-pressed=true]")).to_have_count(0)
    page.keyboard.press("5")
    expect(page.locator("button.seat[aria-pressed=true]")).to_contain_text("Dee")
    _enter(page)
    _step(page, 8)


def test_a_double_tap_goes_on_by_one_step(opened: Opener) -> None:
    page = opened(newcomer=True)
    page.goto("/first-game")
    _step(page, 1)
    page.wait_for_timeout(GUARD_MS)
    page.get_by_role("button", name="Next").dblclick()
    page.wait_for_timeout(GUARD_MS)
    _step(page, 2)


def test_the_first_game_is_left_and_gone_on_with_by_keyboard(opened: Opener) -> None:
    page = opened(1440, 900, newcomer=True)
    page.goto("/first-game")
    _step(page, 1)
    _enter(page)
    _enter(page)
    _step(page, 3)
    page.keyboard.press("Backspace")
    _step(page, 2)
    page.keyboard.press("Escape")
    link = page.get_by_role("link", name="Go on with your first game, step 2 of 9")
    link.click()
    expect(page.get_by_text("Welcome back to step 2.")).to_be_visible()
    _main(page, "Start over")
    _step(page, 1)


def test_whoever_knows_the_game_is_asked_once(opened: Opener) -> None:
    page = opened(newcomer=True)
    page.goto("/")
    page.get_by_role("button", name="Play now with bots").click()
    page.get_by_role("button", name="Yes, I know the game").click()
    page.wait_for_url("**/t/*")
    page.goto("/")
    page.get_by_role("button", name="Play now with bots").click()
    page.wait_for_url("**/t/*")


@pytest.mark.parametrize("size", [(360, 640), (640, 360)], ids=["upright", "sideways"])
@pytest.mark.parametrize("language", ["en", "es", "fr"])
def test_on_the_smallest_phone_every_seat_and_button_of_every_step_is_in_sight(
    opened: Opener, language: str, size: tuple[int, int]
) -> None:
    """A learner who is to pick Dee must see Dee."""
    page = opened(*size, newcomer=True, has_touch=True, is_mobile=True, locale=language)
    page.goto("/settings")
    for step in (1, 3, 4, 5, 6, 7, 9):
        progress = {"step": step, "vote": "reject", "companion": 4, "over": False}
        page.evaluate("(stored) => localStorage.setItem('turncoat.first-game', stored)", json.dumps(progress))
        page.goto("/first-game")
        expect(page.locator(".thing .seat")).to_have_count(5)
        assert lasting(page, lambda page: page.evaluate(OUT_OF_SIGHT)) == [], f"step {step}"


def test_sideways_with_doubled_letters_the_coach_stands_above_the_table(opened: Opener) -> None:
    """Beside it, the words of the missions lay over each other."""
    page = opened(640, 360)
    page.add_init_script(CHOOSING)
    page.add_init_script(TWICE_THE_SIZE)
    page.goto("/first-game")
    expect(page.locator(".thing .seat")).to_have_count(5)
    assert lasting(page, lambda page: page.evaluate(LOOK.read_text(encoding="utf-8"), [])) == []
    note = page.locator(".note-card").bounding_box()
    assert note is not None
    assert note["width"] > 500


def test_on_a_desktop_the_table_uses_the_height_of_the_window(opened: Opener) -> None:
    """It lay in the upper half, above as much that was empty."""
    page = opened(1440, 900, newcomer=True)
    page.goto("/first-game")
    expect(page.locator(".thing .seat")).to_have_count(5)
    _x, _y, _width, height = page.evaluate(RING)
    assert height > 600


def test_an_answer_of_the_coach_moves_nothing(opened: Opener) -> None:
    """It takes the place of what the coach said."""
    page = opened(newcomer=True, has_touch=True, is_mobile=True)
    page.add_init_script("""try {
      localStorage.setItem('turncoat.first-game', '{"step":7,"vote":"reject","companion":null,"over":false}')
    } catch {}""")
    page.goto("/first-game")
    expect(page.locator(".thing .seat")).to_have_count(5)
    page.wait_for_timeout(GUARD_MS)
    before = page.evaluate(RING)
    page.locator("button.seat", has_text="Cleo").tap()
    expect(page.locator(".answer")).to_contain_text("Cleo was on the team that failed.")
    assert page.evaluate(RING) == before


@pytest.mark.parametrize("wish", [TWICE_THE_SIZE, AS_LIST], ids=["doubled letters", "setting"])
def test_seats_in_a_list_are_chosen_as_in_the_ring(opened: Opener, wish: str) -> None:
    """With doubled letters names lay over each other and over the middle of the ring."""
    page = opened()
    page.add_init_script(CHOOSING)
    page.add_init_script(wish)
    page.goto("/first-game")
    seats = page.get_by_role("region", name="Seats").locator(".seat")
    expect(seats).to_have_count(5)
    expect(page.locator(".thing svg ellipse")).to_have_count(0)
    ada = seats.filter(has_text="Ada")
    ada.click()
    expect(ada).to_have_attribute("aria-pressed", "true")
    expect(page.locator("footer .main")).to_have_attribute("aria-disabled", "false")
