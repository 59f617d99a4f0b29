"""How a bot is found by name: among those of a game, those named since, or by where its class or program is."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any, cast

from turncoat.bots.failures import described
from turncoat.bots.llm.names import ModelName, is_allowed, read_name
from turncoat.bots.protocol import Bot
from turncoat.core.capabilities import BotRoster
from turncoat.games import default_ruleset, find_game, games

RANDOM = "random"
_RANDOM_BOT = "turncoat.bots.random_bot:RandomBot"
_NAMED: dict[str, str] = {}
_NAME = re.compile(r"[a-z][a-z0-9-]{0,23}")
_NO_ROSTER = BotRoster(bots={RANDOM: _RANDOM_BOT}, opponent=RANDOM, stand_in=RANDOM)


def roster(ruleset: str | None = None) -> BotRoster:
    """The bots of a ruleset's game; without one, of the game that is offered first.

    >>> roster().stand_in
    'expert'
    """
    make = find_game(ruleset or default_ruleset()).capabilities.bots
    return _NO_ROSTER if make is None else make()


def name_bot(name: str, bot: str) -> None:
    """From now on `name` stands for a bot that `make_bot` can make, in this process. Raises LookupError.

    >>> name_bot("random", "exec:./mine")
    Traceback (most recent call last):
    ...
    LookupError: a bot cannot be called 'random': take small letters, digits and dashes, and a new name
    """
    if not _NAME.fullmatch(name) or any(name in one.bots or name in one.former for one in _rosters()):
        raise LookupError(f"a bot cannot be called {name!r}: take small letters, digits and dashes, and a new name")
    make_bot(bot, "")
    _NAMED[name] = bot


def present_name(name: str, ruleset: str | None = None) -> str | None:
    """What the bot of that name, new or earlier, is called now; None if the ruleset has no such bot.

    >>> present_name("hard"), present_name("nobody")
    ('expert', None)
    """
    name = roster(ruleset).former.get(name, name)
    return name if name in bot_names(ruleset) else None


def full_name(name: str) -> str:
    """What a name stands for; itself, if nothing else.

    >>> full_name("random")
    'random'
    """
    return _NAMED.get(name, name)


def is_remote(name: str) -> bool:
    """Whether somebody else serves the bot, so that one waits for it instead of computing.

    >>> is_remote("random")
    False
    """
    if read_name(full_name(name)) is not None:
        return True
    prefix = full_name(name).partition(":")[0]
    return any(prefix in one.remote for one in _rosters())


def bot_names(ruleset: str | None = None) -> tuple[str, ...]:
    """The bots that play a ruleset, weakest first, then those named since.

    >>> bot_names()[0]
    'random'
    """
    return (*roster(ruleset).bots, *_NAMED)


def make_bot(name: str, seed: str, ruleset: str | None = None, time_limit: float | None = None) -> Bot:
    """A bot by its name, a class by `package.module:Class`, a program by `exec:COMMAND`. Raises LookupError.

    A language model is `llm:MODEL@BASE_URL`; it raises Refused where the extra is missing.

    Modules are looked for in the current folder too.

    >>> make_bot("random", seed="1")  # doctest: +ELLIPSIS
    <turncoat.bots.random_bot.RandomBot object at ...>

    With a ruleset only the bots of its game have names. A game may know more forms, written `name:ARGUMENT`; its roster
    lists them. `time_limit` says how many seconds a program may take for an answer.
    """
    name = full_name(name)
    model = read_name(name)
    if model is not None:
        return _language_model(model, seed, ruleset)
    prefix, colon, argument = name.partition(":")
    if prefix == "exec":
        from turncoat.bots.external import PATIENCE, ExternalBot

        return ExternalBot(seed, argument, PATIENCE if time_limit is None else time_limit)
    for one in (roster(ruleset), *(() if ruleset else _rosters())):
        if colon and prefix in one.with_argument:
            return _find(one.with_argument[prefix])(seed, argument)
        if (bot := one.bots.get(one.former.get(name, name))) is not None:
            return _find(bot)(seed)
    if ":" not in name:
        raise LookupError(f"there is no bot {name!r}; there are {', '.join(bot_names(ruleset))}")
    return _made(name, seed)


def expand(names: Iterable[str], ruleset: str | None = None) -> tuple[str, ...]:
    """The names of bots, with the members of each group `@NAME` in its place. Raises LookupError.

    >>> expand(["random"])
    ('random',)
    """
    return tuple(one for name in names for one in (_group(name[1:], ruleset) if name.startswith("@") else (name,)))


def _group(name: str, ruleset: str | None) -> tuple[str, ...]:
    groups = roster(ruleset).groups
    if name not in groups:
        raise LookupError(f"there is no group of bots @{name}; there are {', '.join(groups) or 'none'}")
    members: Callable[[], tuple[str, ...]] = _load(groups[name])
    return members()


def _language_model(name: ModelName, seed: str, ruleset: str | None) -> Bot:
    from turncoat.bots.llm.bot import LanguageModelBot

    played = ruleset or default_ruleset()
    if name.mover is not None and name.mover not in roster(played).bots:
        raise LookupError(f"there is no bot {name.mover!r} to move for a language model")
    return LanguageModelBot(
        name, played, seed, lambda bot: make_bot(bot, seed, played), stand_in=roster(played).stand_in
    )


def language_model(name: str) -> ModelName | None:
    """The language model behind a bot's name; None for any other bot.

    >>> language_model("random")
    """
    return read_name(full_name(name))


def may_be_seated(name: str, ruleset: str) -> bool:
    """Whether the host of a table may give a chair to a bot of this name.

    These are the bots of the ruleset's game, those that the owner of the server has named, and language models at
    addresses that the owner allows. No other name makes a server load code or call anybody.

    >>> may_be_seated("llm:any@http://localhost:1234/v1", default_ruleset())
    False
    """
    model = read_name(name)
    return is_allowed(model) if model is not None else name in bot_names(ruleset)


def _rosters() -> tuple[BotRoster, ...]:
    return tuple(game.capabilities.bots() for game in games() if game.capabilities.bots is not None)


def _made(path: str, seed: str) -> Bot:
    """A bot of a class that somebody else has written."""
    make = _find(path)
    try:
        bot = make(seed)
    except (Exception, SystemExit) as error:  # whatever it is, there is no bot
        raise LookupError(f"no bot can be made of {path!r}: {described(error)}") from error
    if not callable(getattr(bot, "answer", None)):
        raise LookupError(f"no bot can be made of {path!r}: it has no method answer(view, ask)")
    return bot


def _find(path: str) -> Callable[..., Bot]:
    return cast("Callable[..., Bot]", _load(path))


@cache
def _load(path: str) -> Any:
    module, _, name = path.partition(":")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)  # last, so that nothing there hides a module that is installed
    try:
        found: Any = importlib.import_module(module)
        for part in name.split("."):
            found = getattr(found, part)
    except (ImportError, AttributeError, SyntaxError, ValueError) as error:
        raise LookupError(f"there is no bot {path!r}: {error}") from None
    except (Exception, SystemExit) as error:  # whatever a module does when it is loaded
        raise LookupError(f"there is no bot {path!r}: {described(error)}") from error
    return found
