"""The study of a game that has been played: what each seat could believe, and what each action revealed."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

from turncoat.core import CorruptRecord, Record, steps
from turncoat.games import find_game
from turncoat.games.resistance.belief.all_deals import all_deals
from turncoat.games.resistance.belief.people.merlin_play import MerlinPlay
from turncoat.games.resistance.belief.people.people_reading import Basis, PeopleReading, basis_of
from turncoat.games.resistance.belief.people.tracks import Tracks
from turncoat.games.resistance.belief.people.weights import shipped_weights
from turncoat.games.resistance.belief.possible_deals import believe
from turncoat.games.resistance.belief.public_history import (
    LAST_ATTEMPT,
    CardsPlayed,
    PublicAction,
    TeamNamed,
    VotesCast,
    public_history,
)
from turncoat.games.resistance.belief.reading import Reading, reading_of
from turncoat.games.resistance.rules.view import View

_BITS = 1.0 / float(np.log(2.0))
_KINDS = {TeamNamed: "team", VotesCast: "votes", CardsPlayed: "cards"}


class Moment(msgspec.Struct, frozen=True):
    """A public action and the beliefs after it. `beliefs[a][b]`: how evil b is to a, by all that a knows."""

    label: str
    kind: str
    mission: int
    team: tuple[int, ...]
    leader: int | None
    votes: tuple[bool | None, ...]
    fails: int | None
    onlooker: tuple[float, ...]
    beliefs: tuple[tuple[float, ...], ...]
    merlin: tuple[float, ...]  # evil's belief in who Merlin is; empty in a game without Merlin
    truth: float  # an onlooker's belief in the true evil side
    surprise: tuple[float, ...]  # in bits, by seat: how unlikely its part in the action was, given what it is


class Note(msgspec.Struct, frozen=True):
    """Something worth a look: which moment, which seat, how much, in words, and about whom."""

    moment: int
    seat: int | None
    amount: float
    words: str
    about: int | None = None


class Analysis(msgspec.Struct, frozen=True):
    """A whole game, studied."""

    ruleset: str
    players: int
    roles: tuple[str, ...]
    winner: str | None
    reason: str | None
    moments: tuple[Moment, ...]
    turning: tuple[Note, ...]
    missed: tuple[Note, ...]
    merlin: tuple[Note, ...]  # what gave Merlin away, or hid Merlin
    reading: str = "bots"  # how actions were read: as those of `bots`, as those of `people`, or not at all (`facts`)


def analyse(record: Record) -> Analysis:
    """Study a record. Raises CorruptRecord if it is not a game of the family, or does not replay."""
    game = find_game(record.ruleset)
    states = [step.state for step in steps(game, record)]
    final = game.view(states[-1], None)
    if not isinstance(final, View) or final.phase == "deal":
        raise CorruptRecord(f"{record.ruleset} has no hidden sides to study")
    study = _Study(game, states, has_people=has_people(record))
    return Analysis(
        record.ruleset,
        record.players,
        study.roles,
        final.outcome.winner if final.outcome else None,
        final.outcome.reason if final.outcome else None,
        tuple(study.moments),
        study.turning(),
        tuple(study.missed),
        study.gave_away(),
        study.reading,
    )


def has_people(record: Record) -> bool:
    """Whether people sat at the table, as far as the record tells. Without a word about it they did.

    The `meta` of a record may contain anything.
    """
    meta = record.meta
    if "bots" in meta:  # of the arena
        return False
    seats, names, played = (_entries(meta.get(name)) for name in ("seats", "names", "played"))
    if seats:  # of the terminal
        return "human" in seats
    if played:  # of the server: who played which seat, a bot under the name of its kind
        sat = [[seat, name] for seat, name in enumerate(names)]
        return any([_entries(one)[0], _entries(one)[-1]] in sat for one in played if _entries(one))
    return True


def _entries(told: Any) -> list[Any]:
    return list(told) if isinstance(told, list | tuple) else []


class _Study:
    def __init__(self, game: Any, states: list[Any], *, has_people: bool) -> None:
        self.game = game
        first = game.view(states[0], None)
        self.tracks = Tracks(first.rules.players) if has_people else None
        self.play = MerlinPlay(all_deals(first.rules), shipped_weights())
        self.basis: Basis = basis_of(first.rules)
        self.actions: list[PublicAction] = []
        self.roles: tuple[str, ...] = states[-1].deal.roles
        self.seats = range(len(self.roles))
        self.evil: int = states[-1].deal.evil
        self.target: str = states[-1].rules.target or ""
        self.moments: list[Moment] = []
        self.missed: list[Note] = []
        self.tilts: list[tuple[int, float]] = []
        self.known: dict[tuple[int, int], int] = {}  # since which moment a good seat's facts show another to be evil
        seen = 0
        before: Reading | None = None
        for at, state in enumerate(states):
            view = game.view(state, None)
            actions = public_history(view)
            if before is None:
                before = reading_of(view)
            if view.phase in ("opinion", "vote") and at + 1 < len(states) and isinstance(actions[-1], VotesCast):
                continue  # ballots shown early are studied with the others
            for action in actions[seen:]:
                after = before.after(action)
                self._moment(state, action, before, after)
                before = after
            seen = len(actions)
        self._look_at_shots(states[-1])

    @property
    def reading(self) -> str:
        """How actions were read."""
        return "bots" if self.tracks is None else self.basis

    def _read(self, action: PublicAction, after: Reading) -> Reading | PeopleReading:
        """The reading that is shown: that of people wherever people sat at the table."""
        self.actions.append(action)
        if self.tracks is None:
            return after
        self.tracks.add(action)
        if self.basis == "people":
            self.play.add(action)
        return PeopleReading(after.deals, tuple(self.actions), self.basis, tracks=self.tracks, play=self.play)

    def _moment(self, state: Any, action: PublicAction, before: Reading, after: Reading) -> None:
        views = [self._before_end(state, seat) for seat in self.seats]
        shown = self._read(action, after)
        beliefs = [shown.private(view) for view in views]
        onlooker = shown.private(self._before_end(state, None))
        evil = [seat for seat in self.seats if self.evil >> seat & 1]
        target = after.deals.rules.target
        merlin = np.mean([beliefs[seat].merlin for seat in evil], axis=0) if target else np.zeros(0)
        column = int(np.searchsorted(after.deals.sets, self.evil))
        self.moments.append(
            Moment(
                _label(action),
                _KINDS[type(action)],
                action.situation.mission,
                action.members,
                None if isinstance(action, CardsPlayed) else action.leader,
                action.votes if isinstance(action, VotesCast) else (),
                action.fails if isinstance(action, CardsPlayed) else None,
                _rounded(onlooker.evil),
                tuple(_rounded(belief.evil) for belief in beliefs),
                _rounded(merlin),
                round(float(onlooker.sides[column]), 4),
                self._surprise(before, after, column),
            )
        )
        self._look_for_missed(action, views)
        if target:
            self._tilt(before, after, column)

    def _before_end(self, state: Any, seat: int | None) -> View:
        """A seat's (None: an onlooker's) view without what only the end of the game tells."""
        view = self.game.view(state, seat)
        missions = tuple(one and msgspec.structs.replace(one, cards=None) for one in view.missions)
        hidden: View = msgspec.structs.replace(view, roles=None, missions=missions)
        return hidden

    def _surprise(self, before: Reading, after: Reading, column: int) -> tuple[float, ...]:
        found = []
        for seat in self.seats:
            rows = [self._part(reading, seat, column) for reading in (before, after)]
            found.append(round(max(0.0, rows[0] - rows[1]) * _BITS, 2))
        return tuple(found)

    def _part(self, reading: Reading, seat: int, column: int) -> float:
        """The log-likelihood of a seat's actions, given what it really is."""
        deals, logs = reading.deals, reading.logs
        if self.evil >> seat & 1:
            return float(logs.evil[seat, column])
        if self.roles[seat] == deals.rules.target:
            return float(logs.merlin[seat, self._sight(reading, seat)])
        return float(logs.good[seat, column])

    def _sight(self, reading: Reading, seat: int) -> int:
        known = reading.deals.rules.sight(self.roles, seat)
        mask = sum(1 << other for other, label in known.items() if label == "evil")
        return int(np.searchsorted(reading.deals.seen, mask))

    def _look_for_missed(self, action: PublicAction, views: list[View]) -> None:
        """A good seat that backs a team on which its own facts leave an evil one has missed something."""
        now = len(self.moments) - 1
        for seat in self._unknowing(views):
            sure = np.nonzero(believe(views[seat]).evil > 1.0 - 1e-9)[0].tolist()
            for other in sure:
                self.known.setdefault((seat, other), now)
            if isinstance(action, CardsPlayed) or action.situation.attempt == LAST_ATTEMPT:
                continue
            spies = [other for other in action.members if other in sure]
            if spies and (action.leader == seat if isinstance(action, TeamNamed) else action.votes[seat]):
                since = self.moments[self.known[seat, spies[0]]].label
                done = "named" if isinstance(action, TeamNamed) else "approved"
                words = f"Seat {seat} {done} a team with seat {spies[0]}, who had to be evil since: {since}."
                self.missed.append(Note(now, seat, 1.0, words, spies[0]))

    def _unknowing(self, views: list[View]) -> list[int]:
        """The good seats that were shown no evil. Those that were may pretend on purpose that they were not."""
        return [
            seat
            for seat in self.seats
            if not self.evil >> seat & 1 and (you := views[seat].you) and "evil" not in you.knows.values()
        ]

    def _look_at_shots(self, last: Any) -> None:
        """An Assassin who named another than the one likeliest to be Merlin."""
        if not self.moments or not self.moments[-1].merlin:
            return
        chances = self.moments[-1].merlin
        likeliest = max(self.seats, key=lambda seat: chances[seat])
        for shooter, named in last.shots:
            if chances[named] < chances[likeliest]:
                words = (
                    f"Seat {shooter} named seat {named} as Merlin ({chances[named]:.0%});"
                    f" seat {likeliest} was likelier ({chances[likeliest]:.0%})."
                )
                self.missed.append(Note(len(self.moments) - 1, shooter, 1.0, words, likeliest))

    def _tilt(self, before: Reading, after: Reading, column: int) -> None:
        seat = self.merlin
        sight = self._sight(after, seat)
        odds = [one.logs.merlin[seat, sight] - one.logs.good[seat, column] for one in (before, after)]
        self.tilts.append((len(self.moments) - 1, float(odds[1] - odds[0]) * _BITS))

    @property
    def merlin(self) -> int:
        """The seat that the Assassin is after."""
        return self.roles.index(self.target)

    def turning(self) -> tuple[Note, ...]:
        """The moments that moved an onlooker's belief in the true evil side most."""
        levels = [moment.truth for moment in self.moments]
        steps = [(at, levels[at] - levels[at - 1]) for at in range(1, len(levels))]
        top = sorted(steps, key=lambda step: -abs(step[1]))[:5]
        return tuple(
            Note(at, None, round(step, 4), f"{self.moments[at].label}: belief in the true evil side {step:+.0%}.")
            for at, step in sorted(top)
            if abs(step) >= 0.01
        )

    def gave_away(self) -> tuple[Note, ...]:
        """The actions of Merlin that told most, in bits towards Merlin."""
        if not self.tilts:
            return ()
        seat = self.merlin
        top = sorted(self.tilts, key=lambda tilt: -abs(tilt[1]))[:6]
        return tuple(
            Note(
                at,
                seat,
                round(bits, 2),
                f"{self.moments[at].label}: {_told(bits)} Merlin by {abs(bits):.1f} bits.",
            )
            for at, bits in sorted(top)
            if abs(bits) >= 0.05
        )


def _told(bits: float) -> str:
    return "gave away" if bits > 0 else "hid"


def _rounded(values: Any) -> tuple[float, ...]:
    return tuple(round(float(value), 4) for value in values)


def _label(action: PublicAction) -> str:
    number = f"{action.situation.mission}.{action.situation.attempt + 1}"
    team = ", ".join(map(str, action.members))
    if isinstance(action, TeamNamed):
        return f"{number} seat {action.leader} names {team}"
    if isinstance(action, VotesCast):
        yes = sum(vote is True for vote in action.votes)
        return f"{number} vote on {team}: {yes} for, {sum(vote is False for vote in action.votes)} against"
    return f"mission {action.situation.mission} with {team}: {action.fails} fail{'s' * (action.fails != 1)}"
