"""Structured talk: good speaks the truth as it sees it, Merlin and evil say what a plain good seat would."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

import msgspec
import numpy as np
import pytest

from turncoat.arena import Cell, Teams
from turncoat.arena.play import play_game, record_game
from turncoat.bots import Talker, make_bot
from turncoat.bots.protocol import Said
from turncoat.core import Ask, Match, Seed, Setup
from turncoat.core.match import replay
from turncoat.games import find_game
from turncoat.games.resistance.belief.possible_deals import believe
from turncoat.games.resistance.belief.reading import reading_of
from turncoat.games.resistance.bots.talk import hints, speak
from turncoat.games.resistance.claims import (
    TALK,
    AnyClaim,
    RoleClaim,
    SawClaim,
    SuspectClaim,
    TeamClaim,
    TrustClaim,
    standing,
    words,
)
from turncoat.games.resistance.rules.moves import PlayCard, Propose, Vote
from turncoat.games.resistance.rules.state import LoyaltyFact
from turncoat.games.resistance.rules.view import View
from turncoat.testing import walk

CELLS = (
    Cell(lineup=Teams("bayes", "logic"), ruleset="classic", players=5),
    Cell(lineup=Teams("bayes", "logic"), ruleset="avalon", players=7, options={"lady": True}),
    Cell(lineup=Teams("logic", "logic"), ruleset="classic", players=8, options={"plot": True}),
    Cell(
        lineup=Teams("logic", "random"),
        ruleset="avalon",
        players=10,
        roles=("percival", "morgana", "mordred", "oberon"),
        options={"lady": True},
    ),
)


@cache
def moments() -> tuple[tuple[View, View, tuple[str, ...]], ...]:
    """Views of every seat at many moments, each with what a watcher sees then and the true sides."""
    found = []
    for cell in CELLS:
        game = find_game(cell.ruleset)
        for number in range(2):
            record = record_game(cell, number)
            for upto in range(0, len(record.moves), 19):
                state = replay(game, record, upto)
                if game.outcome(state) is None and (watcher := game.view(state, None)).roles is None:
                    sides = tuple("evil" if state.deal.evil >> seat & 1 else "good" for seat in range(cell.players))
                    found += [(game.view(state, seat), watcher, sides) for seat in range(cell.players)]
    return tuple(found)


def spoken(view: View) -> Iterator[AnyClaim]:
    """Everything a seat says at a moment if it may say one thing after another."""
    assert view.you is not None
    said: list[Said] = []
    while (claim := speak(view, said)) is not None:
        yield claim
        said.append(Said(view.you.seat, claim))


def is_true(claim: AnyClaim, evil: set[int]) -> bool:
    if isinstance(claim, TeamClaim):
        return bool(evil & set(claim.team)) == claim.evil
    assert not isinstance(claim, RoleClaim)
    accuses = isinstance(claim, SuspectClaim) or (isinstance(claim, SawClaim) and claim.side == "evil")
    return (claim.seat in evil) == accuses


def loyalties(view: View) -> list[LoyaltyFact]:
    assert view.you is not None
    return [fact for fact in view.you.seen if isinstance(fact, LoyaltyFact)]


def test_good_tells_the_truth_as_it_believes_it() -> None:
    kinds = set()
    for view, _, sides in moments():
        assert view.you is not None
        if view.you.role not in ("servant", "resistance", "resistant"):
            continue
        evil = reading_of(view).private(view).evil
        for claim in spoken(view):
            kinds.add(type(claim))
            if isinstance(claim, SawClaim):
                assert claim.side == sides[claim.seat]
                assert any((fact.seat, fact.means) == (claim.seat, claim.means) for fact in loyalties(view))
            elif isinstance(claim, SuspectClaim):
                assert evil[claim.seat] > 0.5
            elif isinstance(claim, TrustClaim):
                assert evil[claim.seat] < 0.5
            elif isinstance(claim, TeamClaim):
                assert max(evil[seat] for seat in claim.team) > 0.5
    assert kinds == {SawClaim, SuspectClaim, TrustClaim, TeamClaim}


def test_nobody_claims_what_everybody_knows_to_be_false() -> None:
    """Some deal fits all that a watcher knows, with a good speaker and the claim true."""
    lies = 0
    for view, watcher, sides in moments():
        assert view.you is not None
        belief = believe(watcher)
        evil_sides = [set(np.nonzero(side)[0].tolist()) for side in belief.deals.members[belief.sides > 0]]
        for claim in spoken(view):
            assert any(view.you.seat not in evil and is_true(claim, evil) for evil in evil_sides)
            lies += not is_true(claim, {seat for seat, side in enumerate(sides) if side == "evil"})
    assert lies  # evil does not only speak the truth


def both_failed() -> Match[Any]:
    """Seats 4 and 5 of seven went on the first mission and gave two fails; seat 6 is evil too."""
    game = find_game("avalon")
    roles = ("merlin", "servant", "servant", "servant", "assassin", "minion", "minion")
    match: Match[Any] = Match(
        game, Setup(ruleset="avalon", players=7, deal={"roles": roles, "leader": 0}), Seed.of("1")
    )
    match.play(0, Propose(team=(4, 5)))
    for seat in range(7):
        match.play(seat, Vote(approve=True))
    for seat in (4, 5):
        match.play(seat, PlayCard(success=False))
    return match


def test_whoever_is_known_to_be_evil_says_nothing_and_nobody_vouches_for_him() -> None:
    match = both_failed()
    for seat in range(7):
        view = match.game.view(match.state, seat)
        you = msgspec.structs.replace(view.you, seen=(LoyaltyFact(3, "good", "lady"),))
        claims = set(spoken(msgspec.structs.replace(view, you=you)))
        assert not claims & {TrustClaim(4), TrustClaim(5)}
        if seat in (4, 5):
            assert not claims


def test_evil_lies_about_a_friend_while_that_can_be_believed() -> None:
    match = both_failed()
    view = match.game.view(match.state, 6)

    def saw(seat: int) -> AnyClaim | None:
        you = msgspec.structs.replace(view.you, seen=(LoyaltyFact(seat, "evil", "lady"),))
        return speak(msgspec.structs.replace(view, you=you), ())

    assert saw(4) == SawClaim(4, "evil")
    fresh: Match[Any] = Match(match.game, match.setup, Seed.of("1"))
    view = match.game.view(fresh.state, 6)
    assert saw(4) == SawClaim(4, "good")


def test_a_loyalty_that_was_seen_by_two_means_is_claimed_once() -> None:
    """The later claim would replace the earlier one, and so on for ever."""
    match = both_failed()
    view = match.game.view(match.state, 1)
    assert view.you is not None
    seen = (LoyaltyFact(3, "good", "overheard"), LoyaltyFact(3, "good", "establish-confidence"))
    view = msgspec.structs.replace(view, you=msgspec.structs.replace(view.you, seen=seen))
    claims = list(islice(spoken(view), 20))
    assert len([claim for claim in claims if isinstance(claim, SawClaim)]) == 1


def test_evil_and_merlin_say_the_same_in_the_same_place() -> None:
    """Their claims follow from what everybody knows, so no claim tells one from the other."""
    for view, _, _ in moments():
        assert view.you is not None
        if view.rules.ruleset != "avalon" or view.you.seen:
            continue
        merlin, evil = (
            msgspec.structs.replace(
                view, you=msgspec.structs.replace(view.you, side=side, role=role, knows={}, seen=())
            )
            for side, role in (("good", "merlin"), ("evil", "assassin"))
        )
        assert list(spoken(merlin)) == list(spoken(evil))


def test_a_claim_weighs_as_much_as_its_speaker_is_trusted() -> None:
    for view, _, _ in moments():
        assert view.you is not None
        reading, you = reading_of(view), view.you.seat
        before = reading.private(view).evil
        open_seats = [seat for seat in range(len(before)) if 0.05 < before[seat] < 0.95 and seat != you]
        if len(open_seats) < 3:
            continue
        about, *speakers = sorted(open_seats, key=lambda seat: abs(before[seat] - 0.5))
        trusted, shady = min(speakers, key=lambda seat: before[seat]), max(speakers, key=lambda seat: before[seat])
        if before[shady] - before[trusted] < 0.3:
            continue
        after = {
            speaker: reading.private(view, hints(reading.deals, [Said(speaker, SuspectClaim(about))])).evil[about]
            for speaker in (trusted, shady)
        }
        assert after[trusted] > before[about]
        assert after[trusted] - before[about] > after[shady] - before[about]
        return
    pytest.fail("no moment with a trusted and a shady speaker")


def test_no_claim_moves_a_fact_or_rules_out_a_deal() -> None:
    for view, _, _ in moments()[::5]:
        assert view.you is not None
        reading, players = reading_of(view), view.rules.players
        claims = (SuspectClaim(0), TrustClaim(1), SawClaim(2, "evil"), TeamClaim((3, 4)), RoleClaim("merlin"))
        said = [Said(seat, claim) for seat in range(players) for claim in claims]
        told = hints(reading.deals, [*said, Said(0, SuspectClaim(31)), Said(31, TrustClaim(0))])
        before, after = reading.private(view), reading.private(view, told)
        assert np.array_equal(before.groups > 0, after.groups > 0)


def test_only_the_last_claim_about_a_thing_stands() -> None:
    first, last = Said(1, TrustClaim(2)), Said(1, SuspectClaim(2))
    other, team = Said(3, TrustClaim(2)), Said(1, TeamClaim((1, 2)))
    assert set(standing([first, other, team, last])) == {other, team, last}


@pytest.mark.parametrize("name", ["bayes", "beginner", "casual", "regular", "expert"])
def test_talk_follows_from_view_seed_and_claims_alone(name: str) -> None:
    """Another past of the bot object changes neither what it says nor what it does."""
    used = make_bot(name, "seed")
    assert isinstance(used, Talker)
    voting = [view for view, _, _ in moments() if view.team is not None]
    said = [Said(0, SuspectClaim(1)), Said(2, TrustClaim(1))]
    claims = set()
    for view in voting[::3]:
        assert view.you is not None
        ask = Ask(view.you.seat, "vote", (Vote(approve=True), Vote(approve=False)))
        fresh = make_bot(name, "seed")
        assert isinstance(fresh, Talker)
        for bot in (fresh, used):
            bot.hear(said)
        assert fresh.speak(view, ask) == used.speak(view, ask)
        assert fresh.answer(view, ask) == used.answer(view, ask)
        claims.add(fresh.speak(view, ask))
    assert None in claims
    assert len(claims) > 1


def test_the_arena_is_silent_unless_told() -> None:
    cell = Cell(lineup=Teams("bayes", "bayes"), ruleset="avalon", players=5)
    loud = msgspec.structs.replace(cell, talk=True)
    assert cell.key != loud.key
    games: list[Any] = [[play_game(one, number) for number in range(5)] for one in (cell, loud, loud)]
    assert games[1] == games[2]
    assert games[0] != games[1]


def test_claims_have_words_and_travel_as_json() -> None:
    names = [f"player {seat}" for seat in range(7)]
    claims = RoleClaim("percival"), SuspectClaim(1), TrustClaim(2), TeamClaim((0, 1)), SawClaim(3, "evil")
    for claim in (*claims, TeamClaim((0, 1), evil=False)):
        assert msgspec.json.decode(msgspec.json.encode(claim), type=AnyClaim) == claim
        assert words(claim, names).endswith(".")


@pytest.mark.parametrize("options", [{}, {"plot": True}, {"fifth_proposal": "auto_approve"}])
def test_the_proposals_that_place_a_claim_are_those_in_the_view(options: dict[str, Any]) -> None:
    """The pending one is among them: what is said before a vote is said about it."""
    game = find_game("classic")
    for moment in walk(game, Setup(ruleset="classic", players=7, options=options), "claims"):
        assert TALK.topics(moment.state) == len(game.view(moment.state, None).proposals)
