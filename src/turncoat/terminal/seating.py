"""Who plays each seat: people and bots, and their names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from rich.text import Text

from turncoat.bots import Bot, bot_names, language_model, make_bot, present_name, roster
from turncoat.bots.llm.bot import LanguageModelBot
from turncoat.bots.llm.limits import current_limits
from turncoat.bots.llm.names import ModelName
from turncoat.core import Record, Seed
from turncoat.terminal.errors import UsageError
from turncoat.terminal.screen import Screen

NAMES = ("Ana", "Bo", "Chloé", "Dario", "Emre", "Fay", "Goran", "Inés", "Jun", "Maud")
RESERVED = ("?", "h", "help", "history", "r", "role", "q", "quit", "me", "i", "myself", "and", "say")
LONGEST_NAME = 16
HUMAN = "human"


class Chair(NamedTuple):
    """The player of a seat. `bot` is None for a person."""

    name: str
    player: str
    bot: Bot | None

    @property
    def model(self) -> ModelName | None:
        """The language model that plays the seat, if one does."""
        return language_model(self.player)

    @property
    def mark(self) -> str:
        """What stands beside the name."""
        return "" if self.bot is None else "bot" if self.model is None else "model"

    @property
    def notice(self) -> str:
        """What everybody is told about this player before the deal; empty for most."""
        if self.model is None:
            return ""
        where = f"{self.model.model} at {self.model.host}"
        return f"{self.name} is a language model ({where}). It reads what you say, and answers."

    @property
    def used(self) -> str:
        """What a language model has used, to be told when the game is over; empty for other players."""
        if not isinstance(self.bot, LanguageModelBot):
            return ""
        return f"{self.name} (model): {self.bot.spending.in_words(current_limits())}."


def limits_of_models(chairs: Sequence[Chair]) -> str:
    """What each language model may use; empty where there is none."""
    return current_limits().in_words if any(chair.model for chair in chairs) else ""


def show_notices(chairs: Sequence[Chair], screen: Screen) -> None:
    """Tell everybody before the deal who is a language model, where it runs, and what it may use."""
    lines = [chair.notice for chair in chairs if chair.notice]
    if lines:
        screen.wait(Text("\n".join(("", *lines, limits_of_models(chairs), "", "Press Enter to go on."))))


def printable(name: object) -> str:
    """A name without characters that could disturb the screen, and not too long."""
    text = "".join(letter for letter in str(name) if letter.isprintable()).strip()
    return text if len(text) <= LONGEST_NAME else f"{text[: LONGEST_NAME - 1]}…"


def seat_players(players: int, seats: Sequence[str], names: Sequence[str], secret: Seed, ruleset: str) -> list[Chair]:
    """A player for every seat. By default a person has the first seat and bots have the others. Raises UsageError."""
    if len(seats) > players or len(names) > players:
        raise UsageError("BAD_SEATS", f"There are {players} seats; you named {max(len(seats), len(names))}.")
    who = [*(seats or (HUMAN,)), *["bot"] * players][:players]
    who = [roster(ruleset).opponent if player == "bot" else player for player in who]
    bots = [_bot(player, seat, secret, ruleset) for seat, player in enumerate(who)]
    return [Chair(*row) for row in zip(_names(players, names), who, bots, strict=True)]


def seats_of(record: Record) -> tuple[list[str], list[str]]:
    """The players and names in a record.

    The `meta` of a record may contain anything. Only our own bots are accepted from it, because the name of a bot could
    run a stranger's code.
    """
    told = _words(record.meta.get("seats"), record.players)
    seats = [HUMAN if player == HUMAN else present_name(player, record.ruleset) or "bot" for player in told]
    return seats, record_names(record)


def record_names(record: Record) -> list[str]:
    """A name for every seat of a record, from its `meta` if that has usable names."""
    told = _words(record.meta.get("names"), record.players)
    return told if _are_good(told) else list(NAMES[: record.players])


def _words(told: Any, players: int) -> list[str]:
    if not isinstance(told, list | tuple) or len(told) != players:
        return []
    return [printable(word) for word in told]


def _are_good(names: Sequence[str]) -> bool:
    folded = {name.casefold() for name in names}
    return bool(names) and all(names) and len(folded) == len(names) and not folded & set(RESERVED)


def _bot(player: str, seat: int, secret: Seed, ruleset: str) -> Bot | None:
    if player == HUMAN:
        return None
    try:
        # The seed is hashed, so that a bot cannot compute the deal from its own seed.
        return make_bot(player, Seed.of(f"bot {seat} {secret.hex}").hex, ruleset)
    except LookupError:
        known = ", ".join((HUMAN, "bot", *bot_names(ruleset)))
        raise UsageError("BAD_SEATS", f"Nobody is called {player[:40]!r}; a seat is one of {known}.") from None


def _names(players: int, given: Sequence[str]) -> list[str]:
    names = [printable(name) for name in given]
    begun = {name[:1].casefold() for name in names}  # names with the same first letter are hard to type
    spare = sorted(NAMES, key=lambda name: name[0].casefold() in begun)
    spare = [name for name in spare if name.casefold() not in {given.casefold() for given in names}]
    names += spare[: players - len(names)]
    if any(name.isdecimal() for name in names) or not _are_good(names):
        raise UsageError("BAD_NAMES", "Names must differ, and be neither numbers nor one of the keys h, r, q.")
    return names
