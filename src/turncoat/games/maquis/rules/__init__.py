"""The rules: cards, set-up, rounds, effects, and what the player may know."""
