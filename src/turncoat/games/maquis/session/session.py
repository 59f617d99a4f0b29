"""One person's game of RESIST!: undo and redo, starting again, saving, and a line to share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from turncoat.core import Ask, CorruptRecord, Event, Match, Seed, Setup, dump_record, load_record
from turncoat.core.in_words import counted
from turncoat.core.solitaire import can_take_back
from turncoat.games import find_game
from turncoat.games.maquis import GAME, MaquisOutcome, MaquisView, State
from turncoat.games.maquis.rules.moves import Choose
from turncoat.games.maquis.session.deals import Deal
from turncoat.games.maquis.words import GRADES

PLAYER = 0


class _Before(msgspec.Struct, frozen=True):
    """A move that can be taken back, with the state and the number of recorded moves before it."""

    state: State
    moves: int
    move: Any


class Session:
    """A game of RESIST! that one person plays."""

    def __init__(self, deal: Deal, options: Mapping[str, Any] | None = None, attempt: int = 1) -> None:
        self.deal = deal
        self.attempt = attempt
        setup = Setup(ruleset="maquis", options=options or {})
        self._match: Match[State] = Match(GAME, setup, deal.seed)
        self._past: list[_Before] = []
        self._future: list[Any] = []

    @property
    def state(self) -> State:
        """The complete state, for reports after the end. Players and bots get `view`."""
        return self._match.state

    @property
    def view(self) -> MaquisView:
        return GAME.view(self.state, PLAYER)

    @property
    def ask(self) -> Ask | None:
        """The open ask; None when the game is over."""
        return self.state.ask

    @property
    def outcome(self) -> MaquisOutcome | None:
        return self.state.outcome

    @property
    def moves(self) -> Sequence[tuple[int | None, Any]]:
        return tuple(self._match.moves)

    def play(self, move: Any) -> tuple[Event, ...]:
        """Answer the open ask. Raises Refused, and then nothing has changed."""
        events = self._play(move)
        self._future.clear()
        return events

    def _play(self, move: Any) -> tuple[Event, ...]:
        before = _Before(self.state, len(self._match.moves), move)
        events = self._match.play(PLAYER, move)
        if not can_take_back(events) or self.outcome:
            self._past.clear()
        else:
            self._past.append(before)
        return events

    @property
    def can_undo(self) -> bool:
        """Whether there is an answer to take back."""
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        """Whether there is an answer to give again."""
        return bool(self._future)

    def undo(self) -> bool:
        """Take the last answer back. Returns False if something has been revealed since, or the game is over."""
        if not self._past:
            return False
        before = self._past.pop()
        self._match.state = before.state
        del self._match.moves[before.moves :]
        self._future.append(before.move)
        return True

    def redo(self) -> bool:
        """Give the answer again that was taken back last. Returns False if there is none."""
        if not self._future:
            return False
        self._play(self._future.pop())
        return True

    def restart(self) -> Session:
        """The same deal from the beginning. It is a new attempt and does not count in the statistics."""
        return Session(self.deal, self._match.setup.options, self.attempt + 1)

    def save(self) -> bytes:
        """The game as a record that `load` reads."""
        meta = {"deal": self.deal.name, "daily": self.deal.is_daily, "attempt": self.attempt}
        return dump_record(self._match.record(reveal=True, **meta))

    @classmethod
    def load(cls, data: bytes) -> Session:
        """Continue a saved game. Answers from before it was saved cannot be taken back. Raises CorruptRecord."""
        record = load_record(data, find_game)
        deal = Deal(str(record.meta.get("deal", "")), bool(record.meta.get("daily")))
        if record.ruleset != "maquis" or record.proof is None or record.proof.secret is None:
            raise CorruptRecord("this is not a saved game of RESIST!")
        session = cls(deal, record.options, int(record.meta.get("attempt", 1)))
        session._match = Match.resume(GAME, record, Seed.of(record.proof.secret))
        return session

    def result_line(self) -> str:
        """A line to share. It tells how the game went, and nothing about the cards."""
        view, outcome = self.view, self.outcome
        beaten = "".join("●" if success else "○" for success in self._successes())
        if outcome is None:
            return f"RESIST! {self.deal}: round {view.round}, {counted(view.points, 'point')} {beaten}".rstrip()
        grade = GRADES[outcome.grade]
        points = f", {counted(outcome.points, 'point')}" if outcome.grade != "loss" else ""
        again = f" (attempt {self.attempt})" if self.attempt > 1 else ""
        return f"RESIST! {self.deal}: {grade}{points} {beaten}{again}".replace("  ", " ").rstrip()

    def _successes(self) -> list[bool]:
        """For each round so far, whether the chosen Mission was defeated."""
        chosen = [move.mission for _, move in self._match.moves if isinstance(move, Choose)]
        resolved = {*self.state.defeated, *self.state.failed}
        return [mission in self.state.defeated for mission in chosen if mission in resolved]
