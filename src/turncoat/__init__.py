"""Turncoat: the home of hidden-loyalty games, to referee, play, host and study them.

>>> from turncoat import Match, Seed, Setup, find_game, make_bot
>>> game = find_game("classic")
>>> match = Match(game, Setup(ruleset="classic", players=5), Seed.of("a seed of your own"))
>>> bots = [make_bot("simple", seed=str(seat)) for seat in range(5)]
>>> while asks := match.asks:
...     seat = asks[0].seat
...     events = match.play(seat, bots[seat].answer(game.view(match.state, seat), asks[0]))
>>> game.outcome(match.state).winner in ("good", "evil")
True
"""

from turncoat.bots import Bot, answer_all, bot_names, make_bot
from turncoat.core import (
    CHANCE,
    Ask,
    CorruptRecord,
    Event,
    Game,
    Match,
    Outcome,
    Record,
    Refused,
    Seed,
    Setup,
    TurncoatError,
    asks_of,
    dump_record,
    load_record,
    parse_record,
    print_record,
    replay,
    verify,
    visible,
)
from turncoat.games import find_game, rulesets

__all__ = [
    "CHANCE",
    "Ask",
    "Bot",
    "CorruptRecord",
    "Event",
    "Game",
    "Match",
    "Outcome",
    "Record",
    "Refused",
    "Seed",
    "Setup",
    "TurncoatError",
    "__version__",
    "answer_all",
    "asks_of",
    "bot_names",
    "dump_record",
    "find_game",
    "load_record",
    "make_bot",
    "parse_record",
    "print_record",
    "replay",
    "rulesets",
    "verify",
    "visible",
]

__version__ = "1.0.0"
