"""The exceptions of Turncoat.

TurncoatError
├── Refused         a set-up or a move that the rules do not allow; nothing has changed
└── CorruptRecord   a record that cannot be read or replayed
"""

from __future__ import annotations


class TurncoatError(Exception):
    """The base class of all our exceptions."""


class Refused(TurncoatError):
    """Illegal input. It has a code for programs and a sentence for whoever sent the input; nothing has changed.

    The sentence must not contain anything that the sender may not know.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message

    def __reduce__(self) -> tuple[type[Refused], tuple[str, str]]:
        """Pickle by code and message, so that the exception survives the way out of a worker process."""
        return type(self), (self.code, self.message)


class CorruptRecord(TurncoatError):
    """The record cannot be read, or one of its moves is illegal."""
