// @ts-self-types="./index.d.ts"
export { Client, newKey } from "./client.js";
export { signOut } from "./grant.js";
export { Signer } from "./signing.js";
export { beginSignIn, finishSignIn, signInWithBrowser, signInWithDevice } from "./signin.js";
export {
  Conflict, Forbidden, IllegalAction, Invalid, NotFound, Problem, RateLimited, SignalboxError, SignInFailed, StaleVersion,
  Unauthenticated, Unavailable, Unreachable,
} from "./errors.js";
export const VERSION = "0.1.0";
