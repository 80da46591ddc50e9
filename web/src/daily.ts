/** Puzzles to play, made by the generators: one for each day, the same for everybody, and more of five levels. */
import { batch } from "@preact/signals";
import { keep, kept } from "./kept.ts";
import type { Linked } from "./link.ts";
import puzzles from "./puzzles.json";
import { drawingOf, isSketched, sketch } from "./sketch.ts";
import { drawn, hide, key, put, tab } from "./state.ts";

export const LEVELS = ["gentle", "easy", "medium", "hard", "fiendish"] as const;
export type Level = (typeof LEVELS)[number];

/** From Sunday on: a week begins gently and ends hard. Fiendish ones are played by those who ask for them. */
const WEEK: readonly Level[] = ["easy", "gentle", "easy", "easy", "medium", "medium", "hard"];

/** The puzzles of a level, as drawings. */
export function ofLevel(level: Level): string[] {
  return puzzles[level].map(drawingOf);
}

/** The puzzle of a day of the local calendar. */
export function ofDay(date: Date): string {
  const day = Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000);
  const own = ofLevel(WEEK[date.getDay()] ?? "easy").filter(isSketched);
  return own[day % own.length] ?? "";
}

/** The level of a puzzle, if it is one of these. */
export function levelOf(text: string): Level | undefined {
  return LEVELS.find((level) => ofLevel(level).includes(text));
}

/** Whether the page is as it opens today, which needs no link. */
export function isToday(state: Linked): boolean {
  return state.tab === "play" && state.play && state.text === ofDay(new Date());
}

function offer(text: string): void {
  batch(() => {
    put(text, {});
    hide(text);
    tab.value = "play";
    const parsed = sketch(text);
    if (parsed) drawn.value = { key: key.value, parsed };
  });
}

export function openToday(): void {
  offer(ofDay(new Date()));
}

/** The next puzzle of a level; where the last was is kept, so that none comes twice before all have come. */
export function openNext(level: Level): void {
  const own = ofLevel(level);
  const at = Number(kept(`next.${level}`) ?? Math.floor(Math.random() * own.length)) || 0;
  keep(`next.${level}`, String(at + 1));
  const text = own[at % own.length] ?? "";
  if (text === ofDay(new Date())) openNext(level);
  else offer(text);
}

/** What was solved of a level: how many, and the shortest time. */
interface Won {
  count: number;
  best: number;
}

/** Counts a puzzle that was solved in some time; without one, it was counted before. */
export function win(level: Level, spent: number | null): Won {
  let before: Won = { count: 0, best: Number.POSITIVE_INFINITY };
  try {
    const { count, best } = JSON.parse(kept(`won.${level}`) ?? "null") as Won;
    if (Number.isInteger(count) && best >= 0) before = { count, best };
  } catch {
    // None yet.
  }
  if (spent === null) return before;
  const now = { count: before.count + 1, best: Math.min(before.best, spent) };
  keep(`won.${level}`, JSON.stringify(now));
  return now;
}

/** The level that was asked for last. */
export function chosenLevel(): Level {
  return LEVELS.find((level) => level === kept("level")) ?? "easy";
}

export function choose(level: Level): void {
  keep("level", level);
}
