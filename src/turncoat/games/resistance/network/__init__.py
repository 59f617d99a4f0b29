"""Views as vectors, and the network that reads them: what the bots, the environments and the training share.

Nothing here needs more than NumPy, and the network runs on JAX as well; nothing is imported here.
"""
