"""Whole games through the page."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.conftest import Opener, Server
from tests.web.person import Person, Typist, finish, quick_game


def test_one_click_from_the_start_a_game_runs(opened: Opener) -> None:
    page = opened(stranger=True)
    page.goto("/")
    page.get_by_role("button", name="Play now with bots").click()
    expect(page.locator(".play")).to_be_visible()
    expect(page.locator(".seat")).not_to_have_count(0)


def test_a_whole_game_by_touch_on_a_phone(opened: Opener) -> None:
    page = opened(390, 844, has_touch=True, is_mobile=True)
    quick_game(page, ruleset="classic", players=5)
    finish([Person(page, touch=True)])
    expect(page.locator(".end h2")).to_contain_text("win")


def test_a_whole_game_by_keyboard(opened: Opener) -> None:
    page = opened(1440, 900)
    quick_game(page, ruleset="classic", players=5)
    assert "vote" in finish([Typist(page)])
    expect(page.locator(".end")).to_be_visible()


def test_the_role_shows_while_it_is_held_and_no_longer(opened: Opener) -> None:
    page = opened()
    quick_game(page, ruleset="avalon", players=7)
    strip = page.get_by_role("button", name="Hold to see who you are")
    assert page.locator(".face").count() == 0
    strip.hover()
    page.mouse.down()
    expect(page.locator(".face")).to_be_visible()
    page.mouse.up()
    expect(page.locator(".face")).to_have_count(0)
    page.keyboard.down("h")
    expect(page.locator(".face")).to_be_visible()
    page.keyboard.up("h")
    expect(page.locator(".face")).to_have_count(0)


def _sit_down(opened: Opener, host: Page, count: int, width: int, height: int) -> list[Page]:
    code = host.url.rsplit("/", 1)[-1]
    guests = []
    for k in range(count):
        guest = opened(width, height)
        guest.goto(f"/t/{code}")
        guest.get_by_label("Your name").fill(f"Guest {k + 1}")
        guest.get_by_role("button", name="Sit down").click()
        guest.get_by_role("button", name="I am ready").click()
        guests.append(guest)
    return guests


def test_seven_pages_play_avalon_through_every_trouble(opened: Opener, server: Server) -> None:
    """Lady and plot cards; a refresh, a network drop and a server restart in the middle lose nothing."""
    host = opened(1440, 900)
    host.goto("/new/avalon")
    host.wait_for_url("**/t/*")
    host.get_by_role("switch", name="Plot cards").click()
    host.wait_for_timeout(400)
    pages = [host, *_sit_down(opened, host, 6, 390, 844)]
    host.get_by_role("button", name="Deal", exact=True).click()
    for page in pages:
        expect(page.locator(".play")).to_be_visible()
    people = [Person(page) for page in pages]
    for trouble in ("refresh", "drop", "restart"):
        _play_some(people, 4)
        if trouble == "refresh":
            pages[2].reload()
            expect(pages[2].locator(".play")).to_be_visible()
        elif trouble == "drop":
            pages[3].context.set_offline(True)
            pages[3].wait_for_timeout(300)
            pages[3].context.set_offline(False)
        else:
            server.stop()
            expect(pages[1].locator(".banner").first).to_be_visible()
            server.start()
        for page in pages:
            expect(page.locator(".banner")).to_have_count(0)
    answered = finish(people, 240)
    assert {"vote", "mission", "propose"} <= set(answered)
    outcomes = {page.locator(".end h2").first.inner_text() for page in pages}
    assert len(outcomes) == 1


def _play_some(people: list[Person], answers: int) -> None:
    while answers > 0 and not any(person.is_over for person in people):
        for person in people:
            if not person.skip() and person.answer():
                answers -= 1
        people[0].page.wait_for_timeout(30)


def test_companion_one_board_and_five_phones(opened: Opener) -> None:
    board = opened(1920, 1080)
    board.goto("/new/classic?board")
    board.wait_for_url("**/board/*")
    board.get_by_role("group", name="Players").get_by_role("button", name="5").click()
    board.wait_for_timeout(400)
    phones = _sit_down(opened, board, 5, 390, 844)
    board.get_by_role("button", name="Deal", exact=True).click()
    expect(board.locator(".board")).to_be_visible()
    assert board.locator(".hold, .face, .lining").count() == 0, "something private on the board"
    finish([Person(phone) for phone in phones])
    expect(board.locator(".end h2")).to_contain_text("win")


def test_one_phone_passed_round(opened: Opener) -> None:
    page = opened()
    page.goto("/pass-round")
    for k, name in enumerate(("Ana", "Bruno", "Inés", "Maud", "Theo")):
        page.get_by_label(f"Player {k + 1}").fill(name)
    page.get_by_role("button", name="Deal").click()
    expect(page.get_by_role("heading", name="Pass the phone to Ana")).to_be_visible()
    me = Person(page)
    for _ in range(400):
        if me.is_over:
            break
        if me.skip():
            continue
        hand, done = page.locator(".hand .button"), page.get_by_role("button", name="Hide, and pass it on")
        if hand.count():
            hand.click()
        elif done.count():
            done.click()
        elif not me.answer():
            page.wait_for_timeout(50)
    expect(page.locator(".end h2")).to_contain_text("win")


def test_replay_walks_and_looks_through_other_eyes(opened: Opener) -> None:
    page = opened(1440, 900)
    quick_game(page, ruleset="avalon", players=6)
    finish([Person(page)])
    page.get_by_role("link", name="Replay").click()
    expect(page.locator(".replay")).to_be_visible()
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    assert page.locator(".slider .num").inner_text().startswith("6/")
    page.locator(".eyes select").select_option("1")
    expect(page.locator(".face")).to_be_visible()
    page.keyboard.press("End")
    page.get_by_role("button", name="Result").click()
    expect(page.locator(".end h2")).to_contain_text("wins")


def test_walking_back_and_returning_to_live(opened: Opener) -> None:
    page = opened(1440, 900)
    quick_game(page, ruleset="classic", players=5)
    me = Person(page)
    while page.locator("tbody td").count() < 10 and not me.is_over:
        if not me.skip() and not me.answer():
            page.wait_for_timeout(30)
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("button", name="Back to live")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Back to live")).to_have_count(0)


def test_a_table_that_is_not_there_says_what_to_do(opened: Opener) -> None:
    page = opened()
    page.goto("/t/ZZZZ")
    expect(page.get_by_role("heading")).to_contain_text("There is no table ZZZZ")
    expect(page.get_by_role("link", name="To the start")).to_be_visible()


def test_impatience_at_the_start_costs_no_chair(opened: Opener) -> None:
    """The page asks for several things at once when it opens; whoever clicks at once still keeps the chair."""
    page = opened(stranger=True)
    page.goto("/", wait_until="commit")
    page.get_by_role("button", name="Play now with bots").click()
    expect(page.get_by_role("button", name="Hold to see who you are")).to_be_visible()
    page.wait_for_timeout(500)
    page.reload()
    expect(page.get_by_role("button", name="Hold to see who you are")).to_be_visible()
