"""The name by which `verifiers` finds `turncoat.verifiers_env`: it wants a package of its own for each environment."""

from turncoat.verifiers_env import ChairHarness, Deals, TurncoatEnv

__all__ = ["ChairHarness", "Deals", "TurncoatEnv"]
