"""Worlds and beliefs, and the study of games that have been played."""

from turncoat.games.resistance.belief.possible_deals import Belief, Mind, believe

__all__ = ["Belief", "Mind", "believe"]
