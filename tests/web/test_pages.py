"""What holds on every page: no accessibility violation, nothing cut or overlapping, no secret, quick to load."""

from __future__ import annotations

import gzip
import json
import re
import time
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import ROOT, Opener
from tests.web.pages import PAGES
from tests.web.person import Person, quick_game

LOOK = Path(__file__).with_name("look.js")
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
SIZES = {"small phone": (360, 640), "tablet": (768, 1024), "desktop": (1440, 900)}
LOCALES = ("en-GB", "es-ES", "fr-FR")


def _violations(page: Page) -> list[str]:
    page.evaluate(AXE.read_text(encoding="utf-8"))
    result = page.evaluate("() => axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{found['id']}: {node['target']} {node.get('failureSummary', '')[:200]}"
        for found in result["violations"]
        for node in found["nodes"][:3]
    ]


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_axe_finds_nothing(opened: Opener, name: str, scheme: str) -> None:
    page = opened(1440, 900, color_scheme=scheme, reduced_motion="reduce", bypass_csp=True)
    PAGES[name](page)
    page.wait_for_timeout(200)
    assert _violations(page) == []


@pytest.mark.long  # every page in three sizes and three languages takes minutes
@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_cut_or_overlaps(opened: Opener, name: str, size: str) -> None:
    width, height = SIZES[size]
    if name == "board" and width < 1000:
        pytest.skip("the board is for big screens")
    problems = {}
    for locale in LOCALES:
        page = opened(width, height, locale=locale, reduced_motion="reduce")
        PAGES[name](page)
        page.wait_for_timeout(200)
        if found := page.evaluate(LOOK.read_text(encoding="utf-8")):
            problems[locale] = found
        page.context.close()
    assert problems == {}


def test_no_other_role_is_in_the_page_the_store_or_the_socket(opened: Opener) -> None:
    page = opened()
    received: list[str] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: received.append(str(frame))))
    roles = ["merlin", "servant", "percival", "servant", "assassin", "morgana", "minion"]
    table = page.request.post(
        "/api/tables",
        data={
            "ruleset": "avalon",
            "players": 7,
            "roles": ["percival", "morgana"],
            "deal": {"roles": [roles[1], roles[0], *roles[2:]]},
            "pace": "instant",
            "name": "Ana",
        },
    ).json()["table"]
    code = table["code"]
    assert page.request.post(f"/api/tables/{code}/bot", data={"bot": "random"}).ok
    assert page.request.post(f"/api/tables/{code}/start", data={}).ok
    page.goto(f"/t/{code}")
    page.wait_for_selector(".play")
    me = Person(page)
    for _ in range(12):
        if not me.skip():
            me.answer()
        page.wait_for_timeout(40)
    if me.is_over:
        pytest.skip("the bots lost too soon")
    words = re.compile(r"merlin|percival|assassin|morgana|minion", re.IGNORECASE)
    kept = page.evaluate("() => JSON.stringify({...localStorage}) + JSON.stringify({...sessionStorage})")
    assert not words.search(page.content())
    assert not words.search(kept)
    assert received
    for frame in received:
        _check_secret(json.loads(frame))


def _check_secret(message: dict[str, Any]) -> None:
    """A servant's messages tell its own role, and which roles are in play; nothing else about roles."""
    view = message.get("view") or {}
    whole = view.get("set", view) if message["type"] == "update" else view
    if you := whole.get("you"):
        assert (you["role"], you["knows"]) == ("servant", {})
    assert not whole.get("roles")
    for event in message.get("events", ()):
        assert event["event"] not in ("over", "loyalty", "card-seen")
        if event["event"] == "role":
            assert event["seat"] == 0


def _first_load(root: Path) -> dict[str, int]:
    """The scripts that the page asks for before anything is clicked, with their compressed sizes."""
    page = (root / "index.html").read_text(encoding="utf-8")
    names = set(re.findall(r'(?:src|href)="/(assets/[^"]+\.js)"', page))
    names |= {f"assets/{path.name}" for path in (root / "assets").glob("en-*.js")}
    todo = list(names)
    while todo:
        text = (root / todo.pop()).read_text(encoding="utf-8")
        found = {f"assets/{name}" for name in re.findall(r'(?:from|import)"\./([^"]+\.js)"', text)}
        todo += found - names
        names |= found
    return {name: len(gzip.compress((root / name).read_bytes(), 9)) for name in sorted(names)}


def test_the_first_load_is_small(server: Any) -> None:
    sizes = _first_load(ROOT / "src" / "turncoat" / "web")
    assert sum(sizes.values()) <= 80 * 1024, sizes


@pytest.mark.long  # it measures time, and so needs a quiet machine
def test_playable_within_two_seconds_on_a_slow_line(opened: Opener) -> None:
    page = opened()
    client = page.context.new_cdp_session(page)
    client.send("Network.enable")
    client.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 100_000},
    )
    start = time.monotonic()
    page.goto("/", wait_until="commit")
    page.get_by_role("button", name="Play now with bots").wait_for()
    assert time.monotonic() - start <= 2.0


def test_a_new_version_is_offered_and_never_forced(opened: Opener) -> None:
    page = opened()
    page.route("**/version.json", lambda route: route.fulfill(json={"version": "old"}))
    page.goto("/")
    page.wait_for_timeout(300)
    page.unroute("**/version.json")
    page.route("**/version.json", lambda route: route.fulfill(json={"version": "new"}))
    page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.get_by_text("A new version is here.")).to_be_visible()


def test_reveals_take_the_same_time_whatever_is_inside(opened: Opener) -> None:
    page = opened(reduced_motion="reduce")
    quick_game(page, ruleset="classic", players=5)
    me = Person(page)
    times: list[float] = []
    while len(times) < 2 and not me.is_over:
        if page.locator(".reveal").count():
            start = time.monotonic()
            page.wait_for_selector(".reveal", state="detached")
            times.append(time.monotonic() - start)
        elif page.locator(".time").count():
            me.skip()
        elif not me.answer():
            page.wait_for_timeout(20)
    for seconds in times:
        assert 3.5 < seconds < 4.6
