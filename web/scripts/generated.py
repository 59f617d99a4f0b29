"""Files that are made by a program: how each of these scripts writes them, or says whether they are current."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path


def write_or_check(texts: Mapping[Path, str]) -> int:
    """Write every file; with --check write nothing, and return 1 if one of them is not current."""
    if "--check" in sys.argv:
        return int(any(not path.exists() or path.read_text(encoding="utf-8") != text for path, text in texts.items()))
    for path, text in texts.items():
        path.write_text(text, encoding="utf-8")
    return 0
