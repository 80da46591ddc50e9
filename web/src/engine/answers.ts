/** What is in the answers of the library. What they share with those of the command line is in `schema/*.json`, of which `schema.ts` is made. */

import type { Data } from "../words/messages.ts";
import type * as schema from "./schema.ts";

/** A mistake. Those of a text have a place, those of a setting of `rules` its name. */
export type Mistake = Pick<schema.Error, "message" | "key" | "params"> &
  Partial<Omit<schema.Error, "message" | "key" | "params">> & {
    /** The values that are messages themselves. */
    within?: Record<string, Data>;
    /** The help as data. */
    help_key?: string;
    help_params?: Record<string, string>;
    /** Of rules that ask for several bases: which, and whether the smallest with a solution is wanted. */
    bases?: number[];
    smallest?: boolean;
    setting?: string;
  };

/** The answer to any request that cannot be carried out. */
export interface Refused {
  status: "error";
  error: Mistake;
}

export interface Role {
  /** `addend`, `sum`, `partial product`, … */
  kind: string;
  /** Which of several, from 1. */
  index: number | null;
  digit: number | null;
}

export interface Glyph {
  column: number;
  width: number;
  text: string;
  /** Its place in `cells`, if it is the place of a hidden digit. */
  cell: number | null;
  role: Role | null;
}

export interface SheetRow {
  glyphs: Glyph[];
  rules: { from: number; to: number; sign: string }[];
}

export interface Sheet {
  rows: SheetRow[];
  columns: number;
  /** How many columns the place of a digit takes at least. */
  room: number;
  /** Whether glyphs are missing: the worker leaves out what nobody would look through. */
  isCut?: true;
}

export interface CellInfo {
  name: string;
  kind: "symbol" | "blank" | "wrong";
  digits: number[];
  /** The digit that the puzzle shows, if it is `wrong`. */
  shown?: number;
}

/** Cells of which each digit may be taken only so often: once, if `most` is 1. */
export interface Group {
  cells: number[];
  least: number;
  most: number;
  digits: number[];
}

export type Note = schema.Note & { text: string };

export interface Parsed {
  /** The text as the program writes it; it reads back to an equal puzzle. */
  canonical: string;
  /** Whether it is a drawing. */
  drawn: boolean;
  layout: string | null;
  /** The rules in force, by the names of settings with `_` for `-`. */
  rules: Record<string, unknown>;
  /** Those that are not usual, by their names, each with its values. */
  changed: Record<string, string[]>;
  sheet: Sheet;
  cells: CellInfo[];
  groups: Group[];
  /** Pairs of cells that differ besides. */
  differ: [number, number][];
  /** The cells in their order of first appearance, by which rows are sorted. */
  order: number[];
  /** How many symbols a group has and how many digits there are, if these are too few. */
  crowded: [number, number] | null;
  notes: Note[];
  unread: schema.Unread[];
}

export type Planned = Pick<schema.Answer, "engine" | "evaluator" | "reason"> & {
  /** The reason as data. */
  reason_key: Data;
  /** Symbols in the order of the search, and what is expected: nodes, seconds. */
  symbols: string[];
  nodes: number;
  estimate: number;
  seconds: number;
  asked: (schema.Plan["asked"][number] & { why_not_key?: Data })[];
};

/** The fields of `--format json` without the solutions. */
export type Solved = Omit<schema.Answer, "schema" | "puzzle" | "line" | "status" | "note_keys" | "plan" | "threads"> & {
  status: "solved" | "none" | "stopped";
  /** How many rows were handed over. */
  rows: number;
  reason_key: Data;
  plan: Omit<Planned, "engine" | "evaluator" | "reason" | "reason_key" | "nodes">;
};

export type DrawFormat = "text" | "markdown" | "latex" | "svg";

export interface Drawn {
  text: string;
  format: DrawFormat;
}

export type Step = schema.Step;

/** A place on the sheet that a step is about. */
export type Mark = Step["marks"][number];

export type Rating = NonNullable<schema.Rating>;

/** A paragraph; they come in the order of reading. Those of cases come after the step that they belong to. */
export interface Paragraph {
  /** `3`, `3a` for a case; empty if it goes on with the one before. */
  number: string;
  /** How deep in cases it stands. */
  depth: number;
  text: string;
  /** The ids of the steps that it tells. */
  steps: string[];
  marks: Mark[];
  /** After it, with the detail `full` and outside cases: the digits left for each place, in the order of `places`. */
  known: number[][] | null;
}

export type Explained = Omit<schema.Explanation, "schema" | "puzzle" | "line" | "rules" | "exhausted"> & {
  /** Names of the places of the explanation, each with its cell. */
  places: { name: string; cell: number }[];
  paragraphs: Paragraph[];
  /** The puzzle with a letter in each blank, if it has blanks. */
  lettered: string | null;
  closing: string;
  /** Keys that the language lacks, which are told in English. */
  missing: string[];
  /** The document, if a `style` was asked for. */
  document?: string;
};

/** A hint has one step at most, told by its paragraphs or by `closing`; or `hint`: what is wrong with the known digits. */
export type Hinted = Explained | { hint: string; text: string };

export type Rated = Pick<schema.Explanation, "status" | "complete" | "rating" | "unrated"> & {
  without_cases: number;
  text: string;
};

export interface Checked {
  verdict: "right" | "wrong" | "possible" | "dead end" | "open";
  reason: string | null;
  solutions: number | string | null;
  /** Of a dead end, the digits that no solution has together. */
  digits?: Record<string, number>;
  text: string;
}

/** The steps to a fact; or a solution in which it does not hold; or, without a fact, what differs in two solutions. */
export type Why =
  | Explained
  | { fact: string; counterexample: string; text: string }
  | { status: "several"; open: string[]; examples: string[]; text: string };

export interface Tally {
  candidates: number;
  tested: number;
  found: number;
  refused: number;
  undecided: number;
}

export interface Made {
  tally: Tally;
  ended: "exhausted" | "enough" | "interrupted";
  /** The part to go on with, and how many there are in all. */
  next: number;
  parts: number;
  /** How many were handed over. */
  made: number;
  endless: boolean;
  notes: string[];
}

export interface Choice {
  name: string;
  value: string | null;
  type: "flag" | "number" | "range" | "one-of" | "one-of-or-number" | "text" | "file";
  default: string | null;
  repeats: boolean;
  needs: string | null;
  help: string;
  least?: number;
  most?: number | null;
  words?: string[];
}

/** The tables of the library; only one of them, if one was asked for. */
export interface Listed {
  settings: {
    name: string;
    value: "required" | "optional";
    repeats: boolean;
    default: unknown;
    example: string;
    help: string;
  }[];
  generators: {
    name: string;
    subject: string | null;
    options: Choice[];
    /** Names and values; an empty name stands for the subject. */
    example: [string, string][];
    help: string;
  }[];
  layouts: { name: string; help: string; example: string }[];
  functions: {
    name: string;
    aliases: string[];
    least: number;
    most: number | null;
    condition: boolean;
    help: string;
  }[];
  operators: { name: string; spellings: string[]; tier: string; help: string }[];
  techniques: { name: string; weight: number; looks_at: string; concludes: string }[];
  measures: { name: string; help: string }[];
  languages: { name: string; help: string }[];
  engines: { name: string; help: string }[];
  evaluators: { name: string; help: string }[];
  formats: { name: string; help: string }[];
}
