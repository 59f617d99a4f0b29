"""The rules: set-up, deal, questions, answers, plot cards, loyalty, and what each seat may know."""
