"""Writing down a game that is played elsewhere: everything that is public, and the roles when it is over."""
