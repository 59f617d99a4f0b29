"""Weights on disk, in half precision and under flat names."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

Tree = Any
_MET = "met"


def flatten(tree: Tree, prefix: str = "") -> dict[str, Any]:
    """Weights by dotted names."""
    items = tree.items() if isinstance(tree, dict) else enumerate(tree)
    flat: dict[str, Any] = {}
    for name, part in items:
        if isinstance(part, dict | list):
            flat |= flatten(part, f"{prefix}{name}.")
        else:
            flat[f"{prefix}{name}"] = np.asarray(part)
    return flat


def unflatten(flat: dict[str, Any]) -> Tree:
    """The tree that `flatten` made flat; numbered parts become lists."""
    tree: dict[str, Any] = {}
    for name, part in flat.items():
        *path, last = name.split(".")
        at = tree
        for step in path:
            at = at.setdefault(step, {})
        at[last] = part
    if "layers" in tree:
        tree["layers"] = [tree["layers"][str(at)] for at in range(len(tree["layers"]))]
    return tree


def save(path: Path, policy: Tree, met: Any = None) -> None:
    """Write a policy, atomically. `met` tells which option values its training has met (`Recipe.met`)."""
    half = {name: part.astype(np.float16) for name, part in flatten(policy).items()}
    if met is not None:
        half[_MET] = np.asarray(met, np.uint8)
    part = path.with_suffix(".part")
    with part.open("wb") as file:
        np.savez_compressed(file, **half)
    part.rename(path)


def load(path: Path) -> Tree:
    """A policy's weights in single precision."""
    with np.load(path) as stored:
        return unflatten({name: stored[name].astype(np.float32) for name in stored.files if name != _MET})


def load_met(path: Path) -> Any:
    """Which values of `features.agreed` training has met: a row for 0 and one for 1; None if that was not stored."""
    with np.load(path) as stored:
        return stored[_MET] if _MET in stored.files else None


def load_all(folder: Path) -> list[Tree]:
    """Every policy of a folder."""
    return [load(path) for path in sorted(folder.glob("*.npz"))]


def overlay(params: Tree, path: Path) -> Tree:
    """Fresh parameters with a stored policy in them."""
    return {**params, "policy": load(path)}
