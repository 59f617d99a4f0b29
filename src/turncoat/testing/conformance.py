"""Checks in random games that a game keeps the promises of the protocol `Game`."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from turncoat.core import (
    CHANCE,
    AnyGame,
    Ask,
    Match,
    Record,
    Refused,
    Seed,
    Setup,
    dump_record,
    load_record,
    parse_record,
    print_record,
    replay,
    verify,
)
from turncoat.testing.walk import Moment, refusal, walk

_TRIES = 12  # how many legal and how many illegal moves are tried at each moment


def check_conformance(game: AnyGame, setup: Setup, seed: str) -> int:
    """Play a random game and run every check on the way. Returns the number of moves.

    >>> from turncoat.games import default_ruleset, find_game
    >>> check_conformance(find_game(default_ruleset()), Setup(ruleset=default_ruleset(), players=5), "1") > 0
    True
    """
    choose = random.Random(seed)
    pool: dict[str, Any] = {}
    last: Moment | None = None
    for moment in walk(game, setup, seed):
        assert last is None or last.asks, "a game that is over goes on"
        check_asks(game, moment)
        check_views(game, moment)
        check_legal_moves(game, moment, choose)
        check_illegal_moves(game, moment, list(pool.values()), choose)
        _collect(pool, moment.asks, choose)
        last = moment
    assert last is not None
    check_record(game, _as_match(game, setup, last.record, seed))
    return len(last.record.moves)


def check_asks(game: AnyGame, moment: Moment) -> None:
    """There are asks until the game is over, and none after; their moves are distinct and in a stable order."""
    asks = moment.asks
    assert bool(asks) == (game.outcome(moment.state) is None), "asks and outcome disagree"
    assert game.asks(moment.state) == asks, "the order of asks is not stable"
    for ask in asks:
        assert ask.moves or ask.lottery, f"{ask} has no answer"
        assert len({msgspec.json.encode(move) for move in ask.moves}) == len(ask.moves), f"{ask.kind} repeats a move"
        assert ask.seat is CHANCE or 0 <= ask.seat < moment.record.players, f"{ask.kind} asks nobody"
    assert len({(ask.seat, ask.kind) for ask in asks}) == len(asks), "two asks cannot be told apart"
    if any(ask.seat is CHANCE for ask in asks):
        assert len(asks) == 1, "chance moves alone"


def check_views(game: AnyGame, moment: Moment) -> None:
    """Every seat and the spectator have a view; seats that do not exist have none."""
    for seat in (None, *range(moment.record.players)):
        view = msgspec.json.encode(game.view(moment.state, seat))
        assert view == msgspec.json.encode(game.view(moment.state, seat)), "a view is not stable"
    for stranger in (-1, moment.record.players):
        try:
            game.view(moment.state, stranger)
        except Refused:
            continue
        raise AssertionError(f"seat {stranger} has a view")


def check_legal_moves(game: AnyGame, moment: Moment, choose: random.Random) -> None:
    """Every listed move is accepted, survives JSON, and does not change the state it is played on."""
    before = fingerprint(game, moment.state, moment.record.players)
    offers = [(ask.seat, move) for ask in moment.asks for move in ask.moves]
    for seat, move in choose.sample(offers, min(_TRIES, len(offers))):
        again = msgspec.json.decode(msgspec.json.encode(move), type=game.move_type)
        assert again == move, f"{move} does not survive JSON"
        step = game.play(moment.state, seat, move)
        for event in step.events:
            assert event.to is None or all(0 <= reader < moment.record.players for reader in event.to), event
            msgspec.json.encode(event)
    assert fingerprint(game, moment.state, moment.record.players) == before, "play changed the state it was given"


def check_illegal_moves(game: AnyGame, moment: Moment, pool: list[Any], choose: random.Random) -> None:
    """A move that is not listed for a seat is refused with a code and a sentence, and nothing changes."""
    before = fingerprint(game, moment.state, moment.record.players)
    seats = (-1, *range(moment.record.players + 1))
    for _ in range(_TRIES if pool else 0):
        seat, move = choose.choice(seats), choose.choice(pool)
        if any(ask.seat == seat and move in ask.moves for ask in moment.asks):
            continue
        refused = refusal(game, moment.state, seat, move)
        assert refused, f"seat {seat} could play {move}, which no ask lists; {moment.record}"
        assert refused.code.isupper(), refused
        assert refused.message, refused
    assert fingerprint(game, moment.state, moment.record.players) == before, "a refusal changed the state"


def check_record(game: AnyGame, match: Match[Any]) -> None:
    """A record replays to its state, survives both of its formats, can be resumed, and its chance is verified."""
    record = match.record(reveal=True)
    shown = fingerprint(game, match.state, record.players)
    assert fingerprint(game, replay(game, record), record.players) == shown, "replay leads elsewhere"
    assert replay(game, record) == match.state, "replay leads to another state"

    def find(ruleset: str) -> AnyGame:
        return game

    plain = dump_record(record)
    assert dump_record(load_record(plain, find)) == plain, "the record does not survive JSON"
    assert dump_record(parse_record(print_record(record), find)) == plain, "the record does not survive its notation"
    assert verify(load_record(plain, find), find) == [], "the chance of the record does not follow from its seed"
    for upto in range(0, len(record.moves) + 1, 7):
        part = msgspec.structs.replace(record, moves=record.moves[:upto])
        again = Match.resume(game, part, match.secret).record(reveal=True)
        assert dump_record(again) == dump_record(part), "a record taken up again is another"


def fingerprint(game: AnyGame, state: Any, players: int) -> bytes:
    """Everything that the protocol says about a state, as bytes."""
    views = [game.view(state, seat) for seat in (None, *range(players))]
    asks = [(ask.seat, ask.kind, ask.moves, repr(ask.lottery)) for ask in game.asks(state)]
    return msgspec.json.encode([views, asks, game.phase(state), game.deal(state), game.outcome(state)])


def _as_match(game: AnyGame, setup: Setup, record: Record, seed: str) -> Match[Any]:
    """The same game played through a match, which sorts simultaneous answers by seat."""
    match: Match[Any] = Match(game, setup, Seed.of(seed))
    for seat, move in record.moves:
        if seat is not CHANCE:
            match.play(seat, move)
    assert match.game.outcome(match.state) is not None, "the match and the walk part ways"
    return match


def _collect(pool: dict[str, Any], asks: tuple[Ask, ...], choose: random.Random) -> None:
    """Keep a few moves of every kind, to be tried later when they are illegal."""
    for ask in asks:
        if ask.moves and ask.seat is not CHANCE:
            pool[f"{ask.kind} {choose.randrange(4)}"] = choose.choice(ask.moves)
