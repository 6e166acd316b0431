// The public surface. Records are generated from the document; this file is kept by hand and checked against the code.
import type * as api from "./api.d.ts";

export type * from "./api.d.ts";

/** The version of the API that this client was made for. */
export const VERSION: string;

export interface Tokens {
  access_token: string;
  refresh_token: string;
  /** Milliseconds since 1970. */
  expires_at: number;
  scope: string;
}

export interface GrantOptions {
  tokens?: Tokens;
  client_id?: string;
  /** Called with each new pair before it is used. */
  save?: (tokens: Tokens) => unknown;
  /** What was saved last, perhaps by another tab or process. */
  load?: () => Tokens | undefined | Promise<Tokens | undefined>;
}

export interface ClientOptions extends GrantOptions {
  /** A personal access token; an app has `tokens` instead. */
  token?: string;
  /** How often a request that can be sent again is. Default: 5. */
  retries?: number;
  fetch?: typeof fetch;
  /** Signs each of your decisions. */
  signer?: Signer;
  /** Waits between two attempts. Resolve earlier if you know that the server is back. */
  pause?: (seconds: number, signal?: AbortSignal) => Promise<void>;
}

/** An event of a game, and how the game stands after it or later. */
export type Update = api.NewEvent;

export interface Turn {
  game: api.Game;
  actions: api.Action[];
  version: number;
  moment?: api.Moment;
}

export interface Check {
  name: string;
  result: "passed" | "failed" | "skipped";
  detail: string;
  /** The event that it failed at. */
  seq?: number;
  /** What stands there and what is due, where that is the fault. */
  values?: { name: string; found: string; due: string };
}

export interface Proof {
  sound: boolean;
  verdict: string;
  checks: Check[];
}

export interface Games extends Omit<api.GamesApi, "act"> {
  /** Carries out an action. */
  act(id: string, action: api.Action, options?: ActOptions): Promise<api.Outcome>;
  /** What an action would lead to; nothing changes. */
  preview(id: string, action: api.Action, options?: api.Common & { expected_version?: number }): Promise<api.Preview>;
  /** The table as you see it, at once and whenever it has changed; ends with the game. */
  follow(id: string, options: api.Common & { view: true }): AsyncGenerator<api.Game>;
  /** Each event after `after`, by default all; ends with the game. */
  follow(id: string, options?: api.Common & { after?: number }): AsyncGenerator<Update>;
  /** Proves the log of a game on this machine. */
  verify(id: string, options?: api.Common): Promise<Proof>;
}

export interface OwnAccount extends api.MeApi {
  /** Each message of your own stream: games that wait, notices, heartbeats; never ends by itself. */
  follow(options?: api.Common & { after?: number }): AsyncGenerator<api.MyMessage>;
}

export interface ActOptions extends api.Common {
  expected_version?: number;
  idempotency_key?: string;
  if_match?: string;
}

export interface RequestOptions extends api.Common {
  query?: Record<string, unknown>;
  /** JSON; a string is sent as lines of JSON. */
  body?: unknown;
  headers?: Record<string, string>;
  /** Whether it can be sent twice. By default everything but POST and PATCH. */
  safe?: boolean;
}

export class Client {
  constructor(url: string, options?: ClientOptions);
  games: Games;
  me: OwnAccount;
  players: api.PlayersApi;
  rulesets: api.RulesetsApi;
  bots: api.BotsApi;
  leaderboards: api.LeaderboardsApi;
  apps: api.AppsApi;
  webhooks: api.WebhooksApi;
  server: api.ServerApi;
  /** A `Turn` each time you have to act, in any of your games; never ends by itself. */
  turns(options?: api.Common): AsyncGenerator<Turn>;
  /** A request of your own, with token, retries and errors. */
  request(method: string, path: string, request?: RequestOptions): Promise<Response>;
}

export interface DevicePrompt {
  user_code: string;
  verification_uri: string;
  verification_uri_complete: string;
  expires_in: number;
}

export interface SignInOptions extends api.Common {
  /** Default: `games:read` and `games:play`. */
  scopes?: string[];
  redirect_uri?: string;
}

/** In a page: leaves for the server's. The player comes back to `redirect_uri`, by default this page. */
export function beginSignIn(url: string, client_id: string, options?: SignInOptions): Promise<void>;
/** In the page the player comes back to: the tokens, or nothing if nobody came back. */
export function finishSignIn(): Promise<Tokens | undefined>;
/** In node and Deno: shows an address, and waits on this machine until the player comes back from it. */
export function signInWithBrowser(
  url: string, client_id: string, options?: SignInOptions & { open_browser?: (address: string) => unknown },
): Promise<Tokens>;
/** Anywhere: `show` gets the code and the address at which the player types it in. */
export function signInWithDevice(
  url: string, client_id: string, options: Omit<SignInOptions, "redirect_uri"> & { show: (prompt: DevicePrompt) => unknown },
): Promise<Tokens>;
/** An `idempotency_key` of your own, for an action that you repeat yourself. `crypto.randomUUID` is on https and localhost only. */
export function newKey(): string;
/** A private key (Ed25519) that signs your moves. */
export class Signer {
  /** Of a key that the browser keeps: its private part, and its public one as text. */
  constructor(privateKey: CryptoKey, key: string, secret?: string);
  static new(): Promise<Signer>;
  /** `secret`: 32 bytes in base64url without padding. */
  static from(secret: string): Promise<Signer>;
  /** The public key, for `me.setKey`. */
  readonly key: string;
  /** What `from` takes. Keep it as secret as a password. */
  readonly secret: string;
  /** The member `signature` of a body. `action` has its `type` and your `seat`. */
  sign(game: string, after: string, action: { type: string; seat: number; [member: string]: unknown }): Promise<api.MoveSignature>;
}
/** Ends what the player has allowed. */
export function signOut(url: string, client_id: string, tokens: Tokens): Promise<void>;

export class SignalboxError extends Error {
  constructor(message: string, options?: ErrorOptions);
}
export class Unreachable extends SignalboxError {}
export class SignInFailed extends SignalboxError {
  constructor(error: string, description?: string);
  error: string;
}
export class Problem extends SignalboxError {
  constructor(status: number, body: Partial<api.Problem>, retryAfter?: number);
  status: number;
  code: api.Problem["code"];
  title: string;
  detail: string;
  rule?: string;
  context: api.ProblemContext;
  request_id?: string;
  /** Seconds; 0 if the server said nothing. */
  retry_after: number;
}
export class Invalid extends Problem {
  get errors(): api.InvalidField[];
}
export class Unauthenticated extends Problem {}
export class Forbidden extends Problem {}
export class NotFound extends Problem {}
export class Conflict extends Problem {}
export class StaleVersion extends Conflict {
  get version(): number | undefined;
  get actions(): api.Action[];
}
export class IllegalAction extends Problem {}
export class RateLimited extends Problem {}
export class Unavailable extends Problem {}
