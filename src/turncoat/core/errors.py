"""The exceptions of Turncoat.

TurncoatError
├── Refused         a set-up or a move the rules do not allow; nothing has changed
└── CorruptRecord   a record that is not one, or that does not replay
"""

from __future__ import annotations


class TurncoatError(Exception):
    """Base of every error raised on purpose."""


class Refused(TurncoatError):
    """Illegal input: a code for programs, a sentence for its sender, and no change of state.

    The sentence may use only what the sender may know.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message

    def __reduce__(self) -> tuple[type[Refused], tuple[str, str]]:
        """So that it comes out of a worker process as it went in."""
        return type(self), (self.code, self.message)


class CorruptRecord(TurncoatError):
    """The record cannot be read, or one of its moves is not legal where it stands."""
