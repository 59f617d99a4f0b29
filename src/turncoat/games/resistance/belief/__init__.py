"""What a seat can know and believe, and the study of games that have been played. Nothing is imported here."""
