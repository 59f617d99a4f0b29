"""What all games share: asks, moves, events, views, chance, records and the referee.

The core names no game. It has no side effects, except that the referee reads and writes two text streams.
"""

from turncoat.core.capabilities import Capabilities, offered
from turncoat.core.chance import Seed, draw
from turncoat.core.errors import CorruptRecord, Refused, TurncoatError
from turncoat.core.match import Match, replay, steps, verify
from turncoat.core.notation import parse_record, print_record
from turncoat.core.record import Proof, Record, dump_record, load_record
from turncoat.core.types import (
    CHANCE,
    AnyGame,
    Ask,
    Draw,
    Event,
    Game,
    Lottery,
    OneOf,
    Outcome,
    Pick,
    Setup,
    Step,
    asks_of,
    visible,
)

__all__ = [
    "CHANCE",
    "AnyGame",
    "Ask",
    "Capabilities",
    "CorruptRecord",
    "Draw",
    "Event",
    "Game",
    "Lottery",
    "Match",
    "OneOf",
    "Outcome",
    "Pick",
    "Proof",
    "Record",
    "Refused",
    "Seed",
    "Setup",
    "Step",
    "TurncoatError",
    "asks_of",
    "draw",
    "dump_record",
    "load_record",
    "offered",
    "parse_record",
    "print_record",
    "replay",
    "steps",
    "verify",
    "visible",
]
