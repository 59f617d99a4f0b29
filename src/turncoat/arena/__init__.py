"""Measures bots against bots: matches, matrices, ratings and reports, on all cores or on a Ray cluster."""

from turncoat.arena.contest import Cell, Mixed, Replaced, Teams
from turncoat.arena.play import Played, play_game
from turncoat.arena.runner import run
from turncoat.arena.stats import Rate, rate

__all__ = ["Cell", "Mixed", "Played", "Rate", "Replaced", "Teams", "play_game", "rate", "run"]
