"""The server over HTTP: REST, sockets, long polls, identity, rate limits, static files and metrics."""
