"""The browser plays a game that it has no folder for: prompts, facts and replay are made from what the server says."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.machine import lacking
from tests.web.conftest import ROOT, Opener, Server
from tests.web.scene import call
from turncoat.client import Client

INSTALLED = Path(__file__).parents[1] / "third_game/installed"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that has the third game installed."""
    if not (ROOT / "src/turncoat/web/index.html").exists():
        lacking("the client is not built: make web")
    found = Server(tmp_path_factory.mktemp("third-game"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join(filter(None, [str(INSTALLED), os.environ.get("PYTHONPATH")])))
        found.start()
    yield found
    found.stop()


def _dealt(page: Page) -> str:
    """A table for three with the page's visitor on seat 0, who is the moth, and two bots; its id."""
    wanted = {"ruleset": "lantern", "players": 3, "name": "Ann", "pace": "instant", "deal": {"moth": 0}}
    table = str(call(page, "POST", "/tables", wanted)["table"]["id"])
    call(page, "POST", f"/tables/{table}/bot", {"bot": "random"})
    call(page, "POST", f"/tables/{table}/start", {})
    page.goto(f"/t/{table}")
    return table


def test_a_person_plays_it_to_the_end_and_looks_back(opened: Opener) -> None:
    page = opened()
    table = _dealt(page)
    chairs = call(page, "GET", f"/tables/{table}")["table"]["chairs"]
    for kind in ("accuse", "accuse", "vote"):
        question = page.locator(f'[data-ask="{kind}"]')
        expect(question.get_by_role("button")).to_have_count(2)
        for other in chairs[1:]:
            expect(question.get_by_role("button", name=other["name"])).to_be_visible()
        question.get_by_role("button", name=chairs[1]["name"]).click()
    page.get_by_role("link", name="replay").click()
    expect(page).to_have_url(f"{page.url.split('/replay')[0]}/replay/{table}-1")
    expect(page.locator("main")).to_contain_text("lantern", ignore_case=True)
    assert call(page, "GET", f"/records/{table}-1")["moves"][0] == [0, {"move": "accuse", "seat": 1}]


def test_it_is_set_up_in_the_lobby_with_bots_that_can_play_it(opened: Opener) -> None:
    page = opened(1440, 900)
    page.goto("/new/lantern")
    page.get_by_role("button", name="Fill with bots").click()
    page.get_by_role("button", name="Deal", exact=True).click()
    expect(page.locator('[data-ask="accuse"]')).to_be_visible()
    expect(page.locator(".banner")).to_have_count(0)


def test_whoever_comes_back_reads_who_left(opened: Opener, server: Server) -> None:
    page = opened()
    wanted = {"ruleset": "lantern", "players": 3, "name": "Ann", "takeover": 0}
    table = str(call(page, "POST", "/tables", wanted)["table"]["id"])
    ben = Client(server.address)
    ben.do(table, "join", name="Ben", seat=1)
    ben.do(table, "ready", contract=ben.table(table)["table"]["contract"])
    call(page, "POST", f"/tables/{table}/bot", {"bot": "random"})
    call(page, "POST", f"/tables/{table}/start", {})
    ben.do(table, "leave")
    page.goto(f"/t/{table}")
    expect(page.locator(".log")).to_contain_text("Ben left. A bot plays for them.")
