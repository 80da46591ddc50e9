/** The game of the puzzle in the box: what is done in it, and what is kept. What the library says of it is in `judging.ts`. */
import { computed, effect, signal } from "@preact/signals";
import type { Parsed } from "./engine/answers";
import { forget, keep, kept, names, watch } from "./kept.ts";
import * as play from "./play.ts";
import { drawn, remarks } from "./state.ts";
import { t } from "./words/index.ts";

export interface Selected {
  row: number;
  column: number;
  cell: number;
}

export const game = signal<play.Game>(play.begun(0));
export const about = signal<Parsed | null>(null);
export const selected = signal<Selected | null>(null);
export const pencil = signal(false);
export const tidy = signal(kept("tidy") !== "off");
/** A saved game that does not fit the puzzle, such as that of an older page: it can be saved as a file. */
export const aside = signal<string | null>(null);

export const now = computed(() => play.board(game.value));
export const clashes = computed(() => (about.value ? play.clashes(about.value, now.value) : new Set<number>()));

let name = "";

/** Takes up the game of the puzzle in the box. */
export function begin(): void {
  for (const old of names("play.")) if (play.isExpired(kept(old) ?? "")) forget(old);
  effect(() => {
    const parsed = drawn.value?.parsed ?? null;
    if (!parsed || parsed === about.peek()) return;
    const next = `play.${play.identity(parsed)}`;
    const isSame = next === name && about.peek()?.cells.length === parsed.cells.length;
    about.value = parsed;
    if (isSame) {
      // The same puzzle in another form: only its places have moved.
      selected.value = firstPlace(parsed, selected.peek()?.cell);
      return;
    }
    name = next;
    resume(parsed);
  });
  watch((changed, value) => {
    if (changed !== name || !value || !about.peek()) return;
    const other = play.unpacked(value, about.peek() as Parsed);
    if (!other) return;
    game.value = other;
    remarks.value = [...remarks.peek().filter((remark) => remark !== t("play.elsewhere")), t("play.elsewhere")];
  });
}

function resume(parsed: Parsed): void {
  const before = kept(name);
  const found = before === null ? null : play.unpacked(before, parsed);
  if (before !== null && !found) {
    forget(name);
    aside.value = before;
  }
  game.value = found ?? play.begun(parsed.cells.length);
  selected.value = firstPlace(parsed);
  last = Date.now();
}

/** The first place of a hidden digit, or of one of them, so that the pad can be used at once. */
function firstPlace(parsed: Parsed, of?: number): Selected | null {
  for (const [row, { glyphs }] of parsed.sheet.rows.entries()) {
    for (const { column, cell } of glyphs)
      if (cell !== null && (of === undefined || cell === of)) return { row, column, cell };
  }
  return null;
}

/** When something was last done. A pause longer than this is none of the time that is played. */
let last = 0;
const LONGEST_THOUGHT = 5 * 60_000;

function take(next: play.Game): void {
  if (next === game.value) return;
  const moment = Date.now();
  const thought = moment - last < LONGEST_THOUGHT ? moment - last : 0;
  last = moment;
  game.value = game.value.isWon ? next : { ...next, spent: game.value.spent + thought };
  keep(name, play.packed(game.value));
}

/** Keeps what was counted besides; the board stays as it is. */
export function count(counted: Partial<play.Game>): void {
  game.value = { ...game.value, ...counted };
  keep(name, play.packed(game.value));
}

export function put(next: play.Board): void {
  take(play.done(game.value, next));
}

/** Writes a digit into the chosen place, or a mark if the pencil is out. */
export function writeDigit(digit: number, asMark = pencil.value, cell = selected.value?.cell): void {
  if (cell === undefined || !about.value) return;
  const board = now.value;
  // Below a digit a mark would not be seen.
  if (asMark && board[cell]?.digit !== null) return;
  if (asMark) put(play.mark(board, cell, digit));
  else put(play.write(about.value, board, cell, board[cell]?.digit === digit ? null : digit, tidy.value));
}

export function erase(): void {
  const cell = selected.value?.cell;
  if (cell === undefined || !about.value) return;
  const place = now.value[cell];
  if (place?.digit !== null) put(play.write(about.value, now.value, cell, null, false));
  else put(now.value.map((old, index) => (index === cell ? { ...old, marks: [] } : old)));
}

export function undo(by: -1 | 1): void {
  if (game.value.boards[game.value.at + by]) take(play.moved(game.value, by));
}

export function remember(): void {
  const checkpoints = [
    ...game.value.checkpoints,
    { name: t("play.checkpoint", { n: game.value.checkpoints.length + 1 }), board: now.value },
  ];
  take({ ...game.value, checkpoints });
}
