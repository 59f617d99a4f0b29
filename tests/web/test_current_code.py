"""Nobody is left on old code, and nobody is stopped in a game by new code."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.conftest import Opener, Server
from tests.web.person import quick_game


def test_a_new_build_takes_over_when_the_player_says_so(opened: Opener) -> None:
    page = opened()
    page.goto("/")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    with page.expect_response("**/version.json"):
        page.reload()
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.route("**/version.json", lambda route: route.fulfill(json={"version": "new"}))
    page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    banner = page.get_by_text("A new version is ready.")
    expect(banner).to_be_visible()
    page.evaluate("() => (window.old = true)")
    page.unroute("**/version.json")
    page.get_by_role("button", name="Update").click()
    page.wait_for_function("() => window.old === undefined")
    expect(page.get_by_role("button", name="Play now with bots")).to_be_visible()
    expect(banner).to_have_count(0)


def test_a_page_from_the_cache_is_told_of_the_new_build_too(opened: Opener) -> None:
    """It could not ask while it was loaded, so the first version that it hears of is not its own."""
    page = opened()
    page.route("**/version.json", lambda route: route.abort())
    page.goto("/")
    page.unroute("**/version.json")
    page.route("**/version.json", lambda route: route.fulfill(json={"version": "new"}))
    page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.get_by_text("A new version is ready.")).to_be_visible()


def test_offline_and_reconnecting_are_told_and_pass_by_themselves(opened: Opener, server: Server) -> None:
    page = opened()
    quick_game(page, ruleset="classic", players=5)
    page.context.set_offline(True)
    expect(page.get_by_text("You are offline.")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator(".banner")).to_have_count(0)
    server.stop()
    expect(page.get_by_text("Reconnecting…")).to_be_visible()
    server.start()
    expect(page.locator(".banner")).to_have_count(0)
