"""What the core may import."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

import turncoat.core


class _Run(ast.NodeTransformer):
    """Removes imports that only the type checker reads."""

    def visit_If(self, node: ast.If) -> ast.AST | None:
        return None if ast.unparse(node.test) == "TYPE_CHECKING" else node


def imported(path: Path) -> set[str]:
    """The top-level packages that a module imports."""
    names: set[str] = set()
    for node in ast.walk(_Run().visit(ast.parse(path.read_text()))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name} imports relatively"
            names.add(node.module or "")
    return names


def test_the_core_imports_only_the_standard_library_and_msgspec() -> None:
    modules = list(Path(turncoat.core.__path__[0]).glob("*.py"))
    assert len(modules) > 5
    for path in modules:
        foreign = {
            name
            for name in imported(path)
            if name.split(".")[0] not in sys.stdlib_module_names | {"msgspec"} and not name.startswith("turncoat.core")
        }
        assert foreign == set(), path.name


@pytest.mark.parametrize("module", ["random", "time", "datetime", "os", "logging", "socket"])
def test_the_core_has_no_clock_no_global_chance_and_no_log(module: str) -> None:
    for path in Path(turncoat.core.__path__[0]).glob("*.py"):
        assert module not in imported(path), path.name
