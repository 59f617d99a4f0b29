"""RESIST! through the page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web import scene
from tests.web.conftest import Opener
from tests.web.person import wait_for_ask
from tests.web.solo import OPEN_ENEMY, OPEN_POSTER, answer, start


def _answer_until(page: Page, wanted: str, *, wide: bool = False) -> None:
    """Answer every question until something is on the page."""
    for _ in range(300):
        if page.locator(wanted).count():
            return
        answer(page, wide=wide)
        page.wait_for_timeout(60)
    pytest.fail(f"{wanted} never came")


def _play_out(page: Page, *, wide: bool) -> None:
    _answer_until(page, ".end", wide=wide)
    expect(page.get_by_role("button", name="Play again")).to_be_visible()


def _attack(page: Page) -> None:
    """Choose the first mission of a new game on a phone."""
    page.locator("button.poster").first.click()
    page.locator(".answer.go").click()
    page.wait_for_selector("[data-ask]:not([data-ask=plan])")


def _play_first_hidden(page: Page) -> None:
    page.locator(".hand .top:not([disabled])").first.click()
    page.locator("button.play:not([aria-disabled=true])").first.click()


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
def test_a_whole_game_alone(opened: Opener, width: int, height: int) -> None:
    page = opened(width, height)
    start(page)
    _play_out(page, wide=width >= 1200)


def test_a_game_with_hint_undo_and_redo_and_its_replay(opened: Opener) -> None:
    page = opened(1440, 900)
    start(page)
    undo, redo = page.get_by_role("button", name="Undo"), page.get_by_role("button", name="Redo")
    expect(undo).to_have_attribute("aria-disabled", "true")
    page.get_by_role("button", name="Hint").click()
    hint = page.get_by_role("region", name="Hint")
    expect(hint).to_contain_text("expected score")
    hands = page.locator(".hand article")
    before = hands.count()
    _play_first_hidden(page)
    expect(hands).to_have_count(before - 1)
    expect(hint).to_have_count(0)
    undo.click()
    expect(hands).to_have_count(before)
    expect(undo).to_have_attribute("aria-disabled", "true")
    redo.click()
    expect(hands).to_have_count(before - 1)
    expect(redo).to_have_attribute("aria-disabled", "true")
    _play_out(page, wide=True)
    page.get_by_role("link", name="Replay").click()
    slider = page.get_by_role("slider")
    expect(slider).to_have_value("0")
    expect(page.locator(".hand article")).to_have_count(before)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".sentence")).to_contain_text("Play ")
    page.keyboard.press("End")
    assert int(slider.input_value()) == int(slider.get_attribute("max") or 0) > 3
    page.keyboard.press("Home")
    slider.fill("2")
    expect(slider).to_have_value("2")


def test_the_replay_of_a_solo_game_is_also_found_under_its_older_address(opened: Opener) -> None:
    page = opened(1440, 900)
    start(page)
    _play_out(page, wide=True)
    link = page.get_by_role("link", name="Replay").get_attribute("href") or ""
    assert link.startswith("/replay/")
    page.goto("/solo" + link)
    expect(page.get_by_role("slider")).to_be_visible()


def test_at_the_aftermath_the_hint_weighs_ending_against_going_on(opened: Opener) -> None:
    page = opened(390, 844)
    start(page)
    _answer_until(page, "[data-ask=end]")
    page.get_by_role("button", name="Hint").click()
    hint = page.get_by_role("region", name="Hint")
    expect(hint).to_contain_text("If you stop now: A draw")
    expect(hint.locator("li").first).to_contain_text("%")


def test_a_loss_tells_how_far_the_deal_could_have_gone_and_is_counted(opened: Opener) -> None:
    page = opened(1440, 900)
    start(page)
    _play_out(page, wide=True)
    assert page.locator(".end li:not(.failed)").count(), "something had been won"
    expect(page.locator("header .count").last).to_have_text(re.compile(r"^\s*0\s+points"))  # and counts no more
    page.get_by_role("button", name="How far could this deal have gone?").click()
    expect(page.get_by_text("At least this far")).to_be_visible()
    page.get_by_role("link", name="Your results").click()
    expect(page.get_by_text("1 game played")).to_be_visible()
    expect(page.locator(".bars li").first).to_be_visible()


def test_the_keys_choose_play_and_take_back(opened: Opener) -> None:
    page = opened(1440, 900)
    start(page)
    hands = page.locator(".hand article")
    before = hands.count()
    cards = page.locator(".hand .top").all()
    place = next(k for k, card in enumerate(cards) if card.is_enabled())
    page.keyboard.press(str(place + 1))
    page.keyboard.press("h")
    expect(hands).to_have_count(before - 1)
    page.keyboard.press("u")
    expect(hands).to_have_count(before)
    page.keyboard.press("y")
    expect(hands).to_have_count(before - 1)


def test_a_card_is_dragged_into_play(opened: Opener) -> None:
    page = opened(1440, 900)
    start(page)
    hands = page.locator(".hand article")
    before = hands.count()
    page.locator(".hand article[draggable=true]").first.drag_to(page.get_by_role("group", name="Hidden"))
    expect(hands).to_have_count(before - 1)


def test_the_question_stands_beside_its_answers_and_names_the_action(opened: Opener) -> None:
    """One had to look from one corner of the screen to the other, and "Use the action?" did not say which."""
    page = opened(1440, 900)
    start(page)
    question, main = page.locator("[data-question]"), page.locator("[data-ask] .answer").first
    expect(question).to_have_text("Play a card, or choose a mission to attack.")
    above, below = question.bounding_box(), main.bounding_box()
    assert above is not None
    assert below is not None
    assert 0 <= below["y"] - above["y"] - above["height"] <= 40
    assert abs(above["x"] - below["x"]) <= 40
    page.locator(".hand article", has_text="Manuela").locator(".top").click()
    page.get_by_role("button", name="Play hidden").click()
    expect(page.locator("[data-ask=act] [data-question]")).to_have_text("Manuela: Draw 1 hidden card. Use it now?")


def test_on_a_phone_planning_asks_its_question_and_the_attack_names_the_enemies(opened: Opener) -> None:
    page = opened()
    start(page)
    expect(page.locator("[data-ask=plan] p")).to_be_visible()
    _attack(page)
    strip = page.locator(".named .enemy.up").first
    expect(strip.locator("b")).to_be_visible()


def _emptiest(page: Page) -> float:
    """The largest part of the window, from the top bar to the bottom bar, in which nothing stands, as a share of it."""
    return float(
        page.evaluate(
            """() => {
              const boxes = (which) => [...document.querySelectorAll(which)].map((it) => it.getBoundingClientRect());
              const parts = boxes('main.scroll > *');
              const ends = [...boxes('header'), ...parts].map((box) => box.bottom);
              const starts = [...parts, ...boxes('footer')].map((box) => box.top);
              return Math.max(...starts.map((top, k) => top - ends[k])) / innerHeight;
            }"""
        )
    )


def test_a_phone_uses_its_room_while_planning_and_after_a_round(opened: Opener) -> None:
    """A fifth of the screen was empty until a card was chosen."""
    page = opened(390, 844)
    start(page)
    expect(page.locator(".large article")).to_contain_text("Manuela")
    assert _emptiest(page) < 0.05
    page.locator("button.poster").nth(1).click()
    expect(page.locator(".note")).to_contain_text("For each enemy left here, draw a civilian.")
    page.locator(".stub", has_text="Manuel").last.click()
    page.get_by_role("button", name="Play hidden").click()
    wait_for_ask(page, "act")
    expect(page.locator(".large article")).to_contain_text("Manuel")
    assert _emptiest(page) < 0.1
    _answer_until(page, "[data-ask=end]")
    expect(page.locator(".large")).to_contain_text("Hidden deck")
    assert _emptiest(page) < 0.05


def test_the_hand_of_a_phone_is_in_one_line(opened: Opener) -> None:
    """A Spy was higher than the others, because its words took two lines."""
    page = opened(390, 844)
    start(page)
    heights = page.locator(".stub").evaluate_all("(stubs) => stubs.map((stub) => stub.offsetHeight)")
    assert len(set(heights)) == 1


def test_the_menu_of_a_game_alone_asks_nobody(opened: Opener) -> None:
    page = opened()
    start(page)
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("button", name="Leave the table")).to_be_visible()
    expect(page.get_by_role("button", name="Ask for a pause")).to_have_count(0)
    expect(page.get_by_role("button", name="Let a bot play for me")).to_have_count(0)


def test_one_spy_is_chosen_not_both(opened: Opener) -> None:
    page = opened()
    code = scene.alone(page, 4)
    page.goto(f"/solo/{code}")
    page.wait_for_selector("[data-ask=plan]")
    spies = page.locator(".stub", has_text="Spy")
    assert spies.count() >= 2, "this deal begins with two"
    spies.last.click()
    expect(page.locator(".stub[aria-pressed=true]")).to_have_count(1)


def test_stopping_an_attack_early_is_offered_before_a_game(opened: Opener) -> None:
    """Ruling 20; not for the deal of the day, which is the same for everybody."""
    page = opened()
    page.goto("/solo")
    page.get_by_role("switch", name="Allow stopping an attack early").click()
    page.get_by_role("button", name="New game").click()
    page.wait_for_selector("[data-ask=plan]")
    code = page.url.rsplit("/", 1)[-1]
    assert scene.call(page, "GET", f"/tables/{code}")["table"]["settings"]["options"] == {"stop_early": True}


def test_on_a_phone_a_tapped_card_can_be_played_at_once(opened: Opener) -> None:
    """The garrison makes the board long: what plays the card once lay under the bar."""
    page = opened(390, 700)
    start(page)
    _attack(page)
    page.wait_for_selector("[data-ask=attack]")
    page.locator(".stub:not(:has(.no))").first.click()
    page.wait_for_timeout(200)
    bar = page.locator("footer").bounding_box()
    assert bar is not None
    for button in page.locator("button.play").all():
        box = button.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= bar["y"]


def _defeat(page: Page) -> None:
    """Targets can be defeated."""
    start(page)
    _attack(page)
    _answer_until(page, "[data-ask=defeat]")


def test_what_is_left_of_the_strength_is_shown(opened: Opener) -> None:
    page = opened(390, 844)
    _defeat(page)
    shown = page.locator(".strength p")
    before = int(shown.inner_text())
    page.locator(OPEN_ENEMY).first.click()
    expect(page.locator(".answer.go")).to_have_text(re.compile(r"^Confirm: \w+ \d$"))
    page.locator(".answer.go").click()
    expect(shown).not_to_have_text(str(before))
    assert int(shown.inner_text()) < before


def test_a_target_that_cannot_be_defeated_says_why(opened: Opener) -> None:
    """A first-time player tapped the mission, and nothing happened."""
    page = opened(390, 844)
    _defeat(page)
    closed = page.locator("button.poster[aria-disabled=true], button.enemy[aria-disabled=true]")
    while not closed.count():
        answer(page, wide=False)
        page.wait_for_timeout(200)
        page.wait_for_selector("[data-ask=defeat]")
    closed.first.click(force=True)  # it is not enabled, and answers all the same
    why = page.locator(".prompt [role=alert]")
    expect(why).to_have_text(re.compile("strength than you have left|come first|defeated already"))
    expect(why.get_by_role("button", name="See the rule")).to_be_visible()
    page.locator(f"{OPEN_ENEMY}, {OPEN_POSTER}").first.click()
    expect(why).to_have_count(0)
    expect(page.locator("[data-question]")).to_be_visible()
