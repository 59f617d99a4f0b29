"""Every option (rules.md, "Options") with its values, and the value that a ruleset without the option plays by.

A ruleset's data file lists the options that it has and their defaults. No other option may be set.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Seat = Annotated[int, msgspec.Meta(ge=0, le=9)]


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The options of one game. `allow` lists doubtful combinations that the players want to play nevertheless."""

    five_rejections: Literal["evil_wins", "point"] = "evil_wins"
    forfeit_uses_mission: bool = True
    electorate: Literal["all", "non_team", "all_but_leader"] = "all"
    tie: Literal["reject"] = "reject"
    vote_style: Literal["simultaneous", "open"] = "simultaneous"
    ballots_named: bool = True
    reject_scope: Literal["round"] = "round"
    vote_track: Literal["counter", "die"] = "counter"
    first_leader: Literal["random", "host", "dealt"] = "random"
    card_colours: Literal["table", "prose"] = "table"
    two_fail_mission4: bool = True
    mission_cards_dealt: Literal["after_approval", "at_proposal"] = "after_approval"
    roles_returned: bool = False
    targeting: bool = False
    blind_spies: bool = False
    plot: bool = False
    plot_draw: Literal["corrected", "first_printing"] = "corrected"
    strong_leader_succession: Literal["from_holder", "revert"] = "from_holder"
    post_approval_windows: Literal["separate", "single"] = "separate"
    spotlight_order: Literal["simultaneous", "target_first"] = "simultaneous"
    spotlight_self: Literal["allow", "forbid"] = "allow"
    fifth_proposal: Literal["vote", "auto_approve"] = "vote"
    merlin: bool = False
    assassin: bool = False
    assassin_duty: bool = False
    assassin_fallback: Literal["refuse", "collective", "none"] = "refuse"
    percival_5p: Literal["strict", "warn"] = "strict"
    oberon_seen_by_merlin: bool = True
    oberon_in_assassin_talk: bool = True
    lady: bool = False
    lady_timing: Literal["chronological", "by_quest_number"] = "chronological"
    loyalty_card: Literal["automatic", "manual", "forfeit"] = "automatic"
    table_coin: bool = False
    host: Seat = 0
    allow: tuple[Literal["blind_spies", "non_team_plot"], ...] = ()
