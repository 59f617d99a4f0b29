"""Running tables on a clock that jumps: a game at human pace takes milliseconds.

The table, its automation and its audience are the server's own. Only the store and the bots' processes are replaced:
entries are stored at once, and a bot's thought is a sleep and a move at random.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from itertools import count
from random import Random
from typing import Any

import msgspec

from turncoat.server.live.bot_pool import BotAnswer, BotTask
from turncoat.server.live.fanout import Fanout
from turncoat.server.live.other_processes import OtherProcesses
from turncoat.server.live.secret_source import SecretSource
from turncoat.server.live.services import Services
from turncoat.server.live.table_runtime import TableRuntime
from turncoat.server.live.tracing import Traces
from turncoat.server.tables import commands, wire
from turncoat.server.tables import entries as log
from turncoat.server.tables.decisions import normal_settings
from turncoat.server.tables.settings import Settings
from turncoat.server.tables.table_state import TableState

PERSON = "person 0"
Moves = Iterable[tuple[int | None, Any]]


class JumpingLoop(asyncio.SelectorEventLoop):
    """An event loop whose time jumps to the next thing that is due."""

    def __init__(self) -> None:
        super().__init__()
        self._jumped = 0.0
        poll = self._selector.select  # type: ignore[attr-defined]

        def select(timeout: float | None) -> Any:
            self._jumped += timeout or 0.0
            return poll(0)

        self._selector.select = select  # type: ignore[attr-defined]

    def time(self) -> float:
        return self._jumped


def run_jumping(main: Any) -> Any:
    """Run a coroutine on a clock that jumps."""
    with asyncio.Runner(loop_factory=JumpingLoop) as runner:
        return runner.run(main)


class _InstantStore:
    """Stores what a table has before anything else happens, and forgets it."""

    def mark(self, collect: Callable[[], Any]) -> None:
        asyncio.get_running_loop().call_soon(self._store, collect)

    def _store(self, collect: Callable[[], Any]) -> None:
        write = collect()
        if write is not None:
            write.done(None)


Think = Callable[[BotTask], tuple[float, Any]]
"""How long a bot thinks, and its move."""


def _no_thought(task: BotTask) -> tuple[float, Any]:
    return 0.0, task.ask.moves[0]


class _SleepingBots:
    def __init__(self, think: Think) -> None:
        self._think = think

    async def answer(self, bots: tuple[str, ...], task: BotTask) -> BotAnswer:
        seconds, move = self._think(task)
        await asyncio.sleep(seconds)
        return BotAnswer(move, bot=bots[0])


class Listener:
    """Somebody at the table: everything they are sent, and when."""

    def __init__(self, visitor: str) -> None:
        self.visitor = visitor
        self.seat: int | None = None
        self.you: wire.You | None = None
        self.heard: list[tuple[float, bytes]] = []

    def send(self, message: bytes) -> None:
        self.heard.append((asyncio.get_running_loop().time(), message))

    def close(self, code: int) -> None:
        raise AssertionError(f"disconnected: {code}")


class Player(Listener):
    """A person who answers everything at random, after a second or so."""

    def __init__(self, runtime: TableRuntime, seed: str) -> None:
        super().__init__(PERSON)
        self._runtime = runtime
        self._chance = Random(seed)
        self._refs = count(1)
        self._answered: set[str] = set()
        self.over = asyncio.Event()

    def send(self, message: bytes) -> None:
        super().send(message)
        asyncio.get_running_loop().call_later(self._chance.uniform(0.2, 2.5), self._answer)

    def _answer(self) -> None:
        at = self._runtime.audience.stored
        if at.table.status == "over":
            self.over.set()
        for ask in at.asks:
            name = f"{at.table.game}.{at.counts[0]}.{ask.kind}"
            if ask.seat == 0 and name not in self._answered:
                self._answered.add(name)
                move = msgspec.Raw(msgspec.json.encode(self._chance.choice(ask.moves)))
                self._runtime.execute(PERSON, commands.Answer(ask=name, move=move, ref=next(self._refs)))


def open_table(
    settings: Settings, secret: str, people: int, think: Think = _no_thought, moves: Moves = ()
) -> TableRuntime:
    """A table at which these moves were made, with so many people in the first chairs and bots in the others."""
    settings = normal_settings(settings, fixed_deals=True)
    opened = log.Opened(at=0, id="table", code="CODE", host=PERSON, settings=settings, secret=secret)
    state = TableState(opened)
    state.apply(opened)
    for seat in range(settings.players or 1):
        if seat < people:
            state.apply(log.Joined(at=0, seat=seat, visitor=f"person {seat}", name=f"P{seat}"))
        else:
            state.apply(log.BotSeated(at=0, seat=seat, bot="bot", name=f"B{seat}"))
    state.apply(log.Started(at=0, bot_secret="secret"))
    for mover, move in moves:
        kind = next(ask.kind for ask in state.asks if ask.seat == mover and move in ask.moves)
        state.apply(log.Moved(at=0, seat=mover, kind=kind, move=msgspec.Raw(msgspec.json.encode(move))))
    store: Any = _InstantStore()
    bots: Any = _SleepingBots(think)
    nothing: Any = None
    services = Services(
        node="here",
        fixed_deals=True,
        secrets=SecretSource(),
        database=nothing,
        committer=store,
        fanout=Fanout(),
        others=OtherProcesses("here", 3500),
        bots=bots,
        traces=Traces(),
    )
    return TableRuntime(state, services)


async def play(settings: Settings, think: Think, seed: str) -> tuple[TableRuntime, Listener, Listener]:
    """A whole game: the table, and what the person and a watcher heard."""
    runtime = open_table(settings, seed, 1, think)
    person, watcher = Player(runtime, seed), Listener("watcher")
    runtime.join(watcher, None, None)
    runtime.join(person, None, None)
    await person.over.wait()
    runtime.stop_automation()
    return runtime, person, watcher
