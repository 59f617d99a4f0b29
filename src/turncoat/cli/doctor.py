"""`turncoat doctor`: what is wrong with a server, and what to do."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from turncoat.cli.databases import need_address, read_settings
from turncoat.terminal.flags import Flag

if TYPE_CHECKING:
    from turncoat.server.config import Config
    from turncoat.server.doctor import Finding

_ILL = 1
_SIGNS = {"well": "ok", "doubtful": "?", "wrong": "WRONG"}


def doctor(
    url: str | None = None,
    /,
    *,
    database: str | None = None,
    config: Path | None = None,
    json: Flag = False,
) -> int:
    """Examine a server: settings, database, disk, clock, Redis, origins, and what is between it and its players.

    Nothing is changed, and the server may be running. Every line says how something is, and what to do if it is not
    well. The exit code is 1 if something is wrong.

    Args:
        url: The address that players use, for example https://play.example.org. Without it, nothing is asked over HTTP.
        database: sqlite:///FILE or postgresql://…. The default is the server's.
        config: The TOML file with the server's settings.
        json: Print one JSON object for each finding.
    """
    from turncoat.server.run import database_address

    settings = read_settings(database, config)
    need_address(database_address(settings))
    found = asyncio.run(_examine(settings, url or "", json))
    return _ILL if any(finding.state == "wrong" for finding in found) else 0


async def _examine(settings: Config, url: str, as_json: bool) -> list[Finding]:
    from turncoat.server.doctor import examine

    found = []
    async for finding in examine(settings, url):
        print(msgspec.json.encode(finding).decode() if as_json else _in_words(finding), flush=True)
        found.append(finding)
    return found


def _in_words(finding: Finding) -> str:
    advice = f"\n{'':17}→ {finding.do}" if finding.do else ""
    return f"{_SIGNS[finding.state]:<5}  {finding.what:<8}  {finding.says}{advice}"
