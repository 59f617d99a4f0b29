from collections.abc import Iterator

import pytest

from tests.server.harness import ServerProcess, running


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """One server for all tests that leave it alive."""
    folder = tmp_path_factory.mktemp("server")
    with running(f"sqlite:///{folder}/tables.db", folder / "log") as process:
        yield process
        text = process.log.read_text()
    assert "Traceback" not in text, text
