// Generated from openapi/schema.yaml by `make schema`; do not edit.

/** What every method takes. */
export interface Common { signal?: AbortSignal }

export interface GamesApi {
  /** Take an action. */
  act(game_id: string, body: Action, options?: Common & { dry_run?: boolean; idempotency_key?: string; if_match?: string; }): Promise<Preview | Outcome>;
  /** Move the clock of a test table. */
  advanceClock(game_id: string, options: Common & { idempotency_key?: string; } & ClockAdvanceBody): Promise<Outcome>;
  /** Agree to a pause. */
  agreeToPause(game_id: string, options?: Common & { idempotency_key?: string; }): Promise<Outcome>;
  /** Audit a game. */
  audit(game_id: string, options?: Common & { at?: string; }): Promise<Audit>;
  /** Begin a vacation. */
  beginVacation(game_id: string, options: Common & { idempotency_key?: string; } & VacationBody): Promise<Outcome>;
  /** Clear a seat. */
  clearSeat(game_id: string, seat: number, options?: Common & { idempotency_key?: string; }): Promise<Game>;
  /** Create a game. */
  create(options: Common & { idempotency_key?: string; } & TableBody): Promise<Game>;
  /** Delete a message of yours. */
  deleteMessage(game_id: string, number: number, options?: Common): Promise<void>;
  /** Compare two moments of a game. */
  diff(game_id: string, options?: Common & { from?: string; open?: boolean; to?: string; }): Promise<Diff>;
  /** Draw a game. */
  draw(game_id: string, options?: Common & { at?: string; }): Promise<string>;
  /** End a pause, or decline one. */
  endPause(game_id: string, options?: Common & { idempotency_key?: string; }): Promise<Outcome>;
  /** End your vacation. */
  endVacation(game_id: string, options?: Common & { idempotency_key?: string; }): Promise<Outcome>;
  /** Export a game. */
  export(game_id: string, options?: Common & { at?: string; }): Promise<string>;
  /** Get a game. */
  get(game_id: string, options?: Common & { at?: string; open?: boolean; }): Promise<Game>;
  /** Get the table of an invite link. */
  getInvite(game_id: string, secret: string, options?: Common): Promise<GameSummary>;
  /** Get your note on a game. */
  getNote(game_id: string, options?: Common): Promise<Note>;
  /** Get a signed receipt. */
  getReceipt(game_id: string, options?: Common & { at?: string; }): Promise<Receipt>;
  /** Get the record of a game. */
  getRecord(game_id: string, options?: Common & { at?: string; }): Promise<string>;
  /** Give an opponent more time. */
  giveTime(game_id: string, options: Common & { idempotency_key?: string; } & TimeBody): Promise<Outcome>;
  /** Import a game. */
  importLog(body: string, options?: Common): Promise<Game>;
  /** Invite a player. */
  invite(game_id: string, name: string, options?: Common & InvitationBody): Promise<SentInvitation>;
  /** Leave your seat. */
  leaveSeat(game_id: string, options?: Common & { idempotency_key?: string; }): Promise<Game>;
  /** List public games. */
  list(options?: Common & { cursor?: string; limit?: number; open_seats?: boolean; player?: string; ruleset?: string; since?: string; speed?: "live" | "correspondence" | "untimed"; status?: Array<"open" | "playing" | "scoring" | "finished" | "closed" | "archived">; until?: string; }): Promise<GameList>;
  /** List public games, page by page. */
  iterate(options?: Common & { cursor?: string; limit?: number; open_seats?: boolean; player?: string; ruleset?: string; since?: string; speed?: "live" | "correspondence" | "untimed"; status?: Array<"open" | "playing" | "scoring" | "finished" | "closed" | "archived">; until?: string; }): AsyncGenerator<GameList['items'][number]>;
  /** List your legal actions. */
  listActions(game_id: string, options?: Common & { at?: string; wait?: number; }): Promise<ActionList>;
  /** List events. */
  listEvents(game_id: string, options?: Common & { after?: number; at?: string; cursor?: string; limit?: number; wait?: number; }): Promise<EventList>;
  /** List events, page by page. */
  iterateEvents(game_id: string, options?: Common & { after?: number; at?: string; cursor?: string; limit?: number; wait?: number; }): AsyncGenerator<EventList['items'][number]>;
  /** List the invitations to a table. */
  listInvitations(game_id: string, options?: Common & { cursor?: string; limit?: number; }): Promise<SentInvitationList>;
  /** List the invitations to a table, page by page. */
  iterateInvitations(game_id: string, options?: Common & { cursor?: string; limit?: number; }): AsyncGenerator<SentInvitationList['items'][number]>;
  /** List auditors' accesses. */
  listLooks(game_id: string, options?: Common & { cursor?: string; limit?: number; }): Promise<LookList>;
  /** List auditors' accesses, page by page. */
  iterateLooks(game_id: string, options?: Common & { cursor?: string; limit?: number; }): AsyncGenerator<LookList['items'][number]>;
  /** List the messages of a table. */
  listMessages(game_id: string, options?: Common & { cursor?: string; limit?: number; }): Promise<MessageList>;
  /** List the messages of a table, page by page. */
  iterateMessages(game_id: string, options?: Common & { cursor?: string; limit?: number; }): AsyncGenerator<MessageList['items'][number]>;
  /** Prove what the log says of a game. */
  listProofs(game_id: string, options?: Common & { cursor?: string; limit?: number; }): Promise<GameProofList>;
  /** Prove what the log says of a game, page by page. */
  iterateProofs(game_id: string, options?: Common & { cursor?: string; limit?: number; }): AsyncGenerator<GameProofList['items'][number]>;
  /** Propose a pause. */
  proposePause(game_id: string, options: Common & { idempotency_key?: string; } & PauseBody): Promise<Outcome>;
  /** Write your note on a game. */
  putNote(game_id: string, options: Common & { if_match?: string; } & NoteBody): Promise<Note>;
  /** Open a rematch. */
  rematch(game_id: string, options?: Common & { idempotency_key?: string; }): Promise<Game>;
  /** Name a table. */
  renameTable(game_id: string, options: Common & TableChangeBody): Promise<Game>;
  /** Renew the invite code. */
  renewInvite(game_id: string, options?: Common): Promise<Game>;
  /** Report on a game. */
  report(game_id: string, options?: Common): Promise<GameReport>;
  /** Report a message. */
  reportMessage(game_id: string, number: number, options: Common & ReportBody): Promise<void>;
  /** Resign. */
  resign(game_id: string, options?: Common & { idempotency_key?: string; } & SignedBody): Promise<Outcome>;
  /** Start a game. */
  start(game_id: string, options?: Common & { idempotency_key?: string; } & StartBody): Promise<Game>;
  /** Take a seat. */
  takeSeat(game_id: string, options?: Common & { idempotency_key?: string; } & SeatBody): Promise<Game>;
  /** Take your seat back from a stand-in. */
  takeSeatBack(game_id: string, options?: Common & { idempotency_key?: string; }): Promise<Outcome>;
  /** Withdraw an invitation. */
  withdrawInvitation(game_id: string, name: string, options?: Common): Promise<void>;
  /** Write a message. */
  writeMessage(game_id: string, options: Common & MessageBody): Promise<Message>;
}

export interface MeApi {
  /** Ask for a friendship, or accept. */
  addFriend(name: string, options?: Common): Promise<Friend>;
  /** Block a player. */
  blockPlayer(name: string, options?: Common): Promise<Block>;
  /** Add a way to sign in. */
  claimAccount(options?: Common): Promise<Claim>;
  /** Create the address of your calendar feed. */
  createCalendar(options?: Common): Promise<NewCalendar>;
  /** Subscribe a browser to pushes. */
  createPushSubscription(options: Common & PushSubscriptionBody): Promise<PushSubscription>;
  /** Create a token. */
  createToken(options: Common & TokenBody): Promise<NewToken>;
  /** Decline an invitation. */
  declineInvitation(game_id: string, options?: Common): Promise<void>;
  /** Delete your account. */
  delete(options?: Common): Promise<void>;
  /** End your calendar feed. */
  deleteCalendar(options?: Common): Promise<void>;
  /** End the key of your moves. */
  deleteKey(options?: Common): Promise<void>;
  /** Delete a push subscription. */
  deletePushSubscription(subscription_id: string, options?: Common): Promise<void>;
  /** Stop an app acting for you. */
  endApp(app_id: string, options?: Common): Promise<void>;
  /** Export your data. */
  export(options?: Common): Promise<Blob>;
  /** Get your account. */
  get(options?: Common): Promise<Me>;
  /** Get your calendar feed. */
  getCalendar(options?: Common): Promise<Calendar>;
  /** Get the key of your moves. */
  getKey(options?: Common): Promise<MoveKey>;
  /** Get your choice of notifications. */
  getNotifications(options?: Common): Promise<NotificationChoices>;
  /** Get your preferences. */
  getPreferences(options?: Common): Promise<Preferences>;
  /** Get a push subscription. */
  getPushSubscription(subscription_id: string, options?: Common): Promise<PushSubscription>;
  /** Get your statistics. */
  getStatistics(options?: Common & { opponent?: string; }): Promise<Statistics>;
  /** Get a token. */
  getToken(token_id: string, options?: Common): Promise<Token>;
  /** List the apps that act for you. */
  listApps(options?: Common & { cursor?: string; limit?: number; }): Promise<AllowedAppList>;
  /** List the apps that act for you, page by page. */
  iterateApps(options?: Common & { cursor?: string; limit?: number; }): AsyncGenerator<AllowedAppList['items'][number]>;
  /** List the games assigned to you. */
  listAudits(options?: Common & { cursor?: string; limit?: number; }): Promise<GameList>;
  /** List the games assigned to you, page by page. */
  iterateAudits(options?: Common & { cursor?: string; limit?: number; }): AsyncGenerator<GameList['items'][number]>;
  /** List the players you have blocked. */
  listBlocks(options?: Common & { cursor?: string; limit?: number; }): Promise<BlockList>;
  /** List the players you have blocked, page by page. */
  iterateBlocks(options?: Common & { cursor?: string; limit?: number; }): AsyncGenerator<BlockList['items'][number]>;
  /** List your friends. */
  listFriends(options?: Common & { cursor?: string; limit?: number; status?: "sent" | "received" | "friend"; }): Promise<FriendList>;
  /** List your friends, page by page. */
  iterateFriends(options?: Common & { cursor?: string; limit?: number; status?: "sent" | "received" | "friend"; }): AsyncGenerator<FriendList['items'][number]>;
  /** List your games. */
  listGames(options?: Common & { cursor?: string; limit?: number; opponent?: string; ruleset?: string; since?: string; speed?: "live" | "correspondence" | "untimed"; status?: Array<"open" | "playing" | "scoring" | "finished" | "closed" | "archived">; test?: boolean; turn?: "mine"; until?: string; }): Promise<MyGameList>;
  /** List your games, page by page. */
  iterateGames(options?: Common & { cursor?: string; limit?: number; opponent?: string; ruleset?: string; since?: string; speed?: "live" | "correspondence" | "untimed"; status?: Array<"open" | "playing" | "scoring" | "finished" | "closed" | "archived">; test?: boolean; turn?: "mine"; until?: string; }): AsyncGenerator<MyGameList['items'][number]>;
  /** List your invitations. */
  listInvitations(options?: Common & { cursor?: string; limit?: number; }): Promise<InvitationList>;
  /** List your invitations, page by page. */
  iterateInvitations(options?: Common & { cursor?: string; limit?: number; }): AsyncGenerator<InvitationList['items'][number]>;
  /** List your notices. */
  listNotices(options?: Common & { after?: number; cursor?: string; limit?: number; wait?: number; }): Promise<NoticeList>;
  /** List your notices, page by page. */
  iterateNotices(options?: Common & { after?: number; cursor?: string; limit?: number; wait?: number; }): AsyncGenerator<NoticeList['items'][number]>;
  /** List your push subscriptions. */
  listPushSubscriptions(options?: Common & { cursor?: string; limit?: number; }): Promise<PushSubscriptionList>;
  /** List your push subscriptions, page by page. */
  iteratePushSubscriptions(options?: Common & { cursor?: string; limit?: number; }): AsyncGenerator<PushSubscriptionList['items'][number]>;
  /** List your results. */
  listResults(options?: Common & { cursor?: string; limit?: number; opponent?: string; ruleset?: string; since?: string; until?: string; won?: boolean; }): Promise<MyResultList>;
  /** List your results, page by page. */
  iterateResults(options?: Common & { cursor?: string; limit?: number; opponent?: string; ruleset?: string; since?: string; until?: string; won?: boolean; }): AsyncGenerator<MyResultList['items'][number]>;
  /** List your tokens. */
  listTokens(options?: Common & { cursor?: string; limit?: number; }): Promise<TokenList>;
  /** List your tokens, page by page. */
  iterateTokens(options?: Common & { cursor?: string; limit?: number; }): AsyncGenerator<TokenList['items'][number]>;
  /** End a friendship, or decline. */
  removeFriend(name: string, options?: Common): Promise<void>;
  /** Revoke a token. */
  revokeToken(token_id: string, options?: Common): Promise<void>;
  /** Set the key of your moves. */
  setKey(options: Common & KeyBody): Promise<MoveKey>;
  /** Unblock a player. */
  unblockPlayer(name: string, options?: Common): Promise<void>;
  /** Update your account. */
  update(options?: Common & MeBody): Promise<Me>;
  /** Choose your notifications. */
  updateNotifications(options?: Common & NotificationChoicesBody): Promise<NotificationChoices>;
  /** Change your preferences. */
  updatePreferences(options?: Common & PreferencesBody): Promise<Preferences>;
}

export interface PlayersApi {
  /** Get a player's profile. */
  get(name: string, options?: Common): Promise<Profile>;
  /** Sign up. */
  signUp(options: Common & SignUpBody): Promise<SignedUp>;
}

export interface RulesetsApi {
  /** Draw the board of a ruleset. */
  drawBoard(ruleset_id: string, options?: Common): Promise<string>;
  /** Get a ruleset. */
  get(ruleset_id: string, options?: Common): Promise<Ruleset>;
  /** List rulesets. */
  list(options?: Common): Promise<RulesetList>;
}

export interface BotsApi {
  /** List bots. */
  list(options?: Common): Promise<BotList>;
}

export interface LeaderboardsApi {
  /** Get a leaderboard. */
  get(ruleset_id: string, options?: Common & { cursor?: string; kind?: "people" | "bots"; limit?: number; }): Promise<Leaderboard>;
  /** List leaderboards. */
  list(options?: Common): Promise<LeaderboardList>;
}

export interface AppsApi {
  /** Register an app. */
  create(options: Common & AppBody): Promise<NewApp>;
  /** Delete an app. */
  delete(app_id: string, options?: Common): Promise<void>;
  /** Get an app you have registered. */
  get(app_id: string, options?: Common): Promise<App>;
  /** List the apps you have registered. */
  list(options?: Common & { cursor?: string; limit?: number; }): Promise<AppList>;
  /** List the apps you have registered, page by page. */
  iterate(options?: Common & { cursor?: string; limit?: number; }): AsyncGenerator<AppList['items'][number]>;
  /** Make a new secret for an app. */
  renewSecret(app_id: string, options?: Common): Promise<NewApp>;
  /** Update an app. */
  update(app_id: string, options?: Common & AppChangeBody): Promise<App>;
}

export interface WebhooksApi {
  /** Create a webhook. */
  create(options: Common & WebhookBody): Promise<NewWebhook>;
  /** Delete a webhook. */
  delete(webhook_id: string, options?: Common): Promise<void>;
  /** Get a webhook. */
  get(webhook_id: string, options?: Common): Promise<Webhook>;
  /** Get a delivery. */
  getDelivery(webhook_id: string, delivery_id: string, options?: Common): Promise<WholeDelivery>;
  /** List your webhooks. */
  list(options?: Common & { cursor?: string; limit?: number; }): Promise<WebhookList>;
  /** List your webhooks, page by page. */
  iterate(options?: Common & { cursor?: string; limit?: number; }): AsyncGenerator<WebhookList['items'][number]>;
  /** List deliveries. */
  listDeliveries(webhook_id: string, options?: Common & { cursor?: string; limit?: number; state?: "pending" | "delivered" | "failed" | "cancelled"; }): Promise<DeliveryList>;
  /** List deliveries, page by page. */
  iterateDeliveries(webhook_id: string, options?: Common & { cursor?: string; limit?: number; state?: "pending" | "delivered" | "failed" | "cancelled"; }): AsyncGenerator<DeliveryList['items'][number]>;
  /** Send a message again. */
  replayDelivery(webhook_id: string, delivery_id: string, options?: Common): Promise<Delivery>;
  /** Rotate the secret of a webhook. */
  rotateSecret(webhook_id: string, options?: Common): Promise<NewWebhook>;
  /** Send a test message. */
  test(webhook_id: string, options?: Common): Promise<Delivery>;
  /** Update a webhook. */
  update(webhook_id: string, options?: Common & WebhookChangeBody): Promise<Webhook>;
}

export interface ServerApi {
  /** Read a calendar feed. */
  calendar(secret: string, options?: Common): Promise<string>;
  /** Prove that a data set was published. */
  datasetProof(dataset: string, options?: Common): Promise<DatasetProof>;
  /** Check that the process is running. */
  healthz(options?: Common): Promise<Health>;
  /** Get the index. */
  index(options?: Common): Promise<ApiIndex>;
  /** List data sets. */
  listDatasets(options?: Common): Promise<DatasetList>;
  /** Prove what the log says of a blinded id. */
  listLogProofs(blinded: string, options?: Common & { cursor?: string; limit?: number; }): Promise<GameProofList>;
  /** Prove what the log says of a blinded id, page by page. */
  iterateLogProofs(blinded: string, options?: Common & { cursor?: string; limit?: number; }): AsyncGenerator<GameProofList['items'][number]>;
  /** List the types of problems. */
  listProblems(options?: Common): Promise<ProblemTypeList>;
  /** Get the public log. */
  log(options?: Common): Promise<PublicLog>;
  /** Prove that the log has only grown. */
  logConsistency(options?: Common & { old?: number; size?: number; }): Promise<Consistency>;
  /** Get the key for push subscriptions. */
  pushKey(options?: Common): Promise<PushKey>;
  /** Check that the server is ready. */
  readyz(options?: Common): Promise<Readiness>;
  /** Report on several games. */
  reportGames(options?: Common & { games?: Array<string>; }): Promise<GamesReport>;
  /** Search finished games. */
  searchGames(options?: Common & { cursor?: string; ended?: "played_out" | "resigned" | "handed_over"; events?: string; limit?: number; longest?: number; opponents?: string; player?: string; result?: "won" | "lost" | "shared"; ruleset?: string; seats?: number; shortest?: number; since?: string; table?: "people" | "mixed" | "bots"; until?: string; }): Promise<FoundGameList>;
  /** Get the signing keys. */
  signingKey(options?: Common): Promise<KeySet>;
}

export interface ActionField {
  name: string;
  /** `integer`, `string` or `array of strings`. */ type: string;
  is_required: boolean;
}

export interface ActionList {
  /** The seq of the newest event. */ version: number;
  /** The hash of the newest event. */ hash: string;
  seat: number;
  moment?: Moment;
  items: Array<Action>;
  /** Send it as `cursor` to get the next page; null on the last one. */ next: string | null;
}

export interface ActionType {
  type: string;
  text: string;
  fields: Array<ActionField>;
}

export interface AllowedApp {
  id: string;
  name: string;
  homepage: string;
  /** The player who registered it; absent if it belongs to this server. */ owner?: string;
  /** What you have allowed it. */ scopes: Array<Scope>;
  /** When you first allowed it. */ allowed_at: string;
  /** Updated at most once an hour. */ last_used_at?: string;
  links: { self: string; };
}

export interface AllowedAppList {
  items: Array<AllowedApp>;
  /** Send it as `cursor` to get the next page; null on the last one. */ next: string | null;
}

export interface ApiIndex {
  name: string;
  version: string;
  /** The server's time, in UTC. */ time: string;
  links: ApiIndexLinks;
}

export interface ApiIndexLinks {
  self: string;
  players: string;
  me: string;
  tokens: string;
  apps: string;
  my_apps: string;
  claim: string;
  sign_in: string;
  notices: string;
  rulesets: string;
  bots: string;
  leaderboards: string;
  games: string;
  search_games: string;
  my_games: string;
  notifications: string;
  push_subscriptions: string;
  push_key: string;
  my_calendar: string;
  my_key: string;
  my_invitations: string;
  friends: string;
  blocks: string;
  preferences: string;
  my_audits: string;
  my_results: string;
  my_statistics: string;
  my_export: string;
  imports: string;
  reports: string;
  webhooks: string;
  problems: string;
  schema: string;
  signing_key: string;
  log: string;
  log_consistency: string;
  datasets: string;
  health: string;
  readiness: string;
  docs: string;
  stream: string;
}

export interface App {
  id: string;
  /** What the app calls itself in OAuth; the same as `id`. */ client_id: string;
  name: string;
  homepage: string;
  redirect_uris: Array<string>;
  confidential: boolean;
  created_at: string;
  links: { self: string; };
}

export interface AppBody {
  /** Shown to players. Names that could be mistaken for this server are reserved. */ name: string;
  /** Shown to players: an http or https address. */ homepage?: string | string;
  /** Where a browser may be sent back to, compared exactly: https, http on a loopback address (then with any port), or a private scheme such as `org.example.app:/`. An app that uses only the device flow has none. */ redirect_uris: Array<string>;
  /** Whether the app can keep a secret: only if it runs on a server of yours. An app in a browser or on a player's machine cannot. */ confidential?: boolean;
}

export interface AppChangeBody {
  /** Shown to players. Names that could be mistaken for this server are reserved. */ name?: string;
  /** Shown to players: an http or https address. */ homepage?: string | string;
  /** Where a browser may be sent back to, compared exactly: https, http on a loopback address (then with any port), or a private scheme such as `org.example.app:/`. An app that uses only the device flow has none. */ redirect_uris?: Array<string>;
}

export interface AppList {
  items: Array<App>;
  /** Send it as `cursor` to get the next page; null on the last one. */ next: string | null;
}

export interface Audit {
  /** The seq of the newest event. */ version: number;
  /** The hash of the newest event. */ hash: string;
  sound: boolean;
  checks: Array<AuditCheck>;
}

export interface Block {
  player: string;
  since: string;
  links: { self: string; player: string; };
}

export interface BlockList {
  items: Array<Block>;
  /** Send it as `cursor` to get the next page; null on the last one. */ next: string | null;
}

export interface BoardMessage {
  event: "message";
  data: { number: number; /** Of the author; absent for a host without a seat. */ seat?: number; };
}

export interface Bot {
  /** The name to use in `bots` of a new table or `bot` of a seat. */ name: string;
  description: string;
  /** Always true. */ is_bot: boolean;
  /** Whether it takes over for players who resign, leave or run out of time. */ stand_in: boolean;
}

export interface BotList {
  items: Array<Bot>;
  /** Send it as `cursor` to get the next page; null on the last one. */ next: string | null;
}

export interface Calendar {
  /** When the current address was made. */ created_at: string;
}

export interface Card {
  id: string;
  count: number;
  /** Absent: a wild card. */ color?: Color;
  is_wild: boolean;
  /** How many spaces it covers. */ spaces: number;
  /** Whether it has the harbour symbol. */ harbour: boolean;
}

export interface Claim {
  /** The page to open in a browser. Whoever opens it takes the account. */ url: string;
  /** When the page ends, if it was not used before. */ expires_at: string;
}

/** How long a decision may take; empty if the table has no clock. */
export interface Clock {
  /** The seconds for each decision. */ per_action?: number;
  /** The seconds for all decisions, instead of `per_action`. */ bank?: number;
  /** The seconds that each decision adds to the bank. */ increment?: number;
  /** The days for which each player can be away; their clock stands meanwhile. */ vacation_days?: number;
  /** After so many time-outs a stand-in takes over the seat. */ strikes?: number;
}

export interface ClockAdvanceBody {
  /** Seconds. */ advance: number;
}

/** Either `per_action`, or `bank` with an `increment` per action; all in seconds. */
export interface ClockBody {
  per_action?: number;
  bank?: number;
  increment?: number;
  /** The days for which each player can be away; their clock stands meanwhile. */ vacation_days?: number;
  /** The number of timeouts after which a stand-in takes over the seat. */ strikes?: number;
}

export interface Consistency {
  old: number;
  size: number;
  /** In base64. */ hashes: Array<string>;
}

export interface Dataset {
  /** The month, such as `2026-10`. */ name: string;
  made_at: string;
  /** As SPDX has it. */ licence: string;
  /** What players are called in it. */ names: NamesEnum;
  games: number;
  events: number;
  /** The size of all its files. */ bytes: number;
  links: DatasetLinks;
}

export interface DatasetLinks {
  /** Lists all files; they are beside it. */ manifest: string;
  /** That the manifest is in the public log. */ proof: string;
}

export interface DatasetList {
  items: Array<Dataset>;
  /** Send it as `cursor` to get the next page; null on the last one. */ next: string | null;
}

export interface DatasetProof {
  /** The place of the entry in the log. */ index: number;
  kind: string;
  /** The entry itself, to be hashed as it is. */ entry: string;
  /** A C2SP tlog-proof: hashes, and the signed checkpoint. */ proof: string;
  /** In base64: that this log continues the one of the manifest's checkpoint (RFC 6962). */ consistency: Array<string>;
}

export interface Delivery {
  /** The `webhook-id` of the message, the same for every attempt. */ id: string;
  kind: string;
  game?: string;
  /** The seq of the event, or the version of the game, that the message is about. */ seq?: number;
  state: DeliveryState;
  attempts: number;
  /** The earliest time of the next attempt. */ next_attempt_at?: string;
  created_at: string;
  /** When the delivery succeeded or was given up. It is deleted seven days later. */ ended_at?: string;
  links: { self: string; webhook: string; replay: string; };
}

export interface DeliveryAnswer {
  status: number;
  /** The first 2 KiB of the body; empty if the receiver has a private address. */ body: string;
}

export interface DeliveryAttempt {
  number: number;
  at: string;
  milliseconds: number;
  request: DeliveryRequest;
  /** Absent if there was none. */ answer?: DeliveryAnswer;
  /** Why the attempt failed; absent if it succeeded. */ error?: string;
}

export interface DeliveryList {
  items: Array<Delivery>;
  /** Send it as `cursor` to get the next page; null on the last one. */ next: string | null;
}

export interface DeliveryRequest {
  url: string;
  /** The headers that were sent, without the signature. */ headers: Record<string, string>;
}

export interface Diff {
  /** The seq of the newest event. */ version: number;
  /** The hash of the newest event. */ hash: string;
  from: number;
  to: number;
  sentences: Array<Sentence>;
  events: Array<Event>;
  changes: ViewChanges;
}

export interface District {
  id: string;
  points: number;
  color: Color;
  places: Array<string>;
  confidence: Confidence;
}

export type EmailChoice = "off" | "each" | "daily";

export interface EndMessage {
  event: "end";
  data: { reason: "game_over" | "token_revoked" | "token_expired" | "no_longer_visible" | "time_over" | "slow_reader" | "server_stopping" | "internal_error"; };
}

export interface EventList {
  /** The seq of the newest event. */ version: number;
  /** The hash of the newest event. */ hash: string;
  items: Array<Event>;
  /** Send it as `cursor` to get the next page; null on the last one. */ next: string | null;
}

export interface EventMessage {
  event: "event";
  /** The seq of the event. */ id: number;
  data: NewEvent;
}

export type FoundGame = GameSummary & ({ /** How many decisions were made. */ actions: number; ended: "played_out" | "resigned" | "handed_over"; table: "people" | "mixed" | "bots"; });

export interface FoundGameList {
  items: Array<FoundGame>;
  /** Send it as `cursor` to get the next page; null on the last one. */ next: string | null;
}

export interface Friend {
  player: string;
  /** `sent`: you have asked; `received`: they have asked you; `friend`. */ status: FriendStatus;
  since: string;
  links: { self: string; player: string; };
}

export interface FriendList {
  items: Array<Friend>;
  /** Send it as `cursor` to get the next page; null on the last one. */ next: string | null;
}

export interface Game {
  id: string;
  /** The seq of the newest event. */ version: number;
  /** The hash of the newest event. */ hash: string;
  status: GameStatus;
  /** The seats that have to act. */ to_act: Array<number>;
  /** The game that is played and its version, such as `london@1`. */ ruleset: string;
  /** Who may see the table. */ visibility: Visibility;
  /** Whether it is a test table, which does not count. */ test: boolean;
  /** All seats in order, taken or not. */ seats: Array<TableSeat>;
  /** The options of the ruleset, as chosen for this table. */ options: Record<string, string>;
  clock: Clock;
  /** The name of the player who opened the table; absent if there is none any more. */ host?: string;
  /** That the host has given to the table; absent if there is none. */ name?: string;
  /** Whether the game was played on this server, or imported. */ source: "played" | "import";
  /** When the first seat runs out of time; absent if no clock runs. */ deadline?: string;
  /** When the table was opened or, for an import, when it was imported. */ created_at: string;
  /** When the game started; absent for an import. */ started_at?: string;
  /** When the game ended; absent for an import. */ finished_at?: string;
  links: GameLinks;
  seat?: number;
  view?: View;
  /** What the clock of a test table shows; it moves only with `advanceClock`. */ now?: string;
  bot_delay: number;
  /** Whether a stand-in leaves when its player takes the seat back, or plays to the end. */ stand_ins: "until_return" | "to_the_end";
  /** SHA-256 of the server's seed, published before the game starts. */ commitment: string;
  /** The server's seed, revealed after the end. */ seed?: string;
  /** Where the public log had the opening, with the commitment, before anything was dealt; absent before the start, at test tables, and if it was not entered in time. */ log?: { /** The place of the entry in the log. */ index: number; /** The size of a signed checkpoint that held it. */ size: number; };
  /** Only for the host of a private table. */ invite_code?: string;
  /** When the last pause ends or has ended. Until then all clocks stand. */ paused_until?: string;
  /** The seats that asked for the end of the pause. */ resume_asked?: Array<number>;
  /** A pause that is proposed; it begins when all players have agreed. */ pause_proposal?: { seat: number; days: number; agreed: Array<number>; };
  rematch?: string;
  rematch_of?: string;
  /** Of an import: the id in the entries of its log, the end of the log, and when it was played, as the log says. The server cannot vouch for these times. */ origin?: { /** The seq of the newest event. */ version: number; /** The hash of the newest event. */ hash: string; game: string; created_at: string; started_at?: string; finished_at?: string; };
}

export interface GameLinks {
  self: string;
  actions: string;
  events: string;
  seats: string;
  audit: string;
  report: string;
  export: string;
  receipt: string;
  proofs: string;
  diff: string;
  record: string;
  looks: string;
  picture: string;
  stream: string;
  ruleset: string;
  verify: string;
  /** To pass on: it shows the table and has its code. Only for the host of a private one. */ invite?: string;
}

export interface GameList {
  items: Array<GameSummary>;
  /** Send it as `cursor` to get the next page; null on the last one. */ next: string | null;
}

/** One message of a stream. As NDJSON the body is a sequence of them, one per line. More kinds may be added: a client should ignore those it does not know. */
export type GameMessage = KnownGameMessage | UnknownGameMessage;

export interface GameProof {
  /** The place of the entry in the log. */ index: number;
  kind: string;
  /** The entry itself, to be hashed as it is. */ entry: string;
  /** A C2SP tlog-proof: hashes, and the signed checkpoint. */ proof: string;
}

export interface GameProofList {
  items: Array<GameProof>;
  /** Send it as `cursor` to get the next page; null on the last one. */ next: string | null;
}

export interface GameReport {
  format: "signalbox-report";
  /** The id in the entries of the log. */ game?: string;
  ruleset?: string;
  /** The name of the game that was played. */ title?: string;
  /** The number of entries. */ version?: number;
  hash?: string;
  /** `test` for a test table; absent if the game counts. */ purpose?: string;
  status: GameStatus;
  /** Whether the game was played on this server, or imported. */ source: "played" | "import";
  opened_at?: string;
  started_at?: string;
  ended_at?: string;
  /** When this report was made. */ made_at: string;
  sound: boolean;
  /** What was proved, in one sentence. */ conclusion: string;
  /** The settings of the clock, as the table was opened; empty without one. */ clock?: Record<string, number>;
  stand_ins?: "until_return" | "to_the_end";
  seats: Array<ReportSeat>;
  /** The score sheets, once the points are counted. */ sheets: Array<ReportSheet>;
  checks: Array<ReportCheck>;
  /** Time-outs, resignations, stand-ins, returns, vacations and pauses, as sentences. */ absences: Array<{ seq: number; at: string; text: string; }>;
  /** Every decision with its time, as a sentence, as far as you may know it. */ moves: Array<{ seq: number; at: string; seat: number; text: string; /** True if the player has signed it with a key of their own; absent if not. */ signed?: boolean; }>;
  /** What auditors have read of hidden information; absent before the end. */ looks?: Array<Look>;
  /** What operators have done to the table, such as removing its name; absent before the end. */ deeds?: Array<{ deed: "suspend" | "reinstate" | "rename" | "give_back" | "close" | "hide" | "show" | "unsay" | "dismiss" | "clear_name" | "grant_token" | "grant_audit" | "assign_audit" | "withdraw_audit" | "release" | "rebuild" | "index" | "rotate_key" | "register_app" | "change_operator"; at: string; }>;
  /** Absent if the log was changed: the server signs no other hash for a version. */ receipt?: Receipt;
  /** The entries of the public log about the game, with their proofs: the first and the newest 49. */ proofs: Array<GameProof>;
  /** Absent if the log does not hold; empty before the start. */ pictures?: Array<ReportPicture>;
  /** The commands with which anyone can do all of this again. */ repeat: Array<string>;
}

export interface GameStatistics {
  /** The game, over all its versions. */ ruleset: string;
  title: string;
  games: number;
  /** Alone or shared. */ wins: number;
  /** Games in which a stand-in decided for you. */ left: number;
  mean_score: number;
  best_score: number;
  worst_score: number;
  /** When the newest of them ended. */ last_at: string;
  /** Only with `opponent`. */ head_to_head?: HeadToHead;
}

export interface GameSummary {
  id: string;
  /** The seq of the newest event. */ version: number;
  /** The hash of the newest event. */ hash: string;
  status: GameStatus;
  /** The seats that have to act. */ to_act: Array<number>;
  /** The game that is played and its version, such as `london@1`. */ ruleset: string;
  /** Who may see the table. */ visibility: Visibility;
  /** Whether it is a test table, which does not count. */ test: boolean;
  /** All seats in order, taken or not. */ seats: Array<TableSeat>;
  /** The options of the ruleset, as chosen for this table. */ options: Record<string, string>;
  clock: Clock;
  /** The name of the player who opened the table; absent if there is none any more. */ host?: string;
  /** That the host has given to the table; absent if there is none. */ name?: string;
  /** Whether the game was played on this server, or imported. */ source: "played" | "import";
  /** When the first seat runs out of time; absent if no clock runs. */ deadline?: string;
  /** When the table was opened or, for an import, when it was imported. */ created_at: string;
  /** When the game started; absent for an import. */ started_at?: string;
  /** When the game ended; absent for an import. */ finished_at?: string;
  links: GameLinks;
  /** The name of the game that is played, such as `London`. */ ruleset_title: string;
  /** How much time the clock leaves the players. */ speed: Speed;
  /** The final score of each seat, once it is counted. */ scores?: Array<number>;
  /** The seats that have won, once the scores are counted. */ winners?: Array<number>;
  /** When the newest event happened. */ moved_at: string;
  /** Your own seat; only among your games. */ seat?: number;
  /** Whether the game waits for you; only among your games. */ my_turn?: boolean;
}

export interface GamesReport {
  /** Whether every log holds. */ sound: boolean;
  standings: Array<ReportStanding>;
  games: Array<GameReport>;
}

export interface HeadToHead {
  /** Games in which you had a better place. */ ahead: number;
  /** Games in which you shared a place. */ even: number;
  /** Games in which the opponent had a better place. */ behind: number;
  their_wins: number;
  their_mean_score: number;
}

export interface Health {
  /** Always `ok`. */ status: string;
}

export interface HeartbeatMessage {
  event: "heartbeat";
  data: { /** The seq of the newest event. */ version: number; /** The seats that have to act. */ to_act: Array<number>; /** What you have to decide; absent if you do not have to act. */ moment?: Moment; /** The hash of the newest event. */ hash: string; time: string; };
}

export interface Invitation {
  game: string;
  ruleset: string;
  inviter: string;
  /** The seat that is held for you, if one is. */ seat?: number;
  created_at: string;
  expires_at: string;
  links: { self: string; game: string; accept: string; };
}

export interface InvitationBody {
  /** Whether a seat is held for the player, which nobody else can take. */ hold?: boolean;
}

export interface InvitationList {
  items: Array<Invitation>;
  /** Send it as `cursor` to get the next page; null on the last one. */ next: string | null;
}

export type InvitedBy = "anyone" | "friends";

export interface KeyBody {
  /** Your public key (Ed25519): its 32 bytes in base64url without padding. */ key: string;
  /** Whether all your moves must be signed. */ required?: boolean;
}

export interface KeySet {
  keys: Array<{ kty: string; crv: string; x: string; kid: string; use: string; alg: "Ed25519"; /** When the key came into use; absent for the first key. */ from?: string; /** When the key was retired; absent for the key in use. */ until?: string; }>;
}

export type KnownGameMessage = ViewMessage | EventMessage | BoardMessage | HeartbeatMessage | EndMessage;

export type KnownMyMessage = StandingMessage | NoticeMessage | MyHeartbeatMessage | EndMessage;

export type Language = "en" | "pl";

export interface Leaderboard {
  items: Array<RankedPlayer>;
  /** Send it as `cursor` to get the next page; null on the last one. */ next: string | null;
}

export interface LeaderboardEntry {
  /** The game, over all its versions. */ ruleset: string;
  title: string;
  links: LeaderboardLinks;
}

export interface LeaderboardLinks {
  people: string;
  bots: string;
}

export interface LeaderboardList {
  items: Array<LeaderboardEntry>;
  /** Send it as `cursor` to get the next page; null on the last one. */ next: string | null;
}

export interface LogLinks {
  self: string;
  checkpoint: string;
  consistency: string;
}

export interface Look {
  auditor: string;
  what: string;
  version: number;
  at: string;
  /** In the list, from 1. */ number: number;
  /** A commitment to the auditor's account; its salt is deleted with the account. */ account: string;
  /** Chains the look to the one before it. The public log has the last hash, and their number. */ hash: string;
}

export interface LookList {
  /** The seq of the newest event. */ version: number;
  /** The hash of the newest event. */ hash: string;
  items: Array<Look>;
  /** Send it as `cursor` to get the next page; null on the last one. */ next: string | null;
}

export interface Me {
  id: string;
  name: string;
  /** Whether the account is played by a program. */ is_bot: boolean;
  created_at: string;
  /** The token used for this request. */ token: Token;
  /** Where what belongs to you is; `stream` is where to listen to it. */ links: MeLinks;
}

export interface MeBody {
  /** 3 to 24 characters: letters, digits, `_` and `-`. Names such as those of bots are reserved. */ name?: string;
}

export interface MeLinks {
  self: string;
  games: string;
  notices: string;
  tokens: string;
  stream: string;
}

export interface Message {
  number: number;
  /** Absent if the account is deleted. */ player?: string;
  /** Absent for a host without a seat. */ seat?: number;
  /** Plain text, not markup; empty if it is deleted. */ text: string;
  at: string;
  /** Who has deleted it; absent if nobody has. */ deleted?: DeletedBy;
  links: { self: string; report: string; };
}

export interface MessageBody {
  text: string;
}

export interface MessageList {
  items: Array<Message>;
  /** Send it as `cursor` to get the next page; null on the last one. */ next: string | null;
}

export interface MoveKey {
  /** The public key (Ed25519): 32 bytes in base64url without padding. */ key: string;
  /** Whether a move of yours without a signature is refused. */ required: boolean;
  set_at: string;
}

export interface MyGameList {
  items: Array<GameSummary>;
  /** Send it as `cursor` to get the next page; null on the last one. */ next: string | null;
}

export interface MyHeartbeatMessage {
  event: "heartbeat";
  data: { /** The number of your newest notice; 0 before the first. */ number: number; time: string; };
}

/** One message of a stream. As NDJSON the body is a sequence of them, one per line. More kinds may be added: a client should ignore those it does not know. */
export type MyMessage = KnownMyMessage | UnknownMyMessage;

export interface MyResultList {
  items: Array<Result>;
  /** Send it as `cursor` to get the next page; null on the last one. */ next: string | null;
}

export type NamesEnum = "pseudonyms" | "accounts";

export interface NewApp {
  id: string;
  /** What the app calls itself in OAuth; the same as `id`. */ client_id: string;
  name: string;
  homepage: string;
  redirect_uris: Array<string>;
  confidential: boolean;
  created_at: string;
  links: { self: string; };
  /** Only of a confidential app, and shown only this once. */ client_secret?: string;
}

export interface NewCalendar {
  /** When the current address was made. */ created_at: string;
  /** The address to subscribe to in a calendar program. It is shown only this once. */ url: string;
}

export interface NewEvent {
  event: Event;
  /** The seq of the newest event. */ version: number;
  /** The seats that have to act. */ to_act: Array<number>;
  /** What you have to decide; absent if you do not have to act. */ moment?: Moment;
}

export interface NewToken {
  id: string;
  name: string;
  scopes: Array<Scope>;
  created_at: string;
  expires_at?: string;
  /** Updated at most once an hour. */ last_used_at?: string;
  links: { self: string; };
  /** The token itself. It is shown only this once. */ token: string;
}

export interface NewWebhook {
  id: string;
  url: string;
  kinds: Array<WebhookKind>;
  game?: string;
  description: string;
  /** The id of the token that created or last updated it. The webhook sees what this token may see, and is paused when it is revoked or expires. */ token: string;
  paused: boolean;
  /** `asked`: by you; `failing`: no success for long; `gone`: it answered 410; `overfull`: too many pending messages; `token_ended`: its token was revoked or has expired. Absent if it is not paused. */ paused_because?: string;
  paused_at?: string;
  /** Since when every attempt has failed; absent if the most recent one succeeded. */ failing_since?: string;
  /** Until when messages are also signed with the previous secret. */ old_secret_until?: string;
  created_at: string;
  links: { self: string; deliveries: string; test: string; };
  /** The secret that signs the messages. It is shown only this once. */ secret: string;
}

export interface Note {
  text: string;
  /** Absent if there is no note yet. */ changed_at?: string;
}

export interface NoteBody {
  text: string;
}

export interface NoticeList {
  items: Array<Notice>;
  /** Send it as `cursor` to get the next page; null on the last one. */ next: string | null;
  /** Notices up to this number are no longer kept; 0 if all are. */ forgotten: number;
}

export interface NoticeMessage {
  event: "notice";
  /** The number of the notice. */ id: number;
  data: Notice;
}

export interface NotificationChoices {
  /** `each`: an e-mail for each notice. `daily`: one digest a day. `off`: none. */ email: EmailChoice;
  /** The hour at which the digest is sent, in your time zone. */ email_hour: number;
  /** The kinds of notices that are sent by e-mail; absent: all of them, also those to come. */ email_kinds?: Array<NoticeKind>;
  /** Whether you have a verified address. Without one no e-mail is sent. */ email_verified: boolean;
  push: boolean;
  /** The kinds of notices that are sent by push; absent: all of them, also those to come. */ push_kinds?: Array<NoticeKind>;
  time_zone: string;
  language: Language;
}

export interface NotificationChoicesBody {
  /** `each`: an e-mail for each notice. `daily`: one digest a day. `off`: none. */ email?: EmailChoice;
  /** The hour at which the digest is sent, in your time zone. */ email_hour?: number;
  /** The kinds of notices that are sent by e-mail; null: all of them, also those to come. */ email_kinds?: Array<"account.claim_requested" | "deadline.near" | "friend.request" | "game.closed" | "game.declined" | "game.finished" | "game.invitation" | "game.message" | "game.rematch" | "game.started" | "game.your_turn" | "pause.began" | "pause.declined" | "pause.ending" | "pause.proposed" | "seat.cleared" | "seat.handed_over" | "seat.resigned" | "seat.returned" | "seat.taken" | "seat.timed_out" | "time.given" | "vacation.began" | "vacation.ended" | "webhook.paused"> | null;
  /** Whether your browsers are sent pushes. */ push?: boolean;
  /** The kinds of notices that are sent by push; null: all of them, also those to come. */ push_kinds?: Array<"account.claim_requested" | "deadline.near" | "friend.request" | "game.closed" | "game.declined" | "game.finished" | "game.invitation" | "game.message" | "game.rematch" | "game.started" | "game.your_turn" | "pause.began" | "pause.declined" | "pause.ending" | "pause.proposed" | "seat.cleared" | "seat.handed_over" | "seat.resigned" | "seat.returned" | "seat.taken" | "seat.timed_out" | "time.given" | "vacation.began" | "vacation.ended" | "webhook.paused"> | null;
  /** The name of a time zone, such as `Europe/Warsaw`, for times in the text. */ time_zone?: string;
  /** The language of the texts. */ language?: Language;
}

export interface Option {
  name: string;
  choices: Array<string>;
  default: string;
  text: string;
}

export interface Outcome {
  /** The seq of the newest event. */ version: number;
  /** The hash of the newest event. */ hash: string;
  status: GameStatus;
  to_act: Array<number>;
  seat?: number;
  view?: View;
  events: Array<Event>;
}

export interface PauseBody {
  /** The pause ends by itself after so many days. */ days: number;
}

export interface Piece {
  id: PieceKind;
  /** How many each player has, or can have at most. */ count: number;
  /** Whether the game ends when a player runs low on them. */ ends_game: boolean;
}

export interface Pile {
  id: PileId;
  count: number;
  cards: Array<Card>;
}

export interface Place {
  id: string;
  name: string;
  /** From 0 at the left edge of the board to 1 at the right. */ x: number;
  /** From 0 at the top. */ y: number;
  /** Whether a harbour may be built here. */ harbour: boolean;
  /** Whether this is only a junction of routes, not a city. */ junction: boolean;
  confidence: Confidence;
  /** Absent: the same as `confidence`. */ xy_confidence?: Confidence;
}

export interface Player {
  id: string;
  name: string;
  /** Whether the account is played by a program. */ is_bot: boolean;
  created_at: string;
  links: { self: string; };
}

export interface PlayerRating {
  /** The mean minus three deviations; every player starts at 0. */ rating: number;
  /** The estimated strength, by the Plackett–Luce model. Only public games count. */ mean: number;
  /** The uncertainty of the estimate. */ deviation: number;
  /** Rated games. */ games: number;
  /** Of these, how many were won, alone or shared. */ wins: number;
  /** Public games that the player left to a stand-in. They change nobody's rating. */ left: number;
  /** The game, over all its versions. */ ruleset: string;
}

export interface PointsByLength {
  length: number;
  points: number;
}

export interface Preferences {
  /** Who may invite you to a table: `anyone`, or only `friends`. */ invitations: InvitedBy;
}

export interface PreferencesBody {
  /** Who may invite you to a table. */ invitations?: InvitedBy;
}

export interface Preview {
  /** The seq of the newest event. */ version: number;
  /** The hash of the newest event. */ hash: string;
  events: Array<PreviewEvent>;
}

export interface ProblemType {
  code: string;
  type: string;
  status: number;
  /** The type of problem in one sentence. */ title: string;
  /** The number of the rule of the game that forbids the action. */ rule?: string;
}

export interface ProblemTypeList {
  items: Array<ProblemType>;
  /** Send it as `cursor` to get the next page; null on the last one. */ next: string | null;
}

export interface Profile {
  id: string;
  name: string;
  /** Whether the account is played by a program. */ is_bot: boolean;
  created_at: string;
  links: { self: string; };
  /** One for each game the player has been rated in, or has left to a stand-in. */ ratings: Array<PlayerRating>;
  /** The newest first, at most 20. */ results: Array<Result>;
}

export interface PublicLog {
  /** The name of the log, in its checkpoints. */ origin: string;
  /** The key that signs checkpoints now, as C2SP writes it. */ vkey: string;
  /** The number of entries in the newest checkpoint. */ size: number;
  /** When it was signed; absent if there is none. */ at?: string;
  links: LogLinks;
}

export interface PushKey {
  /** For `applicationServerKey`, in base64url. */ public_key: string;
}

export interface PushKeysBody {
  /** The public key of the browser. */ p256dh: string;
  /** The secret of the subscription. */ auth: string;
}

export interface PushSubscription {
  id: string;
  endpoint: string;
  description: string;
  created_at: string;
  links: { self: string; };
}

export interface PushSubscriptionBody {
  /** Where to post: an https URL with a public address and port 443, 80 or 1024 and above. Redirects are not followed. */ endpoint: string;
  keys: PushKeysBody;
  /** Ignored: a push service says itself when it has expired. */ expirationTime?: number | null;
  /** A description of your choice. */ description?: string;
}

export interface PushSubscriptionList {
  items: Array<PushSubscription>;
  /** Send it as `cursor` to get the next page; null on the last one. */ next: string | null;
}

export interface RankedPlayer {
  /** The mean minus three deviations; every player starts at 0. */ rating: number;
  /** The estimated strength, by the Plackett–Luce model. Only public games count. */ mean: number;
  /** The uncertainty of the estimate. */ deviation: number;
  /** Rated games. */ games: number;
  /** Of these, how many were won, alone or shared. */ wins: number;
  /** Public games that the player left to a stand-in. They change nobody's rating. */ left: number;
  /** Players with equal ratings share a rank. */ rank: number;
  /** The name of the account. */ player?: string;
  /** The name of the built-in bot, if it is one. */ bot?: string;
  is_bot: boolean;
  /** Absent for a built-in bot. */ links?: RankedPlayerLinks;
}

export interface RankedPlayerLinks {
  player: string;
}

export interface Readiness {
  /** Always `ready`. */ status: string;
  checks: ReadinessChecks;
}

export interface ReadinessChecks {
  database: string;
  broker: string;
  migrations: string;
  sealing_key: string;
}

export interface Receipt {
  /** The seq of the newest event. */ version: number;
  /** The hash of the newest event. */ hash: string;
  format: "signalbox-receipt";
  /** The id in the entries of the log. */ game: string;
  /** Whether the game was played on this server or imported. Of an import the server knows only what the log itself proves. */ source: "played" | "import";
  /** The id of an import on this server. */ import?: string;
  /** The time of signature. */ at: string;
  algorithm: "Ed25519";
  /** The `kid` of the signing key. */ key: string;
  /** What the signature covers. */ signs: "canonical JSON of the members other than signature, proof and seat";
  /** Ed25519 over what `signs` says, in base64url. */ signature: string;
  /** Only of the end of a game that is not in the public log yet: by when it will be. Ask for the receipt again; without `proof` it cannot be checked. */ proof_due?: string;
  /** That this head is in the public log: the entry there, and its C2SP tlog-proof. Absent if this head is not in the log: it has one an hour, and the last. */ proof?: { entry: string; inclusion: string; };
  /** Only for the player of a seat: what proves that your account took it. Take it off before you hand the receipt on, unless you want to prove that; the signature holds without it. */ seat?: { seat: number; /** Your account. */ account: string; /** With the account it opens the commitment in the event `seat_taken`. */ salt: string; };
}

export interface ReportBody {
  /** What is wrong with it, for the operator. */ reason: string;
}

export interface ReportPicture {
  moment: "start" | "middle" | "end";
  version: number;
  /** An SVG. */ address: string;
}

export interface ReportSeat {
  seat: number;
  kind?: "person" | "program" | "bot";
  /** `deleted player 1` and so on for players who have deleted their accounts, numbered throughout a report. Absent if the game was imported and a person played. */ name?: string;
  /** The bots that stood in for the player, in order. */ stand_ins?: Array<{ bot: string; /** How many decisions it made. */ decisions: number; /** False if the player took the seat back. */ to_the_end: boolean; }>;
  /** The player's share in the shuffles, if there is one. */ client_seed?: string;
  /** The key with which the player signs moves, the last one. */ key?: string;
  /** How many decisions the player has signed; absent if none. */ signed?: number;
  score?: number;
  won?: boolean;
}

export interface ReportSheet {
  seat: number;
  total: number;
  lines: Array<{ rule: string; what: string; points: number; }>;
}

export interface ReportStanding {
  name: string;
  kind: "person" | "program" | "bot";
  games: number;
  won: number;
  points: number;
}

export interface Result {
  game: string;
  ruleset: string;
  seat: number;
  /** The place of the seat, by points and completed tickets. */ rank: number;
  score: number;
  /** Whether the seat is among the winners of the game. */ won: boolean;
  /** False if the player left the seat to a stand-in. Such a game changes nobody's rating. */ finished: boolean;
  /** Absent if the game was not rated for this player. */ rating_before?: number;
  rating_after?: number;
  finished_at: string;
  links: { game: string; };
}

export interface Route {
  id: string;
  /** The place at one end. */ a: string;
  /** The place at the other. */ b: string;
  kind: RouteKind;
  length: number;
  /** `gray` accepts any single color. */ color: Color;
  /** The number of spaces that take two cards each. */ pair_spaces: number;
  /** Whether it is drawn over the edge of the map. */ wraps: boolean;
  /** Whether claiming it earns goods. */ goods: boolean;
  confidence: Confidence;
  /** Absent: the same as `confidence`. */ length_confidence?: Confidence;
  /** Absent: the same as `confidence`. */ goods_confidence?: Confidence;
  /** The other route of a double. */ twin?: string;
  /** The pieces that claiming it uses. */ pieces: RoutePieces;
  points: number;
}

export interface RouteKindRules {
  id: RouteKind;
  /** The piece placed on a route of this kind. */ piece: PieceKind;
  /** Absent: one per space. */ pieces_per_route?: number;
  points: Array<PointsByLength>;
  confidence: Confidence;
}

export interface RoutePieces {
  id: PieceKind;
  count: number;
}

export interface Rule {
  number: string;
  text: string;
}

/** One version. Caches keep it for good, so it does not say whether a newer one exists. */
export interface Ruleset {
  /** The game and its version, such as `london@1`. */ id: string;
  game: string;
  version: number;
  title: string;
  seats: SeatRange;
  /** The confidence of the least certain part of the board. */ confidence: Confidence;
  /** How certain each part of the board is: by part and confidence, the number of items. */ provenance: Record<string, Record<string, number>>;
  links: RulesetLinks;
  /** The options of a table, fixed when it is created. */ options: Array<Option>;
  /** Further options, for test tables only. */ test_options: Array<Option>;
  pieces: Array<Piece>;
  /** The kinds of routes and their points. */ kinds: Array<RouteKindRules>;
  piles: Array<Pile>;
  places: Array<Place>;
  routes: Array<Route>;
  tickets: Array<Ticket>;
  districts: Array<District>;
  /** The number of goods in the game. */ goods: number;
  /** The types of actions. */ actions: Array<ActionType>;
  rules: Array<Rule>;
}

export interface RulesetLinks {
  self: string;
  /** The board as SVG. */ picture: string;
  /** The strongest players of the game, over all its versions. */ leaderboard: string;
}

export interface RulesetList {
  items: Array<RulesetSummary>;
  /** Send it as `cursor` to get the next page; null on the last one. */ next: string | null;
}

export interface RulesetSummary {
  /** The game and its version, such as `london@1`. */ id: string;
  game: string;
  version: number;
  title: string;
  seats: SeatRange;
  /** The confidence of the least certain part of the board. */ confidence: Confidence;
  /** How certain each part of the board is: by part and confidence, the number of items. */ provenance: Record<string, Record<string, number>>;
  links: RulesetLinks;
  /** Whether it is the newest version of its game. */ is_newest: boolean;
}

export type Scope = "games:read" | "games:play" | "account" | "webhooks" | "bots" | "audit";

export interface ScriptBody {
  /** A seat with a bot. */ seat: number;
  /** One for each decision of the bot, in order. A decision for which the script has no legal action is left to the bot. */ actions: Array<Action>;
}

export interface SeatActionBody {
  seat: number;
  action: Action;
}

export interface SeatBody {
  seat?: number;
  /** The name of a bot to seat instead; only for the host. */ bot?: string;
  /** Your contribution to the shuffle, so that nobody can control it alone. Choose it at random, after the server has shown its `commitment`. It is recorded in the log. */ client_seed?: string;
  /** Required to join a private table. */ invite_code?: string;
}

export interface SeatRange {
  fewest: number;
  most: number;
}

export interface SentInvitation {
  player: string;
  status: InvitationStatus;
  /** The seat that is held; absent if none is. */ seat?: number;
  created_at: string;
  expires_at: string;
  links: { self: string; player: string; };
}

export interface SentInvitationList {
  items: Array<SentInvitation>;
  /** Send it as `cursor` to get the next page; null on the last one. */ next: string | null;
}

export interface Sentence {
  seq: number;
  text: string;
}

/** A message of a stream in the fields of a server-sent event; the body is a sequence of them. */
export interface ServerSentEvent {
  /** The same as in the message. */ event: string;
  /** The same, as text. */ id?: string;
  /** `data` of the message, as JSON text. */ data: string;
}

export interface SignUpBody {
  /** 3 to 24 characters: letters, digits, `_` and `-`. Names such as those of bots are reserved. */ name: string;
  /** Whether the account is played by a program. */ is_bot?: boolean;
}

export interface SignedBody {
  signature?: MoveSignatureRequest;
}

export interface SignedUp {
  player: Player;
  token: NewToken;
}

export type StandIns = "until_return" | "to_the_end";

export interface StandingMessage {
  event: "standing";
  /** Where the stream begins. */ id: number;
  data: { /** The number of your newest notice; 0 before the first. */ number: number; /** Notices up to this number are no longer kept; 0 if all are. */ forgotten: number; /** The games that wait for your action, most urgent first. */ games: Array<GameSummary>; };
}

export interface StartBody {
  /** Your contribution to the shuffle, so that nobody can control it alone. Choose it at random, after the server has shown its `commitment`. It is recorded in the log. */ client_seed?: string;
}

export interface Statistics {
  items: Array<GameStatistics>;
  /** Send it as `cursor` to get the next page; null on the last one. */ next: string | null;
}

export interface TableBody {
  /** A ruleset: `london@1`, or `london` for its newest version. */ ruleset: string;
  seats: number;
  /** The names of the bots to seat. */ bots?: Array<string>;
  options?: Record<string, string>;
  visibility?: Visibility;
  /** A name for the table. Everybody who sees the table can read it. */ name?: string;
  clock?: ClockBody;
  /** How long a bot waits before it acts, in milliseconds. */ bot_delay?: number;
  /** Whether a stand-in leaves when its player takes the seat back, or plays to the end. */ stand_ins?: StandIns;
  /** Whether you take a seat. Send false for a table of bots alone. */ sit?: boolean;
  /** Makes it a test table: private, never rated, never listed and marked as such in its log. */ test?: TestTableBody;
}

export interface TableChangeBody {
  /** The name of the table; empty for none. */ name: string;
}

export interface TableSeat {
  /** The number of the seat; the first is 0. */ seat: number;
  /** Whether somebody sits there, a person or a bot. */ taken: boolean;
  /** True if it is held for an invited player; absent if not. */ held?: boolean;
  /** Whether the seat belongs to a bot or to an account that plays by program. */ is_bot: boolean;
  /** The name of the player; absent for a bot and if the account is deleted. */ player?: string;
  /** The name of the bot that has this seat. */ bot?: string;
  /** The bot that has taken over for the player. */ stand_in?: string;
  /** The bot that makes this decision because the player's time ran out. */ cover?: string;
  /** The player's share in the shuffles, if there is one. */ client_seed?: string;
  /** Seconds left in the bank when the seat last began to decide. */ bank?: number;
  /** When the seat runs out of time; absent if no clock runs for it, and in lists. */ deadline?: string;
  /** The days of vacation that the player has left. */ vacation_days?: number;
  /** When the player's last vacation ends or has ended. Until then their clock stands. */ away_until?: string;
}

export interface TestTableBody {
  /** The server's seed, 32 bytes in hexadecimal. Equal seeds, client seeds, options and actions give equal games. Without it the deal is random. */ seed?: string;
  /** The game is started and these are played at once; every seat must be taken by you or a bot. An empty list only starts it. */ actions?: Array<SeatActionBody>;
  scripts?: Array<ScriptBody>;
}

export interface Ticket {
  id: string;
  places: Array<string>;
  points: number;
  /** The points of a tour whose places are connected, but not in order. */ points_any_order?: number;
  /** The points lost if it is not completed. */ penalty: number;
  is_tour: boolean;
  confidence: Confidence;
}

export interface TimeBody {
  /** The seat of an opponent who has to act. */ seat: number;
  seconds: number;
}

export interface Token {
  id: string;
  name: string;
  scopes: Array<Scope>;
  created_at: string;
  expires_at?: string;
  /** Updated at most once an hour. */ last_used_at?: string;
  links: { self: string; };
}

export interface TokenBody {
  /** A name of your choice. */ name: string;
  /** What the token may be used for: at most the scopes of the token used for this request, never `audit`. */ scopes: Array<Scope>;
  /** When the token expires; by default together with the token used for this request. */ expires_at?: string;
}

export interface TokenList {
  items: Array<Token>;
  /** Send it as `cursor` to get the next page; null on the last one. */ next: string | null;
}

/** A message of a kind that was added after this document was written. */
export interface UnknownGameMessage {
  event: string;
  id?: number;
  data: Record<string, unknown>;
}

/** A message of a kind that was added after this document was written. */
export interface UnknownMyMessage {
  event: string;
  id?: number;
  data: Record<string, unknown>;
}

export interface VacationBody {
  days: number;
}

export interface ViewMessage {
  event: "view";
  /** The version of the view. */ id: number;
  data: Game;
}

export type Visibility = "public" | "unlisted" | "private";

export interface Webhook {
  id: string;
  url: string;
  kinds: Array<WebhookKind>;
  game?: string;
  description: string;
  /** The id of the token that created or last updated it. The webhook sees what this token may see, and is paused when it is revoked or expires. */ token: string;
  paused: boolean;
  /** `asked`: by you; `failing`: no success for long; `gone`: it answered 410; `overfull`: too many pending messages; `token_ended`: its token was revoked or has expired. Absent if it is not paused. */ paused_because?: string;
  paused_at?: string;
  /** Since when every attempt has failed; absent if the most recent one succeeded. */ failing_since?: string;
  /** Until when messages are also signed with the previous secret. */ old_secret_until?: string;
  created_at: string;
  links: { self: string; deliveries: string; test: string; };
}

export interface WebhookBody {
  /** Where to post: an https URL with a public address and port 443, 80 or 1024 and above. Redirects are not followed. */ url: string;
  /** The kinds of messages to send. `bot.act` asks for an action, which is the answer to the request; it requires a bot account and a token with the scope `bots`. */ kinds: Array<WebhookKind>;
  /** Only messages about this game, which can be any you may see. By default, all your games. */ game?: string;
  /** A description of your choice. */ description?: string;
}

export interface WebhookChangeBody {
  /** Where to post: an https URL with a public address and port 443, 80 or 1024 and above. Redirects are not followed. */ url?: string;
  /** The kinds of messages to send. `bot.act` asks for an action, which is the answer to the request; it requires a bot account and a token with the scope `bots`. */ kinds?: Array<WebhookKind>;
  /** A description of your choice. */ description?: string;
  /** While a webhook is paused, no new messages are created for it, and pending ones wait. */ paused?: boolean;
}

export type WebhookKind = "game.your_turn" | "game.started" | "game.finished" | "game.event" | "game.closed" | "seat.taken" | "seat.cleared" | "seat.timed_out" | "seat.handed_over" | "seat.resigned" | "seat.returned" | "vacation.began" | "vacation.ended" | "pause.proposed" | "pause.declined" | "pause.began" | "pause.ending" | "time.given" | "game.invitation" | "game.declined" | "game.rematch" | "game.message" | "deadline.near" | "friend.request" | "bot.act";

export interface WebhookList {
  items: Array<Webhook>;
  /** Send it as `cursor` to get the next page; null on the last one. */ next: string | null;
}

export interface WholeDelivery {
  /** The `webhook-id` of the message, the same for every attempt. */ id: string;
  kind: string;
  game?: string;
  /** The seq of the event, or the version of the game, that the message is about. */ seq?: number;
  state: DeliveryState;
  attempts: number;
  /** The earliest time of the next attempt. */ next_attempt_at?: string;
  created_at: string;
  /** When the delivery succeeded or was given up. It is deleted seven days later. */ ended_at?: string;
  links: { self: string; webhook: string; replay: string; };
  /** The message as your token may see it now; absent if it is no longer valid, or if your token may not see it. */ body?: Record<string, unknown>;
  /** The 20 most recent attempts, oldest first. */ log: Array<DeliveryAttempt>;
}

export interface AccountClaimRequestedData {
  /** The token that made it. If you revoke the token, the link ends. */ token: string;
}

/** A link was made with which a person adds a password or a passkey to your account. */
export type AccountClaimRequestedNotice = AccountNews & { /** Counts 1, 2, 3 … for each player. */ number: number; kind: "account.claim_requested"; data: AccountClaimRequestedData; };

export interface AccountNews {
  at: string;
}

/** An action for your own seat. */
export type Action = DrawCardAction | TakeCardAction | ClaimRouteAction | DrawTicketsAction | KeepTicketsAction | PassAction | ExchangePiecesAction | BuildHarbourAction | ChooseFleetAction;

export interface AuditCheck {
  name: string;
  result: "failed" | "passed" | "skipped";
  detail: string;
  seq?: number;
}

export interface BotActCallback {
  type: "bot.act";
  timestamp: string;
  /** The answer of `listActions`, and in `game` that of `getGame`. */ data: ActionList & { game: Game; };
}

/** Bot seated. */
export type BotSeatedEvent = EventEnvelope & { type: "bot_seated"; public: BotSeatedPublic; };

export interface BotSeatedPublic {
  seat: number;
  bot: string;
}

/** Build a harbour in this city and pay with these cards. */
export interface BuildHarbourAction {
  type: "build_harbour";
  place: string;
  cards: Array<string>;
  /** The version your decision is based on; if it is not current, the answer is 409. */ expected_version?: number;
  signature?: MoveSignatureRequest;
}

/** A card was drawn unseen from a pile. */
export type CardDrawnEvent = EventEnvelope & { type: "card_drawn"; public: CardDrawnPublic; private?: CardDrawnPrivate; sealed: EventSeal; salt?: string; };

/** A card was drawn unseen from a pile. */
export interface CardDrawnPreview {
  type: "card_drawn";
  v: number;
  public: CardDrawnPublic;
  private?: CardDrawnPrivate;
}

export interface CardDrawnPrivate {
  card?: string;
}

export interface CardDrawnPublic {
  seat: number;
  pile: PileId;
}

/** A card was taken from the market. `draws`: how many of the turn's two draws it used up. */
export type CardTakenEvent = EventEnvelope & { type: "card_taken"; public: CardTakenPublic; };

/** A card was taken from the market. `draws`: how many of the turn's two draws it used up. */
export interface CardTakenPreview {
  type: "card_taken";
  v: number;
  public: CardTakenPublic;
}

export interface CardTakenPublic {
  seat: number;
  card: string;
  slot: number;
  draws: number;
  refill?: PileId;
}

/** Cards dealt. */
export type CardsDealtEvent = EventEnvelope & { type: "cards_dealt"; public: CardsDealtPublic; private?: CardsDealtPrivate; sealed: EventSeal; salt?: string; };

/** Cards dealt. */
export interface CardsDealtPreview {
  type: "cards_dealt";
  v: number;
  public: CardsDealtPublic;
  private?: CardsDealtPrivate;
}

export interface CardsDealtPrivate {
  cards?: Array<string>;
}

export interface CardsDealtPublic {
  seat: number;
  pile: PileId;
  count: number;
}

/** Pick the pieces to play with, in secret. */
export interface ChooseFleetAction {
  type: "choose_fleet";
  trains: number;
  ships: number;
  /** The version your decision is based on; if it is not current, the answer is 409. */ expected_version?: number;
  signature?: MoveSignatureRequest;
}

/** Claim a route and pay for it with these cards. */
export interface ClaimRouteAction {
  type: "claim_route";
  route: string;
  cards: Array<string>;
  /** The version your decision is based on; if it is not current, the answer is 409. */ expected_version?: number;
  signature?: MoveSignatureRequest;
}

/** The host of a test table moved its clock, which stands still otherwise. */
export type ClockAdvancedEvent = EventEnvelope & { type: "clock_advanced"; public: ClockAdvancedPublic; };

export interface ClockAdvancedPublic {
  seconds: number;
}

/** A color of cards, routes or districts. New games may bring more: clients must accept values they do not know. */
export type Color = KnownColor | (string & {});

export type Confidence = "confirmed" | "single-source" | "reconstructed";

export interface DeadlineNearCallback {
  type: "deadline.near";
  timestamp: string;
  data: DeadlineNearNews;
}

export interface DeadlineNearData {
  /** Your seat. */ seat: number;
  deadline: string;
  /** The seq of the newest event. */ version: number;
  /** The seats that have to act. */ to_act: Array<number>;
  /** What you have to decide; absent if you do not have to act. */ moment?: Moment;
}

export type DeadlineNearNews = GameNews & DeadlineNearData;

/** Your deadline is near. */
export type DeadlineNearNotice = GameNews & { /** Counts 1, 2, 3 … for each player. */ number: number; kind: "deadline.near"; data: DeadlineNearData; };

export type DeletedBy = "author" | "operator";

export type DeliveryState = "pending" | "delivered" | "failed" | "cancelled";

/** Draw the top card of a pile, unseen. */
export interface DrawCardAction {
  type: "draw_card";
  pile: PileId;
  /** The version your decision is based on; if it is not current, the answer is 409. */ expected_version?: number;
  signature?: MoveSignatureRequest;
}

/** Draw tickets; which to keep is the next decision. */
export interface DrawTicketsAction {
  type: "draw_tickets";
  /** The version your decision is based on; if it is not current, the answer is 409. */ expected_version?: number;
  signature?: MoveSignatureRequest;
}

/** An event in its envelope. `hash` is SHA-256 over `prev` and the canonical JSON of game, seq, type, v, actor, by, at, public, sealed and signature. `private` and `salt` are present only for the seats that may know them and, after the end, for everyone. More types may be added: a client then reads an `UnknownEvent`, which it should ignore. */
export type Event = KnownEvent | UnknownEvent;

/** What all events have. */
export interface EventEnvelope {
  actor?: number;
  at: string;
  by?: Maker;
  game: string;
  hash: string;
  prev: string;
  seq: number;
  signature?: MoveSignature;
  v: number;
}

/** The commitment to the private facts, and the seat that may know them. */
export interface EventSeal {
  commit: string;
  to?: number;
}

/** Exchange trains for ships, or ships for trains, at a point each. */
export interface ExchangePiecesAction {
  type: "exchange_pieces";
  give: string;
  count: number;
  /** The version your decision is based on; if it is not current, the answer is 409. */ expected_version?: number;
  signature?: MoveSignatureRequest;
}

/** Lots were drawn for the first turn; the first seat of the order has it. */
export type FirstSeatDrawnEvent = EventEnvelope & { type: "first_seat_drawn"; public: FirstSeatDrawnPublic; };

/** Lots were drawn for the first turn; the first seat of the order has it. */
export interface FirstSeatDrawnPreview {
  type: "first_seat_drawn";
  v: number;
  public: Record<string, unknown>;
}

export interface FirstSeatDrawnPublic {
  order: Array<string>;
}

/** The table had agreed who begins. */
export type FirstSeatNamedEvent = EventEnvelope & { type: "first_seat_named"; public: FirstSeatNamedPublic; };

/** The table had agreed who begins. */
export interface FirstSeatNamedPreview {
  type: "first_seat_named";
  v: number;
  public: FirstSeatNamedPublic;
}

export interface FirstSeatNamedPublic {
  seat: number;
}

/** A seat has picked its pieces; nobody else knows which yet. */
export type FleetChosenEvent = EventEnvelope & { type: "fleet_chosen"; public: FleetChosenPublic; private?: FleetChosenPrivate; sealed: EventSeal; salt?: string; };

/** A seat has picked its pieces; nobody else knows which yet. */
export interface FleetChosenPreview {
  type: "fleet_chosen";
  v: number;
  public: FleetChosenPublic;
  private?: FleetChosenPrivate;
}

export interface FleetChosenPrivate {
  trains?: number;
  ships?: number;
  signature?: MoveSignature;
}

export interface FleetChosenPublic {
  seat: number;
}

/** A seat's pieces are on the table; what it did not pick stays in its box. */
export type FleetRevealedEvent = EventEnvelope & { type: "fleet_revealed"; public: FleetRevealedPublic; };

/** A seat's pieces are on the table; what it did not pick stays in its box. */
export interface FleetRevealedPreview {
  type: "fleet_revealed";
  v: number;
  public: FleetRevealedPublic;
}

export interface FleetRevealedPublic {
  seat: number;
  pieces: Record<string, number>;
}

export interface FriendRequestCallback {
  type: "friend.request";
  timestamp: string;
  data: FriendRequestNews;
}

export type FriendRequestData = Record<string, unknown>;

export type FriendRequestNews = AccountNews & FriendRequestData;

/** A player asks to be your friend; `listFriends` says who. */
export type FriendRequestNotice = AccountNews & { /** Counts 1, 2, 3 … for each player. */ number: number; kind: "friend.request"; data: FriendRequestData; };

export type FriendStatus = "sent" | "received" | "friend";

export interface GameClosedCallback {
  type: "game.closed";
  timestamp: string;
  data: GameClosedNews;
}

export interface GameClosedData {
  /** Your seat; absent if you do not have one. */ seat?: number;
  /** The seq of the newest event. */ version: number;
  /** The seats that have to act. */ to_act: Array<number>;
  /** What you have to decide; absent if you do not have to act. */ moment?: Moment;
}

/** The table was given up before it started. */
export type GameClosedEvent = EventEnvelope & { type: "game_closed"; public: GameClosedPublic; };

export type GameClosedNews = GameNews & GameClosedData;

/** The table was closed before the game started. */
export type GameClosedNotice = GameNews & { /** Counts 1, 2, 3 … for each player. */ number: number; kind: "game.closed"; data: GameClosedData; };

export type GameClosedPublic = Record<string, unknown>;

/** A table was opened for this game; the server is bound to its seed from here on. */
export type GameCreatedEvent = EventEnvelope & { type: "game_created"; public: GameCreatedPublic; };

export interface GameCreatedPublic {
  ruleset: string;
  seats: number;
  options: Record<string, string>;
  visibility: string;
  clock: Record<string, number>;
  bot_delay: number;
  commitment: string;
  rematch_of?: string;
  purpose?: string;
  stand_ins?: string;
}

export interface GameDeclinedCallback {
  type: "game.declined";
  timestamp: string;
  data: GameDeclinedNews;
}

export type GameDeclinedData = Record<string, unknown>;

export type GameDeclinedNews = TableNews & GameDeclinedData;

/** A player whom you have invited to your table does not want to sit down. */
export type GameDeclinedNotice = TableNews & { /** Counts 1, 2, 3 … for each player. */ number: number; kind: "game.declined"; data: GameDeclinedData; };

/** Game ended. */
export type GameEndedEvent = EventEnvelope & { type: "game_ended"; public: GameEndedPublic; };

/** Game ended. */
export interface GameEndedPreview {
  type: "game_ended";
  v: number;
  public: GameEndedPublic;
}

export interface GameEndedPublic {
  winners: Array<number>;
}

export interface GameEventCallback {
  type: "game.event";
  timestamp: string;
  data: NewEvent;
}

export interface GameFinishedCallback {
  type: "game.finished";
  timestamp: string;
  data: GameFinishedNews;
}

export interface GameFinishedData {
  /** Your seat; absent if you do not have one. */ seat?: number;
  /** The score of each seat. */ scores: Array<number>;
  /** The seats that have won. */ winners: Array<number>;
  /** The seq of the newest event. */ version: number;
  /** The seats that have to act. */ to_act: Array<number>;
  /** What you have to decide; absent if you do not have to act. */ moment?: Moment;
}

export type GameFinishedNews = GameNews & GameFinishedData;

/** The game is over. */
export type GameFinishedNotice = GameNews & { /** Counts 1, 2, 3 … for each player. */ number: number; kind: "game.finished"; data: GameFinishedData; };

export interface GameInvitationCallback {
  type: "game.invitation";
  timestamp: string;
  data: GameInvitationNews;
}

export interface GameInvitationData {
  /** The seat that is held for you; absent if none is. */ seat?: number;
  /** Until when you can take a seat because of it. */ expires_at: string;
}

export type GameInvitationNews = TableNews & GameInvitationData;

/** You are invited to a table. */
export type GameInvitationNotice = TableNews & { /** Counts 1, 2, 3 … for each player. */ number: number; kind: "game.invitation"; data: GameInvitationData; };

export interface GameMessageCallback {
  type: "game.message";
  timestamp: string;
  data: GameMessageNews;
}

export interface GameMessageData {
  /** Of the message. */ number: number;
  /** Of the author; absent for a host without a seat. */ seat?: number;
}

export type GameMessageNews = TableNews & GameMessageData;

/** Somebody has written a message at your table. */
export type GameMessageNotice = TableNews & { /** Counts 1, 2, 3 … for each player. */ number: number; kind: "game.message"; data: GameMessageData; };

export interface GameNews {
  game: string;
  /** What is played there. */ ruleset: string;
  /** That the host has given to the table; absent if there is none. */ name?: string;
  links: NoticeLinks;
  at: string;
  /** The event of the game that caused it. */ seq: number;
}

/** All have agreed: every clock stands, for so many days at most. */
export type GamePausedEvent = EventEnvelope & { type: "game_paused"; public: GamePausedPublic; };

export interface GamePausedPublic {
  days: number;
}

export interface GameRematchCallback {
  type: "game.rematch";
  timestamp: string;
  data: GameRematchNews;
}

export interface GameRematchData {
  /** The seat that is held for you; absent if none is. */ seat?: number;
  /** Until when you can take a seat because of it. */ expires_at: string;
  /** The game that is finished. */ rematch_of: string;
}

export type GameRematchNews = TableNews & GameRematchData;

/** Another player of a finished game has opened a rematch, and you are invited. */
export type GameRematchNotice = TableNews & { /** Counts 1, 2, 3 … for each player. */ number: number; kind: "game.rematch"; data: GameRematchData; };

/** All have asked for it: the clocks run again. */
export type GameResumedEvent = EventEnvelope & { type: "game_resumed"; public: GameResumedPublic; };

export type GameResumedPublic = Record<string, unknown>;

export interface GameStartedCallback {
  type: "game.started";
  timestamp: string;
  data: GameStartedNews;
}

export interface GameStartedData {
  /** Your seat; absent if you do not have one. */ seat?: number;
  /** The seq of the newest event. */ version: number;
  /** The seats that have to act. */ to_act: Array<number>;
  /** What you have to decide; absent if you do not have to act. */ moment?: Moment;
}

/** The client seeds are in, the game key is fixed; the game's own events follow. */
export type GameStartedEvent = EventEnvelope & { type: "game_started"; public: GameStartedPublic; };

export type GameStartedNews = GameNews & GameStartedData;

/** The game has started. */
export type GameStartedNotice = GameNews & { /** Counts 1, 2, 3 … for each player. */ number: number; kind: "game.started"; data: GameStartedData; };

export interface GameStartedPublic {
  log?: Record<string, number>;
}

export type GameStatus = "open" | "playing" | "scoring" | "finished" | "closed" | "archived";

export interface GameYourTurnCallback {
  type: "game.your_turn";
  timestamp: string;
  data: GameYourTurnNews;
}

export interface GameYourTurnData {
  /** Your seat. */ seat: number;
  /** Absent if the table has no clock. */ deadline?: string;
  /** The seq of the newest event. */ version: number;
  /** The seats that have to act. */ to_act: Array<number>;
  /** What you have to decide; absent if you do not have to act. */ moment?: Moment;
}

export type GameYourTurnNews = GameNews & GameYourTurnData;

/** It is your turn to act. */
export type GameYourTurnNotice = GameNews & { /** Counts 1, 2, 3 … for each player. */ number: number; kind: "game.your_turn"; data: GameYourTurnData; };

/** The claimed route carries goods: its owner got a goods card. */
export type GoodsTakenEvent = EventEnvelope & { type: "goods_taken"; public: GoodsTakenPublic; };

/** The claimed route carries goods: its owner got a goods card. */
export interface GoodsTakenPreview {
  type: "goods_taken";
  v: number;
  public: GoodsTakenPublic;
}

export interface GoodsTakenPublic {
  seat: number;
}

/** Harbour built. */
export type HarbourBuiltEvent = EventEnvelope & { type: "harbour_built"; public: HarbourBuiltPublic; };

/** Harbour built. */
export interface HarbourBuiltPreview {
  type: "harbour_built";
  v: number;
  public: HarbourBuiltPublic;
}

export interface HarbourBuiltPublic {
  seat: number;
  place: string;
  cards: Array<string>;
}

export interface InvalidField {
  in: "body" | "query" | "header";
  /** A JSON pointer (RFC 6901) to the member of the body, such as `/clock/bank`, or a slash and the name of the parameter or header. Empty: the body as a whole. Of a name with more than 64 characters, the first 63 and an ellipsis. */ pointer: string;
  /** What is wrong, such as `required` or `unknown`. */ code: string;
  message: string;
}

export type InvitationStatus = "open" | "declined" | "withdrawn" | "expired";

/** Keep these of the tickets on offer; the others go under the pile. */
export interface KeepTicketsAction {
  type: "keep_tickets";
  tickets: Array<string>;
  /** The version your decision is based on; if it is not current, the answer is 409. */ expected_version?: number;
  signature?: MoveSignatureRequest;
}

/** The key of a seat's player from here on: Ed25519, 32 bytes in base64url without padding. */
export type KeyChangedEvent = EventEnvelope & { type: "key_changed"; public: KeyChangedPublic; };

export interface KeyChangedPublic {
  seat: number;
  key?: string;
  signing?: string;
}

/** A color of cards, routes or districts. New games may bring more: clients must accept values they do not know. */
export type KnownColor = "black" | "blue" | "gray" | "green" | "orange" | "pink" | "purple" | "red" | "white" | "yellow";

export type KnownEvent = GameCreatedEvent | GameClosedEvent | GameStartedEvent | ClockAdvancedEvent | SeedRevealedEvent | SeatTakenEvent | SeedGivenEvent | BotSeatedEvent | SeatLeftEvent | SeatClearedEvent | SeatHeldEvent | SeatReleasedEvent | KeyChangedEvent | SeatResignedEvent | SeatTimedOutEvent | SeatHandedOverEvent | SeatReturnedEvent | VacationBeganEvent | VacationEndedEvent | TimeGivenEvent | PauseProposedEvent | PauseAgreedEvent | PauseDeclinedEvent | GamePausedEvent | ResumeAskedEvent | GameResumedEvent | CardsDealtEvent | CardDrawnEvent | CardTakenEvent | MarketFilledEvent | MarketSweptEvent | LastRoundBeganEvent | ScoringBeganEvent | SeatScoredEvent | GameEndedEvent | RouteClaimedEvent | GoodsTakenEvent | TableSetEvent | PileShuffledEvent | FirstSeatDrawnEvent | FirstSeatNamedEvent | TurnBeganEvent | TurnPassedEvent | TicketsDealtEvent | TicketsChosenEvent | StartingTicketsKeptEvent | TicketsDrawnEvent | TicketsKeptEvent | PiecesExchangedEvent | HarbourBuiltEvent | FleetChosenEvent | FleetRevealedEvent;

export type KnownNotice = GameYourTurnNotice | GameStartedNotice | GameFinishedNotice | GameClosedNotice | SeatTakenNotice | SeatClearedNotice | SeatTimedOutNotice | SeatHandedOverNotice | SeatResignedNotice | SeatReturnedNotice | VacationBeganNotice | VacationEndedNotice | PauseProposedNotice | PauseDeclinedNotice | PauseBeganNotice | PauseEndingNotice | TimeGivenNotice | GameInvitationNotice | GameRematchNotice | GameDeclinedNotice | GameMessageNotice | DeadlineNearNotice | FriendRequestNotice | AccountClaimRequestedNotice | WebhookPausedNotice;

/** A kind of piece. New games may bring more: clients must accept values they do not know. */
export type KnownPieceKind = "bus" | "cart" | "harbour" | "ship" | "subway-car" | "train" | "tram";

/** A pile of cards; `tickets` is the pile of tickets. New games may bring more: clients must accept values they do not know. */
export type KnownPileId = "ship" | "tickets" | "train" | "transport";

/** A kind of route. New games may bring more: clients must accept values they do not know. */
export type KnownRouteKind = "bus" | "cart" | "rail" | "sea" | "subway" | "tram";

/** A seat has run low on pieces; this many turns are left, its own the last. */
export type LastRoundBeganEvent = EventEnvelope & { type: "last_round_began"; public: LastRoundBeganPublic; };

/** A seat has run low on pieces; this many turns are left, its own the last. */
export interface LastRoundBeganPreview {
  type: "last_round_began";
  v: number;
  public: LastRoundBeganPublic;
}

export interface LastRoundBeganPublic {
  seat: number;
  turns: number;
}

/** Who made the decision: a person, an account that plays by program, a bot with a seat of its own, a stand-in that has taken over, or a cover for one decision after a time-out. */
export type Maker = "person" | "program" | "bot" | "stand_in" | "cover";

/** Cards were turned up into the market, each from the pile it belongs to. */
export type MarketFilledEvent = EventEnvelope & { type: "market_filled"; public: MarketFilledPublic; };

/** Cards were turned up into the market, each from the pile it belongs to. */
export interface MarketFilledPreview {
  type: "market_filled";
  v: number;
  public: { slots: Array<number>; };
}

export interface MarketFilledPublic {
  slots: Array<number>;
  cards: Array<string>;
}

/** The whole market was discarded because too many of its cards were wild. */
export type MarketSweptEvent = EventEnvelope & { type: "market_swept"; public: MarketSweptPublic; };

/** The whole market was discarded because too many of its cards were wild. */
export interface MarketSweptPreview {
  type: "market_swept";
  v: number;
  public: MarketSweptPublic;
}

export interface MarketSweptPublic {
  cards: Array<string>;
}

export type Moment = "turn" | "second_card" | "drawn_tickets" | "starting_tickets" | "fleet";

/** A player's own signature on an action. */
export interface MoveSignature {
  /** The hash of an entry of this game's log, not before the last one of your seat: mostly the `hash` of the answer on which you have decided. */ after: string;
  /** Ed25519 over the line `signalbox-move/1` and the canonical JSON of `{action, after, game}`, in base64url without padding. The action has its type, your seat and its members, lists sorted. */ value: string;
}

/** A player's own signature on an action. */
export interface MoveSignatureRequest {
  /** The hash of an entry of this game's log, not before the last one of your seat: mostly the `hash` of the answer on which you have decided. */ after: string;
  /** Ed25519 over the line `signalbox-move/1` and the canonical JSON of `{action, after, game}`, in base64url without padding. The action has its type, your seat and its members, lists sorted. */ value: string;
}

/** What concerns you, in one of your games or elsewhere. More kinds may be added: a client then reads an `UnknownNotice`, which it should ignore. */
export type Notice = KnownNotice | UnknownNotice;

export type NoticeKind = "account.claim_requested" | "deadline.near" | "friend.request" | "game.closed" | "game.declined" | "game.finished" | "game.invitation" | "game.message" | "game.rematch" | "game.started" | "game.your_turn" | "pause.began" | "pause.declined" | "pause.ending" | "pause.proposed" | "seat.cleared" | "seat.handed_over" | "seat.resigned" | "seat.returned" | "seat.taken" | "seat.timed_out" | "time.given" | "vacation.began" | "vacation.ended" | "webhook.paused";

export interface NoticeLinks {
  game: string;
  actions: string;
}

/** Do nothing; allowed only to a seat that can do nothing else. */
export interface PassAction {
  type: "pass";
  /** The version your decision is based on; if it is not current, the answer is 409. */ expected_version?: number;
  signature?: MoveSignatureRequest;
}

/** Pause agreed. */
export type PauseAgreedEvent = EventEnvelope & { type: "pause_agreed"; public: PauseAgreedPublic; };

export interface PauseAgreedPublic {
  seat: number;
}

export interface PauseBeganCallback {
  type: "pause.began";
  timestamp: string;
  data: PauseBeganNews;
}

export interface PauseBeganData {
  /** When the clocks run again at the latest. */ until: string;
  /** The seq of the newest event. */ version: number;
  /** The seats that have to act. */ to_act: Array<number>;
  /** What you have to decide; absent if you do not have to act. */ moment?: Moment;
}

export type PauseBeganNews = GameNews & PauseBeganData;

/** All players have agreed to a pause, and all clocks stand. */
export type PauseBeganNotice = GameNews & { /** Counts 1, 2, 3 … for each player. */ number: number; kind: "pause.began"; data: PauseBeganData; };

export interface PauseDeclinedCallback {
  type: "pause.declined";
  timestamp: string;
  data: PauseDeclinedNews;
}

export interface PauseDeclinedData {
  /** The seat of that player. */ seat: number;
  /** The seq of the newest event. */ version: number;
  /** The seats that have to act. */ to_act: Array<number>;
  /** What you have to decide; absent if you do not have to act. */ moment?: Moment;
}

/** A player declined the pause, or took the proposal back. */
export type PauseDeclinedEvent = EventEnvelope & { type: "pause_declined"; public: PauseDeclinedPublic; };

export type PauseDeclinedNews = GameNews & PauseDeclinedData;

/** A player has declined the pause that was proposed, or taken it back. */
export type PauseDeclinedNotice = GameNews & { /** Counts 1, 2, 3 … for each player. */ number: number; kind: "pause.declined"; data: PauseDeclinedData; };

export interface PauseDeclinedPublic {
  seat: number;
}

export interface PauseEndingCallback {
  type: "pause.ending";
  timestamp: string;
  data: PauseEndingNews;
}

export interface PauseEndingData {
  /** The seat of that player; absent if the pause is over. */ seat?: number;
  /** When the clocks run. */ until: string;
  /** The seq of the newest event. */ version: number;
  /** The seats that have to act. */ to_act: Array<number>;
  /** What you have to decide; absent if you do not have to act. */ moment?: Moment;
}

export type PauseEndingNews = GameNews & PauseEndingData;

/** Another player has asked for the end of the pause, or it is over. */
export type PauseEndingNotice = GameNews & { /** Counts 1, 2, 3 … for each player. */ number: number; kind: "pause.ending"; data: PauseEndingData; };

export interface PauseProposedCallback {
  type: "pause.proposed";
  timestamp: string;
  data: PauseProposedNews;
}

export interface PauseProposedData {
  /** The seat of that player. */ seat: number;
  /** How long it lasts at most. */ days: number;
  /** The seq of the newest event. */ version: number;
  /** The seats that have to act. */ to_act: Array<number>;
  /** What you have to decide; absent if you do not have to act. */ moment?: Moment;
}

/** A player would like all clocks to stand for so many days. */
export type PauseProposedEvent = EventEnvelope & { type: "pause_proposed"; public: PauseProposedPublic; };

export type PauseProposedNews = GameNews & PauseProposedData;

/** Another player proposes a pause, and you have to agree or decline. */
export type PauseProposedNotice = GameNews & { /** Counts 1, 2, 3 … for each player. */ number: number; kind: "pause.proposed"; data: PauseProposedData; };

export interface PauseProposedPublic {
  seat: number;
  days: number;
}

/** A kind of piece. New games may bring more: clients must accept values they do not know. */
export type PieceKind = KnownPieceKind | (string & {});

/** Pieces exchanged. */
export type PiecesExchangedEvent = EventEnvelope & { type: "pieces_exchanged"; public: PiecesExchangedPublic; };

/** Pieces exchanged. */
export interface PiecesExchangedPreview {
  type: "pieces_exchanged";
  v: number;
  public: PiecesExchangedPublic;
}

export interface PiecesExchangedPublic {
  seat: number;
  give: string;
  get: string;
  count: number;
  points: number;
}

/** A pile of cards; `tickets` is the pile of tickets. New games may bring more: clients must accept values they do not know. */
export type PileId = KnownPileId | (string & {});

/** A pile was made: in set-up from all its cards, later from its discards. */
export type PileShuffledEvent = EventEnvelope & { type: "pile_shuffled"; public: PileShuffledPublic; private?: PileShuffledPrivate; sealed: EventSeal; salt?: string; };

/** A pile was made: in set-up from all its cards, later from its discards. */
export interface PileShuffledPreview {
  type: "pile_shuffled";
  v: number;
  public: PileShuffledPublic;
  private?: PileShuffledPrivate;
}

export interface PileShuffledPrivate {
  order?: Array<string>;
}

export interface PileShuffledPublic {
  pile: PileId;
  nth: number;
  count: number;
}

export type PreviewEvent = CardsDealtPreview | CardDrawnPreview | CardTakenPreview | MarketFilledPreview | MarketSweptPreview | LastRoundBeganPreview | ScoringBeganPreview | SeatScoredPreview | GameEndedPreview | RouteClaimedPreview | GoodsTakenPreview | TableSetPreview | PileShuffledPreview | FirstSeatDrawnPreview | FirstSeatNamedPreview | TurnBeganPreview | TurnPassedPreview | TicketsDealtPreview | TicketsChosenPreview | StartingTicketsKeptPreview | TicketsDrawnPreview | TicketsKeptPreview | PiecesExchangedPreview | HarbourBuiltPreview | FleetChosenPreview | FleetRevealedPreview;

/** A problem document (RFC 9457). Programs should compare `code`; the texts are for people. */
export interface Problem {
  /** Where this type of problem is described. */ type: string;
  /** The type of problem in one sentence, always the same for a code. */ title: string;
  status: number;
  /** What went wrong in this request. */ detail: string;
  /** The stable name of the type of problem. More may be added. */ code: ProblemCode | (string & {});
  /** The number of the rule of the game that forbids the action. */ rule?: string;
  /** Of a refusal with a `rule`: where the rule is written. */ links?: { rule: string; };
  context?: ProblemContext;
  /** The id of this request in the server's log. */ request_id?: string;
}

export type ProblemCode = "already_agreed" | "already_away" | "already_chosen" | "already_paused" | "already_seated" | "audit_too_long" | "bad_request" | "blocked_by_you" | "cards_not_held" | "clock_too_far" | "conflict" | "double_closed" | "email_not_verified" | "export_unreadable" | "export_unsound" | "forbidden" | "harbour_taken" | "head_missing" | "head_signed" | "internal_error" | "invalid" | "invitation_declined" | "invitation_refused" | "invites_self" | "key_reused" | "lasting_token_required" | "left_too_often" | "method_not_allowed" | "missing_scope" | "mixed_colors" | "must_not_pass" | "name_taken" | "no_bot_there" | "no_cards_to_draw" | "no_clock" | "no_harbours_left" | "no_pause" | "no_route_to_harbour" | "no_stand_in" | "no_such_checkpoint" | "no_tickets_left" | "not_a_bot" | "not_a_harbour_city" | "not_a_test_table" | "not_acceptable" | "not_away" | "not_enough_pieces" | "not_enough_vacation" | "not_finished" | "not_found" | "not_host" | "not_in_market" | "not_in_the_log" | "not_now" | "not_playing" | "not_private" | "not_ready" | "not_seated" | "not_welcome" | "not_your_turn" | "not_yourself" | "note_changed" | "overloaded" | "own_seat" | "parse_error" | "pause_proposed" | "personal_token_required" | "pile_empty" | "play_is_not_over" | "play_is_over" | "public_app" | "push_unavailable" | "question_over" | "rematch_exists" | "report_too_long" | "resolver_busy" | "route_taken" | "seat_empty" | "seat_handed_over" | "seat_not_deciding" | "seat_not_free" | "seats_empty" | "seats_held" | "seed_given_before" | "served_elsewhere" | "signature_required" | "signs_in_already" | "stale_version" | "stand_in_stays" | "superfluous_card" | "suspended" | "table_full" | "table_not_open" | "test_action_refused" | "test_table_refused" | "throttled" | "tickets_not_offered" | "time_is_up" | "too_few_spaces_covered" | "too_few_tickets_kept" | "too_large" | "too_many_apps" | "too_many_changes" | "too_many_colors_in_pairs" | "too_many_games" | "too_many_imports" | "too_many_in_list" | "too_many_invitations" | "too_many_messages" | "too_many_open_tables" | "too_many_push_subscriptions" | "too_many_tables" | "too_many_test_tables" | "too_many_thinking_bots" | "too_many_tokens" | "too_many_webhooks" | "too_often" | "unauthenticated" | "unavailable" | "unknown_action" | "unknown_bot" | "unknown_card" | "unknown_pile" | "unknown_route" | "unknown_seat" | "unsupported_media_type" | "url_refused" | "webhook_paused" | "wild_as_second_card" | "wrong_color" | "wrong_exchange" | "wrong_fleet" | "wrong_harbour_cards" | "wrong_number_of_cards" | "wrong_refill" | "wrong_signature" | "wrong_sort_of_card";

/** Details for programs. Which members there are depends on `code`; a refusal of the rules has the data of its sentence. More members may be added. */
export interface ProblemContext {
  /** Of `invalid`: the invalid parts of the request, the first 20. */ errors?: Array<InvalidField>;
  /** Of `stale_version`: the current version. */ version?: number;
  /** Of `stale_version`: the current hash. */ hash?: string;
  /** Of `stale_version`: your legal actions now. */ actions?: Array<Action>;
  /** Of `missing_scope`: the scope that is required. */ scope?: Scope;
  /** Of `missing_scope`: the scopes of your token. */ scopes?: Array<Scope>;
  /** Of `throttled`: the limits that are reached. */ policies?: Array<RateLimitPolicy>;
  /** Of `too_large`, `too_many_tokens` and similar codes: the limit. */ most?: number;
  /** Of `too_many_open_tables` and similar codes: how many you have now. */ current?: number;
  /** Of `test_action_refused`: the place of the action in the list. */ index?: number;
  /** Of `test_action_refused`: why the action is refused. */ reason?: string;
  /** Of `seat_not_free` and `seats_empty`: the seats that are free. */ free?: Array<number>;
}

export interface RateLimitPolicy {
  name: string;
  quota: number;
  window_seconds: number;
}

export type ReportCheck = AuditCheck & { /** What the check proves, in plain words. */ meaning: string; };

/** A player asked for the end of the pause. It ends a day later, so that nobody is surprised. */
export type ResumeAskedEvent = EventEnvelope & { type: "resume_asked"; public: ResumeAskedPublic; };

export interface ResumeAskedPublic {
  seat: number;
}

/** Route claimed. */
export type RouteClaimedEvent = EventEnvelope & { type: "route_claimed"; public: RouteClaimedPublic; };

/** Route claimed. */
export interface RouteClaimedPreview {
  type: "route_claimed";
  v: number;
  public: RouteClaimedPublic;
}

export interface RouteClaimedPublic {
  seat: number;
  route: string;
  cards: Array<string>;
  pieces: Record<string, number>;
  points: number;
}

/** A kind of route. New games may bring more: clients must accept values they do not know. */
export type RouteKind = KnownRouteKind | (string & {});

export interface ScoreLine {
  /** The number of the rule. */ rule: string;
  what: string;
  points: number;
  /** What proves it, such as the routes. */ witness: Array<string>;
}

/** Play is over: the last turn is done, or nobody can do anything any more. */
export type ScoringBeganEvent = EventEnvelope & { type: "scoring_began"; public: ScoringBeganPublic; };

/** Play is over: the last turn is done, or nobody can do anything any more. */
export interface ScoringBeganPreview {
  type: "scoring_began";
  v: number;
  public: ScoringBeganPublic;
}

export interface ScoringBeganPublic {
  reason: string;
}

export interface SeatClearedCallback {
  type: "seat.cleared";
  timestamp: string;
  data: SeatClearedNews;
}

export interface SeatClearedData {
  /** The seat that you had. */ seat: number;
}

/** The host sent a player or a bot away before the start. */
export type SeatClearedEvent = EventEnvelope & { type: "seat_cleared"; public: SeatClearedPublic; };

export type SeatClearedNews = GameNews & SeatClearedData;

/** The host has removed you from a table. */
export type SeatClearedNotice = GameNews & { /** Counts 1, 2, 3 … for each player. */ number: number; kind: "seat.cleared"; data: SeatClearedData; };

export interface SeatClearedPublic {
  seat: number;
}

export interface SeatHandedOverCallback {
  type: "seat.handed_over";
  timestamp: string;
  data: SeatHandedOverNews;
}

export interface SeatHandedOverData {
  /** The seat that was handed over. */ seat: number;
  /** The bot that plays it. */ stand_in: string;
  yours: boolean;
  /** The seq of the newest event. */ version: number;
  /** The seats that have to act. */ to_act: Array<number>;
  /** What you have to decide; absent if you do not have to act. */ moment?: Moment;
}

/** A person ran out of time too often, or is gone; a bot plays the seat from here on. */
export type SeatHandedOverEvent = EventEnvelope & { type: "seat_handed_over"; public: SeatHandedOverPublic; };

export type SeatHandedOverNews = GameNews & SeatHandedOverData;

/** A player ran out of time too often or has left, and a stand-in plays on; the player may be you. */
export type SeatHandedOverNotice = GameNews & { /** Counts 1, 2, 3 … for each player. */ number: number; kind: "seat.handed_over"; data: SeatHandedOverData; };

export interface SeatHandedOverPublic {
  seat: number;
  stand_in: string;
}

/** A free seat is kept for a player who is invited. */
export type SeatHeldEvent = EventEnvelope & { type: "seat_held"; public: SeatHeldPublic; };

export interface SeatHeldPublic {
  seat: number;
}

/** Seat left. */
export type SeatLeftEvent = EventEnvelope & { type: "seat_left"; public: SeatLeftPublic; };

export interface SeatLeftPublic {
  seat: number;
}

/** The invitation ended, and the seat is free for all. */
export type SeatReleasedEvent = EventEnvelope & { type: "seat_released"; public: SeatReleasedPublic; };

export interface SeatReleasedPublic {
  seat: number;
}

export interface SeatResignedCallback {
  type: "seat.resigned";
  timestamp: string;
  data: SeatResignedNews;
}

export interface SeatResignedData {
  /** The seat of that player. */ seat: number;
  /** The bot that plays it. */ stand_in: string;
  /** The seq of the newest event. */ version: number;
  /** The seats that have to act. */ to_act: Array<number>;
  /** What you have to decide; absent if you do not have to act. */ moment?: Moment;
}

/** A person gave up their seat; a bot plays it from here on. */
export type SeatResignedEvent = EventEnvelope & { type: "seat_resigned"; public: SeatResignedPublic; };

export type SeatResignedNews = GameNews & SeatResignedData;

/** Another player has resigned, and a stand-in plays on. */
export type SeatResignedNotice = GameNews & { /** Counts 1, 2, 3 … for each player. */ number: number; kind: "seat.resigned"; data: SeatResignedData; };

export interface SeatResignedPublic {
  seat: number;
  stand_in: string;
}

export interface SeatReturnedCallback {
  type: "seat.returned";
  timestamp: string;
  data: SeatReturnedNews;
}

export interface SeatReturnedData {
  /** The seat of that player. */ seat: number;
  /** The seq of the newest event. */ version: number;
  /** The seats that have to act. */ to_act: Array<number>;
  /** What you have to decide; absent if you do not have to act. */ moment?: Moment;
}

/** A person took the seat back from its stand-in. Their clock begins anew, their time-outs stay. */
export type SeatReturnedEvent = EventEnvelope & { type: "seat_returned"; public: SeatReturnedPublic; };

export type SeatReturnedNews = GameNews & SeatReturnedData;

/** Another player has taken a seat back from its stand-in. */
export type SeatReturnedNotice = GameNews & { /** Counts 1, 2, 3 … for each player. */ number: number; kind: "seat.returned"; data: SeatReturnedData; };

export interface SeatReturnedPublic {
  seat: number;
}

/** The score sheet of one seat, line by line, with the rule of each line. */
export type SeatScoredEvent = EventEnvelope & { type: "seat_scored"; public: SeatScoredPublic; };

/** The score sheet of one seat, line by line, with the rule of each line. */
export interface SeatScoredPreview {
  type: "seat_scored";
  v: number;
  public: SeatScoredPublic;
}

export interface SeatScoredPublic {
  seat: number;
  total: number;
  lines: Array<ScoreLine>;
}

export interface SeatTakenCallback {
  type: "seat.taken";
  timestamp: string;
  data: SeatTakenNews;
}

export interface SeatTakenData {
  /** The seat that was taken. */ seat: number;
  /** The bot that took it; absent if it was a person. */ bot?: string;
  /** The seq of the newest event. */ version: number;
  /** The seats that have to act. */ to_act: Array<number>;
  /** What you have to decide; absent if you do not have to act. */ moment?: Moment;
}

/** A player sat down, with a share in the game's chance if they gave a client seed. */
export type SeatTakenEvent = EventEnvelope & { type: "seat_taken"; public: SeatTakenPublic; };

export type SeatTakenNews = GameNews & SeatTakenData;

/** A seat was taken. */
export type SeatTakenNotice = GameNews & { /** Counts 1, 2, 3 … for each player. */ number: number; kind: "seat.taken"; data: SeatTakenData; };

export interface SeatTakenPublic {
  seat: number;
  account: string;
  client_seed?: string;
  player: string;
}

export interface SeatTimedOutCallback {
  type: "seat.timed_out";
  timestamp: string;
  data: SeatTimedOutNews;
}

export interface SeatTimedOutData {
  /** Your seat. */ seat: number;
  /** The bot that decides. */ stand_in: string;
  /** How often your time was up in this game. */ strikes: number;
  /** The seq of the newest event. */ version: number;
  /** The seats that have to act. */ to_act: Array<number>;
  /** What you have to decide; absent if you do not have to act. */ moment?: Moment;
}

/** A person ran out of time; a bot makes this one decision for them. */
export type SeatTimedOutEvent = EventEnvelope & { type: "seat_timed_out"; public: SeatTimedOutPublic; };

export type SeatTimedOutNews = GameNews & SeatTimedOutData;

/** Your time was up, and a stand-in decides for you once. */
export type SeatTimedOutNotice = GameNews & { /** Counts 1, 2, 3 … for each player. */ number: number; kind: "seat.timed_out"; data: SeatTimedOutData; };

export interface SeatTimedOutPublic {
  seat: number;
  cover: string;
}

export interface SeatView {
  seat: number;
  score: number;
  cards: Record<string, number>;
  tickets_held: number;
  pieces: Record<string, number>;
  box: Record<string, number>;
  goods: number;
  has_chosen: boolean;
  hand?: Array<string>;
  tickets?: Array<string>;
  offer?: Array<string>;
  keep?: number;
  sheet?: Array<ScoreLine>;
}

/** A player's share in the chance, given after they sat down. It counts while they keep the seat. */
export type SeedGivenEvent = EventEnvelope & { type: "seed_given"; public: SeedGivenPublic; };

export interface SeedGivenPublic {
  seat: number;
  client_seed: string;
}

/** The game is over: with the seed anyone can open every seal and repeat every shuffle. */
export type SeedRevealedEvent = EventEnvelope & { type: "seed_revealed"; public: SeedRevealedPublic; };

export interface SeedRevealedPublic {
  seed: string;
}

export type Speed = "live" | "correspondence" | "untimed";

/** Set-up: all have chosen; this seat's choice takes effect. */
export type StartingTicketsKeptEvent = EventEnvelope & { type: "starting_tickets_kept"; public: StartingTicketsKeptPublic; private?: StartingTicketsKeptPrivate; sealed: EventSeal; salt?: string; };

/** Set-up: all have chosen; this seat's choice takes effect. */
export interface StartingTicketsKeptPreview {
  type: "starting_tickets_kept";
  v: number;
  public: StartingTicketsKeptPublic;
  private?: StartingTicketsKeptPrivate;
}

export interface StartingTicketsKeptPrivate {
  tickets?: Array<string>;
  returned?: Array<string>;
}

export interface StartingTicketsKeptPublic {
  seat: number;
  count: number;
}

export interface TableNews {
  game: string;
  /** What is played there. */ ruleset: string;
  /** That the host has given to the table; absent if there is none. */ name?: string;
  links: NoticeLinks;
  at: string;
}

/** The table is set: which game, how many seats, and what lies on the table and in each box. */
export type TableSetEvent = EventEnvelope & { type: "table_set"; public: TableSetPublic; };

/** The table is set: which game, how many seats, and what lies on the table and in each box. */
export interface TableSetPreview {
  type: "table_set";
  v: number;
  public: TableSetPublic;
}

export interface TableSetPublic {
  ruleset: string;
  seats: number;
  options: Record<string, string>;
  cards: Record<string, Record<string, number>>;
  market: number;
  pieces: Record<string, number>;
  box: Record<string, number>;
  goods: number;
}

/** Take a card from the market; `refill` names the pile that fills the gap where there is a choice. */
export interface TakeCardAction {
  type: "take_card";
  card: string;
  refill?: PileId;
  /** The version your decision is based on; if it is not current, the answer is 409. */ expected_version?: number;
  signature?: MoveSignatureRequest;
}

/** Set-up: a seat has made up its mind. Not even how many it keeps is known yet (SET-4). */
export type TicketsChosenEvent = EventEnvelope & { type: "tickets_chosen"; public: TicketsChosenPublic; private?: TicketsChosenPrivate; sealed: EventSeal; salt?: string; };

/** Set-up: a seat has made up its mind. Not even how many it keeps is known yet (SET-4). */
export interface TicketsChosenPreview {
  type: "tickets_chosen";
  v: number;
  public: TicketsChosenPublic;
  private?: TicketsChosenPrivate;
}

export interface TicketsChosenPrivate {
  tickets?: Array<string>;
  signature?: MoveSignature;
}

export interface TicketsChosenPublic {
  seat: number;
}

/** Set-up: a seat got tickets to choose from, and must keep at least `keep`. */
export type TicketsDealtEvent = EventEnvelope & { type: "tickets_dealt"; public: TicketsDealtPublic; private?: TicketsDealtPrivate; sealed: EventSeal; salt?: string; };

/** Set-up: a seat got tickets to choose from, and must keep at least `keep`. */
export interface TicketsDealtPreview {
  type: "tickets_dealt";
  v: number;
  public: TicketsDealtPublic;
  private?: TicketsDealtPrivate;
}

export interface TicketsDealtPrivate {
  tickets?: Array<string>;
}

export interface TicketsDealtPublic {
  seat: number;
  count: number;
  keep: number;
}

/** Tickets drawn. */
export type TicketsDrawnEvent = EventEnvelope & { type: "tickets_drawn"; public: TicketsDrawnPublic; private?: TicketsDrawnPrivate; sealed: EventSeal; salt?: string; };

/** Tickets drawn. */
export interface TicketsDrawnPreview {
  type: "tickets_drawn";
  v: number;
  public: TicketsDrawnPublic;
  private?: TicketsDrawnPrivate;
}

export interface TicketsDrawnPrivate {
  tickets?: Array<string>;
}

export interface TicketsDrawnPublic {
  seat: number;
  count: number;
  keep: number;
}

/** Tickets kept. */
export type TicketsKeptEvent = EventEnvelope & { type: "tickets_kept"; public: TicketsKeptPublic; private?: TicketsKeptPrivate; sealed: EventSeal; salt?: string; };

/** Tickets kept. */
export interface TicketsKeptPreview {
  type: "tickets_kept";
  v: number;
  public: TicketsKeptPublic;
  private?: TicketsKeptPrivate;
}

export interface TicketsKeptPrivate {
  tickets?: Array<string>;
  returned?: Array<string>;
  signature?: MoveSignature;
}

export interface TicketsKeptPublic {
  seat: number;
  count: number;
}

export interface TimeGivenCallback {
  type: "time.given";
  timestamp: string;
  data: TimeGivenNews;
}

export interface TimeGivenData {
  /** The seat of that opponent. */ seat: number;
  seconds: number;
  deadline: string;
  /** The seq of the newest event. */ version: number;
  /** The seats that have to act. */ to_act: Array<number>;
  /** What you have to decide; absent if you do not have to act. */ moment?: Moment;
}

/** A player gave an opponent more time for a decision. */
export type TimeGivenEvent = EventEnvelope & { type: "time_given"; public: TimeGivenPublic; };

export type TimeGivenNews = GameNews & TimeGivenData;

/** An opponent has given you more time for your decision. */
export type TimeGivenNotice = GameNews & { /** Counts 1, 2, 3 … for each player. */ number: number; kind: "time.given"; data: TimeGivenData; };

export interface TimeGivenPublic {
  seat: number;
  receiver: number;
  seconds: number;
}

/** Turn began. */
export type TurnBeganEvent = EventEnvelope & { type: "turn_began"; public: TurnBeganPublic; };

/** Turn began. */
export interface TurnBeganPreview {
  type: "turn_began";
  v: number;
  public: TurnBeganPublic;
}

export interface TurnBeganPublic {
  seat: number;
}

/** Turn passed. */
export type TurnPassedEvent = EventEnvelope & { type: "turn_passed"; public: TurnPassedPublic; };

/** Turn passed. */
export interface TurnPassedPreview {
  type: "turn_passed";
  v: number;
  public: TurnPassedPublic;
}

export interface TurnPassedPublic {
  seat: number;
}

/** An event of a type that was added after this document was written. */
export type UnknownEvent = EventEnvelope & { type: string; public: Record<string, unknown>; };

/** A notice of a kind that was added after this document was written. */
export interface UnknownNotice {
  /** Counts 1, 2, 3 … for each player. */ number: number;
  kind: string;
  game?: string;
  /** What is played there. */ ruleset?: string;
  /** That the host has given to the table; absent if there is none. */ name?: string;
  links?: NoticeLinks;
  /** The event of the game that caused it. */ seq?: number;
  at: string;
  data: Record<string, unknown>;
}

export interface VacationBeganCallback {
  type: "vacation.began";
  timestamp: string;
  data: VacationBeganNews;
}

export interface VacationBeganData {
  /** The seat of that player. */ seat: number;
  /** When their clock runs again at the latest. */ until: string;
  /** The seq of the newest event. */ version: number;
  /** The seats that have to act. */ to_act: Array<number>;
  /** What you have to decide; absent if you do not have to act. */ moment?: Moment;
}

/** A player is away for so many days, during which their clock stands. */
export type VacationBeganEvent = EventEnvelope & { type: "vacation_began"; public: VacationBeganPublic; };

export type VacationBeganNews = GameNews & VacationBeganData;

/** Another player is away, and their clock stands. */
export type VacationBeganNotice = GameNews & { /** Counts 1, 2, 3 … for each player. */ number: number; kind: "vacation.began"; data: VacationBeganData; };

export interface VacationBeganPublic {
  seat: number;
  days: number;
}

export interface VacationEndedCallback {
  type: "vacation.ended";
  timestamp: string;
  data: VacationEndedNews;
}

export interface VacationEndedData {
  /** The seat of that player. */ seat: number;
  /** The seq of the newest event. */ version: number;
  /** The seats that have to act. */ to_act: Array<number>;
  /** What you have to decide; absent if you do not have to act. */ moment?: Moment;
}

/** The player is back before the end of the vacation; days that have not begun are kept. */
export type VacationEndedEvent = EventEnvelope & { type: "vacation_ended"; public: VacationEndedPublic; };

export type VacationEndedNews = GameNews & VacationEndedData;

/** A player is back from their vacation, or it is over; then it may be yours. */
export type VacationEndedNotice = GameNews & { /** Counts 1, 2, 3 … for each player. */ number: number; kind: "vacation.ended"; data: VacationEndedData; };

export interface VacationEndedPublic {
  seat: number;
}

export interface View {
  ruleset: string;
  options: Record<string, string>;
  viewer?: number;
  phase: "over" | "play" | "scoring" | "setup";
  moment?: Moment;
  to_act: Array<number>;
  first: number;
  turn?: number;
  drawn: number;
  passes: number;
  turns_left?: number;
  market: Array<string | null>;
  sweeps: number;
  piles: Record<string, number>;
  shuffles: Record<string, number>;
  discards: Record<string, number>;
  goods_left: number;
  claims: Record<string, number>;
  harbours: Record<string, number>;
  seats: Array<SeatView>;
  winners: Array<number>;
}

/** The members that differ, each with the value before and after; one of the two is absent if the member was or is. */
export interface ViewChanges {
  ruleset?: { from?: string; to?: string; };
  options?: { from?: Record<string, string>; to?: Record<string, string>; };
  viewer?: { from?: number; to?: number; };
  phase?: { from?: "over" | "play" | "scoring" | "setup"; to?: "over" | "play" | "scoring" | "setup"; };
  moment?: { from?: Moment; to?: Moment; };
  to_act?: { from?: Array<number>; to?: Array<number>; };
  first?: { from?: number; to?: number; };
  turn?: { from?: number; to?: number; };
  drawn?: { from?: number; to?: number; };
  passes?: { from?: number; to?: number; };
  turns_left?: { from?: number; to?: number; };
  market?: { from?: Array<string | null>; to?: Array<string | null>; };
  sweeps?: { from?: number; to?: number; };
  piles?: { from?: Record<string, number>; to?: Record<string, number>; };
  shuffles?: { from?: Record<string, number>; to?: Record<string, number>; };
  discards?: { from?: Record<string, number>; to?: Record<string, number>; };
  goods_left?: { from?: number; to?: number; };
  claims?: { from?: Record<string, number>; to?: Record<string, number>; };
  harbours?: { from?: Record<string, number>; to?: Record<string, number>; };
  seats?: { from?: Array<SeatView>; to?: Array<SeatView>; };
  winners?: { from?: Array<number>; to?: Array<number>; };
  status?: { from?: GameStatus; to?: GameStatus; };
}

export interface WebhookPausedData {
  webhook: string;
  /** Why; the same as `paused_because` of the webhook. */ because: "asked" | "failing" | "gone" | "overfull" | "token_ended";
}

/** The server has paused a webhook of yours. */
export type WebhookPausedNotice = AccountNews & { /** Counts 1, 2, 3 … for each player. */ number: number; kind: "webhook.paused"; data: WebhookPausedData; };

export interface WebhookTestCallback {
  type: "webhook.test";
  timestamp: string;
  data: { webhook: string; };
}
