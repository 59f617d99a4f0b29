"""The lessons beyond the first game: by touch and by keyboard, left and resumed, without a server once loaded."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Opener
from tests.web.person import GUARD_MS

# What is picked where the lesson asks, and a pick that the coach doubts.
PICKS = {
    "merlin": ("Dee", "Cleo"),
    "percival": ("Ada", "Cleo"),
    "mordred": ("Cleo", "Dee"),
    "oberon": ("Bo", "Ada"),
    "lady": ("Cleo", None),
    "plot": (None, None),
}
TITLES = {
    "merlin": "Merlin and the Assassin",
    "percival": "Percival and Morgana",
    "mordred": "Mordred",
    "oberon": "Oberon",
    "lady": "The Lady of the Lake",
    "plot": "Plot cards",
}


def _step(page: Page) -> tuple[int, int]:
    words = page.locator("h1 small").inner_text().split()
    return int(words[1]), int(words[3])


@pytest.mark.parametrize("name", PICKS)
def test_a_lesson_is_learnt_by_touch(opened: Opener, name: str) -> None:
    """A wise pick goes on, another is answered; the list shows that the lesson is done."""
    wise, doubted = PICKS[name]
    page = opened(has_touch=True, is_mobile=True)
    page.goto("/learn")
    page.get_by_role("link", name=TITLES[name], exact=True).tap()
    page.wait_for_selector("h1 small")
    page.context.set_offline(True)
    _, last = _step(page)
    assert 4 <= last <= 7
    for number in range(1, last + 1):
        expect(page.locator("h1 small")).to_have_text(f"step {number} of {last}")
        main = page.locator("footer .main")
        if main.get_attribute("aria-disabled") == "true":
            if doubted:
                page.locator("button.seat", has_text=doubted).tap()
                expect(page.locator(".answer")).to_contain_text("anyway?")
            page.locator("button.seat", has_text=wise).tap()
            expect(page.locator(".answer")).to_have_count(0)
        page.wait_for_timeout(GUARD_MS)
        main.tap()
    expect(page.get_by_role("link", name=f"{TITLES[name]} done")).to_be_visible()


def test_a_lesson_is_left_and_resumed_by_keyboard(opened: Opener) -> None:
    page = opened(1440, 900)
    page.goto("/lesson-percival")
    page.wait_for_selector("h1 small")
    for _ in range(3):
        page.wait_for_timeout(GUARD_MS)
        page.keyboard.press("Enter")
    assert _step(page)[0] == 4
    page.keyboard.press("Escape")
    link = page.get_by_role("link", name="Percival and Morgana Go on at step 4")
    link.focus()
    page.wait_for_timeout(GUARD_MS)
    page.keyboard.press("Enter")
    expect(page.get_by_text("Welcome back to step 4.")).to_be_visible()
    page.keyboard.press("2")
    page.wait_for_timeout(GUARD_MS)
    page.keyboard.press("Enter")
    expect(page.get_by_text("Ada was Merlin.")).to_be_visible()
    page.keyboard.press("Backspace")
    assert _step(page)[0] == 4


@pytest.mark.parametrize(("language", "title"), [("es", "Eres Merlín"), ("fr", "Tu es Merlin")])
def test_a_lesson_speaks_the_language_of_the_page(opened: Opener, language: str, title: str) -> None:
    page = opened(locale=language)
    page.goto("/lesson-merlin")
    expect(page.get_by_role("heading", name=title)).to_be_visible()


def test_the_end_of_a_lesson_says_once_who_was_who(opened: Opener) -> None:
    page = opened()
    page.add_init_script("try { localStorage.setItem('turncoat.lesson.merlin', '{\"step\":5}') } catch {}")
    page.goto("/lesson-merlin")
    expect(page.locator(".role.evil")).to_have_text(["Assassin", "Minion"])
    assert page.locator(".words", has_text="Cleo").inner_text().split() == ["Cleo", "Minion"]


RESIST = "A first round of RESIST!"


def _resist(page: Page, number: int) -> None:
    expect(page.locator("h1 small")).to_have_text(f"step {number} of 10")


def test_a_first_round_of_resist_is_learnt_by_touch(opened: Opener) -> None:
    """From the game's own page: each choice is made on the real cards, and the unwise one is answered."""
    page = opened(has_touch=True, is_mobile=True)
    page.goto("/solo")
    page.get_by_role("link", name="Learn it in one round").tap()
    _resist(page, 1)
    page.context.set_offline(True)
    main = page.locator("footer .main")
    page.wait_for_timeout(GUARD_MS)
    main.tap()
    page.wait_for_timeout(GUARD_MS)
    main.tap()
    _resist(page, 3)
    page.wait_for_timeout(GUARD_MS)
    page.get_by_role("button", name="Play revealed").tap()
    expect(page.locator(".answer")).to_contain_text("Play her hidden.")
    page.wait_for_timeout(GUARD_MS)
    page.get_by_role("button", name="Play hidden").tap()
    page.locator("button.poster", has_text="Destroy the Bunker").tap()
    expect(page.locator(".answer")).to_contain_text("Destroy the Bunker takes more")
    expect(main).to_have_attribute("aria-disabled", "true")
    page.locator("button.poster", has_text="Cross the Border").tap()
    page.wait_for_timeout(GUARD_MS)
    main.tap()
    page.wait_for_timeout(GUARD_MS)
    page.get_by_role("button", name="Play revealed").tap()
    page.wait_for_timeout(GUARD_MS)
    page.get_by_role("button", name="Play hidden").tap()
    _resist(page, 7)
    page.locator("button.enemy").first.tap()
    page.wait_for_timeout(GUARD_MS)
    main.tap()
    page.locator("button.poster").tap()
    page.wait_for_timeout(GUARD_MS)
    main.tap()
    expect(page.get_by_text("Aftermath: nobody is left")).to_be_visible()
    page.wait_for_timeout(GUARD_MS)
    main.tap()
    page.context.set_offline(False)
    page.wait_for_timeout(GUARD_MS)
    page.get_by_role("button", name="Play a real game").tap()
    page.wait_for_selector("[data-ask=plan]")
    page.goto("/learn")
    expect(page.get_by_role("link", name=f"{RESIST} done")).to_be_visible()


def test_on_a_phone_the_coach_is_read_without_scrolling(opened: Opener) -> None:
    page = opened(has_touch=True, is_mobile=True)
    page.goto("/lesson-resist")
    for number in range(1, 11):
        stored = f'{{"step":{number},"over":false}}'
        page.evaluate("(stored) => localStorage.setItem('turncoat.lesson.resist', stored)", stored)
        page.reload()
        _resist(page, number)
        if number > 1:
            page.get_by_role("button", name="Back").tap()
            _resist(page, number - 1)
        edge = page.locator("footer").bounding_box()
        words = page.locator("#note p").last.bounding_box()
        assert edge is not None
        assert words is not None
        assert words["y"] + words["height"] <= edge["y"], f"step {number}"


def test_a_first_round_of_resist_is_left_and_resumed_by_keyboard(opened: Opener) -> None:
    page = opened(1440, 900)
    page.goto("/lesson-resist")
    _resist(page, 1)
    page.wait_for_timeout(GUARD_MS)
    page.keyboard.press("Enter")
    page.wait_for_timeout(GUARD_MS)
    page.keyboard.press("Enter")
    _resist(page, 3)
    while page.locator(":focus").all_inner_texts() != ["Play hidden"]:
        page.keyboard.press("Tab")
    page.wait_for_timeout(GUARD_MS)
    page.keyboard.press("Enter")
    _resist(page, 4)
    page.keyboard.press("Escape")
    page.get_by_role("link", name=f"{RESIST} Go on at step 4").focus()
    page.wait_for_timeout(GUARD_MS)
    page.keyboard.press("Enter")
    expect(page.get_by_text("Welcome back to step 4.")).to_be_visible()


def test_the_page_of_resist_leads_to_its_rules(opened: Opener) -> None:
    page = opened()
    page.goto("/solo")
    page.get_by_role("link", name="Rules", exact=True).click()
    expect(page.get_by_role("heading", name="How to win")).to_be_visible()


def test_a_card_of_the_first_round_is_played_by_the_keys_of_the_game(opened: Opener) -> None:
    page = opened(1440, 900)
    page.add_init_script("try { localStorage.setItem('turncoat.lesson.resist', '{\"step\":3}') } catch {}")
    page.goto("/lesson-resist")
    _resist(page, 3)
    page.wait_for_timeout(GUARD_MS)
    page.keyboard.press("r")
    expect(page.locator(".answer")).to_contain_text("Play her hidden.")
    page.keyboard.press("h")
    _resist(page, 4)
