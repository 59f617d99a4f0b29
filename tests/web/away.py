"""Pages that are no table in play, each in a state worth looking at: puzzles, lessons, rule books and the scribe."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page

from tests.web import scene


def asked_before(page: Page) -> None:
    """The start page asks a newcomer whether they have played before."""
    page.add_init_script("try { localStorage.removeItem('turncoat.met') } catch {}")
    page.goto("/")
    page.locator(".cta").click()
    page.wait_for_selector(".before")


def puzzle(page: Page) -> None:
    """A puzzle of Avalon that nobody has tried yet."""
    found = scene.call(page, "GET", "/puzzles?limit=1&kind=best&ruleset=avalon")
    page.goto(f"/puzzle/{found[0]['id']}")
    page.wait_for_selector(".choice")


def puzzle_hint(page: Page) -> None:
    puzzle(page)
    page.keyboard.press("h")


def puzzle_answered(page: Page) -> None:
    puzzle(page)
    page.keyboard.press("1")
    page.wait_for_selector(".verdict h2")


def puzzle_resist(page: Page) -> None:
    """A puzzle of RESIST!, answered."""
    found = scene.call(page, "GET", "/puzzles?limit=1&ruleset=maquis")
    page.goto(f"/puzzle/{found[0]['id']}")
    page.wait_for_selector(".choice")
    page.keyboard.press("1")
    page.wait_for_selector(".verdict h2")


def puzzles(page: Page) -> None:
    page.goto("/puzzles")
    page.wait_for_selector("a.row")


def rules(page: Page) -> None:
    """The rule book of Avalon, away from a table."""
    page.goto("/rules/avalon")
    page.wait_for_selector("section.part")


def rules_resist(page: Page) -> None:
    page.goto("/rules/maquis")
    page.wait_for_selector("section.part")


def rules_here(page: Page) -> None:
    """The rule book at a table, opened at the question that is put."""
    scene.avalon_voting(page).open()
    page.wait_for_selector("[data-ask=vote]")
    page.locator("button.why").click()
    page.wait_for_selector("section.part")


def your_games(page: Page) -> None:
    scene.avalon_over(page).open()
    page.wait_for_selector(".end")
    page.goto("/your-games")
    page.wait_for_selector("table")


def scribe_new(page: Page) -> None:
    page.goto("/scribe")
    page.wait_for_selector("main input")


def scribe(page: Page) -> None:
    """A game that is being written down: the votes on the first team."""
    scribe_new(page)
    for field, name in zip(page.locator("main input").all(), scene.FIVE, strict=False):
        field.fill(name)
    page.locator("main .main").click()
    for seat in (0, 0, 3):
        page.locator("button.seat").nth(seat).click()
    page.wait_for_selector(".ballot, .vote, [aria-pressed]")


def _stored(page: Page, name: str, value: str) -> None:
    """This device remembers so much of a lesson."""
    page.add_init_script(f"try {{ localStorage.setItem('turncoat.{name}', '{value}') }} catch {{}}")


def lesson(page: Page) -> None:
    """The third step of Merlin's lesson."""
    _stored(page, "lesson.merlin", '{"step":3}')
    page.goto("/lesson-merlin")
    page.wait_for_selector("h1 small")


def lesson_plot(page: Page) -> None:
    _stored(page, "lesson.plot", '{"step":2}')
    page.goto("/lesson-plot")
    page.wait_for_selector("h1 small")


def lesson_resist(page: Page) -> None:
    """The first round of RESIST!, where the first card is to be played."""
    _stored(page, "lesson.resist", '{"step":3}')
    page.goto("/lesson-resist")
    page.wait_for_selector("h1 small")


def first_game_vote(page: Page) -> None:
    _stored(page, "first-game", '{"step":4}')
    page.goto("/first-game")
    page.wait_for_selector("h1")


def first_game_end(page: Page) -> None:
    _stored(page, "first-game", '{"step":9,"vote":"approve","companion":4,"over":false}')
    page.goto("/first-game")
    page.wait_for_selector("h1")


AWAY: dict[str, Callable[[Page], None]] = {
    each.__name__: each
    for each in (
        *(asked_before, puzzle, puzzle_hint, puzzle_answered, puzzle_resist, puzzles, rules, rules_resist, rules_here),
        *(your_games, scribe_new, scribe, lesson, lesson_plot, lesson_resist, first_game_vote, first_game_end),
    )
}
