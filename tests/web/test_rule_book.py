"""The rule book in the client: from a table and away from one, by keyboard and by touch, on paper."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web import scene
from tests.web.conftest import Opener
from tests.web.person import wait_for_ask

RULESETS = ("classic", "avalon", "changelings", "cards", "maquis")


def _open_book(page: Page) -> None:
    page.get_by_role("button", name="Rules for this").click()
    expect(page.get_by_role("heading", name="Why can't I …?")).to_be_visible()


def test_at_a_desk_the_book_is_opened_searched_and_left_by_keyboard(opened: Opener) -> None:
    """ "/" searches, Esc goes back, and focus is on the open question."""
    page = opened(1440, 900)
    scene.avalon_voting(page).open()
    page.wait_for_selector("[data-ask=vote]")
    page.get_by_role("button", name="Rules for this").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".book aside summary").first).to_contain_text("change my vote")
    expect(page.get_by_role("button", name="Back: vote on Inés's team")).to_be_visible()
    expect(page.locator(".book [role=timer]")).to_be_visible()
    assert page.locator(".book tr.here th").first.inner_text() == "7"
    page.keyboard.press("/")
    page.keyboard.type("oberón")
    expect(page.locator("mark").first).to_have_text(re.compile("oberon", re.IGNORECASE))
    expect(page.get_by_role("heading", name="Team sizes")).to_have_count(0)
    page.keyboard.type("xyz")
    expect(page.get_by_text("Nothing for “oberónxyz”. Try a character or a card.")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("heading", name="Team sizes")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("[data-question]")).to_be_focused()
    expect(page.locator(".book aside summary")).to_have_count(0)


def test_on_a_phone_the_matrix_becomes_sentences(opened: Opener) -> None:
    page = opened(has_touch=True, is_mobile=True)
    scene.avalon_voting(page).open()
    page.get_by_role("button", name="Rules for this").tap()
    page.locator(".filter", has_text="All").tap()
    expect(page.get_by_text("Percival sees Merlin and Morgana, and cannot tell which is which.").first).to_be_visible()
    expect(page.get_by_role("columnheader", name="Morgana")).to_have_count(0)
    page.locator(".filter", has_text="Characters").tap()
    expect(page.locator("section.part")).to_have_count(1)
    page.locator(".chip", has_text="Mordred").tap()
    expect(page.locator(".chip", has_text="Mordred")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Show my table again").tap()
    expect(page.locator(".chip", has_text="Mordred")).to_have_attribute("aria-pressed", "false")
    page.locator(".chip", has_text="Assassin").tap()
    expect(page.get_by_text("Assassin: Always in this game.")).to_be_visible()
    page.go_back()
    expect(page.locator("[data-question]")).to_be_focused()


def test_a_refusal_leads_to_its_rule(opened: Opener) -> None:
    """rules.md, "The common game": good must play Success. The book says so in the same words to everybody."""
    page = opened(1440, 900)
    scene.avalon_fourth(page).open()
    wait_for_ask(page, "mission")
    card = page.locator("button.card", has_text="Fail")
    card.hover()
    page.mouse.down()
    page.get_by_role("button", name="See the rule").wait_for()
    page.mouse.up()
    page.get_by_role("button", name="See the rule").click()
    answer = page.locator("details[open]")
    expect(answer).to_have_count(1)
    expect(answer).to_contain_text("Good players must play Success; evil players may choose.")
    page.get_by_role("button", name="Quests, rule 2").click()
    expect(page.locator("li.lit")).to_contain_text("Good players must play Success")


def test_every_role_is_given_the_same_answers(opened: Opener) -> None:
    """What is refused in the open phase does not depend on the secret role."""
    said = []
    for roles in (
        ["merlin", "assassin", "servant", "minion", "servant"],
        ["assassin", "merlin", "servant", "minion", "servant"],
    ):
        page = opened(1440, 900)
        table = scene.Scene(
            page, ["Ann", "Ben", "Cid", "Dot", "Eve"], ruleset="avalon", deal={"roles": roles, "leader": 2}
        ).deal()
        table.propose(2, (0, 1))
        table.vote({0, 1, 2, 3, 4})
        table.open()
        page.wait_for_selector("[data-ask=mission]")
        _open_book(page)
        said.append(page.locator(".book aside").inner_text())
    assert said[0] == said[1]
    assert "play Fail?" in said[0]


def test_in_the_solitaire_game_every_prompt_leads_to_the_book(opened: Opener) -> None:
    page = opened(1440, 900)
    page.goto("/solo")
    page.get_by_role("button", name="New game").first.click()
    page.wait_for_selector("[data-ask=plan]")
    _open_book(page)
    page.get_by_role("searchbox").fill("Paquita")
    expect(page.locator(".book .card")).to_have_count(1)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.locator("[data-question]")).to_be_focused()


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_book_is_printed_on_two_pages(opened: Opener, ruleset: str) -> None:
    page = opened(1440, 900)
    page.goto("/learn")
    page.locator(f"a[href='/rules/{ruleset}']").click()
    page.wait_for_selector("section.part")
    printed = page.pdf(format="A4")
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 2


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_section_lies_beyond_the_edge_of_the_page(opened: Opener, ruleset: str) -> None:
    """A third column once lay behind the list of questions, with the rules of voting in it."""
    page = opened(1440, 900)
    page.goto(f"/rules/{ruleset}")
    page.wait_for_selector("section.part")
    beyond = page.evaluate(
        """() => {
          const edge = document.querySelector('.book main').getBoundingClientRect().right
          const parts = [...document.querySelectorAll('section.part')]
          return parts.filter((one) => one.getBoundingClientRect().right > edge).length
        }"""
    )
    assert beyond == 0


@pytest.mark.parametrize(
    ("phase", "chip"), [("vote", "Voting"), ("propose", "Team sizes"), ("mission", "Quests")], ids=lambda each: each
)
def test_a_question_leads_to_its_own_rules(opened: Opener, phase: str, chip: str) -> None:
    """On a phone the section of the open question is the one shown, and its button is pressed and in sight."""
    page = opened(390, 844, has_touch=True, is_mobile=True)
    tables = {"vote": scene.avalon_voting, "propose": scene.classic, "mission": scene.avalon_fourth}
    tables[phase](page).open()
    wait_for_ask(page, phase)
    page.get_by_role("button", name="Rules for this").tap()
    pressed = page.locator(".filter[aria-pressed=true]")
    expect(pressed).to_have_text(chip)
    expect(pressed).to_be_in_viewport(ratio=1)
    expect(page.locator("section.part")).to_have_count(1)
    expect(page.locator("section.part h2")).to_contain_text(chip)
    expect(page.get_by_role("heading", name="Why can't I …?")).to_be_visible()


def test_a_search_that_finds_nothing_leaves_nothing_else(opened: Opener) -> None:
    page = opened(390, 844)
    page.goto("/rules/avalon")
    page.get_by_role("searchbox").fill("zzz")
    expect(page.get_by_text("Nothing for “zzz”.")).to_be_visible()
    expect(page.get_by_role("button", name="Print")).to_have_count(0)
    expect(page.get_by_role("heading", name="Why can't I …?")).to_have_count(0)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_book_that_is_opened_away_from_a_table_speaks_of_none(opened: Opener, ruleset: str) -> None:
    page = opened(1440, 900)
    page.goto("/learn")
    page.locator(f"a[href='/rules/{ruleset}']").click()
    page.wait_for_selector("section.part")
    text = page.locator(".book").inner_text().lower()
    assert "this table" not in text
    assert "your table" not in text


@pytest.mark.parametrize("language", ["en", "es", "fr"])
def test_on_the_smallest_phone_the_head_of_the_book_is_one_bar(opened: Opener, language: str) -> None:
    """In French it took three lines and touched the upper edge."""
    page = opened(360, 640, locale=language)
    page.goto("/rules/avalon")
    bar = page.locator(".book > header")
    expect(bar.locator("h1 small")).to_be_visible()
    assert bar.evaluate("(bar) => bar.offsetHeight") <= 56
