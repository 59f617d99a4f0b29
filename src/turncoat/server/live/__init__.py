"""Tables in play: a runtime for each, the streams to its players, and what happens there without a command."""
