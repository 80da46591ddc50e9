/** Blanks have no names; explanations give them letters, which are shown where one has to know what is spoken of. */
import type { Parsed } from "./engine/answers";

/** The letters that an explanation gives to blanks, by `row,column`. */
export function letters(parsed: Parsed, lettered: string | null): Map<string, string> {
  const found = new Map<string, string>();
  const lines = lettered?.split("\n") ?? [];
  parsed.sheet.rows.forEach(({ glyphs }, row) => {
    for (const { column, width, cell } of glyphs) {
      const letter = lines[row]?.[column + width - 1];
      if (cell !== null && parsed.cells[cell]?.kind !== "symbol" && letter) found.set(`${row},${column}`, letter);
    }
  });
  return found;
}
