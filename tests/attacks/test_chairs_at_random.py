"""Item 3 of the threat model, as a property: whatever people do, no chair goes to anybody by a road that is not agreed.

The test keeps its own account of who made which code, who agreed to what, and who was last seen when. It compares every
change of an owner during a game with that account, not with the server's own rules.
"""

from __future__ import annotations

import hashlib
import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from turncoat.core import Refused
from turncoat.server.tables import commands, entries
from turncoat.server.tables.answers import AlreadyDone
from turncoat.server.tables.decisions import Context, Decision, decide, normal_settings, review_requests
from turncoat.server.tables.settings import Settings
from turncoat.server.tables.table_state import TableState

STEPS = 120
CHAIRS = 5
VISITORS = tuple(f"visitor {number}" for number in range(7))
MINUTE = 60_000


class Table:
    """A table without a server: everybody does anything at any time, and everything is written down."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.now = 1_000_000
        self.here: set[str] = set()
        self.last_seen: dict[str, int] = {}
        self.makers: dict[str, str] = {}
        self.asked: dict[int, int] = {}
        self.agreed: dict[int, set[str]] = {}
        self.trace: list[str] = []
        self.handed_over = 0
        wanted = Settings(ruleset="classic", players=CHAIRS, public=chance.random() < 0.8)
        opened = entries.Opened(
            at=self.now,
            id="t",
            code="BCDF",
            host=VISITORS[0],
            settings=normal_settings(wanted, fixed_deals=False),
            secret="00" * 32,
        )
        self.state = TableState(opened)
        self.state.apply(opened)

    @property
    def owners(self) -> list[str | None]:
        return [chair.visitor for chair in self.state.table.chairs]

    def context(self, visitor: str) -> Context:
        present = frozenset(seat for seat, owner in enumerate(self.owners) if owner in self.here)
        secret = hashlib.sha256(repr(self.chance.random()).encode()).hexdigest()
        return Context(self.state, visitor, self.now, lambda *_: secret, find_present=lambda: present)

    def people_come_and_go(self) -> None:
        self.here.symmetric_difference_update(who for who in VISITORS if self.chance.random() < 0.15)
        self.now += self.chance.choice((0, 1000, 30_000, 61_000))
        for who in self.here:
            self.last_seen[who] = self.now

    def apply(self, decision: Decision, by: str, command: Any = None) -> None:
        before, game = self.owners, self.state.table.game
        playing = self.state.table.status == "playing"
        wanted = {motion.id: motion for motion in self.state.table.motions}
        for entry in decision.entries:
            self.state.apply(entry)
        for motion in self.state.table.motions:
            self.asked.setdefault(motion.id, self.now)
        if not playing or self.state.table.status != "playing" or self.state.table.game != game:
            return
        for seat, (old, new) in enumerate(zip(before, self.owners, strict=True)):
            if new is not None and new != old:
                self.handed_over += 1
                self.check(seat, old, new, by, before, command, wanted)

    def check(
        self, seat: int, old: str | None, new: str, by: str, before: list[str | None], command: Any, wanted: Any
    ) -> None:
        """The roads by which a chair may get a new owner during a game."""
        story = "\n".join(self.trace[-40:])
        assert new not in before, f"{new} had a chair already\n{story}"
        if isinstance(command, commands.TakeChair):
            assert self.makers[command.code] == old, f"a code of {self.makers[command.code]} moved {old}\n{story}"
            return
        (motion,) = (one for one in wanted.values() if one.seat == seat and one.kind in ("recover", "substitute"))
        agreed = self.agreed.get(motion.id, set())
        people = {owner for owner in before if owner is not None}
        assert new not in agreed
        if old is None:
            assert len(people) > 1, f"alone with bots\n{story}"
            assert agreed >= people, f"not everybody consented\n{story}"
        elif old in self.here:
            assert old in agreed, f"a connected owner did not consent\n{story}"
        elif old not in agreed:
            others = (people & (self.here | {by})) - {old}
            assert others, f"nobody else is connected\n{story}"
            assert agreed >= others, f"somebody connected did not consent\n{story}"
            assert self.now - max(self.last_seen.get(old, 0), self.asked[motion.id]) >= MINUTE, f"no minute\n{story}"

    def send(self, visitor: str, command: Any) -> None:
        self.trace.append(f"{self.now} {visitor} {command} here={sorted(self.here)} owners={self.owners}")
        try:
            decision = decide(self.context(visitor), command)
        except (Refused, AlreadyDone) as refusal:
            self.trace.append(f"  {type(refusal).__name__} {refusal}")
            return
        if isinstance(command, commands.MakeTransferCode):
            self.makers[decision.result["code"]] = visitor
        if isinstance(command, commands.VoteOnMotion):
            votes = self.agreed.setdefault(command.motion, set())
            (votes.add if command.agree else votes.discard)(visitor)
        self.apply(decision, visitor, command)

    def look(self) -> None:
        """What the automation does after every change."""
        for _ in range(20):
            decision = review_requests(self.context(""), calm=True)
            if not decision.entries:
                return
            self.apply(decision, "")

    def anything(self) -> Any:
        """A command, of any kind, with any fields that are well formed."""
        chance, table = self.chance, self.state.table
        seat = chance.randrange(CHAIRS)
        name = f"N{chance.randrange(1000)}"
        motion = chance.choice([one.id for one in table.motions] or [1])
        likely = [
            commands.OpenMotion(motion=chance.choice(("recover", "substitute")), seat=seat, name=name),
            commands.VoteOnMotion(motion=motion, agree=chance.random() < 0.95),
            commands.VoteOnMotion(motion=motion),
            commands.Join(name=name),
            commands.SeatBot(bot="random"),
            commands.Ready(contract=table.contract),
            commands.Start(),
        ]
        others = [
            commands.Leave(),
            commands.ChangeChair(seat=seat),
            commands.Rename(name=name),
            commands.Kick(seat=seat),
            commands.Lock(locked=chance.random() < 0.3),
            commands.Shuffle(),
            commands.MakeHost(seat=seat),
            commands.SeatBot(bot=chance.choice(("random", None)), seat=seat),
            commands.ChangeSettings(settings=table.settings),
            commands.Undo(),
            commands.Redo(),
            commands.Rematch(),
            commands.MakeTransferCode(),
            commands.TakeChair(code=chance.choice(list(self.makers) or ["BCDF-222222"])),
            commands.Invite(),
            commands.OpenMotion(motion=chance.choice(("pause", "resume"))),
            commands.Away(),
            commands.Back(),
        ]
        return chance.choice(likely if chance.random() < 0.6 else others)


def play(chance: random.Random) -> Table:
    table = Table(chance)
    for visitor in VISITORS[: chance.randrange(1, 4)]:
        table.send(visitor, commands.Join(name=visitor))
    table.send(VISITORS[0], commands.SeatBot(bot="random"))
    for visitor in VISITORS[:4]:
        table.send(visitor, commands.Ready(contract=table.state.table.contract))
    table.send(VISITORS[0], commands.Start())
    for _ in range(STEPS):
        table.people_come_and_go()
        table.look()
        table.send(chance.choice(VISITORS), table.anything())
        table.look()
    return table


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**64))
def test_no_random_commands_give_anybody_a_chair_without_consent(seed: int) -> None:
    play(random.Random(seed))


def test_the_random_commands_do_hand_chairs_over() -> None:
    """Otherwise the property above would hold because nothing ever happens."""
    assert sum(play(random.Random(seed)).handed_over for seed in range(30)) > 10
