/** The explanation of the puzzle in the box: its steps, and what is known after each. */
import { computed, effect, signal } from "@preact/signals";
import { type Asked, explain } from "./engine/hands.ts";
import type { Explained, Paragraph, Parsed, Step } from "./engine/messages";
import { inWords, key, parsed, step, stepped, tab, veiled } from "./state.ts";
import { language } from "./words/index.ts";
import { ofError } from "./words/messages.ts";

export const DETAILS = ["normal", "brief", "full"] as const;
export type Detail = (typeof DETAILS)[number];

export const detail = signal<Detail>("normal");
/** Whether what follows is hidden. */
export const isCovered = signal(false);
export const explained = signal<{ name: string; parsed: Parsed; answer: Explained } | null>(null);
/** Why there is no explanation. */
export const failure = signal<string | null>(null);
export const isLooking = signal(false);
/** The numbers of the paragraphs whose cases are seen. */
export const unfolded = signal<ReadonlySet<string>>(new Set());

let work: Asked<unknown> | undefined;
let wanted = "";

/** Looks for an explanation whenever its tab is open. */
export function begin(): void {
  effect(() => {
    const about = parsed.value;
    const name = JSON.stringify([key.value, language.value, detail.value]);
    if (tab.value !== "explain" || !about || wanted === name) return;
    if (stepped.key !== key.value) step.value = 0;
    stepped.key = key.value;
    wanted = name;
    isCovered.value = veiled.peek();
    look(about, name);
  });
}

async function look(about: Parsed, name: string): Promise<void> {
  isLooking.value = true;
  failure.value = null;
  explained.value = null;
  const asked = explain({ do: "explain", ...inWords.peek(), detail: detail.peek() });
  work = asked;
  const outcome = await asked.ended;
  if (wanted !== name) return;
  isLooking.value = false;
  if (outcome.is === "answer") {
    explained.value = { name, parsed: about, answer: outcome.answer };
    openTo(step.peek());
  } else
    failure.value = outcome.is === "refused" ? ofError(outcome.error) : outcome.is === "stopped" ? "" : outcome.text;
}

export function stopLooking(): void {
  work?.stop();
}

export function lookAgain(): void {
  const about = parsed.value;
  if (about) look(about, wanted);
}

export const paragraphs = computed<Paragraph[]>(() => explained.value?.answer.paragraphs ?? []);

/** The case that a paragraph stands in: `6a` of `6a.2`; empty outside cases. */
export function branch(number: string): string {
  return /^.*[a-z]/.exec(number)?.[0] ?? "";
}

/** The paragraph that a case belongs to: `6` of `6a`, `6a.3` of `6a.3b`. */
function parent(number: string): string {
  return branch(number).replace(/[a-z]+$/, "");
}

/** The numbers of all paragraphs that a paragraph stands below. */
function above(number: string): string[] {
  const found: string[] = [];
  for (let at = parent(number); at; at = parent(at)) found.push(at);
  return found;
}

/** The places of paragraphs that are seen, unless they are folded. */
export const visible = computed<number[]>(() => {
  let last = "";
  return paragraphs.value.flatMap(({ number, depth }, index) => {
    // What goes on with the one before has no number.
    const own = number || last;
    if (number) last = number;
    if (depth === 0) return [index];
    return above(own).every((number) => unfolded.value.has(number)) ? [index] : [];
  });
});

/** Whether the step that is looked at is the last that is seen. */
export const isAtEnd = computed(() => step.value > (visible.value.at(-1) ?? -1));

/** Whether cases stand below a paragraph. */
export function hasCases(index: number): boolean {
  const [here, next] = [paragraphs.value[index], paragraphs.value[index + 1]];
  return Boolean(here?.number && next && next.depth > here.depth);
}

export function fold(number: string): void {
  const next = new Set(unfolded.value);
  if (!next.delete(number)) next.add(number);
  unfolded.value = next;
}

function openTo(at: number): void {
  const paragraph = paragraphs.value[at - 1];
  unfolded.value = new Set(paragraph ? above(paragraph.number) : []);
}

/** Goes on by some of the steps that are seen; 0 is before the first. */
export function go(by: number): void {
  const all = [0, ...visible.value.map((index) => index + 1)];
  const at = all.findLastIndex((one) => one <= step.value);
  step.value = all[Math.max(0, Math.min(all.length - 1, at + by))] ?? 0;
}

/** All steps by their ids, those of cases too. */
function stepsById(steps: Step[], found = new Map<string, Step>()): Map<string, Step> {
  for (const step of steps) {
    found.set(String(step.id), step);
    for (const { steps } of step.cases) stepsById(steps, found);
  }
  return found;
}

type Fact = { digit?: unknown; in?: unknown };

/** The digits that are left for each cell after a paragraph, from what its steps and those before it conclude. */
export function left(about: Parsed, answer: Explained, upTo: number): number[][] {
  const cells = new Map(answer.places.map(({ name, cell }) => [name, cell]));
  const open = about.cells.map(({ digits }) => digits);
  const narrow = ({ digit, in: digits }: Fact) => {
    const cell = typeof digit === "string" ? cells.get(digit) : undefined;
    const before = cell === undefined ? undefined : open[cell];
    if (cell === undefined || !before || !Array.isArray(digits)) return;
    open[cell] = before.filter((one) => digits.includes(one));
  };
  const here = answer.paragraphs[upTo - 1];
  if (!here) return open;
  const steps = stepsById(answer.steps);
  let last = "";
  for (const { number, steps: ids } of answer.paragraphs.slice(0, upTo)) {
    if (number) last = number;
    if (!(here.number || last).startsWith(branch(last))) continue;
    for (const id of ids) {
      // A step of a case is `step.case.step`: the cases say what is taken for true.
      const parts = id.split(".");
      for (let end = 1; end + 1 < parts.length; end += 2) {
        const assumed = steps.get(parts.slice(0, end).join("."))?.cases[Number(parts[end]) - 1];
        if (assumed) narrow(assumed.assume);
      }
      for (const fact of steps.get(id)?.gives ?? []) narrow(fact);
    }
  }
  return open;
}
