/** A puzzle that is played: digits and pencil marks, everything that was done, and what is kept of it. */
import type { Parsed } from "./engine/answers";

/** The contents of a place: a digit, and the pencil marks, from the smallest. */
export interface Place {
  digit: number | null;
  marks: readonly number[];
}

export type Board = readonly Place[];

/** Boards in the order in which they were; `at` is the one that is seen. */
export interface Game {
  boards: readonly Board[];
  at: number;
  /** Boards with names, to go back to. */
  checkpoints: readonly { name: string; board: Board }[];
  hints: number;
  /** How long it was played, in milliseconds. */
  spent: number;
  /** Whether it was solved once, and counted. */
  isWon: boolean;
}

/**
 * What makes a puzzle another one than all others, however it is spelled: its numbers and signs in their order, and the rules
 * that are not usual. A drawing has the same numbers as its line, a rule in place of `=`, and brackets of its own.
 */
export function identity(parsed: Parsed): string {
  if (parsed.sheet.isCut) return parsed.canonical;
  const words: string[] = [];
  for (const { glyphs } of parsed.sheet.rows) {
    let end = -1;
    for (const { column, width, text, cell } of glyphs) {
      const name = cell === null ? text : parsed.cells[cell]?.kind === "blank" ? "?" : text;
      const isNumber = cell !== null || /^[\p{L}\p{N}]/u.test(text);
      if (isNumber && column === end) words.push(`${words.pop()}${name}`);
      else if (!/^[=;)]$/.test(text)) words.push(name);
      end = isNumber ? column + width : -1;
    }
  }
  const rules = Object.entries(parsed.changed).filter(([name]) => name !== "layout");
  const text = words.join(" ");
  return JSON.stringify([parsed.rules.case_sensitive ? text : text.toUpperCase(), ...rules.sort()]).slice(1, -1);
}

const EMPTY: Place = { digit: null, marks: [] };
const VERSION = 1;
/** Half a year. */
const LONGEST_KEPT = 183 * 86_400_000;
/** More than this is not kept; it is still there until the page is closed. */
const MOST_KEPT = 5_000;

export function begun(cells: number): Game {
  return {
    boards: [Array.from({ length: cells }, () => EMPTY)],
    at: 0,
    checkpoints: [],
    hints: 0,
    spent: 0,
    isWon: false,
  };
}

export function board(game: Game): Board {
  return game.boards[game.at] ?? [];
}

/** A game in which one more thing was done; what was undone before is forgotten. */
export function done(game: Game, next: Board): Game {
  if (written(next) === written(board(game))) return game;
  return { ...game, boards: [...game.boards.slice(0, game.at + 1), next], at: game.at + 1 };
}

export function moved(game: Game, by: number): Game {
  const at = Math.max(0, Math.min(game.boards.length - 1, game.at + by));
  return { ...game, at };
}

function changed(from: Board, cell: number, place: Partial<Place>): Board {
  return from.map((old, index) => (index === cell ? { ...old, ...place } : old));
}

/** Cells that must have other digits than a cell has. */
export function rivals(parsed: Parsed, cell: number): number[] {
  const found = new Set<number>();
  for (const group of parsed.groups) {
    if (group.most === 1 && group.cells.includes(cell)) for (const other of group.cells) found.add(other);
  }
  for (const [a, b] of parsed.differ) {
    if (a === cell) found.add(b);
    if (b === cell) found.add(a);
  }
  found.delete(cell);
  return [...found];
}

/** The digits that a cell may have: of its own, and not taken by others. */
export function open(parsed: Parsed, from: Board, cell: number): Set<number> {
  const digits = new Set(parsed.cells[cell]?.digits);
  for (const rival of rivals(parsed, cell)) {
    const digit = from[rival]?.digit;
    if (digit !== null && digit !== undefined) digits.delete(digit);
  }
  return digits;
}

/** Writes a digit, or takes it away; with `tidy` it is taken from the marks of those that differ. */
export function write(parsed: Parsed, from: Board, cell: number, digit: number | null, tidy: boolean): Board {
  let next = changed(from, cell, { digit });
  if (digit === null || !tidy) return next;
  for (const rival of rivals(parsed, cell)) {
    const marks = next[rival]?.marks ?? [];
    if (marks.includes(digit)) next = changed(next, rival, { marks: marks.filter((mark) => mark !== digit) });
  }
  return next;
}

/** Makes a pencil mark, or rubs it out. */
export function mark(from: Board, cell: number, digit: number): Board {
  const marks = from[cell]?.marks ?? [];
  const next = marks.includes(digit)
    ? marks.filter((other) => other !== digit)
    : [...marks, digit].sort((a, b) => a - b);
  return changed(from, cell, { marks: next });
}

/** Marks all that is possible in the places without a digit. */
export function allMarks(parsed: Parsed, from: Board): Board {
  return from.map((place, cell) =>
    place.digit === null ? { ...place, marks: [...open(parsed, from, cell)].sort((a, b) => a - b) } : place,
  );
}

export function cleared(from: Board): Board {
  return from.map(() => EMPTY);
}

/** Cells that contradict the rules as they stand: a digit twice, or one that the cell cannot have. */
export function clashes(parsed: Parsed, from: Board): Set<number> {
  const found = new Set<number>();
  from.forEach(({ digit }, cell) => {
    if (digit === null) return;
    if (!parsed.cells[cell]?.digits.includes(digit)) found.add(cell);
    for (const rival of rivals(parsed, cell)) if (from[rival]?.digit === digit) found.add(cell);
  });
  return found;
}

/** A board as text: each place as its digit, a colon and its marks. */
export function written(from: Board): string {
  return from.map(({ digit, marks }) => `${digit ?? ""}:${marks.join(".")}`).join(",");
}

function read(text: string, parsed: Parsed): Board | null {
  const base = Number(parsed.rules.base);
  const number = (text: string): number => {
    const digit = /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN;
    if (!(digit < base)) throw new Error("no digit");
    return digit;
  };
  const places = text.split(",");
  if (places.length !== parsed.cells.length) return null;
  try {
    return places.map((place) => {
      const [digit = "", marks, ...more] = place.split(":");
      if (marks === undefined || more.length > 0) throw new Error("no place");
      const numbers = marks ? marks.split(".").map(number) : [];
      return { digit: digit ? number(digit) : null, marks: [...new Set(numbers)].sort((a, b) => a - b) };
    });
  } catch {
    return null;
  }
}

/** The part of a game that is saved. */
export function packed(game: Game): string {
  const from = Math.max(0, game.boards.length - MOST_KEPT);
  return JSON.stringify({
    version: VERSION,
    when: Date.now(),
    boards: game.boards.slice(from).map(written),
    at: Math.max(0, game.at - from),
    checkpoints: game.checkpoints.map(({ name, board }) => [name, written(board)]),
    hints: game.hints,
    spent: game.spent,
    isWon: game.isWon,
  });
}

/** Whether a game that was kept is too old to be kept on; one that cannot be read is not. */
export function isExpired(text: string): boolean {
  const when = Number(/^\{"version":1,"when":(\d+),/.exec(text)?.[1] ?? Number.NaN);
  return Date.now() - when > LONGEST_KEPT;
}

/** A game that was kept; none if it does not fit the puzzle. */
export function unpacked(text: string, parsed: Parsed): Game | null {
  try {
    const kept = JSON.parse(text);
    if (kept.version !== VERSION || !Array.isArray(kept.boards) || !Array.isArray(kept.checkpoints)) return null;
    const board = (text: unknown): Board => {
      const found = typeof text === "string" ? read(text, parsed) : null;
      if (!found) throw new Error("no board");
      return found;
    };
    const boards = kept.boards.map(board);
    const checkpoints = kept.checkpoints.map(([name, text]: [unknown, unknown]) => ({
      name: String(name),
      board: board(text),
    }));
    if (!Number.isInteger(kept.at) || !boards[kept.at] || !(kept.hints >= 0)) return null;
    const spent = Number(kept.spent) || 0;
    return { boards, at: kept.at, checkpoints, hints: kept.hints, spent, isWon: kept.isWon === true };
  } catch {
    return null;
  }
}
