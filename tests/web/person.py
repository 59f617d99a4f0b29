"""Somebody who plays through the page alone: by taps, or by keys."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Error, Locator, Page, Route

from tests.machine import PATIENCE
from tests.web.scene import call

GUARD_MS = 550
TABS = 80
OPEN_ASK = """() => document.querySelector('.veil[role=dialog]') ? 'none'
  : document.querySelector('[data-ask]')?.dataset.ask ?? 'none'"""
# What closes whatever is being shown: the deal, a result, something that only this player has learnt.
SHOWN = ".veil .button.main:not([aria-disabled=true]), .time .button, .scene .button.ready"


class Person:
    """A page at a table. Every answer is given through what the page offers."""

    def __init__(self, page: Page, *, touch: bool = False, fails: int = 0) -> None:
        """`fails`: how many of the first mission cards are fails."""
        self.page = page
        self.touch = touch
        self.fails = fails

    def tap(self, target: Locator) -> None:
        if self.touch:
            target.tap()
        else:
            target.click()

    @property
    def ask(self) -> str:
        """The kind of the open ask; nothing while there is none, or something is shown in front of it."""
        kind = self.page.evaluate(OPEN_ASK)
        return "" if kind == "none" else str(kind)

    @property
    def is_over(self) -> bool:
        return self.page.locator(".end").count() > 0

    def skip(self) -> bool:
        """Skip a reveal or put a card away, if one is shown."""
        button = self.page.locator(SHOWN)
        if not button.count():
            return False
        try:
            self.tap(button.first) if self.touch else button.first.click(timeout=1000)
        except Error:
            return False  # it was over in the meantime
        return True

    def skip_to(self, selector: str) -> None:
        """Close everything that is shown, until this is there with nothing before it."""
        wait_until(self.page, lambda: not self.skip() and self.page.locator(selector).is_visible())

    def answer(self) -> str:
        """Answer the open ask somehow; returns its kind."""
        kind = self.ask
        if kind:
            self.page.wait_for_timeout(GUARD_MS)
            self.give_answer(kind)
        return kind

    def answer_next(self, kind: str) -> None:
        """Close what is shown until this is asked, and answer it."""
        self.skip_to(f"[data-ask={kind}]")
        assert self.answer() == kind

    def give_answer(self, kind: str) -> None:
        """Answer an ask of this kind that has been there for long enough."""
        getattr(self, "_" + kind, self._target)()

    def _vote(self) -> None:
        self.tap(self.page.locator(".ballot.yes"))

    def reject(self) -> None:
        """Vote against the team, twice if the page asks again."""
        self.page.wait_for_timeout(GUARD_MS)
        self.tap(self.page.locator(".ballot.no"))
        guarded = self.page.locator(".ballot.no.guarded")
        if guarded.count():
            self.page.wait_for_timeout(GUARD_MS)  # a double tap is not meant
            self.tap(guarded)

    def _mission(self) -> None:
        cards = self.page.locator("[data-ask] .card")
        self.hold(cards.last if self.fails > 0 else cards.first)
        self.fails -= 1

    def hold(self, card: Locator) -> None:
        """Press a card until it has been held long enough."""
        box = card.bounding_box()
        assert box is not None
        with self._pressed(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2):
            self._wait_out_the_hold()

    def _wait_out_the_hold(self) -> None:
        self.page.wait_for_selector(".card.holding")
        self.page.wait_for_selector(".card.holding", state="detached")

    @contextmanager
    def _pressed(self, x: float, y: float) -> Iterator[None]:
        """A finger, or the mouse's button, is down."""
        if self.touch:
            finger = self.page.context.new_cdp_session(self.page)
            finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
            yield
            finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
            finger.detach()
        else:
            self.page.mouse.move(x, y)
            self.page.mouse.down()
            yield
            self.page.mouse.up()

    def _propose(self) -> None:
        missions = self.page.locator("li.open button, button.sheet.open")
        if missions.count():
            self.tap(missions.first)
        go = self.page.locator("[data-ask] .go")
        while go.get_attribute("aria-disabled") == "true":
            self.tap(self.page.locator("button.seat[aria-pressed=false]").first)
        self.tap(go)

    def _target(self) -> None:
        cards = self.page.locator("[data-ask] button.plot")
        if cards.count():
            self.tap(cards.first)
        go = self.page.locator("[data-ask] .go").first
        if go.get_attribute("aria-disabled") == "true":
            self.tap(self.page.locator("button.seat").first)
        self.tap(go)


class Typist(Person):
    """Somebody without a pointer."""

    def skip(self) -> bool:
        button = self.page.locator(SHOWN).locator("visible=true").and_(self.page.locator(":focus"))
        for _ in range(TABS):
            if not self.page.locator(SHOWN).count():
                return False  # it was over in the meantime
            if button.count():
                self.page.keyboard.press("Enter")
                return True
            self.page.keyboard.press("Tab")
        raise AssertionError("no way by tabs to the button that skips")

    def give_answer(self, kind: str) -> None:
        while self.page.locator("input:focus").count():
            self.page.keyboard.press("Tab")  # else the letters would go into the talk
        super().give_answer(kind)

    def _reach(self, target: Locator) -> None:
        """Tab on until the target has the focus."""
        for _ in range(TABS):
            if target.evaluate("(element) => element === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"no way by tabs to {target}")

    def _vote(self) -> None:
        self.page.keyboard.press("a")
        self.page.keyboard.press("Enter")

    def hold(self, card: Locator) -> None:
        self._reach(card)
        self.page.keyboard.down(" ")
        self._wait_out_the_hold()
        self.page.keyboard.up(" ")

    def _propose(self) -> None:
        self._press_numbers(until_ready=self.page.locator("[data-ask] .go"))
        self.page.keyboard.press("Enter")

    def _press_numbers(self, *, until_ready: Locator) -> None:
        """Choose seats by their numbers, from the first, until the button can be pressed."""
        for key in "1234567890":
            if until_ready.get_attribute("aria-disabled") != "true":
                return
            self.page.keyboard.press(key)

    def _target(self) -> None:
        card = self.page.locator("[data-ask] button.plot").first
        has_cards = card.count() > 0
        if has_cards:
            self._reach(card)
            self.page.keyboard.press("Enter")
        go = self.page.locator("[data-ask] .go").first
        self._press_numbers(until_ready=go)
        if has_cards:
            self._reach(go)  # the focus is still on the card
        self.page.keyboard.press("Enter")


def note_means(page: Page) -> None:
    """From now on the page notes by what it is operated: `touch`, `mouse`, `pen` or `key`."""
    page.add_init_script("""
        window.means = new Set();
        addEventListener('pointerdown', (event) => window.means.add(event.pointerType), true);
        addEventListener('keydown', () => window.means.add('key'), true);
    """)


def means_of(page: Page) -> list[str]:
    """By what the page has been operated."""
    return list(page.evaluate("() => [...window.means]"))


def deal_so(host: Page, code: str, **deal: Any) -> None:
    """Fix what the host will deal. Last of the set-up: the pages do not know of it, and would undo it."""
    settings = settings_of(host, code)
    do(host, code, "settings", settings={**settings, "deal": deal})


def fix_deal(page: Page, path: str, deal: Any) -> None:
    """What the page itself opens at this address of the API is dealt so from now on."""

    def add(route: Route) -> None:
        if route.request.method == "POST":
            route.continue_(post_data={**(route.request.post_data_json or {}), "deal": deal})
        else:
            route.fallback()

    page.route(f"**/api/{path}", add)


def open_ask(page: Page, code: str) -> str:
    """The id of what the server asks the page's visitor first."""
    told = call(page, "GET", f"/tables/{code}/messages")
    return str(told[-1]["asks"][0]["id"])


def wait_for_ask(page: Page, kind: str) -> None:
    """Wait until this is asked, and has been for long enough: a tap too soon was meant for the question before."""
    page.wait_for_selector(f"[data-ask={kind}]")
    page.wait_for_timeout(GUARD_MS)


def wait_until(page: Page, holds: Callable[[], bool]) -> None:
    """Wait for something that takes a request to know: `wait_for_function` takes a promise for a yes."""
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline, "it never came true"
        page.wait_for_timeout(50)


def wait_until_answered(page: Page, code: str, ask: str) -> None:
    """The server has taken an answer: it does not ask this any more."""

    def is_gone() -> bool:
        asks = call(page, "GET", f"/tables/{code}/messages")[-1]["asks"]
        return all(each["id"] != ask for each in asks)

    wait_until(page, is_gone)


def settings_of(page: Page, code: str) -> dict[str, Any]:
    """How the server has a table set up."""
    settings: dict[str, Any] = call(page, "GET", f"/tables/{code}")["table"]["settings"]
    return settings


def quick_game(page: Page, *, leader: int = 0, ruleset: str, players: int) -> str:
    """A recommended table with bots who answer at once, the same game each time; returns the table's code."""
    lines = next(info["lineups"] for info in call(page, "GET", "/rulesets") if info["id"] == ruleset)
    fitting = (each for each in lines if (each["id"], each["players"]) == ("recommended", players))
    line: dict[str, Any] = next(fitting, {})
    wanted = {"ruleset": ruleset, "players": players, "deal": {"leader": leader}, "pace": "instant", "name": "Ana"}
    wanted |= {name: line[name] for name in ("roles", "options") if name in line}
    table = call(page, "POST", "/tables", wanted)["table"]
    call(page, "POST", f"/tables/{table['id']}/bot", {"bot": "random"})
    call(page, "POST", f"/tables/{table['id']}/start", {})
    page.goto(f"/t/{table['code']}")
    page.wait_for_selector(".play")
    return str(table["code"])


def take_turns(people: list[Person], leaving: str = "") -> list[str]:
    """Everybody who is asked something now answers, unless it is of the kind to leave; returns the kinds of asks."""
    asked = [(person, person.ask) for person in people if not person.skip()]
    asked = [(person, kind) for person, kind in asked if kind != leaving]
    people[0].page.wait_for_timeout(GUARD_MS if any(kind for _, kind in asked) else 50)
    answered = []
    for person, kind in asked:
        if kind and person.ask == kind:
            person.give_answer(kind)
            answered.append(kind)
    return answered


def finish(people: list[Person]) -> list[str]:
    """Play until everybody's page shows the end; returns the kinds of asks that were answered."""
    answered: list[str] = []
    deadline = time.monotonic() + 5 * PATIENCE
    while not all(person.is_over for person in people):
        assert time.monotonic() < deadline, f"the game did not end; answered {answered}"
        answered += take_turns(people)
    return answered


def do(page: Page, table: str, command: str, **fields: Any) -> Any:
    """A command by plain request, as the page's own visitor."""
    reply = page.request.post(f"/api/tables/{table}/{command}", data=fields)
    assert reply.ok, reply.text()
    return reply.json()


def gather(pages: list[Page], players: int, **settings: Any) -> str:
    """Seat these pages at one table, the first as host, bots in the other chairs; deal, the same game each time.

    Returns the code.
    """
    names = ("Ana", "Ben", "Cai", "Dee", "Eva", "Flo", "Gus")
    host, *guests = pages
    wanted = {"ruleset": "classic", "players": players, "pace": "instant", "name": names[0], "deal": {"leader": 0}}
    wanted |= settings
    reply = host.request.post("/api/tables", data=wanted)
    assert reply.ok, reply.text()
    table = reply.json()["table"]
    code = str(table["code"])
    for seat, guest in enumerate(guests, 1):
        do(guest, code, "join", name=names[seat], seat=seat)
        do(guest, code, "ready", contract=table["contract"])
    if len(pages) < players:
        do(host, code, "bot", bot="random")
    do(host, code, "start")
    for page in pages:
        page.goto(f"/t/{code}")
        page.wait_for_selector(".play")
    return code
