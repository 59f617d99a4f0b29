"""The `turncoat` command. A module is imported only when its command is called, so that every command starts fast."""

from turncoat.cli.app import main, run

__all__ = ["main", "run"]
