"""`turncoat mcp`: an agent's door to a table server."""

from __future__ import annotations

import logging
import os
import sys

import httpx

from turncoat.core.errors import Refused
from turncoat.extras import need_extra

TOKEN = "TURNCOAT_TOKEN"


def mcp(*, server: str = "http://127.0.0.1:8000") -> None:
    """Speak the Model Context Protocol on standard input and output, for an agent that plays at a server.

    The agent is one visitor of that server, with a token of its own. To return to the same chairs later, put the token
    of that visitor into the environment variable TURNCOAT_TOKEN.

    Args:
        server: Address of the server.
    """
    need_extra("mcp", "mcp")
    from turncoat.client import Client, ServerRefused
    from turncoat.mcp_tools import make_server, over_network

    logging.basicConfig(level=logging.ERROR, stream=sys.stderr)
    try:
        token = os.environ.get(TOKEN) or Client(server).token
    except (httpx.TransportError, httpx.InvalidURL, httpx.UnsupportedProtocol):
        raise Refused("UNAVAILABLE", f"There is no server at {server}. Start one with: turncoat serve") from None
    except ServerRefused as refusal:
        raise Refused(refusal.code, refusal.message) from None
    make_server(over_network(server.rstrip("/"), token)).run("stdio")
