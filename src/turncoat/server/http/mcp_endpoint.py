"""The Model Context Protocol at /mcp: off unless the setting `mcp` is on. Needs the extra `mcp`."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

from turncoat.extras import need_extra

PATH = "/mcp"


@asynccontextmanager
async def _off() -> AsyncIterator[None]:
    yield


class McpEndpoint:
    """Answers requests at /mcp by requests to the application itself. Keeps nothing between two of them."""

    def __init__(self, app: Any, *, on: bool) -> None:
        self.is_on = on
        self._handle: Any = None
        self._running: AbstractAsyncContextManager[Any] = _off()
        if on:
            self._set_up(app)

    def _set_up(self, app: Any) -> None:
        need_extra("mcp", "mcp")
        from mcp.server.transport_security import TransportSecuritySettings

        from turncoat.mcp_tools import inside, make_server

        logging.getLogger("mcp").setLevel(logging.CRITICAL)  # its lines could hold what players do
        checked = TransportSecuritySettings(enable_dns_rebinding_protection=False)  # the application checks origins
        server = make_server(inside(app))
        server.streamable_http_app(stateless_http=True, json_response=True, transport_security=checked)
        self._handle = server.session_manager.handle_request
        self._running = server.session_manager.run()

    def running(self) -> AbstractAsyncContextManager[Any]:
        """Requests are answered within this context."""
        return self._running

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await self._handle(scope, receive, send)
