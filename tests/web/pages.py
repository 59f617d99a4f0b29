"""Every page of the client in a state worth looking at; the same state each time."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, WebSocketRoute

from tests.web import questions, scene
from tests.web.away import AWAY
from tests.web.person import GUARD_MS, Person, wait_for_ask
from turncoat.client import Client


def home(page: Page) -> None:
    """The start, with a game to remember."""
    scene.avalon_over(page).open()
    page.wait_for_selector(".end")
    page.goto("/")
    page.wait_for_selector(".cta")


def setup(page: Page) -> None:
    """A new table; some have sat down."""
    scene.gathering(page).open()
    page.wait_for_selector(".verdict li")


def voting(page: Page) -> None:
    """Avalon, ballots open."""
    scene.avalon_voting(page).open()
    page.wait_for_selector("[data-ask=vote]")


def held(page: Page) -> None:
    """The role card while it is held."""
    voting(page)
    page.keyboard.down("h")
    page.wait_for_selector(".face")


def choosing(page: Page) -> None:
    """The leader has chosen three of four."""
    scene.classic(page).open()
    wait_for_ask(page, "propose")
    for key in "128":
        page.keyboard.press(key)


def crowded(page: Page) -> None:
    """Ten at one table, with names as long as they come."""
    scene.crowded(page).open()
    page.wait_for_selector("[data-ask=vote]")


def die(page: Page) -> None:
    """Changelings: the die counts the teams that were rejected."""
    scene.changelings(page).open()
    page.wait_for_selector("[data-ask=vote]")


def carding(page: Page) -> None:
    """A quest's card is to be played."""
    scene.avalon_fourth(page).open()
    page.wait_for_selector("[data-ask=mission]")


def history(page: Page) -> None:
    """Walked back to the second team of mission 2."""
    scene.classic(page).open()
    page.wait_for_selector("[data-ask=propose]")
    page.keyboard.press("g")
    for _ in range(3):
        page.keyboard.press("ArrowLeft")


def talk(page: Page) -> None:
    """What was said, and a claim."""
    scene.classic(page).open()
    page.wait_for_selector("[data-ask=propose]")
    page.keyboard.press("t")


def dealt(page: Page) -> None:
    """A card lies face down."""
    deal = {"roles": list(scene.AVALON_ROLES), "leader": 3}
    roles = ["percival", "morgana"]
    table = scene.Scene(page, scene.AVALON, ruleset="avalon", roles=roles, deal=deal, moments=True)
    table.deal().open()
    page.wait_for_selector(".veil .cardback")
    page.wait_for_timeout(1000)


def dealt_face(page: Page) -> None:
    """The card has been turned."""
    dealt(page)
    page.locator(".veil .go").click()
    page.wait_for_selector(".veil .go:not([aria-disabled=true])")


def dealt_ready(page: Page) -> None:
    """The card is put away; others are still reading."""
    dealt_face(page)
    page.locator(".veil .go").click()
    page.wait_for_selector(".veil", state="detached")


def verdict(page: Page) -> None:
    """The ballots have been turned and counted."""
    table = scene.avalon_voting(page).open()
    page.wait_for_selector("[data-ask=vote]")
    table.vote(scene.ALL - {6}, (0, 3, 6))
    page.wait_for_selector(".strong.verdict, .list strong")
    page.wait_for_timeout(700)


def quest(page: Page) -> None:
    """The cards of the fourth quest have turned."""
    table = scene.avalon_fourth(page).open()
    page.wait_for_selector("[data-ask=mission]")
    table.cards((0,))
    page.wait_for_selector(".result h2")
    page.wait_for_timeout(400)


def lady(page: Page) -> None:
    """What the Lady has just shown."""
    table = questions.lady(page).open()
    page.wait_for_selector("[data-ask=examine]")
    table.answer(0, "examine", seat=4)
    page.wait_for_selector("[role=dialog]")
    page.wait_for_timeout(1300)


def shot(page: Page) -> None:
    """Evil has named Merlin."""
    table = questions.assassination(page).open()
    page.wait_for_selector("[data-ask=assassinate]")
    table.answer(0, "assassinate", seat=2)
    page.wait_for_selector(".scene .button.ready")
    page.wait_for_timeout(300)


def notes(page: Page) -> None:
    """Marks and notes of one's own."""
    scene.classic(page).open()
    page.wait_for_selector("[data-ask=propose]")
    page.locator(".talking .pill, nav button").last.click()


def claiming(page: Page) -> None:
    """A claim being made up."""
    talk(page)
    reopen_claim(page)


def reopen_claim(page: Page) -> None:
    """Another layout has another place for talk, and begins there anew."""
    if not page.locator(".maker").count():
        page.locator(".talk form button[type=button]").click()
    page.locator(".maker .row").first.locator("button").last.click()


def lasting(page: Page, find: Callable[[Page], list[str]]) -> list[str]:
    """What is wrong still after things have had time to find their places and colours."""
    found: list[str] = []
    for _ in range(8):
        page.wait_for_timeout(300)
        found = find(page)
        if not found:
            break
    return found


def _menu(page: Page, entry: int | None = None) -> None:
    """The menu of an open table, or what one of its entries leads to."""
    page.locator(".play > header button").last.click()
    if entry is not None:
        page.locator("dialog .body button").nth(entry).click()


def menu(page: Page) -> None:
    """The menu, with a code for another device."""
    voting(page)
    _menu(page)
    page.locator("dialog .body button").nth(-3).click()
    page.wait_for_selector("dialog .code")


def keys(page: Page) -> None:
    voting(page)
    _menu(page, 1)
    page.wait_for_selector("dialog li")


def contract(page: Page) -> None:
    """What everybody has agreed to."""
    voting(page)
    _menu(page, 2)
    page.wait_for_selector("dialog .body > *")


def people(page: Page) -> None:
    """Who sits where, as the host sees it."""
    scene.crowded(page).open()
    _menu(page, 5)
    page.wait_for_selector("dialog li")


def asking(page: Page) -> None:
    """Somebody without a chair asks for one."""
    page.goto(f"/t/{scene.of_others(page, dealt=True)}")
    page.locator(".wait .button").click()
    page.locator("dialog input").fill("Wilhelmine")


def plots(page: Page) -> None:
    """Two plot cards to hand out, one of them chosen."""
    questions.establish(page).open()
    wait_for_ask(page, "give")
    page.locator("button.plot").last.click()


def assassin(page: Page) -> None:
    """Who is Merlin? One seat is chosen."""
    questions.assassination(page).open()
    wait_for_ask(page, "assassinate")
    page.keyboard.press("2")


def confers(page: Page) -> None:
    """Evil confers: an ally points and speaks, and this seat points too."""
    table = questions.confers(page)
    table.do(4, "point", seat=1)
    table.do(3, "chat", text="Bruno let us through.", channel="council")
    table.do(4, "chat", text="Or Inés did.", channel="council")
    table.open()
    page.locator("button.seat").filter(has_text="Inés").click()
    page.wait_for_selector("button.seat[aria-pressed=true]")


def ending(page: Page) -> None:
    """Good has won; the game has been studied."""
    scene.avalon_over(page).open()
    page.wait_for_selector(".end .cards h3")


def replay(page: Page) -> None:
    """A finished game through one seat's eyes, in its middle."""
    table = scene.avalon_over(page)
    page.goto(f"/replay/{table.record}?seat=0")
    page.wait_for_selector(".replay .face")
    for _ in range(30):
        page.keyboard.press("ArrowRight")


def solo(page: Page) -> None:
    """RESIST!, a card chosen."""
    code = scene.alone(page)
    page.goto(f"/solo/{code}")
    page.wait_for_selector("[data-ask=plan]")
    page.locator(".hand .top:not([disabled]), .stub:not(:has(.no))").nth(2).click()


def solo_start(page: Page) -> None:
    page.goto("/solo")
    page.wait_for_selector("section")


def solo_over(page: Page) -> None:
    """RESIST!, played to its end."""
    page.goto(f"/solo/{scene.alone_over(page)}")
    page.wait_for_selector(".end")


def solo_replay(page: Page) -> None:
    """RESIST! looked back on, in its middle."""
    page.goto(f"/solo/replay/{scene.record_of(page, scene.alone_over(page))}")
    page.wait_for_selector(".replay .sentence")
    for _ in range(12):
        page.keyboard.press("ArrowRight")


def board(page: Page) -> None:
    """The public board while the table votes."""
    scene.avalon_voting(page).open("/board/{code}")
    page.wait_for_function("() => Number(document.querySelector('.ring svg')?.getAttribute('height')) > 500")


def pass_round(page: Page) -> None:
    page.goto("/pass-round")
    page.wait_for_selector(".pill")


def handed(page: Page) -> None:
    """The one phone is to be passed on."""
    pass_round(page)
    for field, name in zip(page.locator("main input").all(), scene.CROWD, strict=False):
        field.fill(name)
    page.locator("main .main").click()
    page.wait_for_selector(".hand")


def _unheard_of(socket: WebSocketRoute) -> None:
    """The table's ruleset has a name that the client does not know."""
    server = socket.connect_to_server()
    server.on_message(lambda text: socket.send(str(text).replace('"ruleset":"classic"', '"ruleset":"unheard-of"')))


def generic(page: Page) -> None:
    """A game that the client has no folder for: its moves are buttons."""
    page.route_web_socket("**/socket?*", _unheard_of)
    scene.classic(page).open()
    page.wait_for_selector("[data-ask=propose]")


def learn(page: Page) -> None:
    page.goto("/learn")
    page.wait_for_selector("li")


def _next(page: Page) -> None:
    """On by a step of a lesson, no sooner than it takes a tap."""
    page.locator("footer .main").first.wait_for()
    page.wait_for_timeout(GUARD_MS)
    page.locator("footer .main").first.click()


def first_game_card(page: Page) -> None:
    """The scripted game, where the learner plays a card and has let go of it."""
    page.goto("/first-game")
    for _ in range(4):
        _next(page)
    page.wait_for_timeout(GUARD_MS)
    page.locator("button.card").first.click()
    page.wait_for_selector(".answer")


def first_game(page: Page) -> None:
    """The same, where the learner leads."""
    first_game_card(page)
    Person(page).hold(page.locator("button.card").first)
    _next(page)
    page.wait_for_selector("footer .main[aria-disabled=true]")


def watch(page: Page) -> None:
    page.goto("/watch")
    page.wait_for_selector("main")


def settings(page: Page) -> None:
    page.goto("/settings")
    page.wait_for_selector("select")


def lost(page: Page) -> None:
    page.goto("/t/ZZZZ")
    page.wait_for_selector("h1")


def closed(page: Page) -> None:
    """A table that lets nobody watch."""
    page.goto(f"/t/{scene.of_others(page, dealt=True, watch=False)}")
    page.wait_for_selector("h1")


def full(page: Page) -> None:
    """A table before the deal with every chair taken."""
    page.goto(f"/t/{scene.of_others(page)}")
    page.wait_for_selector(".closed")


def offline(page: Page) -> None:
    voting(page)
    page.context.set_offline(True)
    page.wait_for_selector(".banner")


def reconnecting(page: Page) -> None:
    """The socket was cut, and no new one is to be had."""
    sockets: list[WebSocketRoute] = []

    def connect_once(socket: WebSocketRoute) -> None:
        if sockets:
            socket.close(code=1013)
        else:
            sockets.append(socket)
            socket.connect_to_server()

    page.route_web_socket("**/socket?*", connect_once)
    voting(page)
    sockets[0].close(code=1012)
    page.wait_for_selector(".banner")


def taken(page: Page) -> None:
    """A bot plays the page's chair."""
    table = scene.avalon_voting(page)
    table.do(0, "away")
    table.open()
    page.wait_for_selector(".banner button")


def moved(page: Page) -> None:
    """The chair is played from another device now."""
    table = scene.avalon_voting(page).open()
    code = table.do(0, "transfer")["result"]["code"]
    Client(table.address).do(table.table, "take", code=code)
    page.wait_for_selector(".banner button")


def motion(page: Page) -> None:
    """Somebody asks the table for a pause."""
    table = scene.avalon_voting(page)
    table.do(1, "motion", motion="pause")
    table.open()
    page.wait_for_selector(".banner .other")


PAGES: dict[str, Callable[[Page], None]] = {
    each.__name__: each
    for each in (
        *(home, setup, voting, held, choosing, crowded, die, carding, history, talk, notes, claiming),
        *(dealt, dealt_face, dealt_ready, verdict, quest, lady, shot),
        *(menu, keys, contract, people, asking, plots, assassin, confers, ending, replay),
        *(
            solo,
            solo_start,
            solo_over,
            solo_replay,
            board,
            pass_round,
            handed,
            generic,
            learn,
            first_game,
            first_game_card,
            watch,
            settings,
        ),
        *(lost, closed, full, offline, reconnecting, taken, moved, motion),
    )
} | AWAY
# What a change of layout closes, opened again.
REOPEN: dict[str, Callable[[Page], None]] = {"claiming": reopen_claim}
