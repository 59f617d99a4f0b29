"""Every page of the client in a state worth looking at; the same state each time."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page

from tests.web import scene

GUARD_MS = 450


def home(page: Page) -> None:
    """The start, with a game to remember."""
    scene.avalon_over(page).open()
    page.wait_for_selector(".end")
    page.goto("/")
    page.wait_for_selector(".cta")


def setup(page: Page) -> None:
    """A new table; some have sat down."""
    scene.gathering(page).open()
    page.wait_for_selector(".verdict li")


def voting(page: Page) -> None:
    """Avalon, ballots open."""
    scene.avalon_voting(page).open()
    page.wait_for_selector("[data-ask=vote]")


def held(page: Page) -> None:
    """The role card while it is held."""
    voting(page)
    page.keyboard.down("h")
    page.wait_for_selector(".face")


def choosing(page: Page) -> None:
    """The leader has chosen three of four."""
    scene.classic(page).open()
    page.wait_for_selector("[data-ask=propose]")
    page.wait_for_timeout(GUARD_MS)
    for key in "128":
        page.keyboard.press(key)


def crowded(page: Page) -> None:
    """Ten at one table, with names as long as they come."""
    scene.crowded(page).open()
    page.wait_for_selector("[data-ask=vote]")


def carding(page: Page) -> None:
    """A quest's card is to be played."""
    scene.avalon_fourth(page).open()
    page.wait_for_selector("[data-ask=mission]")


def history(page: Page) -> None:
    """Walked back to the second team of mission 2."""
    scene.classic(page).open()
    page.wait_for_selector("[data-ask=propose]")
    page.keyboard.press("g")
    for _ in range(3):
        page.keyboard.press("ArrowLeft")


def talk(page: Page) -> None:
    """What was said, and a claim."""
    scene.classic(page).open()
    page.wait_for_selector("[data-ask=propose]")
    page.keyboard.press("t")


def notes(page: Page) -> None:
    """Marks and notes of one's own."""
    scene.classic(page).open()
    page.wait_for_selector("[data-ask=propose]")
    page.locator(".talking .pill, nav button").last.click()


def ending(page: Page) -> None:
    """Good has won."""
    scene.avalon_over(page).open()
    page.wait_for_selector(".end")


def replay(page: Page) -> None:
    """A finished game through one seat's eyes, in its middle."""
    table = scene.avalon_over(page)
    page.goto(f"/replay/{table.record}?seat=0")
    page.wait_for_selector(".replay .face")
    for _ in range(30):
        page.keyboard.press("ArrowRight")


def solo(page: Page) -> None:
    """RESIST!, a card chosen."""
    code = scene.alone(page)
    page.goto(f"/solo/{code}")
    page.wait_for_selector("[data-ask=plan]")
    page.locator(".hand .top:not([disabled]), .stub:not(:has(.no))").nth(2).click()


def solo_start(page: Page) -> None:
    page.goto("/solo")
    page.wait_for_selector("section")


def board(page: Page) -> None:
    """The public board while the table votes."""
    scene.avalon_voting(page).open("/board/{code}")
    page.wait_for_function("() => Number(document.querySelector('.ring svg')?.getAttribute('height')) > 500")


def pass_round(page: Page) -> None:
    page.goto("/pass-round")
    page.wait_for_selector(".pill")


def learn(page: Page) -> None:
    page.goto("/learn")
    page.wait_for_selector("li")


def watch(page: Page) -> None:
    page.goto("/watch")
    page.wait_for_selector("main")


def settings(page: Page) -> None:
    page.goto("/settings")
    page.wait_for_selector("select")


def lost(page: Page) -> None:
    page.goto("/t/ZZZZ")
    page.wait_for_selector("h1")


PAGES: dict[str, Callable[[Page], None]] = {
    each.__name__: each
    for each in (
        home,
        setup,
        voting,
        held,
        choosing,
        crowded,
        carding,
        history,
        talk,
        notes,
        ending,
        replay,
        solo,
        solo_start,
        board,
        pass_round,
        learn,
        watch,
        settings,
        lost,
    )
}
