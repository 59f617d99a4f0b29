"""Views as vectors, moves as numbers, and the network: what bots, environments, simulator and training share.

Nothing here needs more than NumPy. The network runs on JAX too. Nothing is imported here.
"""
