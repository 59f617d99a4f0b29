"""Flags of the command line that are alike in every command."""

from __future__ import annotations

import re
from typing import Annotated

from cyclopts import Parameter

Several = Annotated[list[str] | None, Parameter(consume_multiple=True, negative=())]
Flag = Annotated[bool, Parameter(negative=(), show_default=False)]


def split(given: list[str] | None) -> tuple[str, ...]:
    """The words of a repeated option. Each may contain several words, separated by commas.

    >>> split(["ada,bo", "cleo"]), split(None)
    (('ada', 'bo', 'cleo'), ())
    """
    parts = [part.strip() for word in given or [] for part in word.split(",")]
    return tuple(filter(None, parts))


def split_bots(given: list[str] | None) -> tuple[str, ...]:
    """The same for bots. What is quoted in a command is not divided.

    >>> split_bots(["net,exec:mine 'a,b'"])
    ('net', "exec:mine 'a,b'")
    """
    parts = [part.strip() for word in given or [] for part in _OUTSIDE_QUOTES.findall(word)]
    return tuple(filter(None, parts))


_OUTSIDE_QUOTES = re.compile(r"""(?:[^,"']|"[^"]*"|'[^']*'|["'])+""")
