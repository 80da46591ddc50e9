/** What the library says of the text below the box: its mistake with what would mend it, and notes. */
import { spliced, unitAt } from "../bytes.ts";
import type { Mistake, Parsed } from "../engine/answers";
import { broken, mistake, parsed, put, reading, rules, text } from "../state.ts";
import { t } from "../words/index.ts";
import { inOwnWords, ofError } from "../words/messages.ts";
import { Late } from "./Blank.tsx";

/** The setting whose value a mistake is in, if it is not in the text: its place is one in that value. */
export function settingOf(error: Mistake | null): string | null {
  const origin = error?.origin ?? "puzzle";
  return origin === "puzzle" || origin === "setting" ? null : origin;
}

/** The text after a repair, or the one value of a setting, and how it is shown; null if it is not clear which value. */
function mended(error: Mistake): { shown: string; apply: () => void } | null {
  const repair = error.repair;
  if (!repair) return null;
  const name = settingOf(error);
  if (name === null) {
    const whole = spliced(text.value, repair.span, repair.text);
    return { shown: lineAround(whole, unitAt(text.value, repair.span[0])), apply: () => put(whole) };
  }
  const values = [rules.value[name] ?? []].flat();
  const [value] = values;
  if (value === undefined || values.length > 1) return null;
  const next = spliced(value, repair.span, repair.text);
  return { shown: `${name} ${next}`, apply: () => put(text.value, { ...rules.value, [name]: next }) };
}

/** The line of a text that has a place in it. */
function lineAround(text: string, at: number): string {
  const end = text.indexOf("\n", at);
  return text.slice(text.lastIndexOf("\n", at - 1) + 1, end < 0 ? text.length : end);
}

/** The label of a mistake, which has a key of its own. */
function labelled(error: Mistake) {
  return { key: `${error.key}.label`, params: error.params };
}

/** Digits that are often typed, or recognized, in place of a letter. */
const ALIKE: [string, RegExp][] = [
  ["0", /[oO]/],
  ["1", /[iIlL]/],
];

/** A digit among the letters of a word that was perhaps meant as a letter which the puzzle has; no other digit stands there. */
function alike(now: Parsed): { digit: string; letter: string; shown: string; whole: string } | null {
  const value = text.value;
  const own = value.split("\n").filter((line) => !line.trim().startsWith("@"));
  for (const [digit, letters] of ALIKE) {
    const inWord = new RegExp(`(?<=\\p{L})${digit}(?=\\p{L})`, "gu");
    const at = value.search(inWord);
    const letter = now.cells.find(
      ({ kind, name }) => kind === "symbol" && letters.test(name) && value.includes(name),
    )?.name;
    if (at < 0 || letter === undefined || own.some((line) => /\p{Nd}/u.test(line.replace(inWord, "")))) continue;
    const whole = value.replace(inWord, letter);
    return { digit, letter, shown: lineAround(whole, at).trim(), whole };
  }
  return null;
}

/** Changes the text by a button that is gone then, and the focus with it. */
function mend(apply: () => void): void {
  apply();
  document.getElementById("text")?.focus();
}

/** The messages of the library about the text. */
export function Said() {
  const error = mistake.value?.bases ? null : mistake.value;
  const parsedNow = parsed.value;
  const repair = error && mended(error);
  const meant = parsedNow && alike(parsedNow);
  return (
    <div id="said" class="said" role="status" aria-live="polite">
      {error && (
        <div class="note bad">
          <p>
            <strong>{ofError(error)}</strong>
            {error.label && <span> — {inOwnWords(labelled(error), error.label)}</span>}
          </p>
          {error.help && <p>{inOwnWords({ key: error.help_key, params: error.help_params }, error.help)}</p>}
          {repair && (
            <p>
              <button type="button" onClick={() => mend(repair.apply)}>
                {t("repair", { text: repair.shown })}
              </button>
            </p>
          )}
        </div>
      )}
      {meant && (
        <p class="note">
          {t("puzzle.alike", { digit: meant.digit, letter: meant.letter })}{" "}
          <button type="button" onClick={() => mend(() => put(meant.whole))}>
            {t("repair", { text: meant.shown })}
          </button>
        </p>
      )}
      {parsedNow?.notes.map((note) => (
        <p key={note.key} class={note.key === "note-unread-may" ? "note warn" : "note"}>
          {inOwnWords(note, note.text)}
        </p>
      ))}
      {!error && !parsedNow && text.value.trim() && reading.value && !broken.value && (
        <Late>
          <span class="unseen">{t("reading")}</span>
        </Late>
      )}
    </div>
  );
}
