/** A puzzle whose rules ask for several bases: one search after the other, an answer for each. */
import { computed, signal } from "@preact/signals";
import type { Solved } from "./engine/answers";
import { type Asked, seek } from "./engine/hands.ts";
import type { Rules } from "./link.ts";
import { asked, broken, key, mistake, parsed, put, question, rules, solve, text, veiled } from "./state.ts";
import { isNarrow } from "./theme.ts";
import { ofError } from "./words/messages.ts";

export interface InBase {
  base: number;
  /** The number of solutions; none if it was not found out. */
  count: number | string | null;
  /** Why there is no number. */
  why: string;
}

interface Run {
  key: string;
  state: "running" | "done" | "stopped";
  found: InBase[];
}

const run = signal<Run | null>(null);
/** The bases that are asked for; none if it is one alone. */
export const several = computed(() => mistake.value?.bases ?? null);
export const current = computed(() => (run.value?.key === key.value ? run.value : null));
export const isAtBases = computed(() => current.value?.state === "running");

/** Seconds for each base: one that takes long must not keep the others waiting. */
const EACH = 10;

let job: Asked<Solved> | undefined;

/** The text and the rules that ask for this base alone. */
export function inBase(base: number, from: { text: string; rules: Rules }): { text: string; rules: Rules } {
  const own = from.text.replace(/^([ \t]*@base)\b.*$/gm, `$1 ${base}`);
  return { text: own, rules: own === from.text ? { ...from.rules, base: String(base) } : from.rules };
}

/** Solves in one base after the other; if the smallest is wanted, until one has a solution. */
export async function solveBases(): Promise<void> {
  const bases = several.value;
  if (!bases) return;
  stopBases();
  const about = { text: text.value, rules: rules.value };
  const isSmallest = mistake.value?.smallest ?? false;
  const begun: Run = { key: key.value, state: "running", found: [] };
  run.value = begun;
  const isOver = () => run.value?.key !== begun.key || run.value.state !== "running";
  for (const base of bases) {
    if (isOver()) return;
    const request = { ...question.value, ...inBase(base, about), ...asked.value };
    job = seek({ do: "solve", ...request, limits: { rows: 0, seconds: EACH } });
    const outcome = await job.ended;
    if (run.value !== null && isOver()) return;
    const now: InBase = { base, count: null, why: "" };
    if (outcome.is === "answer") {
      // Several solutions means that there is more than one.
      now.count = outcome.answer.exhausted || Number(outcome.answer.count) > 0 ? outcome.answer.count : null;
      if (!outcome.answer.exhausted) now.why = "…";
    } else if (outcome.is === "refused") now.why = ofError(outcome.error);
    else {
      if (outcome.is !== "stopped") broken.value = outcome;
      run.value = { ...begun, found: run.value?.found ?? [], state: "stopped" };
      return;
    }
    const found: InBase[] = [...(run.value?.found ?? []), now];
    run.value = { ...begun, found };
    if (isSmallest && Number(now.count) > 0) break;
  }
  run.value = { ...begun, found: run.value?.found ?? [], state: "done" };
}

/** Searches for what is in the box, as its button does, so that its answers are hidden no longer; below the box the answer comes into sight. */
export function solveHere(): void {
  veiled.value = false;
  if (several.value) solveBases();
  else if (parsed.value) solve();
  else return;
  if (isNarrow.value)
    requestAnimationFrame(() => document.querySelector(".right")?.scrollIntoView({ block: "nearest" }));
}

export function stopBases(): void {
  if (run.value?.state === "running") run.value = { ...run.value, state: "stopped" };
  job?.stop();
  job = undefined;
}

/** Goes on with one base. */
export function open(base: number): void {
  const next = inBase(base, { text: text.value, rules: rules.value });
  put(next.text, next.rules);
}
