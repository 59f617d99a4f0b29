"""Games recorded elsewhere, as JSON lines, turned into records of ours.

Seats are numbers from 0, clockwise; roles are Turncoat's names. `docs/study.md` gives the shape in words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

import msgspec

from turncoat.core import Match, Record, Refused, Seed, Setup
from turncoat.core.capabilities import NotImported
from turncoat.games import find_game
from turncoat.games.resistance.rules.moves import Assassinate, PlayCard, Propose, Timeout, Vote
from turncoat.games.resistance.rules.ruleset import Ruleset, rulesets
from turncoat.terminal.log_files import LogPiece, convert


class LogProposal(msgspec.Struct, frozen=True):
    """A team that was voted on; `votes` by seat. `cards` are the mission's, by member in the order of `team`."""

    leader: int
    team: tuple[int, ...]
    votes: tuple[bool, ...]
    cards: tuple[bool, ...] | None = None


class LoggedGame(msgspec.Struct, frozen=True):
    """One game of a log. `assassin` is the seat with that duty where no seat has that character.

    `started` and `finished` are in milliseconds since 1970, as in the records of the server.
    """

    roles: tuple[str, ...]
    proposals: tuple[LogProposal, ...]
    id: str | int = ""
    ruleset: str = "avalon"
    options: dict[str, Any] = {}
    assassin: int | None = None
    shot: int | None = None
    winner: str | None = None
    names: tuple[str, ...] | None = None
    started: int | None = None
    finished: int | None = None

    @property
    def meta(self) -> dict[str, Any]:
        """What a record keeps beside the game: its name elsewhere, the players' names, and when it was played."""
        kept = {"names": self.names, "started": self.started, "finished": self.finished}
        return {"imported": self.id} | {name: value for name, value in kept.items() if value is not None}


class JsonLines:
    """One game a line, in the form of `LoggedGame`."""

    fills_file = False

    def __init__(self) -> None:
        self._decoder = msgspec.json.Decoder(LoggedGame)

    def read(self, text: bytes, name: str) -> Record:
        """The record of one line."""
        return import_game(decoded(self._decoder, text))


Logged = TypeVar("Logged")


def decoded(decoder: msgspec.json.Decoder[Logged], text: bytes) -> Logged:
    """A game as it was logged. Raises ValueError."""
    try:
        return decoder.decode(text)
    except msgspec.ValidationError as error:
        raise ValueError(f"not a game in this form: {error}") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"not JSON: {error}") from None


def read(lines: Iterable[bytes]) -> Iterator[Record | NotImported]:
    """Each line as a record, or as a refusal; nothing is kept in memory between lines."""
    pieces = (LogPiece("", number, line) for number, line in enumerate(lines, 1) if line.strip())
    return convert(pieces, JsonLines())


def import_game(logged: LoggedGame) -> Record:
    """One logged game, replayed move by move. Raises Refused where it breaks a rule, ValueError where it lies."""
    if not logged.proposals:
        raise ValueError("no proposal in it")
    if logged.names is not None and len(logged.names) != len(logged.roles):
        raise ValueError("a name for every seat is needed, or none at all")
    match: Match[Any] = Match(find_game(logged.ruleset), _setup(logged), Seed.of("log"))
    for proposal in logged.proposals:
        _play(match, proposal)
    phase = match.game.phase(match.state)
    if phase == "assassinate":
        _shoot(match, logged.shot)
    outcome = match.game.outcome(match.state)
    if logged.winner is not None and (outcome is None or outcome.winner != logged.winner):
        raise ValueError(f"the log says that {logged.winner} won, the moves do not")
    return msgspec.structs.replace(match.record(**logged.meta), proof=None)


def _play(match: Match[Any], proposal: LogProposal) -> None:
    if len(proposal.votes) != match.setup.players:
        raise ValueError("a vote of every seat is needed")
    if match.state.leader != proposal.leader:
        raise ValueError(f"seat {match.state.leader} should lead, not {proposal.leader}")
    match.play(proposal.leader, Propose(team=tuple(sorted(proposal.team))))
    for seat, approve in enumerate(proposal.votes):
        match.play(seat, Vote(approve=approve))
    if (match.game.phase(match.state) == "mission") != (proposal.cards is not None):
        raise ValueError("mission cards belong to approved teams, and to those alone")
    if proposal.cards is not None:
        for seat, success in sorted(zip(proposal.team, proposal.cards, strict=True)):
            match.play(seat, PlayCard(success=success))


def _shoot(match: Match[Any], shot: int | None) -> None:
    if shot is None:
        match.play(None, Timeout())
        return
    for ask in match.asks:
        assert ask.seat is not None
        match.play(ask.seat, Assassinate(seat=shot))


def _setup(logged: LoggedGame) -> Setup:
    """The set-up that deals just this game."""
    ruleset = rulesets().get(logged.ruleset)
    if ruleset is None:
        raise Refused("BAD_REQUEST", f"There is no ruleset {logged.ruleset[:40]!r}.")
    if unknown := set(logged.roles) - set(ruleset.roles):
        raise ValueError(f"no role is called {min(unknown)[:40]!r}")
    deal: dict[str, Any] = {"roles": logged.roles, "leader": logged.proposals[0].leader}
    if logged.assassin is not None and "assassin" not in logged.roles:
        deal["assassin"] = logged.assassin
    return Setup(
        ruleset=logged.ruleset,
        players=len(logged.roles),
        options={**_implied(ruleset, logged, deal), **logged.options},
        roles=tuple(name for name in logged.roles if _optional(ruleset, name)),
        deal=deal,
    )


def _optional(ruleset: Ruleset, name: str) -> bool:
    role = ruleset.roles[name]
    return not role.plain and role.option is None


def _implied(ruleset: Ruleset, logged: LoggedGame, deal: dict[str, Any]) -> dict[str, Any]:
    """Which of the characters that are usual are really in the game."""
    roles = ruleset.roles.items()
    found: dict[str, Any] = {role.option: name in logged.roles for name, role in roles if role.option}
    if "assassin" in deal:
        found["assassin_duty"] = True
        found.pop("assassin", None)
    if "percival_5p" in ruleset.options:
        found["percival_5p"] = "warn"
    return found
