"""The error of a command that cannot do what was asked."""

from turncoat.core.errors import Refused


class UsageError(Refused):
    """The command line is wrong, or a file named there cannot be used."""
