"""What holds in every game that can be played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from turncoat.core import (
    Draw,
    Match,
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
from turncoat.games import find_game
from turncoat.games.maquis import GAME, State
from turncoat.games.maquis.belief import imagine
from turncoat.games.maquis.rules.cards import CIVILIANS, ENEMY_CARDS, MAQUIS, MISSIONS, SPY
from turncoat.games.maquis.rules.moves import Act, Choose, Done, End, PickCard, PickEnemy, PickMission, Play, Sort
from turncoat.games.maquis.rules.state import Position

OPTIONS: list[dict[str, Any]] = [
    {},
    {"setup": "draft"},
    {"stop_early": True, "crossroads": "revealed", "zero_points": "loss"},
]

games = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def _match(seed: int, options: dict[str, Any]) -> Match[State]:
    return Match(GAME, Setup(ruleset="maquis", options=options), Seed.of(str(seed)))


def _playing(match: Match[State], random: Random) -> Iterator[State]:
    """Every state of a random game, ended only when it must be."""
    while (ask := match.state.ask) is not None:
        yield match.state
        moves = [move for move in ask.moves if move != End()] or ask.moves
        match.play(0, random.choice(list(moves)))
    yield match.state


seeds = st.integers(0, 2**32)
options = st.sampled_from(OPTIONS)


def _maquis_and_spies(position: Position) -> list[str]:
    piles = (position.hand, position.revealed, position.removed, position.hidden.cards, position.hidden.discard)
    drafting = position.deal.maquis[2 * len(position.hidden.cards) :] if position.round == 0 else ()
    spies = (SPY,) * (position.reserve + (3 if position.round == 0 else 0))
    cards = [card for pile in piles for card in pile]
    return [*cards, *(card.card for card in position.played), *position.recruit.cards, *drafting, *spies]


def _check_conserved(position: Position) -> None:
    assert Counter(_maquis_and_spies(position)) == Counter([*MAQUIS, *[SPY] * 6])
    if position.round == 0:
        return
    enemies = [foe.card for site in position.sites for foe in site.garrison]
    enemies += position.enemy.cards + position.enemy.discard
    assert Counter(enemies) == Counter(ENEMY_CARDS)
    assert Counter(position.civilians + position.graveyard) == Counter(CIVILIANS)
    table = [site.mission for site in position.sites if site.mission not in position.defeated]
    missions = [*table, *position.mission_deck, *position.defeated, *position.failed]
    assert len(missions) == len(set(missions)) == 10
    assert set(missions) <= set(MISSIONS)


@games
@given(seeds, options)
def test_cards_are_conserved_in_every_state(seed: int, options: dict[str, Any]) -> None:
    for state in _playing(_match(seed, options), Random(seed)):
        _check_conserved(state)


TRIES: list[Any] = [
    *(Play(card, persona) for card in [*MAQUIS, SPY] for persona in ("hidden", "revealed")),
    *(move(mission) for mission in MISSIONS for move in (Choose, PickMission)),
    *(PickEnemy(mission, slot) for mission in MISSIONS for slot in (0, 4)),
    *(PickCard(card) for card in MAQUIS),
    *(Sort((card,)) for card in MAQUIS),
    Act(use=True),
    Done(),
    End(),
    Draw("shuffle", ()),
]


def _answers(state: State) -> list[str]:
    """What a player is told about all kinds of moves, legal or not."""
    legal = state.ask.moves if state.ask else ()
    answers = []
    for move in TRIES:
        if move in legal:
            answers.append("legal")
            continue
        with pytest.raises(Refused) as caught:
            GAME.play(state, 0, move)
        answers.append(str(caught.value))
    return answers


@games
@given(seeds, options)
def test_unseen_cards_change_nothing_the_player_can_see(seed: int, options: dict[str, Any]) -> None:
    random = Random(seed)
    for number, state in enumerate(_playing(_match(seed, options), random)):
        view = GAME.view(state, 0)
        other = imagine(view, random)
        assert msgspec.json.encode(GAME.view(other, 0)) == msgspec.json.encode(view)
        assert msgspec.json.encode(GAME.asks(other)) == msgspec.json.encode(GAME.asks(state))
        if number % 10 == 0:
            assert _answers(other) == _answers(state)


def test_imagined_worlds_differ_where_the_player_sees_nothing() -> None:
    state = _match(1, {}).state
    worlds = [imagine(GAME.view(state, 0), Random(n)) for n in range(20)]
    for unseen in ("hidden", "recruit", "sites", "enemy", "mission_deck", "civilians"):
        assert len({str(getattr(world, unseen)) for world in worlds}) > 5


@games
@given(seeds, options)
def test_a_spectator_sees_less_than_the_player(seed: int, options: dict[str, Any]) -> None:
    for state in _playing(_match(seed, options), Random(seed)):
        spectator = GAME.view(state, None)
        assert spectator.hand is None
        for deck in (spectator.hidden_deck, spectator.recruit_deck, spectator.enemy_deck):
            assert (deck.top, deck.bottom, deck.holds) == ((), (), ())


@games
@given(seeds, options)
def test_random_play_ends_and_its_record_replays_in_every_form(seed: int, options: dict[str, Any]) -> None:
    match = _match(seed, options)
    *_, last = _playing(match, Random(seed))
    assert last.outcome is not None
    assert last.round <= 11
    record = match.record(reveal=True)
    assert replay(GAME, record) == last
    assert verify(record, find_game) == []
    again = load_record(dump_record(record), find_game)
    assert replay(GAME, again) == last
    assert parse_record(print_record(record), find_game) == again


@games
@given(seeds, options)
def test_every_move_offered_is_accepted(seed: int, options: dict[str, Any]) -> None:
    for state in _playing(_match(seed, options), Random(seed)):
        moves = state.ask.moves if state.ask else ()
        assert len(set(moves)) == len(moves)
        for move in moves:
            GAME.play(state, 0, move)


def test_a_loss_scores_nothing_and_a_grade_follows_from_the_points() -> None:
    for seed in range(60):
        *_, last = _playing(_match(seed, {}), Random(seed))
        assert last.outcome is not None
        if last.outcome.grade == "loss":
            assert last.outcome.points == 0
