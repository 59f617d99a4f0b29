"""Small parts of the game as trees, solved by tables: exact best responses and CFR+."""
