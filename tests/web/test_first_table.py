"""What somebody notices at their first tables: ways back, things that stay put, and who is who."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect

from tests.web import scene
from tests.web.conftest import Opener
from tests.web.person import GUARD_MS, Person, finish, quick_game, wait_for_ask
from tests.web.test_first_game import LAST_STEP
from tests.web.test_pages import TWICE_THE_SIZE
from tests.web.test_thumb import box_of
from turncoat.client import Client


def test_back_from_the_first_real_game_leads_to_the_start_and_the_way_back_in(opened: Opener) -> None:
    page = opened(newcomer=True)
    page.add_init_script(LAST_STEP)
    page.goto("/")
    page.goto("/first-game")
    play = page.get_by_role("button", name="Play a real game")
    expect(play).to_be_visible()
    page.wait_for_timeout(GUARD_MS)
    play.click()
    page.wait_for_url("**/t/*")
    code = page.url.rsplit("/", 1)[1]
    page.go_back()
    expect(page.locator(f"main a[href='/t/{code}']")).to_be_visible()


def test_what_is_said_in_the_lobby_moves_nothing(opened: Opener) -> None:
    page = opened()
    table = scene.gathering(page).open()
    stays = page.locator(".lobbytalk .pill, .lobbytalk input").all()
    before = [box_of(each) for each in stays]
    for words in ("Hello", "One minute, please.", "Let's go", "Well?"):
        table.do(1, "chat", text=words)
    expect(page.locator(".lobbytalk")).to_contain_text("Well?")
    assert [box_of(each) for each in stays] == before


def test_the_buttons_of_the_end_stay_while_the_game_is_studied(opened: Opener) -> None:
    page = opened()
    table = scene.avalon_over(page)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/analysis*", hold)
    table.open()
    expect(page.get_by_text("Analysing")).to_be_visible()
    page.wait_for_timeout(300)
    buttons = page.locator(".end .actions .button").all()
    before = [box_of(each) for each in buttons]
    held[0].continue_()
    expect(page.locator(".end select")).to_be_visible()
    assert [box_of(each) for each in buttons] == before


def test_nothing_shows_through_behind_the_card_that_is_dealt(opened: Opener) -> None:
    page = opened()
    deal = {"roles": list(scene.AVALON_ROLES), "leader": 3}
    roles = ["percival", "morgana"]
    scene.Scene(page, scene.AVALON, ruleset="avalon", roles=roles, deal=deal, moments=True).deal().open()
    ground = page.locator(".veil").evaluate("veil => getComputedStyle(veil).backgroundColor")
    assert re.fullmatch(r"rgb\(\d+, \d+, \d+\)", ground)


def test_the_others_are_told_that_somebody_left(opened: Opener) -> None:
    page = opened(1440, 900)
    table = scene.avalon_voting(page).open()
    wait_for_ask(page, "vote")
    table.do(1, "leave")
    left = page.locator(".log").get_by_text("Bruno left. A bot plays for them.")
    expect(left).to_be_visible()
    table.do(0, "chat", text="Bye, Bruno.")
    page.reload()
    page.wait_for_selector(".log .line")
    expect(left).to_be_visible()
    lines = page.locator(".log > *").all_inner_texts()
    assert "Bruno left" in lines[-2], "it stands where it happened: before what was said after it"


def test_the_host_is_the_host_to_guests_and_on_the_board(opened: Opener) -> None:
    page = opened()
    host = Client(scene.address_of(page))
    wanted = {"ruleset": "classic", "players": 5, "name": "Ben"}
    code = host.request("POST", "/api/tables", wanted)["table"]["code"]
    page.goto(f"/t/{code}")
    expect(page.locator(".chairs li").first.locator("small")).to_have_text("host")
    page.goto(f"/board/{code}")
    expect(page.locator("li").first.locator("small")).to_have_text("host")


@pytest.mark.parametrize(
    ("size", "words"), [((390, 844), "leader · Lady"), ((1440, 900), "leader · team · Lady")], ids=["phone", "desktop"]
)
def test_the_lady_is_named_where_her_holder_leads_and_goes(opened: Opener, size: tuple[int, int], words: str) -> None:
    page = opened(*size)
    table = scene.avalon(page).round(2, (0, 5, 6), ()).round(3, (0, 5, 6), ()).propose(4, (1, 4, 5)).open()
    assert table.code
    theo = page.locator(".seat").filter(has=page.locator(".name", has_text="Theo"))
    expect(theo.locator(".status")).to_have_text(words)


def test_a_phone_tells_the_address_of_the_board_and_keeps_the_table(opened: Opener) -> None:
    page = opened()
    table = scene.gathering(page).open()
    page.get_by_role("button", name="Open the TV board").click()
    expect(page.locator(".address")).to_contain_text(f"/board/{table.code}")
    code = page.get_by_role("img", name="QR code of the TV board")
    expect(code).to_have_js_property("complete", value=True)
    assert code.evaluate("image => image.naturalWidth") > 0
    assert page.url.endswith(f"/t/{table.code}")
    wide = opened(1440, 900)
    scene.gathering(wide).open()
    expect(wide.get_by_role("link", name="Open the TV board")).to_have_attribute("target", "_blank")


@pytest.mark.parametrize("size", [(390, 844), (1440, 900)], ids=["phone", "desktop"])
def test_seats_become_a_list_as_soon_as_letters_are_doubled(opened: Opener, size: tuple[int, int]) -> None:
    page = opened(*size)
    scene.classic(page).open()
    wait_for_ask(page, "propose")
    expect(page.locator(".ring")).to_have_count(1)
    page.evaluate("() => { document.documentElement.style.fontSize = '200%' }")
    expect(page.locator("html[data-text=large]")).to_have_count(1)
    expect(page.locator(".list .seat")).to_have_count(8)
    expect(page.locator(".ring")).to_have_count(0)
    for button in page.locator(".play button:enabled:not([aria-disabled=true])").all():
        button.click(trial=True)


@pytest.mark.parametrize("size", [(768, 1024), (1024, 768)], ids=["upright", "on its side"])
def test_with_doubled_letters_a_tablet_holds_both_ballots(opened: Opener, size: tuple[int, int]) -> None:
    """The strip with the role lay over one of them, and the other was below the edge."""
    page = opened(*size)
    page.add_init_script(TWICE_THE_SIZE)
    scene.avalon_voting(page).open()
    wait_for_ask(page, "vote")
    for name in ("Approve", "Reject"):
        ballot = page.get_by_role("button", name=name, exact=True)
        expect(ballot).to_be_in_viewport(ratio=1)
        ballot.click(trial=True, timeout=5000)


def test_the_list_of_seats_is_scrolled_by_keyboard(opened: Opener) -> None:
    page = opened(390, 460)
    page.add_init_script("localStorage.setItem('turncoat.settings', JSON.stringify({ seats: 'list' }))")
    scene.crowded(page).open()
    seats = page.get_by_role("region", name="Seats")
    seats.focus()
    expect(seats).to_be_focused()
    last = seats.locator(".seat").last
    expect(last).not_to_be_in_viewport()
    page.keyboard.press("End")
    expect(last).to_be_in_viewport()


def test_a_double_tap_does_not_leave_the_table(opened: Opener) -> None:
    page = opened()
    scene.avalon_voting(page).open()
    page.locator(".play > header button").last.click()
    page.get_by_role("button", name="Leave the table").dblclick()
    expect(page.get_by_role("button", name="Leave? A bot plays on for you.")).to_be_visible()
    page.wait_for_timeout(700)
    page.get_by_role("button", name="Leave? A bot plays on for you.").click()
    page.wait_for_url("**/")


def test_a_vote_picked_by_its_letter_says_how_it_is_sent(opened: Opener) -> None:
    page = opened(1440, 900)
    scene.avalon_voting(page).open()
    wait_for_ask(page, "vote")
    page.keyboard.press("a")
    expect(page.locator("[data-ask=vote]")).to_contain_text("Press Enter to send it.")


def test_the_question_of_the_start_page_comes_where_the_button_was_with_the_focus(opened: Opener) -> None:
    page = opened(1440, 900, newcomer=True)
    page.goto("/")
    button = box_of(page.locator(".cta"))
    page.locator(".cta").click()
    question = box_of(page.locator(".before"))
    assert abs(question["y"] - button["y"]) < 20
    expect(page.locator(".before :focus")).to_have_text("Played before?")


@pytest.mark.parametrize("size", [(360, 640), (390, 844)], ids=["small phone", "phone"])
def test_the_way_back_and_the_lessons_are_seen_on_a_phone_without_scrolling(
    opened: Opener, size: tuple[int, int]
) -> None:
    page = opened(*size)
    table = scene.avalon_voting(page)
    page.goto("/")
    expect(page.locator(f"a[href='/t/{table.code}'] .return")).to_be_in_viewport(ratio=1)
    for link in ("Learn to play", "Settings"):
        expect(page.get_by_role("link", name=link)).to_be_in_viewport(ratio=1)


def test_a_rematch_against_bots_is_dealt_at_once(opened: Opener) -> None:
    page = opened()
    code = quick_game(page, ruleset="classic", players=5)
    finish([Person(page)])
    page.get_by_role("button", name="Rematch").click()
    expect(page.get_by_text("0 of 5 teams rejected")).to_be_visible()
    expect(page.locator(".end")).to_have_count(0)
    assert page.url.endswith(f"/t/{code}")
    expect(page.locator(".lobby")).to_have_count(0)


def test_a_lost_connection_promises_nothing_about_answers(opened: Opener) -> None:
    page = opened()
    scene.avalon_voting(page).open()
    wait_for_ask(page, "vote")
    page.context.set_offline(True)
    page.evaluate("() => dispatchEvent(new Event('offline'))")
    expect(page.locator(".banners")).to_contain_text(re.compile("Reconnecting|offline"))
    assert "kept" not in page.locator(".play").inner_text()
    page.context.set_offline(False)


def test_a_result_is_left_by_enter_wherever_the_focus_is(opened: Opener) -> None:
    """By keyboard alone the way to its button was a dozen tabs."""
    page = opened(1440, 900)
    quick_game(page, ruleset="classic", players=5)
    person = Person(page)
    person.answer_next("propose")
    person.answer_next("vote")
    shown = page.locator(".time .button")
    shown.wait_for()
    page.wait_for_timeout(3000)
    page.locator("body").evaluate("() => document.activeElement?.blur()")
    page.keyboard.press("Enter")
    expect(page.locator(".time h2")).to_have_count(0, timeout=2000)
