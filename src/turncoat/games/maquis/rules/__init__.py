"""The rules: cards, set-up, rounds, effects, tasks, and what the player may know."""
