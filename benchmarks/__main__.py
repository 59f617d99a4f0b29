"""`python -m benchmarks NAME [--quick] [--json]`: a table for people, or one JSON object a line.

A benchmark is a module of this package that defines `main(arguments)`; it is found by its name and gets what is
after the name; `--quick` must end within 30 seconds.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any


def names() -> list[str]:
    """The benchmarks there are. Their sources are read, not imported: some need packages that are optional."""
    modules = Path(__file__).parent.glob("[a-z]*.py")
    return sorted(path.stem for path in modules if "\ndef main(" in path.read_text(encoding="utf-8"))


def main(arguments: Sequence[str]) -> int:
    """The command. Its exit code is 2 if there is no such benchmark."""
    if not arguments or arguments[0] not in names():
        print(f"usage: python -m benchmarks NAME [--quick] [--json]\nNAME is one of {', '.join(names())}")
        return 2
    module: Any = importlib.import_module(f"benchmarks.{arguments[0]}")
    module.main(list(arguments[1:]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
