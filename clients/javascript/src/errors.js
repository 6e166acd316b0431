// What can go wrong. Programs compare `code`; the classes sort the codes.

/** @typedef {Partial<import("./api.d.ts").Problem>} Body */

export class SignalboxError extends Error {
  /** @param {string} message @param {ErrorOptions} [options] */
  constructor(message, options) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** No answer came, or one that is none of the API's. */
export class Unreachable extends SignalboxError {}

/** OAuth ended without a token; `error` is the code of its RFCs. */
export class SignInFailed extends SignalboxError {
  /** @param {string} error @param {string} [description] */
  constructor(error, description) {
    super(description || error);
    this.error = error;
  }
}

/** The server refused a request. */
export class Problem extends SignalboxError {
  /** @param {number} status @param {Body} body @param {number} retryAfter */
  constructor(status, body, retryAfter = 0) {
    super(body.detail ?? body.title ?? `The server answered ${status}.`);
    this.status = status;
    this.code = body.code ?? "";
    this.title = body.title ?? "";
    this.detail = body.detail ?? "";
    this.rule = body.rule;
    this.context = body.context ?? {};
    this.request_id = body.request_id;
    this.retry_after = retryAfter;
  }
}

export class Invalid extends Problem {
  get errors() {
    return this.context.errors ?? [];
  }
}

export class Unauthenticated extends Problem {}
export class Forbidden extends Problem {}
export class NotFound extends Problem {}
export class Conflict extends Problem {}
export class IllegalAction extends Problem {}
export class RateLimited extends Problem {}
export class Unavailable extends Problem {}

/** The game has moved on since the decision was made. */
export class StaleVersion extends Conflict {
  get version() {
    return this.context.version;
  }

  get actions() {
    return this.context.actions ?? [];
  }
}

/** @type {Record<number, typeof Problem>} */
const BY_STATUS = {
  400: Invalid, 401: Unauthenticated, 403: Forbidden, 404: NotFound, 406: Invalid, 409: Conflict, 410: NotFound,
  412: Conflict, 413: Invalid, 415: Invalid, 422: Invalid, 428: Conflict, 429: RateLimited,
};

/** @param {number} status @param {Body} body @param {number} retryAfter */
export function problem(status, body, retryAfter) {
  let kind = BY_STATUS[status] ?? (status >= 500 ? Unavailable : Problem);
  if (body.code === "stale_version") kind = StaleVersion;
  else if (body.rule) kind = IllegalAction;
  return new kind(status, body, retryAfter);
}
