"""A game on a desktop by keys alone: what is asked has the focus, and Enter answers it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web import questions, scene
from tests.web.conftest import Opener
from tests.web.person import GUARD_MS, Typist, gather, wait_for_ask
from tests.web.solo import start

LAPTOP = (1280, 800)
FOCUSED = "(element) => element === document.activeElement || element.contains(document.activeElement)"


def test_the_open_question_of_resist_has_the_focus(opened: Opener) -> None:
    page = opened(*LAPTOP)
    start(page)
    question = page.locator("[data-question]")
    expect(question).to_be_focused()
    page.keyboard.press("1")
    page.keyboard.press("h")
    expect(question).to_be_focused()


def test_keys_stay_inside_what_covers_the_screen(opened: Opener) -> None:
    """Tab went on to buttons under the card, which nobody could see."""
    page = opened(*LAPTOP)
    gather([page], 5, moments=True)
    deal = page.get_by_role("dialog", name="Your card is being dealt")
    expect(deal.get_by_role("button", name="Show my card")).to_be_focused()
    for _ in range(6):
        page.keyboard.press("Tab")
        assert page.evaluate("() => document.activeElement === document.body") or deal.evaluate(FOCUSED)


@pytest.mark.parametrize("key", ["a", "r"])
def test_enter_sends_a_vote_that_a_letter_chose_whatever_had_the_focus(opened: Opener, key: str) -> None:
    """ "Press Enter to send it" switched the sound on."""
    page = opened(*LAPTOP)
    gather([page], 5, deal={"leader": 1})
    wait_for_ask(page, "vote")
    sound = page.get_by_role("button", name="Sound")
    sound.focus()
    page.keyboard.press(key)
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-ask=vote]", state="detached")
    expect(sound).to_contain_text("off")


def test_enter_sends_a_team_that_numbers_chose_whatever_had_the_focus(opened: Opener) -> None:
    page = opened(*LAPTOP)
    gather([page], 5, deal={"leader": 0})
    wait_for_ask(page, "propose")
    sound = page.get_by_role("button", name="Sound")
    sound.focus()
    page.keyboard.press("1")
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-ask=propose]", state="detached")
    expect(sound).to_contain_text("off")


def test_a_result_has_the_focus(opened: Opener) -> None:
    """It was nowhere: a screen reader said nothing, and Tab began somewhere else."""
    page = opened(*LAPTOP)
    gather([page], 5, deal={"leader": 0}, moments=True)
    person = Typist(page)
    person.answer_next("propose")
    person.answer_next("vote")
    expect(page.locator(".time .words")).to_be_focused()


def test_the_end_has_the_focus(opened: Opener) -> None:
    page = opened(*LAPTOP)
    table = scene.avalon_over(page)
    table.open()
    expect(page.get_by_role("heading", name="Good wins")).to_be_focused()


def test_whoever_is_to_be_named_is_a_choice_and_on_no_team(opened: Opener) -> None:
    page = opened(*LAPTOP)
    questions.assassination(page).open()
    wait_for_ask(page, "assassinate")
    page.wait_for_timeout(GUARD_MS)
    page.keyboard.press("2")
    expect(page.locator("button.seat[aria-pressed=true]")).to_contain_text("your choice")


def test_a_lesson_keeps_the_focus_when_its_buttons_change(opened: Opener) -> None:
    page = opened(*LAPTOP, newcomer=True)
    page.goto("/first-game")
    expect(page.get_by_role("heading", name="Somebody here is lying")).to_be_focused()
    for _ in range(3):
        page.wait_for_timeout(GUARD_MS)
        page.keyboard.press("Enter")
    approve = page.get_by_role("button", name="Approve")
    approve.focus()
    page.wait_for_timeout(GUARD_MS)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="You are on the mission")).to_be_focused()


def test_a_mission_card_says_by_which_key_it_is_played(opened: Opener) -> None:
    page = opened(*LAPTOP)
    scene.avalon_fourth(page).open()
    wait_for_ask(page, "mission")
    expect(page.locator("[data-ask] .hint")).to_have_text(
        "Hold a card for a second to play it, or hold the space bar on it."
    )
