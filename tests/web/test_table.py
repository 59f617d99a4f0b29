"""The table while a game is played: what is going on is in sight, whoever is asked is told, and words fit."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web import questions
from tests.web.conftest import Opener
from tests.web.person import GUARD_MS, wait_for_ask
from tests.web.scene import ALL, AVALON_ROLES, FIVE, ROLES, Scene, avalon_voting, classic

LONG = ("Ana", "MrsBartholomew42", "Maximiliana Vogt", "Dee", "Eva", "Mia with a name", "Hanna")


def five(page: Page, leader: int = 1, **settings: object) -> Scene:
    """Five people at a plain table."""
    return Scene(page, FIVE, ruleset="classic", deal={"roles": ROLES, "leader": leader}, **settings)


def test_the_newest_team_is_in_sight_in_a_long_history(opened: Opener) -> None:
    page = opened(1440, 900)
    scene = five(page).deal()
    for leader in (1, 2, 3):
        scene.round(leader, (0, 1), {0})
    scene.round(4, (0, 1), ALL)
    for leader in (0, 1, 2, 3):
        scene.round(leader, (0, 1, 2), {0})
    scene.round(4, (0, 1, 2), ALL).round(0, (0, 1), {0})
    scene.propose(1, (0, 1)).open()
    heads = page.locator(".team-head")
    expect(heads).to_have_count(11)
    expect(heads.last).to_be_in_viewport(ratio=0.9)
    page.keyboard.press("ArrowLeft")
    for _ in range(10):
        page.keyboard.press("ArrowLeft")
    expect(heads.first).to_be_in_viewport(ratio=0.9)


def test_the_turn_is_told_on_every_tab_and_in_the_title(opened: Opener) -> None:
    """A newcomer who reads the talk must learn that the table waits for them."""
    page = opened()
    scene = five(page).deal().propose(1, (1, 2)).open()
    expect(page).to_have_title(f"Vote now · Turncoat {scene.code}")
    assert page.locator("link[rel=icon]").get_attribute("href") == "/icon-turn.svg"
    for tab in ("History", "Talk", "Notes"):
        page.get_by_role("button", name=tab).click()
        expect(page.locator("nav button").first).to_contain_text("Vote")
        expect(page.locator(".turnbar")).to_contain_text("Your turn: vote")
        expect(page.locator(".turnbar")).to_contain_text("0 of 5 ballots in")
    page.locator(".turnbar").get_by_role("button", name="Vote").click()
    page.wait_for_timeout(GUARD_MS)
    page.get_by_role("button", name="Reject", exact=True).click()
    expect(page.locator(".wait")).to_contain_text("Your vote is in: Reject.")
    expect(page).to_have_title(f"{scene.code} · Turncoat")
    assert page.locator("link[rel=icon]").get_attribute("href") == "/icon.svg"
    page.get_by_role("button", name="Talk").click()
    expect(page.locator(".turnbar")).to_have_count(0)


def test_looking_back_keeps_the_open_vote_in_sight(opened: Opener) -> None:
    page = opened(1440, 900)
    five(page).deal().round(1, (1, 2), {1}).propose(2, (1, 2)).open()
    expect(page.locator("[data-ask=vote]")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    bar = page.locator(".turnbar")
    expect(bar).to_contain_text("Your turn: vote")
    bar.get_by_role("button", name="Back to live").click()
    expect(page.locator("[data-ask=vote]")).to_be_visible()


@pytest.mark.parametrize("size", [(390, 844), (360, 640)], ids=["phone", "small"])
def test_names_of_sixteen_letters_stay_in_the_ring_and_clear_of_the_prompt(
    opened: Opener, size: tuple[int, int]
) -> None:
    page = opened(*size)
    roles = list(AVALON_ROLES)
    scene = Scene(
        page, LONG, ruleset="avalon", roles=["percival", "morgana"], deal={"roles": roles, "leader": 1}
    ).deal()
    scene.propose(1, (1, 2)).open()
    page.wait_for_selector("[data-ask=vote]")
    expect(page.locator(".ring")).to_have_count(1)
    prompt = page.locator("[data-ask]").bounding_box()
    assert prompt is not None
    for seat in page.locator(".seat").all():
        box = seat.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= prompt["y"] + 1, seat.inner_text()
    for name in page.locator(".seat .name").all():
        box = name.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= size[0]
        assert name.evaluate("(element) => element.scrollWidth <= element.clientWidth"), name.inner_text()


def test_plot_cards_leave_every_recipient_of_ten_in_reach(opened: Opener) -> None:
    """Handing out three cards among ten, on a phone."""
    page = opened()
    names = tuple(f"P{seat}" for seat in range(10))
    plot = ["keeping-a-close-eye-on-you", "no-confidence", "overheard-conversation"]
    scene = Scene(page, names, ruleset="classic", options={"plot": True}, deal={"leader": 0, "plot": plot}).deal()
    scene.open()
    wait_for_ask(page, "give")
    page.get_by_role("button", name="No Confidence").click()
    seats = page.locator("button.seat")
    expect(seats).to_have_count(9)
    for seat in seats.all():
        assert seat.evaluate("""(element) => {
            const { x, y, width, height } = element.querySelector('.picture, .emblem').getBoundingClientRect();
            return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
        }"""), seat.inner_text()


@pytest.mark.parametrize("size", [(390, 844), (1440, 900)])
def test_the_ring_keeps_its_size_whatever_is_asked(opened: Opener, size: tuple[int, int]) -> None:
    page = opened(*size)
    scene = five(page, leader=0).deal().open()
    sizes = []
    acts: tuple[Callable[[], object], ...] = (
        lambda: scene.propose(0, (0, 1)),
        lambda: scene.answer(0, "vote", approve=True),
        lambda: scene.vote((), (1, 2, 3, 4)),
    )
    for act in acts:
        page.wait_for_timeout(300)
        sizes.append(page.locator(".ring").bounding_box())
        act()
    assert len({(box["y"], box["height"]) for box in sizes if box}) == 1, sizes


PUT = {name: question.put for name, question in questions.QUESTIONS.items()} | {"two cards": questions.establish}


@pytest.mark.parametrize("put", PUT.values(), ids=PUT)
def test_on_a_phone_no_question_takes_room_from_the_ring(opened: Opener, put: Callable[[Page], Scene]) -> None:
    page = opened()
    put(page).open()
    ring = page.locator(".ring")
    page.wait_for_selector("[data-ask]:not([data-ask=none])")
    heights = [ring.evaluate("(element) => element.clientHeight")]
    card = page.locator("[data-ask] button.plot")
    if card.count():
        page.wait_for_timeout(GUARD_MS)
        card.first.click()
        expect(page.locator("[data-ask] .go")).to_be_visible()
        heights.append(ring.evaluate("(element) => element.clientHeight"))
    page.locator("[data-ask]").evaluate("(place) => place.replaceChildren()")  # as much as is kept for nothing
    heights.append(ring.evaluate("(element) => element.clientHeight"))
    assert len(set(heights)) == 1, heights


def test_on_a_phone_the_plot_card_that_was_chosen_is_named_and_can_be_put_back(opened: Opener) -> None:
    page = opened()
    questions.establish(page).open()
    wait_for_ask(page, "give")
    cards, sheet = page.locator("[data-ask] button.plot"), page.locator("[data-ask]")
    expect(cards).to_have_count(2)
    cards.filter(has_text="Opinion Maker").click()
    expect(sheet.get_by_role("heading")).to_have_text("Opinion Maker")
    expect(sheet).to_contain_text("Choose a player")
    sheet.get_by_role("button", name="Other card").click()
    expect(cards).to_have_count(2)


def test_where_only_some_vote_the_prompt_says_who(opened: Opener) -> None:
    """games/cards.md: with playing cards those on the team do not vote."""
    page = opened()
    names = ("Ana", "Ben", "Cai", "Dee", "Eva", "Flo", "Gus")
    scene = Scene(page, names, ruleset="cards", deal={"leader": 1}).deal()
    scene.propose(1, (1, 2)).open()
    expect(page.locator("[data-ask=vote]")).to_contain_text("Only the five players who are not on the team vote")


def test_one_more_than_the_team_takes_is_told(opened: Opener) -> None:
    page = opened(1440, 900)
    five(page, leader=0).deal().open()
    wait_for_ask(page, "propose")
    for key in "123":
        page.keyboard.press(key)
    expect(page.get_by_role("alert")).to_have_text("The team is full. Take somebody off it first.")
    page.keyboard.press("2")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_nothing_is_said_about_marks_before_there_is_one(opened: Opener) -> None:
    page = opened(1440, 900)
    classic(page).open()
    page.wait_for_selector("[data-ask=propose]")
    expect(page.get_by_text("Your marks fit")).to_have_count(0)
    page.get_by_role("button", name="Notes").click()
    page.get_by_role("button", name="Mark Priya: suspect").click()
    expect(page.get_by_text("Your marks fit").first).to_be_visible()


@pytest.mark.parametrize("locale", ["en-GB", "es-ES", "fr-FR"])
def test_the_help_of_a_vote_takes_one_line_on_a_phone(opened: Opener, locale: str) -> None:
    page = opened(locale=locale)
    avalon_voting(page).open()
    help_line = page.locator("[data-ask=vote] .help")
    box, size = help_line.bounding_box(), help_line.evaluate("line => parseFloat(getComputedStyle(line).lineHeight)")
    assert box is not None
    assert box["height"] < 1.5 * size
