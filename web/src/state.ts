/** The state of the page: the text and its rules, the library's view of them, and the question. */
import { batch, computed, effect, signal } from "@preact/signals";
import type { Listed, Mistake, Parsed, Planned, Solved } from "./engine/answers";
import type { Asked, Listen } from "./engine/hands.ts";
import { read as askReader, seek } from "./engine/hands.ts";
import type { SolveRequest } from "./engine/messages";
import type { Ask, Goal, Linked, Rules, Tab } from "./link.ts";
import { api, seekThere } from "./native.ts";
import { MOST_ROWS, Rows } from "./rows.ts";
import { language, templates } from "./words/index.ts";

/** There is no library, or it has failed. */
export type Broken = { is: "missing" | "broken" | "unsupported" | "trapped"; text: string };

export const text = signal("");
export const rules = signal<Rules>({});
export const tab = signal<Tab>("solve");
export const ask = signal<Ask>("all");
/** How many, if only the first are asked for. */
export const first = signal(1);
export const essentially = signal(false);
/** The expression to be as large or as small as possible. */
export const goal = signal<Goal | null>(null);
/** The step of the explanation that is looked at, from 1. */
export const step = signal(0);
/** The puzzle that the step is one of, as in `key`. */
export const stepped = { key: "" };
/** Whether all answers are hidden until they are asked for. */
export const veiled = signal(false);
/** Whether only the puzzle is seen, without head and box. */
export const bare = signal(false);
/** The text whose answers are. */
const veil = { text: "" };
/** Whether to search at the server that sent the page, if it has an API. */
export const isThere = signal(false);
/** Whether an input method is at work, whose text is not to be read yet. */
export const composing = signal(false);
/** The message at the top: about a link, or about saved data. */
export const remarks = signal<string[]>([]);
/** The library has failed, or is not there. */
export const broken = signal<Broken | null>(null);

/** Text and rules in one, by which answers know whether they are of this puzzle. */
export const key = computed(() => JSON.stringify([text.value, rules.value]));

export const question = computed(() => ({ text: text.value.toWellFormed(), rules: rules.value, lang: language.value }));

/** The same for requests whose answers are sentences. */
export const inWords = computed(() => ({
  ...question.value,
  ...(templates.value ? { catalogue: templates.value } : {}),
}));

/** The contents of a link to the page as it is. */
export const linked = computed<Linked>(() => ({
  text: text.value,
  rules: rules.value,
  tab: tab.value,
  ask: ask.value,
  first: first.value,
  essentially: essentially.value,
  goal: goal.value?.of ? goal.value : null,
  step: tab.value === "explain" ? step.value : 0,
  play: veiled.value,
  bare: bare.value,
}));

/** The question about the puzzle, as a request has it. */
export const asked = computed<Omit<SolveRequest, "text">>(() => ({
  ask: ask.value,
  ...(ask.value === "first" ? { first: first.value } : {}),
  ...(essentially.value ? { essentially: "terms" as const } : {}),
  // One that is not written yet asks for nothing.
  ...(goal.value?.of ? { goal: { [goal.value.way]: goal.value.of } as SolveRequest["goal"] & object } : {}),
}));

export type Reading = { key: string; parsed: Parsed; error?: never } | { key: string; error: Mistake; parsed?: never };

/** The last answer of the library about the text. */
export const reading = signal<Reading | null>(null);
/** The last text that could be read, while what is typed cannot. */
export const drawn = signal<{ key: string; parsed: Parsed } | null>(null);
export const plan = signal<{ key: string; plan: Planned } | null>(null);
export const tables = signal<Partial<Listed>>({});

/** The puzzle of the text as it stands; null while it is wrong, or not read yet. */
export const parsed = computed(() => (reading.value?.key === key.value ? (reading.value.parsed ?? null) : null));
export const mistake = computed(() => (reading.value?.key === key.value ? (reading.value.error ?? null) : null));

export interface Search {
  key: string;
  ask: Ask;
  essentially: boolean;
  goal: Goal | null;
  parsed: Parsed;
  state: "running" | "done" | "stopped" | "refused";
  rows: Rows;
  /** Grows whenever rows come. */
  version: number;
  found: number;
  done: number | null;
  total: number | null;
  expected: number | null;
  began: number;
  ended: number;
  answer: Solved | null;
  error: Mistake | null;
}

export const search = signal<Search | null>(null);
/** Whether the answer that is shown is that of the text in the box. */
export const isFresh = computed(() => search.value?.key === key.value);
export const isSearching = computed(() => search.value?.state === "running");

/** A search this short, in seconds, begins by itself. */
const AT_ONCE = 0.3;
const AFTER_KEY = 30;
const PLAN_AFTER = 200;

let job: Asked<Solved> | undefined;
let parseTimer = 0;
let planTimer = 0;
/** How often was asked what the text and its plan are: only the last time counts. */
const asks = { parse: 0, plan: 0 };
/** Whether the next text comes in one piece, and is read at once. */
let isAtOnce = false;

/** Puts in a text that was not typed key by key. */
export function put(next: string, nextRules: Rules = rules.value): void {
  isAtOnce = true;
  batch(() => {
    text.value = next;
    rules.value = nextRules;
  });
}

/** Hides the answers of a text until they are asked for. */
export function hide(of: string): void {
  veil.text = of;
  veiled.value = true;
}

/** Puts in another form of the same puzzle. */
export function reform(next: string): void {
  if (veiled.value) veil.text = next;
  put(next);
}

/** Begins to read whatever is typed. */
export function begin(): void {
  effect(() => {
    // Answers of another puzzle are the reader's own.
    if (veiled.value && text.value.trim() !== veil.text.trim()) veiled.value = false;
  });
  effect(() => {
    const about = key.value;
    // The messages of the library come in another language.
    language.value;
    clearTimeout(parseTimer);
    clearTimeout(planTimer);
    if (composing.value) return;
    if (!text.value.trim()) {
      reading.value = null;
      drawn.value = null;
      return;
    }
    const isTyped = !isAtOnce;
    parseTimer = window.setTimeout(() => read(about, isTyped ? PLAN_AFTER : 0), isTyped ? AFTER_KEY : 0);
    isAtOnce = false;
  });
}

async function read(about: string, planAfter: number): Promise<void> {
  asks.parse += 1;
  const own = asks.parse;
  const isWanted = () => own === asks.parse && about === key.value;
  const outcome = await askReader({ do: "parse", ...question.value }, isWanted, "parse");
  if ("text" in outcome) {
    broken.value = outcome;
    return;
  }
  if (about !== key.value) return;
  if (outcome.is === "refused") reading.value = { key: about, error: outcome.error };
  if (outcome.is !== "answer") return;
  const parsed = outcome.answer;
  batch(() => {
    broken.value = null;
    reading.value = { key: about, parsed };
    drawn.value = { key: about, parsed };
  });
  planTimer = window.setTimeout(() => makePlan(about), planAfter);
}

async function makePlan(about: string): Promise<void> {
  asks.plan += 1;
  const own = asks.plan;
  const isWanted = () => own === asks.plan && about === key.value;
  const outcome = await askReader({ do: "plan", ...question.value, ask: ask.value }, isWanted, "plan");
  if (about !== key.value || outcome.is !== "answer") return;
  plan.value = { key: about, plan: outcome.answer };
  const seconds = outcome.answer.seconds ?? Number.POSITIVE_INFINITY;
  if (seconds <= AT_ONCE && !isFresh.value && !veiled.value) solve();
}

/** Looks for the solutions of the text in the box. */
export function solve(): void {
  const about = parsed.value;
  if (!about) return;
  stop();
  const began = performance.now();
  const rows = new Rows(about.cells.length);
  const begun: Search = {
    key: key.value,
    ask: ask.value,
    essentially: essentially.value,
    goal: goal.value?.of ? goal.value : null,
    parsed: about,
    state: "running",
    rows,
    version: 0,
    found: 0,
    done: null,
    total: null,
    expected: plan.value?.key === key.value ? plan.value.plan.seconds : null,
    began,
    ended: began,
    answer: null,
    error: null,
  };
  search.value = begun;
  const change = (changes: Partial<Search>) => {
    const now = search.value;
    if (now?.rows === rows) search.value = { ...now, version: now.version + 1, ...changes };
  };
  const request = {
    ...question.value,
    ...asked.value,
    limits: { rows: MOST_ROWS },
  };
  const listen: Listen = (event) => {
    if (event.event === "rows") {
      rows.take(event.order, event.from, event.count, event.bytes, event.show);
      change({ found: Math.max(search.value?.found ?? 0, rows.count) });
    } else if (event.event === "progress") {
      change({ found: event.found, done: event.done, total: event.total });
    } else if (event.event === "plan") change({ expected: event.seconds });
  };
  const own = isThere.value && api ? seekThere(request, listen) : seek({ do: "solve", ...request }, listen);
  job = own;
  own.ended.then((outcome) => {
    const ended = performance.now();
    if (outcome.is === "answer") {
      const state = outcome.answer.stopped_by === "interrupt" ? "stopped" : "done";
      change({ state, ended, answer: outcome.answer });
    } else if (outcome.is === "refused") change({ state: "refused", ended, error: outcome.error });
    else if (outcome.is === "stopped") change({ state: "stopped", ended });
    else {
      change({ state: "stopped", ended });
      broken.value = outcome;
    }
  });
}

/** Ends the search; what was found stays. */
export function stop(): void {
  job?.stop();
  job = undefined;
}

/** Fetches the tables for the forms. */
export async function learn(): Promise<void> {
  const outcome = await askReader({ do: "list" }, () => true);
  if (outcome.is === "answer") tables.value = outcome.answer;
  else if ("text" in outcome) broken.value = outcome;
}
