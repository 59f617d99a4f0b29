"""The README's code runs and prints what it says."""

import doctest
from pathlib import Path


def test_the_readme_tells_the_truth() -> None:
    readme = Path(__file__).parent.parent / "README.md"
    results = doctest.testfile(str(readme), module_relative=False)
    assert results.attempted > 0
    assert results.failed == 0
