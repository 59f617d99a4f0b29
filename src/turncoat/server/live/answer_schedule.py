"""When bots answer. The delay of an answer tells nobody how long the bot thought, and so nothing about its cards.

How long a bot thinks may depend on its role: some need no thought for an answer that others ponder. Three rules hide
that. The delay of an answer is drawn before the bot begins to think. Bots that are asked together give no answer before
all of them have one. If that is too late for the delays that were drawn, all of them are put off by the same time,
which comes from a short list. The longest that a bot may think is on the list, so that nobody waits for longer than
that.
"""

from __future__ import annotations

from collections import deque
from random import SystemRandom

DELAYS = {"slow": (1.6, 4.4), "human": (0.6, 2.2), "quick": (0.25, 0.8), "instant": (0.05, 0.05)}
_SHORTEST_WAIT = 0.1
# A question to some players often follows one to everybody. As long as the wait for everybody is kept for the next
# question, its delay does not tell whether one of those who are asked had to think.
_REMEMBERED = 6
_chance = SystemRandom()


class AnswerSchedule:
    """The delays of the bots at one table, in seconds from the moment when they are asked."""

    def __init__(self) -> None:
        self._waits: deque[float] = deque(maxlen=_REMEMBERED)

    def draw(self, pace: str, count: int) -> list[float]:
        """Delays for bots that are asked together. At the pace `instant` all of them answer at once."""
        return [_chance.uniform(*DELAYS[pace]) for _ in range(count)]

    def put_off(self, delays: list[float], thought: float, limit: float, *, in_vain: bool = False) -> list[float]:
        """The delays after which the answers are given. All are in after `thought` seconds; a bot may take `limit`.

        `in_vain`: a bot never answered. It is not asked again soon, so this wait is not remembered for later answers.
        """
        wait = _wait(thought - min(delays), limit)
        longest = max((wait, *self._waits))
        if not in_vain:
            self._waits.append(wait)
        return [delay + longest for delay in delays]


def _wait(late: float, limit: float) -> float:
    """By how much to put off answers that are `late` seconds late: by as much or more, as a short list allows.

    The list is 0, the shortest wait, twice that, four times that and so on, up to the limit. If the limit has passed, a
    stand-in bot has begun to think then, and the same list is counted from the limit.
    """
    wait = 0.0
    while wait < late:
        wait = 2 * wait or _SHORTEST_WAIT
    return min(wait, limit) if late <= limit else limit + _wait(late - limit, limit)
