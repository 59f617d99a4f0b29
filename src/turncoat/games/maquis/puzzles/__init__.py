"""Puzzles of RESIST!: one attack that can be won without losing a civilian. Nothing is imported here."""
