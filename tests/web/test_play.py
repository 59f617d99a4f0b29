"""Whole games through the page."""

from __future__ import annotations

import itertools
import json
import re
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.machine import PATIENCE
from tests.web.conftest import Opener, Server
from tests.web.person import (
    Person,
    Typist,
    deal_so,
    finish,
    fix_deal,
    means_of,
    note_means,
    open_ask,
    quick_game,
    settings_of,
    take_turns,
    wait_until,
    wait_until_answered,
)
from tests.web.scene import ALL, FIVE, Scene
from tests.web.wire import Message, messages, told_of_roles


def test_one_click_from_the_start_a_game_runs(opened: Opener) -> None:
    page = opened(stranger=True)
    page.goto("/")
    page.get_by_role("button", name="Play now with bots").click()
    expect(page.locator(".play")).to_be_visible()
    expect(page.locator(".seat")).not_to_have_count(0)


def _replay(page: Page) -> None:
    """From the end of a game to its replay, and there to the same end."""
    outcome = page.locator(".end h2").inner_text()
    page.get_by_role("link", name="Replay").click()
    slider = page.get_by_role("slider")
    expect(slider).to_have_value("0")
    expect(page.get_by_role("button", name="Result")).to_have_count(0)
    page.keyboard.press("End")
    expect(slider).to_have_value(slider.get_attribute("max") or "")
    page.get_by_role("button", name="Result").click()
    expect(page.locator(".end h2")).to_have_text(outcome)


def test_a_whole_game_by_touch_on_a_phone(opened: Opener) -> None:
    page = opened(390, 844, has_touch=True, is_mobile=True)
    note_means(page)
    quick_game(page, ruleset="classic", players=5)
    answered = finish([Person(page, touch=True)])
    assert {"propose", "vote", "mission"} <= set(answered)
    assert means_of(page) == ["touch"]
    expect(page.locator(".end h2")).to_contain_text("win")
    _replay(page)


@pytest.mark.parametrize("size", [(390, 844), (1440, 900)], ids=["phone", "desktop"])
def test_a_whole_game_by_keyboard(opened: Opener, size: tuple[int, int]) -> None:
    page = opened(*size)
    note_means(page)
    quick_game(page, ruleset="classic", players=5)
    answered = finish([Typist(page)])
    assert {"propose", "vote", "mission"} <= set(answered)
    assert means_of(page) == ["key"]
    expect(page.locator(".end h2")).to_contain_text("win")
    _replay(page)


@pytest.mark.parametrize("means", ["key", "touch"])
def test_avalon_to_the_naming_of_merlin_by_keyboard_or_by_touch_alone(opened: Opener, means: str) -> None:
    by_touch = means == "touch"
    page = opened(390, 844, has_touch=True, is_mobile=True) if by_touch else opened(1440, 900)
    note_means(page)
    person = Person(page, touch=True) if by_touch else Typist(page)
    deal = {"roles": ["assassin", "merlin", "servant", "servant", "minion"], "leader": 0}
    scene = Scene(page, FIVE, ruleset="avalon", deal=deal).deal().open()
    person.answer_next("propose")
    for leader, team in ((0, (0, 1)), (1, (1, 2, 3)), (2, (0, 2))):
        if leader:
            scene.propose(leader, team)
        person.answer_next("vote")
        scene.vote(ALL, (1, 2, 3, 4))
        if 0 in team:
            person.answer_next("mission")
        scene.cards(tuple(seat for seat in team if seat))
    person.answer_next("assassinate")
    expect(page.get_by_role("dialog", name="Who is Merlin?")).to_be_visible()
    finish([person])
    assert means_of(page) == [means]
    expect(page.locator(".end h2")).to_have_text("Evil wins")


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


def _wait_until_set(host: Page, name: str, value: Any) -> str:
    """The table's code, once what the host has chosen has arrived."""
    code = host.url.rsplit("/", 1)[-1]
    wait_until(host, lambda: settings_of(host, code)[name] == value)
    return code


def _sit_down(opened: Opener, host: Page, count: int, width: int, height: int, **options: Any) -> list[Page]:
    code = host.url.rsplit("/", 1)[-1]
    guests = []
    for k in range(count):
        guest = opened(width, height, **options)
        _take_a_seat(guest, code, f"Guest {k + 1}")
        guest.get_by_role("button", name="I'm ready").click()
        guests.append(guest)
    return guests


def _take_a_seat(guest: Page, code: str, name: str) -> None:
    guest.goto(f"/t/{code}")
    guest.get_by_label("Your name").fill(name)
    guest.get_by_role("button", name="Take a seat").click()


# The leader takes the first seats, so Morgana fails the first quest, and three more decide.
SEVEN: dict[str, Any] = {
    "roles": ["servant", "morgana", "percival", "servant", "merlin", "assassin", "oberon"],
    "leader": 0,
    "plot": [
        *("establish-confidence", "overheard-conversation"),
        *("strong-leader", "no-confidence"),
        *("in-the-spotlight", "keeping-a-close-eye-on-you"),
        *("take-responsibility", "open-up"),
    ],
}


def _open_seven(opened: Opener) -> list[Page]:
    """Avalon with Lady and plot cards, set up, joined and dealt through the pages."""
    host = opened(1440, 900)
    host.goto("/new/avalon")
    host.wait_for_url("**/t/*")
    host.get_by_role("switch", name="Plot cards").click()
    code = _wait_until_set(host, "options", {"lady": True, "plot": True})
    deal_so(host, code, **SEVEN)
    pages = [host, *_sit_down(opened, host, 6, 390, 844)]
    host.get_by_role("button", name="Deal", exact=True).click()
    for page in pages:
        expect(page.locator(".play")).to_be_visible()
    return pages


def _play_until_asked_to_vote(people: list[Person], who: Person) -> list[str]:
    """The votes that are open are given; then everybody answers until this one is asked for the next."""
    answered: list[str] = []
    while any(person.ask == "vote" for person in people):
        answered += take_turns(people)
    deadline = time.monotonic() + 5 * PATIENCE
    while who.ask != "vote":
        assert time.monotonic() < deadline, f"nobody proposes a team: {[person.ask for person in people]}"
        answered += take_turns([person for person in people if person is not who])
        answered += take_turns([who], leaving="vote")
    return answered


def _refresh(person: Person) -> None:
    """The page tells the same afterwards."""
    told = person.page.locator(".play").inner_text()
    person.page.reload()
    expect(person.page.locator(".play")).to_have_text(told, use_inner_text=True)


@contextmanager
def _answered_through(person: Person) -> Iterator[None]:
    """Trouble; meanwhile the person votes against the team. When it is over the server has the vote."""
    code = person.page.url.rsplit("/", 1)[-1]
    ask = open_ask(person.page, code)
    yield
    wait_until_answered(person.page, code, ask)


def test_seven_pages_play_avalon_through_every_trouble(opened: Opener, server: Server) -> None:
    """Lady and plot cards; a refresh, a network drop and a server restart in the middle lose nothing."""
    pages = _open_seven(opened)
    people = [Person(page, fails=seat == 1) for seat, page in enumerate(pages)]

    answered = _play_until_asked_to_vote(people, people[2])
    _refresh(people[2])

    answered += _play_until_asked_to_vote(people, people[3])
    with _answered_through(people[3]):
        pages[3].context.set_offline(True)
        expect(pages[3].get_by_text("You are offline.")).to_be_visible()
        people[3].reject()
        pages[3].context.set_offline(False)

    answered += _play_until_asked_to_vote(people, people[1])
    with _answered_through(people[1]):
        server.stop()
        for page in pages:
            expect(page.get_by_text("Reconnecting…")).to_be_visible()
        people[1].reject()
        server.start()
    for page in pages:
        expect(page.locator(".banner")).to_have_count(0)

    answered += finish(people)
    assert {"propose", "vote", "mission", "give", "use", "examine", "assassinate"} <= set(answered)
    assert len({page.locator(".end h2").inner_text() for page in pages}) == 1
    _check_record(pages[0])
    _replay(pages[0])


def _check_record(page: Page) -> None:
    """Whoever voted in trouble voted once, and everybody has voted on every team."""
    address = page.get_by_role("link", name="Download").get_attribute("href") or ""
    moves = page.request.get(address).json()["moves"]
    votes = [(seat, move["approve"]) for seat, move in moves if move["move"] == "vote"]
    teams = sum(move["move"] == "propose" for _, move in moves)
    assert Counter(seat for seat, _ in votes) == dict.fromkeys(range(7), teams)
    assert [seat for seat, approve in votes if not approve] == [3, 1]


def test_companion_one_board_and_five_phones(opened: Opener) -> None:
    board = opened(1920, 1080)
    told = messages(board, "framereceived")
    board.goto("/new/classic?board")
    board.wait_for_url("**/board/*")
    touch = {"has_touch": True, "is_mobile": True}
    host = opened(390, 844, **touch)
    _take_a_seat(host, board.url.rsplit("/", 1)[-1], "Ana")  # whoever sits down first sets the game up
    host.get_by_role("group", name="Players").get_by_role("button", name="5").click()
    deal_so(host, _wait_until_set(host, "players", 5), leader=0)
    phones = [host, *_sit_down(opened, board, 4, 390, 844, **touch)]
    host.get_by_role("button", name="Deal", exact=True).click()
    expect(board.locator(".board")).to_be_visible()
    assert board.locator(".hold, .face, .lining").count() == 0, "something private on the board"
    answered = finish([Person(phone, touch=True) for phone in phones])
    assert {"propose", "vote", "mission"} <= set(answered)
    expect(board.locator(".end h1")).to_contain_text("win")
    _check_public(told)
    _replay(phones[0])


def _check_public(told: list[Message]) -> None:
    """Whoever was told this has no seat, and knows no role before everybody does."""
    before = list(itertools.takewhile(lambda message: '"over"' not in json.dumps(message), told))
    assert 10 < len(before) < len(told)
    for message in before:
        assert not (message.get("view") or {}).get("you")
        assert not re.search('"(resistance|spy)"', told_of_roles(message))


def test_one_phone_passed_round(opened: Opener) -> None:
    page = opened()
    fix_deal(page, "tables", {"leader": 0})
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
        hand, done = page.locator(".hand .button"), page.get_by_role("button", name="Hide and pass on")
        if hand.count():
            hand.click()
        elif done.count():
            done.click()
        elif not me.answer():
            page.wait_for_timeout(50)
    expect(page.locator(".end h2")).to_contain_text("win")
    assert "You " not in page.locator(".end header").inner_text(), "the phone is nobody's"
    expect(page.get_by_role("link", name="Download")).to_be_visible()
    page.get_by_role("link", name="Replay", exact=True).click()
    expect(page.locator(".replay")).to_be_visible()
    page.go_back()
    page.get_by_role("button", name="Play again").click()
    expect(page.get_by_label("Player 1")).to_have_value("Ana")


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
    expect(page.get_by_role("link", name="Home")).to_be_visible()


def test_impatience_at_the_start_costs_no_chair(opened: Opener) -> None:
    """The page asks for several things at once when it opens; whoever clicks at once still keeps the chair."""
    page = opened(stranger=True)
    page.goto("/", wait_until="commit")
    page.get_by_role("button", name="Play now with bots").click()
    expect(page.get_by_role("button", name="Hold to see who you are")).to_be_visible()
    page.wait_for_timeout(500)
    page.reload()
    expect(page.get_by_role("button", name="Hold to see who you are")).to_be_visible()
