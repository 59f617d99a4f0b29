"""The small parts: patches, asks, settings, decisions, rate limits, the bot pool."""

from __future__ import annotations

import asyncio
import contextlib
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
from turncoat.server.config import LIMITS, Limit, load_config
from turncoat.server.http.identity import digest, find_token, origin_allowed
from turncoat.server.http.limits import MAX_BUCKETS, Limits, Sender, sender
from turncoat.server.live.bot_pool import BotAnswer, BotPool, BotTask
from turncoat.server.live.fair_turns import Asker
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


def test_the_reader_of_a_games_moves_is_made_once() -> None:
    class Watched:
        looks = 0

        @property
        def move_type(self) -> Any:
            self.looks += 1
            return Item

    game: Any = Watched()
    assert [entries.read_move(game, b'{"value":%d}' % number) for number in (1, 2)] == [Item(1), Item(2)]
    assert game.looks == 1


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


class Clock:
    """Time that passes only when told to."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


def small_limits(clock: Clock, **kinds: Limit) -> Limits:
    return Limits({**LIMITS, **kinds}, on=True, clock=clock)


def taken(limits: Limits, who: Sender, tries: int) -> int:
    """How many of these tries pass."""
    passed = 0
    for _ in range(tries):
        with contextlib.suppress(Refused):
            limits.take("chat", who)
            passed += 1
    return passed


def test_limits_let_a_burst_pass_and_then_refill() -> None:
    clock = Clock()
    limits = small_limits(clock, chat=Limit(5, 50, 500, 10))
    ann, bob = sender("ann", "192.0.2.1"), sender("bob", "192.0.2.1")
    assert taken(limits, ann, 20) == 5
    assert taken(limits, bob, 20) == 5
    clock.now += 4
    assert taken(limits, ann, 20) == 2
    clock.now += 1000
    assert taken(limits, ann, 20) == 5


@pytest.mark.parametrize(
    ("hosts", "passed"),
    [
        (["192.0.2.1"], 5),
        (["::ffff:192.0.2.1", "192.0.2.1"], 5),
        (["192.0.2.1", "192.0.2.2"], 10),
        ([f"192.0.2.{last}" for last in range(9)], 20),
        (["2001:db8::1", "2001:db8::2"], 5),
        (["2001:db8:0:1::1", "2001:db8:0:2::1"], 10),
        ([f"2001:db8:0:{last}::" for last in range(9)], 20),
        (["not an address", "nor this"], 5),
        ([""], 5),
    ],
)
def test_an_address_and_its_network_have_limits_whatever_the_visitor(hosts: list[str], passed: int) -> None:
    limits = small_limits(Clock(), chat=Limit(1, 5, 20, 10))
    senders = [sender(f"visitor {number}", host) for number in range(30) for host in hosts]
    assert sum(taken(limits, who, 1) for who in senders) == passed


def test_who_is_refused_costs_others_nothing() -> None:
    limits = small_limits(Clock(), chat=Limit(2, 5, 20, 10))
    assert taken(limits, sender("loud", "192.0.2.1"), 1000) == 2
    assert taken(limits, sender("quiet", "192.0.2.1"), 2) == 2


def test_what_is_given_back_can_be_taken_again() -> None:
    limits = small_limits(Clock(), chat=Limit(2, 5, 20, 10))
    ann = sender("ann", "192.0.2.1")
    for _ in range(100):
        assert taken(limits, ann, 1) == 1
        limits.give_back("chat", ann)


def test_a_flood_of_newcomers_flushes_nobodys_limit_and_takes_no_memory() -> None:
    clock = Clock()
    limits = small_limits(clock, chat=Limit(5, 5, 5, 1000))
    ann = sender("ann", "192.0.2.1")
    assert taken(limits, ann, 9) == 5
    for number in range(3 * MAX_BUCKETS):
        clock.now += 0.001
        taken(limits, sender(f"visitor {number}", f"2001:db8:{number % 65536:x}::"), 1)
    assert taken(limits, ann, 9) == 0
    for buckets in limits._buckets["chat"]:
        assert len(buckets._full_at) <= MAX_BUCKETS + 1


def test_open_connections_are_counted_until_they_end() -> None:
    limits = small_limits(Clock(), socket=Limit(2, 3, 4))
    ann, bob = sender("ann", "192.0.2.1"), sender("bob", "192.0.2.1")
    with limits.connected(ann), limits.connected(ann):
        with pytest.raises(Refused, match="RATE_LIMIT"), limits.connected(ann):
            pass
        with limits.connected(bob):
            with pytest.raises(Refused, match="RATE_LIMIT"), limits.connected(sender("", "192.0.2.1")):
                pass
            with limits.connected(sender("", "192.0.2.2")):
                pass
    with limits.connected(ann):
        pass
    assert not limits._open


@pytest.mark.parametrize("text", ["chat=1/2/3", "chat", "x=1/2/3/4", "chat=0/1/2/3", "chat=1/2/3/0", "socket=1/2/3/4"])
def test_a_limit_that_cannot_be_read_is_an_error_of_the_settings(text: str) -> None:
    with pytest.raises(ValueError, match="limits"):
        load_config({"limits": [text]}, {})
    assert load_config({"limits": ["chat=1/2/3/4"]}, {}).all_limits()["chat"] == Limit(1, 2, 3, 4)


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
    assert b"cd" * 32 not in msgspec.json.encode(table_view(table, 0))
    table = msgspec.structs.replace(table, status="playing", secret="ab" * 32)
    shown = msgspec.json.encode(table_view(table, 0))
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
        study = asyncio.create_task(bots._aside("studies", Asker("here", "ann"), wait_for, str(file)))
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
        assert await bots.answer([last], task) == BotAnswer("no", bot=last)
        assert await bots.answer([stubborn, last], task) == BotAnswer("no", bot=last)
        assert (await bots.answer([stubborn], task)).bot == "random"
    finally:
        bots.close()


def test_a_game_that_was_started_before_bots_had_a_secret_can_be_read() -> None:
    entry = entries.decode(b'{"e":"started","at":1}')
    assert entry == entries.Started(at=1, bot_secret="")


def test_the_documented_limits_are_those_of_the_code() -> None:
    page = (Path(__file__).parents[2] / "docs" / "server.md").read_text("utf-8")
    rows = [[cell.strip(" `") for cell in line.split("|")[1:-1]] for line in page.splitlines() if line.count("|") == 7]
    documented = {kind: numbers for kind, *numbers, _ in rows if kind in LIMITS}
    assert documented == {
        kind: [*map(str, (limit.visitor, limit.address, limit.network)), str(limit.seconds or "")]
        for kind, limit in LIMITS.items()
    }
