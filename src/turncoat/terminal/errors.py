"""What a command answers when it cannot do what was asked."""

from turncoat.core.errors import TurncoatError


class UsageError(TurncoatError):
    """The command line or a file named on it is no good: a code for programs, a sentence for people."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
