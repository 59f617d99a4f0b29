"""The family's players, from rules of thumb to a trained network. They see views only."""

from turncoat.core.capabilities import BotRoster

_HERE = __name__

ROSTER = BotRoster(
    bots={
        "random": "turncoat.bots.random_bot:RandomBot",
        "simple": f"{_HERE}.simple:SimpleBot",
        "logic": f"{_HERE}.logic:LogicBot",
        "easy": f"{_HERE}.levels:EasyBot",
        "normal": f"{_HERE}.levels:NormalBot",
        "hard": f"{_HERE}.levels:HardBot",
        "bayes": f"{_HERE}.bayes:BayesBot",
        "net-easy": f"{_HERE}.net:NetEasyBot",
        "net-medium": f"{_HERE}.net:NetMediumBot",
        "net": f"{_HERE}.net:NetBot",
        "search": f"{_HERE}.search:SearchBot",
        "optimal": f"{_HERE}.optimal:OptimalBot",
    },
    opponent="normal",
    stand_in="hard",  # nobody should lose for having been away
    with_argument={
        "net": f"{_HERE}.net:NetBot.of",
        "search": f"{_HERE}.search:SearchBot.of",
        "proavalon": "turncoat.games.resistance.adapters.proavalon.bot:ProAvalonBot.of",
    },
    remote=frozenset(("proavalon",)),
)
"""Weakest first; `optimal` is for plain games.

`net:PATH@TEMPERATURE` is the net bot with another checkpoint or temperature; either may be left out.
`search:KIND+KIND...` is the search bot that looks ahead at these kinds of decision only.
`proavalon:http://HOST:PORT` is a bot that somebody serves by the ProAvalon bot API.
"""
