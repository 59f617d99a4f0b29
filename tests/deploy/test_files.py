"""The files for hosts are well-formed, name what exists, and the proxies that they set up let everything through."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from socket import socket

import httpx
import pytest

from tests.machine import need_program
from tests.server.harness import ServerProcess, free_port, running
from turncoat.server.config import PREFIX, Config, load_config
from turncoat.server.doctor import examine
from turncoat.server.http.errors import STATUS

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
SCHEMAS = {
    "compose-spec": [DEPLOY / "compose.yaml", DEPLOY / "compose.scale.yaml"],
    "github-workflows": sorted((ROOT / ".github/workflows").glob("*.yml")),
    "github-issue-forms": [path for path in (ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml") if path.stem != "config"],
    "github-issue-config": [ROOT / ".github/ISSUE_TEMPLATE/config.yml"],
    "citation-file-format": [ROOT / "CITATION.cff"],
}


def _check(*command: str | Path, **environment: str) -> None:
    """Run a program that must find nothing to complain of."""
    done = subprocess.run(
        [str(part) for part in command],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("schema", SCHEMAS)
def test_files_follow_their_schema(schema: str) -> None:
    assert SCHEMAS[schema]
    _check(sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}", *SCHEMAS[schema])


def test_the_image_is_defined_as_it_should_be() -> None:
    _check(Path(sys.executable).with_name("hadolint"), DEPLOY / "Dockerfile")
    text = (DEPLOY / "Dockerfile").read_text()
    assert re.search(r"^USER [1-9]\d+", text, re.MULTILINE), "it must not run as root"
    assert "HEALTHCHECK" in text
    assert "VOLUME /data" in text


@pytest.mark.parametrize("file", [path.name for path in sorted(DEPLOY.iterdir())])
def test_every_setting_that_is_named_exists(file: str) -> None:
    names = set(re.findall(rf"{PREFIX}([A-Z_]+)(?=[=:])", (DEPLOY / file).read_text()))
    assert names - {"NAME"} <= {name.upper() for name in Config.__struct_fields__}


def test_every_file_is_explained() -> None:
    text = (DEPLOY / "README.md").read_text()
    files = {path.name for path in DEPLOY.iterdir()} - {"README.md", "Dockerfile.dockerignore"}
    assert {name for name in files if f"`{name}`" not in text} == set()


# Prometheus and Grafana


def _expressions() -> list[str]:
    panels = json.loads((DEPLOY / "dashboard.json").read_text())["panels"]
    found = [target["expr"] for panel in panels for target in panel["targets"]]
    return found + re.findall(r"^ +expr: (.+)$", (DEPLOY / "alerts.yml").read_text(), re.MULTILINE)


def test_every_metric_that_is_named_exists(server: ServerProcess) -> None:
    told = httpx.get(f"{server.address}/metrics").text
    there = set(re.findall(r"^(?:# HELP )?(turncoat_\w+)", told, re.MULTILINE))
    named = {name for text in _expressions() for name in re.findall(r"\bturncoat_\w+", text)}
    assert len(named) > 8
    assert named - there == set()
    documented = set(re.findall(r"^\| `(turncoat_\w+)`", (ROOT / "docs/operations.md").read_text(), re.MULTILINE))
    assert documented == set(re.findall(r"^# HELP (turncoat_\w+)", told, re.MULTILINE))


def test_every_code_that_is_named_exists() -> None:
    codes = {code for text in _expressions() for code in re.findall(r'code="(\w+)"', text)}
    assert codes
    assert codes <= set(STATUS)


# systemd and proxies: the programs themselves have the last word


def test_the_units_are_understood(tmp_path: Path) -> None:
    need_program("systemd-analyze", "systemd")
    stand_in = tmp_path / "turncoat"
    stand_in.write_text("#!/bin/sh\n")
    stand_in.chmod(0o755)
    units = []
    for unit in sorted(DEPLOY.glob("turncoat*.*")):
        text = unit.read_text().replace("/opt/turncoat/bin/turncoat", str(stand_in))
        (tmp_path / unit.name).write_text(text)
        units.append(tmp_path / unit.name)
    done = subprocess.run(["systemd-analyze", "verify", *units], capture_output=True, text=True, check=False)
    assert [line for line in done.stderr.splitlines() if "turncoat" in line] == []


@pytest.fixture(scope="module")
def behind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server as the recipes want it."""
    folder = tmp_path_factory.mktemp("behind")
    settings = {"trust_proxy": True, "secure_cookies": True}
    with running(f"sqlite:///{folder}/tables.db", folder / "log", **settings) as server:
        yield server


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("tls")
    key, file = folder / "key.pem", folder / "certificate.pem"
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    made += ["-addext", "subjectAltName=DNS:localhost", "-keyout", str(key), "-out", str(file)]
    subprocess.run(made, check=True, capture_output=True)
    return key, file


def _nginx(folder: Path, server: int, port: int, key: Path, certificate: Path) -> list[str]:
    site = (DEPLOY / "nginx.conf").read_text()
    site = re.sub(r"listen (\[::\]:)?80;", f"listen 127.0.0.1:{free_port()};", site, count=1)
    site = re.sub(r" *listen \[::\]:.*\n", "", site)
    site = site.replace("listen 443", f"listen 127.0.0.1:{port}").replace("127.0.0.1:8000", f"127.0.0.1:{server}")
    site = re.sub(r"ssl_certificate +\S+;", f"ssl_certificate {certificate};", site)
    site = re.sub(r"ssl_certificate_key +\S+;", f"ssl_certificate_key {key};", site)
    whole = f"daemon off; pid {folder}/pid; error_log stderr; events {{}} http {{ access_log off;\n{site}\n}}"
    (folder / "nginx.conf").write_text(whole)
    return ["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf")]


def _caddy(folder: Path, server: int, port: int, key: Path, certificate: Path) -> list[str]:
    site = (DEPLOY / "Caddyfile").read_text().replace("127.0.0.1:8000", f"127.0.0.1:{server}")
    site = site.replace("{$DOMAIN} {\n", f"https://localhost:{port} {{\n\ttls {certificate} {key}\n")
    (folder / "Caddyfile").write_text("{\n\tadmin off\n\tauto_https disable_redirects\n}\n" + site)
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


PROXIES = {"nginx": _nginx, "caddy": _caddy}


@contextmanager
def _proxying(command: list[str], port: int, folder: Path) -> Iterator[None]:
    environment = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with (folder / "log").open("w") as log, subprocess.Popen(command, stderr=log, stdout=log, env=environment) as it:
        deadline = time.monotonic() + 30
        while True:
            with closing(socket()) as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            assert it.poll() is None, (folder / "log").read_text()
            assert time.monotonic() < deadline
            time.sleep(0.05)
        try:
            yield
        finally:
            it.terminate()


@pytest.mark.parametrize("name", PROXIES)
def test_a_server_behind_the_proxy_is_well(
    name: str, behind: ServerProcess, certificate: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The doctor asks through the real proxy: names, cookies, sockets. The metrics stay inside."""
    need_program(name)
    key, file = certificate
    monkeypatch.setenv("SSL_CERT_FILE", str(file))
    port = free_port()
    url = f"https://localhost:{port}"
    database = f"sqlite:///{tmp_path}/tables.db"
    config = load_config({"database": database, "trust_proxy": True, "secure_cookies": True}, {})

    async def examined() -> dict[str, str]:
        return {finding.what: finding.state async for finding in examine(config, url)}

    with _proxying(PROXIES[name](tmp_path, behind.port, port, key, file), port, tmp_path):
        found = asyncio.run(examined())
        assert httpx.get(f"{url}/metrics").status_code == 404
        assert httpx.get(f"{url}/api/info").headers["strict-transport-security"]
    assert set(found.values()) == {"well"}, found


@pytest.mark.parametrize("file", [path.name for path in DEPLOY.glob("Caddyfile*")])
def test_caddy_understands_its_files(file: str) -> None:
    need_program("caddy")
    _check("caddy", "validate", "--adapter", "caddyfile", "--config", DEPLOY / file, DOMAIN="localhost")
