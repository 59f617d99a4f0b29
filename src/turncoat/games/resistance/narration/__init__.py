"""The family in words: the spoken reveal, who sees whom, and the stakes of a vote, in every language."""
