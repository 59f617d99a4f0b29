"""The ProAvalon bot API in both directions: a game over the wire goes as it goes at the table."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import httpx
import msgspec
import pytest

from tests.bots.elsewhere import ACT, answers, foreign, free_port, served
from turncoat.arena import Cell, Teams
from turncoat.arena.play import play_games
from turncoat.bots import Bot, make_bot
from turncoat.cli import run
from turncoat.core import Ask, Match, Outcome, Refused, Seed, Setup
from turncoat.games.resistance import GAME
from turncoat.games.resistance.adapters.proavalon import bot as client_side
from turncoat.games.resistance.adapters.proavalon.bot import KEY, ProAvalonBot, close_connections
from turncoat.games.resistance.adapters.proavalon.messages import CHOSEN, Act, GameInfo, See, Start
from turncoat.games.resistance.adapters.proavalon.messages_to_views import ask_of, seating_of, view_of
from turncoat.games.resistance.adapters.proavalon.moves_and_actions import action_of, move_of
from turncoat.games.resistance.adapters.proavalon.service import BotService
from turncoat.games.resistance.adapters.proavalon.views_to_messages import info_of, start_of
from turncoat.games.resistance.rules.setup import compile_setup

SEED = "a seed"


def possible(setup: Setup) -> bool:
    try:
        compile_setup(setup)
    except Refused:
        return False
    return True


def setups(**options: Any) -> list[Setup]:
    """Every size with every choice of characters that fits it."""
    found = [
        Setup(ruleset="avalon", players=players, roles=roles, options=options)
        for players in range(5, 11)
        for count in range(len(CHOSEN) + 1)
        for roles in combinations(CHOSEN, count)
    ]
    return [setup for setup in found if possible(setup)]


def label(setup: Setup) -> str:
    return "-".join((str(setup.players), *setup.roles))


def asked(setup: Setup, seed: object) -> Iterator[tuple[Any, Ask]]:
    """Every view and ask of a game at random, with successes enough to reach the Lady and the Assassin."""
    rng = random.Random(str(seed))
    match = Match(GAME, setup, Seed.of(str(seed)))
    while asks := GAME.asks(match.state):
        for ask in asks:
            yield GAME.view(match.state, ask.seat), ask
        ask = rng.choice(asks)
        moves = ask.moves
        move = moves[0] if ask.kind in ("mission", "vote") and rng.random() < 0.7 else rng.choice(moves)
        match.play(ask.seat, move)


def over_the_wire(message: msgspec.Struct) -> Any:
    return msgspec.json.decode(msgspec.json.encode(message), type=type(message))


@pytest.mark.parametrize("setup", [*setups(), *setups(lady=True)], ids=label)
def test_a_view_comes_out_as_it_went_in(setup: Setup) -> None:
    """All that a seat knows at any question is in the message, and the question too."""
    for view, ask in asked(setup, f"views {setup}"):
        start, info = start_of(view, view.you), info_of(view, view.you, ask)
        seating = seating_of(over_the_wire(start))
        read = view_of(seating, over_the_wire(info), {})
        assert read == view
        assert ask_of(seating, read) == ask
        for move in ask.moves:
            assert move_of(over_the_wire(action_of(move, start.players)), ask, start.players) == move


@pytest.fixture(autouse=True)
def fresh_connections() -> Iterator[None]:
    yield
    close_connections()


def play(setup: Setup, bots: list[Bot], seed: str) -> tuple[Outcome | None, list[Any]]:
    """A game between bots: how it ended, and every move."""
    match = Match(GAME, setup, Seed.of(seed))
    while asks := GAME.asks(match.state):
        seat = asks[0].seat
        assert seat is not None
        match.play(seat, bots[seat].answer(GAME.view(match.state, seat), asks[0]))
    return GAME.outcome(match.state), list(match.moves)


@pytest.mark.parametrize("lady", [False, True], ids=["", "lady"])
def test_whole_games_go_as_at_the_table(lady: bool) -> None:
    """Sizes and characters of the API: the same seed and the same moves, whether the bot is here or served."""
    rng = random.Random(5)
    chosen = [rng.choice([one for one in setups(lady=lady) if one.players == n]) for n in range(5, 11)]
    full = [one for one in setups(lady=lady) if one.players in (7, 10)][-1:]
    with served(BotService("bayes", seed=SEED)) as address:
        for setup in [*chosen, *full]:
            here = [make_bot("bayes", SEED) for _ in range(setup.players)]
            there = [make_bot(f"proavalon:{address}", "ignored") for _ in range(setup.players)]
            assert play(setup, there, "deal") == play(setup, here, "deal"), setup


@pytest.mark.long
@pytest.mark.parametrize("lady", [False, True], ids=["", "lady"])
def test_whole_games_with_every_choice_of_characters(lady: bool) -> None:
    with served(BotService("bayes", seed=SEED)) as address:
        for setup in setups(lady=lady):
            here = [make_bot("bayes", SEED) for _ in range(setup.players)]
            there = [make_bot(f"proavalon:{address}", "ignored") for _ in range(setup.players)]
            assert play(setup, there, label(setup)) == play(setup, here, label(setup)), setup


def test_a_served_bot_plays_in_the_arena_and_is_told_when_a_game_is_over() -> None:
    service = BotService("logic")
    with served(service) as address:
        lineup = Teams(good=f"proavalon:{address}", evil="logic")
        cell = Cell(lineup=lineup, ruleset="avalon", players=5, games=3)
        assert len(play_games(cell, range(3))) == 3
    assert not service._games


def test_the_site_need_not_tell_a_spy_his_own_cards() -> None:
    """Their message leaves them out; the session remembers them."""

    class AsTheSite(ProAvalonBot):
        def _call(self, path: str, body: Any, kind: Any) -> Any:
            if isinstance(body, Act):
                info = msgspec.structs.replace(body.game_info, own=None)
                body = msgspec.structs.replace(body, game_info=info)
            return super()._call(path, body, kind)

    setup = Setup(ruleset="avalon", players=7, roles=("percival", "morgana"))
    with served(BotService("logic", seed=SEED)) as address:
        for deal in range(3):
            there: list[Bot] = [AsTheSite(address) for _ in range(7)]
            here = [make_bot("logic", SEED) for _ in range(7)]
            assert play(setup, there, str(deal)) == play(setup, here, str(deal))


def first_question(kind: str = "vote", **options: Any) -> tuple[Any, Ask]:
    setup = Setup(ruleset="avalon", players=5, options=options)
    return next((view, ask) for view, ask in asked(setup, "first") if ask.kind == kind)


def test_the_key_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    with served(BotService("random", key="right")) as address:
        for given, refused in (("wrong", True), ("right", False)):
            monkeypatch.setenv(KEY, given)
            close_connections()
            bot = ProAvalonBot(address)
            if refused:
                with pytest.raises(Refused, match="BOT_UNAUTHORIZED"):
                    bot.answer(*first_question())
            else:
                bot.answer(*first_question())
        assert httpx.get(f"{address}/v0/info").status_code == 200
        for path in ("session", "session/act", "session/gameover", "session/delete"):
            assert httpx.post(f"{address}/v0/{path}", json={}).status_code == 401


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with served(BotService("simple")) as found:
        yield found


def plain(message: msgspec.Struct) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(message, str_keys=True)
    return found


def begun(address: str, view: Any) -> str:
    session: str = httpx.post(f"{address}/v0/session", json=plain(start_of(view, view.you))).json()["sessionID"]
    return session


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"numPlayers": 4}, "BAD_REQUEST"),
        ({"numPlayers": 6}, "BAD_REQUEST"),
        ({"numPlayers": "5"}, "BAD_REQUEST"),
        ({"teamLeader": 7}, "BAD_REQUEST"),
        ({"players": ["A", "A", "C", "D", "E"]}, "BAD_REQUEST"),
        ({"name": "Nobody"}, "BAD_REQUEST"),
        ({"role": "Tristan"}, "UNSUPPORTED"),
        ({"role": "Oberon"}, "BAD_REQUEST"),
        ({"roles": ["Hitberon"]}, "UNSUPPORTED"),
        ({"roles": ["Mordred", "Morgana", "Oberon"]}, "UNSUPPORTED"),
        ({"cards": ["Sire of the Sea"]}, "UNSUPPORTED"),
        ({"see": {"spies": ["Nobody"]}}, "BAD_REQUEST"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_a_game_that_cannot_be_played_is_refused(address: str, change: dict[str, Any], code: str) -> None:
    view, _ = first_question()
    body = {**plain(start_of(view, view.you)), **change}
    reply = httpx.post(f"{address}/v0/session", json=body)
    assert (reply.status_code, reply.json()["error"]) == (400, code)


def test_roles_are_read_in_either_spelling(address: str) -> None:
    players = ["a", "b", "c", "d", "e", "f", "g"]
    start = {
        "numPlayers": 7,
        "teamLeader": 0,
        "players": players,
        "name": "a",
        "see": {"spies": ["b"], "merlins": []},
    }
    for roles, role, cards in (
        (["percival", "morgana"], "merlin", ["lady of the lake"]),
        (["Resistance", "Percival", "Morgana", "Spy"], "Merlin", ["Lady of the Lake"]),
    ):
        reply = httpx.post(f"{address}/v0/session", json={**start, "roles": roles, "role": role, "cards": cards})
        assert reply.status_code == 200, reply.text


@pytest.mark.parametrize(
    "change",
    [
        {"phase": "Frozen"},
        {"missionNum": 3},
        {"missionNum": 0},
        {"pickNum": 9},
        {"teamLeaderReversed": 9},
        {"missionHistory": ["failed"]},
        {"missionHistory": ["failed"], "numFailsHistory": [1]},
        {"missionHistory": ["won"]},
        {"playersYetToVote": []},
        {"playersYetToVote": ["Nobody"]},
        {"proposedTeam": ["Player1", "Player1"]},
        {"playerUsernamesOrderedReversed": ["Player2", "Player1", "Player3", "Player4", "Player5"]},
        {"voteHistory": {"Player1": [["VHpicked"]]}},
        {"voteHistory": {f"Player{n}": [["VHpicked"]] for n in range(1, 6)}},
        {"voteHistory": {f"Player{n}": [["x"] * 6] for n in range(1, 6)}},
        {"voteHistory": None},
        {"username": 5},
    ],
    ids=lambda change: str(change)[:40],
)
def test_a_message_that_makes_no_sense_is_refused(address: str, change: dict[str, Any]) -> None:
    view, ask = first_question()
    session = begun(address, view)
    info = {**plain(info_of(view, view.you, ask)), **change}
    reply = httpx.post(f"{address}/v0/session/act", json={"sessionID": session, "gameInfo": info})
    assert (reply.status_code, reply.json()["error"]) == (400, "BAD_REQUEST"), reply.text


def test_bytes_that_are_no_message_are_refused(address: str) -> None:
    for body in (b"", b"[]", b"{", b"\xff", b"[" * 5000, b'{"sessionID": 5}'):
        for path in ("session", "session/act", "session/delete"):
            assert httpx.post(f"{address}/v0/{path}", content=body).status_code == 400
    assert httpx.post(f"{address}/v0/session", content=b" " * 70_000).status_code == 413
    assert httpx.get(f"{address}/v0/session").status_code == 405
    assert httpx.get(f"{address}/v0/nothing").status_code == 404


@pytest.mark.parametrize("name", ["bayes", "logic", "simple"])
def test_play_goes_on_where_no_deal_fits_what_was_told(name: str) -> None:
    """A site may know rules that we do not; a servant who sees spies is answered all the same."""
    view, ask = next((view, ask) for view, ask in asked(setups()[0], "odd") if view.you.role == "servant")
    service = BotService(name)
    start = msgspec.structs.replace(start_of(view, view.you), see=See(spies=("Player1", "Player2", "Player3")))
    session = service.start(start).session_id
    action = service.act(Act(session_id=session, game_info=info_of(view, view.you, ask)))
    assert move_of(action, ask, start.players) in ask.moves


@pytest.mark.parametrize("end", ["gameover", "delete"])
def test_a_session_ends_once(address: str, end: str) -> None:
    view, ask = first_question()
    session = begun(address, view)
    act = {"sessionID": session, "gameInfo": plain(info_of(view, view.you, ask))}
    first = httpx.post(f"{address}/v0/session/act", json=act)
    assert first.json()["buttonPressed"] in ("yes", "no")
    assert httpx.post(f"{address}/v0/session/act", json=act).content == first.content
    over = {"sessionID": session, "reason": "complete", "gameInfo": {}}
    assert httpx.post(f"{address}/v0/session/{end}", json=over).status_code == 200
    assert httpx.post(f"{address}/v0/session/{end}", json=over).status_code == 404
    assert httpx.post(f"{address}/v0/session/act", json=act).status_code == 404


def test_phases_are_read_in_either_spelling(address: str) -> None:
    view, ask = first_question()
    session = begun(address, view)
    info = plain(info_of(view, view.you, ask))
    for phase in ("votingTeam", "VotingTeam"):
        act = {"sessionID": session, "gameInfo": {**info, "phase": phase}}
        assert httpx.post(f"{address}/v0/session/act", json=act).status_code == 200


def test_sessions_are_bounded_and_a_forgotten_game_begins_again() -> None:
    service = BotService("random", sessions=2)
    with served(service) as address:
        bots = [ProAvalonBot(address) for _ in range(3)]
        for bot in (*bots, *bots):
            assert bot.answer(*first_question()) in first_question()[1].moves
        assert len(service._games) == 2
        for bot in bots:
            bot.close()
        assert not service._games


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"act": (200, b"yes")}, "BOT_ANSWER"),
        ({"act": (200, b'{"buttonPressed":"maybe"}')}, "BOT_ANSWER"),
        ({"act": (200, b'{"selectedPlayers":[]}')}, "BOT_ANSWER"),
        ({"act": (200, b'{"buttonPressed":"yes","selectedPlayers":' + b"[" * 70_000)}, "BOT_ANSWER"),
        ({"act": (500, b"crash")}, "BOT_ERROR"),
        ({"act": (302, b"")}, "BOT_ERROR"),
        ({"act": (401, b"")}, "BOT_UNAUTHORIZED"),
        ({"act": (404, b"")}, "BOT_SESSION"),
        ({"session": (400, b"")}, "BOT_UNSUPPORTED"),
        ({"session": (200, b"{}")}, "BOT_ANSWER"),
        ({"info": (200, b'{"name":"x","capabilities":[{"numPlayers":[6]}]}')}, "BOT_UNSUPPORTED"),
        ({"info": (200, b"null")}, "BOT_ANSWER"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_what_a_foreign_bot_does_wrong_has_a_code(changed: dict[str, tuple[int, bytes]], code: str) -> None:
    with foreign(answers(**changed)) as address, pytest.raises(Refused) as caught:
        ProAvalonBot(address).answer(*first_question())
    assert caught.value.code == code
    assert caught.value.message.startswith(f"The bot at {address} ")


@pytest.mark.parametrize("selected", [[], ["Player1"], ["Player1", "Player1"], ["Player1", "Nobody"]], ids=str)
def test_a_team_that_is_none_is_refused(selected: list[str]) -> None:
    body = msgspec.json.encode({"buttonPressed": "yes", "selectedPlayers": selected})
    with foreign(answers(act=(200, body))) as address, pytest.raises(Refused, match="BOT_ANSWER"):
        ProAvalonBot(address).answer(*first_question("propose"))


def test_a_slow_bot_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither one that is silent nor one that answers drop by drop."""
    monkeypatch.setitem(client_side._PATIENCE, ACT, 0.2)
    for delay in (0.05, 1.0):
        with foreign(answers(), delay) as address:
            bot = ProAvalonBot(address)
            bot._session = "s"
            with pytest.raises(Refused, match="BOT_TIMEOUT"):
                bot.answer(*first_question())


def test_nobody_there() -> None:
    with pytest.raises(Refused, match="BOT_UNREACHABLE"):
        ProAvalonBot(f"http://127.0.0.1:{free_port()}").answer(*first_question())
    for address in ("", "example", "file:///etc/passwd", "http://"):
        with pytest.raises(LookupError):
            make_bot(f"proavalon:{address}", "")


@pytest.mark.parametrize(
    "setup",
    [
        Setup(ruleset="classic", players=5),
        Setup(ruleset="avalon", players=5, options={"merlin": False, "assassin": False}),
        Setup(ruleset="avalon", players=7, options={"plot": True}),
        Setup(ruleset="avalon", players=7, options={"targeting": True}),
    ],
    ids=lambda setup: f"{setup.ruleset}{dict(setup.options)}",
)
def test_a_game_that_the_protocol_does_not_know_is_not_sent(setup: Setup) -> None:
    view, ask = next(asked(setup, 1))
    with pytest.raises(Refused, match="BOT_UNSUPPORTED"):
        ProAvalonBot("http://127.0.0.1:9").answer(view, ask)


def test_no_message_tells_who_is_who() -> None:
    """Where a seat cannot know, neither message holds it: the roles in the game are sorted, not seated."""
    setup = Setup(ruleset="avalon", players=7, roles=("percival", "mordred", "morgana"))
    for view, ask in asked(setup, "who"):
        start, info = start_of(view, view.you), info_of(view, view.you, ask)
        assert list(info.roles) == sorted(info.roles)
        assert isinstance(start, Start)
        assert isinstance(info, GameInfo)
        knows = {f"Player{seat + 1}" for seat in (*view.you.knows, view.you.seat)}
        assert set(start.see.spies or ()) | set(start.see.merlins or ()) <= knows


def test_the_command_serves_a_bot(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    seen: list[tuple[BotService, str, int]] = []
    monkeypatch.setattr(
        "turncoat.games.resistance.adapters.proavalon.service.serve_bot", lambda *all_: seen.append(all_)
    )
    monkeypatch.setenv(KEY, "from the environment")
    assert run(["serve-bot", "--bot", "logic", "--port", "8123"]) == 0
    assert run(["serve-bot", "--host", "0.0.0.0", "--key", "flag"]) == 0
    assert [(service.info().name, host, port) for service, host, port in seen] == [
        ("logic", "127.0.0.1", 8123),
        ("expert", "0.0.0.0", 8100),
    ]
    for (service, _, _), key in zip(seen, ("from the environment", "flag"), strict=True):
        service.admit(key)
        with pytest.raises(Refused, match="UNAUTHORIZED"):
            service.admit("")
    monkeypatch.delenv(KEY)
    for flags, code in ((["--host", "0.0.0.0"], "NO_KEY"), (["--bot", "nobody"], "BAD_BOT")):
        capsys.readouterr()
        assert run(["serve-bot", *flags]) == 2
        assert code in capsys.readouterr().err
