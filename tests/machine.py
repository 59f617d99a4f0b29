"""What tests need of the machine that they run on."""

from __future__ import annotations

import os
import shutil
from typing import NoReturn

import pytest

# For how many seconds a test waits before it gives up. It is long because a busy machine must not fail a test that
# would pass; what a test waits for usually comes at once.
PATIENCE = 60.0


def lacking(what: str) -> NoReturn:
    """Something that a test needs is not here: a failure where all must run, elsewhere a skip."""
    if os.environ.get("CI") or os.environ.get("TURNCOAT_TEST_ALL"):
        pytest.fail(what)
    pytest.skip(what)


def need_program(name: str, package: str = "") -> None:
    """A program of the system without which a test cannot run."""
    if shutil.which(name) is None:
        lacking(f"no {name}: install your system's package `{package or name}`")
