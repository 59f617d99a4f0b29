"""Item 7 of the threat model on a real server and the real clock: see `test_timing.py`."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest
from scipy.stats import ks_2samp
from websockets.asyncio.client import connect

from tests.attacks.test_timing import ALPHA, ANSWERS, SEALED
from tests.server.harness import ServerProcess, at_random, play_on, visitor

SIDE_BY_SIDE = {"instant": 4, "human": 60}
PATIENCE = 3600.0
LATEST = 30  # how many answers may wait for one of the other class
EVIL = ("morgana", "assassin", "mordred", "oberon", "minion")
_GAME: dict[str, Any] = {"ruleset": "avalon", "players": 10, "name": "Eve", "bot": "normal"}


class Sample(NamedTuple):
    """One answer of a bot: when it was heard, how long after it was asked, and what nobody may learn from that."""

    at: float
    table: str
    kind: str
    asked_together: int
    delay: float
    side: str
    answer: str


async def listen(socket: Any, heard: list[tuple[float, Any]]) -> None:
    async for data in socket:
        now = time.perf_counter()
        heard += [(now, event) for event in msgspec.json.decode(data).get("events", ())]


async def play_and_time(server: ServerProcess, pace: str) -> list[Sample]:
    """Play a game against bots and note how long after it was asked each of them was heard to answer."""
    client = visitor(server)
    table = await asyncio.to_thread(lambda: client.play(**_GAME, pace=pace))
    heard: list[tuple[float, Any]] = []
    where = f"ws{server.address[4:]}/api/tables/{table}/socket"
    async with connect(where, compression=None) as socket, client.sit(table) as seat:
        listening = asyncio.create_task(listen(socket, heard))
        await play_on(seat, at_random(table))
        own = seat.you["seat"]
        listening.cancel()
    record = await asyncio.to_thread(client.request, "GET", f"/api/records/{table}-1")
    return list(samples_of(heard, table, record, own))


def samples_of(heard: list[tuple[float, Any]], table: str, record: dict[str, Any], own: int) -> Iterator[Sample]:
    """The answers of the bots. The record tells after the game what they were."""
    answers: dict[tuple[int, str], list[bool]] = defaultdict(list)
    for seat, move in record["moves"]:
        if move["move"] in SEALED.values():
            answers[seat, move["move"]].append(move["approve"] if "approve" in move else move["success"])
    roles, asked, together = record["deal"]["roles"], 0.0, 0
    for at, event in heard:
        kind = SEALED.get(event["event"])
        if kind is None:
            asked, together = at, len(event.get("team") or ()) or together
            continue
        seat = event["seat"]
        answer = str(answers[seat, kind].pop(0))
        if seat != own and asked:
            side = "evil" if roles[seat] in EVIL else "good"
            yield Sample(at, table, kind, together, at - asked, side, answer)


def thinned(samples: list[Sample], question: str) -> list[Sample]:
    """One answer of each class from all that were asked together, in the order in which they were heard.

    Bots that are asked together at the pace `instant` are heard together, so their delays are one observation.
    """
    chance = Random(0)
    drawn = chance.sample(samples, len(samples))  # answers that were heard together are in no order
    one_each = {(sample.table, sample.at - sample.delay, getattr(sample, question)): sample for sample in drawn}
    return sorted(one_each.values(), key=lambda sample: sample.at)


def interleaved(samples: list[Sample], question: str, one: str) -> tuple[list[float], list[float]]:
    """The delays of two classes, in pairs from different tables that are close in time.

    Both of a pair come from teams of the same size: everybody knows the size of a team, a bigger one needs more
    thought, and who is on it has to do with who is trusted.
    """
    pairs: tuple[list[float], list[float]] = ([], [])
    waiting: dict[int, list[Sample]] = defaultdict(list)
    for sample in thinned(samples, question):
        line = waiting[sample.asked_together]
        found = (
            old for old in line if old.table != sample.table and getattr(old, question) != getattr(sample, question)
        )
        match = next(found, None)
        if match is None:
            waiting[sample.asked_together] = [*line, sample][-LATEST:]
            continue
        line.remove(match)
        first, second = (match, sample) if getattr(match, question) == one else (sample, match)
        pairs[0].append(first.delay)
        pairs[1].append(second.delay)
    return pairs


def pairs_of(samples: list[Sample]) -> dict[tuple[str, str], tuple[list[float], list[float]]]:
    """The interleaved delays by kind of answer, and by what they must not tell."""
    return {
        (kind, question): interleaved([sample for sample in samples if sample.kind == kind], question, one)
        for kind in ("vote", "mission")
        for question, one in (("side", "good"), ("answer", "True"))
    }


def are_enough(samples: list[Sample], wanted: int) -> bool:
    """Whether there are so many pairs of every class. Pairs are made only where there are enough answers for them."""
    answers = Counter((sample.kind, sample.answer) for sample in samples)
    if len(answers) < 4 or min(answers.values()) < wanted:
        return False
    return all(len(one) >= wanted for one, _ in pairs_of(samples).values())


async def collect(server: ServerProcess, pace: str, wanted: int = ANSWERS) -> list[Sample]:
    """Play games side by side until there are enough pairs of every class."""
    samples: list[Sample] = []

    async def keep_playing() -> None:
        while not are_enough(samples, wanted):
            samples.extend(await play_and_time(server, pace))

    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*(keep_playing() for _ in range(SIDE_BY_SIDE[pace])))
    return samples


@pytest.mark.long
@pytest.mark.parametrize("pace", ["instant", "human"])
async def test_delays_on_a_real_server_tell_neither_side_nor_answer(server: ServerProcess, pace: str) -> None:
    samples = await collect(server, pace)
    for what, (one, other) in pairs_of(samples).items():
        result = ks_2samp(one, other, method="asymp")
        assert result.pvalue > ALPHA, (what, result)
