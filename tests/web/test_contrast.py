"""Every control can be read: its text is told from what is really painted behind it, in both themes."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.web.away import AWAY
from tests.web.conftest import Opener
from tests.web.pages import PAGES, lasting
from tests.web.solo import answer, start

CONTRAST = Path(__file__).with_name("contrast.js").read_text(encoding="utf-8")
SETTLE_MS = 300
"""Colours fade from transparent to their own."""
TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""A page on which nothing moves paints none by itself, and a colour that fades stands still."""
CLEAR = "* { color: transparent !important; transition: none !important; caret-color: transparent !important }"
ELSEWHERE = (
    *("home", "setup", "ending", "replay", "solo", "solo_start", "solo_over", "solo_replay", "board"),
    *("pass_round", "handed", "learn", "first_game", "first_game_card", "watch", "settings", "lost", "closed", "full"),
    *AWAY,
)
"""Every page but the table in play."""


def unreadable(page: Page) -> list[str]:
    """The controls whose text cannot be read, with the contrast of each."""
    ground = page.screenshot(style=CLEAR, scale="css")
    page.wait_for_timeout(SETTLE_MS)
    page.evaluate(TWO_FRAMES)
    found: list[str] = page.evaluate(CONTRAST, "data:image/png;base64," + base64.b64encode(ground).decode())
    return found


def _in_both_themes(page: Page) -> dict[str, list[str]]:
    found = {}
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        page.wait_for_selector(f"html[data-theme$=-{scheme}]")
        if problems := lasting(page, unreadable):
            found[scheme] = problems
    return found


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
def test_every_control_of_a_solo_game_is_readable_in_every_state(opened: Opener, width: int, height: int) -> None:
    """WCAG 1.4.3. Each kind of question, before and after something is chosen."""
    page = opened(width, height, reduced_motion="reduce", bypass_csp=True)
    start(page)
    looked: dict[str, dict[str, list[str]]] = {}

    def look(state: str) -> None:
        if state not in looked:
            looked[state] = _in_both_themes(page)

    for _ in range(80):
        if page.locator(".end").count():
            break
        answer(page, wide=width >= 1200, look=look)
        page.wait_for_timeout(60)
    look("the end")
    assert {state: found for state, found in looked.items() if found} == {}
    assert {"plan", "plan, chosen", "defeat, chosen"} <= looked.keys()


@pytest.mark.parametrize("name", ELSEWHERE)
def test_every_control_is_readable(opened: Opener, name: str) -> None:
    page = opened(1440, 900, reduced_motion="reduce", bypass_csp=True)
    PAGES[name](page)
    found = {"desktop": _in_both_themes(page)}
    if name != "board":
        page.set_viewport_size({"width": 390, "height": 844})
        found["phone"] = _in_both_themes(page)
    assert {size: problems for size, problems in found.items() if problems} == {}
