"""Puzzles in the browser: by touch, by keyboard, by link and offline; the answer comes only after the try."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Opener, Server
from tests.web.pages import lasting
from turncoat.client import Client

LOOK = Path(__file__).with_name("look.js").read_text(encoding="utf-8")


def find(server: Server, ask: str, **wanted: str) -> Any:
    """The first puzzle with such a question, and its right choice."""
    query = "&".join(f"{key}={value}" for key, value in wanted.items())
    client = Client(server.address)
    for listed in client.request("GET", f"/api/puzzles?limit=200&{query}"):
        puzzle = client.request("GET", f"/api/puzzles/{listed['id']}")
        if puzzle["question"]["ask"] == ask:
            return puzzle, client.request("POST", f"/api/puzzles/{puzzle['id']}/answer", {})["right"]
    raise AssertionError(f"there is no puzzle {ask}")


def rating(page: Page) -> int:
    found: int = page.evaluate("JSON.parse(localStorage.getItem('turncoat.puzzles')).rating")
    return found


def test_the_puzzle_of_the_day_is_one_tap_from_home_and_answered_by_touch(opened: Opener) -> None:
    page = opened(has_touch=True, is_mobile=True)
    page.goto("/")
    page.get_by_role("link", name="Puzzle of the day").tap()
    expect(page.locator(".choice").first).to_be_visible()
    expect(page.get_by_text("One try counts.")).to_be_visible()
    page.locator(".choice").first.tap()
    expect(page.locator(".verdict h2")).to_be_focused()
    expect(page.get_by_text("1 day in a row").first).to_be_visible()
    page.reload()
    expect(page.locator(".verdict h2")).to_be_visible()
    expect(page.locator(".choice")).to_have_count(0)


def test_a_hint_costs_half_and_the_evidence_is_numbered_by_keyboard(opened: Opener, server: Server) -> None:
    puzzle, right = find(server, "not-both-good", kind="facts", ruleset="classic")
    page = opened(1440, 900)
    page.goto(f"/puzzle/{puzzle['id']}")
    expect(page.locator(".choice").first).to_be_visible()
    assert page.locator(".disc").count() == 0, "nothing points at the evidence before the answer"
    page.keyboard.press("h")
    expect(page.get_by_text("Half points from here.")).to_be_visible()
    page.keyboard.press(str(right + 1))
    expect(page.locator(".verdict h2")).to_contain_text("Right:")
    expect(page.locator(".reasons .disc").first).to_have_text("1")
    marked = page.locator("td .cell.proof")
    assert marked.count() >= 2
    assert page.locator("td .cell.dim").count() > 0
    assert rating(page) < 1224, "half the points"
    page.get_by_role("button", name="Evidence 1").click()
    expect(page.locator(".team-head.selected")).to_have_count(1)


def test_a_wrong_answer_says_the_right_one_and_counts_once(opened: Opener, server: Server) -> None:
    puzzle, right = find(server, "merlin", kind="best", ruleset="avalon")
    page = opened(1440, 900)
    page.goto(f"/puzzle/{puzzle['id']}")
    expect(page.locator(".known")).to_contain_text("You are Percival.")
    page.keyboard.press(str(2 - right))
    expect(page.locator(".verdict h2")).to_contain_text("No:")
    expect(page.locator(".reasons")).to_contain_text("%")
    lost = rating(page)
    assert lost < 1200
    page.keyboard.press(str(right + 1))
    page.reload()
    expect(page.locator(".verdict h2")).to_contain_text("No:")
    assert rating(page) == lost


def test_the_page_does_not_hold_the_answer_before_the_try(opened: Opener, server: Server) -> None:
    puzzle, _ = find(server, "merlin", kind="best", ruleset="avalon")
    page = opened()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(f"{request.method} {request.url}"))
    page.goto(f"/puzzle/{puzzle['id']}")
    expect(page.locator(".choice").first).to_be_visible()
    assert not [one for one in asked if f"{puzzle['id']}/answer" in one]


def test_the_last_puzzles_are_kept_for_when_nobody_answers(opened: Opener) -> None:
    page = opened()
    page.goto("/puzzle")
    expect(page.locator(".choice").first).to_be_visible()
    for _ in range(100):
        if page.evaluate("JSON.parse(localStorage.getItem('turncoat.puzzles.kept') ?? '[]').length") == 7:
            break
        page.wait_for_timeout(100)
    page.route("**/api/**", lambda route: route.abort())
    page.goto("/puzzles")
    expect(page.locator("a.row")).to_have_count(7)
    page.locator("a.row").nth(2).click()
    expect(page.get_by_text("You are offline.")).to_be_visible()
    page.locator(".choice").first.click()
    expect(page.locator(".verdict h2")).to_be_visible()


def test_an_unknown_puzzle_leads_to_that_of_the_day(opened: Opener) -> None:
    page = opened()
    page.route(
        "**/api/puzzles/nosuchid", lambda route: route.fulfill(status=404, json={"error": "NOT_FOUND", "message": ""})
    )
    page.goto("/puzzle/nosuchid")
    expect(page.get_by_text("There is no such puzzle.")).to_be_visible()


def test_the_words_are_there_in_spanish_and_french(opened: Opener, server: Server) -> None:
    puzzle, right = find(server, "must-be-evil", kind="facts", ruleset="classic")
    for locale, known in (("es", "Correcto:"), ("fr", "Exact :")):
        page = opened(locale=locale)
        page.goto(f"/puzzle/{puzzle['id']}")
        expect(page.locator(".choice").first).to_be_visible()
        page.keyboard.press(str(right + 1))
        expect(page.locator(".verdict h2")).to_contain_text(known)
        assert "{" not in page.locator("section.sheet").inner_text()


def test_earlier_puzzles_are_a_list_with_the_day_above_its_kind(opened: Opener) -> None:
    page = opened(1440, 900)
    page.goto("/puzzles")
    row = page.locator("a.row").first
    row.wait_for()
    day, kind = row.inner_text().split("\n")
    assert " · " not in day
    assert " · " in kind
    box = row.bounding_box()
    assert box is not None
    assert box["height"] >= 44


@pytest.mark.parametrize("locale", ["en-GB", "es-ES", "fr-FR"])
def test_title_and_date_are_whole_on_a_phone(opened: Opener, locale: str) -> None:
    page = opened(360, 640, locale=locale)
    page.goto("/puzzle")
    expect(page.locator("h1 small")).to_be_visible()
    assert page.locator("h1").evaluate("(title) => title.scrollWidth <= title.clientWidth")


@pytest.mark.parametrize(("width", "height"), [(768, 1024), (1024, 768), (1180, 820)])
@pytest.mark.parametrize("ruleset", ["avalon", "maquis"])
def test_a_puzzle_has_room_on_a_tablet(opened: Opener, server: Server, ruleset: str, width: int, height: int) -> None:
    """Two columns were too narrow: the ring was squeezed, and the quests lay on each other."""
    listed = Client(server.address).request("GET", f"/api/puzzles?limit=1&kind=best&ruleset={ruleset}")
    page = opened(width, height, reduced_motion="reduce")
    page.goto(f"/puzzle/{listed[0]['id']}")
    expect(page.locator(".choice").first).to_be_visible()
    assert lasting(page, lambda page: page.evaluate(LOOK, [])) == []
    page.locator(".choice").first.click()
    expect(page.locator(".verdict h2")).to_be_visible()
    assert lasting(page, lambda page: page.evaluate(LOOK, [])) == []


@pytest.mark.parametrize(("width", "height"), [(360, 640), (390, 844), (1440, 900)])
def test_the_hand_of_a_resist_puzzle_is_in_sight_with_its_question(
    opened: Opener, server: Server, width: int, height: int
) -> None:
    """On a phone the question was whom to reveal, and every card of the hand lay below the sheet."""
    listed = Client(server.address).request("GET", "/api/puzzles?limit=1&ruleset=maquis")
    page = opened(width, height)
    page.goto(f"/puzzle/{listed[0]['id']}")
    expect(page.locator(".choice").first).to_be_visible()
    first = page.locator(".hand article").first
    on_top = first.evaluate(
        """(card) => {
          const { left, top, width } = card.getBoundingClientRect();
          return card.contains(document.elementFromPoint(left + width / 4, top + 60));
        }"""
    )
    assert on_top


@pytest.mark.parametrize("locale", ["en-GB", "es-ES", "fr-FR"])
def test_a_resist_puzzle_is_answered_with_one_thumb_on_the_smallest_phone(
    opened: Opener, server: Server, locale: str
) -> None:
    """Every answer, the hint and the way to give up lie in the lower half, tall enough, with nothing to scroll."""
    listed = Client(server.address).request("GET", "/api/puzzles?limit=1&ruleset=maquis")
    page = opened(360, 640, locale=locale, has_touch=True)
    page.goto(f"/puzzle/{listed[0]['id']}")
    expect(page.locator(".choice").first).to_be_visible()
    sheet = page.locator(".sheet")
    assert sheet.evaluate("sheet => sheet.scrollHeight <= sheet.clientHeight")
    for button in page.locator(".choice, .ways .button").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 44
        assert 320 <= box["y"] <= 640 - box["height"]
    page.locator(".choice").first.tap()
    expect(page.locator(".verdict h2")).to_be_visible()


def test_on_the_smallest_phone_no_word_on_a_card_of_resist_is_broken(opened: Opener, server: Server) -> None:
    """It said "reveale" and, in the next line, "d"."""
    puzzle, _ = find(server, "reveal", kind="best", ruleset="maquis")
    page = opened(360, 640)
    page.goto(f"/puzzle/{puzzle['id']}")
    words = page.locator(".hand .head span:last-child")
    expect(words.first).to_be_visible()
    lines = words.evaluate_all(
        "(all) => all.map((each) => Math.round(each.offsetHeight / parseFloat(getComputedStyle(each).lineHeight)))"
    )
    assert set(lines) == {1}


def test_on_the_smallest_phone_the_votes_that_a_hint_points_at_are_in_sight(opened: Opener, server: Server) -> None:
    """They were behind the heads of the columns."""
    puzzle, _ = find(server, "has-role", kind="facts", ruleset="avalon")
    page = opened(360, 640)
    page.goto(f"/puzzle/{puzzle['id']}")
    expect(page.locator(".choice").first).to_be_visible()
    page.get_by_role("button", name="Hint").click()
    lit = page.locator("tr.row.selected")
    expect(lit).to_be_visible()
    heads, sheet = page.locator(".position thead"), page.locator("section.sheet")
    page.wait_for_timeout(400)
    row, above, below = (each.bounding_box() for each in (lit, heads, sheet))
    assert row is not None
    assert above is not None
    assert below is not None
    assert above["y"] + above["height"] - 1 <= row["y"]
    assert row["y"] + row["height"] <= below["y"] + 1
