"""The rules of the family: set-up, deal, asks, answers, plot cards, loyalty, and what each seat may know."""
