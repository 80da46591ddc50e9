/**
 * The types of all messages between the page and the library: a request is one JSON object, its answer another, and what
 * comes on the way is an event, or rows of bytes. Each request is described at the head of its file in `crates/report/src/service`.
 */

import type {
  Checked,
  DrawFormat,
  Drawn,
  Explained,
  Hinted,
  Listed,
  Made,
  Parsed,
  Planned,
  Rated,
  Solved,
  Tally,
  Why,
} from "./answers.ts";

/** Settings by their names on the command line; several values of one that is repeated. */
export type Rules = Record<string, string | string[]>;

/** The fields of every request about a puzzle. `lang` is the language of sentences, `en` without it. */
export interface Question {
  text: string;
  rules?: Rules;
  lang?: string;
  /** The templates of explanations in that language, unless it is English: `messages/explain` has them. */
  catalogue?: string;
  /** `rows`: how many are handed over, 100,000 without it. */
  limits?: { seconds?: number; solutions?: number; memory?: number; rows?: number };
}

/** The fields of requests that look for steps. Without `techniques`, all are used. */
export interface Techniques {
  techniques?: string[];
  /** How deep cases may be nested: 2 without it. */
  depth?: number;
  /** How many explanations are tried: 16 without it. */
  tries?: number;
  /** Digits that are known: `M=1,O=0`, or the puzzle partly filled in with `?` for open digits. */
  known?: string;
}

export type Ask = "all" | "count" | "unique" | "first";

export interface SolveRequest extends Question {
  ask?: Ask;
  /** How many, if `ask` is `first`. */
  first?: number;
  essentially?: "terms" | "digits";
  goal?: { maximize: string } | { minimize: string };
  engine?: string;
}

export interface MakeRequest {
  kind: string;
  subject?: string;
  /** By the names of `list`; of a file, its contents; of a flag, an empty text. */
  choices?: Record<string, string | string[]>;
  rules?: Rules;
  /** Digits, since seeds go beyond what a number of JavaScript can hold. */
  seed?: string;
  solutions?: number;
  /** Comparisons of measures such as `nodes<50`. */
  where?: string[];
  /** Which parts to search: from the first to the one after the last; all without it. */
  parts?: [number, number];
  /** How many puzzles are enough; without it, all, or one if there is no end of them. */
  most?: number;
  limits?: { seconds?: number };
}

export type Request =
  | ({ do: "parse" } & Question)
  | ({ do: "plan" } & SolveRequest)
  | ({ do: "solve" } & SolveRequest)
  | ({
      do: "draw";
      format: DrawFormat;
      /** The digits of a solution, to be drawn in their places. */
      row?: number[];
      /** For each cell the digit that was written there, or the list of those that were marked; pictures only. */
      marks?: (number | number[])[];
      as?: "one-line" | "drawing";
      /** The number of the puzzle on a work sheet. */
      number?: number;
    } & Question)
  | ({
      do: "explain";
      detail?: "normal" | "brief" | "full";
      style?: "text" | "markdown" | "html" | "latex";
    } & Question &
      Techniques)
  | ({ do: "hint"; level?: 1 | 2 | 3 } & Question & Techniques)
  | ({ do: "rate" } & Question & Techniques)
  | ({ do: "check"; answer: string } & Question)
  | ({ do: "why"; fact?: string } & Question & Techniques)
  | ({ do: "make" } & MakeRequest)
  | { do: "list"; table?: string };

/** The answer of each request, if it is carried out. */
export interface Answers {
  parse: Parsed;
  plan: Planned;
  solve: Solved;
  draw: Drawn;
  explain: Explained;
  hint: Hinted;
  rate: Rated;
  check: Checked;
  why: Why;
  make: Made;
  list: Listed;
}

/** The events before the answer. Rows have a byte for each cell; `from` is the number of the first row; rows come as found, then once more in order. */
export type Event =
  | { event: "plan"; engine: string; symbols: string[]; estimate: number; seconds: number }
  | { event: "progress"; done: number; total: number; found: number }
  | { event: "reached"; next: number; tally: Tally }
  | {
      event: "rows";
      order: "engine" | "sorted";
      from: number;
      count: number;
      show?: string[];
      bytes: Uint8Array<ArrayBuffer>;
    }
  | Find;

/** A puzzle that was made. */
export interface Find {
  event: "find";
  part: number;
  /** Its text under the lines `@name value` that it needs. */
  text: string;
  solutions: string[];
  measures: Record<string, number>;
  note: string | null;
}

/** The messages to a worker: first the compiled module, then requests with their numbers. */
export type ToWorker = { module: WebAssembly.Module } | { number: number; request: string };

/** The messages of a worker. `memory` is the size of the instance, in bytes. One that is fetching the rest of the library is ready
 * again with it. A worker that has failed answers no more; `isMissing`: because the rest could not be fetched. */
export type FromWorker =
  | { is: "ready" }
  | { is: "fetching" }
  | { is: "event"; number: number; event: Event }
  | { is: "answer"; number: number; answer: string; memory: number }
  | { is: "failed"; number: number | null; reason: string; isMissing: boolean };
