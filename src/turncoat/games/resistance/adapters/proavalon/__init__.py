"""The ProAvalon bot API v0, in both directions: their bots at our tables, our bots at theirs.

`messages` declares what goes over the wire. `views_to_messages`, `messages_to_views` and `moves_and_actions` translate.
`bot` plays a bot that somebody else serves, and `service` serves one of ours. `docs/bots-external.md` tells how to use
both.
"""
