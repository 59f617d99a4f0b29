"""JSON whose size does not tell a yes from a no.

Encryption hides what a message says, but not how long it is, and `false` is longer than `true`. Somebody on the same
network could otherwise count a player's ballot before it is revealed.
"""

from __future__ import annotations


def padded(data: bytes) -> bytes:
    """JSON with blanks after it: as long as if every `true` were `false`.

    >>> len(padded(b'{"approve":true}')) == len(padded(b'{"approve":false}'))
    True
    """
    return data + b" " * data.count(b"true")
