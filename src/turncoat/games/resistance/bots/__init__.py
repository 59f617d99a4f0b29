"""The family's players, from rules of thumb to a trained network. They see views only."""

from turncoat.core.capabilities import BotRoster

_HERE = __name__

ROSTER = BotRoster(
    bots={
        "random": "turncoat.bots.random_bot:RandomBot",
        "simple": f"{_HERE}.simple:SimpleBot",
        "logic": f"{_HERE}.logic:LogicBot",
        "bayes": f"{_HERE}.bayes:BayesBot",
        "net-easy": f"{_HERE}.net:NetEasyBot",
        "net-medium": f"{_HERE}.net:NetMediumBot",
        "net": f"{_HERE}.net:NetBot",
        "search": f"{_HERE}.search:SearchBot",
        "optimal": f"{_HERE}.optimal:OptimalBot",
        "typical": f"{_HERE}.levels:PeopleBot",
        "beginner": f"{_HERE}.levels:BeginnerBot",
        "casual": f"{_HERE}.levels:CasualBot",
        "regular": f"{_HERE}.levels:RegularBot",
        "expert": f"{_HERE}.levels:ExpertBot",
    },
    levels=("beginner", "casual", "regular", "expert"),
    technical=frozenset(("random", "simple", "logic", "net-easy", "net-medium", "typical")),
    opponent="casual",
    stand_in="expert",  # nobody should lose for having been away
    former={"easy": "beginner", "normal": "casual", "hard": "expert"},
    with_argument={
        "net": f"{_HERE}.net:NetBot.of",
        "search": f"{_HERE}.search:SearchBot.of",
        "stranger": f"{_HERE}.league.stranger:Stranger.of",
        "proavalon": "turncoat.games.resistance.adapters.proavalon.bot:ProAvalonBot.of",
    },
    groups={
        "training": f"{_HERE}.league.stranger:training_half",
        "measuring": f"{_HERE}.league.stranger:measuring_half",
    },
    remote=frozenset(("proavalon",)),
)
"""Bots for bots, weakest first (`optimal` is for plain games), then bots for people, weakest first again.

`net:PATH@TEMPERATURE` is the net bot with another checkpoint or temperature; either may be left out.
`search:KIND+KIND...` is the search bot that looks ahead at these kinds of decision only.
`stranger:KIND` is a player of the league of strangers (`league/kinds.toml`).
`proavalon:http://HOST:PORT` is a bot that somebody serves by the ProAvalon bot API.
"""
