"""Players. A bot sees the view of its seat and one open ask of that seat, and answers with one of its moves.

A view holds the whole history its seat may know, so a bot needs no memory of its own: any bot can take over any
seat at any moment. Two equal views, asks and seeds give equal answers.
"""

from turncoat.bots.protocol import Bot, Converser, Said, Speech, Talker, answer_all, dismiss
from turncoat.bots.registry import (
    bot_names,
    expand,
    full_name,
    is_remote,
    language_model,
    make_bot,
    may_be_seated,
    name_bot,
    present_name,
    roster,
)

__all__ = [
    "Bot",
    "Converser",
    "Said",
    "Speech",
    "Talker",
    "answer_all",
    "bot_names",
    "dismiss",
    "expand",
    "full_name",
    "is_remote",
    "language_model",
    "make_bot",
    "may_be_seated",
    "name_bot",
    "present_name",
    "roster",
]
