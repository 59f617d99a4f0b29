"""What the terminal of every game is built from: a screen, pages, record files, and the errors of the command line."""
