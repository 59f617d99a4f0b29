"""The ProAvalon bot API v0, in both directions: their bots at our tables, our bots at theirs.

`messages` is what goes over the wire, `telling` turns a view into their words, `reading` turns them into a view,
`acting` does the same for moves, `bot` plays a bot that somebody else serves, `service` serves one of ours.
`docs/bots-external.md` tells how to use both.
"""
