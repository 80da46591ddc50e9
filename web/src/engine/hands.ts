/** Who answers the page's requests: a reader for what is asked as one types, and a searcher and makers for what may take long. */

import { signal } from "@preact/signals";
import type { Made } from "./answers.ts";
import { type Asked, fetchLibrary, Hand, type Listen, type Outcome } from "./hand.ts";
import { Makers } from "./makers.ts";
import type { Answers, MakeRequest, Request } from "./messages.ts";

export type { Asked, Listen, Outcome };
export { fetchLibrary };

type Answered<R extends Request> = Answers[R["do"]];

/** How long the reader may take over a request while another waits, in milliseconds; twice as long after each that it ended. */
const PATIENCE = 500;

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
        // It is fetching the rest of the library: the time counts from then on.
        if (!this.#hand.isReady) return;
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
