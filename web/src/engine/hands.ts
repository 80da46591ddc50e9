/**
 * Who answers the page's requests: a reader for what is asked as one types, and a searcher and makers for what may take long.
 * Each is a worker with an instance of the library, which cannot be interrupted: to stop, the worker is ended, and another
 * begins from the module that is compiled already.
 */

import { signal } from "@preact/signals";
import address from "./fukumen.wasm?url";
import type { Answers, Event, FromWorker, Made, MakeRequest, Mistake, Refused, Request, ToWorker } from "./messages.ts";

/** Memory never shrinks: an instance that holds more than this after an answer makes room for another. */
const MOST_MEMORY = 64 * 1024 * 1024;
/** How long the reader may take over a request while another waits, in milliseconds; twice as long after each that it ended. */
const PATIENCE = 500;
/** The most workers that make puzzles. */
const MOST_MAKERS = 4;

/**
 * How work ends: with its answer; `refused`, for a mistake in what was asked; `stopped`, also where newer work took its place;
 * `trapped`, by a mistake in the library; or there is no library: it is `missing`, `broken`, or `unsupported` here.
 */
export type Outcome<Answer> =
  | { is: "answer"; answer: Answer }
  | { is: "refused"; error: Mistake }
  | { is: "stopped" }
  | { is: "trapped"; text: string }
  | Nothing;

type Nothing = { is: "missing" | "broken" | "unsupported"; text: string };
type Ending = Exclude<Outcome<never>, { is: "answer" } | { is: "refused" }>;

/** Takes what comes before the answer. */
export type Listen = (event: Event) => void;

/** Work that is under way. */
export interface Asked<Answer> {
  ended: Promise<Outcome<Answer>>;
  stop(): void;
}

type Answered<R extends Request> = Answers[R["do"]];
type Library = { is: "module"; module: WebAssembly.Module } | Nothing;

/** Fetches and compiles the library. */
async function load(): Promise<Library> {
  if (typeof WebAssembly !== "object" || typeof Worker !== "function") {
    return { is: "unsupported", text: "WebAssembly" };
  }
  let response: Response;
  try {
    response = await fetch(address);
    // A page that is older than its host asks for a fresh one.
    if (response.status === 404) dispatchEvent(new Event("missing"));
    if (!response.ok) return { is: "missing", text: `${response.status} ${response.statusText}` };
  } catch (error) {
    return { is: "missing", text: String(error) };
  }
  try {
    // While it comes, where the host names its type.
    const isNamed = response.headers.get("content-type")?.startsWith("application/wasm");
    const module = await (isNamed
      ? WebAssembly.compileStreaming(response)
      : WebAssembly.compile(await response.arrayBuffer()));
    return { is: "module", module };
  } catch (error) {
    return { is: "broken", text: String(error) };
  }
}

let loading: Promise<Library> | undefined;

/** The compiled library, which all workers share. What has failed is tried again when it is asked for again. */
function library(): Promise<Library> {
  loading ??= load().then((library) => {
    if (library.is !== "module") loading = undefined;
    return library;
  });
  return loading;
}

interface Task {
  number: number;
  end(outcome: Outcome<object>): void;
  listen: Listen | undefined;
}

/** One worker, and the request that it is at. */
class Hand {
  /** Whether its worker can answer: before, a request waits for the library. */
  isReady = false;
  /** Called when it can. */
  whenReady: (() => void) | undefined;
  #worker: Worker | undefined;
  #task: Task | undefined;
  #number = 0;

  /** Begins at once, or with the first request. */
  constructor(isAtOnce = true) {
    if (isAtOnce) void this.#begin();
  }

  get isBusy(): boolean {
    return this.#task !== undefined;
  }

  /** Begins a worker, if there is a library for it. */
  async #begin(): Promise<Library> {
    const found = await library();
    if (found.is !== "module" || this.#worker) return found;
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    this.#worker = worker;
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (worker === this.#worker) this.#hear(data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      // Its file is not there.
      if (!event.message) dispatchEvent(new Event("missing"));
      // It would fail again: the next request tries.
      if (worker === this.#worker) this.#finish({ is: "broken", text: event.message ?? "" }, false);
    };
    worker.postMessage({ module: found.module } satisfies ToWorker);
    return found;
  }

  #hear(message: FromWorker): void {
    if (message.is === "ready") {
      this.isReady = true;
      this.whenReady?.();
      return;
    }
    if (message.is === "failed") {
      this.#finish({ is: "trapped", text: message.reason }, true);
      return;
    }
    const task = this.#task;
    if (task?.number !== message.number) return;
    if (message.is === "event") {
      task.listen?.(message.event);
      return;
    }
    const answer = JSON.parse(message.answer) as object;
    this.#task = undefined;
    if (message.memory > MOST_MEMORY) this.#replace(true);
    task.end(isRefused(answer) ? { is: "refused", error: answer.error } : { is: "answer", answer });
  }

  /** Ends the worker; another begins at once, or with the next request. */
  #replace(isAtOnce: boolean): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.isReady = false;
    if (isAtOnce) void this.#begin();
  }

  /** Ends the worker with its task. */
  #finish(outcome: Ending, isAtOnce: boolean): void {
    const task = this.#task;
    this.#task = undefined;
    this.#replace(isAtOnce);
    task?.end(outcome);
  }

  /** Asks. It must not be busy. */
  ask(request: object, listen?: Listen): Promise<Outcome<object>> {
    this.#number += 1;
    const number = this.#number;
    // Half a surrogate is no JSON.
    const text = JSON.stringify(request, (_, value) => (typeof value === "string" ? value.toWellFormed() : value));
    return new Promise((end) => {
      this.#task = { number, end, listen };
      this.#begin().then((found) => {
        if (this.#task?.number !== number) return;
        if (found.is !== "module") this.#finish(found, false);
        else this.#worker?.postMessage({ number, request: text } satisfies ToWorker);
      });
    });
  }

  /** Ends what it is at. */
  stop(): void {
    if (this.isBusy) this.#finish({ is: "stopped" }, true);
  }

  /** Ends it for good. */
  end(): void {
    this.#finish({ is: "stopped" }, false);
  }
}

function isRefused(answer: object): answer is Refused {
  return "status" in answer && answer.status === "error";
}

interface Waiting {
  request: Request;
  topic: string | undefined;
  end(outcome: Outcome<object>): void;
}

/** Answers what is asked as one types, the newest request first. */
class Reader {
  #hand = new Hand();
  #waiting: Waiting[] = [];
  #since = 0;
  #patience = PATIENCE;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    // The time counts from here: loading the library is no work at a request.
    this.#hand.whenReady = () => {
      isReady.value = true;
      this.#since = performance.now();
      this.#next();
    };
  }

  /** Asks. A request with the same topic that still waits is not answered any more. */
  ask(request: Request, topic?: string): Promise<Outcome<object>> {
    const old = this.#waiting.filter((waiting) => topic !== undefined && waiting.topic === topic);
    this.#waiting = this.#waiting.filter((waiting) => !old.includes(waiting));
    for (const waiting of old) waiting.end({ is: "stopped" });
    return new Promise((end) => {
      this.#waiting.push({ request, topic, end });
      this.#next();
    });
  }

  #next(): void {
    clearTimeout(this.#timer);
    if (this.#waiting.length === 0) return;
    if (this.#hand.isBusy) {
      if (!this.#hand.isReady) return;
      const left = Math.max(0, this.#patience - (performance.now() - this.#since));
      this.#timer = setTimeout(() => {
        this.#patience *= 2;
        this.#hand.stop();
      }, left);
      return;
    }
    const newest = this.#waiting.pop();
    if (!newest) return;
    this.#since = performance.now();
    this.#hand.ask(newest.request).then((outcome) => {
      if (outcome.is !== "stopped") this.#patience = PATIENCE;
      newest.end(outcome);
      this.#next();
    });
    this.#next();
  }
}

/** Does what may take long, one at a time: new work ends the old. */
class Searcher {
  #hand: Hand;
  #jobs = 0;

  constructor(isAtOnce: boolean) {
    this.#hand = new Hand(isAtOnce);
  }

  ask(request: Request, listen?: Listen): Asked<object> {
    this.#hand.stop();
    this.#jobs += 1;
    const number = this.#jobs;
    const stop = () => {
      if (number === this.#jobs) this.#hand.stop();
    };
    return { ended: this.#hand.ask(request, listen), stop };
  }
}

/** A run of parts that one worker searches. */
interface Run {
  first: number;
  end: number;
  next: number;
  isDone: boolean;
  /** Finds that wait for the runs before. */
  waiting: Event[];
}

/** Makes puzzles, on as many workers as there are processors less one; each has a run of parts. */
class Makers {
  #hands: Hand[] = [];

  /** Finds come in the order of their parts, as from one worker. Stopped, the answer says where to go on. */
  make(fields: MakeRequest, listen: Listen): Asked<Made> {
    for (const hand of this.#hands) hand.end();
    const hands = [new Hand()];
    this.#hands = hands;
    let isStopped = false;
    const stop = () => {
      isStopped = true;
      for (const hand of hands) hand.end();
    };
    const ended = this.#make(fields, listen, hands, () => isStopped);
    return { ended: ended.finally(stop), stop };
  }

  async #make(fields: MakeRequest, listen: Listen, hands: Hand[], isStopped: () => boolean): Promise<Outcome<Made>> {
    const order = { do: "make", ...fields };
    // No part: how many there are.
    const space = (await hands[0]?.ask({ ...order, parts: [0, 0] })) as Outcome<Made>;
    if (space.is !== "answer") return space;
    const { parts, endless } = space.answer;
    const [from, to] = fields.parts ?? [0, parts];
    const processors = Math.max(1, (navigator.hardwareConcurrency ?? 2) - 1);
    // Of an endless search, only the first parts are ever seen.
    const count = endless ? 1 : Math.min(MOST_MAKERS, processors, Math.max(1, to - from));
    while (hands.length < count && !isStopped()) hands.push(new Hand());
    const bound = (index: number) => from + Math.floor(((to - from) * index) / count);
    const runs = hands.map((_, index): Run => {
      const first = bound(index);
      return { first, end: bound(index + 1), next: first, isDone: false, waiting: [] };
    });
    const enough = fields.most ?? (endless ? 1 : Number.POSITIVE_INFINITY);
    const tally = { candidates: 0, tested: 0, found: 0, refused: 0, undecided: 0 };
    let [made, turn] = [0, 0];
    const handOn = (event: Event) => {
      if (made >= enough) return;
      made += 1;
      listen(event);
      if (made >= enough) for (const hand of hands) hand.end();
    };
    const hear = (run: Run, index: number) => (event: Event) => {
      if (event.event === "find" && turn < index) run.waiting.push(event);
      else if (event.event === "find") handOn(event);
      else if (event.event === "reached") {
        run.next = event.next;
        const done = runs.reduce((sum, run) => sum + run.next - run.first, 0);
        listen({ event: "progress", done, total: to - from, found: made });
      }
    };
    const search = async (run: Run, index: number): Promise<Outcome<Made>> => {
      const request = { ...order, parts: [run.first, run.end] };
      const outcome = (await hands[index]?.ask(request, hear(run, index))) as Outcome<Made>;
      if (outcome.is !== "answer") return outcome;
      for (const name of Object.keys(tally) as (keyof typeof tally)[]) tally[name] += outcome.answer.tally[name];
      run.next = outcome.answer.next;
      run.isDone = run.next >= run.end;
      while (runs[turn]?.isDone && turn + 1 < runs.length) {
        turn += 1;
        for (const event of runs[turn]?.waiting.splice(0) ?? []) handOn(event);
      }
      return outcome;
    };
    const outcomes = await Promise.all(runs.map(search));
    const failed = outcomes.find((outcome) => outcome.is !== "answer" && outcome.is !== "stopped");
    if (failed) return failed;
    const open = runs.find((run) => !run.isDone);
    const ended = made >= enough ? "enough" : open ? "interrupted" : "exhausted";
    return { is: "answer", answer: { ...space.answer, tally, ended, next: open?.next ?? to, made } };
  }
}

/** Whether the library is loaded. */
export const isReady = signal(false);

const reader = new Reader();
const searcher = new Searcher(true);
const explainer = new Searcher(false);
const makers = new Makers();

/**
 * Asks what is quick. Of two requests with the same topic, the one that still waits is left out. One that was ended for
 * another is asked again, as long as it is wanted.
 */
export async function read<R extends Request>(
  request: R,
  isWanted: () => boolean,
  topic?: string,
): Promise<Outcome<Answered<R>>> {
  for (;;) {
    const outcome = (await reader.ask(request, topic)) as Outcome<Answered<R>>;
    if (outcome.is !== "stopped" || !isWanted()) return outcome;
  }
}

/** Searches; a search before it is ended. */
export function seek<R extends Request>(request: R, listen?: Listen): Asked<Answered<R>> {
  return searcher.ask(request, listen) as Asked<Answered<R>>;
}

/** Looks for an explanation or a hint; one before it is ended. */
export function explain<R extends Request>(request: R, listen?: Listen): Asked<Answered<R>> {
  return explainer.ask(request, listen) as Asked<Answered<R>>;
}

/** Makes puzzles; what was made before is ended. */
export function make(order: MakeRequest, listen: Listen): Asked<Made> {
  return makers.make(order, listen);
}
