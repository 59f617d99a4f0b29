"""Logs of the site avalongame.online, as the public collection `avalonlogs` keeps them: one JSON file for each game.

Players are named, not numbered; they sit in the order of `players`. The file is named after the time and the table.
"""

from __future__ import annotations

import msgspec

from turncoat.core import Record
from turncoat.games.resistance.adapters.game_logs import LoggedGame, LogProposal, decoded, import_game

ROLES = {"LOYAL FOLLOWER": "servant", "EVIL MINION": "minion"}
"""Their names of the plain roles. Characters have the names that they have here."""
WINNERS = {"GOOD_WIN": "good", "EVIL_WIN": "evil"}
VOTED_ON = ("APPROVED", "REJECTED")


class Player(msgspec.Struct, frozen=True):
    """Somebody at the table."""

    name: str


class Dealt(msgspec.Struct, frozen=True):
    """What a player was dealt. `assassin` tells who names Merlin; in a game without Merlin it means nothing."""

    name: str
    role: str
    assassin: bool = False


class Proposal(msgspec.Struct, frozen=True):
    """A team. `votes` names those who approved; `state` is neither APPROVED nor REJECTED before the vote."""

    proposer: str
    state: str
    team: tuple[str, ...] = ()
    votes: tuple[str, ...] = ()


class Mission(msgspec.Struct, frozen=True):
    """A mission and all teams that were proposed for it."""

    proposals: tuple[Proposal, ...] = ()


class Time(msgspec.Struct, frozen=True):
    """A moment, in the form of the site's database."""

    seconds: int = msgspec.field(name="_seconds")
    nanoseconds: int = msgspec.field(name="_nanoseconds", default=0)

    @property
    def milliseconds(self) -> int:
        """The time since 1970."""
        return 1000 * self.seconds + self.nanoseconds // 1_000_000


class Outcome(msgspec.Struct, frozen=True):
    """How the game ended, and all that was hidden. `votes` are the cards of each mission that was run."""

    state: str
    roles: tuple[Dealt, ...]
    votes: tuple[dict[str, bool], ...] = ()
    assassinated: str | None = None


class SiteGame(msgspec.Struct, frozen=True, rename="camel"):
    """A file of the collection."""

    players: tuple[Player, ...]
    missions: tuple[Mission, ...]
    outcome: Outcome
    time_created: Time | None = None
    time_finished: Time | None = None


class AvalonLogs:
    """One game a file, as the site has logged it."""

    fills_file = True

    def __init__(self) -> None:
        self._decoder = msgspec.json.Decoder(SiteGame)

    def read(self, text: bytes, name: str) -> Record:
        """The record of one file."""
        return import_game(logged_game(decoded(self._decoder, text), name))


def logged_game(game: SiteGame, file: str) -> LoggedGame:
    """A game of the site with seats for names. Raises ValueError if it cannot be told who did what."""
    names = [player.name for player in game.players]
    dealt = {one.name: one for one in game.outcome.roles}
    if len(set(names)) != len(names) or set(dealt) != set(names):
        raise ValueError("every player needs a name of their own, and a role")
    if game.outcome.state not in WINNERS:
        raise ValueError("the game was not played to its end")
    seats = {name: seat for seat, name in enumerate(names)}
    roles = tuple(ROLES.get(dealt[name].role, dealt[name].role.lower()) for name in names)
    duty = next((seats[one.name] for one in game.outcome.roles if one.assassin), None)
    shot = game.outcome.assassinated
    return LoggedGame(
        roles=roles,
        proposals=_proposals(game, seats),
        id=_id(file),
        assassin=duty if "merlin" in roles else None,
        shot=None if shot is None else _seat(seats, shot),
        winner=WINNERS[game.outcome.state],
        names=tuple(names),
        started=None if game.time_created is None else game.time_created.milliseconds,
        finished=None if game.time_finished is None else game.time_finished.milliseconds,
    )


def _proposals(game: SiteGame, seats: dict[str, int]) -> tuple[LogProposal, ...]:
    """Every team that was voted on. The approved one of each mission has the mission's cards."""
    found: list[LogProposal] = []
    cards = iter(game.outcome.votes)
    for proposal in (one for mission in game.missions for one in mission.proposals if one.state in VOTED_ON):
        team = tuple(_seat(seats, name) for name in proposal.team)
        for name in proposal.votes:
            _seat(seats, name)
        played = next(cards, None) if proposal.state == "APPROVED" else None
        if played is not None and set(played) != set(proposal.team):
            raise ValueError("a mission card of every member of the team is needed")
        found.append(
            LogProposal(
                leader=_seat(seats, proposal.proposer),
                team=team,
                votes=tuple(name in proposal.votes for name in seats),
                cards=None if played is None else tuple(played[name] for name in proposal.team),
            )
        )
    return tuple(found)


def _seat(seats: dict[str, int], name: str) -> int:
    if name not in seats:
        raise ValueError("somebody acts who does not sit at the table")
    return seats[name]


def _id(file: str) -> str:
    """`TABLE-TIME`: what stands before the first dash is the table, as in every id of a game that is fitted on."""
    time, _, table = file.rpartition("_")
    return f"{table}-{time}" if time else file
