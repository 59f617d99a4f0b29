"""Puzzles of the family: how they are found in games that bots play, and how they are checked. Nothing is imported."""
