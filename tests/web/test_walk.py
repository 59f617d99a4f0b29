"""Without a connection the scribe's page says what the server would: the one place where the browser repeats rules."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from hatch_build import npm_command
from tests.machine import lacking
from tests.scribe.transcript import random_game, transcript
from tests.web.conftest import ROOT
from turncoat.core import Setup
from turncoat.games.resistance import GAME
from turncoat.games.resistance.samples import random_setup
from turncoat.games.resistance.scribe import scribing

GAMES = 12
FOLLOW = """
import { readFileSync } from 'node:fs';
import ts from 'typescript';
const source = readFileSync('src/resistance/scribe/walk.ts', 'utf8');
const code = ts.transpileModule(source, { compilerOptions: { module: 'ESNext', target: 'ES2022' } }).outputText;
const { follow } = await import('data:text/javascript,' + encodeURIComponent(code));
const steps = JSON.parse(readFileSync(0, 'utf8'));
console.log(JSON.stringify(steps.map(({ page, chart, entry }) => follow(page, chart, entry))));
"""
TOLD = ("phase", "leader", "mission", "rejections", "score", "team", "proposals", "die")


def plain(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value))


def walked(steps: list[dict[str, Any]]) -> list[Any]:
    """The pages after each of these steps, as the browser works them out; None where it must ask."""
    if not (ROOT / "web" / "node_modules").exists():
        lacking("the client is not built: make web")
    command = [str(Path(npm_command()[0])), "--input-type=module", "-e", FOLLOW]
    done = subprocess.run(
        command, cwd=ROOT / "web", input=json.dumps(steps), capture_output=True, text=True, check=True
    )
    found: list[Any] = json.loads(done.stdout)
    return found


def with_chart(ruleset: str, chance: Random) -> Setup:
    while scribing.chart(setup := random_setup(ruleset, chance.randrange(5, 11), chance)) is None:
        pass
    return setup


@pytest.mark.parametrize("ruleset", GAME.rulesets)
def test_the_page_without_a_connection_is_the_page_of_the_server(ruleset: str) -> None:
    """After every entry of random games by random options: who leads, what counts, who votes, what is asked next."""
    chance = Random(f"walk {ruleset}")
    steps, after = [], []
    for number in range(GAMES):
        setup = with_chart(ruleset, chance)
        chart = plain(scribing.chart(setup))
        entries = transcript(random_game(setup, f"walk {ruleset} {number}"))
        pages = [plain(scribing.write(setup, entries[:at])) for at in range(len(entries) + 1)]
        steps += [
            {"page": page, "chart": chart, "entry": plain(one)} for page, one in zip(pages, entries, strict=False)
        ]
        after += pages[1:]
    compared = 0
    for step, mine, theirs in zip(steps, walked(steps), after, strict=True):
        if mine is not None:
            compared += 1
            assert shown(mine) == shown(theirs), step["entry"]
    assert compared > 10 * GAMES


def shown(page: dict[str, Any]) -> dict[str, Any]:
    """What the screen shows of a page."""
    view = page["view"]
    missions = [each and {key: each[key] for key in ("success", "fails", "team")} for each in view["missions"]]
    told = {key: view[key] for key in TOLD}
    told["proposals"] = [one for one in view["proposals"] if one["approved"] is not None]
    return {**told, "missions": missions, "question": page["question"], "place": page["place"], "rows": page["rows"]}
