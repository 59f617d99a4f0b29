"""On the ring nothing lies on anything else: names, words, hands and the middle, for 5 to 10 players."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.web.conftest import Opener
from tests.web.person import wait_for_ask
from tests.web.scene import Scene, call

OVERLAP = (Path(__file__).parent / "overlap.js").read_text(encoding="utf-8")
SIZES = [(360, 640), (390, 844), (768, 1024), (1440, 900), (1920, 1080)]
NAMES = ("Ana", "Bruno", "Inés", "Maud", "Theo", "Léa", "Samir", "Konstantin", "Gwendolyn", "Wilhelmine")
SPOTLIGHT = ["in-the-spotlight", "opinion-maker", "opinion-maker"]


def _table(page: Page, players: int, ruleset: str, leader: int, **settings: object) -> Scene:
    roles = ["percival", "morgana"] if ruleset == "avalon" else []
    deal = {"leader": leader, **settings.pop("deal", {})}  # type: ignore[dict-item]
    return Scene(page, NAMES[:players], ruleset=ruleset, roles=roles, deal=deal, **settings).deal()


def _first_team(page: Page, scene: Scene) -> tuple[int, ...]:
    view = call(page, "GET", f"/tables/{scene.table}/messages")[0]["view"]
    return tuple(range(view["rules"]["team_sizes"][0]))


def _picking(page: Page, players: int, ruleset: str) -> None:
    """The page's player leads and has chosen all but one."""
    scene = _table(page, players, ruleset, leader=0)
    team = _first_team(page, scene)
    scene.open()
    wait_for_ask(page, "propose")
    for seat in team[:-1]:
        page.locator("button.seat").filter(has_text=NAMES[seat] if seat else "You").first.click()


def _voting(page: Page, players: int, ruleset: str) -> None:
    """Somebody leads and is on the team, and a bot plays for two who are away."""
    scene = _table(page, players, ruleset, leader=1)
    for seat in (2, players - 1):
        scene.do(seat, "away")
    scene.propose(1, _first_team(page, scene)).open()
    page.wait_for_selector("[data-ask=vote]")


def _waiting(page: Page, players: int, ruleset: str) -> None:
    """Somebody else leads and has not chosen yet."""
    _table(page, players, ruleset, leader=players // 2).open()
    page.wait_for_selector(".wait")


STATES: dict[str, Callable[[Page, int, str], None]] = {"picking": _picking, "voting": _voting, "waiting": _waiting}


def _found(page: Page) -> dict[tuple[int, int], list[str]]:
    """What lies on what at each size, once the page has come to rest."""
    found = {}
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        problems: list[str] = []
        for _ in range(5):
            page.wait_for_timeout(150)
            # A phone that is too low for a ring of ten has a list instead.
            problems = page.evaluate(OVERLAP) if page.locator(".ring").count() else []
            if not problems:
                break
        if problems:
            found[width, height] = problems
    return found


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("ruleset", ["classic", "avalon"])
@pytest.mark.parametrize("players", range(5, 11))
def test_nothing_lies_on_anything_else(opened: Opener, players: int, ruleset: str, state: str) -> None:
    page = opened(reduced_motion="reduce")
    STATES[state](page, players, ruleset)
    assert _found(page) == {}


def test_a_plot_card_in_the_open_is_told_above_the_sheet(opened: Opener) -> None:
    """The word under one's own seat used to end under the question."""
    page = opened(reduced_motion="reduce")
    scene = _table(page, 7, "classic", leader=1, options={"plot": True}, deal={"plot": SPOTLIGHT})
    scene.answer(1, "give", card="opinion-maker", to=4).answer(1, "give", card="in-the-spotlight", to=0)
    scene.propose(1, (1, 2)).open()
    scene.vote(range(7), (4,))
    page.wait_for_selector("[data-ask=vote]")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(300)
        words = page.locator(".seat").filter(has_text="You").locator(".status").bounding_box()
        sheet = page.locator("section.sheet").bounding_box()
        assert words is not None
        assert sheet is not None
        assert words["y"] + words["height"] <= sheet["y"] + 1 or words["x"] > sheet["x"] + sheet["width"], (
            width,
            height,
        )


LONG_NAMES = (
    *("Bartholomew Wolfgang", "Maximiliane-Theodora", "Cai", "Constantina Eugenia", "Eva"),
    *("Flo", "Guillermina Victoria", "Hal", "Ida", "Wilhelmine-Charlotte"),
)
# Rows of the list of seats that are not whole above the sheet, and names in more than one line.
BROKEN_ROWS = """() => {
  const sheet = document.querySelector('.foot').getBoundingClientRect();
  const hidden = [...document.querySelectorAll('.list .seat')].filter(
    (seat) => seat.getBoundingClientRect().bottom > sheet.top + 1);
  const broken = [...document.querySelectorAll('.list .whole')].filter(
    (name) => name.offsetHeight > 1.6 * parseFloat(getComputedStyle(name).fontSize));
  return [...hidden, ...broken].map((each) => each.innerText);
}"""


def test_ten_long_names_keep_to_their_lines_on_the_smallest_phone_with_their_votes(opened: Opener) -> None:
    """A name beside a vote was broken into four lines, and the last row lay under what just happened."""
    page = opened(360, 640, reduced_motion="reduce")
    scene = Scene(page, LONG_NAMES, ruleset="classic", deal={"leader": 9}).deal()
    scene.propose(9, (0, 1, 6)).open()
    page.wait_for_selector("[data-ask=vote]")
    assert page.evaluate(BROKEN_ROWS) == []
    scene.vote(range(8))
    page.wait_for_selector(".time")
    page.wait_for_timeout(2600)
    assert page.evaluate(BROKEN_ROWS) == []
