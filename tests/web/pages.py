"""Every page of the client in a state worth looking at."""

from __future__ import annotations

import time
from collections.abc import Callable

from playwright.sync_api import Page

from tests.web.person import Person, finish, quick_game


def _until(page: Page, kind: str) -> None:
    """Play on until this is asked."""
    me = Person(page)
    deadline = time.monotonic() + 60
    while not me.is_over:
        assert time.monotonic() < deadline, f"{kind} was never asked"
        if me.skip():
            continue
        if me.ask == kind:
            break
        if not me.answer():
            page.wait_for_timeout(40)
    page.wait_for_timeout(300)


def home(page: Page) -> None:
    page.goto("/")
    page.wait_for_selector(".cta")


def setup(page: Page) -> None:
    page.goto("/new/avalon")
    page.wait_for_url("**/t/*")
    page.wait_for_selector(".verdict li")


def voting(page: Page) -> None:
    quick_game(page, ruleset="avalon", players=7)
    _until(page, "vote")


def choosing(page: Page) -> None:
    quick_game(page, ruleset="classic", players=8)
    _until(page, "propose")


def crowded(page: Page) -> None:
    quick_game(page, ruleset="avalon", players=10)
    _until(page, "vote")


def carding(page: Page) -> None:
    quick_game(page, ruleset="changelings", players=6)
    _until(page, "mission")


def ending(page: Page) -> None:
    quick_game(page, ruleset="avalon", players=6)
    finish([Person(page)])


def replay(page: Page) -> None:
    ending(page)
    href = page.locator("a[href^='/replay/']").first.get_attribute("href")
    page.goto(f"{href}?seat=0")
    page.wait_for_selector(".replay .face")


def solo(page: Page) -> None:
    page.goto("/solo")
    page.locator(".doors .main").click()
    page.wait_for_selector("[data-ask=plan]")
    page.locator(".hand .top:not([disabled]), .stub:not(:has(.no))").first.click()


def solo_start(page: Page) -> None:
    page.goto("/solo")
    page.wait_for_selector("section")


def board(page: Page) -> None:
    page.goto("/new/avalon?board")
    page.wait_for_url("**/board/*")
    page.wait_for_selector(".verdict li")
    page.locator(".start").click()
    page.wait_for_selector(".board")
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
        choosing,
        crowded,
        carding,
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
