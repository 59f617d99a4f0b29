"""A game at a real table, written down in the browser: by touch, by keyboard, without a connection, and corrected."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.web.conftest import Opener
from turncoat.core import load_record, replay
from turncoat.games import find_game

NAMES = ("Ana", "Ben", "Chloe", "Dan", "Eva")


def begin(page: Page) -> None:
    page.goto("/scribe")
    for seat, name in enumerate(NAMES):
        page.get_by_label(f"Player {seat + 1}", exact=True).fill(name)
    page.get_by_role("button", name="Start writing").click()
    expect(page.get_by_role("heading", name="Who leads first?")).to_be_visible()


def tap(page: Page, *names: str) -> None:
    for name in names:
        page.locator("button.seat", has_text=name).tap()


def vote(page: Page, *rejecting: str) -> None:
    expect(page.get_by_role("heading", name="Who rejected?")).to_be_visible()
    tap(page, *rejecting)
    page.get_by_role("button", name=f"Save {5 - len(rejecting)}–{len(rejecting)}").tap()


def fails(page: Page, number: int) -> None:
    expect(page.get_by_role("heading", name="how many fails?")).to_be_visible()
    page.get_by_role("button", name=f"{number} ", exact=False).first.tap()


def test_a_whole_game_by_touch_becomes_a_record(opened: Opener, tmp_path: Path) -> None:
    """The picture's game: a rejected team, one that fails, the facts on paper, roles at the end only, a replay."""
    page = opened(has_touch=True, is_mobile=True)
    begin(page)
    tap(page, "Ana")
    expect(page.get_by_text("Ana leads next")).to_be_visible()
    tap(page, "Ana", "Dan")
    vote(page, "Ben", "Chloe", "Eva")
    expect(page.get_by_text("Ben leads next")).to_be_visible()
    tap(page, "Ben", "Chloe")
    expect(page.get_by_text("5 approve, 0 reject: the team goes")).to_be_visible()
    vote(page, "Dan")
    fails(page, 1)
    expect(page.get_by_text("7 of 10 spy pairs are left")).to_be_visible()
    expect(page.locator(".estimate")).not_to_contain_text("%")
    page.get_by_role("button", name="Show the estimate").tap()
    expect(page.locator(".estimate li")).to_have_count(5)  # the first thought starts a process
    shares = page.locator(".estimate li b").all_inner_texts()
    assert sum(int(share.rstrip("%")) for share in shares) == 200
    page.get_by_role("button", name="Next team: Chloe leads").tap()
    page.reload()
    expect(page.get_by_text("Chloe leads next")).to_be_visible()
    tap(page, "Ben", "Chloe", "Dan")
    vote(page)
    fails(page, 1)
    page.get_by_role("button", name="Next team: Dan leads").tap()
    tap(page, "Ben", "Eva")
    vote(page)
    fails(page, 1)
    page.get_by_role("button", name="Go on").tap()
    expect(page.get_by_role("heading", name="Who was who?")).to_be_visible()
    tap(page, "Chloe", "Dan")
    page.get_by_role("button", name="Save the roles").tap()
    expect(page.get_by_text("These roles do not fit what is written.")).to_be_visible()
    page.get_by_role("button", name="Clear").tap()
    tap(page, "Ben", "Dan")
    page.get_by_role("button", name="Save the roles").tap()
    expect(page.get_by_role("heading", name="The spies win")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the record").tap()
    saved = tmp_path / "record.json"
    download.value.save_as(saved)
    record = load_record(saved.read_bytes(), find_game)
    assert record.deal["roles"] == ["resistance", "spy", "resistance", "spy", "resistance"]
    assert list(record.meta["names"]) == list(NAMES)
    assert replay(find_game(record.ruleset), record).outcome.winner == "evil"
    page.get_by_role("button", name="Replay it").tap()
    page.wait_for_url("**/replay/written")
    expect(page.get_by_role("heading", name="Replay")).to_be_visible()
    expect(page.get_by_text("Ben").first).to_be_visible()


def test_a_whole_game_by_keyboard(opened: Opener) -> None:
    """Numbers for seats and fails, Enter saves, Z takes back to the first entry; wide screens show both halves."""
    page = opened(1440, 900)
    begin(page)

    def keys(*pressed: str) -> None:
        for key in pressed:
            page.keyboard.press(key)

    keys("1")
    expect(page.get_by_text("Ana leads next")).to_be_visible()
    keys("1", "2", "z")
    expect(page.get_by_text("Ana leads next")).to_be_visible()
    for team, leader in (("12", "Ben"), ("123", "Chloe")):
        keys(*team)
        expect(page.get_by_role("heading", name="Who rejected?")).to_be_visible()
        keys("5", "Enter")
        expect(page.get_by_role("heading", name="how many fails?")).to_be_visible()
        keys("0")
        expect(page.get_by_text(f"{leader} leads next")).to_be_visible()
    keys("1", "2", "Enter", "0")
    expect(page.get_by_role("heading", name="Who was who?")).to_be_visible()
    keys("4", "5", "Enter")
    expect(page.get_by_role("heading", name="The resistance wins")).to_be_visible()
    for _ in range(11):
        keys("z")
    expect(page.get_by_role("heading", name="Who leads first?")).to_be_visible()
    assert page.get_by_role("button", name="Undo").is_disabled()


def test_a_past_row_is_corrected_and_a_conflict_is_named(opened: Opener) -> None:
    page = opened(1440, 900)
    begin(page)
    for key in ("1", "1", "2", "Enter", "2", "1", "2", "3", "Enter", "0"):
        page.keyboard.press(key)
    expect(page.get_by_text("1 of 10 spy pairs is left")).to_be_visible()
    page.get_by_role("button", name="1.1: 5–0").click()
    page.get_by_role("listitem").filter(has_text="2 fails").get_by_role("button", name="Correct").click()
    expect(page.get_by_text("Correcting row 1.1.")).to_be_visible()
    page.keyboard.press("1")
    expect(page.get_by_text("7 of 10 spy pairs are left")).to_be_visible()
    page.get_by_role("button", name="1.1: 5–0").click()
    page.get_by_role("listitem").filter(has_text="5 to 0").get_by_role("button", name="Correct").click()
    for key in ("1", "2", "3", "Enter"):
        page.keyboard.press(key)
    expect(page.get_by_text("does not fit any more.")).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("7 of 10 spy pairs are left")).to_be_visible()
    expect(page.get_by_text("Chloe leads next")).to_be_visible()


def test_writing_goes_on_without_a_connection_and_is_checked_when_it_is_back(opened: Opener) -> None:
    page = opened(has_touch=True, is_mobile=True)
    begin(page)
    page.context.set_offline(True)
    tap(page, "Ana", "Ben", "Eva")
    vote(page)
    fails(page, 1)
    expect(page.get_by_text("No connection. Everything is kept here")).to_be_visible()
    page.get_by_role("button", name="Next team: Ben leads").tap()
    tap(page, "Ana", "Ben", "Chloe")
    vote(page, "Ana", "Ben", "Dan")
    expect(page.get_by_text("Chloe leads next")).to_be_visible()
    kept = json.loads(page.evaluate("localStorage.getItem('turncoat.scribe')"))
    assert len(kept["entries"]) == 6
    page.get_by_role("button", name="Undo").tap()
    expect(page.get_by_role("heading", name="Who rejected?")).to_be_visible()
    page.get_by_role("button", name="Save 5–0").tap()
    fails(page, 1)
    page.context.set_offline(False)
    expect(page.get_by_text("No connection. Everything is kept here")).not_to_be_visible()
    expect(page.get_by_text("6 of 10 spy pairs are left")).to_be_visible()


def test_the_leader_can_be_changed_and_other_rulesets_are_written_too(opened: Opener) -> None:
    """Avalon with the Lady and Targeting: the mission is tapped first; Change moves the first leader."""
    page = opened(has_touch=True, is_mobile=True)
    page.goto("/scribe")
    page.get_by_role("button", name="Avalon").tap()
    page.get_by_role("switch", name="Targeting").tap()
    page.get_by_role("button", name="Start writing").tap()
    tap(page, "Player 1")
    page.get_by_role("button", name="Change").tap()
    expect(page.get_by_role("heading", name="Who leads now?")).to_be_visible()
    tap(page, "Player 3")
    expect(page.get_by_text("Player 3 leads next")).to_be_visible()
    expect(page.get_by_text("First tap the quest that was chosen.")).to_be_visible()
    page.get_by_role("button", name="Quest 2").tap()
    tap(page, "Player 1", "Player 2", "Player 3")
    expect(page.get_by_role("heading", name="Who rejected?")).to_be_visible()
