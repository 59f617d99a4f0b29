"""The forms in which games that were played elsewhere can be read.

This module is the capability `turncoat.core.capabilities.GameLogs`.
"""

from __future__ import annotations

from collections.abc import Mapping

from turncoat.core.capabilities import LogFormat
from turncoat.games.resistance.adapters.avalonlogs import AvalonLogs
from turncoat.games.resistance.adapters.game_logs import JsonLines

formats: Mapping[str, LogFormat] = {"jsonl": JsonLines(), "avalonlogs": AvalonLogs()}
