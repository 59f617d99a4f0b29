// Written by web/scripts/write_types.py from the server's structs. Do not edit.

/** The set-up of the game. All of it is public. */

export type GameRulesView = {
  ruleset: string;
  players: number;
  roles: readonly (string)[];
  options: GameOptions;
  team_sizes: readonly (number)[];
  fails_needed: readonly (number)[];
};

/** The options of one game. `allow` lists doubtful combinations that the players want to play nevertheless. */

export type GameOptions = {
  five_rejections?: "evil_wins" | "point";
  forfeit_uses_mission?: boolean;
  electorate?: "all" | "all_but_leader" | "non_team";
  tie?: "reject";
  vote_style?: "open" | "simultaneous";
  ballots_named?: boolean;
  reject_scope?: "round";
  vote_track?: "counter" | "die";
  first_leader?: "dealt" | "host" | "random";
  card_colours?: "prose" | "table";
  two_fail_mission4?: boolean;
  mission_cards_dealt?: "after_approval" | "at_proposal";
  roles_returned?: boolean;
  targeting?: boolean;
  blind_spies?: boolean;
  plot?: boolean;
  plot_draw?: "corrected" | "first_printing";
  strong_leader_succession?: "from_holder" | "revert";
  post_approval_windows?: "separate" | "single";
  spotlight_order?: "simultaneous" | "target_first";
  spotlight_self?: "allow" | "forbid";
  fifth_proposal?: "auto_approve" | "vote";
  merlin?: boolean;
  assassin?: boolean;
  assassin_duty?: boolean;
  assassin_fallback?: "collective" | "none" | "refuse";
  percival_5p?: "strict" | "warn";
  oberon_seen_by_merlin?: boolean;
  oberon_in_assassin_talk?: boolean;
  lady?: boolean;
  lady_timing?: "by_quest_number" | "chronological";
  loyalty_card?: "automatic" | "forfeit" | "manual";
  table_coin?: boolean;
  host?: number;
  allow?: readonly ("blind_spies" | "non_team_plot")[];
};

/** Missions won by each side. */

export type GameScore = {
  good: number;
  evil: number;
};

/** A finished mission. `spotlight` is the card that everybody saw; `cards` shows all of them after the game. */

export type GameMissionView = {
  success: boolean;
  fails: number | null;
  team: readonly (number)[] | null;
  spotlight?: Record<string, boolean> | null;
  cards?: Record<string, boolean> | null;
};

/** A proposed team. `votes` are by seat: None where there is no vote, or it is not public. */

export type GameProposalView = {
  mission: number;
  leader: number;
  team: readonly (number)[];
  votes: readonly (boolean | null)[];
  approved: boolean | null;
  approvals?: number | null;
  rejections?: number | null;
  nullified?: boolean;
};

/** The plot cards in hands, those the leader still has to hand out, those used, and how many are in the deck. */

export type GamePlotView = {
  held: Record<string, readonly (string)[]>;
  drawn: readonly (string)[];
  discarded: readonly (string)[];
  deck: number;
};

/** The part of a view that only its own seat may see. `ballot` and `card` are the seat's own sealed answers; `played` are its cards in finished missions. */

export type GameYou = {
  seat: number;
  role: string;
  side: string;
  knows: Record<string, string>;
  seen: readonly (GameLoyaltyFact | GameCardFact)[];
  assassin?: boolean;
  ballot?: boolean | null;
  card?: boolean | null;
  played?: Record<string, boolean>;
};

/** Somebody's loyalty, seen in private. */

export type GameLoyaltyFact = {
  fact: "loyalty";
  seat: number;
  side: string;
  means: string;
};

/** Somebody's mission card, seen in private. */

export type GameCardFact = {
  fact: "card";
  seat: number;
  mission: number;
  success: boolean;
};

/** A game as one seat may know it, or a spectator, for whom `you` is None. `face_up` is the card in the Spotlight, where everybody sees it before the others have played. */

export type GameView = {
  rules: GameRulesView;
  phase: string;
  leader: number | null;
  mission: number | null;
  rejections: number;
  score: GameScore;
  missions: readonly (GameMissionView | null)[];
  team: readonly (number)[] | null;
  proposals: readonly (GameProposalView)[];
  waiting: readonly (number)[];
  you: GameYou | null;
  plot: GamePlotView | null;
  lady: number | null;
  ladies: readonly (number)[];
  spotlight: number | null;
  face_up: boolean | null;
  die: number | null;
  coin: number | null;
  outcome: GameOutcome | null;
  roles: readonly (string)[] | null;
};

/** How a game ended, and why. */

export type GameOutcome = {
  winner: string | null;
  reason: string;
};

/** The leader names a team; under Targeting also the mission. */

export type GamePropose = {
  move: "propose";
  team: readonly (number)[];
  mission?: number | null;
};

/** Approve or reject the proposed team. */

export type GameVote = {
  move: "vote";
  approve: boolean;
};

/** A team member's mission card. */

export type GamePlayCard = {
  move: "mission";
  success: boolean;
};

/** The leader hands a drawn plot card to another player. */

export type GameGive = {
  move: "give";
  card: "establish-confidence" | "in-the-spotlight" | "keeping-a-close-eye-on-you" | "no-confidence" | "open-up" | "opinion-maker" | "overheard-conversation" | "strong-leader" | "take-responsibility";
  to: number;
};

/** Play a held plot card, on a seat where the card has a target. */

export type GameUse = {
  move: "use";
  card: "establish-confidence" | "in-the-spotlight" | "keeping-a-close-eye-on-you" | "no-confidence" | "open-up" | "opinion-maker" | "overheard-conversation" | "strong-leader" | "take-responsibility";
  on?: number | null;
};

/** Decline to use a held plot card at this moment. */

export type GamePass = {
  move: "pass";
};

/** Overheard Conversation: look at a neighbour's loyalty. */

export type GameLook = {
  move: "look";
  at: number;
};

/** Open Up or Establish Confidence: show one's own loyalty to somebody. */

export type GameShow = {
  move: "show";
  to: number;
};

/** Take Responsibility: take a plot card from another player. */

export type GameTake = {
  move: "take";
  card: "establish-confidence" | "in-the-spotlight" | "keeping-a-close-eye-on-you" | "no-confidence" | "open-up" | "opinion-maker" | "overheard-conversation" | "strong-leader" | "take-responsibility";
  from: number;
};

/** The Lady of the Lake: learn a player's loyalty. */

export type GameExamine = {
  move: "examine";
  seat: number;
};

/** Name the player taken for Merlin. */

export type GameAssassinate = {
  move: "assassinate";
  seat: number;
};

/** Pass a Loyalty card by hand, where the option `loyalty_card` asks for it. */

export type GamePassLoyalty = {
  move: "loyalty";
  side: "evil" | "good";
};

/** Sent by the clock when the time to name Merlin has run out. */

export type GameTimeout = {
  move: "timeout";
};

/** The roles are dealt. Everybody knows which roles are in play, but not who has them. */

export type GameDealt = {
  event: "dealt";
  to: readonly (number)[] | null;
  roles: readonly (string)[];
};

/** Told to one seat: its role, and whom it knows from the reveal. */

export type GameYourRole = {
  event: "role";
  to: readonly (number)[] | null;
  seat: number;
  role: string;
  side: string;
  knows: Record<string, string>;
  assassin: boolean;
};

/** Somebody becomes the leader. `mission` is None under Targeting, where the leader chooses it. */

export type GameNewLeader = {
  event: "leader";
  to: readonly (number)[] | null;
  seat: number;
  mission: number | null;
  rejections: number;
};

/** The table coin was tossed for this round. Everybody sees the number. */

export type GameCoinTossed = {
  event: "coin";
  to: readonly (number)[] | null;
  coin: number;
};

/** The leader has proposed a team. */

export type GameProposed = {
  event: "proposed";
  to: readonly (number)[] | null;
  leader: number;
  team: readonly (number)[];
  mission: number;
};

/** A seat has voted; nobody learns how. */

export type GameVoted = {
  event: "voted";
  to: readonly (number)[] | null;
  seat: number;
};

/** Votes that are shown before the others vote: those of Opinion Makers, or any under open voting. */

export type GameVotesShown = {
  event: "votes-shown";
  to: readonly (number)[] | null;
  votes: Record<string, boolean>;
};

/** All votes, shown together, by seat. Where ballots are unnamed only the numbers are told. */

export type GameVoteResult = {
  event: "votes";
  to: readonly (number)[] | null;
  votes: readonly (boolean | null)[];
  approvals: number;
  rejections: number;
  approved: boolean;
};

/** A team member has played a card. `success` is told only for a card in the Spotlight that is played first. */

export type GameCardPlayed = {
  event: "mission-card";
  to: readonly (number)[] | null;
  seat: number;
  success: boolean | null;
};

/** The shuffled cards are shown. `spotlight` has the card that was played face up, by seat. */

export type GameMissionResult = {
  event: "mission";
  to: readonly (number)[] | null;
  mission: number;
  team: readonly (number)[];
  success: boolean;
  fails: number;
  spotlight: Record<string, boolean>;
};

/** Five teams were rejected, which gives evil a point. */

export type GameForfeited = {
  event: "forfeited";
  to: readonly (number)[] | null;
  mission: number;
};

/** The leader drew plot cards. */

export type GamePlotDrawn = {
  event: "plot-drawn";
  to: readonly (number)[] | null;
  leader: number;
  cards: readonly (string)[];
};

/** A plot card went to `seat` from `by`: the leader, or the player it was taken from. */

export type GamePlotGiven = {
  event: "plot-given";
  to: readonly (number)[] | null;
  card: string;
  by: number;
  seat: number;
};

/** A plot card had no effect and was discarded. */

export type GamePlotDiscarded = {
  event: "plot-discarded";
  to: readonly (number)[] | null;
  card: string;
  seat: number;
};

/** A held plot card was played. */

export type GamePlotUsed = {
  event: "plot-used";
  to: readonly (number)[] | null;
  card: string;
  seat: number;
  on: number | null;
};

/** A player did not use a held plot card. */

export type GamePassed = {
  event: "passed";
  to: readonly (number)[] | null;
  seat: number;
};

/** Everybody sees that `by` learns the loyalty of `seat`, and by which means. */

export type GameLoyaltyShown = {
  event: "loyalty-shown";
  to: readonly (number)[] | null;
  by: number;
  seat: number;
  means: string;
};

/** Told to one seat: the loyalty it has just seen. */

export type GameLoyaltyLearnt = {
  event: "loyalty";
  to: readonly (number)[] | null;
  seat: number;
  side: string;
  means: string;
};

/** Told to one seat: the mission card it has just seen. */

export type GameCardSeen = {
  event: "card-seen";
  to: readonly (number)[] | null;
  seat: number;
  mission: number;
  success: boolean;
};

/** This seat now holds the Lady of the Lake. */

export type GameLadyMoved = {
  event: "lady";
  to: readonly (number)[] | null;
  seat: number;
};

/** Good has three successes, and evil may now name Merlin. */

export type GameAssassination = {
  event: "assassination";
  to: readonly (number)[] | null;
};

/** Seat `by` named `seat` as Merlin. Both are None if nobody was named in time. */

export type GameShot = {
  event: "shot";
  to: readonly (number)[] | null;
  seat: number | null;
  by: number | null;
};

/** The game is over: who won, why, and everybody's role. */

export type GameOver = {
  event: "over";
  to: readonly (number)[] | null;
  winner: string;
  reason: string;
  roles: readonly (string)[];
};

export type GameEvent = GameAssassination | GameCardPlayed | GameCardSeen | GameCoinTossed | GameDealt | GameForfeited | GameLadyMoved | GameLoyaltyLearnt | GameLoyaltyShown | GameMissionResult | GameNewLeader | GameOver | GamePassed | GamePlotDiscarded | GamePlotDrawn | GamePlotGiven | GamePlotUsed | GameProposed | GameShot | GameVoteResult | GameVoted | GameVotesShown | GameYourRole;

/** What a table agrees on before the deal: the set-up, and the rules of the table round it. `clocks` gives seconds per phase, `default` for every phase not named; none means no clock. `takeover` is how long an absent player's chair waits before the stand-in bot plays it; 0 means for ever. */

export type Settings = {
  ruleset: string;
  players: number | null;
  options: Record<string, unknown>;
  roles: readonly (string)[];
  deal: Record<string, unknown>;
  public: boolean;
  watch: boolean;
  talk: "claims" | "open" | "silent";
  watchers_talk: boolean;
  clocks: Record<string, number>;
  grace: number;
  takeover: number;
  stand_in: string;
  pace: "human" | "instant";
};

/** Something done at a table. `ref` comes back in the reply. */

export type Command = {
  do: "Command";
  ref?: number | null;
};

/** Take a chair (any empty one, if none is named). */

export type Join = {
  do: "join";
  ref?: number | null;
  name: string;
  seat?: number | null;
};

/** Give the chair up; during a game the stand-in bot plays on. */

export type Leave = {
  do: "leave";
  ref?: number | null;
};

/** Move to another empty chair before the game. */

export type Sit = {
  do: "sit";
  ref?: number | null;
  seat: number;
};

/** Change one's name. */

export type Rename = {
  do: "name";
  ref?: number | null;
  name: string;
};

/** Agree to the contract that `contract` names; refused if the settings have changed since. */

export type Ready = {
  do: "ready";
  ref?: number | null;
  contract: string;
  ready?: boolean;
};

/** Host: new settings; everybody must get ready again. */

export type Change = {
  do: "settings";
  ref?: number | null;
  settings: Settings;
};

/** Host: deal. Every chair must be taken and every person ready. */

export type Start = {
  do: "start";
  ref?: number | null;
};

/** Host: empty a chair before the game. */

export type Kick = {
  do: "kick";
  ref?: number | null;
  seat: number;
};

/** Host: nobody else may join. */

export type Lock = {
  do: "lock";
  ref?: number | null;
  locked: boolean;
};

/** Host: seat everybody at random. */

export type Shuffle = {
  do: "shuffle";
  ref?: number | null;
};

/** Host: make another person the host. */

export type HandOver = {
  do: "host";
  ref?: number | null;
  seat: number;
};

/** Host: put a bot into an empty chair or another bot's (`bot` null: send it away). No seat: all empty ones. */

export type SeatBot = {
  do: "bot";
  ref?: number | null;
  bot: string | null;
  seat?: number | null;
};

/** Add a word of one's own to the next deal's seed. */

export type Entropy = {
  do: "entropy";
  ref?: number | null;
  word: string;
};

/** Answer an ask. The same answer twice does nothing twice. */

export type Answer = {
  do: "answer";
  ref?: number | null;
  ask: string;
  move: unknown;
};

/** Alone at the table: take the last move back, where nothing new was learnt since. */

export type Undo = {
  do: "undo";
  ref?: number | null;
};

/** Alone at the table: give the move again that was taken back last, if no other was made since. */

export type Redo = {
  do: "redo";
  ref?: number | null;
};

/** Back to the lobby with the same chairs and settings. */

export type Rematch = {
  do: "rematch";
  ref?: number | null;
};

/** Get a one-time code that moves this chair to another device. */

export type Transfer = {
  do: "transfer";
  ref?: number | null;
};

/** Take a chair over with a transfer code. */

export type Take = {
  do: "take";
  ref?: number | null;
  code: string;
};

/** Move that the table pause, resume, abandon the game, or let the sender into a chair. */

export type Propose = {
  do: "propose";
  ref?: number | null;
  motion: "abandon" | "pause" | "recover" | "resume" | "substitute";
  seat?: number | null;
  name?: string | null;
};

/** Vote on a motion; the last word counts while it is open. */

export type Agree = {
  do: "agree";
  ref?: number | null;
  motion: number;
  agree?: boolean;
};

/** Let the stand-in bot play this chair until `back`. */

export type Away = {
  do: "away";
  ref?: number | null;
};

/** Take one's own chair back from the bot. */

export type Back = {
  do: "back";
  ref?: number | null;
};

/** Say something. Text is text. */

export type Chat = {
  do: "chat";
  ref?: number | null;
  text: string;
  channel?: "council" | "table" | "watchers" | null;
};

/** Say something in a form that the table, the record and bots can read; or take it back. */

export type Claim = {
  do: "claim";
  ref?: number | null;
  claim: RoleClaim | TrustClaim | SuspectClaim | SawClaim | TeamClaim;
  withdraw?: boolean;
};

/** I am… */

export type RoleClaim = {
  claim: "role";
  role: string;
};

/** I trust… */

export type TrustClaim = {
  claim: "trust";
  seat: number;
};

/** I suspect… */

export type SuspectClaim = {
  claim: "suspect";
  seat: number;
};

/** The Lady (or a card, named in `means`) told me that this seat is… */

export type SawClaim = {
  claim: "saw";
  seat: number;
  side: "evil" | "good";
  means?: string;
};

/** This team has a spy (or has none). */

export type TeamClaim = {
  claim: "team";
  team: readonly (number)[];
  evil?: boolean;
};

/** Ask for the server's time. */

export type Ping = {
  do: "ping";
  ref?: number | null;
};

/** A place at the table. `player` is who sits there; `bot` plays it, or stands in while `away`. */

export type Chair = {
  player: "bot" | "person" | null;
  name: string | null;
  bot: string | null;
  ready: boolean;
  away: boolean;
};

/** Something the persons at a table vote on. It passes when `yes` reaches `needed`, and falls if it cannot. */

export type Motion = {
  id: number;
  kind: string;
  by: number | null;
  name: string | null;
  seat: number | null;
  yes: readonly (number)[];
  no: readonly (number)[];
  needed: number;
};

/** When the answers to the open asks are due (milliseconds since 1970), or, paused, how long would be left. */

export type Clock = {
  phase: string;
  due: number | null;
  left: number | null;
};

/** The provable deal: a commitment before, the secret after. */

export type ProofView = {
  commitment: string;
  entropy: readonly (string)[];
  secret: string | null;
};

/** A table as anybody who may look at it sees it. A game's own state is in its view. */

export type TableView = {
  id: string;
  code: string;
  status: "lobby" | "over" | "playing";
  game: number;
  settings: Settings;
  warnings: readonly (string)[];
  contract: string;
  chairs: readonly (Chair)[];
  host: number | null;
  locked: boolean;
  paused: boolean;
  motions: readonly (Motion)[];
  clock: Clock | null;
  proof: ProofView;
  records: readonly (string)[];
  can_undo: boolean;
  can_redo: boolean;
};

/** What the receiver is at this table. `seat` null: a watcher. `channels` are those it may speak in now. */

export type You = {
  seat: number | null;
  host: boolean;
  channels: readonly (string)[];
};

/** A family of moves: `move` with `field` set to any `count` different members of `of`, in that order. */

export type Pick = {
  move: Record<string, unknown>;
  field: string;
  count: number;
  of: readonly (number | string)[];
};

/** An open question. What may be answered is every move in `moves` and every move that a pick describes. */

export type AskView = {
  id: string;
  kind: string;
  moves?: readonly (unknown)[];
  picks?: readonly (Pick)[];
};

/** Something that was said: `text`, or a `claim` (`withdrawn`: taken back). `seat` null: a watcher. `move` and `teams` tell when: how many moves had been made then, and how many teams proposed. */

export type ChatLine = {
  at: number;
  channel: string;
  seat: number | null;
  name: string;
  text?: string | null;
  claim?: RoleClaim | TrustClaim | SuspectClaim | SawClaim | TeamClaim | null;
  withdrawn?: boolean;
  move?: number;
  teams?: number;
};

/** How an object changed: `set` replaces fields; `tail` keeps a list up to an index and adds what follows. */

export type Patch = {
  set?: Record<string, unknown>;
  tail?: Record<string, [number, unknown]>;
};

/** Everything, from scratch. `now` is the server's time; `events` are what brought this about, if anything. */

export type Sync = {
  type: "sync";
  n: number;
  now: number;
  you: You;
  table: TableView;
  view: unknown;
  asks: readonly (AskView)[];
  chat: readonly (ChatLine)[];
  events: readonly (unknown)[];
};

/** What changed since the message before. A field that is not there did not change. */

export type Update = {
  type: "update";
  n: number;
  events?: readonly (unknown)[];
  view?: Patch;
  table?: Patch;
  asks?: readonly (AskView)[];
  chat?: readonly (ChatLine)[];
  you?: You;
};

/** Who is connected (not numbered). `gone` maps an absent person's seat to when the bot will take it over. */

export type Presence = {
  type: "presence";
  here: readonly (number)[];
  watchers: number;
  gone: Record<string, number | null>;
};

/** A command was done, and is stored. `again`: it had been done before, by this seat, and was not repeated. */

export type Ok = {
  type: "ok";
  ref?: number | null;
  again?: boolean;
  result?: unknown;
};

/** A command was refused; nothing changed. Only its sender hears of it. */

export type RefusedReply = {
  type: "refused";
  ref: number | null;
  error: string;
  message: string;
};

/** A refusal over HTTP. */

export type ErrorReply = {
  error: string;
  message: string;
};

/** Settings of a new table, and the name of who makes it. Without a name its maker hosts without a chair. */

export type NewTable = {
  ruleset: string;
  players?: number | null;
  options?: Record<string, unknown>;
  roles?: readonly (string)[];
  deal?: Record<string, unknown>;
  public?: boolean;
  watch?: boolean;
  talk?: "claims" | "open" | "silent";
  watchers_talk?: boolean;
  clocks?: Record<string, number>;
  grace?: number;
  takeover?: number;
  stand_in?: string;
  pace?: "human" | "instant";
  name?: string | null;
};

/** One click: a private table, bots in the other chairs, dealt at once. */

export type QuickPlay = {
  ruleset?: string;
  players?: number | null;
  name?: string;
  bot?: string | null;
  options?: Record<string, unknown> | null;
  roles?: readonly (string)[] | null;
  pace?: "human" | "instant";
};

/** A set-up to be checked. */

export type SetupCheck = {
  ruleset: string;
  players: number;
  options?: Record<string, unknown>;
  roles?: readonly (string)[];
};

/** Whether a set-up may be played. `rules` is what it comes to: the roles dealt, team sizes, all options. */

export type SetupReport = {
  ok: boolean;
  error: string | null;
  message: string | null;
  warnings: readonly (string)[];
  rules: unknown;
};

/** An option of a ruleset: its default and what it may be (`values`, or a number or list by `type`). */

export type OptionInfo = {
  default: unknown;
  type: string;
  values?: readonly (unknown)[] | null;
};

/** A role. A plain one fills the rest; one with an `option` is in play while that is on; others are chosen. */

export type RoleInfo = {
  side: string;
  plain: boolean;
  option: string | null;
};

/** A recommended choice of roles and options for a number of players. */

export type LineUp = {
  id: string;
  players: number;
  roles: readonly (string)[];
  options: Record<string, unknown>;
};

/** A ruleset that can be played. */

export type RulesetInfo = {
  id: string;
  game: string;
  version: number;
  seats: readonly (number)[];
  roles: Record<string, RoleInfo>;
  options: Record<string, OptionInfo>;
  lineups: readonly (LineUp)[];
  words: Record<string, Record<string, string>>;
  phases: readonly (string)[];
};

/** What this server is and offers. `bots` are weakest first. */

export type ServerInfo = {
  name: string;
  version: string;
  bots: readonly (string)[];
  stand_in: string;
  now: number;
};

/** A new identity for a program: send it as `Authorization: Bearer TOKEN`. */

export type Visitor = {
  token: string;
};

/** A browser has its secret, from now on (`new`) or from before. */

export type Known = {
  new: boolean;
};

/** A table, and what the caller is at it. */

export type TableReply = {
  table: TableView;
  you: You;
};

/** A public table in the list. */

export type TableListing = {
  id: string;
  code: string;
  ruleset: string;
  players: number;
  taken: number;
  bots: number;
  host: string;
  status: string;
  locked: boolean;
  watch: boolean;
  score: unknown;
  at: number;
};

/** A finished game in the list. */

export type RecordListing = {
  id: string;
  ruleset: string;
  players: number;
  names: readonly (string)[];
  winner: string | null;
  reason: string;
  at: number;
  seat: number | null;
  points: number | null;
  grade: string | null;
};

/** A game as one seat (or a watcher) saw it: each step patches the view, the first sets it whole. */

export type Replay = {
  id: string;
  seat: number | null;
  steps: readonly (Update)[];
};

/** A game alone. `daily`: today's deal, the same for everybody. `deal`: a numbered one. */

export type SoloGame = {
  ruleset?: string;
  name?: string;
  options?: Record<string, unknown>;
  daily?: boolean;
  deal?: number | null;
};

/** How the caller has done alone. Streaks count finished games in order of time; `points` are the latest's. */

export type SoloStats = {
  played: number;
  won: number;
  streak: number;
  best_streak: number;
  average_points: number;
  points: readonly (number)[];
  grades: Record<string, number>;
  reasons: Record<string, number>;
  losses: Record<string, number>;
  daily: Record<string, string>;
};

/** One line of the day's board. */

export type DailyResult = {
  name: string;
  won: boolean;
  reason: string;
  moves: number;
  seconds: number;
  record: string;
};

/** Today's deal and its board, best first. */

export type Daily = {
  date: string;
  ruleset: string;
  board: readonly (DailyResult)[];
};

/** A public deed and the beliefs after it. `beliefs[a][b]`: how evil b is to a, by all that a knows. */

export type StudyMoment = {
  label: string;
  kind: string;
  mission: number;
  team: readonly (number)[];
  leader: number | null;
  votes: readonly (boolean | null)[];
  fails: number | null;
  onlooker: readonly (number)[];
  beliefs: readonly (readonly (number)[])[];
  merlin: readonly (number)[];
  truth: number;
  surprise: readonly (number)[];
};

/** Something worth a look: which moment, which seat, how much, in words, and about whom. */

export type StudyNote = {
  moment: number;
  seat: number | null;
  amount: number;
  words: string;
  about: number | null;
};

/** A whole game, studied. */

export type StudyAnalysis = {
  ruleset: string;
  players: number;
  roles: readonly (string)[];
  winner: string | null;
  reason: string | null;
  moments: readonly (StudyMoment)[];
  turning: readonly (StudyNote)[];
  missed: readonly (StudyNote)[];
  merlin: readonly (StudyNote)[];
};

/** An Enemy in a garrison: its card and current defense, or None for both while it is face down. */

export type SoloEnemyView = {
  card: string | null;
  defense: number | null;
};

export type SoloMissionView = {
  mission: string;
  defense: number;
  garrison: readonly (SoloEnemyView)[];
  beaten: boolean;
};

/** A Maquis in play, with what it adds to the attack now. */

export type SoloPlayedView = {
  card: string;
  persona: "hidden" | "revealed";
  attack: number;
  gain: number;
  bonus: string | null;
};

/** A face-down deck: its size, and what the viewer has seen of it. `top` and `bottom` are cards in known places. `holds` are Maquis that are known to be somewhere in the deck. */

export type SoloDeckView = {
  count: number;
  top: readonly (string)[];
  bottom: readonly (string)[];
  holds: readonly (string)[];
};

export type SoloMaquisView = {
  phase: string;
  round: number;
  options: SoloOptions;
  missions: readonly (SoloMissionView)[];
  raid: SoloRaid;
  mission_deck: number;
  defeated: readonly (string)[];
  failed: readonly (string)[];
  points: number;
  hand: readonly (string)[] | null;
  hand_size: number;
  played: readonly (SoloPlayedView)[];
  attack: number;
  hidden_deck: SoloDeckView;
  hidden_discard: readonly (string)[];
  recruit_deck: SoloDeckView;
  revealed: readonly (string)[];
  removed: readonly (string)[];
  spy_reserve: number;
  enemy_deck: SoloDeckView;
  enemy_discard: readonly (string)[];
  civilian_deck: number;
  graveyard: readonly (number)[];
  draft: readonly (string)[];
  pending: readonly (SoloTask)[];
  outcome: SoloMaquisOutcome | null;
};

/** Choices where the rules are open. The defaults are the plainest reading of the rules. */

export type SoloOptions = {
  setup?: "draft" | "shuffle";
  crossroads?: "hidden" | "revealed";
  stop_early?: boolean;
  zero_points?: "draw" | "loss";
};

/** The attack of this round, and everything else that holds until the round ends. */

export type SoloRaid = {
  mission?: string | null;
  beaten?: boolean;
  ignored?: boolean;
  halved?: boolean;
  lowered?: boolean;
  reveals?: number;
  strength?: number | null;
  hand?: number;
};

/** Something to be done. It either happens at once (`run`), or it opens an ask and takes the answer. */

export type SoloTask = {
  task: "Task";
};

/** How the resistance ended. A loss scores nothing. */

export type SoloMaquisOutcome = {
  winner: string | null;
  reason: string;
  points: number;
  grade: string;
};

/** A move of the player. */

export type SoloMove = {
  move: "Move";
};

/** In a draft, put this card into the Hidden deck and the other one into the Recruit deck. */

export type SoloKeep = {
  move: "keep";
  card: string;
};

/** Play a Maquis from hand. */

export type SoloPlay = {
  move: "play";
  card: string;
  persona: "hidden" | "revealed";
};

/** End planning and attack this Mission. */

export type SoloChoose = {
  move: "choose";
  mission: string;
};

/** Use the action of the card just played, or do not use it. */

export type SoloAct = {
  move: "act";
  use: boolean;
};

export type SoloPickMission = {
  move: "mission";
  mission: string;
};

/** Pick an Enemy by its place in the garrison, counted from 0. A face-down Enemy has no name. */

export type SoloPickEnemy = {
  move: "enemy";
  mission: string;
  slot: number;
};

export type SoloPickCard = {
  move: "card";
  card: string;
};

/** Put these of the cards looked at back on top, the first uppermost. The effect says where the others go. */

export type SoloSort = {
  move: "sort";
  top: readonly (string)[];
};

/** Stop choosing. */

export type SoloDone = {
  move: "done";
};

/** Play another round. */

export type SoloContinue = {
  move: "continue";
};

/** End the resistance. */

export type SoloEnd = {
  move: "end";
};

export type SoloMaquisEvent = {
  event: "MaquisEvent";
  to: readonly (number)[] | null;
};

export type SoloDrafted = {
  event: "drafted";
  to: readonly (number)[] | null;
  kept: string;
  recruit: string;
};

/** The next two cards of the draft. */

export type SoloOffered = {
  event: "offered";
  to: readonly (number)[] | null;
  cards: readonly (string)[];
};

/** A Mission becomes Available, with this many face-down Enemies. */

export type SoloMissionOpened = {
  event: "mission-opened";
  to: readonly (number)[] | null;
  mission: string;
  garrison: number;
};

/** Cards come into the hand. */

export type SoloDrawn = {
  event: "drawn";
  to: readonly (number)[] | null;
  cards: readonly (string)[];
  source: string;
};

export type SoloLooked = {
  event: "looked";
  to: readonly (number)[] | null;
  deck: string;
  cards: readonly (string)[];
};

/** Cards go back on top of a deck, the first uppermost. */

export type SoloReturned = {
  event: "returned";
  to: readonly (number)[] | null;
  deck: string;
  cards: readonly (string)[];
};

/** Cards go to the bottom of a deck. */

export type SoloBuried = {
  event: "buried";
  to: readonly (number)[] | null;
  deck: string;
  cards: readonly (string)[];
};

/** The discard pile is shuffled and put under its deck. The Civilian deck is shuffled as a whole. */

export type SoloShuffled = {
  event: "shuffled";
  to: readonly (number)[] | null;
  deck: string;
};

export type SoloPlayed = {
  event: "played";
  to: readonly (number)[] | null;
  card: string;
  persona: "hidden" | "revealed";
};

/** The action of a card in play is carried out. */

export type SoloActed = {
  event: "acted";
  to: readonly (number)[] | null;
  card: string;
  action: string;
};

export type SoloChosen = {
  event: "chosen";
  to: readonly (number)[] | null;
  mission: string;
};

/** Enemies are turned face up, at these places of the garrison. */

export type SoloFlipped = {
  event: "flipped";
  to: readonly (number)[] | null;
  mission: string;
  slots: readonly (number)[];
  enemies: readonly (string)[];
};

export type SoloEnemyDiscarded = {
  event: "enemy-discarded";
  to: readonly (number)[] | null;
  mission: string;
  slot: number;
  enemy: string;
};

export type SoloEnemyMoved = {
  event: "enemy-moved";
  to: readonly (number)[] | null;
  mission: string;
  slot: number;
  enemy: string;
  target: string;
};

/** One more face-down Enemy at each of these Missions. */

export type SoloReinforced = {
  event: "reinforced";
  to: readonly (number)[] | null;
  missions: readonly (string)[];
};

/** Cards go to the discard pile of a deck. */

export type SoloDiscarded = {
  event: "discarded";
  to: readonly (number)[] | null;
  deck: string;
  cards: readonly (string)[];
  source: string;
};

/** A card leaves the game. */

export type SoloRemoved = {
  event: "removed";
  to: readonly (number)[] | null;
  card: string;
};

/** A Maquis drawn at random leaves the game. */

export type SoloStruck = {
  event: "struck";
  to: readonly (number)[] | null;
  card: string;
};

/** A new Spy from the reserve is in the Hidden discard pile. */

export type SoloSpyAdded = {
  event: "spy-added";
  to: readonly (number)[] | null;
};

/** A card of the Recruit deck goes to the Hidden side. */

export type SoloRecruited = {
  event: "recruited";
  to: readonly (number)[] | null;
  card: string;
  target: string;
};

/** A card leaves the Revealed pile. */

export type SoloRegained = {
  event: "regained";
  to: readonly (number)[] | null;
  card: string;
  target: string;
};

/** The Attack Strength of the round. */

export type SoloStrength = {
  event: "strength";
  to: readonly (number)[] | null;
  attack: number;
};

export type SoloEnemyDefeated = {
  event: "enemy-defeated";
  to: readonly (number)[] | null;
  mission: string;
  slot: number;
  enemy: string;
  cost: number;
};

export type SoloMissionDefeated = {
  event: "mission-defeated";
  to: readonly (number)[] | null;
  mission: string;
  cost: number;
  points: number;
};

/** The SURVIVE effect of an Enemy is resolved. */

export type SoloSurvived = {
  event: "survived";
  to: readonly (number)[] | null;
  enemy: string;
  effect: string;
};

export type SoloCivilianDrawn = {
  event: "civilian-drawn";
  to: readonly (number)[] | null;
  civilians: number;
};

export type SoloMissionFailed = {
  event: "mission-failed";
  to: readonly (number)[] | null;
  mission: string;
};

export type SoloOver = {
  event: "over";
  to: readonly (number)[] | null;
  reason: string;
  grade: string;
  points: number;
};

/** The move to make and why. In the AFTERMATH, also the chances of each choice. */

export type SoloAdvice = {
  move: unknown;
  sentence: string;
  expected: number;
  end_now: string | null;
  go_on: Record<string, number> | null;
  second: unknown;
  second_expected: number | null;
};
