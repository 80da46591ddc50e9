/** Several puzzles in one text: they are opened one after the other, or put on a worksheet together. */
import { effect, signal } from "@preact/signals";
import { read } from "./engine/hands.ts";
import { isFresh, key, mistake, parsed, put, rules, search, text } from "./state.ts";
import { MOST } from "./worksheet.ts";

/** The puzzles, and the text that has them all. */
export const bunch = signal<{ whole: string; parts: string[] } | null>(null);

/** The blocks between blank lines; lines of settings that stand alone are those of all. */
function blocks(whole: string): string[] {
  const all = whole.split(/\n[^\S\n]*\n\s*?(?=[^\n])/).filter((block) => block.trim());
  const isRules = (block: string) => block.split("\n").every((line) => /^\s*(@|$)/.test(line));
  const common = all.filter(isRules).map((block) => `${block.trim()}\n`);
  return all.filter((block) => !isRules(block)).map((block) => common.join("") + block.replace(/^\n+|\s+$/g, ""));
}

/**
 * Whether what was read as one puzzle is perhaps several: only the first was read, or it has more symbols than digits, or no
 * solution, or is not read at all. Else, lines and blocks that stand together are a system.
 */
function isSuspect(): boolean {
  const answer = isFresh.value ? search.value?.answer : null;
  const now = parsed.value;
  return Boolean(
    mistake.value ||
      now?.crowded ||
      now?.notes.some(({ key }) => key === "note-several") ||
      (answer?.exhausted && String(answer.count) === "0"),
  );
}

/** Each by itself has to be a puzzle: a drawing in a letter has blank lines around it, too. */
async function look(whole: string, own: string[], isWanted: () => boolean): Promise<void> {
  for (const part of own) {
    const outcome = await read({ do: "parse", text: part, rules: rules.value }, isWanted);
    if (!isWanted()) return;
    if (outcome.is !== "answer") return;
    // One without an equals sign is a condition.
    const { cells, crowded, drawn, canonical } = outcome.answer;
    if (cells.length === 0 || crowded || !(drawn || canonical.includes("="))) return;
  }
  bunch.value = { whole, parts: own };
}

/** Looks whether a text has several puzzles, whenever it was read. */
export function begin(): void {
  effect(() => {
    const whole = text.value;
    const isRead = parsed.value !== null || mistake.value !== null;
    const isWrong = isSuspect();
    const known = bunch.peek();
    if (known && (known.whole === whole || known.parts.includes(whole))) return;
    bunch.value = null;
    if (!isRead || !isWrong) return;
    const apart = blocks(whole);
    const own = apart.length > 1 ? apart : whole.split("\n").filter((line) => line.trim());
    if (own.length < 2 || own.length > MOST) return;
    const about = key.peek();
    void look(whole, own, () => key.peek() === about);
  });
}

/** Opens one of them, or the text as it was. */
export function open(part: string): void {
  put(part);
}
