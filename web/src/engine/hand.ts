/**
 * One worker with an instance of the library, which cannot be interrupted: to stop, the worker is ended, and another begins
 * from the module that is compiled already.
 */

import type { Mistake, Refused } from "./answers.ts";
import address from "./fukumen.wasm?url";
import type { Event, FromWorker, ToWorker } from "./messages.ts";

/** Memory never shrinks: an instance that holds more than this after an answer makes room for another. */
const MOST_MEMORY = 64 * 1024 * 1024;

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

type Library = { is: "module"; module: WebAssembly.Module } | Nothing;

/** Lets the library come: it is large, and on a slow line a puzzle that is played without it is painted first. */
export let fetchLibrary = (): void => {};
const due = new Promise<void>((end) => {
  fetchLibrary = end;
});

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
export class Hand {
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

  /** Begins a worker, which starts while the library comes for it. */
  async #begin(): Promise<Library> {
    await due;
    if (this.#worker || typeof Worker !== "function") return library();
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
    const found = await library();
    if (worker !== this.#worker) return found;
    if (found.is === "module") worker.postMessage({ module: found.module } satisfies ToWorker);
    else this.#replace(false);
    return found;
  }

  #hear(message: FromWorker): void {
    if (message.is === "ready" || message.is === "fetching") {
      this.isReady = message.is === "ready";
      if (this.isReady) this.whenReady?.();
      return;
    }
    if (message.is === "failed") {
      // A page that is older than its host asks for a fresh one.
      if (message.isMissing && message.reason.startsWith("404")) dispatchEvent(new Event("missing"));
      this.#finish({ is: message.isMissing ? "missing" : "trapped", text: message.reason }, !message.isMissing);
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
