"""A table for rule cases: each action is a short call, which talks to the referee in JSON lines."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pytest

from turncoat.core.referee import Referee
from turncoat.games import find_game

PLAIN = {
    "classic": ("resistance", "spy"),
    "cards": ("resistance", "spy"),
    "changelings": ("resistant", "changeling"),
    "avalon": ("servant", "minion"),
}
EVIL_SEATS = {5: (1, 3), 6: (1, 3), 7: (1, 3, 5), 8: (1, 3, 5), 9: (1, 3, 5), 10: (1, 3, 5, 7)}
EVIL_ROLES = ("spy", "changeling", "assassin", "minion", "mordred", "morgana", "oberon")
WINDOWS = ("strong-leader", "no-confidence", "spotlight", "close-eye")

CLOSE_EYE = "keeping-a-close-eye-on-you"
NO_CONFIDENCE = "no-confidence"
STRONG_LEADER = "strong-leader"
OPINION_MAKER = "opinion-maker"
RESPONSIBILITY = "take-responsibility"
OVERHEARD = "overheard-conversation"
OPEN_UP = "open-up"
ESTABLISH = "establish-confidence"
SPOTLIGHT = "in-the-spotlight"

Json = dict[str, Any]


def ask(referee: Referee, **request: Any) -> Json:
    """Send one line to the referee and read its answer."""
    answer: Json = json.loads(referee.answer(json.dumps(request)))
    return answer


def refusal_of_new(ruleset: str, players: int, **request: Any) -> str:
    """The code with which a set-up is refused."""
    answer = ask(Referee(find_game), op="new", ruleset=ruleset, players=players, **request)
    assert not answer["ok"], f"{ruleset} with {players} and {request} was accepted"
    code: str = answer["error"]
    return code


def open_table(ruleset: str, players: int, **request: Any) -> Table:
    """A table whose deal is drawn at random."""
    table = Table.__new__(Table)
    table.begin(ruleset=ruleset, players=players, seed="1", **request)
    return table


class Table:
    """A game in progress. Seat 0 leads first and the odd seats are evil unless the case says otherwise."""

    def __init__(
        self,
        ruleset: str = "classic",
        players: int = 5,
        *,
        evil: Sequence[int] | None = None,
        cast: Sequence[str] | None = None,
        roles: Sequence[str] = (),
        leader: int | None = 0,
        plot: Sequence[str] | None = None,
        duty: int | None = None,
        **options: Any,
    ) -> None:
        good, bad = PLAIN[ruleset]
        seats = EVIL_SEATS[players] if evil is None else evil
        dealt = cast or [bad if seat in seats else good for seat in range(players)]
        deal = {"roles": list(dealt), "leader": leader, "plot": plot, "assassin": duty}
        if plot is not None:
            options["plot"] = True
        self.begin(
            ruleset=ruleset,
            players=players,
            roles=list(roles),
            seed="1",
            options=options,
            deal={name: part for name, part in deal.items() if part is not None},
        )

    def begin(self, **request: Any) -> None:
        self.referee = Referee(find_game)
        self.told: list[Json] = []
        self.opening = self._accepted(ask(self.referee, op="new", **request))

    def _accepted(self, answer: Json) -> Json:
        assert answer["ok"], answer
        self.told += answer["events"]
        self.phase: str = answer["phase"]
        self.waiting = [(entry["seat"], entry["kind"]) for entry in answer["asks"]]
        self.events: list[Json] = answer["events"]
        return answer

    # --- what can be seen

    def view(self, seat: int | None = None) -> Json:
        answer = ask(self.referee, op="view", seat=seat)
        assert answer["ok"], answer
        view: Json = answer["view"]
        return view

    def views(self) -> list[Json]:
        return [self.view(seat) for seat in (None, *range(self.players))]

    def __getattr__(self, name: str) -> Any:
        """Fields of the public view: `table.leader`, `table.rejections`, `table.outcome`."""
        if name.startswith("_"):
            raise AttributeError(name)
        return self.view()[name]

    @property
    def players(self) -> int:
        return len(self.record()["deal"]["roles"])

    @property
    def score(self) -> tuple[int, int]:
        score = self.view()["score"]
        return score["good"], score["evil"]

    @property
    def ended(self) -> tuple[str, str] | None:
        """(winner, reason), or None while the game goes on."""
        outcome = self.view()["outcome"]
        return outcome and (outcome["winner"], outcome["reason"])

    def knows(self, seat: int) -> dict[int, str]:
        return {int(other): as_what for other, as_what in self.view(seat)["you"]["knows"].items()}

    def seen(self, seat: int) -> list[Json]:
        seen: list[Json] = self.view(seat)["you"]["seen"]
        return seen

    def asks(self) -> list[Json]:
        answer = ask(self.referee, op="asks")
        assert answer["ok"], answer
        asks: list[Json] = answer["asks"]
        return asks

    def moves(self, seat: int, kind: str) -> list[Json]:
        """The legal answers to a seat's ask."""
        (found,) = [entry["moves"] for entry in self.asks() if (entry["seat"], entry["kind"]) == (seat, kind)]
        moves: list[Json] = found
        return moves

    def record(self) -> Json:
        answer = ask(self.referee, op="record")
        assert answer["ok"], answer
        record: Json = answer["record"]
        return record

    def event(self, name: str) -> Json:
        """The one event of this name that the last move caused."""
        (event,) = [event for event in self.events if event["event"] == name]
        found: Json = event
        return found

    # --- what can be done

    def move(self, seat: int | None, name: str, /, **fields: Any) -> Json:
        move = {"move": name, **_field_names(fields)}
        return self._accepted(ask(self.referee, op="move", seat=seat, move=move))

    def refused(self, seat: int | None, name: str, /, **fields: Any) -> str:
        """The code of a refusal. Also checks that nothing that anybody can see has changed."""
        before = (self.record(), self.asks(), self.views())
        answer = ask(self.referee, op="move", seat=seat, move={"move": name, **_field_names(fields)})
        assert not answer["ok"], f"seat {seat} could {name} {fields}"
        assert set(answer) == {"ok", "error", "message"}
        assert (self.record(), self.asks(), self.views()) == before
        code: str = answer["error"]
        return code

    def propose(self, *team: int, mission: int | None = None) -> Table:
        named = {} if mission is None else {"mission": mission}
        self.move(self.leader, "propose", team=list(team), **named)
        return self

    def vote(self, ballots: str) -> Table:
        """`vote("AARRA")`: the votes of the seats that have to vote, in seat order."""
        owing = [seat for seat, kind in self.waiting if kind == "vote"]
        for seat, ballot in zip(owing, ballots, strict=True):
            self.move(seat, "vote", approve=ballot == "A")
        return self

    def vote_all(self, ballot: str) -> Table:
        """Everybody who has a vote votes the same, Opinion Makers first."""
        while any(kind == "vote" for _, kind in self.waiting):
            self.vote(ballot * len(self.waiting))
        return self

    def cards(self, cards: str) -> Table:
        """`cards("SF")`: the mission cards of the seats that have to play one, in seat order."""
        owing = [seat for seat, kind in self.waiting if kind == "mission"]
        for seat, card in zip(owing, cards, strict=True):
            self.move(seat, "mission", success=card == "S")
        return self

    def approve(self, *team: int, mission: int | None = None) -> Table:
        return self.propose(*team, mission=mission).vote_all("A")

    def reject(self, times: int = 1) -> Table:
        """Propose and reject the first legal team this many times."""
        for _ in range(times):
            self.pass_all()
            first = self.moves(self.leader, "propose")[0]
            self.propose(*first["team"], mission=first.get("mission"))
            self.vote_all("R")
        return self

    def run(self, fails: int = 0, mission: int | None = None) -> Table:
        """A whole mission: everybody approves a team with as many evil members as there are to be fails."""
        self.pass_all()
        evil = [seat for seat, role in enumerate(self.record()["deal"]["roles"]) if role in EVIL_ROLES]
        good = [seat for seat in range(self.players) if seat not in evil]
        size = self.rules["team_sizes"][(mission or self.mission) - 1]
        spare = [*good, *evil[fails:]][: size - fails]
        self.approve(*evil[:fails], *spare, mission=mission).pass_all("no-confidence", "spotlight")
        saboteurs = evil[:fails]
        while self.phase == "mission":
            for seat, _ in list(self.waiting):
                self.move(seat, "mission", success=seat not in saboteurs)
        return self.pass_all("close-eye")

    def pass_all(self, *phases: str) -> Table:
        """Nobody uses a held plot card."""
        while self.phase in (phases or WINDOWS):
            self.move(self.waiting[0][0], "pass")
        return self

    def give(self, card: str, to: int) -> Table:
        self.move(self.leader, "give", card=card, to=to)
        return self

    def use(self, seat: int, card: str, on: int | None = None) -> Table:
        self.move(seat, "use", card=card, **({} if on is None else {"on": on}))
        return self


def _field_names(fields: Mapping[str, Any]) -> Json:
    """Allows `from_` for the field `from`, which is a keyword in Python."""
    return {name.rstrip("_"): value for name, value in fields.items()}


def dealt(hands: list[tuple[str, int]], players: int = 7, leader: int = 0, **more: Any) -> Table:
    """The first leader has drawn these cards and given them to these seats; No Confidence comes next."""
    cards = [card for card, _ in hands]
    left = 3 if players >= 7 else 1
    table = Table(
        players=players,
        leader=leader,
        plot=[*cards, *[NO_CONFIDENCE] * (left - cards.count(NO_CONFIDENCE))],
        **more,
    )
    for card, to in hands:
        table.give(card, to)
    return table


def hand_out(table: Table) -> None:
    """The leader gives everything away; immediate cards are answered by their first legal move."""
    while table.phase == "plot":
        seat, kind = table.waiting[0]
        move = dict(table.moves(seat, kind)[0])
        table.move(seat, move.pop("move"), **move)


def seats(players: Iterable[int] = range(5, 11)) -> pytest.MarkDecorator:
    """Run a case for these numbers of players."""
    return pytest.mark.parametrize("players", list(players))
