"""The family's players, from rules of thumb to a trained network. They see views only."""
