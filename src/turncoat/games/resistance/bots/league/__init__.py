"""Strangers: simple players of many different ideas, with whom and against whom a bot has to do well.

`readers` are ideas of whom to suspect, `voters` are ideas of what to approve, `evil` and `merlin` are ways to play with
a secret. `kinds.toml` puts them together: a kind is an idea with a setting of its numbers.
"""
