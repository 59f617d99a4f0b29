"""Every question a seat can be asked, each by itself: it is put in words, can be answered, and is gone then."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web import questions
from tests.web.conftest import Opener
from tests.web.person import GUARD_MS, Person, open_ask, wait_for_ask, wait_until_answered
from tests.web.questions import QUESTIONS
from tests.web.scene import FIVE, ROLES, Scene, avalon, avalon_fourth, crowded
from tests.web.wire import Message, messages, moves_of

SIZES = pytest.mark.parametrize("size", [(390, 844), (1440, 900)], ids=["phone", "desktop"])


@pytest.mark.parametrize("name", QUESTIONS)
@SIZES
def test_asked_in_words_answered_and_gone(opened: Opener, name: str, size: tuple[int, int]) -> None:
    """What is tapped is sent, nothing else is, and the server takes it."""
    question = QUESTIONS[name]
    page = opened(*size)
    sent = messages(page, "framesent")
    code = question.put(page).code
    page.goto(f"/t/{code}")
    expect(page.locator(f"[data-ask={question.kind}]")).to_be_visible()
    expect(page.locator("[data-ask] h2")).to_contain_text(question.words)
    asked = open_ask(page, code)
    assert Person(page).answer() == question.kind
    expect(page.locator("[data-ask] [role=alert]")).to_have_count(0)
    wait_until_answered(page, code, asked)
    assert moves_of(sent) == [question.move]


@SIZES
def test_establish_confidence_lies_among_the_cards_but_is_shown(opened: Opener, size: tuple[int, int]) -> None:
    page = opened(*size)
    sent = messages(page, "framesent")
    questions.establish(page).open()
    prompt, seat = page.locator("[data-ask]"), page.locator("button.seat")
    expect(prompt.locator("h2")).to_have_text("Hand out the plot cards")
    page.wait_for_timeout(GUARD_MS)
    prompt.get_by_role("button", name="Establish Confidence").click()
    expect(prompt.locator("h2")).to_have_text("Who will see your loyalty?")
    expect(prompt.locator(".go")).to_have_text("Choose a player")
    seat.filter(has_text="Theo").click()
    expect(prompt.locator(".go")).to_have_text("Show Theo")
    prompt.locator(".go").click()
    Person(page).skip_to("[data-ask=give]")
    expect(prompt.locator("h2")).to_have_text("Hand out the plot cards")
    expect(prompt.get_by_text("Establish Confidence")).to_have_count(0)
    page.wait_for_timeout(GUARD_MS)
    seat.filter(has_text="Maud").click()
    expect(prompt.locator(".go")).to_have_text("Give it to Maud")
    prompt.locator(".go").click()
    Person(page).skip_to("[data-ask=propose]")
    assert moves_of(sent) == [
        {"move": "show", "to": 4},
        {"move": "give", "card": "opinion-maker", "to": 3},
    ]


@SIZES
def test_establish_confidence_may_come_last(opened: Opener, size: tuple[int, int]) -> None:
    page = opened(*size)
    sent = messages(page, "framesent")
    table = questions.establish(page)
    table.answer(0, "give", card="opinion-maker", to=3)
    table.open()
    expect(page.locator("[data-ask=show] h2")).to_have_text("Who will see your loyalty?")
    assert Person(page).answer() == "show"
    Person(page).skip_to("[data-ask=propose]")
    assert moves_of(sent) == [{"move": "show", "to": 1}]


@SIZES
def test_a_held_card_need_not_be_used(opened: Opener, size: tuple[int, int]) -> None:
    page = opened(*size)
    sent = messages(page, "framesent")
    questions.no_confidence(page).open()
    wait_for_ask(page, "use")
    page.get_by_role("button", name="Not now").click()
    expect(page.locator("[data-ask=use]")).to_have_count(0)
    assert moves_of(sent) == [{"move": "pass"}]


def _rejects_in_two_steps(page: Page, sent: list[Message], reason: str) -> None:
    wait_for_ask(page, "vote")
    page.get_by_role("button", name="Reject", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text(reason)
    assert moves_of(sent) == []
    page.wait_for_timeout(GUARD_MS)  # a double tap is not meant
    page.get_by_role("button", name="Reject all the same").click()
    expect(page.locator("[data-ask=vote]")).to_have_count(0)
    assert moves_of(sent) == [{"move": "vote", "approve": False}]


def test_rejecting_a_team_with_oneself_in_it_asks_again(opened: Opener) -> None:
    page = opened()
    sent = messages(page, "framesent")
    questions.ballot(page).open()
    _rejects_in_two_steps(page, sent, "You are on this team.")


def test_rejecting_the_fifth_team_asks_again(opened: Opener) -> None:
    page = opened()
    sent = messages(page, "framesent")
    crowded(page).open()
    _rejects_in_two_steps(page, sent, "evil wins")


@pytest.mark.parametrize(("option", "reason"), [("evil_wins", "the spies win"), ("point", "the spies score")])
def test_rejecting_the_fifth_team_says_what_it_costs(opened: Opener, option: str, reason: str) -> None:
    page = opened()
    sent = messages(page, "framesent")
    table = Scene(
        page, FIVE, ruleset="classic", deal={"roles": ROLES, "leader": 0}, options={"five_rejections": option}
    )
    table.deal()
    for leader in range(4):
        table.round(leader, (0, 1), {0})
    table.propose(4, (1, 2)).open()
    _rejects_in_two_steps(page, sent, reason)


def test_a_tap_meant_for_what_was_there_before_answers_nothing(opened: Opener) -> None:
    page = opened(reduced_motion="reduce")
    sent = messages(page, "framesent")
    page.clock.install(time=0)
    table = avalon(page).open()
    page.clock.pause_at("1970-01-01T01:00:00Z")
    table.propose(2, (0, 5, 6))
    approve = page.locator(".ballot.yes")
    approve.click()
    page.clock.run_for(399)
    approve.click()
    expect(approve).to_have_attribute("aria-pressed", "false")
    assert moves_of(sent) == []
    page.clock.run_for(1)
    approve.click()
    expect(page.locator("[data-ask=vote]")).to_have_count(0)
    assert moves_of(sent) == [{"move": "vote", "approve": True}]


def test_a_refused_answer_is_told_and_the_question_stays(opened: Opener) -> None:
    """Nothing is swallowed: whoever may not play a fail is told so, and plays something else."""
    page = opened()
    sent = messages(page, "framesent")
    avalon_fourth(page).open()
    wait_for_ask(page, "mission")
    success, fail = page.locator("[data-ask] .card").all()
    me = Person(page)
    me.hold(fail)
    expect(page.locator("[data-ask] [role=alert]")).to_be_visible()
    assert moves_of(sent) == []
    me.hold(success)
    expect(page.locator("[data-ask=mission]")).to_have_count(0)
    assert moves_of(sent) == [{"move": "mission", "success": True}]
