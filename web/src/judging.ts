/** What the library says of the game: whether it is right, checks, and hints. */
import { computed, effect, signal, untracked } from "@preact/signals";
import { levelOf, win } from "./daily.ts";
import { nameOf } from "./digits.ts";
import { textOf } from "./drawing.ts";
import type { Mark, Parsed } from "./engine/answers";
import { type Asked, explain, type Listen, type Outcome } from "./engine/hands.ts";
import type { Answers, Request } from "./engine/messages";
import { kept } from "./kept.ts";
import { letters } from "./letters.ts";
import type * as play from "./play.ts";
import { about, count, game, now } from "./playing.ts";
import { broken, inWords, key, question } from "./state.ts";
import { clock, t } from "./words/index.ts";
import { ofError } from "./words/messages.ts";

export type Strength = "end" | "rules" | "count" | "show";
/** How many solutions are compared with what was written. */
const MOST_ROWS = 20_000;
export const STRENGTHS: Strength[] = ["end", "rules", "count", "show"];

export const strength = signal<Strength>((kept("strength") as Strength | null) ?? "end");
/** The last message, and the places it is about. */
export const told = signal<{ tone: "good" | "plain" | "bad"; text: string } | null>(null);
export const wrong = signal<ReadonlySet<number>>(new Set());
export const lit = signal<ReadonlySet<string>>(new Set());

export const isAsking = signal(false);
/** How long a check or a hint may take, in milliseconds. */
const PATIENCE = 20_000;
let work: Asked<unknown> | undefined;
/** How often was asked; an answer to an older question is dropped. */
let asks = 0;
/** How much the next press of the hint tells. */
const level = signal<0 | 1 | 2 | 3>(0);
/** Whether the puzzle is complete, and right. */
export const isSolved = signal(false);

/** Each other board ends what was asked about the one before. One that is full is judged, so that a solved game that is taken
 * up again still looks solved. */
export function begin(): void {
  effect(() => {
    const isFull = now.value.length > 0 && now.value.every(({ digit }) => digit !== null);
    untracked(() => {
      quiet();
      isSolved.value = false;
      if (isFull) judge();
    });
  });
  // The same board in another form: only its places have moved.
  effect(() => {
    if (about.value) lit.value = new Set();
  });
}

function quiet(): void {
  stopAsking();
  told.value = null;
  wrong.value = new Set();
  lit.value = new Set();
  level.value = 0;
}

/** The known digits, as the library takes them: `S=9,M=1` where all is symbols, else the drawing. */
function known(parsed: Parsed, board: play.Board): string {
  const isPlain = parsed.cells.every(({ kind, name }) => kind === "symbol" && !/[=,;]/.test(name));
  if (!isPlain)
    return textOf(
      parsed,
      board.map(({ digit }) => digit),
      "?",
    );
  const base = Number(parsed.rules.base);
  const set = board.flatMap(({ digit }, cell) =>
    digit === null ? [] : [`${parsed.cells[cell]?.name}=${nameOf(digit, base)}`],
  );
  return set.join(",");
}

function hasDigits(): boolean {
  return now.value.some(({ digit }) => digit !== null);
}

/** The message at the end: the time, the hints, and one's own record for puzzles of this level. */
function solved(): string {
  const { spent, hints, isWon } = game.value;
  const level = levelOf(question.peek().text);
  const record = level && win(level, isWon ? null : spent);
  if (!isWon) count({ isWon: true });
  const parts = [t("play.solved"), t("play.spent", { time: clock(spent) })];
  if (hints > 0) parts.push(t("play.with-hints", { n: hints }));
  if (record) parts.push(t("play.record", { level: t(`rating.${level}`), n: record.count, best: clock(record.best) }));
  return parts.join(" ");
}

/** Whether the complete board is right. */
async function judge(): Promise<void> {
  const parsed = about.value;
  if (!parsed) return;
  const board = now.value;
  const outcome = await ask({ do: "check", ...inWords.value, answer: known(parsed, board) });
  if (board !== now.value || outcome.is !== "answer") return;
  isSolved.value = outcome.answer.verdict === "right";
  if (isSolved.value) told.value = { tone: "good", text: solved() };
  else told.value = { tone: "bad", text: t("play.not-yet") };
}

/**
 * Solutions of the puzzle: those that agree best with what was written say what is wrong. With more solutions than are
 * compared, it is only known whether what was written is right.
 */
async function compare(parsed: Parsed): Promise<Set<number> | "wrong" | null> {
  const board = now.value;
  let best: Set<number> | null = null;
  const request = { do: "solve" as const, ...question.value, limits: { rows: MOST_ROWS, solutions: MOST_ROWS } };
  const outcome = await ask(request, (event) => {
    if (event.event !== "rows") return;
    const width = parsed.cells.length;
    for (let row = 0; row < event.count; row++) {
      const bad = new Set<number>();
      board.forEach(({ digit }, cell) => {
        if (digit !== null && digit !== event.bytes[row * width + cell]) bad.add(cell);
      });
      if (!best || bad.size < best.size) best = bad;
    }
  });
  if (outcome.is !== "answer" || board !== now.value) return null;
  const least = best as Set<number> | null;
  if (outcome.answer.exhausted || least?.size === 0) return least;
  const checked = await ask({ do: "check", ...inWords.value, answer: known(parsed, board) });
  if (checked.is !== "answer" || checked.answer.verdict === "open") return null;
  return ["right", "possible"].includes(checked.answer.verdict) ? new Set() : "wrong";
}

/** Asks, for so long as a player may wait; then it is `late`. */
async function ask<R extends Request>(
  request: R,
  listen?: Listen,
): Promise<Outcome<Answers[R["do"]]> | { is: "late" }> {
  const own = explain(request, listen);
  work = own;
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    own.stop();
  }, PATIENCE);
  const outcome = await own.ended;
  clearTimeout(timer);
  broken.value = "text" in outcome ? outcome : null;
  return outcome.is === "stopped" && isLate ? { is: "late" } : outcome;
}

/** Does what asks several things; what comes after another board, another puzzle or Stop is dropped. */
async function asking(questions: (isWanted: () => boolean) => Promise<void>): Promise<void> {
  asks += 1;
  const own = asks;
  isAsking.value = true;
  try {
    await questions(() => own === asks);
  } finally {
    if (own === asks) isAsking.value = false;
  }
}

/** Ends a check or a hint that is under way. */
export function stopAsking(): void {
  if (!isAsking.value) return;
  asks += 1;
  isAsking.value = false;
  work?.stop();
}

/** Checks what was written, giving away as much as was chosen. */
export async function check(): Promise<void> {
  const parsed = about.value;
  if (!parsed || isAsking.value) return;
  quiet();
  if (!hasDigits()) {
    told.value = { tone: "plain", text: t("check.nothing") };
    return;
  }
  const how = strength.value;
  await asking(async (isWanted) => {
    if (how === "count" || how === "show") {
      const bad = await compare(parsed);
      if (!isWanted()) return;
      if (!bad) told.value = { tone: "plain", text: t("check.none") };
      else if (bad === "wrong") told.value = { tone: "bad", text: t("check.many") };
      else if (bad.size === 0) told.value = { tone: "good", text: t("check.right") };
      else told.value = { tone: "bad", text: t("check.wrong", { n: bad.size }) };
      if (bad && bad !== "wrong" && how === "show") wrong.value = bad;
      return;
    }
    const outcome = await ask({ do: "check", ...inWords.value, answer: known(parsed, now.value) });
    if (!isWanted()) return;
    if (outcome.is === "refused") told.value = { tone: "bad", text: ofError(outcome.error) };
    if (outcome.is === "late") told.value = { tone: "plain", text: t("check.none") };
    if (outcome.is !== "answer") return;
    const { verdict, reason } = outcome.answer;
    if (verdict === "wrong") told.value = { tone: "bad", text: reason ?? t("play.not-yet") };
    else if (how === "rules") told.value = { tone: "good", text: t("check.no-clash") };
    else if (verdict === "dead end") told.value = { tone: "bad", text: t("check.dead-end", { reason: reason ?? "" }) };
    else if (verdict === "open") told.value = { tone: "plain", text: reason ?? t("check.none") };
    else told.value = { tone: "good", text: t("check.leads-on") };
    if (reason) void nameBlanks(parsed);
  });
}

/** Tells a little more with each press: where to look, which technique, what follows. */
export async function hint(): Promise<void> {
  const parsed = about.value;
  if (!parsed || isAsking.value) return;
  const next = Math.min(3, level.value + 1) as 1 | 2 | 3;
  await asking(async (isWanted) => {
    const request = { do: "hint" as const, ...inWords.value, known: known(parsed, now.value), level: next };
    if (!hasDigits()) request.known = "";
    const { known: digits, ...rest } = request;
    const outcome = await ask(digits ? request : rest);
    if (!isWanted()) return;
    if (outcome.is === "refused") told.value = { tone: "bad", text: ofError(outcome.error) };
    if (outcome.is === "late") told.value = { tone: "plain", text: t("hint.long") };
    if (outcome.is !== "answer") return;
    const answer = outcome.answer;
    if ("hint" in answer) {
      told.value = { tone: "bad", text: t("hint.wrong", { reason: answer.hint }) };
      level.value = 0;
      void nameBlanks(parsed);
      return;
    }
    if (answer.lettered) lettered.value = { key: key.value, at: letters(parsed, answer.lettered) };
    const text = answer.paragraphs.map((paragraph) => paragraph.text).join("\n") || answer.closing;
    const marks: Mark[] = answer.steps.flatMap(({ marks }) => marks);
    told.value = { tone: "plain", text: text || t("hint.none") };
    lit.value = new Set(marks.map(({ row, column }) => `${row},${column}`));
    level.value = next === 3 ? 0 : next;
    count({ hints: game.value.hints + 1 });
  });
}

/** The letters by which hints speak of blanks, at their places. */
const lettered = signal<{ key: string; at: Map<string, string> } | null>(null);
export const blanks = computed(() =>
  lettered.value?.key === key.value ? lettered.value.at : new Map<string, string>(),
);

/** Finds out what the blanks are called, once they have been spoken of. */
async function nameBlanks(parsed: Parsed): Promise<void> {
  const about = key.value;
  if (lettered.value?.key === about || parsed.cells.every(({ kind }) => kind === "symbol")) return;
  const outcome = await ask({ do: "hint", ...inWords.value, level: 3 });
  if (outcome.is === "answer" && "lettered" in outcome.answer) {
    lettered.value = { key: about, at: letters(parsed, outcome.answer.lettered) };
  }
}

/** How much the next hint tells, from 1 to 3. */
export const nextLevel = computed(() => Math.min(3, level.value + 1));
