"""Draws another game that looks the same to a seat: other roles, other sealed answers, another order, another deck.

The other game is a legal record again. Everything that the seat knows stays the same: its own role and answers, whom it
knows, the loyalties and cards it has seen, public votes, the fails of every mission, and the card in the Spotlight. The
rest is drawn again.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from msgspec.structs import replace

from turncoat.core import CHANCE, AnyGame, Record, steps
from turncoat.games.resistance.game import Resistance
from turncoat.games.resistance.rules.moves import Assassinate, PassLoyalty, PlayCard, Vote
from turncoat.games.resistance.rules.state import CardFact, LoyaltyFact, State

_GAME: AnyGame = Resistance()
_SWAPS = 8
Moves = list[tuple[int | None, Any]]


class Batch(NamedTuple):
    """Sealed answers that were collected together: their indices in the record, and the state before the first."""

    kind: type
    at: list[int]
    before: State
    complete: bool


def other_world(record: Record, seat: int | None, chance: random.Random) -> Record | None:
    """Another record that `seat` (None: a spectator) cannot tell from this one."""
    game = _Played(record)
    if game.final.phase != "over":
        roles = _other_roles(game.final, seat, _missions(game.final, seat, game.moves, game.batches), chance)
        record = _with_roles(game, roles, seat, chance)
    moves: Moves = list(record.moves)
    for batch in game.batches:
        _rearrive(batch, moves, chance)
    deal = dict(record.deal)
    if game.final.plot is not None:
        deal["plot"] = _reshuffled(game.final, chance)
    return replace(record, deal=deal, moves=tuple(moves))


def with_roles(record: Record, roles: tuple[str, ...], seat: int | None, chance: random.Random) -> Record:
    """The same game with other roles that `seat` holds possible, in which it has seen the same.

    Everybody answers in the same order. What was sealed and does not fit the roles, or was seen by nobody, is drawn
    again.
    """
    return _with_roles(_Played(record), roles, seat, chance)


class _Played:
    """A record, how it stands, and which of its answers were sealed together."""

    def __init__(self, record: Record) -> None:
        states: list[State] = [step.state for step in steps(_GAME, record)]
        self.record = record
        self.final = states[-1]
        self.moves: Moves = list(record.moves)
        self.batches = list(_batches(states, self.moves))


def _with_roles(game: _Played, roles: tuple[str, ...], seat: int | None, chance: random.Random) -> Record:
    deal, moves, final = {**game.record.deal, "roles": roles}, list(game.moves), game.final
    _redraw_duty(deal, final, roles, seat, chance)
    for batch in game.batches:
        _reseal(batch, moves, final, roles, seat, chance)
    _repass_loyalty(moves, final, roles, seat)
    return replace(game.record, deal=deal, moves=tuple(moves))


def _key(state: State) -> tuple[Any, ...]:
    """The same for all states in which the same sealed answers are collected. Open votes are not sealed."""
    return state.phase, len(state.proposals), state.resolved, state.participants, state.shown


def _batches(states: list[State], moves: Moves) -> Iterator[Batch]:
    at: list[int] = []
    for index, (_, move) in enumerate(moves):
        if not isinstance(move, Vote | PlayCard | Assassinate):
            continue
        at.append(index)
        after = states[index + 1]
        if _key(after) != _key(states[index]):
            yield Batch(type(move), at, states[at[0]], complete=True)
            at = []
    if at:
        yield Batch(type(moves[at[0]][1]), at, states[at[0]], complete=False)


# --- roles


class Mission(NamedTuple):
    """The cards of a mission: those that the seat knows, who else has played, and how many fails became public."""

    known: dict[int, bool]
    others: list[int]
    fails: int | None  # among the others; None while the cards are not shown


def _missions(final: State, seat: int | None, moves: Moves, batches: list[Batch]) -> dict[int, Mission]:
    """The missions, by the index of their first card."""
    return {
        batch.at[0]: _mission(final, seat, moves, batch)
        for batch in batches
        if batch.kind is PlayCard and not _is_face_up(batch)
    }


def _is_face_up(batch: Batch) -> bool:
    """Whether this is the card in the Spotlight under `target_first`: a batch of its own that everybody sees."""
    lit = batch.before.spotlight is not None and batch.before.rules.options.spotlight_order == "target_first"
    return lit and batch.before.waiting.bit_count() == 1 and batch.before.answered == 0


def _mission(final: State, seat: int | None, moves: Moves, batch: Batch) -> Mission:
    before = batch.before
    scored = final.resolved > before.resolved
    cards = {moves[index][0]: moves[index][1].success for index in batch.at}
    seen = {
        fact.seat
        for owner, fact in final.facts
        if owner == seat and isinstance(fact, CardFact) and fact.mission == before.mission
    }
    open_to_seat = {seat, before.spotlight if scored else None, *seen}
    known = {member: card for member, card in cards.items() if member in open_to_seat}
    others = [member for member in cards if member not in known]
    fails = sum(not cards[member] for member in others) if scored else None
    return Mission(known, others, fails)  # type: ignore[arg-type]


def _other_roles(
    final: State, seat: int | None, missions: dict[int, Mission], chance: random.Random
) -> tuple[str, ...]:
    """Swap the roles of other seats at random, as long as the seat cannot notice."""
    roles = final.deal.roles
    others = [other for other in range(final.rules.players) if other != seat]
    for _ in range(_SWAPS):
        one, two = chance.sample(others, 2)
        swapped = list(roles)
        swapped[one], swapped[two] = roles[two], roles[one]
        if swapped[one] != roles[one] and _is_possible(final, seat, missions, tuple(swapped)):
            roles = tuple(swapped)
    return roles


def _is_possible(final: State, seat: int | None, missions: dict[int, Mission], roles: tuple[str, ...]) -> bool:
    rules = final.rules
    if seat is not None and rules.sight(roles, seat) != final.deal.sight[seat]:
        return False
    for owner, fact in final.facts:
        if owner == seat and isinstance(fact, LoyaltyFact) and rules.sides[roles[fact.seat]] != fact.side:
            return False
    if any(not _has_played(final, roles, member, card) for member, card in _shown_cards(final)):
        return False
    return all(_fits(final, roles, mission) for mission in missions.values())


def _shown_cards(final: State) -> Iterator[tuple[int, bool]]:
    """The cards that everybody saw, in finished missions and in the current one."""
    for result in final.results:
        if result is not None and result.spotlight is not None:
            yield result.spotlight, not result.saboteurs >> result.spotlight & 1
    lit = final.spotlight
    if lit is not None and final.phase in ("mission", "close-eye") and final.shown >> lit & 1:
        yield lit, bool(final.yes >> lit & 1)


def _has_played(final: State, roles: tuple[str, ...], member: int, success: bool) -> bool:
    return success or final.rules.sides[roles[member]] == "evil"


def _fits(final: State, roles: tuple[str, ...], mission: Mission) -> bool:
    if any(not _has_played(final, roles, member, card) for member, card in mission.known.items()):
        return False
    return mission.fails is None or mission.fails <= len(_evil(final, roles, mission.others))


def _evil(final: State, roles: tuple[str, ...], among: list[int]) -> list[int]:
    return [seat for seat in among if final.rules.sides[roles[seat]] == "evil"]


def _redraw_duty(
    deal: dict[str, Any], final: State, roles: tuple[str, ...], seat: int | None, chance: random.Random
) -> None:
    if final.deal.duty is not None and final.deal.duty != seat:
        others = [other for other in range(final.rules.players) if other != seat]
        deal["assassin"] = chance.choice(_evil(final, roles, others))


# --- sealed answers


def _reseal(
    batch: Batch, moves: Moves, final: State, roles: tuple[str, ...], seat: int | None, chance: random.Random
) -> None:
    if batch.kind is Vote:
        _reseal_votes(batch, moves, seat, chance)
    elif batch.kind is PlayCard and not _is_face_up(batch):
        _reseal_cards(batch, moves, final, roles, seat, chance)
    elif batch.kind is Assassinate:
        _reseal_names(batch, moves, final, roles, seat, chance)


def _reseal_votes(batch: Batch, moves: Moves, seat: int | None, chance: random.Random) -> None:
    """Draw votes again that nobody has seen. If ballots are unnamed, only their number stays the same."""
    options = batch.before.rules.options
    if options.vote_style == "open":
        return
    others = [index for index in batch.at if moves[index][0] != seat]
    if not batch.complete:
        for index in others:
            moves[index] = (moves[index][0], Vote(approve=chance.random() < 0.5))
    elif not options.ballots_named and batch.before.phase == "vote":
        ballots = [moves[index][1] for index in others]
        chance.shuffle(ballots)
        for index, ballot in zip(others, ballots, strict=True):
            moves[index] = (moves[index][0], ballot)


def _reseal_cards(
    batch: Batch, moves: Moves, final: State, roles: tuple[str, ...], seat: int | None, chance: random.Random
) -> None:
    mission = _mission(final, seat, moves, batch)
    evil = _evil(final, roles, mission.others)
    fails = chance.randint(0, len(evil)) if mission.fails is None else mission.fails
    saboteurs = chance.sample(evil, fails)
    for index in batch.at:
        member = moves[index][0]
        if member in mission.others:
            moves[index] = (member, PlayCard(success=member not in saboteurs))


def _reseal_names(
    batch: Batch, moves: Moves, final: State, roles: tuple[str, ...], seat: int | None, chance: random.Random
) -> None:
    """Draw again whom the other evil players have named, while some names are still missing."""
    others = [index for index in batch.at if moves[index][0] != seat]
    everyone = [other for other in range(final.rules.players) if other != seat]
    namers = chance.sample(_evil(final, roles, everyone), len(others))
    good = [target for target in range(final.rules.players) if final.rules.sides[roles[target]] == "good"]
    for index, namer in zip(others, namers, strict=True):
        moves[index] = (namer, Assassinate(seat=chance.choice(good)))


def _repass_loyalty(moves: Moves, final: State, roles: tuple[str, ...], seat: int | None) -> None:
    """Make Loyalty cards that were passed by hand fit the new roles."""
    for index, (mover, move) in enumerate(moves):
        if isinstance(move, PassLoyalty) and mover is not CHANCE and mover != seat:
            side: Any = final.rules.sides[roles[mover]]
            moves[index] = (mover, PassLoyalty(side=side))


def _rearrive(batch: Batch, moves: Moves, chance: random.Random) -> None:
    """Change the order in which answers came in. The last move stays, because its events are compared."""
    slots = [index for index in batch.at if index != len(moves) - 1]
    answers = [moves[index] for index in slots]
    chance.shuffle(answers)
    for index, answer in zip(slots, answers, strict=True):
        moves[index] = answer


def _reshuffled(final: State, chance: random.Random) -> tuple[str, ...]:
    assert final.plot is not None
    rest = list(final.plot.deck)
    chance.shuffle(rest)
    return (*final.deal.deck[: len(final.deal.deck) - len(rest)], *rest)
