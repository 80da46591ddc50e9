/** Making puzzles: the order, the puzzles so far, and where to go on. */
import { computed, signal } from "@preact/signals";
import type { Listed, Made } from "./engine/answers";
import { type Asked, make } from "./engine/hands.ts";
import type { Find, MakeRequest } from "./engine/messages";
import { LETTER, LISTS } from "./lists.ts";
import { isFresh, rules, search, tables, text } from "./state.ts";
import { t } from "./words/index.ts";
import { ofError } from "./words/messages.ts";

export type Generator = Listed["generators"][number];

/** The value of a field: typed, or the contents of a file. */
export interface Field {
  text: string;
  /** The file that it came from. */
  file?: string;
}

/** The largest file, in bytes. */
export const MOST_BYTES = 64 << 20;
/** A find is a card: more would be a list that nobody reads. */
const MOST_CARDS = 200;

export const kind = signal("words");
/** Fields by kind and name; an empty name stands for the subject. */
export const fields = signal<Record<string, Field>>({});
export const seed = signal("0");
export const most = signal("12");
export const where = signal("");

export const finds = signal<Find[]>([]);
export const made = signal<Made | null>(null);
export const reached = signal<{ done: number; total: number; found: number } | null>(null);
export const isMaking = signal(false);
export const wrong = signal<string | null>(null);

export const generators = computed<Generator[]>(() => tables.value.generators ?? []);
export const generator = computed(() => generators.value.find(({ name }) => name === kind.value));

let work: Asked<Made> | undefined;
let ordered = "";

/** What a form has in a field at first, so that its button makes puzzles at once: the example of the kind, with a list for its file. */
function atFirst(name: string): Field {
  const now = generator.value;
  const example = now?.example.find(([one]) => one === name)?.[1];
  if (example === undefined) return { text: "" };
  if (name === "" ? now?.subject !== "FILE" : now?.options.find((one) => one.name === name)?.type !== "file")
    return { text: example };
  return { text: name === "" ? LETTER : LISTS.everyday };
}

export function field(name: string): Field {
  return fields.value[`${kind.value}/${name}`] ?? atFirst(name);
}

export function fill(name: string, value: Field): void {
  fields.value = { ...fields.value, [`${kind.value}/${name}`]: value };
}

/** Takes the puzzle in the box where that is known to need mending. */
export function takePuzzle(): void {
  const answer = isFresh.value ? search.value?.answer : null;
  if (generator.value?.subject === "PUZZLE" && answer?.exhausted && answer.unique === false)
    fill("", { text: text.value });
}

/** Takes a file as the contents of a field. */
export async function takeFile(name: string, file: File): Promise<void> {
  wrong.value = null;
  if (file.size > MOST_BYTES) {
    wrong.value = t("make.too-large", { name: file.name });
    return;
  }
  fill(name, { text: await file.text(), file: file.name });
}

/** How many are asked for: what is no number, or none that can be made, is corrected in its field. */
function count(): number {
  return Math.max(1, Math.min(MOST_CARDS, Math.floor(Number(most.value)) || 1));
}

/** Corrects how many are asked for, so that the form says what is done. */
export function correct(): void {
  most.value = String(count());
}

/** The order that the form says. */
export function order(): MakeRequest {
  const choices: Record<string, string | string[]> = {};
  for (const option of generator.value?.options ?? []) {
    const { text } = field(option.name);
    if (text === "") continue;
    const parts = text.split("\n").filter(Boolean);
    if (option.type === "flag") choices[option.name] = "";
    else choices[option.name] = option.repeats && option.type !== "file" ? parts : text;
  }
  const comparisons = where.value
    .split(/[,;\n]/)
    .map((one) => one.trim())
    .filter(Boolean);
  return {
    kind: kind.value,
    ...(generator.value?.subject ? { subject: field("").text } : {}),
    choices,
    rules: rules.value,
    seed: seed.value.trim() || "0",
    ...(comparisons.length > 0 ? { where: comparisons } : {}),
    most: count(),
  };
}

/** Whether the order is still the one of which there are finds, and there is more of it. */
export const canGoOn = computed(() => {
  const last = made.value;
  return (
    !isMaking.value && last !== null && (last.next < last.parts || last.endless) && JSON.stringify(order()) === ordered
  );
});

export function begin(isMore = false): void {
  correct();
  const next = order();
  const from = isMore && made.value ? made.value.next : 0;
  const parts = made.value?.parts;
  ordered = JSON.stringify(next);
  if (!isMore) finds.value = [];
  made.value = null;
  reached.value = null;
  wrong.value = null;
  isMaking.value = true;
  const known = new Set(finds.value.map(({ text }) => text));
  // The part in which the last puzzle was found is searched once more, for the puzzles after it.
  const again = finds.value.filter(({ part }) => part >= from).length;
  const more = { ...next, most: (next.most ?? 1) + again, parts: [from, parts ?? 0] as [number, number] };
  const own = make(isMore ? more : next, (event) => {
    if (work !== own && work !== undefined) return;
    if (event.event === "find" && !known.has(event.text)) finds.value = [...finds.value, event];
    if (event.event === "progress") reached.value = event;
  });
  work = own;
  own.ended.then((outcome) => {
    if (work !== own) return;
    isMaking.value = false;
    if (outcome.is === "answer") made.value = outcome.answer;
    else if (outcome.is === "refused") wrong.value = ofError(outcome.error);
    else if (outcome.is === "stopped") wrong.value = t("make.stopped");
    else wrong.value = outcome.text;
  });
}

export function stop(): void {
  work?.stop();
}
