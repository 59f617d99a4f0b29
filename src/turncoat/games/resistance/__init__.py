"""The hidden-loyalty family: The Resistance, its playing-card form, the changelings variant, and Avalon.

Rulesets are data files. One engine plays all of them, with 5 to 10 players.
"""

from turncoat.core.capabilities import Capabilities, lazily
from turncoat.games.resistance.game import AnyState, Resistance
from turncoat.games.resistance.rules.view import View

__all__ = ["GAME", "AnyState", "Resistance", "View"]

_HERE = __name__

GAME = Resistance(
    Capabilities(
        catalogue=lazily(f"{_HERE}.rules.catalogue:CATALOGUE"),
        overview=lazily(f"{_HERE}.rules.catalogue:OVERVIEW"),
        sides=lazily(f"{_HERE}.rules.catalogue:SIDES"),
        narration=lazily(f"{_HERE}.narration.reveal"),
        sight_table=lazily(f"{_HERE}.narration.sights"),
        rule_book=lazily(f"{_HERE}.narration.rule_book"),
        stakes=lazily(f"{_HERE}.narration.stakes"),
        deduction=lazily(f"{_HERE}.belief.deduction"),
        talk=lazily(f"{_HERE}.claims:TALK"),
        in_words=lazily(f"{_HERE}.narration.in_words"),
        bots=lazily(f"{_HERE}.bots:ROSTER"),
        study=lazily(f"{_HERE}.belief.study_page"),
        terminal=lazily(f"{_HERE}.terminal"),
        print=lazily(f"{_HERE}.print"),
        samples=lazily(f"{_HERE}.samples"),
        game_logs=lazily(f"{_HERE}.adapters.log_formats"),
        record_tables=lazily(f"{_HERE}.adapters.record_tables"),
        scribe=lazily(f"{_HERE}.scribe.scribing"),
        puzzles=lazily(f"{_HERE}.puzzles.collection"),
        moments={
            "dealt": 45.0,
            "votes": 6.0,
            "mission": 7.0,
            "forfeited": 5.0,
            "loyalty-shown": 8.0,
            "plot-given": 4.0,
            "plot-used": 4.0,
            "plot-discarded": 4.0,
        },
        votes=frozenset({"vote"}),
        commands={
            "serve-bot": (
                f"{_HERE}.adapters.proavalon.command:serve_bot",
                "Serve a bot to a site by the ProAvalon bot API.",
            ),
            "self-play": (
                f"{_HERE}.adapters.self_play_command:self_play",
                "Play a great many games in the simulator, into tables.",
            ),
            "exploit": (
                f"{_HERE}.solving.command:exploit",
                "Tell exactly how exploitable bots are in a small game.",
            ),
            "leaks": (
                f"{_HERE}.learning.leaks_command:leaks_of",
                "Measure what a reader learns from the decisions of bots.",
            ),
            "people": (f"{_HERE}.learning.people_commands:people", "Fit the model of people to recorded games."),
            "bench": (
                f"{_HERE}.learning.people_commands:bench",
                "Measure beliefs and bots on games of people.",
            ),
        },
    )
)
