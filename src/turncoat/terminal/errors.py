"""What a command answers when it cannot do what was asked."""

from turncoat.core.errors import Refused


class UsageError(Refused):
    """The command line or a file named on it is no good: a code for programs, a sentence for people."""
