"""Windows as low and as narrow as a laptop's: everything that can be answered is in sight, and nothing lies over it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web import questions, scene
from tests.web.conftest import Opener
from tests.web.person import gather, wait_for_ask
from tests.web.solo import start

LAPTOP = (1280, 800)
# Words that stick out of the button they belong to.
STICKING_OUT = """() => [...document.querySelectorAll('header .tool')].filter((tool) => {
  const { left, right, top, bottom } = tool.getBoundingClientRect();
  return [...tool.querySelectorAll('span')].some((word) => {
    const box = word.getBoundingClientRect();
    return box.left < left || box.right > right || box.top < top || box.bottom > bottom;
  });
}).map((tool) => tool.innerText)"""


def _is_seen(element: Locator) -> bool:
    """All of it is in the window, without scrolling, and nothing lies over it."""
    return bool(
        element.evaluate("""(element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const onTop = document.elementFromPoint((left + right) / 2, bottom - 4);
        return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth && element.contains(onTop);
    }""")
    )


@pytest.mark.parametrize("size", [LAPTOP, (1366, 768), (1920, 1080)], ids=str)
def test_the_buttons_of_a_chosen_card_are_in_sight(opened: Opener, size: tuple[int, int]) -> None:
    """They lay below the window's edge: a card could be chosen, and nothing said how it is played."""
    page = opened(*size)
    start(page)
    page.keyboard.press("1")
    buttons = page.locator("button.play")
    expect(buttons).to_have_count(2)
    for button in buttons.all():
        assert _is_seen(button)
    assert page.evaluate(STICKING_OUT) == []


@pytest.mark.parametrize("language", ["en", "es", "fr"])
def test_the_tools_of_a_narrow_desktop_keep_their_words(opened: Opener, language: str) -> None:
    page = opened(*LAPTOP, locale=language)
    page.goto("/solo")
    page.locator("button.main").first.click()
    page.wait_for_selector("[data-ask=plan]")
    assert page.evaluate(STICKING_OUT) == []
    assert page.locator("header").first.evaluate("(bar) => bar.scrollWidth <= bar.clientWidth")


def _overlaps(page: Page) -> list[str]:
    """Names that lie on what is written in the middle of the table."""
    found: list[str] = page.evaluate("""() => {
      const middle = [...document.querySelectorAll('.ring .centre :is(h2, p, li)')]
        .filter((part) => part.innerText.trim())
        .map((part) => {
          const range = document.createRange();
          range.selectNodeContents(part);
          return range.getBoundingClientRect();
        });
      return [...document.querySelectorAll('.ring .seat .words')].filter((words) => {
        const one = words.getBoundingClientRect();
        return middle.some((two) => one.left < two.right && two.left < one.right
          && one.top < two.bottom && two.top < one.bottom);
      }).map((words) => words.innerText);
    }""")
    return found


@pytest.mark.parametrize("size", [LAPTOP, (1366, 768)], ids=str)
def test_names_do_not_lie_on_the_leaflet_of_a_laptop(opened: Opener, size: tuple[int, int]) -> None:
    page = opened(*size)
    gather([page], 5, deal={"leader": 0})
    wait_for_ask(page, "propose")
    assert _overlaps(page) == []
    for key in "12":
        page.keyboard.press(key)
    page.keyboard.press("Enter")
    wait_for_ask(page, "vote")
    assert _overlaps(page) == []


def test_a_plot_card_and_its_answers_stand_side_by_side(opened: Opener) -> None:
    """They took a third of the window, and the table shrank."""
    page = opened(1920, 1080)
    questions.no_confidence(page).open()
    wait_for_ask(page, "use")
    card, go = page.locator("[data-ask] .plot").bounding_box(), page.locator("[data-ask] .go").bounding_box()
    assert card
    assert go
    assert go["y"] < card["y"] + card["height"]
    assert page.locator("[data-ask] .plot b").evaluate("(name) => name.scrollWidth <= name.clientWidth")


def test_what_is_scrolled_away_is_not_read_over_the_names(opened: Opener) -> None:
    """The head of the history went on to the left of the names."""
    page = opened(*LAPTOP)
    scene.classic(page).open()
    page.wait_for_selector("thead")
    page.locator("table").evaluate("(table) => { table.style.width = '1400px'; }")
    box = page.get_by_role("region", name="History")
    box.evaluate("(box) => { box.scrollLeft = 300; }")
    names = page.locator("tbody .name").first.bounding_box()
    assert names
    for row in page.locator("thead tr").all():
        line = row.bounding_box()
        assert line
        at = [names["x"] + 30, line["y"] + line["height"] / 2]
        assert page.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('td, th').className", at).startswith(
            "corner"
        )


def test_posters_keep_to_their_column(opened: Opener) -> None:
    page = opened(*LAPTOP)
    page.goto("/")
    row = page.locator("ul:has(> li > a img)").first
    row.wait_for()
    assert row.evaluate("(row) => row.scrollWidth <= row.clientWidth")


@pytest.mark.parametrize("size", [LAPTOP, (1440, 900)], ids=str)
def test_the_whole_start_page_is_in_sight(opened: Opener, size: tuple[int, int]) -> None:
    """The puzzle of the day and the daily deal lay below the edge of the window."""
    page = opened(*size)
    page.goto("/")
    for words in ("Puzzle of the day", "Play it", "Join"):
        assert _is_seen(page.get_by_text(words, exact=True)), words
    assert page.evaluate("() => document.scrollingElement.scrollHeight <= innerHeight")
