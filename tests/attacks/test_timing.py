"""Item 7 of the threat model: the delays of bots' answers tell neither a role nor an answer.

On a clock that jumps, with bots whose thinking time depends on their side and their answer more than that of any real
bot. `test_timing_real_clock.py` measures a real server.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any

import msgspec
import pytest
from scipy.stats import ks_2samp

from tests.attacks.virtual_table import Listener, Think, play, run_jumping
from turncoat.server.live import answer_schedule
from turncoat.server.live.bot_pool import BotTask
from turncoat.server.live.table_runtime import TableRuntime
from turncoat.server.tables.settings import Settings

ALPHA = 0.001
ANSWERS = 2000
SEALED = {"voted": "vote", "mission-card": "mission"}
GOOD, EVIL = (
    ("servant", "servant", "merlin", "percival", "servant", "servant"),
    ("morgana", "oberon", "assassin", "mordred"),
)
TABLE: dict[str, Any] = {
    "ruleset": "avalon",
    "players": 10,
    "roles": ("percival", "morgana", "mordred", "oberon"),
    "deal": {"roles": [*GOOD[:5], EVIL[0], GOOD[5], *EVIL[1:]]},
}

Delays = dict[tuple[str, ...], list[float]]
"""Delays by kind of answer and class, such as `("vote", "answer", "True")`."""


class _Heard(msgspec.Struct):
    type: str
    events: tuple[dict[str, Any], ...] = ()


def thoughts(seed: str, *, good: float, evil: float) -> Think:
    """Bots that answer at random. Good and evil think for about so long to refuse, and half as long to agree."""
    chance = Random(seed)

    def think(task: BotTask) -> tuple[float, Any]:
        move = chance.choice(task.ask.moves[-20:])  # teams from the seats where evil sits
        if task.ask.kind == "vote":  # approve often, so that there are missions
            move = task.ask.moves[chance.random() < 0.3]
        if len(task.ask.moves) == 1:
            return 0.0, move
        longest = evil if task.view.you.side == "evil" else good
        refuses = not getattr(move, "approve", getattr(move, "success", True))
        return chance.uniform(0.8, 1) * longest * (1 if refuses else 0.5), move

    return think


def note_delays(found: Delays, runtime: TableRuntime, watcher: Listener) -> None:
    """How long after it was asked each bot was heard to answer, by side and by answer."""
    state = runtime.state
    assert state.match is not None
    evil = state.match.state.deal.evil
    given = [iter(answers) for answers in state.answers]
    asked = 0.0
    for at, data in watcher.heard:
        heard = msgspec.json.decode(data, type=_Heard)
        for event in heard.events:
            kind = SEALED.get(event["event"])
            if kind is None:
                asked = at
                continue
            seat = event["seat"]
            answer = next(one for one in given[seat] if one.kind == kind)
            if seat == 0:
                continue
            choice = next(value for value in msgspec.json.decode(answer.move).values() if isinstance(value, bool))
            delay = round(at - asked, 6)
            found[kind, "side", "evil" if evil >> seat & 1 else "good"].append(delay)
            found[kind, "answer", str(choice)].append(delay)


async def collect(pace: Any, think: Callable[[str], Think]) -> Delays:
    """Play games until every class has enough answers."""
    found: Delays = defaultdict(list)
    for number in count():
        settings = Settings(**TABLE, pace=pace)
        runtime, _, watcher = await play(settings, think(f"{pace} {number}"), f"{pace} {number}")
        note_delays(found, runtime, watcher)
        if len(found) == 8 and min(map(len, found.values())) >= ANSWERS:
            return found
    raise AssertionError


def check_alike(found: Delays, question: str, one: str, other: str) -> None:
    """Refuse two classes of answers whose delays have different distributions."""
    for kind in ("vote", "mission"):
        result = ks_2samp(found[kind, question, one][:ANSWERS], found[kind, question, other][:ANSWERS])
        assert result.pvalue > ALPHA, (kind, question, result)


@pytest.fixture(autouse=True)
def _the_same_delays_in_every_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answer_schedule, "_chance", Random("delays"))


@pytest.mark.parametrize(("pace", "good", "evil"), [("instant", 0.005, 0.03), ("human", 0.05, 0.55)])
def test_delays_tell_neither_side_nor_answer(pace: str, good: float, evil: float) -> None:
    found = run_jumping(collect(pace, lambda seed: thoughts(seed, good=good, evil=evil)))
    check_alike(found, "side", "good", "evil")
    check_alike(found, "answer", "True", "False")


def test_a_bot_that_thinks_for_long_cannot_be_told_from_those_that_were_asked_with_it() -> None:
    """Evil thinks for longer than the longest delay. All wait for it, so a delay does not tell for whom they waited."""
    found = run_jumping(collect("human", lambda seed: thoughts(seed, good=0.1, evil=4.0)))
    check_alike(found, "side", "good", "evil")
