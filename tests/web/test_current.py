"""What the client is written against is what the server says now."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.web.conftest import ROOT


@pytest.mark.parametrize("script", ["write_types.py", "write_cards.py"])
def test_generated_files_are_current(script: str) -> None:
    command = [sys.executable, str(ROOT / "web" / "scripts" / script), "--check"]
    assert subprocess.run(command, check=False).returncode == 0, f"run python web/scripts/{script}"


def test_no_address_of_a_registry_is_kept() -> None:
    for name in ("package.json", "package-lock.json", ".npmrc"):
        text = (ROOT / "web" / name).read_text(encoding="utf-8")
        assert "registry." not in text
        assert '"resolved"' not in text
