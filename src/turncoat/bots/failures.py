"""What went wrong in a bot that somebody else has written, in one sentence that says where."""

from __future__ import annotations

import traceback
from pathlib import Path

from turncoat.core import Refused


def bot_failed(bot: str, error: BaseException) -> Refused:
    """The refusal for an error that a bot has raised."""
    return Refused("BOT_ERROR", f"{bot} raised {described(error)}.")


def described(error: BaseException) -> str:
    """An error's kind, its text, and the line of the bot's author at which it came up.

    >>> described(KeyError("seat"))
    "KeyError: 'seat'"
    """
    text = " ".join(str(error).split())
    return type(error).__name__ + (f": {text}" if text else "") + _place(error)


def _place(error: BaseException) -> str:
    """The innermost line in the current folder, where authors have their files; elsewhere the innermost of all.

    The first line is ours, which called the bot.
    """
    lines = traceback.extract_tb(error.__traceback__)[1:]
    own = [line for line in lines if Path(line.filename).is_relative_to(Path.cwd())]
    return next((f" ({Path(line.filename).name}, line {line.lineno})" for line in reversed(own or lines)), "")
