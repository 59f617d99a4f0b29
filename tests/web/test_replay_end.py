"""The end of a replay shows who everybody was, and a replay can show everything from its start."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web import scene
from tests.web.conftest import Opener

ROLES = ["Percival", "Servant", "Merlin", "Assassin", "Morgana", "Servant", "Minion"]


def _replay(page: Page) -> None:
    page.goto(f"/replay/{scene.avalon_over(page).record}")
    page.wait_for_selector(".replay .ring")


def _shown(page: Page) -> list[str]:
    return [each.strip() for each in page.locator(".ring .role").all_inner_texts()]


@pytest.mark.parametrize("size", [(390, 844), (1440, 900)], ids=["phone", "desktop"])
def test_roles_stand_on_the_seats_at_the_end_and_not_before(opened: Opener, size: tuple[int, int]) -> None:
    page = opened(*size)
    _replay(page)
    assert _shown(page) == []
    page.keyboard.press("End")
    expect(page.locator(".ring .role")).to_have_count(7)
    assert _shown(page) == ROLES
    expect(page.locator(".ring .role.evil")).to_have_count(3)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".ring .role")).to_have_count(0)


def test_everything_can_be_shown_from_the_start(opened: Opener) -> None:
    page = opened(1440, 900)
    _replay(page)
    page.get_by_role("switch", name="Show everything").click()
    expect(page.locator(".ring .role")).to_have_count(7)
    sentence = page.locator(".sentence")
    told = set()
    for _ in range(80):
        page.keyboard.press("ArrowRight")
        told.add(sentence.inner_text())
    assert any("Fail: " in each for each in told)
    assert any("Nobody played Fail." in each for each in told)
