"""Every question a seat can be asked, each by itself: it is put in words, can be answered, and is gone then."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Opener
from tests.web.person import Person
from tests.web.scene import ALL, AVALON, Scene, avalon, avalon_fourth

FIVE = ("Ana", "Ben", "Cai", "Dee", "Eva")
ROLES = ["resistance", "spy", "resistance", "spy", "resistance"]


def _plotting(page: Page, *cards: str, leader: int) -> Scene:
    deal: dict[str, Any] = {"roles": ROLES, "leader": leader, "plot": list(cards)}
    return Scene(page, FIVE, ruleset="classic", options={"plot": True}, deal=deal).deal()


def _given(page: Page, card: str) -> Scene:
    """Ben leads and gives the page's player this card."""
    scene = _plotting(page, card, leader=1)
    scene.answer(1, "give", card=card, to=0)
    return scene


def give(page: Page) -> None:
    _plotting(page, "strong-leader", leader=0)


def _given_of_two(page: Page, card: str) -> Scene:
    """The same among seven, where two cards are drawn: Theo gets the other."""
    roles = ["resistance", "spy", "resistance", "spy", "resistance", "spy", "resistance"]
    deal = {"roles": roles, "leader": 1, "plot": [card, "opinion-maker"]}
    scene = Scene(page, AVALON, ruleset="classic", options={"plot": True}, deal=deal).deal()
    scene.answer(1, "give", card="opinion-maker", to=4)
    scene.answer(1, "give", card=card, to=0)
    return scene


def look(page: Page) -> None:
    _given_of_two(page, "overheard-conversation")


def show(page: Page) -> None:
    _given_of_two(page, "open-up")


def take(page: Page) -> None:
    scene = _plotting(page, "opinion-maker", "take-responsibility", leader=1)
    scene.answer(1, "give", card="opinion-maker", to=3)
    scene.propose(1, (0, 2))
    scene.answer(3, "vote", approve=True)
    scene.vote(ALL, (0, 1, 2, 4))
    scene.cards((0, 2))
    scene.answer(2, "give", card="take-responsibility", to=0)


def strong_leader(page: Page) -> None:
    scene = _given(page, "strong-leader")
    scene.propose(1, (1, 2))
    scene.vote(())


def no_confidence(page: Page) -> None:
    scene = _given(page, "no-confidence")
    scene.propose(1, (1, 2))
    scene.vote(ALL)


def spotlight(page: Page) -> None:
    scene = _given_of_two(page, "in-the-spotlight")
    scene.propose(1, (1, 2))
    scene.vote(ALL, (4, 0, 1, 2, 3, 5, 6))


def close_eye(page: Page) -> None:
    scene = _given(page, "keeping-a-close-eye-on-you")
    scene.propose(1, (1, 2))
    scene.vote(ALL)
    scene.cards((1, 2))


def opinion(page: Page) -> None:
    scene = _given(page, "opinion-maker")
    scene.propose(1, (1, 2))


def lady(page: Page) -> None:
    roles = ("percival", "servant", "merlin", "assassin", "morgana", "servant", "minion")
    options = {"lady": True}
    deal = {"roles": list(roles), "leader": 1}  # the Lady begins at the leader's right
    scene = Scene(page, AVALON, ruleset="avalon", roles=["percival", "morgana"], options=options, deal=deal).deal()
    scene.round(1, (1, 2), ALL)
    scene.round(2, (1, 2, 5), ALL)


def loyalty(page: Page) -> None:
    roles = ["servant", "percival", "merlin", "assassin", "morgana", "servant", "minion"]
    options = {"lady": True, "loyalty_card": "manual"}
    deal = {"roles": roles, "leader": 2}
    scene = Scene(page, AVALON, ruleset="avalon", roles=["percival", "morgana"], options=options, deal=deal).deal()
    scene.round(2, (1, 2), ALL)
    scene.round(3, (1, 2, 5), ALL)
    scene.answer(1, "examine", seat=0)


def targeting(page: Page) -> None:
    deal = {"roles": ROLES, "leader": 0}
    Scene(page, FIVE, ruleset="classic", options={"targeting": True}, deal=deal).deal()


def assassination(page: Page) -> None:
    roles = ("assassin", "servant", "merlin", "percival", "morgana", "servant", "minion")
    scene = Scene(
        page, AVALON, ruleset="avalon", roles=["percival", "morgana"], deal={"roles": list(roles), "leader": 1}
    ).deal()
    scene.round(1, (1, 2), ALL)
    scene.round(2, (1, 2, 3), ALL)
    scene.round(3, (1, 2, 3), ALL)


def ballot(page: Page) -> None:
    avalon(page).propose(2, (0, 5, 6))


def card(page: Page) -> None:
    avalon_fourth(page)


QUESTIONS: dict[str, tuple[Callable[[Page], Any], str, str]] = {
    "a ballot": (ballot, "vote", "Shall this team go?"),
    "a quest card": (card, "mission", "Your card for quest 4"),
    "a mission and its team": (targeting, "propose", "Choose a mission, then its team"),
    "plot cards to hand out": (give, "give", "Hand out the plot cards"),
    "Overheard Conversation": (look, "look", "at whom do you look?"),
    "Open Up": (show, "show", "To whom do you show your loyalty?"),
    "Take Responsibility": (take, "take", "which card do you take?"),
    "Strong Leader": (strong_leader, "use", "Use Strong Leader?"),
    "No Confidence": (no_confidence, "use", "Use No Confidence?"),
    "In the Spotlight": (spotlight, "use", "Use In the Spotlight?"),
    "Close Eye": (close_eye, "use", "Use Close Eye?"),
    "Opinion Maker": (opinion, "vote", "Shall this team go?"),
    "the Lady": (lady, "examine", "Whose loyalty do you look at?"),
    "a Loyalty card": (loyalty, "loyalty", "Hand over your Loyalty card"),
    "the Assassin": (assassination, "assassinate", "Who is Merlin?"),
}


@pytest.mark.parametrize("name", QUESTIONS)
@pytest.mark.parametrize("size", [(390, 844), (1440, 900)], ids=["phone", "desktop"])
def test_asked_in_words_answered_and_gone(opened: Opener, name: str, size: tuple[int, int]) -> None:
    prepare, kind, words = QUESTIONS[name]
    page = opened(*size)
    prepare(page)
    code = page.request.get("/api/tables/mine").json()[0]["code"]
    page.goto(f"/t/{code}")
    expect(page.locator(f"[data-ask={kind}]")).to_be_visible()
    expect(page.locator("[data-ask] h2")).to_contain_text(words)
    question = page.request.get(f"/api/tables/{code}/messages").json()[-1]["asks"][0]["id"]
    assert Person(page).answer() == kind
    expect(page.locator("[data-ask] [role=alert]")).to_have_count(0)
    page.wait_for_function(
        """async ([code, id]) => {
            const told = await (await fetch(`/api/tables/${code}/messages`)).json();
            return told.at(-1).asks.every((ask) => ask.id !== id);
        }""",
        arg=[code, question],
    )
