/**
 * Puzzles of the page's own, read without the library, so that they are drawn and played before it is there: sums of words on
 * one line, and drawings of letters, digits and □. What the library says takes the place of it when it comes.
 */
import type { CellInfo, Glyph, Parsed, SheetRow } from "./engine/answers";

/** A sum on one line as a drawing, as the library draws it. */
export function drawingOf(text: string): string {
  const [left, sum] = text.split("=");
  if (text.includes("\n") || left === undefined || sum === undefined) return text;
  const [first = "", ...others] = left.split("+");
  const width = Math.max(sum.length, first.length, ...others.map((word) => word.length + 2));
  const lines = others.map((word) => `+${word.padStart(width - 1)}`);
  return [first.padStart(width), ...lines, "-".repeat(width), sum.padStart(width)].join("\n");
}

const DIGITS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

/** Whether it is none of the divisions and roots, where a digit that is brought down is one with that above it. */
export function isSketched(text: string): boolean {
  return !/[)√]/.test(text);
}

export function sketch(text: string): Parsed | null {
  if (!isSketched(text)) return null;
  const cells: CellInfo[] = [];
  const cellOf = (sign: string): number | null => {
    if (!/^[A-Z□]$/.test(sign)) return null;
    const known = sign === "□" ? -1 : cells.findIndex(({ name }) => name === sign);
    if (known >= 0) return known;
    return cells.push({ name: sign, kind: sign === "□" ? "blank" : "symbol", digits: DIGITS }) - 1;
  };
  const lines = text.split("\n");
  const rows = lines.map((line): SheetRow => {
    const rule = /^( *)(-+)$/.exec(line);
    if (rule) {
      const from = rule[1]?.length ?? 0;
      return { glyphs: [], rules: [{ from, to: line.length, sign: "-" }] };
    }
    const glyphs = [...line].flatMap((sign, column): Glyph[] =>
      sign === " " ? [] : [{ column, width: 1, text: sign, cell: cellOf(sign), role: null }],
    );
    // A number of several digits does not begin with 0.
    for (const { column, cell } of glyphs) {
      const isFirst =
        /^.?[A-Z□][A-Z□\d]/.test(line.slice(Math.max(0, column - 1))) && !/[A-Z□\d]/.test(line[column - 1] ?? " ");
      const own = cell === null ? undefined : cells[cell];
      if (isFirst && own) own.digits = DIGITS.slice(1);
    }
    return { glyphs, rules: [] };
  });
  const order = cells.map((_, cell) => cell);
  const symbols = order.filter((cell) => cells[cell]?.kind === "symbol");
  return {
    canonical: text,
    drawn: true,
    layout: null,
    rules: { base: 10 },
    changed: {},
    sheet: { rows, columns: Math.max(...lines.map((line) => line.length)), room: 1 },
    cells,
    groups: symbols.length > 1 ? [{ cells: symbols, least: 0, most: 1, digits: [] }] : [],
    differ: [],
    order,
    crowded: null,
    notes: [],
    unread: [],
  };
}
