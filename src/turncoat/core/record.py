"""The record of a game: a header and the accepted moves. Everything about the game follows from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from turncoat.core.errors import CorruptRecord
from turncoat.core.types import AnyGame, Setup

FORMAT = 1


class Proof(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What proves the deal: the commitment made before it, the seed revealed after, and the players' own texts."""

    commitment: str
    secret: str | None = None
    entropy: tuple[str, ...] = ()


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """A whole game, finished or not.

    `deal` is the full deal, and `fixed` names the parts of it that were set by hand instead of drawn.
    `moves` are pairs (seat, move) in order; chance and the clock have seat None. Answers to asks that were open at the
    same time are sorted by seat, so that nobody can see who answered first. `meta` holds names, dates and the like.
    """

    format: int
    ruleset: str
    version: int
    players: int
    options: Mapping[str, Any] = {}
    roles: tuple[str, ...] = ()
    deal: Mapping[str, Any] = {}
    fixed: tuple[str, ...] = ()
    moves: tuple[tuple[int | None, Any], ...] = ()
    proof: Proof | None = None
    meta: Mapping[str, Any] = {}

    @property
    def setup(self) -> Setup:
        """A set-up that gives exactly this deal."""
        return Setup(ruleset=self.ruleset, players=self.players, options=self.options, roles=self.roles, deal=self.deal)

    @property
    def setup_before_deal(self) -> Setup:
        """The set-up with only those parts of the deal that were set by hand."""
        fixed = {name: part for name, part in self.deal.items() if name in self.fixed}
        return msgspec.structs.replace(self.setup, deal=fixed)


FindGame = Callable[[str], AnyGame]


def dump_record(record: Record) -> bytes:
    """The record as JSON.

    >>> from turncoat import Match, Seed, Setup
    >>> from turncoat.games import default_ruleset, find_game
    >>> setup = Setup(ruleset=default_ruleset(), players=5)
    >>> record = Match(find_game(setup.ruleset), setup, Seed.of("1")).record()
    >>> dump_record(record)[:12]
    b'{"format":1,'
    """
    return msgspec.json.encode(record)


def load_record(data: bytes | str, find_game: FindGame) -> Record:
    """Read a record from JSON. Its moves are decoded but not replayed. Raises CorruptRecord.

    >>> from turncoat import Match, Seed, Setup
    >>> from turncoat.games import default_ruleset, find_game
    >>> setup = Setup(ruleset=default_ruleset(), players=5)
    >>> record = Match(find_game(setup.ruleset), setup, Seed.of("1")).record()
    >>> load_record(dump_record(record), find_game).players
    5
    """
    try:
        return type_record(msgspec.json.decode(data), find_game)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        raise CorruptRecord(f"not a record: {error}") from None


def type_record(raw: Any, find_game: FindGame) -> Record:
    """A record from decoded JSON. Raises CorruptRecord."""
    try:
        record = msgspec.convert(raw, Record)
        if record.format != FORMAT:
            raise CorruptRecord(f"record format {record.format} is not {FORMAT}")
        game = find_game(record.ruleset)
        if record.version != game.version(record.ruleset):
            raise CorruptRecord(f"{record.ruleset} version {record.version} is not played here")
        moves = msgspec.convert(list(record.moves), list[tuple[int | None, game.move_type]])  # type: ignore[name-defined]
    except (msgspec.MsgspecError, LookupError) as error:
        raise CorruptRecord(f"not a record: {error}") from None
    return msgspec.structs.replace(record, moves=tuple(moves))
