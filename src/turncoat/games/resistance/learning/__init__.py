"""Training the strongest players: regularised self-play on the vector simulator (extra `[jax]`)."""
