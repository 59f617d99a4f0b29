"""The small parts: patches, asks, settings, decisions, rate limits, the bot pool."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from turncoat.client.seat import Ask as SeenAsk
from turncoat.client.seat import apply_patch
from turncoat.core import Ask, Match, OneOf, Pick, Refused, Seed, Setup
from turncoat.games import find_game
from turncoat.games.resistance.rules.moves import Propose
from turncoat.server.config import load_config
from turncoat.server.http.identity import digest, find_token, origin_allowed
from turncoat.server.http.limits import CROWD, KINDS, Limits
from turncoat.server.live.bot_pool import BotPool, BotTask
from turncoat.server.tables import commands, entries
from turncoat.server.tables.asks import describe
from turncoat.server.tables.decisions import Context, Decision, decide
from turncoat.server.tables.patch import diff
from turncoat.server.tables.settings import Settings
from turncoat.server.tables.table_info import ChairInfo, TableInfo, table_view
from turncoat.server.tables.table_state import TableState


class Item(msgspec.Struct, frozen=True):
    value: int


class Thing(msgspec.Struct, frozen=True):
    items: tuple[Item, ...]
    number: int
    names: tuple[str, ...]


def plain(value: Any) -> Any:
    """What a client reads."""
    return msgspec.json.decode(msgspec.json.encode(value))


def canonical(value: Any) -> bytes:
    return msgspec.json.encode(value, order="deterministic")


items = st.lists(st.integers(0, 3).map(Item), max_size=5).map(tuple)
things = st.builds(Thing, items, st.integers(0, 2), st.lists(st.sampled_from("ab"), max_size=3).map(tuple))


@given(things, things)
def test_a_patch_turns_the_old_into_the_new(old: Thing, new: Thing) -> None:
    patch = diff(old, new)
    value = plain(old)
    if patch is None:
        assert old == new
    else:
        apply_patch(value, plain(patch))
    assert value == plain(new)


def test_only_what_was_added_to_a_list_is_sent() -> None:
    old = Thing(tuple(map(Item, range(20))), 0, ())
    new = Thing((*old.items[:-1], Item(99), Item(100)), 0, ())
    patch = diff(old, new)
    assert patch is not None
    assert patch.set == {}
    assert patch.tail == {"items": (19, (Item(99), Item(100)))}


@pytest.mark.parametrize("players", [5, 10])
@pytest.mark.parametrize("targeting", [False, True])
def test_picks_describe_exactly_the_legal_teams(players: int, targeting: bool) -> None:
    setup = Setup(ruleset="classic", players=players, options={"targeting": targeting})
    match: Match[Any] = Match(find_game("classic"), setup, Seed.of("1"))
    (ask,) = match.game.asks(match.state)
    moves, picks = describe(ask)
    seen = SeenAsk("1.0.propose", "propose", plain(moves), plain(picks))
    legal = [plain(move) for move in ask.moves]
    assert moves == ()
    assert sorted(map(canonical, seen.choices())) == sorted(map(canonical, legal))
    assert len(msgspec.json.encode(picks)) < 600


def test_an_ask_is_sent_in_its_shape() -> None:
    moves = ({"move": "sort", "top": [1, 2]}, {"move": "sort", "top": [2, 1]}, {"move": "stop"})
    assert describe(Ask(0, "sort", moves)) == (moves, ())
    pick = Pick(Propose(team=()), "team", 2, (0, 1, 2))
    stop = {"move": "stop"}
    listed, picks = describe(Ask(0, "either", (*pick.moves(), stop), shape=(pick, OneOf((stop,)))))
    assert listed == (stop,)
    assert [(one.field, one.count, one.of) for one in picks] == [("team", 2, (0, 1, 2))]
    assert "team" not in picks[0].move


def test_settings_come_from_file_environment_and_flags(tmp_path: Path) -> None:
    file = tmp_path / "server.toml"
    file.write_text('port = 1\nhost = "a"\nlog_level = "error"\n')
    environ = {"TURNCOAT_PORT": "2", "TURNCOAT_HOST": "b", "TURNCOAT_ORIGINS": "https://x,https://y"}
    config = load_config({"port": 3, "redis": None}, environ, file)
    assert (config.port, config.host, config.log_level) == (3, "b", "error")
    assert config.origins == ("https://x", "https://y")
    with pytest.raises(ValueError, match="port"):
        load_config({"port": "many"}, {})
    file.write_text("prot = 1\n")
    with pytest.raises(ValueError, match="prot"):
        load_config({}, {}, file)


def test_limits_let_a_burst_pass_and_then_refuse() -> None:
    limits = Limits(on=True)
    for _ in range(KINDS["chat"][0]):
        limits.take("chat", "ann")
    with pytest.raises(Refused, match="RATE_LIMIT"):
        limits.take("chat", "ann")
    limits.take("chat", "bob")


def test_a_new_name_for_every_try_does_not_get_round_the_limit() -> None:
    limits = Limits(on=True)
    tries = KINDS["code"][0] * CROWD
    for number in range(tries):
        limits.take("code", f"visitor {number}", "192.0.2.1")
    with pytest.raises(Refused, match="RATE_LIMIT"):
        limits.take("code", "another", "192.0.2.1")
    limits.take("code", "another", "192.0.2.2")


def test_a_flood_of_newcomers_resets_nobodys_limit() -> None:
    limits = Limits(on=True)
    for _ in range(KINDS["table"][0]):
        limits.take("table", "ann")
    for number in range(60_000):
        limits.take("chat", str(number))
        if number % 10_000 == 0:
            with pytest.raises(Refused, match="RATE_LIMIT"):
                limits.take("table", "ann")


def request(**headers: str) -> Any:
    return {"type": "http", "headers": [(name.encode(), value.encode()) for name, value in headers.items()]}


def test_identity_is_found_in_header_or_cookie() -> None:
    secret = "s" * 40
    assert find_token(request(authorization=f"Bearer {secret}")) == secret
    assert find_token(request(cookie=f"a=b; turncoat={secret}")) == secret
    assert find_token(request(cookie="turncoat=short")) is None
    assert secret not in digest(secret)


@pytest.mark.parametrize(
    ("headers", "allowed"),
    [
        ({b"host": b"play.example"}, True),
        ({b"host": b"play.example", b"origin": b"https://play.example"}, True),
        ({b"host": b"play.example", b"origin": b"https://evil.example"}, False),
        ({b"host": b"play.example", b"origin": b"null"}, False),
        ({b"host": b"play.example", b"origin": b"https://friend.example"}, True),
        ({b"host": b"play.example", b"sec-fetch-site": b"cross-site"}, False),
    ],
)
def test_origins(headers: dict[bytes, bytes], allowed: bool) -> None:
    assert origin_allowed(headers.items(), ("https://friend.example",)) is allowed


def test_a_table_shows_neither_visitors_nor_its_seed_nor_its_deal() -> None:
    settings = Settings(ruleset="classic", players=1, deal={"leader": 3})
    chairs = (ChairInfo(visitor="somebody-secret", name="Ann"),)
    table = TableInfo(id="t", code="C", host="somebody-secret", settings=settings, secret="ab" * 32, chairs=chairs)
    table = msgspec.structs.replace(table, bot_secret="cd" * 32, status="over", secret="")
    assert b"cd" * 32 not in msgspec.json.encode(table_view(table))
    table = msgspec.structs.replace(table, status="playing", secret="ab" * 32)
    shown = msgspec.json.encode(table_view(table))
    for secret in (b"somebody-secret", b"ab" * 32, b"leader"):
        assert secret not in shown


def lobby(visitor: str = "ann") -> TableState:
    settings = Settings(ruleset="classic", players=5, stand_in="normal")
    opened = entries.Opened(at=1, id="t", code="BCDF", host=visitor, settings=settings, secret="ab" * 32)
    state = TableState(opened)
    for entry in (opened, entries.Joined(at=2, seat=0, visitor=visitor, name="Ann")):
        state.apply(entry)
    return state


@pytest.mark.parametrize("command", [commands.Shuffle(), commands.MakeTransferCode()])
def test_decisions_draw_nothing_themselves(command: commands.Command) -> None:
    def decided(secret: str) -> Decision:
        return decide(Context(lobby(), "ann", 3, lambda purpose, settings: secret), command)

    assert decided("12" * 32) == decided("12" * 32)
    assert decided("12" * 32) != decided("34" * 32)


class Stubborn:
    """A bot that always fails."""

    def __init__(self, seed: str) -> None:
        self.seed = seed

    def answer(self, view: Any, ask: Ask) -> Any:
        raise RuntimeError("no")


class Last:
    """A bot that takes the last move."""

    def __init__(self, seed: str) -> None:
        self.seed = seed

    def answer(self, view: Any, ask: Ask) -> Any:
        return ask.moves[-1]


def wait_for(path: str) -> bytes:
    while not Path(path).exists():
        time.sleep(0.01)
    return b"done"


async def test_a_study_keeps_no_bot_waiting(tmp_path: Path) -> None:
    bots, last, file = BotPool(1), f"{__name__}:Last", tmp_path / "file"
    try:
        study = asyncio.create_task(bots._aside(wait_for, str(file)))
        await asyncio.sleep(0)
        assert (await bots.answer([last], BotTask("classic", "1", None, Ask(0, "vote", ("yes", "no"))))).bot == last
        file.touch()
        assert await study == b"done"
    finally:
        bots.close()


async def test_bots_think_in_another_process_and_their_failures_do_not_stop_a_table() -> None:
    bots = BotPool(1)
    ask = Ask(0, "vote", ("yes", "no"))
    try:
        last, stubborn = f"{__name__}:Last", f"{__name__}:Stubborn"
        task = BotTask("classic", "1", None, ask)
        assert await bots.answer([last], task) == ("no", None, last)
        assert await bots.answer([stubborn, last], task) == ("no", None, last)
        assert (await bots.answer([stubborn], task)).bot == "random"
    finally:
        bots.close()


def test_a_game_that_was_started_before_bots_had_a_secret_can_be_read() -> None:
    entry = entries.decode(b'{"e":"started","at":1}')
    assert entry == entries.Started(at=1, bot_secret="")
