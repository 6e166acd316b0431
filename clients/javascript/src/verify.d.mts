import type { Check } from "./index.d.ts";
import type { GameProof, KeySet, Receipt } from "./api.d.ts";

/**
 * Checks the text of an export, and with a receipt that nothing is missing at its end; with the text of a policy
 * (C2SP tlog-policy) also that witnesses have cosigned the public log that the receipt leads to. With `proofs` the game
 * is compared with what the public log had of it at `readAt`, by default now: ask for them before the export.
 */
export function verify(
  text: string,
  proof?: { receipt?: Receipt; keys?: KeySet; policy?: string; proofs?: GameProof[]; readAt?: Date },
): Promise<Check[]>;
export function isSound(report: Check[]): boolean;
/** What it comes to, in words, and as the exit code of a program. */
export function conclusion(report: Check[]): { verdict: string; code: number; look: string };
/** The report as text; with what each check means. */
export function written(report: Check[]): string;
export function explained(text: string, report: Check[]): string;
/** The text of a file that somebody has chosen; throws `NoExport` if it is too large or not UTF-8. */
export function textOf(file: Blob): Promise<string>;
/** One line, in which whatever has no picture of its own is spelled out, such as `\\u{1b}`. */
export function printable(text: string): string;
/**
 * Sorts texts into export, receipt, what the public log has and keys by their content; throws `NoExport` if they do not
 * make a whole. `times`: when each of them was saved, in milliseconds since 1970.
 */
export function sorted(
  texts: string[],
  times?: number[],
): { text: string; receipt?: Receipt; keys?: KeySet; proofs?: GameProof[]; readAt?: Date };
/** The text is not an export of a game. */
export class NoExport extends Error {}
