"""The ladder: every bot answers every ask from views alone, and the known values come out."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from turncoat.arena import Cell, Teams, run
from turncoat.arena.results import summary
from turncoat.bots import Talker, bot_names, make_bot
from turncoat.bots.external import ExternalBot, close_programs
from turncoat.bots.protocol import Said
from turncoat.core import Ask, Match, Refused, Seed, Setup, replay
from turncoat.games import find_game
from turncoat.games.resistance.claims import SuspectClaim, TrustClaim
from turncoat.games.resistance.other_worlds import other_world
from turncoat.games.resistance.rules.moves import Vote
from turncoat.games.resistance.rules.view import View
from turncoat.testing.walk import walk

BOTS = bot_names()
TABLES = [
    Setup(ruleset="classic", players=5),
    Setup(ruleset="cards", players=6, options={"vote_style": "open"}),
    Setup(ruleset="changelings", players=7, options={"blind_spies": True, "ballots_named": False}),
    Setup(ruleset="classic", players=8, options={"plot": True, "targeting": True, "table_coin": True}),
    Setup(
        ruleset="avalon",
        players=7,
        roles=("percival", "morgana"),
        options={"plot": True, "lady": True, "loyalty_card": "forfeit", "post_approval_windows": "single"},
    ),
    Setup(
        ruleset="avalon",
        players=8,
        roles=("oberon",),
        options={"assassin": False, "assassin_fallback": "collective"},
    ),
    Setup(ruleset="avalon", players=6, roles=("morgana", "mordred", "percival"), options={"assassin_duty": True}),
    Setup(
        ruleset="avalon",
        players=10,
        roles=("percival", "morgana", "mordred", "oberon"),
        options={"lady": True, "targeting": True},
    ),
]


class Guarded:
    """Lets a bot see exactly a view and one of the asks of its seat."""

    def __init__(self, name: str, seed: str) -> None:
        self._bot = make_bot(name, seed)

    def answer(self, view: Any, ask: Ask) -> Any:
        assert type(view) is View
        assert view.you is not None
        assert view.you.seat == ask.seat
        move = self._bot.answer(view, ask)
        assert move in ask.moves
        return move


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("setup", TABLES, ids=lambda setup: f"{setup.ruleset}-{setup.players}")
def test_every_bot_plays_every_game_from_views(name: str, setup: Setup) -> None:
    game = find_game(setup.ruleset)
    match: Match[Any] = Match(game, setup, Seed.of("ladder"))
    bots = [Guarded(name, str(seat)) for seat in range(setup.players)]
    while asks := game.asks(match.state):
        seat = asks[0].seat
        assert seat is not None
        match.play(seat, bots[seat].answer(game.view(match.state, seat), asks[0]))
    assert game.outcome(match.state) is not None


class Pair(NamedTuple):
    """What a seat sees in two worlds that it cannot tell apart, and what it is asked in both."""

    views: tuple[View, View]
    ask: Ask


@cache
def pairs(table: int) -> tuple[Pair, ...]:
    """Pairs of worlds from one random game, a few of every kind of ask. The deals behind them differ."""
    setup = TABLES[table]
    game, choose = find_game(setup.ruleset), random.Random(table)
    found: dict[str, list[Pair]] = {}
    for moment in walk(game, setup, f"bots {table}"):
        asks = [ask for ask in moment.asks if ask.seat is not None and len(ask.moves) > 1]
        if not asks or len(found.get(asks[0].kind, ())) == 3 or choose.random() < 0.5:
            continue
        ask = choose.choice(asks)
        other = other_world(moment.record, ask.seat, choose)
        if other is not None and other.deal["roles"] != moment.record.deal["roles"]:
            there = replay(game, other)
            views = game.view(moment.state, ask.seat), game.view(there, ask.seat)
            found.setdefault(ask.kind, []).append(Pair(views, ask))
    return tuple(pair for some in found.values() for pair in some)


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("table", range(len(TABLES)), ids=lambda at: f"{TABLES[at].ruleset}-{TABLES[at].players}")
def test_worlds_a_seat_cannot_tell_apart_give_the_same_move(name: str, table: int) -> None:
    """Same seed, same view, another deal behind it, another past of the bot object: the same answer and words."""
    used = make_bot(name, "seed")
    assert pairs(table)
    for (here, there), ask in pairs(table):
        told = set()
        for bot, view in ((used, here), (make_bot(name, "seed"), there)):
            claim = None
            if isinstance(bot, Talker):
                bot.hear([Said(0, SuspectClaim(1)), Said(3, TrustClaim(2))])
                claim = bot.speak(view, ask)
            told.add(msgspec.json.encode((bot.answer(view, ask), claim)))
        assert len(told) == 1, (here, ask)


def _rate(good: str, evil: str, games: int, **setup: Any) -> tuple[float, float, float]:
    cell = Cell(lineup=Teams(good, evil), games=games, **{"ruleset": "avalon", "players": 5, **setup})
    found = summary(run([cell], workers=1)[0]).good
    return found.low, found.rate, found.high


@pytest.mark.long
@pytest.mark.parametrize("other", ["random", "simple", "logic", "bayes"])
@pytest.mark.parametrize(("players", "value"), [(5, 3 / 10), (7, 9 / 35), (10, 1 / 6)])
def test_optimal_holds_its_value_against_every_bot(players: int, value: float, other: str) -> None:
    plain = {"ruleset": "classic", "players": players, "options": {"table_coin": True}}
    error = (value * (1 - value) / 1000) ** 0.5
    assert _rate("optimal", other, 1000, **plain)[1] > value - 4 * error
    assert _rate(other, "optimal", 1000, **plain)[1] < value + 4 * error


@pytest.mark.parametrize(
    ("players", "value"), [(5, 3 / 10), (6, 1 / 3), (7, 9 / 35), (8, 9 / 56), (9, 2 / 7), (10, 1 / 6)]
)
def test_optimal_play_gives_the_exact_value(players: int, value: float) -> None:
    games = 60
    _, rate, _ = _rate("optimal", "optimal", games, ruleset="classic", players=players, options={"table_coin": True})
    assert rate == pytest.approx(value, abs=4 * (value * (1 - value) / games) ** 0.5)


def test_bayes_is_well_ahead_of_logic_on_both_sides() -> None:
    low, _, _ = _rate("bayes", "logic", 100)
    assert low > 0.5
    _, _, high = _rate("logic", "bayes", 40)
    assert high < 0.15


@pytest.mark.long
def test_levels_are_ordered_among_people() -> None:
    """The other side is played by the model of people."""
    as_good = [_rate(level, "typical", 120)[1] for level in ("beginner", "expert")]
    as_evil = [1.0 - _rate("typical", level, 120)[1] for level in ("beginner", "expert")]
    assert as_good[0] < as_good[1] - 0.1
    assert as_evil[0] < as_evil[1] - 0.1


def _program(body: str) -> str:
    return f'{sys.executable} -c "import sys, json, time\nfor line in sys.stdin:\n {body}"'


@pytest.fixture
def _programs_end() -> Iterator[None]:
    yield
    close_programs()


_ASK = Ask(0, "vote", (Vote(approve=True), Vote(approve=False)))


@pytest.mark.usefixtures("_programs_end")
def test_external_programs_answer_by_number() -> None:
    bot = make_bot("exec:" + _program("print(json.dumps({'answer': 1}), flush=True)"), "1")
    assert [bot.answer(None, _ASK) for _ in range(2)] == [Vote(approve=False)] * 2


@pytest.mark.usefixtures("_programs_end")
@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("sys.exit()", "BOT_UNREACHABLE"),
        ("print('hm', flush=True)", "BOT_ANSWER"),
        ("print('\\xff', flush=True)", "BOT_ANSWER"),
        ("print(json.dumps({'answer': 2}), flush=True)", "BOT_ANSWER"),
        ("print(json.dumps({'answer': -1}), flush=True)", "BOT_ANSWER"),
        ("print('x' * 100000, flush=True)", "BOT_ANSWER"),
        ("time.sleep(60)", "BOT_TIMEOUT"),
    ],
)
def test_a_program_that_gives_no_answer_is_a_refusal_with_a_code(body: str, code: str) -> None:
    bot = ExternalBot("1", _program(body), patience=1.0 if code == "BOT_TIMEOUT" else 20.0)
    for _ in range(2):  # the next question starts it anew
        with pytest.raises(Refused, match="The program") as refused:
            bot.answer(None, _ASK)
        assert refused.value.code == code


@pytest.mark.parametrize("command", ["", "no-such-program --flag", "'unclosed"])
def test_a_program_that_is_not_there_is_no_bot(command: str) -> None:
    with pytest.raises(LookupError):
        make_bot(f"exec:{command}", "1")


def test_bots_by_entry_point_and_unknown_names() -> None:
    assert make_bot("turncoat.bots.random_bot:RandomBot", "1") is not None
    for name in ("nobody", "turncoat.bots:Nobody", "no.such.module:Bot"):
        with pytest.raises(LookupError):
            make_bot(name, "1")


def test_a_module_in_the_current_folder_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = (
        "class MyBot:",
        "    def __init__(self, seed): self.seed = seed",
        "    def answer(self, view, ask): return ask.moves[0]",
    )
    (tmp_path / "my_first_bot.py").write_text("\n".join(lines))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    assert make_bot("my_first_bot:MyBot", "7").seed == "7"  # type: ignore[attr-defined]


def test_random_choices_depend_on_the_seed() -> None:
    ask = Ask(0, "vote", tuple(range(50)))
    answers = {make_bot("random", str(seed)).answer(None, ask) for seed in range(20)}
    assert len(answers) > 5
    assert random.random() >= 0  # global generators are left alone
