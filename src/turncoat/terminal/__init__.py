"""What the terminals of all games share: the screen, seats, record files, and the errors of the command line."""
