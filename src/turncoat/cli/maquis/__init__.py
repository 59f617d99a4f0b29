"""RESIST! on a terminal."""

from turncoat.cli.maquis.terminal import play_maquis

__all__ = ["play_maquis"]
