"""The document that the server publishes about itself is true, and nothing it describes can make it fail."""

from __future__ import annotations

from typing import Any

import hypothesis
import pytest
import schemathesis
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance

from tests.server.harness import ServerProcess, visitor
from turncoat.server.config import Config
from turncoat.server.http.app import App
from turncoat.server.http.errors import STATUS

CHECKS = (not_a_server_error, status_code_conformance, response_schema_conformance)
SCHEMA = schemathesis.openapi.from_dict(App(Config(), "").rest.openapi_schema.to_schema())


def fuzz(case: Any, server: ServerProcess) -> None:
    if case.query and "wait" in case.query:
        case.query["wait"] = 0
    headers = {"authorization": f"Bearer {visitor(server).token}"}
    case.call_and_validate(base_url=server.address, headers=headers, checks=CHECKS)


def test_every_request_says_how_it_can_be_refused() -> None:
    """A refusal that depends on the bytes of a request, such as a head that is too long, can meet any of them."""
    operations = [operation for path in SCHEMA.raw_schema["paths"].values() for operation in path.values()]
    assert operations
    refusals = {str(status) for status in STATUS.values()}
    assert all(refusals <= set(operation["responses"]) for operation in operations)


@SCHEMA.parametrize()
@hypothesis.settings(max_examples=3, deadline=None, suppress_health_check=list(hypothesis.HealthCheck))
def test_described_requests(case: Any, server: ServerProcess) -> None:
    fuzz(case, server)


@pytest.mark.long
@SCHEMA.parametrize()
@hypothesis.settings(max_examples=60, deadline=None, suppress_health_check=list(hypothesis.HealthCheck))
def test_many_described_requests(case: Any, server: ServerProcess) -> None:
    fuzz(case, server)
