/**
 * A puzzle as the part of an address after `#`: `t=TEXT&base=12&tab=play`, readable, only what is not usual. Past 1,500
 * characters `z=` has the same, deflated, in base64url. An old link opens for ever: tests keep one of each form.
 */

export const TABS = ["solve", "play", "explain", "make"] as const;
export const ASKS = ["all", "unique", "count", "first"] as const;
export const WAYS = ["maximize", "minimize"] as const;
export type Tab = (typeof TABS)[number];
export type Ask = (typeof ASKS)[number];
export type Way = (typeof WAYS)[number];
/** Settings by the names of the command line; several values of one that is repeated. */
export type Rules = Record<string, string | string[]>;

export interface Goal {
  way: Way;
  of: string;
}

export interface Linked {
  text: string;
  rules: Rules;
  tab: Tab;
  ask: Ask;
  /** How many, if `ask` is `first`. */
  first: number;
  essentially: boolean;
  /** Only solutions are looked for that have the largest value of an expression, or the smallest. */
  goal: Goal | null;
  /** The step of the explanation, from 1; 0 for none. */
  step: number;
  /** Whether all answers are hidden until they are asked for. */
  play: boolean;
  /** Whether the page has no head and no box, as on other people's pages. */
  bare: boolean;
}

export const EMPTY_BOX = "t=";
export const LONG = 1_500;
export const LONGEST = 8_000;
const MOST_BYTES = 1 << 20;

export const EMPTY: Linked = {
  text: "",
  rules: {},
  tab: "solve",
  ask: "all",
  first: 1,
  essentially: false,
  goal: null,
  step: 0,
  play: false,
  bare: false,
};

/** Escapes what an address, or a program that finds addresses in a text, does not take as it is. */
function escaped(value: string): string {
  return encodeURIComponent(value.toWellFormed())
    .replace(/[!'()*_~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/%(2B|3D|2F|2C|3A)/g, (code) => decodeURIComponent(code));
}

/** The readable form, without `#`. */
export function readable(state: Linked): string {
  const parts: string[] = [];
  const add = (name: string, value: string) => parts.push(`${escaped(name)}=${escaped(value)}`);
  if (state.text) add("t", state.text);
  for (const [name, value] of Object.entries(state.rules)) {
    for (const one of Array.isArray(value) ? value : [value]) add(name, one);
  }
  if (state.tab !== "solve") add("tab", state.tab);
  if (state.ask !== "all") add("ask", state.ask);
  if (state.ask === "first" && state.first > 1) add("first", String(state.first));
  if (state.essentially) parts.push("essentially");
  if (state.goal) add(state.goal.way, state.goal.of);
  if (state.step > 0) add("s", String(state.step));
  if (state.play) parts.push("play");
  if (state.bare) parts.push("bare");
  // An empty address opens the puzzle of the day; an empty box says that it is empty.
  return parts.join("&") || EMPTY_BOX;
}

/** The form that a link has: readable, or deflated where that would be long. */
export async function write(state: Linked, long = LONG): Promise<string> {
  const plain = readable(state);
  return plain.length <= long ? plain : `z=${await deflate(plain)}`;
}

/** The whole address. */
export async function linkTo(state: Linked, long = LONG): Promise<string> {
  return `${location.href.split("#")[0]}#${await write(state, long)}`;
}

export interface Opened {
  state: Linked;
  /** The parts of the link that could not be used. */
  left: string[];
  /** Whether nothing of it could be read, as when its end is missing. */
  isCut?: true;
}

function decoded(value: string): string | null {
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}

function read(plain: string): Opened {
  const state: Linked = { ...EMPTY, rules: {} };
  const left: string[] = [];
  for (const part of plain.split("&")) {
    if (!part) continue;
    const [rawName = "", ...rest] = part.split("=");
    const name = decoded(rawName);
    const value = decoded(rest.join("="));
    if (name === null || value === null) left.push(part);
    else if (name === "t") state.text = value;
    else if (name === "play") state.play = true;
    else if (name === "bare") state.bare = true;
    else if (name === "essentially") state.essentially = true;
    else if (name === "tab" && (TABS as readonly string[]).includes(value)) state.tab = value as Tab;
    else if (name === "ask" && (ASKS as readonly string[]).includes(value)) state.ask = value as Ask;
    else if (name === "first" && /^[1-9]\d{0,5}$/.test(value)) state.first = Number(value);
    else if ((WAYS as readonly string[]).includes(name)) state.goal = { way: name as Way, of: value };
    else if (name === "s" && /^[1-9]\d{0,5}$/.test(value)) state.step = Number(value);
    else if (/^[a-z][a-z-]*$/.test(name) && !["tab", "ask", "s", "z", "first"].includes(name))
      addRule(state.rules, name, value);
    else left.push(part);
  }
  if (state.play && state.tab === "solve") state.tab = "play";
  return { state, left };
}

function addRule(rules: Rules, name: string, value: string): void {
  const before = Object.hasOwn(rules, name) ? rules[name] : undefined;
  rules[name] = before === undefined ? value : [before, value].flat();
}

/** Reads the part after `#`. */
export async function open(hash: string): Promise<Opened> {
  const plain = hash.replace(/^#/, "");
  if (!plain.startsWith("z=")) return read(plain);
  try {
    const [packed = "", ...more] = plain.slice(2).split("&");
    return read([await inflate(packed), ...more].join("&"));
  } catch {
    return { state: { ...EMPTY, rules: {} }, left: [], isCut: true };
  }
}

async function through(bytes: BlobPart, stream: GenericTransformStream, most: number): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) {
      await reader.cancel();
      throw new Error("too long");
    }
    chunks.push(value);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

async function deflate(text: string): Promise<string> {
  const bytes = await through(text, new CompressionStream("deflate-raw"), Number.POSITIVE_INFINITY);
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function inflate(packed: string): Promise<string> {
  const binary = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (sign) => sign.charCodeAt(0));
  return new TextDecoder("utf-8", { fatal: true }).decode(
    await through(bytes, new DecompressionStream("deflate-raw"), 4 * MOST_BYTES),
  );
}
