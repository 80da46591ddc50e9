// Written by tools/schema.mjs from schema/*.json; `npm run schema` writes it anew.
export type Answer = {
  schema: 1;
  puzzle: string;
  line: number;
  rules: Rules;
  status: "solved" | "none" | "stopped" | "error";
  reading?: "zero-lines";
  exhausted: boolean;
  count: Count;
  written?: number;
  unique: boolean | null;
  essentially: number | null;
  undecided: number;
  solutions?: Array<Solution>;
  best?: string | null;
  groups?: Array<Group>;
  order: "sorted" | "engine";
  notes: Array<string>;
  note_keys: Array<Note>;
  unread?: Array<Unread>;
  measures?: { rating?: number } & Record<string, number>;
  certificate?: { file: string; nodes: number; bytes: number; seconds: number } | null;
  engine: string;
  evaluator: string;
  reason: string;
  plan: Plan;
  threads: number;
  stopped_by: "timeout" | "max-solutions" | "max-memory" | "interrupt" | "first" | "unique" | null;
  nodes: number;
  evaluations: number;
  seconds: number;
  times: Times;
  shard?: Shard;
  fingerprint?: string | null;
  part?: Part;
  error?: Error;
};

export type Unread = { text: string; span: [number, number]; may: boolean };

export type Shard = string;

export type Part = {
  version: string;
  stream: boolean;
  number?: number;
  list?: string;
  ask?: "all" | "count" | "unique";
  settings?: Array<Texts>;
  key?: string;
  decode?: string;
  if_none?: { notes?: Texts; note_keys?: Array<Note> };
};

export type Count = number | string;

export type Digit = number;

export type Rules = {
  base: number | string;
  digits: string;
  no_zero: boolean;
  leading_zeros: "allowed" | "forbidden";
  lone_zero: "allowed" | "forbidden";
  distinct: string;
  distinct_blanks: boolean;
  distinct_from_literals: boolean;
  assign: Texts;
  blank: Texts;
  blanks_avoid: Texts;
  wrong: false | "same" | "each";
  misprint: string | null;
  same: Texts;
  symbols: Texts;
  fold: null | "accents";
  graphemes: "on" | "off";
  case_sensitive: boolean;
  layout: string | null;
  where: Texts;
  show: string | null;
  shows?: Texts;
};

export type Texts = Array<string>;

export type Solution = {
  digits: Record<string, Digit>;
  text: string;
  show: string | null;
  shows?: Array<string | null>;
  class: number | null;
  blanks?: Array<Digit>;
  wrong?: Array<Array<Digit>>;
  misprints?: Array<{ numeral: string; place: number; printed: string; right: string }>;
  key?: Record<string, string>;
  letters?: { key?: string; decode?: string };
};

export type Group = { show: string; shows?: Texts; count: Count };

export type Plan = {
  symbols: Texts;
  estimate: number | null;
  seconds: number | null;
  asked: Array<{ engine: string; seconds: number | null; why_not: string | null }>;
};

export type Times = { parse: number; plan: number; search: number; confirm: number };

export type Error = {
  message: string;
  key: string;
  params: Params;
  origin: "puzzle" | "where" | "show" | "expression" | "setting" | null;
  line: number | null;
  column: number | null;
  length: number | null;
  span: [number, number] | null;
  label: string | null;
  help: string | null;
  repair: Repair;
};

export type Repair = { span: Span; text: string } | null;

export type Note = { key: string; params: Params; span: [number, number] | null };

export type Span = [number, number];

export type Params = Record<string, string>;

export type Explanation = {
  schema: 2;
  puzzle: string;
  line: number;
  base?: number;
  rules: Record<string, unknown>;
  status: "unique" | "several" | "none" | "stopped";
  solutions: number | string;
  exhausted: boolean;
  answers: Array<Record<string, number>>;
  complete: boolean;
  given: Array<Fact>;
  steps: Array<Step>;
  check: string | null;
  rating: Rating;
  unrated?: "nothing-to-find" | "nothing-certain" | "unfinished";
};

export type Step = {
  id: number | string;
  technique: string;
  at: { equation?: number; columns?: Array<number> };
  uses: Array<string>;
  gives: Array<Fact>;
  on?: string;
  modulo?: number;
  ways: number;
  weight: number;
  effort: number;
  marks: Array<{ row: number; column: number }>;
  key: string;
  params: Record<string, unknown>;
  sentences: Array<{ key: string; params: Record<string, unknown> }>;
  text: string;
  cases: Array<{ assume: Fact; steps: Array<Step>; ends: string | Array<string> }>;
};

export type Fact = {
  id: string;
  digit?: string;
  carry?: Array<number>;
  in?: Array<number>;
  range?: string;
  from?: number | string;
  to?: number | string;
  residue?: string;
  modulo?: number;
  relation?: Record<string, number | string>;
  equals?: number | string;
  order?: Array<string>;
  same?: Array<string>;
  false?: true;
  condition?: string;
  distinct?: Array<string>;
  digits?: Array<number>;
  combine?: Record<string, number | string>;
  divide?: number | string;
  exchange?: Array<Array<string>>;
};

export type Rating = {
  value: number;
  label: "gentle" | "easy" | "medium" | "hard" | "fiendish";
  hardest: string | null;
  counts: Record<string, number>;
  depth: number;
  weight: number;
  effort: number;
  at_least?: boolean;
} | null;
