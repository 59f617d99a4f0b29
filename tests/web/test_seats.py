"""Whose chair it is: moved, lost and found, lent to a bot, given to somebody else, paused, handed on."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.conftest import Opener
from tests.web.person import GUARD_MS, Person, do, gather, quick_game
from tests.web.scene import FIVE, ROLES, Scene


def _menu(page: Page, *names: str) -> None:
    page.get_by_role("button", name="Menu").click()
    for name in names:
        page.get_by_role("button", name=name, exact=True).click()


def _close(page: Page) -> None:
    page.get_by_role("dialog").get_by_role("button", name="Close").click()


def _let_people_ask(page: Page) -> None:
    _menu(page, "Seats and players", "Let people ask for a seat")
    expect(page.get_by_text("For five minutes, people without a seat may ask for one.")).to_be_visible()
    _close(page)


def _holds_a_chair(page: Page) -> None:
    expect(page.get_by_role("button", name="Hold to see who you are")).to_be_visible()


def test_a_code_moves_the_chair_to_another_device(opened: Opener) -> None:
    old, new = opened(), opened()
    quick_game(old, ruleset="classic", players=5)
    _menu(old, "Move my seat to another device")
    code = old.locator(".code b").inner_text()
    new.goto("/")
    new.get_by_role("button", name="Move my seat to this device").click()
    field = new.get_by_label("Code from the other device")
    field.fill("BCDF")
    new.get_by_role("button", name="Take my seat").click()
    expect(new.get_by_role("alert")).to_contain_text("six letters, a dash and six signs")
    field.fill(code.lower())
    new.get_by_role("button", name="Take my seat").click()
    expect(new.locator(".play")).to_be_visible()
    _holds_a_chair(new)
    _close(old)
    expect(old.get_by_text("Your seat has moved to another device.")).to_be_visible()
    expect(old.get_by_role("button", name="Hold to see who you are")).to_have_count(0)


def test_a_chair_that_was_moved_can_be_asked_back(opened: Opener) -> None:
    host, old, new = opened(), opened(), opened()
    table = gather([host, old], 5)
    do(new, table, "take", code=do(old, table, "transfer")["result"]["code"])
    new.goto(f"/t/{table}")
    _holds_a_chair(new)
    expect(host.get_by_text("Ben is playing from another device now.")).to_be_visible()
    _let_people_ask(host)
    old.locator(".banner", has_text="another device").get_by_role("button").click()
    old.get_by_label("Your name").fill("Ben")
    old.get_by_role("button", name="This is my seat: Ben").click()
    new.get_by_role("button", name="Agree").click()
    _close(old)
    _holds_a_chair(old)
    expect(old.locator(".banner")).to_have_count(0)
    expect(new.get_by_text("Your seat has moved to another device.")).to_be_visible()


def test_a_code_works_once(opened: Opener) -> None:
    owner, thief = opened(), opened()
    table = quick_game(owner, ruleset="classic", players=5)
    code = do(owner, table, "transfer")["result"]["code"]
    do(owner, table, "take", code=code)
    thief.goto(f"/t/{table}")
    _menu(thief, "Move my seat to this device")
    thief.get_by_label("Code from the other device").fill(code)
    thief.get_by_role("button", name="Take my seat").click()
    expect(thief.get_by_role("dialog").get_by_role("alert")).to_contain_text("wrong or too old")


def test_a_lost_chair_comes_back_with_the_consent_of_its_connected_owner(opened: Opener) -> None:
    host, guest, lost = opened(1440, 900), opened(), opened()
    code = gather([host, guest], 5)
    _let_people_ask(host)
    lost.goto(f"/t/{code}")
    lost.get_by_role("button", name="Ask for a seat").click()
    lost.get_by_label("Your name").fill("Ben")
    lost.get_by_role("button", name="This is my seat: Ben").click()
    expect(lost.get_by_text("The table votes on your request.")).to_be_visible()
    expect(host.get_by_text("Ben says: the seat of Ben is mine. Must agree: Ben.")).to_be_visible()
    expect(host.get_by_role("button", name="Refuse")).to_be_visible()
    expect(host.get_by_role("button", name="Agree")).to_have_count(0)
    guest.get_by_role("button", name="Agree").click()
    _close(lost)
    _holds_a_chair(lost)
    expect(guest.get_by_text("Your seat has moved to another device.")).to_be_visible()


def test_an_absent_owners_chair_waits_for_everybody_and_a_minute(opened: Opener) -> None:
    host, guest, third, lost = (opened() for _ in range(4))
    code = gather([host, guest, third], 5)
    third.goto("about:blank")
    _let_people_ask(host)
    lost.goto(f"/t/{code}")
    lost.get_by_role("button", name="Ask for a seat").click()
    lost.get_by_label("Your name").fill("Cai")
    lost.get_by_role("button", name="This is my seat: Cai").click()
    host.get_by_role("button", name="Agree").click()
    expect(host.get_by_text("Must agree: Ben.")).to_be_visible()
    guest.get_by_role("button", name="Agree").click()
    expect(host.get_by_text("unless Cai comes back.")).to_be_visible()
    third.goto(f"/t/{code}")
    expect(host.get_by_text("Must agree: Cai.")).to_be_visible()
    third.get_by_role("button", name="Refuse").click()
    expect(lost.get_by_role("dialog").get_by_role("alert")).to_contain_text("The table did not agree.")
    _holds_a_chair(third)


def test_at_a_private_table_somebody_has_to_let_people_ask(opened: Opener) -> None:
    host, stranger = opened(), opened()
    code = gather([host], 5)
    stranger.goto(f"/t/{code}")
    stranger.get_by_role("button", name="Ask for a seat").click()
    stranger.get_by_label("Your name").fill("Zoe")
    stranger.get_by_role("button", name="This is my seat: Ana").click()
    refused = stranger.get_by_role("dialog").get_by_role("alert")
    expect(refused).to_contain_text("must first let people ask for a seat")
    expect(host.get_by_role("button", name="Refuse")).to_have_count(0)


def test_a_table_that_says_no_is_heard(opened: Opener) -> None:
    host, guest, stranger = opened(), opened(), opened()
    code = gather([host, guest], 5)
    _let_people_ask(guest)
    stranger.goto(f"/t/{code}")
    stranger.get_by_role("button", name="Ask for a seat").click()
    stranger.get_by_label("Your name").fill("Ben")
    stranger.get_by_role("button", name="This is my seat: Ben").click()
    host.get_by_role("button", name="Refuse").click()
    expect(stranger.get_by_role("dialog").get_by_role("alert")).to_contain_text("The table did not agree.")


def test_a_substitute_plays_a_bots_chair_with_everybodys_consent(opened: Opener) -> None:
    host, guest, third, watcher = (opened() for _ in range(4))
    code = gather([host, guest, third], 5)
    do(third, code, "leave")
    _let_people_ask(host)
    watcher.goto(f"/t/{code}")
    watcher.get_by_role("button", name="Ask for a seat").click()
    watcher.get_by_label("Your name").fill("Zoe")
    expect(watcher.get_by_role("button", name="Let me play it: Ana")).to_have_count(0)
    watcher.get_by_role("button", name="Let me play it: Cai").click()
    for page in (host, guest):
        page.get_by_role("button", name="Agree").click()
    _close(watcher)
    _holds_a_chair(watcher)
    expect(host.get_by_text("Zoe has taken over the seat of Cai.")).to_be_visible()


def test_the_table_pauses_and_goes_on_by_vote(opened: Opener) -> None:
    pages = [opened() for _ in range(5)]
    gather(pages, 5)
    _menu(pages[0], "Ask for a pause")
    expect(pages[0].get_by_text("1 agrees, 3 needed.")).to_be_visible()
    for page in pages[1:3]:
        page.get_by_role("button", name="Agree").click()
    for page in pages:
        expect(page.get_by_text("The table is paused.")).to_be_visible()
    _menu(pages[4], "Ask to go on")
    for page in pages[:2]:
        page.get_by_role("button", name="Agree").click()
    for page in pages:
        expect(page.get_by_text("The table is paused.")).to_have_count(0)


def test_the_host_hands_over_and_the_heir_locks_the_table(opened: Opener) -> None:
    host, guest = opened(), opened()
    code = gather([host, guest], 5)
    _menu(host, "Seats and players")
    host.get_by_role("button", name="Make host: Ben").click()
    expect(host.get_by_role("button", name="Lock the table")).to_have_count(0)
    _menu(guest, "Seats and players", "Lock the table")
    expect(guest.get_by_role("button", name="Unlock the table")).to_be_visible()
    assert guest.request.get(f"/api/tables/{code}").json()["table"]["locked"]


def test_before_the_deal_the_host_empties_shuffles_and_locks(opened: Opener) -> None:
    host, guest, late = opened(1440, 900), opened(), opened()
    host.goto("/new/classic")
    host.wait_for_url("**/t/*")
    code = host.url.rsplit("/", 1)[-1]
    do(guest, code, "join", name="Ben")
    guest.goto(f"/t/{code}")
    expect(guest.get_by_role("button", name="I'm ready")).to_be_visible()
    host.get_by_role("button", name="Remove Ben").click()
    expect(guest.get_by_text("The host has emptied your seat.")).to_be_visible()
    host.get_by_role("button", name="Shuffle seats").click()
    host.get_by_role("button", name="Lock the table").click()
    late.goto(f"/t/{code}")
    expect(late.get_by_text("The host has locked the table.")).to_be_visible()
    expect(late.get_by_label("Your name")).to_have_count(0)


def test_a_full_table_says_so(opened: Opener) -> None:
    host, late = opened(), opened()
    table = host.request.post("/api/tables", data={"ruleset": "classic", "players": 5, "name": "Ana"})
    code = table.json()["table"]["code"]
    do(host, code, "bot", bot="random")
    late.goto(f"/t/{code}")
    expect(late.get_by_text("Every seat is taken.")).to_be_visible()
    expect(late.get_by_role("button", name="Take a seat")).to_have_count(0)
    do(host, code, "bot", bot=None, seat=3)
    late.get_by_label("Your name").fill("Zoe")
    late.get_by_role("button", name="Take a seat").click()
    expect(late.get_by_role("button", name="I'm ready")).to_be_visible()


def test_a_bot_takes_an_absent_chair_over_and_its_owner_takes_it_back(opened: Opener) -> None:
    host, guest = opened(), opened()
    code = gather([host, guest], 5, takeover=1, pace="human")
    guest.goto("about:blank")
    chair = host.locator(".seat", has_text="Ben")
    expect(chair).to_contain_text("bot")
    guest.goto(f"/t/{code}")
    _holds_a_chair(guest)
    expect(chair).not_to_contain_text("bot")
    do(guest, code, "away")
    expect(guest.get_by_text("A bot is playing for you.")).to_be_visible()
    guest.get_by_role("button", name="Take it back").click()
    expect(guest.get_by_text("A bot is playing for you.")).to_have_count(0)


def test_leaving_a_game_asks_twice(opened: Opener) -> None:
    page = opened()
    quick_game(page, ruleset="classic", players=5)
    _menu(page, "Leave the table")
    page.wait_for_timeout(700)  # a double tap does not leave
    page.get_by_role("button", name="Leave? A bot plays on for you.").click()
    expect(page.get_by_role("button", name="Play now with bots")).to_be_visible()


def _second_tab(page: Page) -> Page:
    tab = page.context.new_page()
    tab.goto(page.url)
    expect(tab.locator("[data-ask=vote]")).to_be_visible()
    return tab


def test_two_tabs_of_one_player_are_one_chair(opened: Opener) -> None:
    """Both are live. Whichever answers, the other knows at once; and whichever is closed, nothing is lost."""
    first = opened()
    table = Scene(first, FIVE, ruleset="classic", deal={"roles": ROLES, "leader": 1}).deal()
    table.propose(1, (1, 2)).open()
    second = _second_tab(first)
    for page in (first, second):
        _holds_a_chair(page)
    assert Person(second).answer() == "vote"
    for page in (first, second):
        expect(page.locator("[data-ask=none]")).to_contain_text("Your vote is in: Approve.")
        expect(page.get_by_role("alert")).to_have_count(0)
    table.vote((), (1, 2, 3, 4)).propose(2, (2, 3))
    for page in (first, second):
        page.locator(".time").wait_for()
        Person(page).skip_to("[data-ask=vote]")
    second.close()
    assert Person(first).answer() == "vote"
    table.vote((), (1, 2, 3, 4))
    votes = first.request.get(f"/api/tables/{table.code}/messages").json()[-1]["view"]["proposals"]
    assert [proposal["votes"][0] for proposal in votes] == [True, True]


def test_two_tabs_that_answer_at_once_give_one_answer(opened: Opener) -> None:
    first = opened()
    table = Scene(first, FIVE, ruleset="classic", deal={"roles": ROLES, "leader": 1}).deal()
    table.propose(1, (1, 2)).open()
    second = _second_tab(first)
    first.wait_for_timeout(GUARD_MS)
    first.locator(".ballot.yes").click(no_wait_after=True)
    second.evaluate("() => document.querySelector('.ballot.no')?.click()")
    for page in (first, second):
        expect(page.locator("[data-ask=none]")).to_contain_text("Your vote is in: Approve.")
    table.vote((), (1, 2, 3, 4))
    (proposal,) = first.request.get(f"/api/tables/{table.code}/messages").json()[-1]["view"]["proposals"]
    assert proposal["votes"] == [True, False, False, False, False]


def test_what_two_tabs_note_is_all_kept(opened: Opener) -> None:
    first = opened(1440, 900)
    table = Scene(first, FIVE, ruleset="classic", deal={"roles": ROLES, "leader": 1}).deal()
    table.propose(1, (1, 2)).open()
    second = _second_tab(first)
    for page in (first, second):
        page.get_by_role("button", name="Notes").click()
    first.get_by_label("Notes", exact=True).fill("Ben looked away")
    # the browser hands what is stored from one tab's process to the other's in its own time
    second.wait_for_function("() => JSON.stringify(localStorage).includes('Ben looked away')")
    second.get_by_role("button", name="Mark Cai: suspect").click()
    second.reload()
    second.get_by_role("button", name="Notes").click()
    expect(second.get_by_label("Notes", exact=True)).to_have_value("Ben looked away")
    expect(second.get_by_role("button", name="Mark Cai: suspect")).to_have_attribute("aria-pressed", "true")


def test_ready_says_that_you_are_ready_and_why_you_are_not_any_more(opened: Opener) -> None:
    """The main button is not there twice, the own row says "ready", and a change of the settings is told."""
    host, guest = opened(1440, 900), opened()
    host.goto("/new/classic")
    host.wait_for_url("**/t/*")
    code = host.url.rsplit("/", 1)[-1]
    guest.goto(f"/t/{code}")
    expect(guest.locator("img, svg.qr, .qr")).to_have_count(0)
    guest.get_by_label("Your name").fill("Ben")
    guest.get_by_role("button", name="Take a seat").click()
    expect(host.get_by_role("button", name="Waiting for Ben")).to_be_visible()
    expect(host.get_by_text("Ready to deal")).to_have_count(0)
    guest.get_by_role("button", name="I'm ready").click()
    expect(guest.get_by_text("You're ready. Waiting for the deal.")).to_be_visible()
    expect(guest.locator("li", has_text="Ben")).to_contain_text("you · ready")
    expect(guest.locator(".button.main")).to_have_count(0)
    host.get_by_role("switch").first.click()
    expect(guest.get_by_text("The host changed the settings.")).to_be_visible()
    guest.get_by_role("button", name="I'm ready").click()
    expect(guest.get_by_text("The host changed the settings.")).to_have_count(0)
