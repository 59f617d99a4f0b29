"""Language models in chairs: `llm:MODEL@BASE_URL`, and `llm+BOT:MODEL@BASE_URL`, where BOT moves and the model speaks.

A model is given the view of its seat in words, with numbered answers, and nothing else. Needs the extra `llm`.
"""
