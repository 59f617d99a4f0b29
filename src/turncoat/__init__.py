"""Turncoat: the home of hidden-loyalty games, to referee, play, host and study them."""

__all__ = ["__version__"]

__version__ = "0.1.0"
