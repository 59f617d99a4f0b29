"""Words made of fields: a game is a few 32-bit integers, and these say which bits mean what."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeVar, cast

from turncoat.games.resistance.network import layout

Word = TypeVar("Word")

SEATS = layout.SEATS
"""The most seats a game has. A set of seats is an integer: bit i is seat i."""

NOBODY = 15
"""A seat field with no seat in it. Its bit lies outside every set of seats."""


class Field(NamedTuple):
    """Some neighbouring bits of a word. Works on plain integers, NumPy and JAX arrays alike."""

    low: int
    bits: int

    def of(self, word: Word) -> Word:
        """The field's value in a word."""
        return cast(Word, (cast(Any, word) >> self.low) & ((1 << self.bits) - 1))

    def within(self, word: Word) -> Word:
        """The word with all other bits cleared: the field where it lies."""
        return cast(Word, cast(Any, word) & self.at((1 << self.bits) - 1))

    def at(self, value: Word) -> Word:
        """The word with only this field set."""
        return cast(Word, cast(Any, value) << self.low)


def nibble(word: Word, index: Any) -> Word:
    """The index-th group of four bits."""
    return cast(Word, (cast(Any, word) >> (4 * index)) & 15)


# Config.rules: what is agreed about play.
PLAYERS = Field(0, 4)
SIZES = Field(4, 10)  # five codes of two bits: team size - 2
TWO_FAILS = Field(14, 1)  # the fourth mission needs two fails
NON_TEAM = Field(15, 1)  # the team does not vote
NOT_LEADER = Field(16, 1)  # the leader does not vote
POINT = Field(17, 1)  # five rejections cost a point, not the game
AUTO_FIFTH = Field(18, 1)  # the fifth proposal goes without a vote
TARGETING = Field(19, 1)
LADY = Field(20, 1)
LADY_BY_NUMBER = Field(21, 1)  # the Lady follows missions 2-4 of the tableau, not the 2nd-4th resolved
BLIND = Field(22, 1)
MERLIN_SEES_OBERON = Field(23, 1)
ASSASSINATE = Field(24, 1)  # a third success leads to the assassination
DUTY = Field(25, 1)  # no Assassin card: any evil seat may hold the duty
FLAGS = Field(14, 12)  # all of those from TWO_FAILS to DUTY
FIRST_LEADER = Field(26, 4)  # a seat, or NOBODY for a random one
EVIL_CODE = Field(30, 2)  # evil seats - 2

# Config.recipe: which characters are dealt; a batch without any never reads it. A position is a place in the shuffled
# evil seats; ABSENT is past them all.
HAS_MERLIN = Field(3, 1)
HAS_PERCIVAL = Field(4, 1)
ASSASSIN_POSITION = Field(5, 3)
MORDRED_POSITION = Field(8, 3)
MORGANA_POSITION = Field(11, 3)
OBERON_POSITION = Field(14, 3)
ORDERS_FROM = Field(17, 4)  # the orders of that many evil seats: where they begin, how many
ORDERS_COUNT = Field(21, 5)
ABSENT = 4
EVIL_CHARACTERS = (ASSASSIN_POSITION, MORDRED_POSITION, MORGANA_POSITION, OBERON_POSITION)
CHARACTERS = (HAS_MERLIN, HAS_PERCIVAL, *EVIL_CHARACTERS)
"""Fields of the recipe that say whether a character is dealt."""

# State.progress: where the game stands; all of it public.
PHASE = Field(0, 3)
LEADER = Field(3, 4)
MISSION = Field(7, 3)
REJECTIONS = Field(10, 3)
DONE = Field(13, 5)  # the set of missions attempted or forfeited
WON = Field(18, 5)  # the set of missions that succeeded
REASON = Field(23, 3)

# State.sets: sets of seats.
TEAM = Field(0, 10)
EVIL = Field(10, 10)
FOUL = Field(21, 10)  # who ended the game by an illegal action; where the answers have WRONG

# State.marks: what has been shown.
LADIES = Field(0, 16)  # holders of the Lady, the newest in the lowest four bits
FAILS = Field(16, 15)  # fails shown on each mission, three bits each

# State.cast: the seats of the special characters, NOBODY where one is absent.
MERLIN = Field(0, 4)
PERCIVAL = Field(4, 4)
ASSASSIN = Field(8, 4)  # the Assassin, or the holder of the duty
MORDRED = Field(12, 4)
MORGANA = Field(16, 4)
OBERON = Field(20, 4)

# One row of State.history, written when a proposal is decided; 0 is an unused row.
ROW_TEAM = Field(0, 10)
ROW_VOTES = Field(10, 10)
ROW_LEADER = Field(20, 4)
ROW_MISSION = Field(24, 3)
ROW_VOTED = Field(27, 1)  # 0 where the fifth proposal went without a vote
ROW_APPROVED = Field(28, 1)
ROW_USED = Field(29, 1)
ROWS = 25
"""Five rounds of five proposals at most: every round ends in a point for one side."""

# The last of the public words of an observation. Before it come the rows of the history, the progress and the marks.
SEEN_TEAM = Field(0, 10)
SEEN_AGREED = Field(10, 18)  # the characters and the flags, in the order of `network.layout`
SEEN_PLAYERS = Field(28, 3)  # less five

# The two words of a seat's own observation. Sets of seats count from seat 0 here, and from the observer once unpacked.
OWN_EVIL = Field(0, 10)
OWN_GOOD = Field(10, 10)
OWN_MERLIN = Field(20, 10)
OWN_EITHER = Field(0, 10)  # Merlin or Morgana
OWN_ROLE = Field(10, 3)
OWN_DUTY = Field(13, 1)
OWN_ASKED = Field(14, 1)
OWN_SEAT = Field(15, 4)

# What the answers of all seats come to in one step.
CHOICE = Field(0, 11)  # of the one seat that chooses alone
ONES = Field(11, 10)  # the set of seats whose ballot or card is 1
WRONG = Field(21, 10)  # the set of seats whose answer is illegal
