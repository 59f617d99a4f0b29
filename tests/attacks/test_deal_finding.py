"""Item 1 of the threat model: the answers of bots do not give the deal away to somebody who has our code."""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from itertools import permutations
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tests.server.harness import ServerProcess, play_out, running, visitor
from turncoat.bots import make_bot
from turncoat.client import Client
from turncoat.core import Ask, Record, load_record
from turncoat.games import find_game
from turncoat.server.live.secret_source import SecretSource
from turncoat.server.tables.settings import Settings
from turncoat.testing import find_deal, find_other_world
from turncoat.testing.deal_finding import Simulate, expected_answers

SEEN = 12  # answers that the attacker has seen: two proposals and the votes on them
ROLES = ("servant", "merlin", "percival", "morgana", "assassin")
KNOWN = "known to the attacker"
WORLDS = 12
SIDE_BY_SIDE = 50
LONGEST_GAME = 600.0

Game = tuple[str, Record, int]
"""A table, the record of its game, and the attacker's seat."""


async def play_game(server: ServerProcess, bot: str, pace: str = "instant", **settings: Any) -> Game:
    """A game of a person against bots on the real server: the table, its record, and the person's seat."""
    client = visitor(server)
    table = await asyncio.to_thread(open_table, client, bot, pace, settings)
    async with client.sit(table) as seat:
        await seat.until(lambda: seat.view is not None)
        await play_out([seat], table, patience=LONGEST_GAME)
        own = int(seat.you["seat"])
    record = await asyncio.to_thread(client.request, "GET", f"/api/records/{table}-1")
    return table, load_record(msgspec.json.encode(record), find_game), own


def open_table(client: Client, bot: str, pace: str, settings: dict[str, Any]) -> str:
    if not settings:
        return client.play(ruleset="avalon", players=5, name="Eve", bot=bot, pace=pace)
    table = client.create(ruleset="avalon", players=5, name="Eve", pace=pace, talk="silent", **settings)
    client.do(table, "bot", bot=bot)
    client.do(table, "start")
    return table


async def play_games(server: ServerProcess, bot: str, pace: str, games: int) -> list[Game]:
    """Many games, side by side: at human pace one takes minutes."""
    room = asyncio.Semaphore(SIDE_BY_SIDE)

    async def play() -> Game:
        async with room:
            return await play_game(server, bot, pace)

    return await asyncio.gather(*(play() for _ in range(games)))


def believing(bot: str, secret: str) -> Simulate:
    """What the bots would answer if their secret were this."""

    def simulate(seat: int, count: int, view: Any, ask: Ask) -> Any:
        return make_bot(bot, f"{secret}:{seat}:1.{count}.{ask.kind}").answer(view, ask)

    return simulate


def chance_of_finding(record: Record, own: int, bot: str, secret: str) -> float:
    """How likely the attacker names the true deal when they believe that the bots' secret is this."""
    game = find_game("avalon")
    other_world = find_other_world(game)
    assert other_world is not None
    seen = replace(record, moves=record.moves[:SEEN])
    return find_deal(game, other_world, seen, own, believing(bot, secret), worlds=WORLDS)


def explains_everything(record: Record, own: int, bot: str, secret: str) -> bool:
    """Whether all answers that were seen come out again in the true deal."""
    seen = replace(record, moves=record.moves[:SEEN])
    answers = sum(seat not in (None, own) for seat, _ in seen.moves)
    return expected_answers(find_game("avalon"), seen, own, believing(bot, secret)) == answers


def mean(values: list[float]) -> float:
    return sum(values) / len(values)


def public_guesses(table: str, record: Record) -> dict[str, str]:
    """Everything about a table that its players are told, now or at the end."""
    assert record.proof is not None
    return {"table": table, "seed": record.proof.secret or "", "commitment": record.proof.commitment, "none": ""}


def attack(games: list[Game], bot: str) -> tuple[dict[str, float], float]:
    """The attacker's mean chance by each public guess, and by secrets drawn at random."""
    by_guess: dict[str, list[float]] = {}
    fresh: list[float] = []
    for table, record, own in games:
        for name, guess in public_guesses(table, record).items():
            by_guess.setdefault(name, []).append(chance_of_finding(record, own, bot, guess))
        fresh += [chance_of_finding(record, own, bot, secrets.token_hex(32)) for _ in range(2)]
    return {name: mean(found) for name, found in by_guess.items()}, mean(fresh)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder: Path = tmp_path_factory.mktemp("server")
    with running(f"sqlite:///{folder}/tables.db", folder / "log", test_secret=KNOWN) as process:
        yield process


async def test_bots_answers_tell_no_more_than_with_a_secret_drawn_at_random(server: ServerProcess) -> None:
    """With the right guess the true deal gives back every answer, in every game."""
    complete: Counter[str] = Counter()
    for table, record, own in await play_games(server, "normal", "instant", 8):
        for name, guess in public_guesses(table, record).items():
            complete[name] += explains_everything(record, own, "normal", guess)
    assert max(complete.values()) <= 6, complete


async def test_the_attack_finds_the_deal_where_the_secret_is_known(server: ServerProcess) -> None:
    """The control: it shows that the attack above would notice a secret that can be guessed."""
    found = []
    for order in list(permutations(ROLES[1:]))[::4]:
        deal = {"roles": ["servant", *order]}
        secret = SecretSource(KNOWN).draw("bots", Settings(ruleset="avalon", deal=deal))
        _, record, own = await play_game(server, "normal", deal=deal, roles=["percival", "morgana"])
        found.append(chance_of_finding(record, own, "normal", secret))
    assert min(found) >= 0.5, f"more than two deals are left: {found}"


def test_every_game_has_a_secret_of_its_own() -> None:
    source = SecretSource()
    settings = Settings(ruleset="avalon", deal={"roles": list(ROLES)})
    drawn = {source.draw("bots", settings) for _ in range(20)}
    assert len(drawn) == 20


@pytest.mark.long
@pytest.mark.parametrize("pace", ["instant", "human"])
@pytest.mark.parametrize("bot", ["easy", "normal", "hard", "bayes", "logic"])
async def test_a_hundred_games_tell_no_more_at_any_level_and_pace(server: ServerProcess, bot: str, pace: str) -> None:
    by_guess, fresh = attack(await play_games(server, bot, pace, games=100), bot)
    # three standard errors of a chance of one in two
    assert max(by_guess.values()) < fresh + 0.15, (by_guess, fresh)
