"""What a player can claim in a form that people, records and bots can read, and how a person would say it.

A claim is public, and it proves nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from turncoat.bots.protocol import Said
from turncoat.core import Ask, Refused, Setup
from turncoat.core.capabilities import Talk
from turncoat.games.resistance.rules.answers import shot_targets
from turncoat.games.resistance.rules.deal import BeforeDeal
from turncoat.games.resistance.rules.loyalty import LADY
from turncoat.games.resistance.rules.ruleset import charts, rulesets
from turncoat.games.resistance.rules.state import State
from turncoat.games.resistance.rules.view import View

SeatNumber = Annotated[int, Meta(ge=0, le=31)]
Short = Annotated[str, Meta(max_length=64)]


class RoleClaim(msgspec.Struct, frozen=True, tag_field="claim", tag="role", forbid_unknown_fields=True):
    """I have this role."""

    role: Short


class TrustClaim(msgspec.Struct, frozen=True, tag_field="claim", tag="trust", forbid_unknown_fields=True):
    """I trust this seat."""

    seat: SeatNumber


class SuspectClaim(msgspec.Struct, frozen=True, tag_field="claim", tag="suspect", forbid_unknown_fields=True):
    """I suspect this seat."""

    seat: SeatNumber


class SawClaim(msgspec.Struct, frozen=True, tag_field="claim", tag="saw", forbid_unknown_fields=True):
    """I saw the loyalty of this seat. `means`: by the Lady, by a plot card of this name, or by some `plot` card."""

    seat: SeatNumber
    side: Literal["good", "evil"]
    means: Short = LADY


class TeamClaim(msgspec.Struct, frozen=True, tag_field="claim", tag="team", forbid_unknown_fields=True):
    """There is a spy in this team (or there is none). No seat is named twice."""

    team: tuple[SeatNumber, ...]
    evil: bool = True


AnyClaim = RoleClaim | TrustClaim | SuspectClaim | SawClaim | TeamClaim


def subject(claim: AnyClaim) -> object:
    """What a claim is about. A speaker's later claim about the same subject replaces the earlier one."""
    if isinstance(claim, RoleClaim):
        return "role"
    if isinstance(claim, TeamClaim):
        return claim.team
    return claim.seat, isinstance(claim, SawClaim)


def standing(said: Sequence[Said]) -> tuple[Said, ...]:
    """The claims that their speakers have not replaced by later ones."""
    return tuple({(one.speaker, subject(one.claim)): one for one in said}.values())


def words(claim: AnyClaim, names: Sequence[str]) -> str:
    """A claim as a person would say it."""
    if isinstance(claim, RoleClaim):
        return f"I am {claim.role}, believe it or not."
    if isinstance(claim, SuspectClaim):
        return f"Keep an eye on {names[claim.seat]}. I would not send them for bread."
    if isinstance(claim, TrustClaim):
        return f"I would trust {names[claim.seat]} with my life."
    if isinstance(claim, SawClaim):
        return f"I have seen {names[claim.seat]}'s loyalty: {claim.side}."
    team = ", ".join(names[seat] for seat in claim.team)
    return f"There is a spy among {team}." if claim.evil else f"{team}: a team to bet the cellar on."


def _means(ruleset: str) -> set[str]:
    """What a ruleset calls the means by which a loyalty can be seen."""
    options = rulesets()[ruleset].options
    lady = {LADY} if "lady" in options else set()
    return lady | ({"plot", *charts().plot_cards} if "plot" in options else set())


_SIDES = {"good": "good", "evil": "evil", "merlin": "good"}
"""The side of a seat that is known as this."""


def said_side(claim: TrustClaim | SuspectClaim | SawClaim) -> str:
    """The side that a claim about one seat says it is on."""
    if isinstance(claim, SawClaim):
        return claim.side
    return "good" if isinstance(claim, TrustClaim) else "evil"


class _Talk:
    claim_type = AnyClaim
    subject = staticmethod(subject)

    def check_claim(self, claim: AnyClaim, setup: Setup) -> None:
        """Only words and seats of the game: where a table has no free talk, a claim must not carry any either."""
        seats = () if isinstance(claim, RoleClaim) else claim.team if isinstance(claim, TeamClaim) else (claim.seat,)
        for seat in seats:
            if not 0 <= seat < setup.players:
                raise Refused("BAD_REQUEST", f"There is no seat {seat}.")
        if isinstance(claim, TeamClaim) and not 0 < len(set(seats)) == len(seats):
            raise Refused("BAD_REQUEST", "A team has members, and nobody is in it twice.")
        if isinstance(claim, RoleClaim) and claim.role not in rulesets()[setup.ruleset].roles:
            raise Refused("BAD_REQUEST", "There is no such role in this ruleset.")
        if isinstance(claim, SawClaim) and claim.means not in _means(setup.ruleset):
            raise Refused("BAD_REQUEST", "There is no such means to see a loyalty in this ruleset.")

    def is_honest(self, claim: AnyClaim, view: View) -> bool | None:
        """Compare a claim with the speaker's own role and with the sides that the speaker knows."""
        you = view.you
        if you is None:
            return None
        if isinstance(claim, RoleClaim):
            return claim.role == you.role
        sides = {seat: side for seat, known in you.knows.items() if (side := _SIDES.get(known))} | {you.seat: you.side}
        if isinstance(claim, TeamClaim):
            known = [sides.get(seat) for seat in claim.team]
            return claim.evil if "evil" in known else None if None in known else not claim.evil
        side = sides.get(claim.seat)
        return None if side is None else side == said_side(claim)

    def may_speak_before(self, ask: Ask) -> bool:
        return ask.kind == "vote"

    def confidants(self, state: State | BeforeDeal) -> frozenset[int]:
        """Evil talks in private while Merlin is to be named (rules.md, "The end in Avalon"). Oberon only by option."""
        if isinstance(state, BeforeDeal) or state.phase != "assassinate":
            return frozenset()
        left_out = () if state.rules.options.oberon_in_assassin_talk else ("oberon",)
        sides = state.rules.sides
        roles = enumerate(state.deal.roles)
        return frozenset(seat for seat, role in roles if sides[role] == "evil" and role not in left_out)

    def may_point_at(self, state: State | BeforeDeal, seat: int) -> frozenset[int]:
        """Evil points at whoever it does not know to be evil, except for those who still have to name somebody."""
        if isinstance(state, BeforeDeal) or seat not in self.confidants(state) or state.waiting >> seat & 1:
            return frozenset()
        return frozenset(shot_targets(state, seat))

    def topics(self, state: State | BeforeDeal) -> int:
        """Every team that everybody has seen named."""
        if isinstance(state, BeforeDeal):
            return 0
        pending = state.phase in ("opinion", "vote")
        return len(state.proposals) + pending


TALK: Talk = _Talk()
