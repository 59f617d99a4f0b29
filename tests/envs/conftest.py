"""Each interface is an extra: its tests are collected only where it is installed."""

from importlib.util import find_spec

NEEDS = {
    "test_vector_*.py": "jax",
    "test_self_play.py": "jax",
    "test_data_page.py": "jax",
    "test_trained_bot.py": "jax",
    "test_pettingzoo.py": "pettingzoo",
    "test_gymnasium.py": "gymnasium",
    "test_openspiel*.py": "pyspiel",
    "test_jaxmarl.py": "jaxmarl",
    "test_pgx.py": "pgx",
    "test_textarena.py": "textarena",
    "test_verifiers.py": "verifiers",
    "test_torch.py": "torch",
    "test_documentation.py": "pyspiel",  # the pages show every interface
}
collect_ignore_glob = [pattern for pattern, module in NEEDS.items() if find_spec(module) is None]
