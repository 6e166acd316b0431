import type { Check } from "./index.d.ts";
import type { KeySet, Receipt } from "./api.d.ts";

/**
 * Checks the text of an export, and with a receipt that nothing is missing at its end; with the text of a policy
 * (C2SP tlog-policy) also that witnesses have cosigned the public log that the receipt leads to.
 */
export function verify(text: string, proof?: { receipt?: Receipt; keys?: KeySet; policy?: string }): Promise<Check[]>;
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
/** Sorts texts into export, receipt and keys by their content; throws `NoExport` if they do not make a whole. */
export function sorted(texts: string[]): { text: string; receipt?: Receipt; keys?: KeySet };
/** The text is not an export of a game. */
export class NoExport extends Error {}
