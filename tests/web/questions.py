"""Every question a seat can be asked, put to the page's player at a table told beforehand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from playwright.sync_api import Page

from tests.web.scene import ALL, AVALON, AVALON_ROLES, FIVE, ROLES, Scene, avalon, avalon_fourth
from tests.web.wire import Message


def _plotting(page: Page, *cards: str, leader: int) -> Scene:
    deal = {"roles": ROLES, "leader": leader, "plot": cards}
    return Scene(page, FIVE, ruleset="classic", options={"plot": True}, deal=deal).deal()


def _given(page: Page, card: str) -> Scene:
    """Ben leads and gives the page's player this card."""
    return _plotting(page, card, leader=1).answer(1, "give", card=card, to=0)


def _drawn_of_two(page: Page, card: str, leader: int) -> Scene:
    """Among seven two cards are drawn: this one and an Opinion Maker."""
    deal = {"roles": (*ROLES, "spy", "resistance"), "leader": leader, "plot": (card, "opinion-maker")}
    return Scene(page, AVALON, ruleset="classic", options={"plot": True}, deal=deal).deal()


def _given_of_two(page: Page, card: str) -> Scene:
    """Bruno leads and gives the page's player this card; Theo gets the other."""
    scene = _drawn_of_two(page, card, leader=1)
    return scene.answer(1, "give", card="opinion-maker", to=4).answer(1, "give", card=card, to=0)


def _quests(page: Page, roles: tuple[str, ...], leader: int, seconds: int | None = None, **options: Any) -> Scene:
    """Avalon after two quests that held, with so many seconds for each answer."""
    deal = {"roles": roles, "leader": leader}
    clocks = {} if seconds is None else {"clocks": {"default": seconds}}
    wanted: dict[str, Any] = {"ruleset": "avalon", "roles": ["percival", "morgana"], "options": options, **clocks}
    scene = Scene(page, AVALON, deal=deal, **wanted).deal()
    return scene.round(leader, (1, 2), ALL).round(leader + 1, (1, 2, 5), ALL)


def ballot(page: Page) -> Scene:
    return avalon(page).propose(2, (0, 5, 6))


def targeting(page: Page) -> Scene:
    deal = {"roles": ROLES, "leader": 0}
    return Scene(page, FIVE, ruleset="classic", options={"targeting": True}, deal=deal).deal()


def give(page: Page) -> Scene:
    return _plotting(page, "strong-leader", leader=0)


def establish(page: Page) -> Scene:
    """The leader has drawn Establish Confidence: it is acted on, not given."""
    return _drawn_of_two(page, "establish-confidence", leader=0)


def look(page: Page) -> Scene:
    return _given_of_two(page, "overheard-conversation")


def show(page: Page) -> Scene:
    return _given_of_two(page, "open-up")


def take(page: Page) -> Scene:
    """Maud and Theo hold a card each."""
    cards = ("opinion-maker", "strong-leader", "take-responsibility", "no-confidence")
    deal = {"roles": (*ROLES, "spy", "resistance"), "leader": 1, "plot": cards}
    scene = Scene(page, AVALON, ruleset="classic", options={"plot": True}, deal=deal).deal()
    scene.answer(1, "give", card="opinion-maker", to=3).answer(1, "give", card="strong-leader", to=4)
    scene.propose(1, (0, 2)).vote(ALL, (3, 0, 1, 2, 4, 5, 6)).cards((0, 2))
    return scene.answer(4, "pass").answer(2, "give", card="take-responsibility", to=0)


def strong_leader(page: Page) -> Scene:
    return _given(page, "strong-leader").propose(1, (1, 2)).vote(())


def no_confidence(page: Page) -> Scene:
    return _given(page, "no-confidence").propose(1, (1, 2)).vote(ALL)


def spotlight(page: Page) -> Scene:
    return _given_of_two(page, "in-the-spotlight").propose(1, (1, 2)).vote(ALL, (4, 0, 1, 2, 3, 5, 6))


def close_eye(page: Page) -> Scene:
    return _given(page, "keeping-a-close-eye-on-you").propose(1, (1, 2)).vote(ALL).cards((1, 2))


def opinion(page: Page) -> Scene:
    return _given(page, "opinion-maker").propose(1, (1, 2))


def lady(page: Page) -> Scene:
    """The Lady begins at the leader's right."""
    return _quests(page, AVALON_ROLES, leader=1, lady=True)


def loyalty(page: Page) -> Scene:
    roles = ("servant", "percival", *AVALON_ROLES[2:])
    return _quests(page, roles, leader=2, lady=True, loyalty_card="manual").answer(1, "examine", seat=0)


def assassination(page: Page, seconds: int | None = None) -> Scene:
    roles = ("assassin", "servant", "merlin", "percival", "morgana", "servant", "minion")
    return _quests(page, roles, leader=1, seconds=seconds).round(3, (1, 2, 3), ALL)


def confers(page: Page) -> Scene:
    """The same for a Minion, who is asked nothing: Maud is the Assassin, Theo Morgana."""
    roles = ("minion", "servant", "merlin", "assassin", "morgana", "servant", "percival")
    return _quests(page, roles, leader=1).round(3, (1, 2, 5), ALL)


class Question(NamedTuple):
    """How it comes about, what is asked, and the move of somebody who takes the first that is offered."""

    put: Callable[[Page], Scene]
    kind: str
    words: str
    move: Message


CLOSE_EYE = "keeping-a-close-eye-on-you"
QUESTIONS = {
    "a ballot": Question(ballot, "vote", "Send this team?", {"move": "vote", "approve": True}),
    "a quest card": Question(avalon_fourth, "mission", "Your card for quest 4", {"move": "mission", "success": True}),
    "a mission and its team": Question(
        targeting, "propose", "Choose a mission, then its team", {"move": "propose", "mission": 1, "team": [0, 1]}
    ),
    "plot cards to hand out": Question(
        give, "give", "Hand out the plot cards", {"move": "give", "card": "strong-leader", "to": 1}
    ),
    "Overheard Conversation": Question(look, "look", "whose loyalty will you see?", {"move": "look", "at": 1}),
    "Open Up": Question(show, "show", "Who will see your loyalty?", {"move": "show", "to": 1}),
    "Take Responsibility": Question(
        take, "take", "which card will you take?", {"move": "take", "card": "opinion-maker", "from": 3}
    ),
    "Strong Leader": Question(strong_leader, "use", "Use Strong Leader?", {"move": "use", "card": "strong-leader"}),
    "No Confidence": Question(no_confidence, "use", "Use No Confidence?", {"move": "use", "card": "no-confidence"}),
    "In the Spotlight": Question(
        spotlight, "use", "Use In the Spotlight?", {"move": "use", "card": "in-the-spotlight", "on": 1}
    ),
    "Close Eye": Question(close_eye, "use", "Use Close Eye?", {"move": "use", "card": CLOSE_EYE, "on": 1}),
    "Opinion Maker": Question(opinion, "vote", "Send this team?", {"move": "vote", "approve": True}),
    "the Lady": Question(lady, "examine", "Whose loyalty will you check?", {"move": "examine", "seat": 1}),
    "a Loyalty card": Question(loyalty, "loyalty", "Hand over your Loyalty card", {"move": "loyalty", "side": "good"}),
    "the Assassin": Question(assassination, "assassinate", "Who is Merlin?", {"move": "assassinate", "seat": 1}),
}
