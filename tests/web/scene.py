"""Tables whose whole story is told beforehand: the page is one seat, all other people are played from here."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from contextlib import ExitStack
from typing import Any

from playwright.sync_api import Page
from websockets.sync.client import connect

from turncoat.client import Client

Team = tuple[int, ...]


def call(page: Page, method: str, path: str, body: Any = None) -> Any:
    """What the server answers to the page's visitor."""
    reply = page.request.fetch(f"/api{path}", method=method, data=body)
    assert reply.ok, reply.text()
    return reply.json()


def identify(page: Page) -> None:
    """The page's browser gets its identity, as it does when the page is first opened."""
    call(page, "POST", "/visitors/cookie")


def address_of(page: Page) -> str:
    """The server's, as the page knows it."""
    return page.request.get("/health/ready").url.removesuffix("/health/ready")


class Scene:
    """A table of named people, dealt. The first of them is the page's visitor; seats are in the order of names.

    What the deal leaves open follows from the deal and the server's `test_secret`: a scene is the same each time.
    """

    def __init__(self, page: Page, names: Iterable[str], **settings: Any) -> None:
        host, *guests = names
        self.page = page
        wanted = {"players": len(guests) + 1, "name": host, "takeover": 0, **settings}
        self.table = self._mine("POST", "", wanted)["table"]["id"]
        self.code = str(self._mine("GET", f"/{self.table}")["table"]["code"])
        self.address = address_of(page)
        self.others = [Client(self.address) for _ in guests]
        self._sockets: dict[int, ExitStack] = {}
        page.context.on("close", lambda _: self.close())
        for seat, (client, name) in enumerate(zip(self.others, guests, strict=True), 1):
            client.do(self.table, "join", name=name, seat=seat)
            self.come(seat)

    def _mine(self, method: str, path: str, body: Any = None) -> Any:
        return call(self.page, method, f"/tables{path}", body)

    def come(self, seat: int) -> None:
        """Somebody is at the table: a socket is open."""
        where = f"ws{self.address[4:]}/api/tables/{self.table}/socket"
        header = {"authorization": f"Bearer {self.others[seat - 1].token}"}
        stack = self._sockets[seat] = ExitStack()
        stack.enter_context(connect(where, additional_headers=header, ping_interval=None, max_queue=None))

    def leave(self, seat: int) -> None:
        """Somebody's phone has gone to sleep."""
        self._sockets.pop(seat).close()

    def close(self) -> None:
        """Everybody goes home."""
        for seat in list(self._sockets):
            self.leave(seat)

    def do(self, who: int, command: str, **fields: Any) -> Any:
        """A command of one seat."""
        if who:
            return self.others[who - 1].do(self.table, command, **fields)
        return self._mine("POST", f"/{self.table}/{command}", fields)

    def agree(self, *seats: int) -> None:
        """These seats are ready."""
        contract = self._mine("GET", f"/{self.table}")["table"]["contract"]
        for seat in seats:
            self.do(seat, "ready", contract=contract)

    def deal(self) -> Scene:
        """Everybody is ready, and the host deals."""
        self.agree(*range(1, len(self.others) + 1))
        self.do(0, "start")
        return self

    def ask_of(self, seat: int) -> dict[str, Any]:
        """The open ask of a seat."""
        path = f"/{self.table}/messages"
        told = self.others[seat - 1].request("GET", "/api/tables" + path) if seat else self._mine("GET", path)
        asks: list[dict[str, Any]] = told[-1]["asks"]
        assert asks, f"seat {seat} is asked nothing"
        return asks[0]

    def answer(self, who: int, kind: str, **fields: Any) -> Scene:
        """Answer a seat's open ask."""
        self.do(who, "answer", ask=self.ask_of(who)["id"], move={"move": kind, **fields})
        return self

    def propose(self, leader: int, team: Team) -> Scene:
        """The leader names a team."""
        return self.answer(leader, "propose", team=sorted(team))

    def vote(self, yes: Collection[int], voters: Iterable[int] | None = None) -> Scene:
        """These seats vote, all of them unless some are named; those in `yes` approve."""
        for seat in range(len(self.others) + 1) if voters is None else voters:
            self.answer(seat, "vote", approve=seat in yes)
        return self

    def cards(self, team: Team, fails: Collection[int] = ()) -> Scene:
        """The team plays its cards."""
        for seat in team:
            self.answer(seat, "mission", success=seat not in fails)
        return self

    def round(self, leader: int, team: Team, yes: Collection[int], fails: Collection[int] = ()) -> Scene:
        """A proposal, its vote and, if most approve, its mission."""
        self.propose(leader, team).vote(yes)
        return self.cards(team, fails) if 2 * len(yes) > len(self.others) + 1 else self

    @property
    def record(self) -> str:
        """The name of the finished game's record."""
        return record_of(self.page, self.table)

    def open(self, path: str = "/t/{code}") -> Scene:
        """The page looks at the table."""
        self.page.goto(path.format(code=self.code))
        self.page.wait_for_selector(".play, .board, .end, .verdict li")
        return self


def alone(page: Page, deal: int = 1) -> str:
    """A numbered deal of RESIST!; the code of its table."""
    return str(call(page, "POST", "/solo", {"deal": deal})["table"]["code"])


def alone_over(page: Page, deal: int = 1) -> str:
    """The same, played to its end by taking the first of everything."""
    code = alone(page, deal)
    while asks := call(page, "GET", f"/tables/{code}/messages")[-1]["asks"]:
        ask = asks[0]
        call(page, "POST", f"/tables/{code}/answer", {"ask": ask["id"], "move": _first_move(ask)})
    return code


def _first_move(ask: dict[str, Any]) -> Any:
    if moves := ask.get("moves"):
        return moves[0]
    pick = ask["picks"][0]
    return {**pick["move"], pick["field"]: pick["of"][: pick["count"]]}


def record_of(page: Page, code: str) -> str:
    """The name of the last finished game at a table."""
    return str(call(page, "GET", f"/tables/{code}")["table"]["records"][-1])


AVALON = ("Ana", "Bruno", "Inés", "Maud", "Theo", "Léa", "Samir")
AVALON_ROLES = ("percival", "servant", "merlin", "assassin", "morgana", "servant", "minion")
ALL = frozenset(range(10))
FIVE = ("Ana", "Ben", "Cai", "Dee", "Eva")
ROLES = ("resistance", "spy", "resistance", "spy", "resistance")


def gathering(page: Page) -> Scene:
    """A table before the deal: most are ready, one still reads, two chairs are free."""
    scene = Scene(
        page,
        AVALON[:5],
        players=7,
        ruleset="avalon",
        roles=["percival", "morgana", "mordred"],
        options={"lady": True},
        clocks={"default": 90},
    )
    scene.agree(1, 2, 4)
    return scene


def avalon(page: Page, roles_dealt: tuple[str, ...] = AVALON_ROLES) -> Scene:
    """The table of the drawings: quest 3, two teams rejected, the Lady with Theo, Inés about to lead."""
    scene = Scene(
        page,
        AVALON,
        ruleset="avalon",
        roles=["percival", "morgana"],
        options={"lady": True},
        deal={"roles": list(roles_dealt), "leader": 3},
        clocks={"default": 600},
    ).deal()
    scene.round(3, (3, 4), {3, 4, 6})
    scene.round(4, (0, 5), ALL - {3, 7, 8, 9} - {6})
    scene.round(5, (1, 3, 5), {1, 3, 5})
    scene.round(6, (0, 3, 6), {0, 3, 4, 6}, fails={3})
    scene.answer(2, "examine", seat=4)
    scene.round(0, (0, 1, 5), {0, 1, 2})
    scene.round(1, (0, 1, 2), {0, 1, 2})
    return scene


def avalon_voting(page: Page) -> Scene:
    """Inés sends Léa, Samir and the page's player; four ballots are in; Maud is away."""
    scene = avalon(page)
    scene.propose(2, (0, 5, 6))
    for seat, words in ((1, "I trust Léa."), (5, "Send us, then."), (4, "Samir smiled at quest 2.")):
        scene.do(seat, "chat", text=words)
    scene.vote(ALL, (1, 2, 4, 5))
    scene.leave(3)
    return scene


def avalon_fourth(page: Page) -> Scene:
    """Quest 3 has succeeded and the fourth team goes: one card is left to play, the page's."""
    scene = avalon_voting(page)
    scene.come(3)
    scene.vote(ALL, (0, 3, 6))
    scene.cards((0, 5, 6))
    scene.answer(4, "examine", seat=1)
    scene.propose(3, (0, 1, 5, 6))
    scene.vote(ALL)
    scene.cards((1, 5, 6), fails={6})
    return scene


def avalon_over(page: Page) -> Scene:
    """Three quests held; the Assassin names Léa, and Merlin was Inés."""
    scene = avalon_fourth(page)
    scene.cards((0,))
    scene.answer(3, "assassinate", seat=5)
    return scene


CLASSIC = ("Ana", "Oskar", "Priya", "Jun", "Dalia", "Felix", "Rosa", "Tomas")
CLASSIC_ROLES = ("resistance", "resistance", "spy", "resistance", "resistance", "spy", "resistance", "spy")


def classic(page: Page) -> Scene:
    """The table of the drawings: mission 3, two teams rejected, the page's player leads."""
    scene = Scene(
        page,
        CLASSIC,
        ruleset="classic",
        deal={"roles": list(CLASSIC_ROLES), "leader": 2},
        clocks={"default": 600},
    ).deal()
    scene.round(2, (1, 2, 3), {1, 2, 3, 5})
    scene.round(3, (0, 2, 3), {0, 1, 2, 3, 6, 7})
    scene.round(4, (0, 4, 6, 7), {4, 6, 7})
    scene.round(5, (0, 2, 3, 5), {0, 1, 2, 3, 5}, fails={5})
    scene.do(7, "chat", text="I rejected it. Nobody asked why.")
    scene.do(2, "chat", text="One of Felix, Jun and me played that fail. It wasn't me.")
    scene.do(5, "claim", claim={"claim": "suspect", "seat": 2})
    scene.do(3, "chat", text="You two fight it out. I'd send nobody from 2.2.")
    scene.round(6, (0, 1, 6, 7), {0, 1, 6})
    scene.round(7, (0, 1, 4, 7), {0, 4, 7})
    return scene


def changelings(page: Page) -> Scene:
    """Two teams rejected, the third is voted on."""
    scene = Scene(page, CLASSIC[:7], ruleset="changelings", deal={"leader": 0}).deal()
    return scene.round(0, (0, 1), {0}).round(1, (1, 2), {1}).propose(2, (0, 2))


CROWD = (
    *("Ana", "Bartholomew", "Constantina", "Wolfgang", "Evangelina"),
    *("Maximiliane", "Guillermina", "Theodora", "Montgomery", "Wilhelmine"),
)
# Names as they stand on the pages, the reader's own too.
NAMES = sorted({*AVALON, *CLASSIC, *CROWD, *FIVE, "You", "Tú", "Toi"})


def crowded(page: Page) -> Scene:
    """Ten people with long names vote on the fifth team of a quest."""
    scene = Scene(
        page,
        CROWD,
        ruleset="avalon",
        roles=["percival", "morgana", "mordred", "oberon"],
        options={"lady": True},
        deal={"leader": 0},
    ).deal()
    for leader in range(4):
        scene.round(leader, (leader, 4, 9), {4, 9})
    scene.propose(4, (4, 5, 9))
    return scene


def of_others(page: Page, *, dealt: bool = False, **settings: Any) -> str:
    """A table of five, full of others: the page's visitor has no chair. Its code."""
    host = Client(address_of(page))
    wanted = {"ruleset": "classic", "players": 5, "name": "Ben", "deal": {"leader": 0}, **settings}
    code = str(host.request("POST", "/api/tables", wanted)["table"]["code"])
    host.do(code, "bot", bot="random")
    if dealt:
        host.do(code, "start")
    return code
