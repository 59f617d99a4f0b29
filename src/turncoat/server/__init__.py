"""The table server: tables over HTTP and WebSocket, stores, fan-out, clocks. `docs/api.md` is its contract."""
