"""How people play, fitted on recorded games: what their actions say about the deal, and what they do next."""
