"""The doors: REST, sockets, long polls, identity, rate limits, static files and metrics."""
