"""What just happened: shown in its own place, the same for everybody, and over before the next question is put."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web import pages, questions
from tests.web.conftest import ROOT, Opener
from tests.web.person import Person, gather, wait_for_ask
from tests.web.scene import ALL, FIVE, ROLES, Scene, avalon, avalon_fourth
from turncoat.games import find_game


def _five(page: Page, **settings: object) -> Scene:
    return Scene(page, FIVE, ruleset="classic", deal={"roles": ROLES, "leader": 1}, **settings).deal()


def test_pages_show_events_for_as_long_as_bots_wait() -> None:
    """The times of the pages and those of the server are one fact in two languages."""
    source = Path(ROOT / "web/src/resistance/times.ts").read_text(encoding="utf-8")
    shown = {name: int(time) / 1000 for name, time in re.findall(r"^  '?([\w-]+)'?: (\d+),$", source, re.MULTILINE)}
    waited = dict(find_game("classic").capabilities.moments)
    assert waited.pop("dealt") == 45  # until everybody has seen their card
    assert shown == waited


@pytest.mark.parametrize("size", [(390, 844), (1440, 900)], ids=["phone", "desktop"])
def test_the_result_of_a_vote_has_its_own_place_and_the_next_question_waits(
    opened: Opener, size: tuple[int, int]
) -> None:
    page = opened(*size)
    scene = _five(page).propose(1, (0, 2)).open()
    expect(page.locator("[data-ask=vote]")).to_be_visible()
    scene.vote(ALL - {3})
    sheet = page.locator(".time")
    expect(sheet).to_contain_text("All votes are in.")
    expect(page.get_by_text("5 of 5 ballots in")).to_have_count(0)
    centre = page.locator(".ring .centre").first
    expect(centre).to_contain_text("Approved")
    expect(centre).to_contain_text("4 to 1")
    expect(sheet).to_contain_text("Ben, Cai, Eva and you approved. Dee rejected.")
    expect(sheet).to_contain_text("Cai and you go on mission 1.")
    expect(page.locator(".ballot.turned")).to_have_count(5)
    expect(page.locator("[data-ask=mission]")).to_have_count(0)
    sheet.get_by_role("button", name="Continue").click()
    expect(page.locator("[data-ask=mission]")).to_be_visible()


@pytest.mark.parametrize("people", [1, 2], ids=["alone with bots", "two people"])
def test_a_result_waits_for_a_tap_where_nobody_else_waits(opened: Opener, people: int) -> None:
    """For up to a minute; among people it goes on after some seconds."""
    pages = [opened() for _ in range(people)]
    pages[0].clock.install()
    gather(pages, 5)
    players = [Person(page) for page in pages]
    players[0].answer_next("propose")
    for player in players:
        player.answer_next("vote")
    go_on = pages[0].locator(".time .button")
    expect(go_on).to_be_visible()
    pages[0].clock.fast_forward(50_000)
    expect(go_on).to_have_count(1 if people == 1 else 0)


@pytest.mark.parametrize("size", [(390, 844), (360, 640), (1440, 900)], ids=["phone", "small", "desktop"])
def test_mission_cards_lie_in_one_row_and_the_fails_are_told_first(opened: Opener, size: tuple[int, int]) -> None:
    page = opened(*size)
    scene = avalon_fourth(page).open()
    page.wait_for_selector("[data-ask=mission]")
    scene.cards((0,))
    cards = page.locator(".reveal .card")
    expect(cards).to_have_count(4)
    expect(page.locator(".result h2")).to_have_text("One fail. Two were needed.")
    boxes = [box for card in cards.all() if (box := card.bounding_box())]
    assert max(box["y"] for box in boxes) - min(box["y"] for box in boxes) < 20
    assert min(box["x"] for box in boxes) >= 0
    assert max(box["x"] + box["width"] for box in boxes) <= size[0]
    expect(page.locator(".result p")).to_have_text("Quest 4 succeeded.")
    expect(page.locator(".time")).to_contain_text("At least one of Bruno, Léa, Samir and you is evil.")
    expect(page.locator(".time")).to_contain_text("Quests succeeded: 3. Failed: 1.")


@pytest.mark.parametrize(("seat", "answer"), [(1, "Bruno is good."), (4, "Theo is evil.")], ids=["good", "evil"])
def test_the_ladys_answer_stays_until_it_has_been_read(opened: Opener, seat: int, answer: str) -> None:
    page = opened()
    scene = questions.lady(page).open()
    wait_for_ask(page, "examine")
    page.locator("button.seat").filter(has_text=answer.split()[0]).click()
    page.get_by_role("button", name=f"Check {answer.split()[0]}").click()
    lady = page.get_by_role("dialog", name="The Lady of the Lake")
    expect(lady).to_contain_text(answer)
    expect(lady).to_contain_text("Only you know this.")
    scene.propose(3, (1, 2, 3))
    page.wait_for_timeout(1500)
    expect(lady).to_be_visible()
    lady.get_by_role("button", name="Continue").click()
    expect(lady).to_have_count(0)
    expect(page.locator("[data-ask=vote]")).to_be_visible()


def test_others_are_told_that_a_loyalty_was_checked_and_nothing_more(opened: Opener) -> None:
    page = opened()
    scene = avalon(page)
    scene.propose(2, (0, 5, 6)).vote(ALL).cards((0, 5, 6))
    scene.open()
    expect(page.locator(".wait")).to_contain_text("Theo is choosing whose loyalty to check.")
    scene.answer(4, "examine", seat=0)
    expect(page.locator(".time")).to_contain_text("Theo checks your loyalty.")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert "is good" not in page.content()


def test_a_plot_card_is_shown_when_it_is_used(opened: Opener) -> None:
    page = opened()
    deal = {"roles": ROLES, "leader": 1, "plot": ["no-confidence"]}
    scene = Scene(page, FIVE, ruleset="classic", options={"plot": True}, deal=deal).deal()
    scene.answer(1, "give", card="no-confidence", to=2).propose(1, (1, 2)).vote(ALL)
    scene.open()
    expect(page.locator(".wait")).to_be_visible()
    scene.answer(2, "use", card="no-confidence")
    sheet = page.locator(".time")
    expect(sheet).to_contain_text("Cai uses No Confidence.")
    sheet.get_by_role("button", name="Continue").click()
    expect(page.locator(".wait small")).to_contain_text("Just now:")


@pytest.mark.parametrize(
    ("named", "was", "verdict"),
    [(2, "Inés was Merlin.", "Evil wins."), (1, "Bruno was a Servant of Good.", "Good wins. Merlin was Inés.")],
    ids=["hit", "missed"],
)
def test_the_assassination_is_a_scene_that_takes_the_same_time_for_both_answers(
    opened: Opener, named: int, was: str, verdict: str
) -> None:
    page = opened()
    page.clock.install(time=0)
    scene = questions.assassination(page).open()
    page.wait_for_selector("[data-ask=assassinate]")
    page.clock.pause_at("1970-01-01T01:00:00Z")
    scene.answer(0, "assassinate", seat=named)
    stage = page.get_by_role("dialog", name="Who is Merlin?")
    expect(stage).to_be_visible()
    name = was.split()[0]
    page.clock.run_for(500)
    expect(stage.locator("h2")).to_have_text(f"Evil names {name}.")
    expect(stage.locator(".smoke")).to_have_count(1)
    expect(stage.locator(".place .emblem")).to_have_count(5)  # all but the one who is named and who looks on
    expect(stage.locator(".place .empty")).to_have_count(1)
    page.clock.run_for(2_800)
    expect(stage.locator("h2")).to_have_text(f"Evil names {name}.")
    expect(stage.locator(".smoke")).to_have_count(1)
    expect(stage.locator(".behind .hatching")).to_have_attribute("fill", "url(#hatch-h)")
    page.clock.run_for(200)
    expect(stage.locator("h2")).to_have_text(was)
    expect(stage.locator("p")).to_have_count(0)
    page.clock.run_for(1_000)
    expect(stage.locator("p")).to_have_text(verdict)
    expect(stage.locator(".smoke")).to_have_count(int(verdict.startswith("Evil")))
    expect(stage.locator(".flame")).to_have_count(int(verdict.startswith("Good")))
    page.clock.run_for(60_000)
    expect(page.locator(".end")).to_have_count(0)  # nobody is moved on without a tap
    stage.get_by_role("button", name="See who was who").click()
    expect(page.locator(".end")).to_be_visible()


def test_naming_merlin_takes_a_choice_and_a_confirmation(opened: Opener) -> None:
    page = opened(1440, 900)
    questions.assassination(page).open()
    wait_for_ask(page, "assassinate")
    candidate = page.locator("button.seat").filter(has_text="Inés")
    expect(candidate).to_contain_text("on 3 quests, approved 3 of 3")
    dagger = page.locator(".centre .dagger")
    expect(dagger).not_to_have_attribute("data-turn", re.compile("."))
    candidate.click()
    expect(dagger).to_have_attribute("data-turn", re.compile(r"^-?\d+$"))
    expect(page.locator("[data-ask=assassinate]")).to_be_visible()
    page.get_by_role("button", name="Name Inés").click()
    expect(page.get_by_role("dialog", name="Who is Merlin?")).to_be_visible()


def test_while_evil_confers_only_evil_sees_who_is_who(opened: Opener) -> None:
    """LOOK, "Evil confers": tags on the lining, for those who know each other; nothing for good."""
    page = opened()
    questions.assassination(page).open()
    page.wait_for_selector("[data-ask=assassinate]")
    expect(page.locator(".ally.lining")).to_have_text(["Assassin", "Evil", "Evil"])
    watcher = opened()
    watcher.goto(page.url)
    watcher.wait_for_selector(".ring")
    expect(watcher.locator(".ally")).to_have_count(0)


@pytest.mark.parametrize("named", [2, 1], ids=["hit", "missed"])
def test_on_a_phone_the_scene_is_whole_and_its_button_under_the_thumb(opened: Opener, named: int) -> None:
    page = opened()
    scene = questions.assassination(page).open()
    page.wait_for_selector("[data-ask=assassinate]")
    scene.answer(0, "assassinate", seat=named)
    page.get_by_text(re.compile("^Evil names")).wait_for()
    page.wait_for_timeout(600)  # the shield has come to the middle
    drawn = page.locator(".scene .dagger, .scene .wax, .scene .shield, .scene .place, .scene .table")
    assert [where for where in drawn.all() if not _is_across(where, 390)] == []
    button = page.get_by_role("button", name="See who was who")
    button.wait_for()
    page.wait_for_timeout(400)  # the dagger has moved
    assert [where for where in [*drawn.all(), button] if not _is_across(where, 390)] == []
    box = button.bounding_box()
    assert box is not None
    assert box["y"] > 844 * 0.8


def _is_across(element: Locator, width: int) -> bool:
    """Whether it is wholly on a screen of this width."""
    box = element.bounding_box()
    return box is not None and box["x"] >= 0 and box["x"] + box["width"] <= width


@pytest.mark.parametrize("size", [(390, 844), (360, 740)], ids=["phone", "narrow"])
def test_the_question_who_merlin_is_keeps_clear_of_the_candle_and_the_sheet(
    opened: Opener, size: tuple[int, int]
) -> None:
    page = opened(*size)
    questions.assassination(page).open()
    page.wait_for_selector("[data-ask=assassinate]")
    for upper, lower in ((".ring .wax", ".ring .centre h2"), (".foot .ally", "section.sheet")):
        above, below = (page.locator(where).bounding_box() for where in (upper, lower))
        assert above is not None
        assert below is not None
        assert above["y"] + above["height"] <= below["y"], (upper, lower)


def test_the_button_that_names_somebody_stays_where_it_is(opened: Opener) -> None:
    page = opened()
    questions.assassination(page).open()
    wait_for_ask(page, "assassinate")
    button = page.locator("[data-ask] .go")
    before = button.bounding_box()
    page.locator("button.seat").first.click()
    expect(button).to_contain_text("Name ")
    assert button.bounding_box() == before


@pytest.mark.parametrize("size", [(390, 844), (1440, 900)], ids=["phone", "desktop"])
def test_while_evil_confers_its_members_point_at_somebody(opened: Opener, size: tuple[int, int]) -> None:
    """LOOK, "Evil confers": "Bea points here", for those who confer and nobody else."""
    page = opened(*size)
    scene = questions.confers(page).open()
    watcher = opened(*size)
    watcher.goto(page.url)
    watcher.wait_for_selector(".ring")
    expect(page.locator(".wait")).to_contain_text("Point at whoever you think is Merlin.")
    scene.do(4, "point", seat=1)
    pointed = page.locator(".points")
    expect(pointed).to_have_text("Theo" if size[0] == 390 else "Theo points here")
    for ally in ("Theo", "Maud"):
        expect(page.locator("button.seat").filter(has=page.locator(".name", has_text=ally))).to_have_count(0)
    page.locator("button.seat").filter(has_text="Bruno").click()
    expect(pointed).to_have_text("Theo and you" if size[0] == 390 else "Theo and you point here")
    page.locator("button.seat").filter(has_text="Inés").click()
    expect(pointed).to_have_count(2)
    mine = page.locator("button.seat[aria-pressed=true]")
    expect(mine).to_contain_text("Inés")
    page.reload()
    expect(mine.locator(".points")).to_have_text("you" if size[0] == 390 else "You point here")
    mine.click()  # a second tap takes the hand back
    expect(mine).to_have_count(0)
    expect(pointed).to_have_count(1)
    expect(watcher.locator(".points")).to_have_count(0)


def test_while_evil_confers_words_go_to_their_own_side_unless_they_say_otherwise(opened: Opener) -> None:
    page = opened(1440, 900)
    questions.confers(page).open()
    watcher = opened(1440, 900)
    watcher.goto(page.url)
    watcher.wait_for_selector(".ring")
    page.get_by_label("Tell your side").fill("It is Bruno.")
    page.keyboard.press("Enter")
    expect(page.locator(".line.lining")).to_contain_text("It is Bruno.")
    page.get_by_role("button", name="Table").last.click()
    page.get_by_label("Tell the table").fill("Hard to say.")
    page.keyboard.press("Enter")
    expect(watcher.locator(".log")).to_contain_text("Hard to say.")
    expect(watcher.locator(".log")).not_to_contain_text("It is Bruno.")


def _height(where: Locator) -> float:
    box = where.bounding_box()
    assert box is not None
    return box["height"]


def test_those_who_may_be_named_are_drawn_larger_for_evil_alone(opened: Opener) -> None:
    """LOOK, "Evil confers": the Assassin picks one of the large shields."""
    page = opened(1440, 900)
    questions.assassination(page).open()
    wait_for_ask(page, "assassinate")
    emblems = {seat: _height(page.locator(".ring .seat .emblem").nth(seat)) for seat in range(7)}
    candidates, allies = (1, 2, 3, 5), (0, 4, 6)
    assert min(emblems[seat] for seat in candidates) > 1.3 * max(emblems[seat] for seat in allies)
    watcher = opened(1440, 900)
    watcher.goto(page.url)
    watcher.wait_for_selector(".ring")
    assert len({round(_height(each)) for each in watcher.locator(".ring .seat .emblem").all()}) == 1


@pytest.mark.parametrize("size", [(390, 844), (1440, 900)], ids=["phone", "desktop"])
def test_a_choice_for_merlin_can_be_cleared(opened: Opener, size: tuple[int, int]) -> None:
    page = opened(*size)
    questions.assassination(page).open()
    wait_for_ask(page, "assassinate")
    clear = page.locator("[data-ask]").get_by_role("button", name="Clear")
    expect(clear).to_have_attribute("aria-disabled", "true")
    page.locator("button.seat").first.click()
    expect(clear).to_have_attribute("aria-disabled", "false")
    clear.click()
    expect(page.locator("[data-ask] .go")).to_have_text("Choose a player")
    expect(page.locator("button.seat[aria-pressed=true]")).to_have_count(0)


def test_the_candle_dims_in_the_last_fifteen_seconds(opened: Opener) -> None:
    page = opened()
    page.clock.install()
    questions.assassination(page, seconds=600).open()
    page.wait_for_selector("[data-ask=assassinate]")
    light = page.locator(".ring .light")
    page.clock.fast_forward(570_000)
    expect(light).to_have_attribute("data-light", "1")
    page.clock.fast_forward(20_000)
    expect(light).to_have_attribute("data-light", re.compile(r"^0\.[3-7]"))
    assert 0.2 < float(light.evaluate("flame => getComputedStyle(flame).opacity")) < 1
    page.clock.fast_forward(60_000)
    expect(light).to_have_attribute("data-light", "0.2")


def test_on_a_phone_a_strip_above_the_question_leads_to_evils_talk(opened: Opener) -> None:
    """LOOK: "Evil talk · 2" above the sheet opens the talk. The ring stays as it is without it."""
    page = opened()
    scene = questions.confers(page).open()
    strip = page.get_by_role("button", name=re.compile("^Evil talk"))
    expect(strip).to_have_text("Evil talk")
    scene.do(3, "chat", text="Bruno?", channel="council")
    scene.do(4, "chat", text="Inés!", channel="council")
    scene.do(1, "chat", text="Well?")
    expect(strip).to_have_text("Evil talk · 2")
    above, sheet = strip.bounding_box(), page.locator(".place[data-ask]").bounding_box()
    assert above is not None
    assert sheet is not None
    assert above["y"] + above["height"] <= sheet["y"]
    ring = page.locator(".ring").first.bounding_box()
    strip.click()
    expect(page.locator(".line.lining")).to_have_count(2)
    expect(page.get_by_label("Tell your side")).to_be_visible()
    watcher = opened()
    watcher.goto(page.url)
    watcher.wait_for_selector(".ring")
    expect(watcher.get_by_text("Evil talk")).to_have_count(0)
    good = opened()
    questions.ballot(good).open()
    good.wait_for_selector("[data-ask=vote]")
    assert good.locator(".ring").first.bounding_box() == ring


@pytest.mark.parametrize("locale", ["en-GB", "es-ES", "fr-FR"])
def test_the_result_of_a_mission_is_seen_without_scrolling_on_the_smallest_phone(opened: Opener, locale: str) -> None:
    page = opened(360, 640, locale=locale, reduced_motion="reduce")
    pages.quest(page)
    expect(page.locator(".result p")).to_be_visible()
    assert page.locator(".reveal").evaluate("shown => shown.scrollHeight <= shown.clientHeight")


def test_a_hand_is_told_in_one_line_on_a_desktop(opened: Opener) -> None:
    page = opened(1440, 900)
    pages.confers(page)
    for told in page.locator(".points").all():
        assert _height(told) < 24


def test_while_cards_lie_face_down_they_are_as_large_as_when_they_are_turned(opened: Opener) -> None:
    """A style of another page's way back made them small squares."""
    page = opened()
    scene = avalon_fourth(page).open()
    expect(page.locator("[data-ask=mission]")).to_be_visible()
    scene.cards((0,))
    page.wait_for_selector(".reveal")
    sizes = page.locator(".reveal .card").first.evaluate(
        "(card) => [card, card.querySelector('.back')].map((each) => [each.offsetWidth, each.offsetHeight])"
    )
    assert sizes[0] == sizes[1]
