"""What a first-time player with a phone stumbled over: untrue words, results that were skipped, things that jump."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web import questions, scene
from tests.web.conftest import Opener
from tests.web.person import GUARD_MS, wait_for_ask
from tests.web.scene import ALL, FIVE, ROLES, Scene

SMALL = (360, 640)
PHONES = pytest.mark.parametrize("size", [(390, 844), SMALL], ids=["phone", "small"])
LANGUAGES = pytest.mark.parametrize("locale", ["en-GB", "es-ES", "fr-FR"])

# The words of the ring that are smaller than a note may be.
TINY = """() => [...document.querySelectorAll('.ring li *')].filter((each) =>
  [...each.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim())
  && each.checkVisibility() && parseFloat(getComputedStyle(each).fontSize) < 12).map((each) => each.textContent)"""
# What is tapped and not as tall or as wide as a thumb.
NARROW = """() => [...document.querySelectorAll('main button, main a')].filter((each) => {
  const { width, height } = each.getBoundingClientRect();
  return each.checkVisibility() && (width < 44 || height < 44);
}).map((each) => each.textContent.trim() || each.getAttribute('aria-label'))"""


def _ring(page: Page) -> tuple[float, float]:
    box = page.locator(".ring").first.bounding_box()
    assert box is not None
    return box["y"], box["height"]


def _held(page: Page) -> Locator:
    """The role card, while it is held."""
    page.keyboard.down("h")
    page.wait_for_selector(".face")
    return page.locator(".face")


def _checked_by_a_servant(page: Page) -> Scene:
    """The page's player, a Servant, has checked a good player."""
    roles = ("servant", "percival", "merlin", "assassin", "morgana", "servant", "minion")
    deal = {"roles": roles, "leader": 1}
    table = Scene(
        page, scene.AVALON, ruleset="avalon", roles=["percival", "morgana"], options={"lady": True}, deal=deal
    )
    table.deal().round(1, (1, 2), ALL).round(2, (1, 2, 5), ALL)
    return table.answer(0, "examine", seat=1)


def test_somebody_good_who_checked_a_good_player_is_not_called_evil(opened: Opener) -> None:
    page = opened()
    _checked_by_a_servant(page).open()
    face = _held(page)
    expect(face).to_contain_text("Bruno is good (Lady of the Lake).")
    expect(face).not_to_contain_text("Evil")


def test_what_the_reveal_told_stands_on_the_card_beside_what_the_lady_showed(opened: Opener) -> None:
    page = opened()
    questions.lady(page).answer(0, "examine", seat=1).open()
    face = _held(page)
    expect(face).to_contain_text("One of these two is Merlin. The other is Morgana.")
    expect(face).to_contain_text("Bruno is good (Lady of the Lake).")


def _five(page: Page, leader: int) -> Scene:
    return Scene(page, FIVE, ruleset="classic", deal={"roles": ROLES, "leader": leader}).deal()


def test_while_the_next_leader_chooses_the_result_of_the_mission_is_told(opened: Opener) -> None:
    """Who leads now is what the table waits for, not what has just happened."""
    page = opened()
    _five(page, leader=1).round(1, (1, 2), ALL, fails={1}).open()
    waiting = page.locator(".wait")
    expect(waiting).to_contain_text("Cai is choosing a team.")
    expect(waiting).to_contain_text("Just now: Mission 1 failed: one fail among Ben and Cai.")
    expect(waiting).not_to_contain_text("leader")


@PHONES
def test_a_tap_before_the_verdict_shows_it_at_once(opened: Opener, size: tuple[int, int]) -> None:
    """Cards that lie face down are turned by it; only a later tap goes on."""
    page = opened(*size, has_touch=True)
    table = _five(page, leader=1).propose(1, (1, 2)).vote(ALL).open()
    page.wait_for_selector(".wait")
    page.clock.install()
    table.cards((1, 2), fails={1})
    go_on = page.locator(".time .button")
    expect(go_on).to_be_visible()
    page.clock.run_for(500)
    go_on.tap()
    page.clock.run_for(100)
    go_on.tap()
    page.clock.run_for(1000)
    expect(page.locator(".result h2")).to_have_text("One fail.")
    page.clock.run_for(GUARD_MS)
    go_on.tap()
    expect(page.locator(".time")).to_have_count(0)


def _while_dealing(page: Page) -> None:
    deal = {"roles": ROLES, "leader": 1}
    Scene(page, FIVE, ruleset="classic", deal=deal, moments=True).deal().open()
    page.locator(".veil .go").click()
    page.wait_for_selector(".veil .go:not([aria-disabled=true])")
    page.locator(".veil .go").click()
    page.wait_for_selector(".veil", state="detached")
    page.wait_for_selector(".on-paper .button")


def _counted(page: Page) -> None:
    table = _five(page, leader=1).propose(1, (1, 2)).open()
    wait_for_ask(page, "vote")
    table.vote(ALL - {3})
    page.wait_for_selector(".list strong, .strong.verdict")


def _asked(put: Callable[[Page], Scene], kind: str) -> Callable[[Page], None]:
    def ask(page: Page) -> None:
        put(page).open()
        wait_for_ask(page, kind)

    return ask


STATES: dict[str, Callable[[Page], None]] = {
    "vote": _asked(lambda page: _five(page, leader=1).propose(1, (1, 2)), "vote"),
    "dealing": _while_dealing,
    "counted": _counted,
    "team": _asked(lambda page: _five(page, leader=0), "propose"),
}


@PHONES
@LANGUAGES
def test_the_ring_stays_from_the_deal_to_the_verdict(opened: Opener, size: tuple[int, int], locale: str) -> None:
    rings = {}
    for name, show in STATES.items():
        page = opened(*size, locale=locale)
        show(page)
        page.wait_for_timeout(300)
        rings[name] = _ring(page)
    assert max(height for _, height in rings.values()) - min(height for _, height in rings.values()) <= 1, rings


AVALON = {
    "vote": _asked(scene.avalon_voting, "vote"),
    "Lady": _asked(questions.lady, "examine"),
    "Assassin": _asked(questions.assassination, "assassinate"),
}


@LANGUAGES
def test_on_the_smallest_phone_a_question_says_what_its_answer_does(opened: Opener, locale: str) -> None:
    """In the place that every question has: the ring stays as it is."""
    rings = {}
    for name, show in AVALON.items():
        page = opened(*SMALL, locale=locale)
        show(page)
        page.wait_for_timeout(300)
        rings[name] = _ring(page)
        if name != "vote":
            expect(page.locator("[data-ask] .help")).to_be_visible()
    assert len(set(rings.values())) == 1, rings


@pytest.mark.parametrize("show", [scene.avalon_voting, questions.assassination], ids=["vote", "Assassin"])
def test_on_the_smallest_phone_no_word_of_a_seat_is_smaller_than_a_note(
    opened: Opener, show: Callable[[Page], Scene]
) -> None:
    page = opened(*SMALL)
    show(page).open()
    page.wait_for_selector("[data-ask] .button, .ballot")
    assert page.evaluate(TINY) == []


def test_marks_and_turning_points_are_as_large_as_a_thumb(opened: Opener) -> None:
    page = opened(*SMALL, has_touch=True)
    scene.avalon_over(page).open()
    page.wait_for_selector(".end .cards a")
    assert page.evaluate(NARROW) == []
    page.locator("nav button").last.tap()
    page.wait_for_selector(".marks button")
    assert page.evaluate(NARROW) == []


def test_the_number_of_players_to_write_down_is_as_large_as_a_thumb(opened: Opener) -> None:
    page = opened(*SMALL, has_touch=True)
    page.goto("/scribe")
    page.wait_for_selector(".pill.num")
    assert page.evaluate(NARROW) == []


def test_the_scribe_is_asked_for_a_spy_in_a_sentence(opened: Opener) -> None:
    page = opened(has_touch=True)
    page.goto("/scribe")
    page.get_by_role("button", name="Start writing").tap()
    for name in ("Player 1", "Player 1", "Player 2"):
        page.locator("button.seat", has_text=name).tap()
    for team in (("Player 1", "Player 2", "Player 3"), ("Player 1", "Player 2"), ()):
        page.get_by_role("button", name="Save 5–0").tap()
        page.get_by_role("button", name="0 ", exact=False).first.tap()
        go_on = page.get_by_role("button", name="Next team")
        if go_on.count():
            go_on.tap()
        for name in team:
            page.locator("button.seat", has_text=name).tap()
    go_on = page.get_by_role("button", name="Go on")
    if go_on.count():
        go_on.tap()
    expect(page.get_by_role("heading", name="Who was who?")).to_be_visible()
    expect(page.get_by_text("Tap who was a Spy.")).to_be_visible()
    page.locator("button.seat", has_text="Player 4").tap()
    page.locator("button.seat", has_text="Player 5").tap()
    expect(page.get_by_text("Everyone else was with the Resistance.")).to_be_visible()


def test_an_answer_of_the_coach_moves_no_mission(opened: Opener) -> None:
    """A first round of RESIST!: a mission that takes too much is answered at greater length."""
    page = opened(has_touch=True, is_mobile=True)
    page.goto("/lesson-resist")
    page.wait_for_selector("h1 small")
    for _ in range(2):
        page.wait_for_timeout(GUARD_MS)
        page.locator("footer .main").tap()
    page.wait_for_timeout(GUARD_MS)
    page.get_by_role("button", name="Play hidden").tap()
    mission = page.locator("button.poster", has_text="Attack in the Valley")
    expect(mission).to_be_visible()
    before = mission.bounding_box()
    page.wait_for_timeout(GUARD_MS)
    mission.tap()
    expect(page.locator(".answer")).to_be_visible()
    assert mission.bounding_box() == before
