"""What a table agrees on before the deal, and the constrained types that messages are made of."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

Name = Annotated[str, Meta(min_length=1, max_length=24)]
Text = Annotated[str, Meta(min_length=1, max_length=400)]
SeatNumber = Annotated[int, Meta(ge=0, le=31)]
Short = Annotated[str, Meta(max_length=64)]
BotName = Annotated[str, Meta(max_length=240)]
Seconds = Annotated[int, Meta(ge=0, le=604_800)]
Ref = Annotated[int, Meta(ge=0, le=2**53)]
Channel = Literal["table", "watchers", "council"]
Pace = Literal["slow", "human", "quick", "instant"]


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What a table agrees on before the deal: the set-up of the game, and how the table is run.

    `clocks` gives seconds per phase, and under `default` for every other phase; a phase without a number has no clock.
    `reading` allows those who ask to see how likely each seat is evil, given how people usually play, during the game.
    `takeover` is how many seconds an absent player's chair waits before the stand-in bot plays it; 0: it always waits.
    `pace` is how long bots take for an answer. With `moments`, bots also wait while people look at what just happened.
    With `change_vote` a vote can be replaced until the last one is in.
    """

    ruleset: Short
    players: Annotated[int, Meta(ge=1, le=32)] | None = None
    options: Annotated[dict[str, Any], Meta(max_length=64)] = {}
    roles: tuple[Short, ...] = ()
    deal: Annotated[dict[str, Any], Meta(max_length=8)] = {}
    public: bool = False
    watch: bool = True
    talk: Literal["open", "claims", "silent"] = "open"
    watchers_talk: bool = True
    clocks: Annotated[dict[Short, Annotated[int, Meta(ge=1, le=604_800)]], Meta(max_length=32)] = {}
    grace: Annotated[int, Meta(ge=0, le=300)] = 5
    takeover: Seconds = 60
    stand_in: Short = ""
    pace: Pace = "human"
    # Left out where they are off, so that the contracts of older tables stay the same.
    moments: bool | UnsetType = UNSET
    reading: bool | UnsetType = UNSET
    change_vote: bool | UnsetType = UNSET
