/** The explanation of the puzzle in the box: its steps, and what is known after each. */
import { computed, effect, signal } from "@preact/signals";
import type { Explained, Paragraph, Parsed, Step } from "./engine/answers";
import { type Asked, explain } from "./engine/hands.ts";
import { broken, inWords, key, parsed, step, stepped, tab, veiled } from "./state.ts";
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
  broken.value = "text" in outcome ? outcome : null;
  if (outcome.is === "answer") {
    explained.value = { name, parsed: about, answer: outcome.answer };
    openTo(step.peek());
  } else failure.value = outcome.is === "refused" ? ofError(outcome.error) : "";
}

export function stopLooking(): void {
  work?.stop();
}

export function lookAgain(): void {
  const about = parsed.value;
  if (about) look(about, wanted);
}

export const paragraphs = computed<Paragraph[]>(() => explained.value?.answer.paragraphs ?? []);

/** The number that a case stands below: `6` of `6a`, `6a` of `6a2`, `6a2` of `6a2b`; nothing above a paragraph outside cases. */
function parent(number: string): string {
  return number.replace(/([a-z]+|\d+)$/, "");
}

/** The numbers of all that a paragraph stands below. */
function above(number: string): string[] {
  const found: string[] = [];
  for (let at = parent(number); at; at = parent(at)) found.push(at);
  return found;
}

/** The numbers of paragraphs. One that goes on with another one, at the same depth, has none of its own. */
function numbersOf(paragraphs: Paragraph[]): string[] {
  const last: string[] = [];
  return paragraphs.map(({ number, depth }) => {
    last[depth] = number || last[depth] || "";
    return last[depth];
  });
}

/** The number of each paragraph. */
export const numbers = computed<string[]>(() => numbersOf(paragraphs.value));

/** The places of paragraphs that are seen, unless they are folded. */
export const visible = computed<number[]>(() => {
  return numbers.value.flatMap((number, index) =>
    above(number).every((one) => unfolded.value.has(one)) ? [index] : [],
  );
});

/** Whether the step that is looked at is the last that is seen. */
export const isAtEnd = computed(() => step.value > (visible.value.at(-1) ?? -1));

/** Whether cases stand below a paragraph. */
export function hasCases(index: number): boolean {
  const [here, next] = [paragraphs.value[index], paragraphs.value[index + 1]];
  return Boolean(here && next && next.depth > here.depth);
}

export function fold(number: string): void {
  const next = new Set(unfolded.value);
  if (!next.delete(number)) next.add(number);
  unfolded.value = next;
}

function openTo(at: number): void {
  unfolded.value = new Set(above(numbers.value[at - 1] ?? ""));
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
  const numbers = numbersOf(answer.paragraphs);
  const own = numbers[upTo - 1] ?? "";
  // Conclusions in a case hold in it and in the cases below it only.
  const cases = new Set([own, ...above(own)]);
  for (const [index, { steps: ids }] of answer.paragraphs.slice(0, upTo).entries()) {
    const number = numbers[index] ?? "";
    if (/[a-z]/.test(number) && !cases.has(number)) continue;
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
