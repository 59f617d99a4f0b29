"""Ports of this machine, and the address under which others in the network find it."""

from __future__ import annotations

import socket
from contextlib import closing

EVERYBODY = "0.0.0.0"
"""The host to listen on for the whole network."""
_WILDCARDS = {EVERYBODY, "::", ""}
_USUAL = 8000
_TRIED = 50
_ELSEWHERE = ("192.0.2.1", 9)  # an address for documentation: nothing is sent there


def free_port() -> int:
    """The usual port of the server, or one of the next if it is taken."""
    for port in range(_USUAL, _USUAL + _TRIED):
        with closing(socket.socket()) as probe:
            if probe.connect_ex(("127.0.0.1", port)):  # nobody answers there
                return port
    return _USUAL


def local_url(host: str, port: int) -> str:
    """The address for a browser on this machine."""
    return f"http://{'127.0.0.1' if host in _WILDCARDS else host}:{port}/"


def network_url(host: str, port: int) -> str | None:
    """The address for the other machines of the network; None if the server listens to this machine alone."""
    if host not in _WILDCARDS:
        return None
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        try:
            probe.connect(_ELSEWHERE)  # chooses the way there, and sends nothing
        except OSError:  # no network
            return None
        return f"http://{probe.getsockname()[0]}:{port}/"
