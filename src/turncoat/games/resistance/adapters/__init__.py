"""The field's interfaces: the vectorised JAX simulator, PettingZoo, Gymnasium and OpenSpiel.

Each needs an extra of its own and is imported by its full name; nothing is imported here.
"""
