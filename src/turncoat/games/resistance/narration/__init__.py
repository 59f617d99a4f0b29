"""The words that open a game at a real table."""
