"""The `turncoat` command and the terminal game. Nothing heavy is imported before a command needs it."""

from turncoat.cli.app import main, run

__all__ = ["main", "run"]
