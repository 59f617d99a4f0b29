"""Worlds and beliefs, and the study of games that have been played."""

from turncoat.insight.worlds import Belief, Mind, believe

__all__ = ["Belief", "Mind", "believe"]
