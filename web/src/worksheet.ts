/** Puzzles that are collected for a sheet of paper, with their key. */
import { signal } from "@preact/signals";
import type { Code } from "./codes.ts";
import { type Level, ofLevel } from "./daily.ts";
import type { Parsed } from "./engine/answers";
import { explain, read } from "./engine/hands.ts";
import { keep, kept } from "./kept.ts";
import { EMPTY, linkTo, type Rules } from "./link.ts";

export interface Entry {
  text: string;
  rules: Rules;
}

export interface Options {
  title: string;
  each: 1 | 2 | 4 | 6;
  paper: "a4" | "letter";
  key: "page" | "turned" | "none";
  /** A word that the key makes of a line of digits. */
  word: string;
  /** Whether there are boxes to write in. */
  boxes: boolean;
  large: boolean;
  /** Whether each puzzle has a code, by which a phone opens it. */
  codes: boolean;
}

/** A puzzle that is ready to be printed: with its solution, the first of several, none, or none that was found in time. */
export interface Ready {
  entry: Entry;
  parsed: Parsed;
  digits: number[] | null;
  has: "one" | "several" | "none" | "unknown";
  code: Code | null;
}

export const MOST = 24;
export const EACH = [1, 2, 4, 6] as const;
export const PAPERS = ["a4", "letter"] as const;
export const KEYS = ["page", "turned", "none"] as const;
/** How long a solution for the key is looked for, in seconds. */
const PATIENCE = 20;

export const options = signal<Options>({
  title: "",
  each: 4,
  paper: "a4",
  key: "page",
  word: "",
  boxes: false,
  large: false,
  codes: false,
});
/** Whether only this machine can open the page, so that a QR code would lead a phone nowhere. */
export const isLocal = /^(localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname);
/** A link that is longer is packed before it becomes a code. */
const LONG_CODE = 120;
export const entries = signal<Entry[]>(stored());
export const ready = signal<Ready[]>([]);
export const isPreparing = signal(false);
/** Whether its dialog is open. */
export const isOpen = signal(false);

function stored(): Entry[] {
  try {
    const found: unknown = JSON.parse(kept("worksheet") ?? "[]");
    if (!Array.isArray(found)) return [];
    const isEntry = (one: Partial<Entry>) =>
      typeof one?.text === "string" && typeof one.rules === "object" && one.rules;
    return found.filter(isEntry).slice(0, MOST);
  } catch {
    return [];
  }
}

export function change(next: Entry[]): void {
  entries.value = next.slice(0, MOST);
  keep("worksheet", JSON.stringify(entries.value));
}

/** Whether a puzzle is on it. */
export function has(entry: Entry): boolean {
  return entries.value.some((one) => JSON.stringify(one) === JSON.stringify(entry));
}

export function add(entry: Entry): void {
  if (!has(entry)) change([...entries.value, entry]);
}

/** A sheet for a class: puzzles that the page brings along, from easy to hard, other ones each time, all with boxes to write in. */
export function fillForClass(): void {
  const counts: [Level, number][] = [
    ["gentle", 3],
    ["easy", 3],
    ["medium", 2],
    ["hard", 1],
    ["fiendish", 1],
  ];
  const found = counts.flatMap(([level, count]) => {
    const small = ofLevel(level).filter((text) => text.split("\n").length <= 5 && text.indexOf("\n") <= 9);
    const from = Math.floor(Math.random() * small.length);
    return Array.from({ length: count }, (_, index) => small[(from + index) % small.length] ?? "");
  });
  options.value = { ...options.value, each: 6, key: "page", boxes: true };
  change(found.map((text) => ({ text, rules: {} })));
}

/** Reads all puzzles, and finds their solutions for the key. */
export async function prepare(): Promise<void> {
  isPreparing.value = true;
  const { codeOf } = (options.value.codes && (await import("./codes.ts").catch(() => null))) || {};
  const found: Ready[] = [];
  for (const entry of entries.value) {
    const question = { text: entry.text, rules: entry.rules };
    const parsed = await read({ do: "parse", ...question }, () => true);
    if (parsed.is !== "answer") continue;
    let digits: number[] | null = null;
    const work = explain(
      { do: "solve", ...question, ask: "unique", limits: { seconds: PATIENCE, rows: 2 } },
      (event) => {
        if (event.event === "rows" && event.count > 0 && event.from === 0)
          digits = [...event.bytes.subarray(0, parsed.answer.cells.length)];
      },
    );
    const outcome = await work.ended;
    const unique = outcome.is === "answer" ? outcome.answer.unique : null;
    const isNone = outcome.is === "answer" && outcome.answer.exhausted && String(outcome.answer.count) === "0";
    const has = unique ? "one" : digits ? "several" : isNone ? "none" : "unknown";
    const link = await linkTo({ ...EMPTY, ...entry, tab: "play", play: true }, LONG_CODE);
    found.push({ entry, parsed: parsed.answer, digits, has, code: codeOf?.(link) ?? null });
  }
  ready.value = found;
  isPreparing.value = false;
}

/** The digits of a word by the key of a puzzle: the first puzzle whose symbols it is made of. */
export function coded(word: string, sheets: readonly Ready[]): { number: number; digits: number[] } | null {
  const signs = [...word.replace(/\s/g, "")];
  if (signs.length === 0) return null;
  for (const [index, { parsed, digits }] of sheets.entries()) {
    if (!digits) continue;
    const cells = signs.map((sign) => parsed.cells.findIndex(({ name }) => name.toLowerCase() === sign.toLowerCase()));
    if (cells.every((cell) => cell >= 0)) return { number: index + 1, digits: cells.map((cell) => digits[cell] ?? 0) };
  }
  return null;
}
