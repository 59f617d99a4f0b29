"""Training is an extra: its tests are collected only where JAX is installed."""

from importlib.util import find_spec

collect_ignore_glob = ["test_*.py"] if find_spec("jax") is None else []
