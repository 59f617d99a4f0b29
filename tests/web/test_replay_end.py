"""The end of a replay shows who everybody was, and a replay can show everything from its start."""

from __future__ import annotations

import re

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


def _nameless(page: Page, you: str = "You") -> str:
    """The record of a game in which the page's player never gave a name, and leads the first team."""
    people = (you, *scene.FIVE[1:])
    table = scene.Scene(page, people, ruleset="classic", deal={"roles": list(scene.ROLES), "leader": 0}).deal()
    table.do(0, "claim", claim={"claim": "trust", "seat": 2})
    table.round(0, (0, 1), scene.ALL - set(range(5, 10)), fails={1})
    table.round(1, (0, 1, 2), set(range(5)), fails={1})
    table.round(2, (1, 2), set(range(5)), fails={1})
    return table.record


@pytest.mark.parametrize("path", ["/replay/{}", "/replay/{}?seat=0"], ids=["everyone", "own seat"])
def test_a_replay_on_a_phone_stays_where_the_reader_left_it(opened: Opener, path: str) -> None:
    page = opened(390, 844)
    page.goto(path.format(_nameless(page)))
    page.wait_for_selector(".replay .sheet")
    page.wait_for_timeout(300)
    assert page.evaluate("scrollY") == 0
    for _ in range(24):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".sheet tr.row")).to_have_count(3)
    page.wait_for_timeout(300)
    assert page.evaluate("scrollY") == 0


def test_the_history_of_a_long_game_opens_at_its_newest_team(opened: Opener) -> None:
    page = opened(390, 560)
    scene.classic(page).open()
    page.wait_for_selector("[data-ask=propose]")
    page.get_by_role("button", name="History").click()
    row = page.locator(".sheet tr.row").last
    expect(row).to_be_in_viewport()


@pytest.mark.parametrize(
    ("locale", "you", "proposes", "third"),
    [
        ("en-GB", "You", "You propose Ben and you.", "You proposes"),
        ("fr-FR", "Toi", "Tu proposes Ben et toi.", "Toi propose"),
        ("es-ES", "Tú", "Propones este equipo: Ben y tú.", "Tú propone"),
    ],
    ids=["en", "fr", "es"],
)
def test_a_replay_addresses_whoever_gave_no_name(
    opened: Opener, locale: str, you: str, proposes: str, third: str
) -> None:
    page = opened(390, 844, locale=locale)
    page.goto(f"/replay/{_nameless(page, you)}")
    page.wait_for_selector(".replay .sheet")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".sentence")).to_have_text(proposes)
    text = page.locator(".replay").inner_text()
    assert third not in text
    assert "You claims" not in text


@pytest.mark.parametrize(
    ("locale", "you", "proposes"),
    [
        ("en-GB", "You", "Player 1 proposes Player 1 and Ben."),
        ("fr-FR", "Toi", "Joueur 1 propose Joueur 1 et Ben."),
        ("es-ES", "Tú", "Jugador 1 propone este equipo: Jugador 1 y Ben."),
    ],
    ids=["en", "fr", "es"],
)
def test_whoever_opens_a_shared_replay_is_not_addressed(opened: Opener, locale: str, you: str, proposes: str) -> None:
    """Only the server knows whose chair it was: the name on it is no proof."""
    shared = f"/replay/{_nameless(opened(390, 844), you)}"
    stranger = opened(390, 844, locale=locale)
    stranger.goto(shared)
    stranger.wait_for_selector(".replay .sheet")
    stranger.keyboard.press("ArrowRight")
    expect(stranger.locator(".sentence")).to_have_text(proposes)
    assert not re.search(rf"\b{you}\b", stranger.locator(".replay .ring").inner_text())


def test_the_way_back_from_a_replay_leads_to_where_it_was_opened(opened: Opener) -> None:
    page = opened(390, 844)
    table = scene.avalon_over(page).open()
    page.get_by_role("link", name="Replay").click()
    page.wait_for_selector(".replay .sheet")
    page.get_by_role("link", name="Back").click()
    page.wait_for_url(f"**/t/{table.code}")
    page.goto(f"/replay/{table.record}")
    page.get_by_role("link", name="Back").click()
    expect(page.get_by_role("button", name="Play now with bots")).to_be_visible()


def test_the_end_says_whom_evil_guessed(opened: Opener) -> None:
    """Also to somebody who comes later, and in the replay."""
    page = opened(390, 844)
    table = scene.avalon_over(page).open()
    end = page.locator(".end header p")
    said = "Three quests succeeded, and evil guessed Léa. Merlin was Inés."
    expect(end).to_contain_text(said)
    page.goto(f"/replay/{table.record}")
    page.wait_for_selector(".replay .sheet")
    page.keyboard.press("End")
    page.get_by_role("button", name="Result").click()
    expect(end).to_contain_text(said)


def test_a_step_that_leads_nowhere_is_off(opened: Opener) -> None:
    page = opened(390, 844)
    _replay(page)
    off = page.locator(".replay [aria-disabled=true]")
    assert [each.get_attribute("aria-label") for each in off.all()] == ["First step", "Previous step"]
    page.keyboard.press("End")
    expect(page.get_by_role("button", name="First step")).to_have_attribute("aria-disabled", "false")
    assert [each.get_attribute("aria-label") for each in off.all()] == ["Next step", "Last step"]


def test_what_stands_under_the_nearest_seat_is_not_over_the_sentence(opened: Opener) -> None:
    page = opened(390, 844)
    page.goto(f"/replay/{_nameless(page)}?seat=0")
    page.wait_for_selector(".replay .sheet")
    page.get_by_role("switch", name="Show everything").click()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".ring .role")).to_have_count(5)
    lowest = page.locator(".ring .seat").evaluate_all(
        "(seats) => Math.max(...seats.flatMap((seat) => [seat, ...seat.querySelectorAll('*')])"
        ".map((each) => each.getBoundingClientRect().bottom))"
    )
    box = page.locator(".sentence").bounding_box()
    assert box is not None
    assert lowest <= box["y"]


def test_the_middle_of_the_table_says_who_has_won(opened: Opener) -> None:
    """It named the last mission, with nothing below."""
    page = opened()
    scene.avalon_over(page).open()
    page.get_by_role("button", name="See the table").click()
    expect(page.locator(".ring .centre").first).to_contain_text("Good wins")
    expect(page.locator(".ring .centre").first).to_contain_text("Merlin was Inés.")


def test_keys_are_named_only_where_there_may_be_a_keyboard(opened: Opener) -> None:
    desk, phone = opened(1440, 900), opened(has_touch=True, is_mobile=True)
    record = scene.avalon_over(desk).record
    for page in (desk, phone):
        page.goto(f"/replay/{record}")
        expect(page.locator(".replay .sentence")).to_be_visible()
    keys = re.compile("^Keys:")
    expect(desk.get_by_text(keys)).to_be_visible()
    expect(phone.get_by_text(keys)).to_be_hidden()
