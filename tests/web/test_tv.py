"""A television: its lobby, its reveals, the end of a game and of an evening; and how strong the bots are."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web import questions, scene
from tests.web.conftest import Opener
from tests.web.person import do

SMALLEST = """() => Math.min(...[...document.querySelectorAll('.tv *')]
  .filter((each) => [...each.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()))
  .map((each) => parseFloat(getComputedStyle(each).fontSize)))"""


def test_the_lobby_on_a_television_can_be_read_from_five_metres(opened: Opener) -> None:
    """Nothing is smaller than 36 px, the QR code is 500 px, and the band counts who is missing."""
    page = opened(1920, 1080)
    table = scene.gathering(page)
    page.goto(f"/board/{table.code}")
    expect(page.get_by_text("5 of 7 are here")).to_be_visible()
    assert page.evaluate(SMALLEST) >= 36
    box = page.get_by_role("img", name="QR code").bounding_box()
    assert box is not None
    assert box["width"] >= 490
    expect(page.locator(".band")).to_contain_text("2 more")
    do(page, table.code, "bot", bot="random")
    expect(page.locator(".band")).to_contain_text("Ready? 6 of 7")
    expect(page.locator(".band")).not_to_contain_text("Join on your phone")  # there is no seat left
    assert page.evaluate("() => document.documentElement.scrollHeight <= innerHeight")


def test_a_table_opened_on_a_television_shows_its_board_at_once(opened: Opener) -> None:
    """The link to the board used to lead to the form it was on."""
    tv, phone = opened(1920, 1080), opened()
    tv.goto("/new?board")
    tv.wait_for_selector(".tv")
    code = tv.url.rsplit("/", 1)[-1]
    phone.goto(f"/t/{code}")
    phone.get_by_label("Your name").fill("Zoe")
    phone.get_by_role("button", name="Take a seat").click()
    expect(tv.locator("li.new")).to_contain_text("Zoe")
    expect(tv.locator("button, .button")).to_have_count(0)  # whoever sits down first sets up and deals
    phone.get_by_role("button", name="Deal").click()
    tv.wait_for_selector(".board")
    phone.wait_for_selector(".play")


def _bots(page: Page) -> list[str | None]:
    code = page.url.rsplit("/", 1)[-1]
    chairs = scene.call(page, "GET", f"/tables/{code}")["table"]["chairs"]
    return [chair["bot"] for chair in chairs if chair["player"] == "bot"]


def test_the_strength_of_the_bots_is_chosen_at_the_start_and_in_the_lobby(opened: Opener) -> None:
    """What the game's roster offers to people; the usual one until somebody chooses."""
    page = opened()
    offered = next(info for info in scene.call(page, "GET", "/rulesets") if info["id"] == "avalon")
    page.goto("/")
    strength = page.get_by_label("Bot strength")
    expect(strength).to_have_value(offered["opponent"])
    found = strength.locator("option").evaluate_all("(all) => all.map((each) => each.value)")
    assert found[:4] == offered["levels"]
    assert sorted(found) == sorted(set(offered["bots"]) - set(offered["technical"]))
    strength.select_option("bayes")
    page.get_by_role("button", name="Play now with bots").click()
    page.wait_for_url("**/t/*")
    assert set(_bots(page)) == {"bayes"}
    page.goto("/new/classic")
    page.wait_for_url("**/t/*")
    expect(page.get_by_label("Bot strength")).to_have_value("bayes")
    page.get_by_role("button", name="Fill with bots").click()
    expect(page.get_by_text("bot, bayes").first).to_be_visible()


def test_the_end_on_a_television_shows_who_everybody_was(opened: Opener) -> None:
    """Verdict, one sentence, a card a player with role and side, tags; nothing smaller than 36 px, nothing to press."""
    page = opened(1920, 1080)
    table = scene.avalon_over(page)
    page.goto(f"/board/{table.code}")
    expect(page.get_by_role("heading", name="Good wins")).to_be_visible()
    expect(page.get_by_text("Three quests succeeded, and evil guessed Léa. Merlin was Inés.")).to_be_visible()
    cards = page.locator(".end li")
    expect(cards).to_have_count(7)
    unused = """(card) => card.getBoundingClientRect().bottom
      - card.querySelector('.side').getBoundingClientRect().bottom"""
    assert cards.first.evaluate(unused) < 40, "a third of each card was empty"
    for seat, words in enumerate(("Percival", "Servant", "Merlin", "Assassin", "Morgana", "Servant", "Minion")):
        expect(cards.nth(seat)).to_contain_text(words)
        expect(cards.nth(seat)).to_contain_text("Evil" if 3 <= seat <= 4 or seat == 6 else "Good")
    expect(page.locator(".tag")).to_have_text(["was Merlin", "guessed"])
    assert page.evaluate(SMALLEST) >= 36
    assert page.evaluate("() => document.documentElement.scrollHeight <= innerHeight")
    expect(page.locator("button, a.button")).to_have_count(0)
    expect(page.get_by_role("img", name="QR code")).to_be_visible()


def test_a_rematch_is_counted_on_the_board_and_started_from_the_phones(opened: Opener) -> None:
    tv, phone = opened(1920, 1080), opened()
    table = scene.avalon_over(phone)
    tv.goto(f"/board/{table.code}")
    expect(tv.locator(".band")).to_contain_text("0 of 7 are in")
    for seat in (2, 5):
        table.do(seat, "again")
    expect(tv.locator(".band")).to_contain_text("2 of 7 are in")
    expect(tv.locator(".dots .in")).to_have_count(2)
    table.open()
    expect(phone.get_by_text("2 of 7 want a rematch.")).to_be_visible()
    phone.get_by_role("button", name="Rematch").click()
    expect(phone.get_by_text("You're in: 3 of 7.")).to_be_visible()
    for seat in (1, 3, 4, 6):
        table.do(seat, "again")
    tv.wait_for_selector(".board .ring")
    phone.wait_for_selector(".play, .veil")


def _another_game(table: scene.Scene) -> None:
    """Everybody wants one more; this time three quests fail."""
    for seat in range(7):
        table.do(seat, "again")
    evil = [3, 4, 6]
    for _ in range(3):
        view = scene.call(table.page, "GET", f"/tables/{table.table}/messages")[0]["view"]
        if view["phase"] == "lady":
            table.answer(view["lady"], "examine", seat=next(seat for seat in range(7) if seat not in view["ladies"]))
            view = scene.call(table.page, "GET", f"/tables/{table.table}/messages")[0]["view"]
        size = view["rules"]["team_sizes"][view["mission"] - 1]
        team = tuple(sorted([*evil, 0, 1][:size]))
        fails = [seat for seat in team if seat in evil]
        table.propose(view["leader"], team).vote(scene.ALL).cards(team, fails)


def test_the_board_keeps_the_statistics_of_an_evening(opened: Opener) -> None:
    """The games of one table: who won as what."""
    tv, phone = opened(1920, 1080), opened()
    table = scene.avalon_over(phone)
    tv.goto(f"/board/{table.code}")
    expect(tv.locator(".end li")).to_have_count(7)
    expect(tv.locator(".evening")).to_have_count(0)
    _another_game(table)
    expect(tv.locator(".evening")).to_contain_text("This evening: 2 games.")
    assert [each.strip() for each in tv.locator(".evening span").all_inner_texts()] == ["1", "1"]
    expect(tv.locator(".end li").nth(0).locator("small")).to_have_text("1/2")
    expect(tv.locator(".end li").nth(3).locator("small")).to_have_text("1/2")
    assert tv.evaluate(SMALLEST) >= 36
    assert tv.evaluate("() => document.documentElement.scrollHeight <= innerHeight")


def test_the_board_before_the_first_team_can_be_read_and_is_whole(opened: Opener) -> None:
    """What reads out the reveal is as large as the rest, and every mission's words keep to their row."""
    page = opened(1920, 1080)
    deal = {"roles": list(scene.AVALON_ROLES), "leader": 3}
    table = scene.Scene(page, scene.AVALON, ruleset="avalon", roles=["percival", "morgana"], deal=deal).deal()
    table.open("/board/{code}")
    speak = page.get_by_role("button", name="Speak the reveal")
    expect(speak).to_be_visible()
    for text in (speak, page.locator(".narrator p"), page.get_by_text("Pauses:")):
        assert text.evaluate("(element) => parseFloat(getComputedStyle(element).fontSize)") >= 36
    assert (
        page.locator(".rows li").evaluate_all("""(rows) => rows.filter((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return [...row.querySelectorAll('*')].some((part) => {
            const box = part.getBoundingClientRect();
            return box.top < top || box.bottom > bottom;
        });
    }).map((row) => row.innerText)""")
        == []
    )
    assert page.locator("aside").evaluate("(side) => side.scrollHeight <= side.clientHeight")


def test_a_reveal_has_the_whole_television(opened: Opener) -> None:
    tv, phone = opened(1920, 1080), opened()
    table = scene.avalon_fourth(phone)
    tv.goto(f"/board/{table.code}")
    tv.wait_for_selector(".board .ring")
    table.cards((0,))
    reveal = tv.locator(".reveal")
    expect(reveal).to_be_visible()
    box = reveal.bounding_box()
    assert box is not None
    assert box["width"] > 1800
    expect(tv.locator("aside")).to_have_count(0)


def test_the_naming_of_merlin_is_a_scene_on_the_television_too(opened: Opener) -> None:
    tv, phone = opened(1920, 1080), opened()
    table = questions.assassination(phone)
    tv.goto(f"/board/{table.code}")
    tv.wait_for_selector(".board")
    table.answer(0, "assassinate", seat=1)
    stage = tv.get_by_role("dialog", name="Who is Merlin?")
    expect(stage.locator("h2")).to_have_text("Bruno was a Servant of Good.")
    expect(stage.get_by_role("button")).to_have_count(0)
    expect(tv.locator(".end.tv")).to_be_visible()


LETTERS = """() => [...document.querySelectorAll('.board *')]
  .filter((each) => each.checkVisibility() && !each.closest('.sr')
    && [...each.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()))
  .map((each) => [parseFloat(getComputedStyle(each).fontSize), each.textContent.trim()])
  .sort(([one], [two]) => one - two)[0]"""


def test_a_running_game_can_be_read_from_five_metres(opened: Opener) -> None:
    """Names were 31 px and "team" 25; six wide letters of the code left the window."""
    page = opened(1920, 1080)
    table = scene.avalon_voting(page)
    table.open("/board/{code}")
    page.wait_for_selector(".board .ring")
    assert page.evaluate(LETTERS)[0] >= 27
    for name in page.locator(".ring .name").all():
        assert name.evaluate("(element) => parseFloat(getComputedStyle(element).fontSize)") >= 36
    code = page.locator("footer b")
    code.evaluate("(element) => { element.textContent = 'WWWWWW'; }")
    assert page.locator("aside").evaluate("(side) => side.scrollWidth <= side.clientWidth")
    assert page.evaluate("() => document.documentElement.scrollHeight <= innerHeight")


def test_ten_long_names_are_read_from_five_metres_too(opened: Opener) -> None:
    page = opened(1920, 1080)
    scene.crowded(page).open("/board/{code}")
    page.wait_for_selector(".board .ring")
    assert page.evaluate(LETTERS)[0] >= 24


def test_the_television_says_who_acts_before_merlin_is_named(opened: Opener) -> None:
    page = opened(1920, 1080)
    questions.assassination(page).open("/board/{code}")
    expect(page.locator(".ring").get_by_text("Evil is choosing whom to name as Merlin.")).to_be_visible()
