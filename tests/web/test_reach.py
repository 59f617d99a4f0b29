"""At every prompt and moment: what can be acted on lies under nothing else, and its words can be read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.web import pages, questions, scene
from tests.web.conftest import Opener
from tests.web.person import wait_for_ask
from tests.web.scene import ALL, Scene, call
from tests.web.test_pages import TWICE_THE_SIZE

REACH = (Path(__file__).parent / "reach.js").read_text(encoding="utf-8")
SIZES = [(360, 640), (390, 844), (768, 1024), (1440, 900), (1920, 1080)]
LONG = ("Wilhelmina Braun", "MrsBartholomew42", "Maximiliana Vogt", "Constantina III", "Evangelina Rossi")
MORE = ("Guillermina Paz", "Montgomery Clift", "Theodora van Dyk", "Bartholomew Jr.", "Wolfgang Amadeus")


def _ten(page: Page) -> None:
    """Ten people with sixteen letters each; the page's player hands out three plot cards."""
    plot = ["keeping-a-close-eye-on-you", "no-confidence", "overheard-conversation"]
    deal = {"leader": 0, "plot": plot}
    Scene(page, (*LONG, *MORE), ruleset="classic", options={"plot": True}, deal=deal).deal().open()
    wait_for_ask(page, "give")
    page.locator("button.plot").first.click()


def _question(name: str) -> Callable[[Page], None]:
    def put(page: Page) -> None:
        question = questions.QUESTIONS[name]
        question.put(page).open()
        page.wait_for_selector(f"[data-ask={question.kind}]")

    return put


STATES: dict[str, Callable[[Page], None]] = {
    "ten": _ten,
    **{name: _question(name) for name in ("a ballot", "a quest card", "In the Spotlight", "the Lady", "the Assassin")},
    **{
        name: pages.PAGES[name]
        for name in (
            "voting",
            "choosing",
            "crowded",
            "talk",
            "dealt",
            "dealt_face",
            "dealt_ready",
            "verdict",
            "lady",
            "shot",
        )
    },
}


def _out_of_reach(page: Page) -> list[str]:
    found: list[str] = page.evaluate(REACH)
    return found


@pytest.mark.parametrize("name", STATES)
def test_whatever_can_be_pressed_is_in_reach_and_readable(opened: Opener, name: str) -> None:
    page = opened(reduced_motion="reduce")
    STATES[name](page)
    found = {}
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for scheme in ("dark", "light"):
            page.emulate_media(color_scheme=scheme)
            page.wait_for_selector(f"html[data-theme$=-{scheme}]")
            if problems := pages.lasting(page, _out_of_reach):
                found[width, height, scheme] = problems
    assert found == {}


def _found(page: Page) -> dict[tuple[int, int], list[str]]:
    found = {}
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        if problems := pages.lasting(page, _out_of_reach):
            found[width, height] = problems
    return found


@pytest.mark.long
@pytest.mark.parametrize("letters", ["usual", "doubled"])
@pytest.mark.parametrize("name", questions.QUESTIONS)
def test_every_question_is_in_reach_with_the_longest_names(
    opened: Opener, monkeypatch: pytest.MonkeyPatch, name: str, letters: str
) -> None:
    monkeypatch.setattr(questions, "FIVE", LONG)
    monkeypatch.setattr(questions, "AVALON", (*LONG, *MORE[:2]))
    monkeypatch.setattr(scene, "AVALON", (*LONG, *MORE[:2]))
    page = opened(reduced_motion="reduce")
    if letters == "doubled":
        page.add_init_script(TWICE_THE_SIZE)
    _question(name)(page)
    assert _found(page) == {}


@pytest.mark.long
@pytest.mark.parametrize("kind", ["vote", "propose", "mission"])
@pytest.mark.parametrize("players", range(5, 11))
def test_what_every_game_asks_is_in_reach_for_every_number_of_players(opened: Opener, players: int, kind: str) -> None:
    page = opened(reduced_motion="reduce")
    deal = {"leader": 0 if kind == "propose" else 1}
    table = Scene(page, (*LONG, *MORE)[:players], ruleset="avalon", roles=["percival", "morgana"], deal=deal).deal()
    if kind != "propose":
        view = call(page, "GET", f"/tables/{table.table}/messages")[0]["view"]
        table.propose(1, tuple(range(view["rules"]["team_sizes"][0])))
    if kind == "mission":
        table.vote(ALL)
    table.open()
    page.wait_for_selector(f"[data-ask={kind}]")
    assert _found(page) == {}
