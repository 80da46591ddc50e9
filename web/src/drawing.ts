/** A drawing as text, as the library reads it. */
import { nameOf } from "./digits.ts";
import type { Parsed } from "./engine/answers";

/** The puzzle with the digits that are given, and for others `open`, or what stands there. */
export function textOf(parsed: Parsed, digits: readonly (number | null | undefined)[] = [], open?: string): string {
  const base = Number(parsed.rules.base);
  const lines = parsed.sheet.rows.map(({ glyphs, rules }) => {
    const parts = [
      ...glyphs.map(({ column, width, text, cell }) => {
        if (cell === null) return { column, shown: text };
        const digit = digits[cell];
        const shown = digit === null || digit === undefined ? (open ?? text) : nameOf(digit, base);
        return { column: column + Math.max(0, width - shown.length), shown };
      }),
      // Always a line of dashes: one of `_` would be read as blanks.
      ...rules.map(({ from, to }) => ({ column: from, shown: "-".repeat(to - from) })),
    ].sort((a, b) => a.column - b.column);
    return parts.reduce((line, { column, shown }) => line.padEnd(column) + shown, "");
  });
  return lines.join("\n");
}

/** The letters with their digits: `S=9 E=5 N=6`. Blanks have no names. */
export function keyOf(parsed: Parsed, digits: readonly number[]): string {
  const symbols = parsed.order.filter((cell) => parsed.cells[cell]?.kind === "symbol");
  const base = Number(parsed.rules.base);
  return symbols.map((cell) => `${parsed.cells[cell]?.name}=${nameOf(digits[cell] ?? 0, base)}`).join(" ");
}
